// SPDX-License-Identifier: Apache-2.0
// The first rows of a tile of Dst: not in the buffer's order of faces, but 16 datums a row as they lie in Dst.
#pragma once
#include "api/compute/common_globals.h"
#include "tensix/row_major.h"

namespace ckernel {

// Prepares the packer for `num_rows` (1 to 64) rows of 16 datums; FP32, BF16, FP16 and integers.
ALWI void pack_rows_init(uint32_t num_rows) {
  called();
  using namespace tensix::device;
  if constexpr (packs) {
    check(packer.started, misuse::not_configured);
    set_pack_first_rows(num_rows);
  }
}
// The rows of Dst tile idst to the output_index-th free place of ocb.
ALWI void pack_rows(uint32_t idst, uint32_t ocb, uint32_t output_index = 0) {
  called();
  using namespace tensix::device;
  check_buffer(ocb, 0);
  if constexpr (packs) {
    check(packer.op == packing::rows, misuse::operation_not_initialised);
    check(is_row_major_format(buffer_of(ocb).format), misuse::not_row_major, ocb);
    check(buffer_of(ocb).format == packer.out, misuse::packer_other_buffer, ocb, packer.cb);
    check(dst.state == 1, misuse::not_waited);
    check_dst_tile(idst);
    pack_dst_tile(idst, back_tile(ocb, output_index));
  }
}
// Whole tiles again.
ALWI void pack_rows_uninit() {
  called();
  if constexpr (tensix::device::packs) tensix::device::set_pack_usual();
}

}  // namespace ckernel
using namespace ckernel;
