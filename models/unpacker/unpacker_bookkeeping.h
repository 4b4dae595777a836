// SPDX-License-Identifier: Apache-2.0
// An instruction in an unpacker, and what is done at each of its steps whichever way the step was decided: by the model, or by RTL
// in its place. When a step happens, and the transfers with L1, are theirs.
//
//   accepted -> address_phase -> fetching -> fetched (or passed: nothing to fetch) -> write_back
#pragma once
#include <algorithm>
#include <string>

#include "models/contracts/dst_users.h"
#include "models/contracts/unit.h"
#include "models/isa/isa.h"
#include "models/memory/l1_protocol.h"
#include "models/unpacker/unpacker_activity.h"
#include "models/unpacker/unpacker_causes.h"
#include "models/unpacker/unpacker_parameters.h"

namespace tensix {

struct unpack_in_flight {
  unpack_job job;
  unpack_stage where = unpack_stage::address;
  cycle_t until = 0;  // end of the address phase; of the pipeline
  cycle_t accepted = 0, fetch_start = 0;
  fetch_speed wanted = fetch_speed::x1;
  uint32_t beats = 0;      // of the data section
  bool bank_seen = false;  // its bank was the unpacker's when its data arrived
  bool held = false;       // its fetch has waited for a bank
  cause by;                // of the stage it is in, if causes are recorded: of `until`, or of the beginning of its fetch
  bool late = false;       // its data had to wait for the bank
};

class unpacker_bookkeeping {
 public:
  // `to`: the unpacker's account.
  unpacker_bookkeeping(unsigned which, const unpacker_parameters& parameters, account& to, tensix_state& state,
                       unpacker_function& function, src_hand_over& hand_over, dst_users& dst, throttle_if& arbiter);

  // Taken from a thread: configuration and counters are sampled.
  void accepted(unpack_in_flight& f, const issue_request& r);
  // Its address phase (of a NOP: its turn) takes so many cycles, for which its thread waits; `not_fetched`: instructions before it
  // whose fetch is not over.
  issue_response address_phase(unpack_in_flight& f, bool nop, uint32_t cycles, unsigned not_fetched);
  // Its fetch begins; `held`: it has waited for a bank.
  void fetching(unpack_in_flight& f, bool held, cycle_t cycle) {
    f.fetch_start = cycle;
    if (state_.causes) f.by = causes_.fetching(f.job, f.by, held, cycle);
  }
  // It has asked L1 for its data.
  void requested(const unpack_in_flight& f) { traffic_.fastest = std::max(traffic_.fastest, f.wanted); }
  // There is nothing to fetch: UNPACR_NOP, or no datums.
  void passed(unpack_in_flight& f, cycle_t cycle);
  // All has come, bytes and exponent bytes. Cycles beyond what the wanted speed alone takes were lost to ports and banks, which made
  // it wait for so many, or to the other unpacker.
  void fetched(unpack_in_flight& f, uint64_t bytes, uint64_t exponent_bytes, uint64_t port, uint64_t bank, cycle_t cycle);
  // It is through the pipeline, everything before it written, and its bank is ours: when it will be written. That takes as long as an
  // undisturbed fetch, and cannot have begun before the bank was ours, nor too soon behind a clear.
  cycle_t writes_until(const unpack_in_flight& f) const {
    cycle_t begun = clears(f) ? 0 : behind_clear_;
    if (f.job.waits_for_bank) begun = std::max(begun, hand_over_.owned_since(which_, src().unpack_bank));
    return std::max(f.until, begun + undisturbed_cycles(f));
  }
  // To Src or Dst, and the hand-over.
  void write_back(const unpack_in_flight& f, cycle_t cycle);

  const src_register& src() const { return which_ ? state_.srcb : state_.srca; }
  static bool clears(const unpack_in_flight& f) { return f.job.kind == unpack_job::kind_t::nop_clear; }
  // Beats a cycle of the speed it wants, and the cycles that its data take with it.
  uint32_t full_speed(const unpack_in_flight& f) const { return std::max(1u, arbiter_.wanted_bytes(f.wanted) / l1_beat_bytes); }
  uint32_t undisturbed_cycles(const unpack_in_flight& f) const {
    const uint32_t lanes = full_speed(f);
    return (f.beats + lanes - 1) / lanes;
  }
  cycle_t last_done(unsigned thread) const { return last_done_[thread]; }
  const cause& done_by(unsigned thread) const { return causes_.done(thread); }
  const unit_traffic& traffic() const { return traffic_; }
  // For a report of a deadlock: the first of the queue that waits for a bank; empty: none does.
  template <class Queue>
  std::string waits_for_bank(const Queue& queue) const {
    for (const unpack_in_flight& f : queue)
      if (tensix::waits_for_bank(f.where))
        return "holds \"" + disassemble(f.job.word) + "\" of T" + std::to_string(f.job.thread) + ", waits until " +
               (which_ ? "SrcB" : "SrcA") + " bank " +
               std::to_string(f.job.waits_for_matrix_bank ? src().matrix_bank : src().unpack_bank) +
               " belongs to the unpackers (AllowedClient is MatrixUnit: nobody has cleared its dvalid)";
    return {};
  }

 private:
  const unsigned which_;
  const uint32_t pipeline_cycles_, behind_clear_cycles_;
  const bool throttle_needs_override_;
  account& account_;
  tensix_state& state_;
  unpacker_function& function_;
  src_hand_over& hand_over_;
  dst_users& dst_;
  throttle_if& arbiter_;
  unpacker_causes causes_;
  unit_traffic traffic_;
  cycle_t last_done_[thread_count] = {};
  cycle_t behind_clear_ = 0;  // from when on datums behind the last clear may be written

  void record_rows(const unpack_job& job, unsigned bank, uint64_t rows, cycle_t cycle) const;
};

inline void unpacker_bookkeeping::accepted(unpack_in_flight& f, const issue_request& r) {
  f.where = unpack_stage::address;
  f.accepted = r.cycle;
  f.fetch_start = 0;
  f.beats = 0;
  f.bank_seen = f.held = f.late = false;
  function_.accept(r.word, r.thread, f.job);
  if (state_.tap && f.job.at_once_to)
    state_.tap->l1_read(which_, f.job.at_once_from, f.job.at_once_to - f.job.at_once_from, r.cycle);
  f.wanted = f.job.speed;
  if (throttle_needs_override_ && !f.job.throttle_overridden) f.wanted = f.job.fastest;
  else if (f.job.throttle_undefined)
    state_.diagnose.undefined(which_ ? "unpacker1" : "unpacker0", static_cast<int>(r.thread), r.word,
                              "Throttle_mode 3 is not documented (0, 1, 2 are x1, x2, x4)");
}

inline void unpacker_bookkeeping::fetched(unpack_in_flight& f, uint64_t bytes, uint64_t exponent_bytes, uint64_t port,
                                          uint64_t bank, cycle_t cycle) {
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

inline void unpacker_bookkeeping::write_back(const unpack_in_flight& f, cycle_t cycle) {
  if (state_.tap)
    state_.tap->registers_used(static_cast<unsigned>(which_ ? tile_unit::unpacker1 : tile_unit::unpacker0), cycle);
  const unsigned bank = src().unpack_bank;
  const uint64_t rows = state_.tap ? function_.rows_written(f.job) : 0;  // before SrcRow moves on
  function_.execute(f.job);
  if (state_.tap) record_rows(f.job, bank, rows, cycle);
  cause written;
  if (state_.causes) written = causes_.written(f.job, f.by, bank, undisturbed_cycles(f), cycle);
  if (clears(f)) behind_clear_ = cycle + behind_clear_cycles_;
  if (f.job.to_dst) dst_.written(f.job.dst_writes, cycle, written);
  hand_over_.changed(function_.finish(f.job), cycle - 1, account_.name(), written);
  last_done_[f.job.thread] = cycle;
}

}  // namespace tensix
