// SPDX-License-Identifier: Apache-2.0
#include "models/unpacker/unpacker_causes.h"

#include <algorithm>

namespace tensix {

// It had to wait for the address phases before and for room: all but `queue_depth` instructions before it are fetched.
cause unpacker_causes::accepted(bool nop, unsigned not_fetched, uint64_t cycles) {
  cause_recorder& causes = *state_.causes;
  const unsigned before = fetched_ + not_fetched;
  if (before >= queue_depth_ && queue_depth_ <= std::size(fetched_by_)) causes.after(fetch_end(before - queue_depth_));
  if (nop) return {causes.last(), use(path_kind::unpack_nop), cycles};
  causes.after_turn(arbiter_.address_phase_by);
  return arbiter_.address_phase_by = {causes.last(), use(path_kind::address_phase), cycles};
}

// Behind its address phase and the fetch before, and the arrival of data that makes room for another fetch; if the pipeline was
// full, with a bank that became the unpacker's.
cause unpacker_causes::fetching(const unpack_job& job, const cause& ready, bool held, cycle_t cycle) {
  cause_recorder& causes = *state_.causes;
  const event_id begins = causes.begin(cycle, use(path_kind::src_write), job.thread, job.word);
  causes.after(ready);
  if (fetched_) causes.after(fetch_end(fetched_ - 1));
  if (fetches_in_flight_ <= std::min<uint64_t>(fetched_, std::size(fetched_by_))) {
    const cause& ended = fetch_end(fetched_ - fetches_in_flight_);
    const cause come{ended.after, use(path_kind::unpack_pipeline), pipeline_cycles_};
    if (causes.cycle_of(come) <= cycle) causes.after(come);  // not if that one fetched nothing
  }
  for (unsigned bank = 0; held && bank < (which_ ? state_.srcb : state_.srca).banks; ++bank)
    if (hand_over_.usable_from(which_, bank, src_client::unpackers, cycle) == cycle)
      causes.after(hand_over_.owned_by(which_, bank));
  return begins;
}

cause unpacker_causes::fetched(const unpack_job& job, const cause& begun, uint64_t taken, uint64_t lost, uint32_t pipeline,
                               cycle_t cycle) {
  cause_recorder& causes = *state_.causes;
  const uint64_t apart = std::min(lost, taken);
  const event_id ends = causes.begin(cycle, use(path_kind::fetch), job.thread, job.word);
  causes.after({begun.after, use(path_kind::fetch), taken - apart, use(path_kind::fetch_lost), apart});
  fetch_end(fetched_++) = ends;
  return {ends, use(path_kind::unpack_pipeline), pipeline};
}

cause unpacker_causes::passed(const cause& ready) {
  fetch_end(fetched_++) = ready;
  return {ready.after, use(path_kind::unpack_nop), 1};
}

// Through the pipeline, behind those before, and no sooner than they can be written to a bank that it waited for, or behind a clear.
cause unpacker_causes::written(const unpack_job& job, const cause& fetched, unsigned bank, uint32_t cycles, cycle_t cycle) {
  cause_recorder& causes = *state_.causes;
  const bool clears = job.kind == unpack_job::kind_t::nop_clear;
  if (job.waits_for_matrix_bank) bank = hand_over_.last_given_back(which_);
  cause ours, before = written_by_;
  if (job.waits_for_bank && hand_over_.owned_by(which_, bank).after) {
    ours = causes.begin(hand_over_.owned_since(which_, bank), path_kind::hand_over, job.thread, job.word);
    causes.after(hand_over_.owned_by(which_, bank));
    ours = {ours.after, use(path_kind::src_write), cycles};
  }
  if (cleared_ && !clears) before = {before.after, use(path_kind::src_write), behind_clear_cycles_ + cycles};
  cleared_ = clears;
  const event_id written = causes.begin(cycle, use(path_kind::src_write), job.thread, job.word);
  causes.after(fetched);
  causes.after(before);
  causes.after(ours);
  return written_by_ = done_by_[job.thread] = written;
}

}  // namespace tensix
