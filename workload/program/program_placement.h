// A program whose parts have a place: addresses of buffers, words of arguments. No SystemC.
#pragma once
#include <string>
#include <vector>

#include "workload/compile/program_layout.h"
#include "workload/program/buffer_pages.h"
#include "workload/program/device_program.h"

namespace tensix {

// As TT-Metalium places them. Buffers in DRAM: one behind the other, at the same address in every bank. In L1 from below what its
// layout has, with circular buffers; buffers from above.
struct placed_program {
  std::vector<uint32_t> addresses;  // of the program's buffers
  std::vector<buffer_pages> pages;  // alike
  tile_program tile;                // what is compiled
  program_layout layout;
  uint32_t l1_bytes, l1_end;  // what is free of L1: layout.end to l1_end

  static constexpr uint64_t dram_bank_bytes = 4278190080;  // 4 GiB but 16 MiB, as TT-Metalium uses
  static constexpr uint32_t dram_begin = 64;               // behind TT-Metalium's barrier word
};
// `place`: of the tile that runs it. Throws std::runtime_error, with what takes how much, if it does not fit.
placed_program placed(const device_program& program, uint32_t l1_bytes,
                      const program_place& place = program_place::of_tile(0, 0));

// Who has what of memory, and the words that the kernels get: for --check.
std::string text_of(const device_program& program, const placed_program& placed);

}  // namespace tensix
