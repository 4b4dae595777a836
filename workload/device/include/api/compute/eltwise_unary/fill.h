// SPDX-License-Identifier: Apache-2.0
// A tile of one number.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

ALWI void fill_tile_init() {}
// All of Dst tile `idst` becomes `value`, rounded to what Dst holds. A cycle for 32 datums.
ALWI void fill_tile(uint32_t idst, float value) {
  called();
  tensix::device::run_fill(idst, __builtin_bit_cast(uint32_t, value));
}
// The FP32 number that has these bits; a 16-bit Dst cuts off what it does not hold.
ALWI void fill_tile_bitcast(uint32_t idst, uint32_t fp32_bits) {
  called();
  tensix::device::run_fill_bits(idst, fp32_bits);
}
// An integer: Int32 or UInt32 with --fp32-dest, UInt16.
template <DataFormat data_format>
ALWI void fill_tile_int(uint32_t idst, uint32_t value) {
  static_assert(tensix::device::is_integer(data_format), "integers are Int32, UInt32 or UInt16");
  called();
  using namespace tensix::device;
  constexpr integer_format f = integers_of<data_format>;
  run_with_integer<integer_fill_words<f>, f>(idst, value);
}
ALWI void fill_tile_int(uint32_t idst, uint32_t value) {
  called();
  fill_tile_int<DataFormat::Int32>(idst, value);
}

}  // namespace ckernel
using namespace ckernel;
