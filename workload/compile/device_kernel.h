// SPDX-License-Identifier: Apache-2.0
// A kernel of one's own as the command line describes it (docs/kernels.md): a C++ source for T0, T1 and T2, its circular
// buffers, its arguments. No SystemC.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workload/kernels/kernel_options.h"
#include "workload/tensors/tile_layout.h"

namespace tensix {

inline constexpr unsigned circular_buffers = 32;

// Formats of buffers by name. `int32` is two's complement, as in TT-Metalium; `int32_sm` sign and magnitude, which the matrix unit makes
// of INT8.
const std::vector<std::string>& buffer_format_names();
const char* buffer_format_name(tile_format format);
tile_format parse_buffer_format(const std::string& name);  // throws std::invalid_argument naming the known ones

struct device_buffer {
  // Tiles that a buffer holds if nobody says otherwise: two blocks of as many as half of Dst has.
  static constexpr uint32_t usual_capacity = 16;

  unsigned index = 0;  // CBIndex::c_N
  tile_format format = tile_format::bf16;
  uint32_t capacity = usual_capacity;  // tiles
  // An input: the tensor comes from a file, is test data, or is this value everywhere.
  std::string file;
  bool test_data = false;
  std::optional<double> value;
  std::string source;  // which of these, as it was given
  // Of the tensor behind it. 0 rows: not said; then it is that of the file, or there is none.
  uint32_t rows = 0, cols = 0;
  bool row_major = false;  // not in tiles: 1024 datums after one another, row by row of the tensor (for tilize and untilize)
  // The tensor lies in the buffer: an input's tiles are all there from the start, an output's stay. The capacity is the tensor.
  bool sharded = false;
  std::string out;  // an output's file; empty: its tiles are dropped
  // Which tile of the tensor passes when: nested loops, outermost first, each with a count and the step from tile to tile. None: each
  // once, row by row, or
  std::vector<std::pair<uint32_t, uint32_t>> order;
  bool by_columns = false;  // column by column

  bool input() const { return !file.empty() || test_data || value; }
  bool output() const { return !input() && rows != 0; }
  std::string name() const { return "c_" + std::to_string(index); }
};

struct device_kernel {
  std::string source;
  std::vector<device_buffer> buffers;  // by index
  std::vector<uint32_t> arguments, common_arguments, compile_time_arguments;
  std::vector<std::pair<std::string, uint32_t>>
      named_arguments;                       // compile-time arguments with a name: no place among the others
  std::vector<std::string> defines;          // "NAME" or "NAME=VALUE"
  std::vector<std::string> include_folders;  // where the source's headers are looked for, too
  bool fp32_dest = false, checked = true, prints = false, zones = false;
  dst_sync sync = dst_sync::half;
  math_fidelity fidelity = math_fidelity::hifi4;  // as ComputeConfig has it
  uint32_t program_bytes = 32 * 1024;             // room for each of the three programs
  // That a thread has of Dst between acquire and release.
  unsigned dst_tiles() const { return (fp32_dest ? 4u : 8u) * (sync == dst_sync::full ? 2u : 1u); }
};

}  // namespace tensix
