// SPDX-License-Identifier: Apache-2.0
// Every function of integers of the compute API, once: results in the order of these lists. WORDS: c_0, c_1 and c_2 hold Int32 or UInt32,
// else UInt16.
#include "api/compute/add_int_sfpu.h"
#include "api/compute/binary_bitwise_sfpu.h"
#include "api/compute/binary_comp.h"
#include "api/compute/binary_fmod.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/binary_shift.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/div_int32_floor.h"
#include "api/compute/div_int32_sfpu.h"
#include "api/compute/eltwise_unary/bitwise_and.h"
#include "api/compute/eltwise_unary/bitwise_not.h"
#include "api/compute/eltwise_unary/bitwise_or.h"
#include "api/compute/eltwise_unary/bitwise_xor.h"
#include "api/compute/eltwise_unary/clamp.h"
#include "api/compute/eltwise_unary/comp.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/identity.h"
#include "api/compute/eltwise_unary/left_shift.h"
#include "api/compute/eltwise_unary/logical_not.h"
#include "api/compute/eltwise_unary/logical_not_noti.h"
#include "api/compute/eltwise_unary/right_shift.h"
#include "api/compute/eltwise_unary/rsub.h"
#include "api/compute/eltwise_unary/typecast.h"
#include "api/compute/eltwise_unary/where.h"
#include "api/compute/gcd.h"
#include "api/compute/lcm.h"
#include "api/compute/mask.h"
#include "api/compute/mul_int32_sfpu.h"
#include "api/compute/mul_int_sfpu.h"
#include "api/compute/quantization.h"
#include "api/compute/remainder_int32.h"
#include "api/compute/sub_int_sfpu.h"

#define RESULT(...)                  \
  tile_regs_acquire();               \
  copy_tile(CBIndex::c_0, 0, 0);     \
  copy_tile(CBIndex::c_1, 0, 1);     \
  copy_tile(CBIndex::c_2, 0, 2);     \
  __VA_ARGS__;                       \
  tile_regs_commit();                \
  cb_reserve_back(CBIndex::c_16, 1); \
  tile_regs_wait();                  \
  pack_tile(0, CBIndex::c_16);       \
  cb_push_back(CBIndex::c_16, 1);    \
  tile_regs_release();

namespace {

template <DataFormat f>
void two_tiles_of_any_format() {
  RESULT(add_int_tile_init(), add_int_tile<f>(0, 1, 0))
  RESULT(sub_int_tile_init(), sub_int_tile<f>(0, 1, 0))
  RESULT(rsub_int_tile_init(), rsub_int_tile<f>(0, 1, 0))
  RESULT(mul_int_tile_init<f>(), mul_int_tile<f>(0, 1, 0))
  RESULT(binary_bitwise_tile_init(), bitwise_and_binary_tile<f>(0, 1, 0))
  RESULT(bitwise_or_binary_tile<f>(0, 1, 0))
  RESULT(bitwise_xor_binary_tile<f>(0, 1, 0))
  RESULT(binary_shift_tile_init(), binary_left_shift_tile<f>(0, 1, 0))
  RESULT(binary_logical_right_shift_tile<f>(0, 1, 0))
  RESULT(logical_not_tile_init(), logical_not_tile<f>(0))
  RESULT(fill_tile_init(), fill_tile_int<f>(0, 40000))
}

void int32() {
  RESULT(binary_right_shift_tile<DataFormat::Int32>(0, 1, 0))
  RESULT(add_int32_tile(0, 1))
  RESULT(sub_int32_tile(0, 1))
  RESULT(rsub_int32_tile(0, 1))
  RESULT(mul_int32_tile_init(), mul_int32_tile(0, 1))
  RESULT(bitwise_and_binary_tile(1, 2, 0))
  RESULT(binary_left_shift_int32_tile(0, 1, 0))
  RESULT(binary_right_shift_int32_tile(0, 1, 0))
  RESULT(binary_max_int32_tile_init(), binary_max_int32_tile(0, 1, 0))
  RESULT(binary_min_int32_tile_init(), binary_min_int32_tile(0, 1, 0))
  RESULT(lt_int32_tile_init(), lt_int32_tile(0, 1, 0))
  RESULT(gt_int32_tile_init(), gt_int32_tile(0, 1, 0))
  RESULT(le_int32_tile_init(), le_int32_tile(0, 1, 0))
  RESULT(ge_int32_tile_init(), ge_int32_tile(0, 1, 0))
  RESULT(eq_int32_tile_init(), eq_int32_tile(0, 1, 0))
  RESULT(ne_int32_tile_init(), ne_int32_tile(0, 1, 0))
  RESULT(bitwise_and_tile_init(), bitwise_and_tile(0, 0x12345678))
  RESULT(bitwise_or_tile_init(), bitwise_or_tile(0, 0x8001))
  RESULT(bitwise_xor_tile_init(), bitwise_xor_tile(0, -7))
  RESULT(bitwise_not_tile_init(), bitwise_not_tile(0))
  RESULT(left_shift_tile_init(), left_shift_tile(0, 5))
  RESULT(right_shift_tile_init(), right_shift_tile(0, 3))
  RESULT(unary_lt_tile_init(), unary_lt_tile_int32(0, -3))
  RESULT(unary_gt_tile_init(), unary_gt_tile_int32(0, -3))
  RESULT(unary_le_tile_init(), unary_le_tile_int32(0, 3))
  RESULT(unary_ge_tile_init(), unary_ge_tile_int32(0, 3))
  RESULT(unary_eq_tile_init(), unary_eq_tile_int32(0, -3))
  RESULT(unary_ne_tile_init(), unary_ne_tile_int32(0, 3))
  RESULT(ltz_tile_init(), ltz_tile_int32(0))
  RESULT(gtz_tile_init(), gtz_tile_int32(0))
  RESULT(lez_tile_init(), lez_tile_int32(0))
  RESULT(gez_tile_init(), gez_tile_int32(0))
  RESULT(eqz_tile_init(), eqz_tile_int32(0))
  RESULT(nez_tile_init(), nez_tile_int32(0))
  RESULT(abs_tile_init(), abs_tile_int32(0))
  RESULT(negative_tile_init(), negative_tile_int32(0))
  RESULT(signbit_tile_init(), signbit_tile_int32(0))
  RESULT(relu_tile_init(), relu_tile_int32(0))
  RESULT(relu_max_tile_init(), relu_max_tile_int32(0, 0x40e00000))  // 7
  RESULT(relu_min_tile_init(), relu_min_tile_int32(0, 7))
  RESULT(clamp_tile_init(), clamp_tile_int32(0, -20, 30))
  RESULT(unary_max_int32_tile_init(), unary_max_int32_tile(0, -5))
  RESULT(unary_min_int32_tile_init(), unary_min_int32_tile(0, -5))
  RESULT(binop_with_scalar_tile_init(), add_unary_tile_int32(0, 100))
  RESULT(sub_unary_tile_int32(0, 100))
  RESULT(rsub_unary_int32_tile_init(), rsub_unary_int32_tile(0, 100))
  RESULT(logical_not_unary_tile_int32(0))
  RESULT(div_int32_floor_tile_init(), div_int32_floor_tile(0, 1, 0))
  RESULT(div_int32_trunc_tile_init(), div_int32_trunc_tile(0, 1, 0))
  RESULT(remainder_int32_tile_init(), remainder_int32_tile(0, 1, 0))
  RESULT(fmod_int32_tile_init(), fmod_int32_tile(0, 1, 0))
  RESULT(gcd_tile_init(), gcd_tile(0, 1, 0))
  RESULT(lcm_tile_init(), lcm_tile(0, 1, 0))
  RESULT(where_tile_init(), where_tile<DataFormat::Int32>(2, 0, 1, 0))
  RESULT(mask_tile_init(), mask_tile(1, 2, DataFormat::Int32), copy_dest_values_init(), copy_dest_values(1, 0))
  RESULT(fill_tile_bitcast(0, 0xc0490fdb))
  // Quotients of integers, floats, made integers.
  RESULT(div_int32_tile_init(), div_int32_tile(0, 1, 0), typecast_tile_init<0, 8>(), typecast_tile<0, 8>(0))
  RESULT(typecast_tile_init<8, 0>(), typecast_tile<8, 0>(0), fill_tile(1, 0.5f), quant_tile_init(0x3f800000),
         quant_tile(0, 1, 0))
  RESULT(fill_tile(1, 0.5f), requant_tile_init(0x3f800000), requant_tile(0, 1, 0))
  RESULT(bitwise_and_tile(0, 0xffff), fill_tile(1, 4.f), dequant_tile_init(0x3f800000), dequant_tile(0, 1, 0),
         typecast_tile<0, 8>(0))
}
void uint32() {
  RESULT(add_uint32_tile(0, 1, 0))
  RESULT(bitwise_or_uint32_binary_tile(0, 1, 0))
  RESULT(binary_max_uint32_tile_init(), binary_max_uint32_tile(0, 1, 0))
  RESULT(binary_min_uint32_tile_init(), binary_min_uint32_tile(0, 1, 0))
  RESULT(eqz_tile_uint32(0))
  RESULT(nez_tile_uint32(0))
  RESULT(logical_not_unary_tile_uint32(0))
  RESULT(identity_tile_init(), identity_tile_uint32(0))
}
void uint16() {
  RESULT(add_uint16_tile(0, 1, 0))
  RESULT(mul_uint16_tile_init(), mul_uint16_tile(0, 1, 0))
  RESULT(bitwise_xor_uint16_binary_tile(0, 1, 0))
  RESULT(binary_right_shift_tile<DataFormat::UInt16>(0, 1, 0))
  RESULT(eqz_tile_uint16(0))
  RESULT(nez_tile_uint16(0))
  RESULT(logical_not_unary_tile_uint16(0))
}

}  // namespace

void kernel_main() {
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  copy_tile_init(CBIndex::c_0);
  cb_wait_front(CBIndex::c_0, 1);
  cb_wait_front(CBIndex::c_1, 1);
  cb_wait_front(CBIndex::c_2, 1);
  constexpr auto format = static_cast<DataFormat>(get_compile_time_arg_val(0));
  two_tiles_of_any_format<format>();
#if WORDS
  if constexpr (format == DataFormat::Int32) int32();
  else uint32();
#else
  uint16();
#endif
  cb_pop_front(CBIndex::c_0, 1);
  cb_pop_front(CBIndex::c_1, 1);
  cb_pop_front(CBIndex::c_2, 1);
}
