// SPDX-License-Identifier: Apache-2.0
#include "models/unpacker/unpacker.h"

#include <algorithm>
#include <cstring>

#include "support/text/hex_text.h"

namespace tensix {

namespace {
constexpr uint32_t most_in_pipeline = 64;  // instructions behind their fetch; far more than any latency lets in
}  // namespace

unpacker::unpacker(sc_core::sc_module_name name, unsigned which, const unpacker_parameters& parameters, tensix_state& state,
                   unpacker_function& function, src_hand_over& hand_over, dst_users& dst, throttle_if& arbiter)
    : unpacker_if(name),
      which_(which),
      parameters_(parameters),
      state_(state),
      hand_over_(hand_over),
      arbiter_(arbiter),
      queue_(parameters.queue_depth + most_in_pipeline),
      books_(which, parameters, account_, state, function, hand_over, dst, arbiter),
      run_(slot_of(slot::unpacker0, which), method<&unpacker::process>(this)) {
  waits_for_ = waited_change::none;  // see `enter`
  hand_over.subscribe(*this);
  arbiter.attach(which, *this);
}

// Acceptance: one UNPACR at a time is in its address phase, whichever unpacker and thread; its thread waits for the phase to
// end.
issue_response unpacker::offer(const issue_request& r) {
  if (queue_.full() || before_pipeline() >= parameters_.queue_depth)
    return issue_response::refuse(stall_reason::unit_busy, never);
  const bool nop = opcode_of(r.word) == opcode::UNPACR_NOP;
  if (!nop && arbiter_.address_phase_free > r.cycle)
    return issue_response::refuse(stall_reason::unpacr_address_phase, arbiter_.address_phase_free);
  unpack_in_flight& f = queue_.push();
  const unsigned not_fetched = before_pipeline();
  books_.accepted(f, r);
  ++at_[static_cast<unsigned>(f.where)];
  ++on_the_way_[r.thread];
  const uint32_t cycles = nop                ? parameters_.nop_cycles
                          : f.job.compressed ? parameters_.compressed_address_phase_cycles
                                             : parameters_.address_phase_cycles;
  const issue_response taken = books_.address_phase(f, nop, cycles, not_fetched);
  note_state(r.cycle);
  run_.arm(f.until);
  return taken;
}

// The pipeline, oldest instruction first: what has come through and has its bank is written and handed over; the oldest that
// has its address fetches, if none before it still does.
void unpacker::process() {
  const cycle_t c = run_.begin();
  while (!queue_.empty() && write_front(c)) changed_ = true;
  if (number_at(stage::fetch) == 0 && before_pipeline() > 0) fetch_next(c);
  note_state(c);
  if (changed_) notify(c);
  changed_ = false;
}

// The oldest instruction that is not fetched yet: starts its fetch, if it has its address and its turn.
void unpacker::fetch_next(cycle_t cycle) {
  const unpack_in_flight& next = first_before_pipeline();
  if (next.where == stage::address && next.until > cycle) return run_.arm(next.until);
  unsigned flips_ahead = 0;
  uint32_t held_bytes = 0;
  for (auto& f : queue_) {
    if (f.where == stage::address && f.until <= cycle) enter(f, stage::ready);
    if (f.where == stage::address) return run_.arm(f.until);
    if (f.where == stage::ready) {
      if (!may_fetch(f, flips_ahead, held_bytes, cycle)) return;
      if (parameters_.fetches_in_flight < most_in_pipeline && !room_for_fetch(f, cycle)) return;
      books_.fetching(f, f.held, cycle);
      start_fetch(f, cycle);
      if (f.where == stage::fetch) return;
    }
    // What flows into its bank holds nothing up; what waits, or will, fills the pipeline.
    if (f.beats && !f.bank_seen && !bank_ready(f, flips_ahead, cycle)) held_bytes += f.beats * l1_beat_bytes;
    flips_ahead += f.job.flips_src;
  }
}

// The oldest instruction: written if its data are there and its bank is ours; false if there is nothing to do yet.
bool unpacker::write_front(cycle_t cycle) {
  unpack_in_flight& f = queue_.front();
  if (f.where != stage::pipeline && f.where != stage::bank) return false;
  if (f.where == stage::pipeline && f.until > cycle) {
    run_.arm(f.until);
    return false;
  }
  if (!f.bank_seen) {
    if (!bank_ready(f, 0, cycle)) {
      enter(f, stage::bank);
      run_.arm(bank_from(f, 0, cycle));
      return false;
    }
    f.bank_seen = true;
    f.late = f.where == stage::bank;
    enter(f, stage::pipeline);
    f.until = books_.writes_until(f);
    if (f.until > cycle) {
      run_.arm(f.until);
      return false;
    }
  }
  books_.write_back(f, cycle);
  --on_the_way_[f.job.thread];
  --at_[static_cast<unsigned>(f.where)];
  queue_.pop_front();
  return true;
}

// From when the bank an instruction waits for is ours, as far as that is known. It is the one it writes: the one being filled, or one
// behind it if instructions before it will hand banks over. Or that of the matrix unit, which then has it before.
cycle_t unpacker::bank_from(const unpack_in_flight& f, unsigned flips_ahead, cycle_t cycle) const {
  if (f.job.waits_for_matrix_bank) return flips_ahead ? never : hand_over_.matrix_bank_usable_from(which_, cycle);
  if (flips_ahead >= src().banks) return never;
  return hand_over_.usable_from(which_, src().next(src().unpack_bank, flips_ahead), src_client::unpackers, cycle);
}

// Whether fewer UNPACRs than unpacker.fetches_in_flight are between the beginning of their fetch and their data's arrival.
bool unpacker::room_for_fetch(const unpack_in_flight& next, cycle_t cycle) {
  if (next.job.data_reads.empty() && next.job.exponent_reads.empty()) return true;  // it fetches nothing
  uint32_t in_flight = 0;
  cycle_t first_back = never;
  for (const auto& f : queue_) {
    if (f.where != stage::pipeline || f.bank_seen || f.until <= cycle) continue;
    ++in_flight;
    first_back = std::min(first_back, f.until);
  }
  if (in_flight < parameters_.fetches_in_flight) return true;
  run_.arm(first_back);
  return false;
}

bool unpacker::may_fetch(unpack_in_flight& f, unsigned flips_ahead, uint32_t held_bytes, cycle_t cycle) {
  if (held_bytes < parameters_.prefetch_bytes || bank_ready(f, flips_ahead, cycle)) return true;
  run_.arm(bank_from(f, flips_ahead, cycle));
  f.held = true;
  return false;
}

void unpacker::start_fetch(unpack_in_flight& f, cycle_t cycle) {
  transfers_open_ = 0;
  f.beats = 0;
  bytes_ = port_stalls_ = bank_stalls_ = 0;
  const uint32_t lanes = std::max(1u, arbiter_.begin(which_, f.wanted) / l1_beat_bytes);
  unsigned n = 0;
  const auto request = [&](const l1_extent& e, l1_client client, uint32_t with_lanes) {
    if (e.rows == 0 || e.row_bytes == 0) return;
    fetch_part& p = parts_[n];
    const uint32_t bytes = e.row_bytes * e.rows;
    const bool elsewhere = state_.l1_elsewhere();
    if (elsewhere) p.data.resize(bytes);
    l1_payload& t = l1.get(tlm::TLM_READ_COMMAND, e.address, elsewhere ? p.data.data() : state_.l1.data() + e.address, bytes);
    t.tag = n++;
    t.access.client = client;
    t.access.lanes = with_lanes;
    t.access.row_bytes = e.rows > 1 ? e.row_bytes : 0;
    t.access.row_stride = e.row_stride;
    t.access.rows = e.rows;
    t.access.data_by_dmi = !elsewhere;
    p.transfer = &t;
    f.beats += l1_beats_of(e.address, e.row_bytes) * e.rows;
    bytes_ += bytes;
  };
  for (const auto& e : f.job.data_reads) request(e, which_ ? l1_client::unpacker1 : l1_client::unpacker0, lanes);
  data_transfers_ = n;
  const uint32_t data_beats = f.beats;
  const uint64_t data_bytes = bytes_;
  for (const auto& e : f.job.exponent_reads)
    request(e, which_ ? l1_client::unpacker1_exponents : l1_client::unpacker0_exponents, 1);
  f.beats = data_beats;
  exponent_bytes_ = bytes_ - data_bytes;
  if (n == 0) {  // nothing to fetch: UNPACR_NOP, or no datums
    books_.passed(f, cycle);
    enter(f, stage::pipeline);
    changed_ = true;
    run_.arm(cycle + 1);
    return;
  }
  enter(f, stage::fetch);
  books_.requested(f);
  transfers_open_ = n;
  fetch_address_ = static_cast<uint32_t>(parts_[0].transfer->get_address());
  for (unsigned i = 0; i < n; ++i) l1.send(*parts_[i].transfer);
}

void unpacker::rate_changed(uint32_t bytes_per_cycle) {
  const uint32_t lanes = std::max(1u, bytes_per_cycle / l1_beat_bytes);
  for (unsigned i = 0; i < data_transfers_; ++i)
    if (parts_[i].transfer) l1.change_rate(*parts_[i].transfer, lanes);
}

void unpacker::fetched(l1_payload& t) {
  parts_[t.tag].transfer = nullptr;
  if (!t.is_response_ok()) report_refusal(t);
  else if (state_.l1_elsewhere()) keep(t);
  port_stalls_ += t.access.port_stall_cycles;
  bank_stalls_ += t.access.bank_stall_cycles;
  if (--transfers_open_ == 0) end_fetch(now_cycle());
}

void unpacker::report_refusal(const l1_payload& t) {
  const unpack_in_flight& f = first_before_pipeline();
  const bool outside = t.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE;
  state_.diagnose.undefined(
      "unpacker", f.job.thread, f.job.word,
      outside ? "reads outside L1: address " + hex_text(t.get_address()) + ", " + std::to_string(t.get_data_length()) + " bytes"
              : t.response_text());
}

// What has come in the payload, to where the function reads it.
void unpacker::keep(const l1_payload& t) {
  const uint32_t bytes = t.get_data_length(), row_bytes = t.access.row_bytes ? t.access.row_bytes : bytes;
  uint8_t* to = state_.l1.data() + t.get_address();
  for (size_t from = 0; from < bytes; from += row_bytes, to += t.access.row_stride)
    std::memcpy(to, t.get_data_ptr() + from, row_bytes);
}

void unpacker::end_fetch(cycle_t cycle) {
  unpack_in_flight& f = first_before_pipeline();
  enter(f, stage::pipeline);
  changed_ = true;  // there is room for another
  books_.fetched(f, bytes_, exponent_bytes_, port_stalls_, bank_stalls_, cycle);
  if (account_.tap()) record_details(f);
  account_.executed(f.job.thread, f.job.word, f.accepted, f.fetch_start, std::max(cycle, f.fetch_start + 1));
  run_.arm(cycle);
  if (run_.armed() > cycle) note_state(cycle);  // otherwise `process` is about to
}

// What was fetched, and the bank for which: the one being filled once all before it are written.
void unpacker::record_details(const unpack_in_flight& f) const {
  work_details d;
  d.address = fetch_address_;
  d.bytes = static_cast<uint32_t>(bytes_);
  if (!f.job.to_dst) {
    unsigned bank = src().unpack_bank;
    for (const auto& q : queue_) {
      if (&q == &f) break;
      bank = src().next(bank, q.job.flips_src);
    }
    (which_ ? d.srcb_bank : d.srca_bank) = static_cast<int>(bank);
  }
  account_.tap()->works_with(account_.name(), d);
}

void unpacker::state_changed(cycle_t visible_at) { run_.arm(visible_at); }

void unpacker::note_state(cycle_t cycle) {
  if (queue_.empty()) return unpacker_activity().enter(account_, cycle);
  unpacker_activity(queue_, which_, waiting() > 0, number_at(stage::fetch) > 0, cycle, [this](cycle_t c) {
    run_.arm(c);
  }).enter(account_, cycle);
}

cycle_t unpacker::drained_from(unsigned thread, cycle_t now) const {
  return on_the_way_[thread] ? never : std::max(now, books_.last_done(thread));
}

}  // namespace tensix
