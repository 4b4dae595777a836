// SPDX-License-Identifier: Apache-2.0
// Reductions by the vector unit: rows or columns of a tile in Dst to one of them.
#pragma once
#include "api/compute/common.h"
#include "llk_defs.h"
#include "tensix/vector_reduction.h"

namespace ckernel {

namespace detail {
constexpr bool is_integer(DataFormat f) { return f == DataFormat::Int32 || f == DataFormat::UInt32 || f == DataFormat::UInt16; }
template <PoolType type, DataFormat format>
using vector_reduction = tensix::device::vector_reduction<type == PoolType::SUM   ? tensix::vector::reduction::sum
                                                          : type == PoolType::AVG ? tensix::vector::reduction::average
                                                          : type == PoolType::MAX ? tensix::vector::reduction::larger
                                                                                  : tensix::vector::reduction::smaller,
                                                          !is_integer(format)           ? tensix::vector::datum_kind::floats
                                                          : format == DataFormat::Int32 ? tensix::vector::datum_kind::integers
                                                                                        : tensix::vector::datum_kind::naturals,
                                                          !is_integer(format)            ? tensix::vector::as_dst
                                                          : format == DataFormat::UInt16 ? tensix::vector::as_uint16
                                                                                         : tensix::vector::as_int32>;
}  // namespace detail

// Nothing to do.
template <PoolType pool_type, DataFormat format>
ALWI void sfpu_reduce_init() {
  called();
}

// REDUCE_COL: row 0 of Dst tile `idst` becomes the sum, the average (of integers towards zero), the larger or the smaller of all rows;
// MAX and MIN of rt_dim tiles one behind the other. REDUCE_ROW, SUM and MAX only: column 0 becomes that of all columns of ct_dim tiles one
// behind the other, for each of rt_dim such rows of tiles. Other rows and columns of the result's four (eight) lose what they have.
//
// Float32, Float16_b: what Dst has, added in FP32 and rounded once. Int32, UInt32 in a 32-bit Dst, UInt16: sums modulo 2^32 (2^16).
template <PoolType pool_type, DataFormat format, ReduceDim reduce_dim = ReduceDim::REDUCE_COL>
ALWI void sfpu_reduce(uint32_t idst, uint32_t ct_dim = 1, uint32_t rt_dim = 1) {
  static_assert(reduce_dim == ReduceDim::REDUCE_COL ||
                    (reduce_dim == ReduceDim::REDUCE_ROW && (pool_type == PoolType::SUM || pool_type == PoolType::MAX)),
                "columns; rows: sums and maxima only");
  static_assert(detail::is_integer(format) || format == DataFormat::Float32 || format == DataFormat::Float16_b,
                "of Float32, Float16_b, Int32, UInt32, UInt16");
  called();
  constexpr bool ordered = pool_type == PoolType::MAX || pool_type == PoolType::MIN,
                 to_row = reduce_dim == ReduceDim::REDUCE_COL;
  if constexpr (tensix::device::computes) {
    if constexpr (format == DataFormat::Int32 || format == DataFormat::UInt32) tensix::device::want_32_bits();
    tensix::device::check_math(true, idst);
    if constexpr (to_row) {
      const uint32_t tiles = ordered ? rt_dim : 1;
      tensix::device::check_dst_tile(idst + tiles - 1);
      detail::vector_reduction<pool_type, format>::to_row(idst, tiles);
    } else {
      tensix::device::check_dst_tile(idst + ct_dim * rt_dim - 1);
      for (uint32_t i = 0; i < rt_dim; ++i) detail::vector_reduction<pool_type, format>::to_column(idst + i * ct_dim, ct_dim);
    }
  }
}

// Nothing to do.
ALWI void sfpu_add_top_row_init() { called(); }
// Row 0 of Dst tile `dst_tile_out`: the sum of row 0 of the other two. Rows 1 to 3 as well.
template <DataFormat format>
ALWI void sfpu_add_top_row(uint32_t dst_tile_0, uint32_t dst_tile_1, uint32_t dst_tile_out) {
  static_assert(format == DataFormat::Float32 || format == DataFormat::Int32 || format == DataFormat::UInt32,
                "of Float32, Int32, UInt32");
  called();
  if constexpr (tensix::device::computes) {
    if constexpr (format != DataFormat::Float32) tensix::device::want_32_bits();
    tensix::device::check_math(true, dst_tile_0);
    tensix::device::check_dst_tile(dst_tile_1);
    tensix::device::check_dst_tile(dst_tile_out);
    detail::vector_reduction<PoolType::SUM, format>::add_rows(dst_tile_0, dst_tile_1, dst_tile_out);
  }
}

}  // namespace ckernel
using namespace ckernel;
