// SPDX-License-Identifier: Apache-2.0
// An unpacker of one's own, looked at once a cycle while it has anything to do: address phase, fetch from L1 over TLM at the
// rate that the throttle arbiter gives, pipeline, wait for the Src bank, hand-over. The library's function says what an UNPACR
// reads and converts it.
#pragma once
#include <deque>
#include <memory>
#include <vector>

#include "models/contracts/dst_users.h"
#include "models/memory/l1_initiator.h"
#include "platform/tile_parts.h"

namespace own {

class unpacker : public tensix::unpacker_if, public tensix::rate_listener_if {
 public:
  tensix::l1_initiator l1{"l1", tensix::completes<&unpacker::transfer_done>(this)};

  unpacker(const sc_core::sc_module_name& name, unsigned which, const tensix::tile_context& c);

  tensix::issue_response offer(const tensix::issue_request& r) override;
  tensix::cycle_t drained_from(unsigned thread, tensix::cycle_t now) const override;
  void rate_changed(uint32_t bytes_per_cycle) override;
  tensix::unit_traffic traffic() const override { return traffic_; }

 private:
  enum class place { address, fetch, fetching, pipeline };
  struct item {
    tensix::unpack_job job;
    place where = place::address;
    tensix::cycle_t until = 0, accepted = 0, fetched_from = 0;  // until: end of the address phase; of the pipeline
    uint32_t beats = 0;
    bool has_bank = false;
  };
  struct transfer {
    tensix::l1_payload* open;  // null: it is complete
    bool exponents;
  };
  const unsigned which_;
  const tensix::tile_context c_;
  const tensix::unpacker_parameters numbers_;
  std::deque<item> items_;
  std::vector<transfer> transfers_;  // of the fetch
  size_t open_ = 0;
  bool changed_ = false;
  tensix::cycle_t done_[3] = {};
  tensix::unit_traffic traffic_;
  tensix::activation step_;

  tensix::src_register& target() const { return which_ ? c_.state.srcb : c_.state.srca; }
  bool bank_is_ours(const item& i, unsigned flips_ahead, tensix::cycle_t cycle) const;
  uint32_t undisturbed_cycles(const item& i) const;
  bool leaves(item& i, tensix::cycle_t cycle);
  void fetch(item& i, tensix::cycle_t cycle);
  void add_transfer(item& i, const tensix::l1_extent& e, bool exponents, uint32_t lanes);
  void step();
  void transfer_done(tensix::l1_payload& t);
};

}  // namespace own
