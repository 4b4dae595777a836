// SPDX-License-Identifier: Apache-2.0
// Where a tensor's values come from, and what an array has in the place of values that did not come. No SystemC.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "workload/tensors/tensor.h"
#include "workload/tensors/tile_layout.h"

namespace tensix {

// One of these, or nothing.
struct tensor_source {
  std::string file;             // a .npy file, whose shape is the tensor's
  bool test_data = false;       // of a seed
  std::optional<double> value;  // everywhere; of a format of integers one that it holds
  bool given() const { return !file.empty() || test_data || value; }
};

// The tensor of a source that is given, in `format`, which messages call `format_name`. `rows`, `cols`: of test data and values; leading
// dimensions of an array are rows. Throws std::runtime_error for a file that cannot be read, or has what the format does not hold.
tensor values_of(const tensor_source& source, tile_format format, const char* format_name, uint32_t rows, uint32_t cols,
                 uint64_t seed);
// Throws std::runtime_error if a tile would hold rows of two of the array's matrices: in TT-Metalium each has tiles of its own.
void check_matrices(const std::string& file);

// The type of an array that holds what the format's integers hold ("<u2"); nullptr: the format's values are floating-point numbers.
const char* npy_type(tile_format format);
// What stands in such an array for a value that has not come: not-a-number, the least integer, or where there is no sign the largest.
float missing_in_array(tile_format format);

}  // namespace tensix
