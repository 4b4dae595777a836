// SPDX-License-Identifier: Apache-2.0
// From sources to programs of cores: riscv64-unknown-elf-g++, with the headers of workload/device, its start-up and its linker script.
// What was compiled before comes from the cache. No SystemC.
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "workload/compile/compiler_text.h"
#include "workload/compile/program_cache.h"
#include "workload/elf/elf_programs.h"

namespace tensix {

class held_signals;

// What a core runs.
struct core_source {
  unsigned core = 0;  // T0, T1, T2, B, NC
  std::string source;
  unsigned header = 0;               // which tensix_program.h is for it
  std::vector<std::string> options;  // of its own: names that it is compiled with
  std::vector<std::string> defines;  // "NAME" or "NAME=VALUE"
  std::vector<std::string> include_folders;
  arguments_given given;
  uint32_t address = 0, room = 0;  // in L1, in bytes

  bool operator==(const core_source& o) const {
    return std::tie(core, source, header, options, defines, include_folders, address, room) ==
           std::tie(o.core, o.source, o.header, o.options, o.defines, o.include_folders, o.address, o.room);
  }
};

// Compile-time arguments of a kernel, as core_source has them.
template <class Values, class Named>
arguments_given given_to(const Values& values, const Named& named) {
  arguments_given given{values.size(), {}};
  for (const auto& n : named) given.names.push_back(n.first);
  return given;
}

// One compilation, for one run.
class device_compiler {
 public:
  // `headers`: texts of tensix_program.h. Throws std::runtime_error: a source that cannot be read, no compiler, no headers.
  device_compiler(std::vector<core_source> cores, const std::vector<std::string>& headers);
  ~device_compiler();

  // The programs, in the order of the sources. Warnings of the compiler go to standard error, if it was asked. Throws compile_error.
  std::vector<std::shared_ptr<const elf_image>> images();
  // Every file that they are made of, as the compiler finds them. Of a source that it refuses, the source.
  std::set<std::string> sources();

 private:
  const std::unique_ptr<const held_signals> held_;  // until nothing of it is left in the cache's folder
  const std::vector<core_source> cores_;
  const std::filesystem::path root_;
  const std::string compiler_;
  program_cache cache_;
  std::string name_;
  std::set<size_t> own_vector_code_;                      // which sources have vector code
  std::map<size_t, std::filesystem::path> preprocessed_;  // what is compiled in the place of a source
  // By the compiler: of a kernel that is compiled twice, with checks and without, once.
  static inline std::set<std::string> said_;

  std::filesystem::path folder();
  std::filesystem::path device(const char* file) const;
  std::filesystem::path header_folder(unsigned header) const;
  std::filesystem::path preprocessed(size_t source) const;
  std::string file_of(size_t source) const;
  std::vector<std::string> flags(size_t source) const;
  std::vector<std::string> link_options(const core_source& core) const;
  std::vector<std::string> libraries() const;
  std::string name();
  void run(const std::vector<std::vector<std::string>>& calls);
  [[noreturn]] void refuse(const core_source& core, const std::string& text) const;
};

}  // namespace tensix
