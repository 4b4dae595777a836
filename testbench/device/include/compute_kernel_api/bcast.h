// Sum, difference and product of a tile with a tile of which one row, one column or one datum counts for all. ROW: row 0 of in1
// for each row; COL: column 0 for each column; SCALAR: its first datum. Costs as in eltwise_binary.h; a row takes as many bytes
// as a tile.
#pragma once
#include "compute_kernel_api/eltwise_binary.h"

namespace ckernel {

// Full initialisation for one operation, at the start of a kernel.
template <EltwiseBinaryType tBcastOp, BroadcastType tBcastDim>
ALWI void init_bcast(uint32_t icb0, uint32_t icb1, uint32_t ocb, place caller = here()) {
  binary_op_init_common(icb0, icb1, ocb, caller);
  detail::binary_short<tBcastOp, tBcastDim>(icb0, icb1, false, caller);
}

// What the next operation is.
ALWI void add_bcast_rows_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  detail::binary_short<ELWADD, BroadcastType::ROW>(icb0, icb1, false, caller);
}
ALWI void add_bcast_cols_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  detail::binary_short<ELWADD, BroadcastType::COL>(icb0, icb1, false, caller);
}
ALWI void add_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  detail::binary_short<ELWADD, BroadcastType::SCALAR>(icb0, icb1, false, caller);
}
ALWI void sub_bcast_rows_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  detail::binary_short<ELWSUB, BroadcastType::ROW>(icb0, icb1, false, caller);
}
ALWI void sub_bcast_cols_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  detail::binary_short<ELWSUB, BroadcastType::COL>(icb0, icb1, false, caller);
}
ALWI void sub_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  detail::binary_short<ELWSUB, BroadcastType::SCALAR>(icb0, icb1, false, caller);
}
ALWI void mul_bcast_rows_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  detail::binary_short<ELWMUL, BroadcastType::ROW>(icb0, icb1, false, caller);
}
ALWI void mul_bcast_cols_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  detail::binary_short<ELWMUL, BroadcastType::COL>(icb0, icb1, false, caller);
}
ALWI void mul_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  detail::binary_short<ELWMUL, BroadcastType::SCALAR>(icb0, icb1, false, caller);
}
ALWI void add_tiles_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  add_bcast_scalar_init_short(icb0, icb1, caller);
}
ALWI void sub_tiles_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  sub_bcast_scalar_init_short(icb0, icb1, caller);
}
ALWI void mul_tiles_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1, place caller = here()) {
  mul_bcast_scalar_init_short(icb0, icb1, caller);
}

// Dst tile idst = tile itile0 of icb0 (+, -, x) the row, column or datum of tile itile1 of icb1.
template <BroadcastType tBcastDim>
ALWI void add_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                          place caller = here()) {
  detail::binary<ELWADD, tBcastDim>(icb0, icb1, itile0, itile1, idst, caller);
}
template <BroadcastType tBcastDim>
ALWI void sub_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                          place caller = here()) {
  detail::binary<ELWSUB, tBcastDim>(icb0, icb1, itile0, itile1, idst, caller);
}
template <BroadcastType tBcastDim>
ALWI void mul_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                          place caller = here()) {
  detail::binary<ELWMUL, tBcastDim>(icb0, icb1, itile0, itile1, idst, caller);
}
ALWI void add_tiles_bcast_rows(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                               place caller = here()) {
  add_tiles_bcast<BroadcastType::ROW>(icb0, icb1, itile0, itile1, idst, caller);
}
ALWI void add_tiles_bcast_cols(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                               place caller = here()) {
  add_tiles_bcast<BroadcastType::COL>(icb0, icb1, itile0, itile1, idst, caller);
}
ALWI void add_tiles_bcast_scalar(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                                 place caller = here()) {
  add_tiles_bcast<BroadcastType::SCALAR>(icb0, icb1, itile0, itile1, idst, caller);
}
ALWI void sub_tiles_bcast_rows(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                               place caller = here()) {
  sub_tiles_bcast<BroadcastType::ROW>(icb0, icb1, itile0, itile1, idst, caller);
}
ALWI void sub_tiles_bcast_cols(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                               place caller = here()) {
  sub_tiles_bcast<BroadcastType::COL>(icb0, icb1, itile0, itile1, idst, caller);
}
ALWI void sub_tiles_bcast_scalar(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                                 place caller = here()) {
  sub_tiles_bcast<BroadcastType::SCALAR>(icb0, icb1, itile0, itile1, idst, caller);
}
ALWI void mul_tiles_bcast_rows(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                               place caller = here()) {
  mul_tiles_bcast<BroadcastType::ROW>(icb0, icb1, itile0, itile1, idst, caller);
}
ALWI void mul_tiles_bcast_cols(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                               place caller = here()) {
  mul_tiles_bcast<BroadcastType::COL>(icb0, icb1, itile0, itile1, idst, caller);
}
ALWI void mul_tiles_bcast_scalar(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst,
                                 place caller = here()) {
  mul_tiles_bcast<BroadcastType::SCALAR>(icb0, icb1, itile0, itile1, idst, caller);
}

}  // namespace ckernel
using namespace ckernel;
