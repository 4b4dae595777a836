// SPDX-License-Identifier: Apache-2.0
#include "models/unpacker/unpacker_bookkeeping.h"

#include "models/observe/observer.h"
#include "models/unpacker/unpacker.h"

namespace tensix {

unpacker_bookkeeping::unpacker_bookkeeping(unsigned which, const unpacker_parameters& parameters, account& to,
                                           tensix_state& state, unpacker_function& function, src_hand_over& hand_over,
                                           dst_users& dst, throttle_if& arbiter)
    : which_(which),
      pipeline_cycles_(parameters.pipeline_latency_cycles),
      behind_clear_cycles_(parameters.behind_clear_cycles),
      throttle_needs_override_(parameters.throttle_needs_override),
      account_(to),
      state_(state),
      function_(function),
      hand_over_(hand_over),
      dst_(dst),
      arbiter_(arbiter),
      causes_(which, parameters, state, hand_over, arbiter) {}

issue_response unpacker_bookkeeping::address_phase(unpack_in_flight& f, bool nop, uint32_t cycles, unsigned not_fetched) {
  f.until = f.accepted + cycles;
  if (!nop) {
    arbiter_.address_phase_free = f.until;
    traffic_.address_cycles += cycles;
  }
  if (state_.causes) f.by = causes_.accepted(nop, not_fetched, cycles);
  return issue_response::accept(f.until, {nop ? path_kind::unpack_nop : path_kind::address_phase, which_});
}

void unpacker_bookkeeping::passed(unpack_in_flight& f, cycle_t cycle) {
  arbiter_.end(which_);
  if (state_.causes) f.by = causes_.passed(f.by);
  f.until = cycle;
  account_.executed(f.job.thread, f.job.word, f.accepted, cycle, cycle + 1);
}

void unpacker_bookkeeping::record_rows(const unpack_job& job, unsigned bank, uint64_t rows, cycle_t cycle) const {
  if (job.kind == unpack_job::kind_t::nop_clear) {
    for (unsigned b = 0; b < 2; ++b)
      if (b == bank || job.s.both_banks) state_.tap->src_cleared(which_, b, cycle);
  } else if (rows) {
    state_.tap->src_written(which_, bank, rows, cycle);
  }
  if (job.to_dst) state_.tap->dst_used(which_ ? dst_accessor::unpacker1 : dst_accessor::unpacker0, {}, job.dst_writes, cycle);
}

}  // namespace tensix
