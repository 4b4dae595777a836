// SPDX-License-Identifier: Apache-2.0
#include "workload/tensors/tensor_source.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "workload/tensors/npy.h"
#include "workload/tensors/test_operand.h"

namespace tensix {
namespace {

tensor whole(const operand& o) {
  tensor t(o.rows(), o.cols());
  float piece[tile_dim];
  for (uint32_t r = 0; r < t.rows; ++r)
    for (uint32_t c = 0; c < t.cols; c += tile_dim) {
      o.piece(r, c / tile_dim, piece);
      std::copy_n(piece, std::min(tile_dim, t.cols - c), &t.at(r, c));
    }
  return t;
}

}  // namespace

void check_matrices(const std::string& file) {
  const std::vector<uint64_t> dims = npy_shape(file);
  uint64_t matrices = 1;
  for (size_t d = 0; d + 2 < dims.size(); ++d) matrices *= dims[d];
  if (matrices == 1 || dims[dims.size() - 2] % tile_dim == 0) return;
  throw std::runtime_error(file + ": " + std::to_string(dims.size()) + " dimensions, of matrices of " +
                           std::to_string(dims[dims.size() - 2]) +
                           " rows: a tile would hold rows of two of them; pad each to a multiple of 32 rows (numpy.pad), or "
                           "reshape the array to two dimensions");
}

tensor values_of(const tensor_source& source, tile_format format, const char* format_name, uint32_t rows, uint32_t cols,
                 uint64_t seed) {
  if (!source.file.empty()) {
    if (!is_integer(format)) return read_npy(source.file);
    const integer_range range = range_of(format);
    return read_npy_integers(source.file, range.least, range.largest, format_name);
  }
  if (source.test_data) return whole(test_operand(rows, cols, seed, format));
  tensor t(rows, cols);
  t.integers = is_integer(format);
  float value = static_cast<float>(*source.value);
  if (t.integers) {
    const auto bits = static_cast<uint32_t>(static_cast<int64_t>(*source.value));
    std::memcpy(&value, &bits, sizeof value);
  }
  std::fill(t.data.begin(), t.data.end(), value);
  return t;
}

const char* npy_type(tile_format format) {
  switch (format) {
    case tile_format::int8: return "|i1";
    case tile_format::int16: return "<i2";
    case tile_format::int32:
    case tile_format::twos_int32: return "<i4";
    case tile_format::uint8: return "|u1";
    case tile_format::uint16: return "<u2";
    case tile_format::uint32: return "<u4";
    default: return nullptr;
  }
}

float missing_in_array(tile_format format) {
  const char* type = npy_type(format);
  if (!type) return missing_datum(format);
  const int64_t least = -(int64_t{1} << (8 * (type[2] - '0') - 1));
  const auto bits = static_cast<uint32_t>(type[1] == 'u' ? -1 : least);
  float datum;
  std::memcpy(&datum, &bits, sizeof datum);
  return datum;
}

}  // namespace tensix
