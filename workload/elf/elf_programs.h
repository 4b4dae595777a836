// SPDX-License-Identifier: Apache-2.0
// The programs of the cores and what they find in memory: read, checked against one another, and put where a debugger
// would put them. No SystemC.
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workload/elf/elf_image.h"

namespace tensix {

class elf_programs {
 public:
  // `l1_bytes`: size of L1. Throws std::runtime_error: a file that cannot be read or is no such program, a segment outside L1
  // and the core's data RAM, segments or data that overlap. Memory of which a program's file has no contents (stacks, sections
  // that are not loaded) may be shared by programs, and be filled by data.
  explicit elf_programs(uint32_t l1_bytes) : l1_bytes_(l1_bytes) {}
  void add_program(unsigned core, const std::string& file);
  void add_program(unsigned core, std::shared_ptr<const elf_image> program);
  // Bytes of L1; `what` stands in messages.
  void add_data(uint32_t address, std::vector<uint8_t> bytes, const std::string& what);

  const std::shared_ptr<const elf_image>& program(unsigned core) const { return image_[core]; }  // nullptr: it has none
  // What of L1 they and the data take: address, bytes.
  std::vector<std::pair<uint32_t, uint32_t>> ranges_in_l1() const;
  // Puts everything where it belongs: `l1` are the bytes of L1, `ram(core, offset, bytes)` writes a core's data RAM.
  void load(uint8_t* l1, const std::function<void(unsigned core, uint32_t offset, const std::vector<uint8_t>&)>& ram) const;
  // "in function (file.cpp:12)", "" if nothing is known.
  std::string place(unsigned core, uint32_t pc) const;
  // Whether an ebreak at this pc is how the program ends, and not an assertion: the last instruction of the function that it is
  // entered in, or one before a jump to itself. Where the entry belongs to no function: any but one that a branch skips.
  bool ends_at(unsigned core, uint32_t pc) const;

 private:
  static constexpr unsigned no_core = core_count;
  struct block {
    uint32_t address;
    std::vector<uint8_t> bytes;
    unsigned core;  // whose program it is of; no_core: data
    std::string what;
  };
  struct ram_block {
    unsigned core;
    uint32_t offset;
    std::vector<uint8_t> bytes;
  };
  struct blank {  // the part of a segment that its file has no contents for
    uint32_t address, bytes;
    unsigned core;
    std::string what;
  };
  const uint32_t l1_bytes_;
  by_core<std::shared_ptr<const elf_image>> image_;  // cores of several tiles may share one
  std::vector<block> l1_;
  std::vector<blank> blanks_;
  std::vector<ram_block> ram_;

  void add_l1(unsigned core, uint32_t address, std::vector<uint8_t> bytes, const std::string& what);
  void add_blank(const blank& b);
};

// `programs` must outlive it.
core_programs images_of(const elf_programs& programs);

// Bytes of L1 that a file holds: a .npy as tiles of `format` (bf16, fp16, fp32, bfp8; empty: bf16), row by row of tiles; any
// other file as it is. Throws std::runtime_error or std::invalid_argument.
std::vector<uint8_t> memory_file(const std::string& file, const std::string& format);

}  // namespace tensix
