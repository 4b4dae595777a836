// SPDX-License-Identifier: Apache-2.0
// A program of one tile as the compiler wants it: circular buffers, semaphores, a compute kernel for T0, T1 and T2, kernels that move
// data for B and NC, and where the tile and the banks of memory stand on the networks. No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/contracts/cores.h"
#include "workload/compile/device_kernel.h"

namespace tensix {

// A circular buffer of a program. Its counters are stream registers: all five cores may fill and empty it.
struct program_buffer {
  unsigned index = 0;  // CBIndex::c_N
  tile_format format = tile_format::bf16;
  uint32_t pages = 2;
  uint32_t page_bytes = 0;  // a multiple of 16; 0: a tile of the format
  // Where in L1 it lies (a multiple of 16), if that is not its layout's affair: on a tensor in L1, or on another buffer.
  std::optional<uint32_t> address;
  uint32_t least = 0;  // else not before this address: other cores have something there

  uint32_t bytes_of_page() const { return page_bytes ? page_bytes : tile_bytes(format); }
  uint32_t bytes() const { return pages * bytes_of_page(); }
  std::string name() const { return "c_" + std::to_string(index); }
};

// A kernel for B or NC: a reader, a writer.
struct data_movement_kernel {
  static constexpr unsigned b = core_b, nc = core_nc;

  std::string role;  // what the program calls it: "reader", "writer"
  std::string source;
  unsigned core = nc;
  unsigned noc = 1;  // whose network interface it uses, 0 or 1; two kernels of a program use different ones
  std::vector<uint32_t> arguments, common_arguments, compile_time_arguments;
  std::vector<std::pair<std::string, uint32_t>> named_arguments;
  std::vector<std::string> defines;          // "NAME" or "NAME=VALUE"
  std::vector<std::string> include_folders;  // where the source's headers are looked for, too
};

// Where pages of interleaved buffers lie: for each network and bank the coordinates as programs write them, and what is added to a
// page's address in that bank.
struct bank_table {
  struct bank {
    std::array<uint8_t, 2> x{}, y{};  // by network
    int32_t offset = 0;
  };
  std::vector<bank> banks;
};

// Where the tile stands: the numbers that programs use, on each network (translated: the same on both); its logical place; the banks.
struct program_place {
  std::array<uint8_t, 2> x{1, 1}, y{2, 2};
  uint8_t logical_x = 0, logical_y = 0;
  bank_table dram, l1;
  // Of a card's tile, as programs count (column 0 to 13, row 0 to 9): eight DRAM banks, each by the port that workers use on that
  // network, and its own L1 as the only L1 bank.
  static program_place of_tile(unsigned column, unsigned row);
};

struct tile_program {
  static constexpr unsigned cores = core_count, most_semaphores = 16, most_arguments = 512;

  std::vector<program_buffer> buffers;  // any order, each index once
  std::vector<uint32_t> semaphores;     // their initial values
  std::optional<device_kernel>
      compute;  // its `buffers`, `checked`, `prints`, `zones` and `program_bytes` are not used: the program's are
  std::vector<data_movement_kernel> movers;  // at most one for B and one for NC
  program_place place = program_place::of_tile(0, 0);
  bool checked = true, prints = false, zones = false;
  uint32_t program_bytes = 32 * 1024;  // room for each core's
};

}  // namespace tensix
