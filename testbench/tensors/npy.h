// Reads and writes NumPy's .npy files (format versions 1, 2 and 3). No SystemC.
// Read: little-endian f2, f4, f8, i4, i8, i2 and i1/u1, C order; a 1-D array is one row, leading dimensions of an N-D array are
// folded into rows. Written: '<f4', 2-D. Source: NumPy's description of the format (numpy.lib.format).
#pragma once
#include <string>

#include "testbench/tensors/tensor.h"

namespace tensix {

// Throws std::runtime_error: "FILE: what is wrong".
tensor read_npy(const std::string& file);
void write_npy(const std::string& file, const tensor& t);

// Largest number of elements that read_npy accepts.
inline constexpr uint64_t max_npy_elements = 1ull << 31;

}  // namespace tensix
