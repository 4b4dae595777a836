#include "models/unpacker/unpacker_bookkeeping.h"

#include "models/observe/event_tap.h"
#include "models/unpacker/unpacker.h"

namespace tensix {

unpacker_bookkeeping::unpacker_bookkeeping(unsigned which, const unpacker_parameters& parameters, account& to,
                                           tensix_state& state, unpacker_function& function, src_hand_over& hand_over,
                                           dst_users& dst, throttle_if& arbiter)
    : which_(which),
      pipeline_cycles_(parameters.pipeline_latency_cycles),
      throttle_needs_override_(parameters.throttle_needs_override),
      account_(to),
      state_(state),
      function_(function),
      hand_over_(hand_over),
      dst_(dst),
      arbiter_(arbiter),
      causes_(which, parameters.queue_depth, state, hand_over, arbiter) {}

void unpacker_bookkeeping::accepted(unpack_in_flight& f, const issue_request& r) {
  f.where = unpack_stage::address;
  f.accepted = r.cycle;
  f.fetch_start = 0;
  f.beats = 0;
  f.bank_seen = f.held = f.late = false;
  function_.accept(r.word, r.thread, f.job);
  f.wanted = f.job.speed;
  if (throttle_needs_override_ && !f.job.throttle_overridden) f.wanted = f.job.fastest;
  else if (f.job.throttle_undefined)
    state_.diagnose.undefined(which_ ? "unpacker1" : "unpacker0", static_cast<int>(r.thread), r.word,
                              "Throttle_mode 3 is not documented (0, 1, 2 are x1, x2, x4)");
}

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

void unpacker_bookkeeping::fetched(unpack_in_flight& f, uint64_t bytes, uint64_t exponent_bytes, uint64_t port, uint64_t bank,
                                   cycle_t cycle) {
  arbiter_.end(which_);
  f.until = cycle + pipeline_cycles_;
  const uint64_t taken = cycle - f.fetch_start;
  uint64_t lost = taken - std::min<uint64_t>(taken, undisturbed_cycles(f));
  port = std::min(port, lost);
  bank = std::min(bank, lost - port);
  if (state_.causes) f.by = causes_.fetched(f.job, f.by, taken, lost, pipeline_cycles_, cycle);
  lost -= port + bank;
  traffic_.cycles += taken;
  traffic_.bytes += bytes;
  traffic_.exponent_bytes += exponent_bytes;
  account_.settle(
      cycle,
      {{stall_reason::l1_port, port}, {stall_reason::l1_bank_conflict, bank}, {stall_reason::throttle_arbitration, lost}});
}

void unpacker_bookkeeping::write_back(const unpack_in_flight& f, cycle_t cycle) {
  const unsigned bank = src().unpack_bank;
  const uint64_t rows = state_.tap ? function_.rows_written(f.job) : 0;  // before SrcRow moves on
  function_.execute(f.job);
  if (state_.tap) record_rows(f.job, bank, rows, cycle);
  cause written;
  if (state_.causes) written = causes_.written(f.job, f.by, bank, undisturbed_cycles(f), cycle);
  if (f.job.to_dst) dst_.written(f.job.dst_writes, cycle, written);
  hand_over_.changed(function_.finish(f.job), cycle - 1, account_.name(), written);
  last_done_[f.job.thread] = cycle;
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
