// Sum, difference and product of a tile with a tile of which one row, one column or one datum counts for all. ROW: a row of in1
// for each row; COL: column 0 for each column; SCALAR: its first datum. Costs as in eltwise_binary.h; a row takes as many bytes
// as a tile.
#pragma once
#include "api/compute/eltwise_binary.h"

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

}  // namespace ckernel
using namespace ckernel;
