// Every function of integers on two tiles, results in the order of this list.
#include "compute_kernel_api.h"
#include "compute_kernel_api/add_int_sfpu.h"
#include "compute_kernel_api/binary_bitwise_sfpu.h"
#include "compute_kernel_api/binary_comp.h"
#include "compute_kernel_api/binary_max_min.h"
#include "compute_kernel_api/binary_shift.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/mul_int32_sfpu.h"
#include "compute_kernel_api/sub_int_sfpu.h"

#define RESULT(init, call)           \
  tile_regs_acquire();               \
  copy_tile(CBIndex::c_0, 0, 0);     \
  copy_tile(CBIndex::c_1, 0, 1);     \
  init();                            \
  call;                              \
  tile_regs_commit();                \
  cb_reserve_back(CBIndex::c_16, 1); \
  tile_regs_wait();                  \
  pack_tile(0, CBIndex::c_16);       \
  cb_push_back(CBIndex::c_16, 1);    \
  tile_regs_release();

void kernel_main() {
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  copy_tile_init(CBIndex::c_0);
  cb_wait_front(CBIndex::c_0, 1);
  cb_wait_front(CBIndex::c_1, 1);
  RESULT(add_int_tile_init, add_int32_tile(0, 1))
  RESULT(sub_int_tile_init, sub_int32_tile(0, 1, 0))
  RESULT(rsub_int_tile_init, rsub_int32_tile(0, 1))
  RESULT(mul_int32_tile_init, mul_int32_tile(0, 1))
  RESULT(binary_bitwise_tile_init, bitwise_and_binary_tile(0, 1))
  RESULT(binary_bitwise_tile_init, bitwise_or_binary_tile(0, 1))
  RESULT(binary_bitwise_tile_init, bitwise_xor_binary_tile(0, 1))
  RESULT(binary_shift_tile_init, binary_left_shift_tile(0, 1, 0))
  RESULT(binary_shift_tile_init, binary_right_shift_int32_tile(0, 1, 0))
  RESULT(binary_shift_tile_init, binary_logical_right_shift_tile(0, 1, 0))
  RESULT(binary_max_int32_tile_init, binary_max_int32_tile(0, 1, 0))
  RESULT(binary_min_int32_tile_init, binary_min_int32_tile(0, 1, 0))
  RESULT(lt_int32_tile_init, lt_int32_tile(0, 1, 0))
  RESULT(gt_int32_tile_init, gt_int32_tile(0, 1, 0))
  RESULT(le_int32_tile_init, le_int32_tile(0, 1, 0))
  RESULT(ge_int32_tile_init, ge_int32_tile(0, 1, 0))
  RESULT(eq_int32_tile_init, eq_int32_tile(0, 1, 0))
  RESULT(ne_int32_tile_init, ne_int32_tile(0, 1, 0))
  RESULT(bitwise_and_tile_init, bitwise_and_tile(0, 0x12345678))
  RESULT(bitwise_or_tile_init, bitwise_or_tile(0, 0x8001))
  RESULT(bitwise_xor_tile_init, bitwise_xor_tile(0, -7))
  RESULT(bitwise_not_tile_init, bitwise_not_tile(0))
  RESULT(left_shift_tile_init, left_shift_tile(0, 5))
  RESULT(right_shift_tile_init, right_shift_tile(0, 3))
  RESULT(unary_lt_tile_init, unary_lt_tile_int32(0, -3))
  RESULT(unary_ge_tile_init, unary_ge_tile_int32(0, -3))
  RESULT(unary_eq_tile_init, unary_eq_tile_int32(0, -3))
  RESULT(unary_ne_tile_init, unary_ne_tile_int32(0, 3))
  cb_pop_front(CBIndex::c_0, 1);
  cb_pop_front(CBIndex::c_1, 1);
}
