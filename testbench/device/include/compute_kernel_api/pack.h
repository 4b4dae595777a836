// Tiles from Dst to a circular buffer.
#pragma once
#include "compute_kernel_api/common.h"

namespace ckernel {

// Dst tile `ifrom_dst` to the next free place of buffer `icb`: behind the tiles packed to it since its last cb_push_back.
// About 40 cycles of the packer.
ALWI void pack_tile(uint32_t ifrom_dst, uint32_t icb, place caller = here()) {
  using namespace tensix::device;
  check_buffer(icb, 0, caller);
  if constexpr (packs) {
    check(packer.started, misuse::not_configured, caller);
    check(dst.state == 1, misuse::not_waited, caller);
    check_dst_tile(ifrom_dst, caller);
    check(buffer_of(icb).format == packer.out, misuse::packer_other_buffer, caller, icb, packer.cb);
    pack_dst_tile(ifrom_dst, back_tile(icb, outputs.of[icb].packed++, caller));
  }
}
// To place `output_tile_index` of those that are free.
template <bool out_of_order_output = true>
ALWI void pack_tile(uint32_t ifrom_dst, uint32_t icb, uint32_t output_tile_index, place caller = here()) {
  using namespace tensix::device;
  if constexpr (packs) outputs.of[icb].packed = output_tile_index;
  pack_tile(ifrom_dst, icb, caller);
}

// The packer's output format becomes that of `new_operand`. Nothing if it is; else the packer's pipeline runs empty.
ALWI void pack_reconfig_data_format(uint32_t new_operand, place caller = here()) {
  using namespace tensix::device;
  check_buffer(new_operand, 0, caller);
  if constexpr (packs) {
    check(packer.started, misuse::not_configured, caller);
    use_pack_format(new_operand, caller);
  }
}
ALWI void pack_reconfig_data_format(uint32_t old_operand, uint32_t new_operand, place caller = here()) {
  (void)old_operand;
  pack_reconfig_data_format(new_operand, caller);
}

}  // namespace ckernel
using namespace ckernel;
