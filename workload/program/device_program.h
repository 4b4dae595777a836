// SPDX-License-Identifier: Apache-2.0
// A program of one or several Tensix cores as a program file describes it (docs/programs.md): buffers in DRAM and L1, circular buffers,
// semaphores, and kernels whose arguments may name them. No SystemC.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workload/compile/tile_program.h"
#include "workload/program/core_set.h"
#include "workload/tensors/tensor_source.h"

namespace tensix {

// A tensor in pages, in the banks of DRAM or in the L1 of cores.
struct tensor_buffer {
  enum class memory : uint8_t { dram, l1 };
  // Shard i goes to bank i mod `banks`; the shape is in datums.
  struct shards {
    uint32_t rows = 0, cols = 0;
    unsigned banks = 1;
  };

  std::string name;
  memory where = memory::dram;
  tile_format format = tile_format::bf16;
  bool row_major = false;                     // a page is a row, or of a shard its part of a row; else a tile
  std::vector<uint64_t> shape;                // leading dimensions are rows
  tensor_source content;                      // none: every byte is `unwritten`
  std::string output;                         // a .npy file; empty: none
  uint32_t page_bytes = 0;                    // of which the tensor has a whole number; a tile or row, unless it is interleaved
  std::optional<shards> sharded;              // none: interleaved, page i in bank i mod all
  logical_cores cores;                        // of a buffer in L1: its banks
  static constexpr uint8_t unwritten = 0xff;  // which is no number in the formats of floating point

  uint32_t rows() const;
  uint32_t cols() const { return static_cast<uint32_t>(shape.back()); }
  const char* memory_name() const { return where == memory::dram ? "dram" : "l1"; }
};

// A circular buffer, and what it lies on: a buffer in L1, or another circular buffer ("c_24"); empty: on nothing else. Of an index there
// may be several, on different cores.
struct placed_circular_buffer {
  program_buffer buffer;
  std::string on;
  core_set cores;
};

// At the same address on all cores; on those without it the word is 0. Of an id there may be several, on different cores.
struct named_semaphore {
  std::string name;
  unsigned id;
  uint32_t value;
  core_set cores;
};

// A word, or what becomes one or several when all has a place: "a.address".
struct program_argument {
  uint32_t word = 0;
  std::string name, property;        // no property: the word; no name: of a core
  std::optional<logical_core> core;  // then of this one, or of the one that gets it
};
using program_arguments = std::vector<program_argument>;

// The arguments of a kernel; all else of it stands in its data_movement_kernel or device_kernel.
struct kernel_arguments {
  program_arguments common, compile_time;
  std::vector<program_arguments> run_time;  // by its cores, in their order, or one for all
  std::vector<std::pair<std::string, program_argument>> named;

  const program_arguments& run_time_of(size_t core) const { return run_time.size() == 1 ? run_time.front() : run_time[core]; }
};
template <class Kernel>
struct kernel_part {
  Kernel kernel;
  kernel_arguments arguments;
  core_set cores;
  std::string label;  // for people: "reader", or the first one of a list "reader 0"
};
using data_mover = kernel_part<data_movement_kernel>;
using compute_part = kernel_part<device_kernel>;

struct named_cores {
  std::string name;
  core_set cores;
};

struct device_program {
  std::string file;   // relative paths in it are relative to its folder; here they are as the process finds them
  std::string name;   // the file's, unless it says
  logical_core home;  // where kernels are that say nothing of cores
  std::vector<named_cores> named;
  core_set cores;  // with a kernel
  std::vector<tensor_buffer> buffers;
  std::vector<placed_circular_buffer> circular_buffers;
  std::vector<named_semaphore> semaphores;
  std::vector<data_mover> movers;
  std::vector<compute_part> computes;
  uint32_t program_bytes = 32 * 1024;

  const tensor_buffer* buffer(const std::string& name) const;  // nullptr: there is none
  logical_cores all_cores() const;                             // row by row
};

// What an argument may say of a buffer, a semaphore, any core, or the core that gets it, behind the dot.
const std::vector<std::string>& buffer_properties();
const std::vector<std::string>& semaphore_properties();
const std::vector<std::string>& core_properties();
const std::vector<std::string>& own_core_properties();

}  // namespace tensix
