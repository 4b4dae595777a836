// SPDX-License-Identifier: Apache-2.0
// A call of each form that TT-Metalium's headers allow, by their types: tests/device/forms_test.py knows what comes out. Buffers 0, 1: two
// tiles each; 2: ones; 16: results, a tile each; 17: rows.
#include "api/compute/matmul.h"
#include "api/compute/pack_untilize.h"
#include "compute_kernel_api.h"

constexpr auto a = tt::CBIndex::c_0, b = tt::CBIndex::c_1, ones = tt::CBIndex::c_2, out = tt::CBIndex::c_16,
               rows = tt::CBIndex::c_17;
using init3 = void(uint32_t, uint32_t, uint32_t);
using compute5 = void(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
using compute6 = void(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);

template <class Compute>
void result(Compute compute) {
  tile_regs_acquire();
  compute();
  tile_regs_commit();
  cb_reserve_back(out, 1);
  tile_regs_wait();
  pack_tile(0, out);
  cb_push_back(out, 1);
  tile_regs_release();
}
struct step {
  init3* init;
  compute5* five;
  compute6* six;
};
constexpr step steps[] = {{mul_tiles_init, mul_tiles, nullptr},
                          {add_bcast_cols_init_short, nullptr, add_tiles_bcast<BroadcastType::COL>},
                          {sub_tiles_bcast_scalar_init_short, sub_tiles_bcast_scalar, nullptr},
                          {mul_bcast_rows_init_short, nullptr, mul_tiles_bcast_rows}};
template <uint32_t i>
void run_step() {
  steps[i].init(a, b, __builtin_LINE());
  result([] {
    if constexpr (steps[i].five) steps[i].five(a, b, 0, 1, 0);
    else steps[i].six(a, b, 0, 1, 0, 0);
  });
}

void kernel_main() {
  compute_kernel_hw_startup<SrcOrder::Reverse>(a, b, out);
  cb_wait_front(a, 2);
  cb_wait_front(b, 2);
  cb_wait_front(ones, 1);
  matmul_init(a, b);
  result([] { matmul_tiles(a, b, 0, 1, 0); });
  matmul_block_init(a, b, 0, 2, 1, 1);
  result([] { matmul_block(a, b, 0, 0, 0, 0, 2, 1, 1); });
  mm_block_init_short_with_both_dt(a, b, ones, ones, 0, 1, 2, 1);
  result([] {
    UNPACK((llk_unpack_AB_matmul(a, b, 0, 1, 1, 2, 1)));
    matmul_block_math_dynamic_throttle(a, b, 0, 0, 1, 2);
  });
  reconfig_data_format<true>(a, b);
  reconfig_data_format_srca<false, true>(ones, a);
  pack_reconfig_data_format<true>(out);
  run_step<0>();
  run_step<1>();
  run_step<2>();
  run_step<3>();
  binary_tiles_init<false, ELWSUB>(a, b, false);
  result([] { sub_tiles(a, b, 1, 1, 0); });
  reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW, true>(a, ones, out);
  result([] { reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW, true>(a, ones, 1, 0, 0); });
  reduce_uninit<true>(a);

  // By the lower layer. In a 32-bit Dst T0 has to know which half of it is T1's: tile_regs_commit says so on all cores.
  UNPACK((llk_unpack_A_init<BroadcastType::NONE, false, EltwiseBinaryReuseDestType::NONE, UnpackToDestEn>(0, 0, a)));
  MATH((llk_math_eltwise_unary_datacopy_init<A2D, DST_ACCUM_MODE, BroadcastType::NONE>(a)));
  UNPACK((llk_unpack_A<BroadcastType::NONE, false, EltwiseBinaryReuseDestType::NONE, UnpackToDestEn>(a, 1)));
  if constexpr (DST_ACCUM_MODE) tile_regs_acquire();
  else {
    MATH((llk_math_wait_for_dest_available()));
  }
  MATH((llk_math_eltwise_unary_datacopy<A2D, DST_ACCUM_MODE, BroadcastType::NONE, UnpackToDestEn>(0, a)));
  UNPACK((llk_unpack_AB_init<BroadcastType::ROW>(a, b)));
  MATH((llk_math_eltwise_binary_init<ELWSUB, BroadcastType::ROW, MATH_FIDELITY>(1)));
  UNPACK((llk_unpack_AB<BroadcastType::ROW>(a, b, 0, 1)));
  MATH((llk_math_eltwise_binary<ELWSUB, BroadcastType::ROW, DST_ACCUM_MODE, MATH_FIDELITY>(a, b, 0, true)));
  if constexpr (DST_ACCUM_MODE) tile_regs_commit();
  else {
    MATH((llk_math_dest_section_done<DST_ACCUM_MODE>()));
  }
  PACK((llk_wait_for_free_tiles<false, false, false>(out, 1)));
  if constexpr (DST_ACCUM_MODE) tile_regs_wait();
  else {
    PACK((llk_packer_wait_for_math_done()));
  }
  PACK((llk_pack_relu_config(ReluType::ZERO_RELU)));
  PACK((llk_pack<DST_ACCUM_MODE, false, false>(0, out)));
  PACK((llk_pack_relu_config(ReluType::NO_RELU)));
  PACK((llk_pack_dest_section_done<DST_ACCUM_MODE>()));
  PACK((llk_push_tiles<false, false>(out, 1)));

  // Rows, each way to them: the two tiles of a.
  pack_reconfig_data_format(rows);
  untilize_init(a);
  cb_reserve_back(rows, 2);
  untilize_block<2>(a, 2, rows);
  cb_push_back(rows, 2);
  untilize_uninit(a);
  pack_untilize_init<2>(a, rows);
  cb_reserve_back(rows, 2);
  pack_untilize_block<2, 2>(a, 1, rows);
  cb_push_back(rows, 2);
  pack_untilize_uninit(rows);
  pack_untilize_dest_init<1, 2, false, TILE_C_DIM>(rows, 16, 4);
  copy_tile_to_dst_init_short_with_dt(b, a);
  cb_reserve_back(rows, 2);
  for (uint32_t t = 0; t < 2; ++t) {
    tile_regs_acquire();
    copy_block_matmul_partials(a, t, 1, 1);
    tile_regs_commit();
    tile_regs_wait();
    pack_untilize_dest<1, 2, false, false, TILE_C_DIM, 1>(rows, 1, t, 16, 4, 0);
    tile_regs_release();
  }
  cb_push_back(rows, 2);
  pack_untilize_uninit(rows);
}
