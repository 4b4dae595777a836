// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/device_compiler.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <utility>

#include "support/files/digest.h"
#include "support/files/held_signals.h"
#include "support/files/json_file.h"
#include "support/files/output_file.h"
#include "support/processes/other_programs.h"
#include "support/text/plain_text.h"
#include "workload/compile/compile_error.h"
#include "workload/compile/device_files.h"
#include "workload/compile/lreg_errors.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;
using texts = std::vector<std::string>;

constexpr const char* compiler_name = "riscv64-unknown-elf-g++";

// What is linked beside a kernel's source, and how.
constexpr const char* device_sources[] = {"core.ld", "start.S", "memory.S"};

constexpr const char* always[] = {"-std=c++20",
                                  "-O2",
                                  "-g",
                                  "-march=rv32im_zba_zbb",
                                  "-mabi=ilp32",
                                  "-ffreestanding",
                                  "-nostdlib",
                                  "-fno-exceptions",
                                  "-fno-rtti",
                                  "-fno-threadsafe-statics",
                                  "-ffunction-sections",
                                  "-fdata-sections"};

std::string find_compiler() {
  const std::string found = find_program(compiler_name);
  if (found.empty())
    throw std::runtime_error(std::string("there is no ") + compiler_name +
                             " to compile the kernel with; Debian and Ubuntu have it in the package gcc-riscv64-unknown-elf "
                             "(scripts/setup.sh --kernels)");
  return found;
}

texts floating_point_registers_beyond_8() {
  texts names;
  for (unsigned i = 0; i < 12; ++i) {
    names.push_back("fs" + std::to_string(i));
    if (i < 8) names.push_back("fa" + std::to_string(i));
    if (i >= 8) names.push_back("ft" + std::to_string(i));
  }
  return names;
}

constexpr unsigned t1 = 1, b = 3;
std::string name_of(unsigned core) {
  static constexpr const char* names[] = {"t0", "t1", "t2", "b", "nc"};
  return names[core];
}

}  // namespace

device_compiler::device_compiler(std::vector<core_source> cores, const std::vector<std::string>& headers)
    : held_(std::make_unique<held_signals>()), cores_(std::move(cores)), root_(device_root()), compiler_(find_compiler()) {
  for (const core_source& c : cores_) read_text_file(c.source);  // throws if it cannot be: the compiler reads it several times
  for (unsigned h = 0; h < headers.size(); ++h) {
    fs::create_directory(header_folder(h));
    write_file((header_folder(h) / "tensix_program.h").string(), "what the kernel is compiled with", headers[h]);
  }
}

device_compiler::~device_compiler() = default;

fs::path device_compiler::device(const char* file) const { return root_ / "workload/device" / file; }
fs::path device_compiler::header_folder(unsigned header) const { return cache_.work() / ("kernel" + std::to_string(header)); }

fs::path device_compiler::preprocessed(size_t source) const { return cache_.work() / (file_of(source) + ".ii"); }

// "b.elf"; of another source for the same core "b_1.elf".
std::string device_compiler::file_of(size_t source) const {
  const auto before = std::count_if(cores_.begin(), cores_.begin() + static_cast<ptrdiff_t>(source),
                                    [&](const core_source& c) { return c.core == cores_[source].core; });
  return name_of(cores_[source].core) + (before ? "_" + std::to_string(before) : "") + ".elf";
}

std::vector<std::shared_ptr<const elf_image>> device_compiler::images() {
  // Another process may remove the entry between its being found and its being read.
  for (unsigned attempts = 3;; --attempts) {
    const fs::path where = folder();
    try {
      std::vector<std::shared_ptr<const elf_image>> all;
      for (size_t i = 0; i < cores_.size(); ++i)
        all.push_back(std::make_shared<const elf_image>(elf_image::load((where / file_of(i)).string())));
      return all;
    } catch (const std::runtime_error&) {
      if (attempts == 1 || fs::exists(where)) throw;
    }
  }
}

// The folder of the programs.
fs::path device_compiler::folder() {
  if (name_.empty()) name_ = name();
  if (const auto known = cache_.find(name_)) return *known;
  for (size_t i = 0; i < cores_.size(); ++i)
    if (const std::string missing =
            constants_not_given(device("include").string(), read_text_file(preprocessed(i).string()), cores_[i].given);
        !missing.empty())
      throw compile_error(missing);
  const fs::path folder = cache_.work() / "programs";
  const std::string work = cache_.work().string();
  fs::create_directory(folder);
  const texts libraries = this->libraries();
  std::vector<texts> calls;
  for (size_t i = 0; i < cores_.size(); ++i) {
    texts a = flags(i);
    for (const auto& option : link_options(cores_[i])) a.push_back(option);
    a.insert(a.end(), {"-ffile-prefix-map=" + work + "/=", "-o", (folder / file_of(i)).string()});
    a.insert(a.end(), libraries.begin(), libraries.end());
    calls.push_back(a);
  }
  run(calls);
  for (size_t i = 0; i < cores_.size(); ++i)
    if (cores_[i].core == t1)
      if (const std::string errors = lreg_errors((folder / file_of(i)).string(), cores_[i].source); !errors.empty())
        throw compile_error(errors);
  return cache_.keep(folder, name_);
}

std::set<std::string> device_compiler::sources() {
  std::vector<texts> calls;
  const auto list = [this](size_t i) { return cache_.work() / (file_of(i) + ".d"); };
  std::set<std::string> all;
  for (size_t i = 0; i < cores_.size(); ++i) {
    all.insert(cores_[i].source);
    texts a = flags(i);
    a.insert(a.end(), {"-M", "-MT", "rule", "-MF", list(i).string()});
    calls.push_back(a);
  }
  for (const char* file : device_sources) all.insert(device(file).string());
  for (const captured& c : run_programs(compiler_, calls))
    if (c.status != 0) return all;
  const std::string work = cache_.work().string() + "/";
  for (size_t i = 0; i < cores_.size(); ++i)
    for (const std::string& file : files_of_rule(read_text_file(list(i))))
      if (file.rfind(work, 0) != 0) all.insert(file);
  return all;
}

texts device_compiler::flags(size_t source) const {
  const core_source& core = cores_[source];
  texts f(std::begin(always), std::end(always));
  // LReg 0 to 7 are given to vFloat as ft0 to ft7 (tensix/lreg_allocation.h): no other registers of that kind.
  if (core.core == t1) {
    f.push_back("-march=rv32imf_zba_zbb");
    f.push_back("-mno-fdiv");  // the core has none
    // Vector code of the kernel's own: loops of a face's eight vectors are unrolled, as the public library's compiler does.
    if (own_vector_code_.count(source)) f.insert(f.end(), {"-fpeel-loops", "-DTENSIX_OWN_VECTOR_CODE=1"});
    for (const std::string& r : floating_point_registers_beyond_8()) f.push_back("-ffixed-" + r);
  }
  for (const std::string& option : core.options) f.push_back(option);
  f.insert(f.end(), {"-DARCH_BLACKHOLE", "-DKERNEL_BUILD"});
  for (const auto& d : core.defines) f.push_back("-D" + d);
  for (const fs::path& folder : {header_folder(core.header), device("include"), root_}) f.push_back("-I" + folder.string());
  // Behind the project's own: a folder of TT-Metalium's may have headers of the same names.
  for (const std::string& folder : core.include_folders) f.push_back("-I" + folder);
  if (const auto at = preprocessed_.find(source); at != preprocessed_.end()) {
    f.insert(f.end(), {"-x", "c++-cpp-output", at->second.string(), "-x", "none"});
    return f;
  }
  f.insert(f.end(), {"-include", device("include/tensix/prologue.h").string()});
  for (const std::string& argument : source_arguments(core.source)) f.push_back(argument);
  return f;
}

texts device_compiler::link_options(const core_source& core) const {
  return {"-Wl,--gc-sections",
          "-Wl,-z,max-page-size=16",
          "-T",
          device("core.ld").string(),
          device("start.S").string(),
          device("memory.S").string(),
          "-Wl,--defsym=core=" + std::to_string(core.core),
          "-Wl,--defsym=data_ram_bytes=" + std::to_string(core.core < b ? 4096 : 8192),
          "-Wl,--defsym=program_base=" + std::to_string(core.address),
          "-Wl,--defsym=program_room=" + std::to_string(core.room)};
}

// Arithmetic that the cores have no instructions for: floating point (soft: T1's is passed in integer registers, too), 64 bits.
texts device_compiler::libraries() const {
  std::string file = run_program(compiler_, {"-march=rv32im", "-mabi=ilp32", "-print-libgcc-file-name"}).out;
  while (!file.empty() && file.back() == '\n') file.pop_back();
  return fs::path(file).is_absolute() ? texts{file} : texts{};
}

// Of everything that the programs depend on: the preprocessed source has the headers in it.
std::string device_compiler::name() {
  std::vector<texts> calls;
  for (size_t i = 0; i < cores_.size(); ++i) {
    texts a = flags(i);
    a.insert(a.end(), {"-E", "-o", preprocessed(i).string()});
    calls.push_back(a);
  }
  run(calls);
  for (size_t i = 0; i < cores_.size(); ++i)
    if (cores_[i].core == t1 && has_vector_code_outside(device("include").string(), read_text_file(preprocessed(i).string())))
      own_vector_code_.insert(i);
  const std::string work = cache_.work().string();
  const bool unrolls_by_parameters = std::atoi(run_program(compiler_, {"-dumpversion"}).out.c_str()) >= 15;
  digest all;
  all.add(run_program(compiler_, {"--version"}).out);
  for (const char* file : device_sources) all.add(read_text_file(device(file)));
  for (size_t i = 0; i < cores_.size(); ++i) {
    for (const texts& options : {flags(i), link_options(cores_[i])})
      for (std::string option : options) {
        remove_all_of(option, work);
        all.add(option);
      }
    std::string source = read_text_file(preprocessed(i));
    if (!unrolls_by_parameters && drop_unknown_unrolling(source)) {
      write_file(preprocessed(i).string(), "what is compiled", source);
      preprocessed_[i] = preprocessed(i);
    }
    remove_all_of(source, work);
    all.add(source);
  }
  return all.text();
}

// All at once. What one of them says, the others often say too: once is enough.
void device_compiler::run(const std::vector<texts>& calls) {
  const auto done = run_programs(compiler_, calls);
  for (size_t i = 0; i < done.size(); ++i) {
    if (done[i].status != 0) refuse(cores_[i], done[i].out);
    if (said_.insert(done[i].out).second) std::cerr << plain_text(done[i].out);
  }
}

// "k.cpp:6: get_compile_time_arg_val(0) is a constant ...", of a compile-time argument that is not given; empty: it is something
// else. The headers call a function there that is no constant (workload/device/include/api/compile_time_args.h).
static std::string missing_argument(const std::string& text) {
  const bool named = text.find("no_such_named_argument()") != std::string::npos;
  if (!named && text.find("no_such_compile_time_argument(") == std::string::npos) return {};
  std::string all;
  std::istringstream in(text);
  const std::string expansion = "in 'constexpr' expansion of '";
  for (std::string line; std::getline(in, line);) {
    const size_t at = line.find(expansion), call = at == std::string::npos ? at : line.find("compile_time_arg_val(", at);
    const size_t place = line.find_first_of(' ');
    if (call == std::string::npos || place == std::string::npos) continue;
    std::string what = line.substr(at + expansion.size());
    what.erase(what.rfind('\''));
    if (const size_t quote = what.find('"'); quote != std::string::npos)
      what = "get_named_compile_time_arg_val(" + what.substr(quote, what.rfind('"') + 1 - quote) + ")";
    const std::string where = line.substr(0, line.find(':', line.find(':') + 1));  // file and line
    all += not_given(where, what, named);
  }
  return all;
}

void device_compiler::refuse(const core_source& core, const std::string& text) const {
  if (const std::string full = std::strerror(ENOSPC); text.find(full) != std::string::npos)
    throw host_error("cannot compile the kernel in '" + cache_.work().string() + "' or $TMPDIR: " + full);
  // Seldom, on a full disk: then the compiler gives the reason of something that it did behind.
  if (const size_t at = text.find("when writing output to "); at != std::string::npos)
    throw host_error("cannot compile the kernel: " + text.substr(at, text.find('\n', at) - at));
  if (text.find("the program is too long") != std::string::npos)  // core.ld
    throw program_too_long(core.source + ": the program is too long for " + std::to_string(core.room / 1024) +
                           " KiB; give --program-kib more\n");
  if (text.find("undefined reference to `tensix_kernel'") != std::string::npos)
    throw compile_error(core.source + ": includes nothing of the compute API; it wants #include \"compute_kernel_api.h\"\n");
  if (text.find("undefined reference to `kernel_main()'") != std::string::npos)
    throw compile_error(core.source + ": has no function void kernel_main()\n");
  if (const std::string missing = missing_argument(text); !missing.empty()) throw compile_error(missing);
  throw compile_error(text);
}

}  // namespace tensix
