// SPDX-License-Identifier: Apache-2.0
// 1 where all bits of a datum are zero (-0 is not zero), else 0.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_conversion.h"

namespace ckernel {

TENSIX_INTEGER_INIT(logical_not_tile_init)
// Of integers (Int32 and UInt32 with --fp32-dest, UInt16) 1 or 0, of floats 1.0 or 0.0. 4 cycles for 32 datums, floats 5.
template <DataFormat data_format>
ALWI void logical_not_tile(uint32_t idst) {
  called();
  using namespace tensix::device;
  if constexpr (is_integer(data_format)) {
    constexpr integer_format f = integers_of<data_format>;
    run_on_integers<integer_zero_words<integer_operation::eq, f>, f>(idst);
  } else if constexpr (computes) {
    check_math(true, idst);
    run_steps<no_bits_words>(idst);
  }
}
// Older names (logical_not_noti.h).
ALWI void logical_not_unary_tile_int32(uint32_t idst) {
  called();
  logical_not_tile<DataFormat::Int32>(idst);
}
ALWI void logical_not_unary_tile_uint32(uint32_t idst) {
  called();
  logical_not_tile<DataFormat::UInt32>(idst);
}
ALWI void logical_not_unary_tile_uint16(uint32_t idst) {
  called();
  logical_not_tile<DataFormat::UInt16>(idst);
}

}  // namespace ckernel
using namespace ckernel;
