// SPDX-License-Identifier: Apache-2.0
// Tensors as tiles in L1: 32x32 datums, four 16x16 faces row by row, each face row-major; block formats have the section of
// shared exponents (64 bytes, one for 16 datums) in front of the mantissas. There is no tile header in memory: hardware skips
// 16 bytes in front of a tile, so a tile at byte address A is configured as A/16 - 1. No SystemC.
#pragma once
#include <cstdint>
#include <string>

#include "models/formats/data_format.h"
#include "workload/tensors/tensor.h"

namespace tensix {

inline constexpr uint32_t tile_dim = 32, face_dim = 16, tile_datums = 1024, face_datums = 256;

// fp8: one sign, five exponent, two mantissa bits; fp8_e4m3: four and three. int8, int16 and int32 are sign and magnitude, as units
// compute with them; the integers of a kernel of one's own, which pass as they are, are twos_int32 and the unsigned ones.
enum class tile_format : uint8_t {
  bf16,
  fp16,
  fp32,
  bfp8,
  bfp4,
  bfp2,
  tf32,
  fp8,
  fp8_e4m3,
  int8,
  int32,
  int16,
  twos_int32,
  uint8,
  uint16,
  uint32
};
// Those of built-in kernels.
inline constexpr tile_format all_tile_formats[] = {
    tile_format::bf16, tile_format::fp16, tile_format::fp32,     tile_format::bfp8, tile_format::bfp4, tile_format::bfp2,
    tile_format::tf32, tile_format::fp8,  tile_format::fp8_e4m3, tile_format::int8, tile_format::int32};
const char* name(tile_format format);                 // "bf16", ...
tile_format parse_tile_format(const std::string& s);  // throws std::invalid_argument naming the known ones
data_format hardware_format(tile_format format);
inline uint32_t tile_bytes(tile_format format) { return tile_bytes(hardware_format(format), tile_datums); }
inline bool is_integer(tile_format f) { return f >= tile_format::int8; }
struct integer_range {
  int64_t least, largest;
};
integer_range range_of(tile_format format);  // of a format of integers
inline uint32_t configured_address(uint32_t byte_address) { return byte_address / 16 - 1; }

// Where element (r, c) of a tile lies among its 1024 datums.
constexpr uint32_t datum_index(uint32_t r, uint32_t c) {
  return ((r / face_dim) * 2 + c / face_dim) * face_datums + (r % face_dim) * face_dim + c % face_dim;
}

// Tiles that cover `elements` rows or columns.
constexpr uint32_t tiles_along(uint32_t elements) { return elements / tile_dim + (elements % tile_dim != 0 ? 1 : 0); }

// A tensor cut into tiles, padded with zeroes to whole tiles.
struct tile_grid {
  uint32_t rows = 0, cols = 0;  // of the tensor
  uint32_t tile_rows = 0, tile_cols = 0;
  tile_grid() = default;
  tile_grid(uint32_t rows_, uint32_t cols_)
      : rows(rows_), cols(cols_), tile_rows(tiles_along(rows_)), tile_cols(tiles_along(cols_)) {}
  uint64_t tiles() const { return static_cast<uint64_t>(tile_rows) * tile_cols; }
  bool padded() const { return rows % tile_dim != 0 || cols % tile_dim != 0; }
};

// Tile (tile_row, tile_col) of `t` to and from its L1 bytes. Values are rounded to the nearest even and saturate at the largest
// that the format holds (FP16 65504, FP8 57344, E4M3 448, of integers that of range_of()); block floats take the largest exponent of each 16 datums.
// Not-a-number becomes a large normal, as the hardware would read it; of integers the largest.
void encode_tile(const tensor& t, uint32_t tile_row, uint32_t tile_col, tile_format format, uint8_t* bytes);
void decode_tile(const uint8_t* bytes, tile_format format, uint32_t tile_row, uint32_t tile_col, tensor& t);
// The same of 32x32 values, row by row; of one row of them.
void encode_tile(const float* values, tile_format format, uint8_t* bytes);
void decode_tile(const uint8_t* bytes, tile_format format, float* values);
void decode_tile_row(const uint8_t* bytes, tile_format format, uint32_t row, float* values);
// The same of integers, saturated: bits of int32_t, of uint32 those of uint32_t, in the place of `values`.
void encode_integers(const float* bits, tile_format format, uint8_t* bytes);
void decode_integer_row(const uint8_t* bytes, tile_format format, uint32_t row, float* bits);
// What stands in a result for a datum that has not come out: not-a-number; of integers the bits of the least int32_t.
float missing_datum(tile_format format);
// What is left of a row of a tile after a trip through L1 in `format`.
void quantize_row(tile_format format, float* values);
// The same of a whole tensor.
tensor quantize(const tensor& t, tile_format format);

}  // namespace tensix
