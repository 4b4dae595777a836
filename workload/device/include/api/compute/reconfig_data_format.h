// SPDX-License-Identifier: Apache-2.0
// Formats of SrcA and SrcB without another operation's init.
#pragma once
#include "api/compute/common_globals.h"
#include "tensix/start.h"

namespace ckernel {

namespace detail {
ALWI void reconfigure(uint32_t srca, uint32_t srcb, bool together) {
  using namespace tensix::device;
  check_buffer(srca, 0);
  check_buffer(srcb, 0);
  unpack_formats f{};
  if constexpr (unpacks) f = unpack_formats::of(unpacker.formats);
  use_formats(srca, srcb, src_format(srca, srcb), false, f.transpose, f.row_units, together);
}
}  // namespace detail

// The operation that is initialised goes on with these buffers: nothing if their formats are the same, else the unpackers'
// pipelines run empty. Of matmul_tiles SrcA is in1; of all others in0.
template <bool to_from_int8 = false, bool is_tile_dim_reconfig_en = false>
ALWI void reconfig_data_format(uint32_t srca_new_operand, uint32_t srcb_new_operand) {
  called();
  detail::reconfigure(srca_new_operand, srcb_new_operand, true);
}
template <bool to_from_int8 = false, bool is_tile_dim_reconfig_en = false>
ALWI void reconfig_data_format(uint32_t srca_old_operand, uint32_t srca_new_operand, uint32_t srcb_old_operand,
                               uint32_t srcb_new_operand) {
  called();
  (void)srca_old_operand, (void)srcb_old_operand;
  reconfig_data_format(srca_new_operand, srcb_new_operand);
}
// One of them; the other operand stays.
template <bool to_from_int8 = false, bool is_tile_dim_reconfig_en = false>
ALWI void reconfig_data_format_srca(uint32_t srca_new_operand) {
  called();
  detail::reconfigure(srca_new_operand, tensix::device::operands.b, false);
}
template <bool to_from_int8 = false, bool is_tile_dim_reconfig_en = false>
ALWI void reconfig_data_format_srca(uint32_t srca_old_operand, uint32_t srca_new_operand) {
  called();
  (void)srca_old_operand;
  reconfig_data_format_srca(srca_new_operand);
}
template <bool to_from_int8 = false, bool is_tile_dim_reconfig_en = false>
ALWI void reconfig_data_format_srcb(uint32_t srcb_new_operand) {
  called();
  detail::reconfigure(tensix::device::operands.a, srcb_new_operand, false);
}
template <bool to_from_int8 = false, bool is_tile_dim_reconfig_en = false>
ALWI void reconfig_data_format_srcb(uint32_t srcb_old_operand, uint32_t srcb_new_operand) {
  called();
  (void)srcb_old_operand;
  reconfig_data_format_srcb(srcb_new_operand);
}

}  // namespace ckernel
using namespace ckernel;
