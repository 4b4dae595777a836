// SPDX-License-Identifier: Apache-2.0
// Mean and variance of a tile's columns in one pass: Welford's algorithm, a row at a time, in FP32. What has been counted so far is in
// LReg 4 (mean) and LReg 5 (sum of squared distances from it) of the vector unit, a number for each of the 32 columns, until another
// function of that unit takes the registers.
//
// Reciprocals: number i of `reciprocal_lut` is 1 / (i + 1) as bits of FP32; for an empty array they are computed by the core, correctly
// rounded, which costs some 100 cycles each (i below 2^24).
#pragma once
#include <array>
#include <optional>

#include "api/compute/common.h"
#include "tensix/vector_welford.h"

namespace ckernel {

namespace detail {
template <uint32_t size, class Array>
ALWI auto reciprocals_of(const Array& table) {
  if constexpr (size == 0) return tensix::device::computed_reciprocals{};
  else return reinterpret_cast<tensix::device::known_reciprocals>(&table);
}
// Results and what is saved take two tiles.
ALWI void check_welford(uint32_t idst) {
  tensix::device::check_math(true, idst);
  tensix::device::check_dst_tile(idst + 1);
}
}  // namespace detail

// No numbers so far.
ALWI void welford_clear() {
  called();
  if constexpr (tensix::device::computes) tensix::device::issue<tensix::device::forget_numbers_words>();
}
ALWI void welford_init() {
  called();
  welford_clear();
}

// Counts all 32 rows of Dst tile `input_dst_idx`, which are numbers start_idx to start_idx + 31 of each column.
template <uint32_t reciprocal_size>
ALWI void welford_update(uint32_t input_dst_idx, uint32_t start_idx,
                         const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, input_dst_idx);
    tensix::device::run_welford(input_dst_idx, start_idx, 0, 32, detail::reciprocals_of<reciprocal_size>(reciprocal_lut));
  }
}
// Counts rows start_row to start_row + num_rows - 1, the first of which is number start_idx.
template <uint32_t reciprocal_size>
ALWI void welford_update_rows(uint32_t input_dst_idx, uint32_t start_idx, uint32_t start_row, uint32_t num_rows,
                              const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, input_dst_idx);
    tensix::device::run_welford(input_dst_idx, start_idx, start_row, start_row + num_rows,
                                detail::reciprocals_of<reciprocal_size>(reciprocal_lut));
  }
}

// What has been counted, to Dst tiles mean_dst_idx and mean_dst_idx + 1 and back: 32 numbers each, as eight in the even columns of the
// left face's rows 0 to 3. Of several groups: 4 x group_id rows further. A 16-bit Dst cuts off what does not fit.
ALWI void welford_save_state(uint32_t mean_dst_idx, uint32_t group_id) {
  called();
  if constexpr (tensix::device::computes) {
    detail::check_welford(mean_dst_idx);
    tensix::device::save_welford(mean_dst_idx, 4 * group_id);
  }
}
ALWI void welford_save_state(uint32_t mean_dst_idx) {
  called();
  welford_save_state(mean_dst_idx, 0);
}
ALWI void welford_restore_state(uint32_t mean_dst_idx, uint32_t group_id) {
  called();
  if constexpr (tensix::device::computes) {
    detail::check_welford(mean_dst_idx);
    tensix::device::restore_welford(mean_dst_idx, 4 * group_id);
  }
}
ALWI void welford_restore_state(uint32_t mean_dst_idx) {
  called();
  welford_restore_state(mean_dst_idx, 0);
}

// The mean to row 0 of Dst tile mean_dst_idx, the sum of squared distances / (scale_idx + 1), which is the variance if so many have been
// counted, to row 0 of the next tile. Rows 1 to 3 become zeros. What has been counted is forgotten.
template <size_t reciprocal_size>
ALWI void welford_finalize_to_row(uint32_t mean_dst_idx, uint32_t scale_idx,
                                  const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
  called();
  if constexpr (tensix::device::computes) {
    detail::check_welford(mean_dst_idx);
    tensix::device::finish_welford_as_row(mean_dst_idx, detail::reciprocals_of<reciprocal_size>(reciprocal_lut)[scale_idx]);
  }
}
// The same, stored as welford_save_state does.
template <size_t reciprocal_size>
ALWI void welford_finalize_to_face(uint32_t mean_dst_idx, uint32_t group_id, uint32_t scale_idx,
                                   const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
  called();
  if constexpr (tensix::device::computes) {
    detail::check_welford(mean_dst_idx);
    tensix::device::finish_welford(mean_dst_idx, 4 * group_id,
                                   detail::reciprocals_of<reciprocal_size>(reciprocal_lut)[scale_idx]);
  }
}
template <size_t reciprocal_size>
ALWI void welford_finalize_to_face(uint32_t mean_dst_idx, uint32_t scale_idx,
                                   const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
  called();
  welford_finalize_to_face<reciprocal_size>(mean_dst_idx, 0, scale_idx, reciprocal_lut);
}

}  // namespace ckernel
using namespace ckernel;
