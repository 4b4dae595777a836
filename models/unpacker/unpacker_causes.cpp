// What an unpacker tells of causes (observe/causes.h): an instruction is accepted, its fetch begins and ends, its datums are
// written.
#include <algorithm>

#include "models/unpacker/unpacker.h"

namespace tensix {

// It had to wait for the address phases before and for room: all but `queue_depth` instructions before it are fetched.
void unpacker::tell_accepted(in_flight& f, bool nop, cycle_t cycle) {
  cause_recorder& causes = *state_.causes;
  const unsigned before = fetched_ + before_pipeline() - 1;
  if (before >= parameters_.queue_depth && parameters_.queue_depth <= std::size(fetched_by_))
    causes.after(fetch_end(before - parameters_.queue_depth));
  if (!nop) causes.after_turn(arbiter_.address_phase_by);
  f.by = {causes.last(), use(nop ? path_kind::unpack_nop : path_kind::address_phase), f.until - cycle};
  if (!nop) arbiter_.address_phase_by = f.by;
}

// Its fetch begins: behind its address phase and the fetch before; if the pipeline was full, with a bank that became ours.
void unpacker::tell_fetching(in_flight& f, cycle_t cycle) {
  cause_recorder& causes = *state_.causes;
  const event_id begins = causes.begin(cycle, use(path_kind::src_write), f.job.thread, f.job.word);
  causes.after(f.by);
  if (fetched_) causes.after(fetch_end(fetched_ - 1));
  for (unsigned bank = 0; f.held && bank < 2; ++bank)
    if (hand_over_.usable_from(which_, bank, src_client::unpackers, cycle) == cycle)
      causes.after(hand_over_.owned_by(which_, bank));
  f.by = begins;
}

// Its fetch has ended: what it would have taken undisturbed, and what it has lost.
void unpacker::tell_fetched(in_flight& f, uint64_t lost, cycle_t cycle) {
  cause_recorder& causes = *state_.causes;
  const uint64_t taken = cycle - f.fetch_start, apart = std::min(lost, taken);
  const event_id ends = causes.begin(cycle, use(path_kind::fetch), f.job.thread, f.job.word);
  causes.after({f.by.after, use(path_kind::fetch), taken - apart, use(path_kind::fetch_lost), apart});
  fetch_end(fetched_++) = ends;
  f.by = {ends, use(path_kind::unpack_pipeline), parameters_.pipeline_latency_cycles};
}

// Its datums are there: through the pipeline, behind those before, and no sooner than they can be written to a bank that it
// waited for.
cause unpacker::tell_written(const in_flight& f, unsigned bank, cycle_t cycle) {
  cause_recorder& causes = *state_.causes;
  cause ours;
  if (f.job.waits_for_bank && hand_over_.owned_by(which_, bank).after) {
    ours = causes.begin(hand_over_.owned_since(which_, bank), path_kind::hand_over, f.job.thread, f.job.word);
    causes.after(hand_over_.owned_by(which_, bank));
    ours = {ours.after, use(path_kind::src_write), write_cycles(f)};
  }
  const event_id written = causes.begin(cycle, use(path_kind::src_write), f.job.thread, f.job.word);
  causes.after(f.by);
  causes.after(written_by_);
  causes.after(ours);
  written_by_ = done_by_[f.job.thread] = written;
  return written;
}

}  // namespace tensix
