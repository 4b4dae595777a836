// SPDX-License-Identifier: Apache-2.0
// Sum, difference and product of a tile with a tile of which one row, one column or one datum counts for all. ROW: a row of in1
// for each row; COL: column 0 for each column; SCALAR: its first datum. Costs as in eltwise_binary.h; a row takes as many bytes
// as a tile.
#pragma once
#include "api/compute/eltwise_binary.h"
#include "api/compute/tile_move_copy.h"
#include "tensix/broadcast.h"

namespace ckernel {

// Full initialisation for one operation, at the start of a kernel.
template <EltwiseBinaryType tBcastOp, BroadcastType tBcastDim>
void init_bcast(uint32_t icb0, uint32_t icb1, uint32_t ocb, uint32_t = 0) {
  called();
  binary_op_init_common(icb0, icb1, ocb);
  detail::binary_short<tBcastOp, tBcastDim>(icb0, icb1, false);
}

// Dst tile idst = tile itile0 of icb0 (+, -) the row, column or datum of tile itile1 of icb1; products are added to what is in Dst
// (zeros after tile_regs_acquire). ROW: row bcast_row_idx of the tile, 0 only of formats with common exponents.
template <EltwiseBinaryType tBcastOp, BroadcastType tBcastDim>
ALWI void any_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                          uint32_t bcast_row_idx = 0) {
  called();
  detail::binary<tBcastOp, tBcastDim>(icb0, icb1, itile0, itile1, idst, bcast_row_idx);
}

// For each operation and each kind of broadcast:
//   add_bcast_rows_init_short       what the next operation is
//   add_tiles_bcast_rows            the operation
//   add_tiles_bcast<BroadcastType>  the same
#define TENSIX_BCAST_KIND(op, code, kind, dim)                                           \
  ALWI void op##_bcast_##kind##_init_short(uint32_t icb0, uint32_t icb1, uint32_t = 0) { \
    called();                                                                            \
    detail::binary_short<code, BroadcastType::dim>(icb0, icb1, false);                   \
  }
#define TENSIX_BCAST_CALL(op, code, kind, dim)                                                                       \
  ALWI void op##_tiles_bcast_##kind(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst) { \
    called();                                                                                                        \
    detail::binary<code, BroadcastType::dim>(icb0, icb1, itile0, itile1, idst);                                      \
  }
#define TENSIX_BCAST(op, code)                                                                                   \
  TENSIX_BCAST_KIND(op, code, rows, ROW)                                                                         \
  TENSIX_BCAST_KIND(op, code, cols, COL)                                                                         \
  TENSIX_BCAST_KIND(op, code, scalar, SCALAR)                                                                    \
  TENSIX_BCAST_CALL(op, code, cols, COL)                                                                         \
  TENSIX_BCAST_CALL(op, code, scalar, SCALAR)                                                                    \
  ALWI void op##_tiles_bcast_rows(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst, \
                                  uint32_t bcast_row_idx = 0) {                                                  \
    called();                                                                                                    \
    detail::binary<code, BroadcastType::ROW>(icb0, icb1, itile0, itile1, idst, bcast_row_idx);                   \
  }                                                                                                              \
  ALWI void op##_tiles_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1, uint32_t = 0) {                     \
    called();                                                                                                    \
    op##_bcast_scalar_init_short(icb0, icb1);                                                                    \
  }                                                                                                              \
  template <BroadcastType tBcastDim>                                                                             \
  ALWI void op##_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,      \
                             uint32_t bcast_row_idx = 0) {                                                       \
    called();                                                                                                    \
    detail::binary<code, tBcastDim>(icb0, icb1, itile0, itile1, idst, bcast_row_idx);                            \
  }
TENSIX_BCAST(add, ELWADD)
TENSIX_BCAST(sub, ELWSUB)
TENSIX_BCAST(mul, ELWMUL)
#undef TENSIX_BCAST
#undef TENSIX_BCAST_CALL
#undef TENSIX_BCAST_KIND

namespace detail {
template <BroadcastType kind>
ALWI void unary_bcast_short(uint32_t icb) {
  using namespace tensix::device;
  const bool to_dst = goes_to_dst(icb);
  if constexpr (kind == BroadcastType::NONE) {
    copy_init(icb, to_dst, false, false);
  } else {
    constexpr auto how = static_cast<broadcast>(kind);
    use_formats(icb, icb, to_dst ? dst_format(icb) : src_format(icb, icb), to_dst);
    if constexpr (unpacks) {
      const uint32_t mode = static_cast<uint32_t>(how) | (to_dst ? broadcast_to_dst : 0);
      if (unpacker.op != unpacking::broadcast || unpacker.op_mode != mode) set_unpack_broadcast<how>(to_dst);
    }
    if constexpr (computes) broadcast_program<how>::init(to_dst);
  }
}
}  // namespace detail

// At the start of a kernel, and later on: copies of tiles of icb of which one row, column or datum counts, packed to ocb. 32-bit
// datums go straight into a 32-bit Dst, unchanged.
template <BroadcastType bcast_type>
ALWI void unary_bcast_init(uint32_t icb, uint32_t ocb, uint32_t = 0) {
  called();
  using namespace tensix::device;
  check_buffer(icb, 0);
  configure(icb, icb, src_format(icb, icb), ocb);
  detail::unary_bcast_short<bcast_type>(icb);
}
// Dst tile dst_tile_index = row 0 (ROW), column 0 (COL) or the first datum (SCALAR) of tile in_tile_index of icb, repeated; NONE: the
// tile. About 25 cycles; 32-bit datums about 110.
template <BroadcastType bcast_type>
ALWI void unary_bcast(uint32_t icb, uint32_t in_tile_index, uint32_t dst_tile_index) {
  called();
  using namespace tensix::device;
  if constexpr (bcast_type == BroadcastType::NONE) {
    copy_tile(icb, in_tile_index, dst_tile_index);
  } else {
    constexpr auto how = static_cast<broadcast>(bcast_type);
    if constexpr (unpacks) {
      const uint32_t tile = front_tile(icb, in_tile_index);
      check_unpacking(unpacker.op == unpacking::broadcast && unpacker.op_mode % 4 == static_cast<uint32_t>(how));
      check_operand(icb, operands.a);
      unpack_broadcast(tile, dst_tile_index);
    }
    if constexpr (computes) {
      check_math(matrix.op == operation::broadcast && matrix.op_mode == static_cast<uint32_t>(how), dst_tile_index);
      if (goes_to_dst(icb)) broadcast_program<how>::run_in_dst(dst_tile_index);
      else broadcast_program<how>::run(dst_tile_index);
    }
  }
}
template <BroadcastType bcast_type>
ALWI void unary_bcast_uninit(uint32_t icb) {
  called();
  (void)icb;
}
// From one kind, and buffers, to others.
template <BroadcastType old_bcast_type, BroadcastType new_bcast_type>
void reconfigure_unary_bcast(uint32_t old_icb, uint32_t new_icb, uint32_t old_ocb, uint32_t new_ocb) {
  called();
  (void)old_icb, (void)old_ocb;
  tensix::device::check_buffer(new_icb, 0);
  detail::unary_bcast_short<new_bcast_type>(new_icb);
  pack_reconfig_data_format(new_ocb);
}

}  // namespace ckernel
using namespace ckernel;

#include "llk/copy.h"
