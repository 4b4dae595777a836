// SPDX-License-Identifier: Apache-2.0
#include "cosim/rtl/rtl_l1.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "cosim/rtl/rtl_failure.h"

namespace tensix {
rtl_l1::rtl_l1(const sc_core::sc_module_name& name, const l1_parameters& parameters, rtl_clock& clock,
               std::unique_ptr<l1_block> block, l1_pin_order order)
    : l1_by_rtl(name, parameters, clock, std::move(block), order) {
  clock.attach(*this, "l1");
}

// ---- The clock's side

bool rtl_l1::one_edge(cycle_t cycle) {
  const bool changed = requests_.edge(cycle);
  quiet_ = changed ? 0 : quiet_ + 1;
  if (const cycle_t done = requests_.first_done(); done != never) run_.arm(done);
  return changed;
}

void rtl_l1::process() {
  const cycle_t c = run_.begin();
  clock_.up_to(c);
  while (const std::unique_ptr<l1_rtl_transfer> t = requests_.take_done(c)) complete(*t);  // may add others at the end
  arm_first();
}

// A lazy clock: for the first cycle in which something may be complete; nothing more, if nothing is ever granted.
void rtl_l1::arm_first() {
  const cycle_t done = requests_.first_done();
  if (clock_.mode() != rtl_clock_mode::lazy || (done == never && quiet_ >= clock_.quiet_edges())) run_.arm(done);
  else run_.arm(requests_.may_be_done());
}

// ---- The clients' side

void rtl_l1::add(int socket, tlm::tlm_generic_payload& payload, cycle_t start, tile_event* waiter) {
  clock_.up_to(now_cycle());
  l1_rtl_transfer& t = requests_.add(payload, start);
  if (!asks_later_.off()) {  // a client's requests stay in their order
    start = asks_later_.from(start);
    for (const auto& other : requests_.open())
      if (other.get() != &t && other->same_queue(t)) start = std::max(start, other->start);
    t.start = start;
  }
  t.socket = socket;
  t.waiter = waiter;
  quiet_ = 0;
  if (used && !t.access->poll) used(start);
  clock_.wake();
  arm_first();
}

bool rtl_l1::granted(const tlm::tlm_generic_payload& payload, cycle_t before) {
  if (before > 0 && requests_.next() < before) {
    clock_.up_to(before - 1);
    if (requests_.next() < before) requests_.settle(before - 1);  // its edge comes
  }
  const l1_rtl_transfer* t = requests_.find(payload);
  return t ? t->left == 0 : payload.is_response_ok();
}

tlm::tlm_sync_enum rtl_l1::nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time& t) {
  const cycle_t cycle = now_cycle() + t.value() / cycle_ticks();
  if (phase == GRANTED) return granted(payload, cycle) ? tlm::TLM_UPDATED : tlm::TLM_ACCEPTED;
  if (phase == RATE_CHANGE) {
    clock_.up_to(now_cycle());
    requests_.lanes_changed(payload);
    arm_first();
    return tlm::TLM_ACCEPTED;
  }
  if (phase == tlm::END_RESP) {
    responses_.end(id);
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;  // one that may be ignored
  if (!accept(payload)) return tlm::TLM_COMPLETED;
  responses_.keep(payload);
  add(id, payload, cycle, nullptr);
  phase = tlm::END_REQ;  // any number may be outstanding
  return tlm::TLM_UPDATED;
}

void rtl_l1::b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  if (!accept(payload)) return;
  const cycle_t c = now_cycle();
  if (t.value() >= cycle_ticks()) wait_for_time(t);
  t = sc_core::SC_ZERO_TIME;
  if (free_waiters_.empty()) {
    waiters_.emplace_back();
    free_waiters_.push_back(&waiters_.back());
  }
  tile_event* const done = free_waiters_.back();
  free_waiters_.pop_back();
  add(id, payload, std::max(c, now_cycle()), done);
  wait_for_event(*done);
  free_waiters_.push_back(done);
}

bool rtl_l1::accept(tlm::tlm_generic_payload& payload) {
  const l1_access* const access = payload.get_extension<l1_access>();
  tlm::tlm_response_status status = l1_response_to(payload, access, size());
  if (status == tlm::TLM_INCOMPLETE_RESPONSE && error_.hits(access)) status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (status == tlm::TLM_INCOMPLETE_RESPONSE) return true;
  payload.set_response_status(status);
  return false;
}

void rtl_l1::complete(l1_rtl_transfer& t) {
  if (t.done < now_cycle())
    throw rtl_failure(std::string(name()) + ": the RTL granted the last beat of a transfer so that it was done in cycle " +
                      std::to_string(t.done) + ", when nobody looked any more: raise rtl.quiet_edges, or use rtl.clock=gated");
  reporting_.finish(t);
  const l1_access& x = *t.access;
  tlm::tlm_generic_payload& payload = *t.payload;
  if (t.op == l1_op::atomic && !t.write && !x.data_by_dmi) read_all(t);
  if (t.write && written) {
    const auto address = static_cast<uint32_t>(payload.get_address());
    if (x.data_by_dmi || !x.row_bytes) written(address, payload.get_data_length());
    else
      for (uint32_t row = 0; row < x.rows; ++row) written(address + row * x.row_stride, x.row_bytes);
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  observer* const tap = reporting_.tap();
  l1_completed completed{};
  if (tap) completed = describe(t);  // the initiator may use the payload again
  if (t.waiter) {
    t.waiter->notify();
  } else {
    responses_.begin(t.socket, payload);
  }
  if (tap) tap->l1_complete(completed);
}

// ---- Data

// An atomic's are as of its completion.
void rtl_l1::read_all(const l1_rtl_transfer& t) const {
  const l1_access& x = *t.access;
  const auto address = static_cast<uint32_t>(t.payload->get_address());
  const uint32_t row_bytes = x.row_bytes ? x.row_bytes : t.payload->get_data_length();
  for (uint32_t row = 0; row < (x.row_bytes ? x.rows : 1); ++row)
    block_->read(address + row * x.row_stride, t.payload->get_data_ptr() + row * row_bytes, row_bytes);
}

unsigned int rtl_l1::transport_dbg(int, tlm::tlm_generic_payload& payload) {
  const uint64_t address = payload.get_address();
  if (address >= size()) return 0;
  const auto n = static_cast<uint32_t>(std::min<uint64_t>(payload.get_data_length(), size() - address));
  const auto from = static_cast<uint32_t>(address);
  if (sc_core::sc_is_running()) clock_.up_to(now_cycle());
  if (payload.is_read()) block_->read(from, payload.get_data_ptr(), n);
  if (payload.is_write()) {
    requests_.write(from, payload.get_data_ptr(), n);
    if (written) written(from, n);
  }
  return n;
}

bool rtl_l1::get_direct_mem_ptr(int, tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.allow_none();
  return false;
}

// ---- Observation

l1_served rtl_l1::served() {
  clock_.up_to(now_cycle());
  return requests_.served();
}

void rtl_l1::report_to(observer* tap) {
  requests_.traffic_to = tap && tap->wishes().traffic ? tap : nullptr;
  if (tap && !tap->wishes().beats) tap = nullptr;
  if (tap && !block_->image())
    throw std::invalid_argument(std::string(name()) + ": event logs need an L1 with its bytes in one piece (l1_block::image)");
  reporting_.report_to(tap);
  carried_.resize(tap ? size() : 0);
}

void rtl_l1::beat_granted(const l1_rtl_transfer& t, uint32_t beat, unsigned port, cycle_t cycle) {
  if (observer* const tap = reporting_.tap()) tap->l1_beat(t.number, beat, t.word_of(beat), port, cycle);
}

l1_completed rtl_l1::describe(const l1_rtl_transfer& t) {
  l1_completed c = reporting_.describe(t, block_->image());
  if (t.access->data_by_dmi) return c;
  // The bytes that it carried, as RTL has them behind its beats; others may have written there since.
  for (uint32_t b = 0; b < t.beats; ++b) {
    uint8_t* const word = &carried_[size_t{t.word_of(b)} * l1_beat_bytes];
    std::memcpy(word, block_->image() + size_t{t.word_of(b)} * l1_beat_bytes, l1_beat_bytes);
    lay_beat(t, b, word);
  }
  for (const l1_rtl_transfer::word& w : t.otherwise)
    std::memcpy(&carried_[size_t{t.word_of(w.beat)} * l1_beat_bytes], w.bytes, l1_beat_bytes);
  c.l1 = carried_.data();
  return c;
}

void rtl_l1::report_open() {
  reporting_.report_open(requests_.open(), [this](const auto& t) { return describe(*t); });
}

}  // namespace tensix
