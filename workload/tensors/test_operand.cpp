// SPDX-License-Identifier: Apache-2.0
#include "workload/tensors/test_operand.h"

namespace tensix {
namespace {

// Test data that the input format holds exactly, so that the error shown is the computation's (bfp4, bfp2: that is near what it
// holds, which the reference takes).
unsigned significant_bits(tile_format format) {
  switch (format) {
    case tile_format::fp32: return 24;
    case tile_format::fp16:
    case tile_format::tf32: return 11;
    case tile_format::bf16:
    case tile_format::int32:
    case tile_format::int16:
    case tile_format::twos_int32:
    case tile_format::uint16:
    case tile_format::uint32: return 8;
    case tile_format::bfp8: return 7;
    case tile_format::fp8_e4m3: return 4;
    case tile_format::bfp4:
    case tile_format::fp8:
    case tile_format::uint8:
    case tile_format::int8: return 3;
    case tile_format::bfp2: return 1;
  }
  return 8;
}
// The smallest value is 2^-3 with as many bits behind it: makes integers of them, up to 112 and 4,080; of 16 bits, and of those
// without sign, up to nearly the largest.
float scale_of(tile_format format) {
  switch (format) {
    case tile_format::int8: return 32;
    case tile_format::uint8: return 64;
    case tile_format::int32:
    case tile_format::twos_int32: return 1024;
    case tile_format::int16: return 8192;
    case tile_format::uint16: return 16384;
    case tile_format::uint32: return 1 << 30;
    default: return 1;
  }
}

}  // namespace

operand test_operand(uint32_t rows, uint32_t cols, uint64_t seed, tile_format format, value_range range) {
  const bool without_sign = format == tile_format::uint8 || format == tile_format::uint16 || format == tile_format::uint32;
  if (without_sign && range != value_range::positive) range = value_range::not_negative;
  return {rows, cols, test_values(seed, significant_bits(format)), scale_of(format), range};
}

}  // namespace tensix
