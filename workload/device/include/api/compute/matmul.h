// SPDX-License-Identifier: Apache-2.0
// Products of tiles on the matrix unit: Dst += in0 x in1. Cycles of a product of tiles, by --fidelity:
// LoFi 18, HiFi2 35, HiFi3 51, HiFi4 67.
#pragma once
#include "api/compute/common.h"
#include "tensix/matmul.h"

namespace ckernel {

namespace detail {
ALWI void mm_short(uint32_t in0, uint32_t in1, tensix::device::matmul_shape s) {
  using namespace tensix::device;
  use_formats(in1, in0, src_format(in1, in0), false, s.transpose);
  if constexpr (unpacks) init_unpack_matmul(in0, in1, s);
  if constexpr (computes) init_math_matmul(s);
}
}  // namespace detail

// At the start of a kernel: everything for matmul_block of blocks of rt_dim x ct_dim tiles of Dst, from buffers in0_cb_id (in
// rows of kt_dim tiles) and in1_cb_id, packed to out_cb_id. `transpose`: each tile of in1 is. About 300 cycles, once.
ALWI void mm_block_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t out_cb_id, uint32_t transpose = 0, uint32_t ct_dim = 1,
                        uint32_t rt_dim = 1, uint32_t kt_dim = 1, uint32_t = 0) {
  called();
  using namespace tensix::device;
  check_buffer(in0_cb_id, 0);
  check_buffer(in1_cb_id, 0);
  configure(in1_cb_id, in0_cb_id, src_format(in1_cb_id, in0_cb_id), out_cb_id, transpose != 0);
  detail::mm_short(in0_cb_id, in1_cb_id, {ct_dim, rt_dim, kt_dim, transpose != 0});
}
ALWI void mm_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t out_cb_id, uint32_t transpose = 0, uint32_t = 0) {
  called();
  mm_block_init(in0_cb_id, in1_cb_id, out_cb_id, transpose, 1, 1, 1);
}
// Back to products after another operation. Formats change if those of the buffers do.
ALWI void mm_init_short(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0, uint32_t = 0) {
  called();
  detail::mm_short(in0_cb_id, in1_cb_id, {1, 1, 1, transpose != 0});
}
ALWI void mm_init_short_with_dt(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t c_in_old_srca, uint32_t transpose = 0) {
  called();
  (void)c_in_old_srca;
  mm_init_short(in0_cb_id, in1_cb_id, transpose);
}
ALWI void mm_block_init_short(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0, uint32_t ct_dim = 1,
                              uint32_t rt_dim = 1, uint32_t kt_dim = 1, uint32_t = 0) {
  called();
  detail::mm_short(in0_cb_id, in1_cb_id, {ct_dim, rt_dim, kt_dim, transpose != 0});
}
ALWI void mm_block_init_short_with_dt(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t old_in1_cb_id, uint32_t transpose = 0,
                                      uint32_t ct_dim = 1, uint32_t rt_dim = 1, uint32_t kt_dim = 1, uint32_t = 0) {
  called();
  (void)old_in1_cb_id;
  mm_block_init_short(in0_cb_id, in1_cb_id, transpose, ct_dim, rt_dim, kt_dim);
}
ALWI void mm_block_init_short_with_both_dt(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t old_in0_cb_id,
                                           uint32_t old_in1_cb_id, uint32_t transpose = 0, uint32_t ct_dim = 1,
                                           uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
  called();
  (void)old_in0_cb_id, (void)old_in1_cb_id;
  mm_block_init_short(in0_cb_id, in1_cb_id, transpose, ct_dim, rt_dim, kt_dim);
}
// The same by the names of 2026: after compute_kernel_hw_startup<SrcOrder::Reverse>.
ALWI void matmul_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0, uint32_t = 0) {
  called();
  mm_init_short(in0_cb_id, in1_cb_id, transpose);
}
ALWI void matmul_block_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0, uint32_t ct_dim = 1,
                            uint32_t rt_dim = 1, uint32_t kt_dim = 1, uint32_t = 0) {
  called();
  mm_block_init_short(in0_cb_id, in1_cb_id, transpose, ct_dim, rt_dim, kt_dim);
}

namespace detail {
ALWI void mm_unpack(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index, uint32_t in1_tile_index,
                    tensix::device::matmul_shape s) {
  using namespace tensix::device;
  const uint32_t tile0 = front_tile(in0_cb_id, in0_tile_index), tile1 = front_tile(in1_cb_id, in1_tile_index);
  if constexpr (checked) {
    front_tile(in0_cb_id, in0_tile_index + (s.rt - 1) * s.kt);
    front_tile(in1_cb_id, in1_tile_index + s.ct - 1);
    check_unpacking(unpacker.op == unpacking::matmul && unpacker.op_mode == (s.holds_in0() ? 0 : 1));
    check_operand(in0_cb_id, operands.b);
    check_operand(in1_cb_id, operands.a);
  }
  if (s.ct == 1 && s.rt == 1) unpack_matmul_tile(tile0, tile1);
  else unpack_matmul_block(tile0, tile_units(in0_cb_id), tile1, tile_units(in1_cb_id), s);
}
// What is transposed is init's to say.
ALWI void mm_math(uint32_t idst, tensix::device::matmul_shape s) {
  using namespace tensix::device;
  check_math(matrix.op == operation::matmul && matrix.op_mode % 4 == s.math_mode() % 4, idst);
  check(idst + s.ct * s.rt <= dst_tiles, misuse::block_too_large, s.rt, s.ct, idst);
  math_matmul_block(idst, s);
}
}  // namespace detail

// A block: for each r < rt_dim, c < ct_dim
//   Dst tile idst + r ct_dim + c += tile in0_tile_index + r kt_dim of in0 x tile in1_tile_index + c of in1.
// A tile of one operand is unpacked once for all tiles of Dst that need it: fewer bytes than matmul_tiles.
ALWI void matmul_block(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index, uint32_t in1_tile_index, uint32_t idst,
                       uint32_t transpose, uint32_t ct_dim, uint32_t rt_dim, uint32_t kt_dim, uint32_t = 0) {
  called();
  const tensix::device::matmul_shape s{ct_dim, rt_dim, kt_dim, transpose != 0};
  if constexpr (tensix::device::unpacks) detail::mm_unpack(in0_cb_id, in1_cb_id, in0_tile_index, in1_tile_index, s);
  if constexpr (tensix::device::computes) detail::mm_math(idst, s);
}
// Dst tile idst += tile in0_tile_index of in0 x tile in1_tile_index of in1.
ALWI void matmul_tiles(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index, uint32_t in1_tile_index,
                       uint32_t idst) {
  called();
  matmul_block(in0_cb_id, in1_cb_id, in0_tile_index, in1_tile_index, idst, 0, 1, 1, 1);
}
ALWI void matmul_tiles(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index, uint32_t in1_tile_index, uint32_t idst,
                       uint32_t transpose) {
  called();
  matmul_block(in0_cb_id, in1_cb_id, in0_tile_index, in1_tile_index, idst, transpose, 1, 1, 1);
}

// T1's part alone: what is in SrcA and SrcB.
template <uint32_t num_faces = 4>
ALWI void matmul_tiles_math(uint32_t idst) {
  called();
  static_assert(num_faces == 4, "tiles are 32x32");
  if constexpr (tensix::device::computes) detail::mm_math(idst, {});
}
// As matmul_block's; the throttle that TT-Metalium's firmware may switch on is off.
ALWI void matmul_block_math_dynamic_throttle(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t idst, uint32_t transpose,
                                             uint32_t ct_dim, uint32_t rt_dim) {
  called();
  (void)in0_cb_id, (void)in1_cb_id;
  if constexpr (tensix::device::computes) detail::mm_math(idst, {ct_dim, rt_dim, 1, transpose != 0});
}

}  // namespace ckernel
using namespace ckernel;

#include "llk/matmul.h"
