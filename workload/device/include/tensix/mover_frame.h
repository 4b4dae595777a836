// SPDX-License-Identifier: Apache-2.0
// B, NC: what goes before and behind a kernel: the network interface and the circular buffers as TT-Metalium's firmware leaves them for it.
// start.S calls tensix_kernel.
#pragma once
#include "api/dataflow/barriers.h"
#include "internal/circular_buffer_interface.h"

void kernel_main();

namespace tensix::device {

// Where answers and data come back to: this tile. What a command does not change stays so.
ALWI void set_up_network(uint32_t noc, uint32_t here) {
  using namespace tensix::device::noc;
  for (const uint32_t initiator : {write_cmd_buf, write_reg_cmd_buf}) {
    reg(noc, initiator, NOC_TARG_ADDR_MID) = 0;
    reg(noc, initiator, NOC_TARG_ADDR_HI) = here;
  }
  reg(noc, write_at_cmd_buf, NOC_RET_ADDR_LO) = tensix_program::memory.atomic_sink;
  reg(noc, write_at_cmd_buf, NOC_RET_ADDR_MID) = 0;
  reg(noc, write_at_cmd_buf, NOC_RET_ADDR_HI) = here;
  reg(noc, read_cmd_buf, NOC_CTRL) = read_control | NOC_CMD_STATIC_VC(NOC_UNICAST_WRITE_VC);
  reg(noc, read_cmd_buf, NOC_RET_ADDR_MID) = 0;
  reg(noc, read_cmd_buf, NOC_RET_ADDR_HI) = here;
}

ALWI void begin_moving() {
#pragma GCC unroll 1
  for (uint32_t noc = 0; noc < NUM_NOCS; ++noc) {
    const uint32_t id = tensix::device::noc::reg(noc, 0, NOC_CFG(NOC_ID_LOGICAL));
    my_x[noc] = static_cast<uint8_t>(id & NOC_NODE_ID_MASK);
    my_y[noc] = static_cast<uint8_t>(id >> NOC_ADDR_NODE_ID_BITS & NOC_NODE_ID_MASK);
    if (noc == noc_index || !tensix_program::other_network_in_use) {
      set_up_network(noc, NOC_XY_COORD(my_x[noc], my_y[noc]));
      noc_local_state_init(noc);
    }
  }
  set_up_buffers();
}
// Checked: what is on its way when a kernel ends may come when the next one runs.
ALWI void end_moving() {
  using namespace tensix::device::noc;
  if constexpr (checked)
    if (!reads_done(noc_index) || !writes_done(noc_index) || !atomics_done(noc_index) || !posted_writes_sent(noc_index))
      warn_at(call_site, misuse::end_without_barrier, 0, 0, 0);
}

}  // namespace tensix::device

extern "C" __attribute__((used)) inline void tensix_kernel() {
  tensix::device::begin_moving();
  kernel_main();
  tensix::device::end_moving();
}
