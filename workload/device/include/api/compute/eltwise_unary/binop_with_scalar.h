// SPDX-License-Identifier: Apache-2.0
// A tile and a number.
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_integers.h"

namespace ckernel {

// For all functions of this file.
ALWI void binop_with_scalar_tile_init() {}

// Dst tile `idst`, in its place: plus, minus, taken from, times a number, given by its bits as FP32. Rounded once; 5
// cycles for 32 datums (32-bit Dst: 4; the larger, the smaller 5).
ALWI void add_unary_tile(uint32_t idst, uint32_t fp32_bits) {
  called();
  tensix::device::run_with_scalar<tensix::vector::binary_operation::add>(idst, fp32_bits);
}
ALWI void sub_unary_tile(uint32_t idst, uint32_t fp32_bits) {
  called();
  tensix::device::run_with_scalar<tensix::vector::binary_operation::sub>(idst, fp32_bits);
}
ALWI void rsub_unary_tile(uint32_t idst, uint32_t fp32_bits) {
  called();
  tensix::device::run_with_scalar<tensix::vector::binary_operation::rsub>(idst, fp32_bits);
}
ALWI void mul_unary_tile(uint32_t idst, uint32_t fp32_bits) {
  called();
  tensix::device::run_with_scalar<tensix::vector::binary_operation::mul>(idst, fp32_bits);
}
// x divided by a number that is given by its reciprocal: x times `fp32_bits`.
ALWI void div_unary_tile(uint32_t idst, uint32_t fp32_bits) {
  called();
  mul_unary_tile(idst, fp32_bits);
}
// The larger, the smaller of a datum and the number.
ALWI void unary_max_tile_init() {}
ALWI void unary_min_tile_init() {}
ALWI void unary_max_tile(uint32_t idst, uint32_t fp32_bits) {
  called();
  tensix::device::run_with_scalar<tensix::vector::binary_operation::max>(idst, fp32_bits);
}
ALWI void unary_min_tile(uint32_t idst, uint32_t fp32_bits) {
  called();
  tensix::device::run_with_scalar<tensix::vector::binary_operation::min>(idst, fp32_bits);
}

// Of int32, with --fp32-dest, and a number of these.
TENSIX_INTEGER(add_unary_tile_int32, add)
TENSIX_INTEGER(sub_unary_tile_int32, sub)
TENSIX_INTEGER_INIT(unary_max_int32_tile_init)
TENSIX_INTEGER_INIT(unary_min_int32_tile_init)
TENSIX_INTEGER(unary_max_int32_tile, max)
TENSIX_INTEGER(unary_min_int32_tile, min)
TENSIX_INTEGER_INIT(unary_max_uint32_tile_init)
TENSIX_INTEGER_INIT(unary_min_uint32_tile_init)
TENSIX_INTEGER_AS(unary_max_uint32_tile, max, uint32)
TENSIX_INTEGER_AS(unary_min_uint32_tile, min, uint32)

}  // namespace ckernel
using namespace ckernel;
