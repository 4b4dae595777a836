// SPDX-License-Identifier: Apache-2.0
// What of a PACR goes to RTL of the packers with the offer, and with the acceptance: of the model's function, and of the
// configuration.
#pragma once
#include "cosim/rtl/packer_pins.h"
#include "models/packer/packer.h"
#include "platform/tile_parts.h"

namespace tensix {

class packer_offer {
 public:
  explicit packer_offer(const tile_context& c) : c_(c), parameters_(c.configuration.packer), dst_(c.state.dst, c.dst) {}

  packer_function::reading what;
  pack_demand demand = {};  // behind `took`

  // The cycle from which all may be read that the instruction reads.
  cycle_t readable_from() const { return c_.dst.readable_from(what.blocks); }

  template <class Block>
  typename packer_pins<Block>::answer ask(packer_pins<Block>& pins, const issue_request& r) {
    what = c_.functions.packer.look(r.word, r.thread);
    const uint32_t* bank = c_.state.bank(r.thread);
    const bool w32 = cfg::PCK_DEST_RD_CTRL_Read_32b_data(bank);
    static_assert(packer_pins<Block>::ports == most_read_interfaces);
    uint16_t rows[most_read_interfaces] = {};
    const unsigned count = first_rows(parameters_, c_.state, what, rows);
    return pins.offer(r.thread, rows, count, w32, dst_, readable_from() <= r.cycle, r.cycle);
  }

  // It has been taken, and executed.
  void took(const pack_job& job) { demand = demand_of(parameters_, c_.state, job); }
  // Output streams that take part.
  unsigned streams() const { return streams_of(parameters_, demand); }

 private:
  const tile_context c_;
  const packer_parameters parameters_;
  dst_read_port dst_;
};

}  // namespace tensix
