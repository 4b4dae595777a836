// SPDX-License-Identifier: Apache-2.0
// The sum of all products of two operands' datums, for several tiles at once.
#pragma once
#include "api/compute/bcast.h"
#include "api/compute/reduce.h"
#include "tensix/mul_reduce.h"

namespace ckernel {

// For buffers of the formats that are configured.
ALWI void mul_reduce_scalar_init(uint32_t icb0, uint32_t icb1) {
  called();
  llk_unpack_AB_init<BroadcastType::NONE>(icb0, icb1);
  llk_math_eltwise_binary_init<ELWMUL, BroadcastType::NONE>();
}
// The first datum of Dst tile 0 = scaler^2 x the sum of icb0 x icb1, datum by datum, of tiles 0 .. num_tiles - 1 (at most what Dst holds)
// of both; those tiles of Dst are used, and hold zeros before. The packer packs that datum, the rest as zeros, until uninit. About 130
// cycles a tile.
template <PoolType reduce_type = PoolType::SUM>
ALWI void mul_reduce_scalar_tile(uint32_t icb0, uint32_t icb1, uint32_t num_tiles, float scaler = 1.0f) {
  called();
  using namespace tensix::device;
  static_assert(reduce_type != PoolType::MAX && reduce_type != PoolType::MIN, "sums only");
  if constexpr (computes) {
    check_math(true, num_tiles - 1);
    ckernel::detail::binary_program<ELWMUL, BroadcastType::NONE>::init(false);
  }
  for (uint32_t t = 0; t < num_tiles; ++t) {
    if constexpr (unpacks) ckernel::detail::binary_unpack<BroadcastType::NONE>(icb0, icb1, t, t);
    if constexpr (computes) ckernel::detail::binary_math<ELWMUL, BroadcastType::NONE>(t);
  }
  if constexpr (unpacks) ttinsns<unpacr_zeros(0), unpacr_zeros(1)>();
  if constexpr (computes) dst_sum_program::run(num_tiles, __builtin_bit_cast(uint32_t, scaler));
  if constexpr (packs) pack_reduced<reduce_dim::scalar>();
}
ALWI void mul_reduce_scalar_uninit() {
  called();
  reduce_uninit();
}

}  // namespace ckernel
using namespace ckernel;
