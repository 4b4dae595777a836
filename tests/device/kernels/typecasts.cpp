// SPDX-License-Identifier: Apache-2.0
// Each input buffer c_0, c_1 ... (as many as --ct-arg 0 says), of the formats --ct-arg 1 .., to all formats of the outputs c_16 ...
#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/typecast.h"

namespace {

constexpr uint32_t formats = get_compile_time_arg_val(0);

template <uint32_t in, uint32_t out>
void cast() {
  constexpr uint32_t from = get_compile_time_arg_val(1 + in), to = get_compile_time_arg_val(1 + out);
  copy_tile_to_dst_init_short(in);
  typecast_tile_init<from, to>();
  tile_regs_acquire();
  copy_tile(in, 0, 0);
  typecast_tile<from, to>(0);
  tile_regs_commit();
  cb_reserve_back(16 + out, 1);
  tile_regs_wait();
  pack_reconfig_data_format(16 + out);
  pack_tile(0, 16 + out);
  cb_push_back(16 + out, 1);
  tile_regs_release();
}
template <uint32_t n>
void cast_from_here_on() {
  if constexpr (n < formats * formats) {
    cast<n / formats, n % formats>();
    cast_from_here_on<n + 1>();
  }
}

}  // namespace

void kernel_main() {
  init_sfpu(0, 16);
  for (uint32_t i = 0; i < formats; ++i) cb_wait_front(i, 1);
  cast_from_here_on<0>();
  for (uint32_t i = 0; i < formats; ++i) cb_pop_front(i, 1);
}
