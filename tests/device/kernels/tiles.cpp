// SPDX-License-Identifier: Apache-2.0
// Functions of floats of two and three tiles, c_0 to c_2, and of chance; results in this order.
#include "api/compute/binary_fmod.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/addcdiv.h"
#include "api/compute/eltwise_unary/addcmul.h"
#include "api/compute/eltwise_unary/dropout.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/lerp.h"
#include "api/compute/eltwise_unary/logical_not.h"
#include "api/compute/eltwise_unary/rand.h"
#include "api/compute/eltwise_unary/where.h"
#include "api/compute/mask.h"
#include "api/compute/xlogy.h"

#define RESULT(...)                  \
  tile_regs_acquire();               \
  copy_tile(CBIndex::c_0, 0, 0);     \
  copy_tile(CBIndex::c_1, 0, 1);     \
  copy_tile(CBIndex::c_2, 0, 2);     \
  __VA_ARGS__;                       \
  tile_regs_commit();                \
  cb_reserve_back(CBIndex::c_16, 1); \
  tile_regs_wait();                  \
  pack_tile(3, CBIndex::c_16);       \
  cb_push_back(CBIndex::c_16, 1);    \
  tile_regs_release();

void kernel_main() {
  constexpr auto format = static_cast<DataFormat>(get_compile_time_arg_val(0));
  constexpr uint32_t three_quarters = 0x3f400000, two = 0x40000000, minus_one = 0xbf800000, four = 0x40800000;
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  copy_tile_init(CBIndex::c_0);
  cb_wait_front(CBIndex::c_0, 1);
  cb_wait_front(CBIndex::c_1, 1);
  cb_wait_front(CBIndex::c_2, 1);
  RESULT(power_binary_tile_init(), power_binary_tile(0, 1, 3))
  RESULT(xlogy_binary_tile_init(), xlogy_binary_tile(1, 0, 3))
  RESULT(fmod_binary_tile_init(), fmod_binary_tile(0, 2, 3))
  RESULT(eq_binary_tile_init(), eq_binary_tile(0, 2, 3))
  RESULT(addcmul_tile_init(), addcmul_tile<format>(0, 1, 2, 3, three_quarters))
  RESULT(addcdiv_tile_init(), addcdiv_tile<format>(0, 1, 2, 3, three_quarters))
  RESULT(lerp_tile_init(), lerp_tile<format>(0, 1, 2, 3))
  RESULT(where_tile_init(), where_tile<format>(1, 0, 2, 3))
  RESULT(mask_tile_init(), where_tile<format>(0, 0, 0, 3), mask_tile(0, 1), where_tile<format>(2, 0, 0, 3))
  RESULT(mask_posinf_tile(0, 1), where_tile<format>(2, 0, 0, 3))
  RESULT(logical_not_tile_init(), logical_not_tile<format>(1), where_tile<format>(2, 1, 1, 3))
  RESULT(fill_tile_init(), fill_tile_bitcast(3, minus_one))
  RESULT(fill_tile(3, 0.f), binary_max_tile_init(), binary_max_tile(0, 1, 3, static_cast<int>(VectorMode::C)))
  RESULT(fill_tile(3, 0.f), binary_min_tile_init(), binary_min_tile(0, 1, 3, static_cast<int>(VectorMode::R)))
  RESULT(binary_max_tile(2, 1, 3))
  RESULT(div_binary_tile_init(), div_binary_tile(1, 2, 3))
  RESULT(rand_tile_init(5), rand_tile(3, minus_one, four))
  RESULT(rand_tile(3, minus_one, four))
  RESULT(rand_tile_init(5), rand_tile(3, minus_one, four))
  RESULT(fill_tile(3, 1.5f), dropout_kernel_init(9), dropout_tile(3, 0x40000000, two))
  cb_pop_front(CBIndex::c_0, 1);
  cb_pop_front(CBIndex::c_1, 1);
  cb_pop_front(CBIndex::c_2, 1);
}
