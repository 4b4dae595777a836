// A program of one Tensix core as a program file describes it (docs/programs.md): buffers in DRAM and L1, circular buffers, semaphores, and
// kernels whose arguments may name them. No SystemC.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workload/compile/tile_program.h"
#include "workload/tensors/tensor_source.h"

namespace tensix {

// A tensor in pages, in the banks of DRAM or in the tile's L1.
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
  static constexpr uint8_t unwritten = 0xff;  // which is no number in the formats of floating point

  uint32_t rows() const;
  uint32_t cols() const { return static_cast<uint32_t>(shape.back()); }
  const char* memory_name() const { return where == memory::dram ? "dram" : "l1"; }
};

// A circular buffer, and what it lies on: a buffer in L1, or another circular buffer ("c_24"); empty: on nothing else.
struct placed_circular_buffer {
  program_buffer buffer;
  std::string on;
};

struct named_semaphore {
  std::string name;
  unsigned id;
  uint32_t value;
};

// A word, or what becomes one or several when all has a place: "a.address".
struct program_argument {
  uint32_t word = 0;
  std::string name, property;  // empty: the word
};
using program_arguments = std::vector<program_argument>;

// The arguments of a kernel; all else of it stands in its data_movement_kernel or device_kernel.
struct kernel_arguments {
  program_arguments run_time, common, compile_time;
  std::vector<std::pair<std::string, program_argument>> named;
};
struct data_mover {
  std::string role;  // "reader", "writer": as the file calls it
  data_movement_kernel kernel;
  kernel_arguments arguments;
};
struct compute_part {
  device_kernel kernel;
  kernel_arguments arguments;
};

struct device_program {
  std::string file;  // relative paths in it are relative to its folder; here they are as the process finds them
  std::string name;  // the file's, unless it says
  std::vector<tensor_buffer> buffers;
  std::vector<placed_circular_buffer> circular_buffers;
  std::vector<named_semaphore> semaphores;
  std::vector<data_mover> movers;
  std::optional<compute_part> compute;
  uint32_t program_bytes = 32 * 1024;

  const tensor_buffer* buffer(const std::string& name) const;  // nullptr: there is none
};

// What an argument may say of a buffer or a semaphore, behind the dot.
const std::vector<std::string>& buffer_properties();
const std::vector<std::string>& semaphore_properties();

}  // namespace tensix
