// SPDX-License-Identifier: Apache-2.0
#include "models/packer/packer.h"

#include <algorithm>
#include <cstring>

#include "models/observe/observer.h"
#include "support/text/hex_text.h"

namespace tensix {

packer::packer(sc_core::sc_module_name name, unsigned which, const packer_parameters& parameters, tensix_state& state,
               pack_listener_if& listener)
    : sc_module(name),
      which_(which),
      parameters_(parameters),
      state_(state),
      listener_(listener),
      run_(slot_of(slot::packer0, which), method<&packer::process>(this)) {
  l1.usual.client = static_cast<l1_client>(static_cast<unsigned>(l1_client::packer0) + which);
  l1.usual.lanes = parameters.write_lanes;
  data_.reserve(1024 * pack_beat_bytes);
  runs_.reserve(1024);
  chunks_.reserve(256);
}

inline void packer::append(const pack_beats& beats) {
  const size_t before = data_.size(), bytes = size_t{pack_beat_bytes} * beats.size();
  data_.resize(before + bytes, boost::container::default_init);
  std::memcpy(data_.data() + before, beats.data(), bytes);
  for (const pack_run& run : beats.runs())
    if (run_head_ < runs_.size() && runs_.back().goes_on_with(run)) runs_.back().beats += run.beats;
    else runs_.push_back(run);
}

void packer::push(const pack_job& job, unsigned stream, cycle_t accepted, const pack_timing& timing, const cause& why) {
  const size_t first = chunks_.size();
  if (chunk_head_ == first) busy_since_ = accepted;
  const pack_beats& beats = job.beats[stream];
  append(beats);
  beats.for_each_part(timing, 8 * parameters_.interface_bytes, [&](uint32_t together, uint32_t cycles) {
    chunk& c = chunks_.emplace_back();
    c.available = accepted + cycles + parameters_.pipeline_latency_cycles;
    c.beats = together;
    c.thread = job.thread;
    c.by = why;
    c.by.cycles = cycles;
  });
  chunks_.back().last = true;
  chunks_.back().store = job.store;
  if (state_.tap) record_packed(beats, first);
  ++outstanding_[job.thread];
  record_queue(accepted);
  if (!writing_) run_.arm(chunks_[first].available);
}

// The beats of the chunks from `first` on.
void packer::record_packed(const pack_beats& beats, size_t first) const {
  const uint8_t* data = beats.data();
  auto run = beats.runs().begin();
  uint32_t in_run = 0;
  for (size_t i = first; i < chunks_.size(); ++i)
    for (uint32_t left = chunks_[i].beats, n; left > 0; left -= n, in_run += n, data += pack_beat_bytes * n) {
      for (; in_run == run->beats; ++run) in_run = 0;
      n = std::min(left, run->beats - in_run);
      state_.tap->packed(which_, run->address + pack_beat_bytes * in_run, static_cast<unsigned>(run->action), data, n,
                         chunks_[i].available);
    }
}

void packer::finish(uint32_t chunks, cycle_t cycle) {
  unsigned threads = 0;
  for (; chunks > 0; --chunks) {
    const chunk& c = chunks_[chunk_head_++];
    if (!c.last) continue;
    --outstanding_[c.thread];
    threads |= 1u << c.thread;
    if (c.store.valid) listener_.stored(c.store);
  }
  if (threads) listener_.packed(which_, threads, cycle);
}

// Drops what is in L1: at once if that is all, else when it has become much.
void packer::drop_written() {
  constexpr size_t much = 512;
  if (chunk_head_ < chunks_.size() && head_ < much) return;
  const auto drop = [](auto& queue, size_t count) {
    queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(count));
  };
  drop(data_, pack_beat_bytes * head_);
  drop(runs_, run_head_);
  drop(chunks_, chunk_head_);
  head_ = run_head_ = chunk_head_ = 0;
}

// One step of the way to L1: behind the transfer under way, the beats that are there leave as the next one.
void packer::process() {
  const cycle_t c = run_.begin();
  if (writing_) return;  // until L1 has taken them: written()
  if (!has_beats(c)) return;
  begin_transfer(take_together(c), c);
}

// Ends PACRs of which nothing is left. False: there are no beats yet.
inline bool packer::has_beats(cycle_t c) {
  while (chunk_head_ < chunks_.size()) {
    const chunk& first = chunks_[chunk_head_];
    if (first.available > c) {
      run_.arm(first.available);
      return false;
    }
    if (first.beats - split_left_ > 0) return true;
    finish(1, c);  // nothing left the buffers: the PACR is done
    split_left_ = 0;
  }
  account_.busy(busy_since_, c);
  drop_written();
  return false;
}

// The beats of a transfer: as many as lie one behind the other in L1, each there when its turn comes.
inline uint32_t packer::take_together(cycle_t c) {
  const pack_run& first = runs_[run_head_];
  uint32_t n = 0;
  chunks_writing_ = 0;
  for (size_t i = chunk_head_; i < chunks_.size(); ++i) {
    const uint32_t skip = i == chunk_head_ ? split_left_ : 0;
    if (chunks_[i].available > c + n / parameters_.write_lanes ||
        n >= parameters_.longest_transfer_cycles * parameters_.write_lanes)
      break;
    const uint32_t taken = std::min(chunks_[i].beats - skip, first.beats - n);
    n += taken;
    if (skip + taken < chunks_[i].beats) {
      split_left_ = skip + taken;
      break;
    }
    ++chunks_writing_;
    split_left_ = 0;
  }
  return n;
}

inline void packer::begin_transfer(uint32_t n, cycle_t c) {
  const pack_run& first = runs_[run_head_];
  writing_ = n;
  if (state_.causes) causes_.begins(*state_.causes, chunks_[chunk_head_].by, chunks_[chunk_head_].thread, c);
  const bool accumulates = first.action != pack_beat::action_t::write, by_dmi = !state_.l1_elsewhere() || accumulates;
  uint8_t* data = state_.l1.data() + first.address;
  if (!by_dmi) {
    const uint8_t* from = &data_[pack_beat_bytes * head_];
    carried_.assign(from, from + pack_beat_bytes * n);
    data = carried_.data();
  }
  l1_payload& t = l1.get(tlm::TLM_WRITE_COMMAND, first.address, data, pack_beat_bytes * n);
  t.access.operation = accumulates ? l1_operation::accumulate : l1_operation::plain;
  t.access.data_by_dmi = by_dmi;
  l1.send(t);
}

// L1 has taken the beats: their bytes are in L1 from now on. Of those that it refuses, what lies inside is written.
void packer::written(l1_payload& t) {
  const cycle_t c = now_cycle();
  pack_run& first = runs_[run_head_];
  if (!t.is_response_ok())
    state_.diagnose.undefined("packer", chunks_[chunk_head_].thread, 0,
                              t.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE
                                  ? "writes outside L1 at address " + hex_text(first.address)
                                  : t.response_text());
  if (t.access.data_by_dmi || !t.is_response_ok()) {
    packer_function::commit(state_, {first.address, writing_, first.action}, &data_[pack_beat_bytes * head_]);
  }
  if (state_.causes) causes_.ends(writing_, parameters_.write_lanes, c);
  first.address += pack_beat_bytes * writing_;
  first.beats -= writing_;
  if (first.beats == 0) ++run_head_;
  head_ += writing_;
  bytes_written_ += uint64_t{pack_beat_bytes} * writing_;
  writing_ = 0;
  record_queue(c);
  account_.busy_but(
      busy_since_, c,
      {{stall_reason::l1_port, t.access.port_stall_cycles}, {stall_reason::l1_bank_conflict, t.access.bank_stall_cycles}});
  busy_since_ = c;
  finish(chunks_writing_, c);
  chunks_writing_ = 0;
  if (chunk_head_ < chunks_.size()) run_.arm(c);
  else split_left_ = 0;
  drop_written();
}

packers::packers(sc_core::sc_module_name name, const packer_parameters& parameters, tensix_state& state,
                 packer_function& function, const dst_users& dst)
    : tensix_unit(name),
      parameters_(parameters),
      state_(state),
      function_(function),
      dst_(dst),
      streams_(parameters.topology == packer_topology::independent ? 4 : 1),
      most_waiting_beats_(size_t{parameters.pipeline_latency_cycles + parameters.longest_transfer_cycles} *
                              parameters.write_lanes +
                          parameters.output_buffer_beats),
      conversion_(parameters) {
  static constexpr const char* names[] = {"packer0", "packer1", "packer2", "packer3"};
  for (unsigned i = 0; i < packer_count; ++i) packer_[i] = std::make_unique<packer>(names[i], i, parameters, state, *this);
}

void packers::packed(unsigned stream, unsigned threads, cycle_t cycle) {
  for (unsigned t = 0; t < thread_count; ++t)
    if (threads >> t & 1) {
      busy_until_[t] = std::max(busy_until_[t], cycle);
      busy_by_[t] = packer_[stream]->written_by();
    }
  notify(cycle);
}

// The pipeline. A PACR starts when the read interfaces are free, its Dst blocks may be read and there is room behind them, at the
// conversion and in the output buffer; it reads a row an interface, and its beats reach L1 a pipeline latency behind its conversion.
issue_response packers::offer(const issue_request& r) {
  if (output_is_full()) {
    was_full_ = true;  // held up by its own output it works; only the wait for Dst is a stall of the packer
    return issue_response::refuse(stall_reason::packer_queue_full, never);
  }
  if (read_free_ > r.cycle) return issue_response::refuse(stall_reason::unit_busy, read_free_);
  const packer_function::reading what = function_.look(r.word, r.thread);
  if (const cycle_t from = dst_.readable_from(what.blocks, r.cycle); from > r.cycle) {
    packer_[0]->settle(r.cycle);
    refusals_.refused(packer_[0]->activity(), stall_reason::dst_block_hazard, r.cycle);
    return issue_response::refuse(stall_reason::dst_block_hazard, from);
  }
  refusals_.accepted(packer_[0]->activity(), r.cycle);
  if (state_.tap) state_.tap->dst_used(dst_accessor::packers, what.blocks, {}, r.cycle);

  function_.execute(what, job_);
  const pack_demand demand = demand_of(parameters_, state_, job_);
  const pack_timing timing = conversion_.take(r.cycle, demand);
  read_free_ = r.cycle + timing.next_after;
  if (packer_[0]->activity().tap()) report_taken(r, demand, timing.read_cycles);
  cause why;
  if (state_.causes) why = record_reads(*state_.causes, what.blocks, timing);
  was_full_ = false;
  push(r, demand.active, timing, why);
  return issue_response::accept(r.cycle + 1);
}

inline bool packers::output_is_full() const {
  for (unsigned i = 0; i < streams_; ++i)
    if (packer_[i]->waiting_beats() > most_waiting_beats_) return true;
  return false;
}

void packers::report_taken(const issue_request& r, const pack_demand& demand, uint32_t read_cycles) {
  const unsigned streams = streams_of(parameters_, demand);
  for (unsigned i = 0; i < streams_; ++i)
    if ((streams >> i) & 1) packer_[i]->record_details(job_.beats[i]);
  for (unsigned i = 0; i < 4; ++i)
    if ((demand.active >> i) & 1)
      packer_[i]->activity().executed(static_cast<int>(r.thread), r.word, r.cycle, r.cycle, r.cycle + read_cycles);
}

inline cause packers::record_reads(cause_recorder& causes, const dst_block_set& blocks, const pack_timing& timing) {
  causes_.accepted(causes, blocks, dst_);
  for (unsigned i = 0; i < streams_ && was_full_; ++i) causes.after(packer_[i]->written_by());
  return causes_.reads(causes, timing, parameters_.pipeline_latency_cycles);
}

// To the streams of the packers at work; the register write of a PACR_SETREG goes with the first.
inline void packers::push(const issue_request& r, uint32_t active, const pack_timing& timing, const cause& why) {
  if (streams_ > 1) {
    for (unsigned i = 0; i < 4; ++i)
      if ((active >> i) & 1) {
        packer_[i]->push(job_, i, r.cycle, timing, why);
        job_.store.valid = false;
      }
  } else {
    packer_[0]->push(job_, 0, r.cycle, timing, why);
    for (unsigned i = 1; i < 4; ++i)
      if ((active >> i) & 1) packer_[i]->reads(r.cycle, r.cycle + timing.read_cycles);
  }
}

cycle_t packers::drained_from(unsigned thread, cycle_t now) const {
  for (unsigned i = 0; i < streams_; ++i)
    if (packer_[i]->outstanding(thread)) return never;
  return std::max(now, busy_until_[thread]);
}

std::vector<tensix_unit::named_account> packers::accounts() {
  std::vector<named_account> all;
  for (auto& p : packer_) all.emplace_back(p->basename(), &p->activity());
  return all;
}

unit_traffic packers::traffic() const {
  unit_traffic all;
  for (const auto& p : packer_) all.bytes += p->bytes_written();
  return all;
}

}  // namespace tensix
