// Reads and writes NumPy's .npy files (format versions 1, 2 and 3). No SystemC.
// Read: little-endian f2, f4, f8, i8, i4, i2, i1 and u8, u4, u2, u1, C order; a 1-D array is one row, leading dimensions of an N-D
// array are folded into rows. Written: '<f4', of integers '<i4', 2-D. Source: NumPy's description of the format (numpy.lib.format).
#pragma once
#include <string>

#include "support/files/output_file.h"
#include "workload/tensors/tensor.h"

namespace tensix {

// The nearest integer, the even one of two; beyond those of int32_t the largest or the smallest but one, as sign and magnitude have it.
int32_t nearest_integer(double value);
// `integers`: as integers, rounded to the nearest even and saturated (what is no number becomes the largest). Throws
// std::runtime_error: "FILE: what is wrong".
tensor read_npy(const std::string& file, bool integers = false);
void write_npy(const std::string& file, const tensor& t);

// The same piece by piece: rows * cols elements in their order.
class npy_file {
 public:
  npy_file(const std::string& file, uint32_t rows, uint32_t cols,
           bool integers = false);  // of `integers` their bits are written
  void write(const float* elements, size_t count);
  void keep() { out_.keep(); }

 private:
  output_file out_;
};

// Largest number of elements that read_npy accepts.
inline constexpr uint64_t max_npy_elements = 1ull << 31;

}  // namespace tensix
