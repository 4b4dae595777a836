// SPDX-License-Identifier: Apache-2.0
#include "cosim/capi/core_initiator.h"

#include <algorithm>
#include <cstring>

namespace tensix {

core_initiator::way::way() { payload.set_data_ptr(data); }

core_initiator::core_initiator(sc_core::sc_module_name name, unsigned core, view& v, news& n)
    : sc_module(name),
      socket("socket"),
      core_(core),
      view_(v),
      news_(n),
      stores_(slot_of(slot::riscv, core), method<&core_initiator::make_stores>(this)),
      loads_strand_(slot_of(slot::riscv, core), method<&core_initiator::make_loads>(this)) {}

core_initiator::~core_initiator() {  // ours, not the payload's
  loads_way_.payload.clear_extension(&poll_);
}

void core_initiator::reset(cycle_t now) {
  loads_way_.payload.clear_extension(&poll_);
  requests_ = {};
  open_ids_ = 0;
  storing_ = nothing;
  first_load_ = load_count_ = 0;
  view_ = {};
  view_.ready_from = now;
  stores_.restart();
  loads_strand_.restart();
}

bool core_initiator::answer_to_come(cycle_t now) const {
  return std::any_of(view_.answer_from.begin(), view_.answer_from.end(), [now](cycle_t c) { return c > now && c != never; });
}

void core_initiator::note_known(cycle_t since) {
  const auto note = [&](cycle_t from) {
    if (from > since && from != never) news_.note(core_, from);
  };
  note(view_.ready_from);
  for (unsigned open = open_ids_; open; open &= open - 1) note(view_.answer_from[static_cast<unsigned>(__builtin_ctz(open))]);
}

// ---- From outside ---------------------------------------------------------------------------------------------------------

void core_initiator::push(uint32_t word) {
  view_.ready_from = never;
  word_ = word;
  storing_ = a_push;
}

core_initiator::request& core_initiator::open(unsigned id, uint32_t address, unsigned bytes) {
  request& r = requests_[id];
  open_ids_ |= 1u << id;
  view_.answer_from[id] = never;
  r.state = answer::open;
  r.address = address;
  r.value = 0;
  r.bytes = static_cast<uint8_t>(bytes);
  r.is_store = r.is_poll = false;
  return r;
}

void core_initiator::store(unsigned id, uint32_t address, unsigned bytes, uint32_t value) {
  view_.ready_from = never;
  request& r = open(id, address, bytes);
  r.value = value;
  r.is_store = true;
  storing_ = id;
}

void core_initiator::load(unsigned id, uint32_t address, unsigned bytes, const poll_extension* until, cycle_t now) {
  view_.ready_from = now + 1;
  request& r = open(id, address, bytes);
  r.is_poll = until != nullptr;
  if (until) r.until = *until;
  news_.note(core_, now + 1);  // the next access
  loads_[(first_load_ + load_count_++) % ids] = static_cast<uint8_t>(id);
}

// ---- The core -------------------------------------------------------------------------------------------------------------

// Returns what it takes beyond the present cycle.
sc_core::sc_time core_initiator::transport(way& w, tlm::tlm_command command, uint32_t address, unsigned bytes) {
  w.payload.set_command(command);
  w.payload.set_address(address);
  w.payload.set_data_length(bytes);
  w.payload.set_streaming_width(bytes);
  w.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time t;
  socket->b_transport(w.payload, t);
  return t;
}

void core_initiator::finish(unsigned id, const way& w, cycle_t from) {
  requests_[id].state = w.payload.is_response_ok() ? answer::done : answer::refused;
  view_.answer_from[id] = from;
  known(from);
}

void core_initiator::make_stores() {
  way& w = stores_way_;
  for (;;) {
    while (storing_ == nothing) stores_.sleep_for_ever();  // until it is woken
    if (storing_ == a_push) {
      sc_core::sc_time beyond;
      pushes->push_word(word_, true, beyond);
    } else {
      request& r = requests_[storing_];
      std::memcpy(w.data, &r.value, 4);
      transport(w, tlm::TLM_WRITE_COMMAND, r.address, r.bytes);
      finish(storing_, w, now_cycle() + 1);
    }
    // What it took to be held ends in this cycle; the next access is made in the next.
    storing_ = nothing;
    view_.ready_from = now_cycle() + 1;
    known(view_.ready_from);
  }
}

void core_initiator::make_loads() {
  way& w = loads_way_;
  for (;;) {
    while (!load_count_) loads_strand_.sleep_for_ever();
    const cycle_t began = now_cycle();
    const unsigned id = loads_[first_load_];
    request& r = requests_[id];
    std::memset(w.data, 0, 4);
    if (r.is_poll) {
      poll_ = r.until;
      w.payload.set_extension(&poll_);
    }
    const sc_core::sc_time t = transport(w, tlm::TLM_READ_COMMAND, r.address, r.bytes);
    w.payload.clear_extension(&poll_);
    std::memcpy(&r.value, w.data, 4);
    finish(id, w, now_cycle() + t.value() / cycle_ticks());
    first_load_ = (first_load_ + 1) % ids;
    --load_count_;
    if (load_count_) wait_until_cycle(began + 1);  // one a cycle: what has not been requested yet, comes later anyway
  }
}

}  // namespace tensix
