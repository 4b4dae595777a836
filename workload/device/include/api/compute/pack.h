// SPDX-License-Identifier: Apache-2.0
// Tiles from Dst to a circular buffer.
#pragma once
#include "api/compute/common_globals.h"
#include "tensix/operation_names.h"

namespace ckernel {

// Dst tile `ifrom_dst` to the next free place of buffer `icb`: behind the tiles packed to it since its last cb_push_back. With
// out_of_order_output to place `output_tile_index` of those that are free (which is ignored without it, as in TT-Metalium); the
// next free place stays. At most 27 cycles of the packer, behind which unpacking and arithmetic go on.
template <bool out_of_order_output = false>
ALWI void pack_tile(uint32_t ifrom_dst, uint32_t icb, uint32_t output_tile_index = 0) {
  called();
  using namespace tensix::device;
  check_buffer(icb, 0);
  if constexpr (packs) {
    if (checked && !packer.packs_tiles_of(buffer_of(icb).format)) {  // for one of these reasons
      check(packer.started, misuse::not_configured);
      check(packer.op == packing::tile, misuse::operation_not_initialised);
      check(buffer_of(icb).format == packer.out, misuse::packer_other_buffer, icb, packer.cb);
    }
    check(dst.state == 1, misuse::not_waited);
    check_dst_tile(ifrom_dst);
    const uint32_t to = back_tile(icb, out_of_order_output ? output_tile_index : outputs.of[icb].packed, out_of_order_output);
    if (!out_of_order_output) ++outputs.of[icb].packed;
    pack_dst_tile(ifrom_dst, to);
  }
}

// Dst tiles ifrom_dst .. + ntiles - 1 to the next free places.
ALWI void pack_tile_block(uint32_t ifrom_dst, uint32_t icb, uint32_t ntiles) {
  called();
  for (uint32_t t = 0; t < ntiles; ++t) pack_tile(ifrom_dst + t, icb);
}

// What the packer does to each datum on its way: config is a ReluType, with a threshold (a positive number, the upper half of its
// FP32 bits for BF16 and FP32, FP16 for FP16) in its upper 16 bits. MIN_THRESHOLD: below it 0; MAX_THRESHOLD: negative 0, above
// it the threshold. The packer's pipeline runs empty.
ALWI void pack_relu_config(uint32_t config) {
  called();
  if constexpr (tensix::device::packs) tensix::device::set_pack_relu(config & 3, config >> 16);
}
// From now on (l1_acc_en 1) the packer adds to what is in L1, or (0) overwrites it. For FP32, FP16, BF16 and INT32 buffers; the
// tiles must have been written before. The packer's pipeline runs empty.
ALWI void pack_reconfig_l1_acc(uint32_t l1_acc_en) {
  called();
  if constexpr (tensix::device::packs) tensix::device::set_pack_accumulation(l1_acc_en != 0);
}

// The packer's output format becomes that of `new_operand`. Nothing if it is; else the packer's pipeline runs empty.
template <bool is_tile_dim_reconfig_en = false>
ALWI void pack_reconfig_data_format(uint32_t new_operand) {
  called();
  using namespace tensix::device;
  check_buffer(new_operand, 0);
  if constexpr (packs) {
    check(packer.started, misuse::not_configured);
    use_pack_format(new_operand);
  }
}
template <bool is_tile_dim_reconfig_en = false>
ALWI void pack_reconfig_data_format(uint32_t old_operand, uint32_t new_operand) {
  called();
  (void)old_operand;
  pack_reconfig_data_format(new_operand);
}

}  // namespace ckernel
using namespace ckernel;
