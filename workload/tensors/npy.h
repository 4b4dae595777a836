// SPDX-License-Identifier: Apache-2.0
// Reads and writes NumPy's .npy files (format versions 1, 2 and 3). No SystemC.
// Read: little-endian f2, f4, f8, i8, i4, i2, i1, u8, u4, u2, u1 and bool, C order; a 1-D array is one row, leading dimensions of an N-D
// array are folded into rows. Written: '<f4', of integers '<i4' or what is asked for, 2-D. Source: NumPy's description of the format
// (numpy.lib.format).
#pragma once
#include <string>
#include <vector>

#include "support/files/output_file.h"
#include "workload/tensors/tensor.h"

namespace tensix {

// The nearest integer, the even one of two; beyond those of int32_t the largest or the smallest but one, as sign and magnitude have it.
int32_t nearest_integer(double value);
// `integers`: as integers, rounded to the nearest even and saturated (what is no number becomes the largest). Throws
// std::runtime_error: "FILE: what is wrong".
tensor read_npy(const std::string& file, bool integers = false);
// The array's dimensions, of which nothing else is read.
std::vector<uint64_t> npy_shape(const std::string& file);
// As integers, exact: an element that is none, or is not in least..largest, is refused by its place. `format`: for the message.
tensor read_npy_integers(const std::string& file, int64_t least, int64_t largest, const std::string& format);
// `type`: of integers, '<i4', '<u2', '|u1', ...: as many lower bits are kept.
void write_npy(const std::string& file, const tensor& t, const char* type = nullptr);

// The same piece by piece: rows * cols elements in their order.
class npy_file {
 public:
  // `type`: as of write_npy; nullptr: '<f4'.
  npy_file(const std::string& file, uint32_t rows, uint32_t cols, const char* type = nullptr);
  void write(const float* elements, size_t count);
  void keep() { out_.keep(); }

 private:
  output_file out_;
  const unsigned element_bytes_;
};

// Largest number of elements that read_npy accepts.
inline constexpr uint64_t max_npy_elements = 1ull << 31;

}  // namespace tensix
