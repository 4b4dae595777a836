// SPDX-License-Identifier: Apache-2.0
#include "models/memory/l1.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "models/memory/l1_check.h"
#include "models/memory/l1_shortcuts.h"

namespace tensix {

#ifdef TENSIX_CHECK_SHORTCUTS
uint64_t l1_shortcuts_checked = 0;
static uint64_t l1_shortcuts_taken = 0;
#endif

l1_memory::l1_memory(sc_core::sc_module_name name, const l1_parameters& parameters, l1_storage& bytes)
    : l1_if(name),
      clients("clients"),
      parameters_(parameters),
      wiring_(parameters_),
      bytes_(bytes),
      now_(wiring_),
      observer_(wiring_) {
  clients.register_nb_transport_fw(this, &l1_memory::nb_transport_fw);
  clients.register_b_transport(this, &l1_memory::b_transport);
  clients.register_transport_dbg(this, &l1_memory::transport_dbg);
  clients.register_get_direct_mem_ptr(this, &l1_memory::get_direct_mem_ptr);
}

// ---- The way of a transfer: request, competition, rule, done, completion

// Request (nb_transport_fw, b_transport): what the payload asks for becomes an entry of the list.
l1_memory::transfer l1_memory::make_transfer(int id, tlm::tlm_generic_payload& payload, cycle_t start) {
  transfer t;
  l1_access* access = payload.get_extension<l1_access>();
  if (!access) {  // a plain base-protocol initiator: one lane, as client noc
    t.plain = true;
    if (free_plain_.empty()) free_plain_.push_back(&plain_.emplace_back());
    access = free_plain_.back();
    free_plain_.pop_back();
    *access = {};
  }
  l1_begin(t, payload, *access, start, parameters_);
  t.socket = id;
  return t;
}

// All cycles before the present one are decided without it.
void l1_memory::add(transfer& t) {
  replay(now_cycle());
  if (reporting_.tap()) t.number = ++transfers_;
  now_.active.insert(l1_place(now_.active, t), t);
  if (used && !t.access->poll) used(t.start);
  run_.arm(may_be_done(t));  // the others only become later by it
}

// Competition, cycle by cycle: who asks, what the rule gives each of them, and what that changes; where nobody asks, on to the
// next whose time comes. The last beat of a transfer makes it done.
void l1_memory::replay(cycle_t until) {
  if (now_.active.empty()) now_.cycle = std::max(now_.cycle, until);
  while (now_.cycle < until) {
    const l1_competitors competing = l1_compete(now_.active, now_.cycle);
    const cycle_t alike = std::min(until, competing.until);
    if (competing.count == 0) {
      now_.cycle = alike;
      continue;
    }
    if (now_.held) l1_release(now_);
    l1_decision d;
    decide(competing, alike, d);
    observer_.record(now_, competing, d);
    for (size_t i = 0; i < d.count; ++i) {
      const l1_share& got = d.share[i];
      l1_transfer& t = *competing.transfer[got.competitor];
      observer_.record(t, got, now_.cycle, d.cycles);
      l1_serve(wiring_, now_, t, got, d.cycles);
    }
    l1_end_cycles(now_, d);
  }
}

// The rule's decision, by a shortcut if there is one.
void l1_memory::decide(const l1_competitors& competing, cycle_t until, l1_decision& d) const {
  const cycle_t several_until = observer_.wants_single_cycles() ? now_.cycle + 1 : until;
  if (!l1_shortcut(wiring_, now_, competing, until, several_until, d)) return l1_rule(wiring_, now_, competing, d);
#ifdef TENSIX_CHECK_SHORTCUTS
#ifdef TENSIX_CHECK_EVERY_SHORTCUT
  constexpr uint64_t one_in = 1;
#else
  constexpr uint64_t one_in = 1009;  // a check copies all that L1 knows
#endif
  if (++l1_shortcuts_taken % one_in != 0) return;
  ++l1_shortcuts_checked;
  const std::string difference =
      l1_difference(wiring_, now_, std::vector<l1_transfer>(now_.active.begin(), now_.active.end()), d);
  if (!difference.empty()) throw std::logic_error(std::string(name()) + ": a shortcut is not the rule: " + difference);
#endif
}

// Armed for the first cycle in which a transfer may be complete: if it gets all it asks for from now on. Where it does not, the
// process finds nothing and arms again; that costs less than to work out in advance what others may still change.
void l1_memory::arm_first() {
  cycle_t first = never;
  for (const transfer& t : now_.active) first = std::min(first, may_be_done(t));
  run_.arm(first);
}

cycle_t l1_memory::may_be_done(const transfer& t) const {
  if (t.done != never) return t.done;
  uint32_t left = t.beats - t.next;
  if (t.granted_ahead >> (t.lanes - 1) > 1)  // the window has become smaller: what is granted beyond is soon passed
    left -= few_bits(t.granted_ahead);
  const cycle_t cycles = (left + t.lanes - 1) / t.lanes;
  return wiring_.done_after(t, std::max(now_.cycle, t.start) + cycles - 1);
}

// In slot l1: transfers that are done leave the list and are completed.
void l1_memory::process() {
  const cycle_t c = run_.begin();
  replay(c);
  for (std::ptrdiff_t i = 0;;) {
    const auto place = now_.active.begin() + i;
    if (place == now_.active.end()) break;
    if (place->done > c) {
      ++i;
      continue;
    }
    transfer t = *place;
    now_.active.erase(place);
    complete(t);  // may add transfers at the end
  }
  arm_first();
}

// Completion: the bytes move, the initiator gets its answer, observers get to know.
void l1_memory::complete(transfer& t) {
  reporting_.finish(t);
  move_data(t);
  t.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  observer* const tap = reporting_.tap();
  l1_completed completed{};
  if (tap) completed = reporting_.describe(t, bytes_.data());  // the initiator may use the payload again
  if (t.waiter) {
    t.waiter->notify();
  } else {
    responses_.begin(t.socket, *t.payload);
  }
  if (t.plain) free_plain_.push_back(t.access);
  if (tap) tap->l1_complete(completed);  // now its data are there, also those that the initiator moves
}

void l1_memory::move_data(const transfer& t) {
  const bool write = t.payload->is_write();
  if (t.access->data_by_dmi) {
    if (write && written) written(static_cast<uint32_t>(t.payload->get_address()), t.payload->get_data_length());
    return;
  }
  uint8_t* data = t.payload->get_data_ptr();
  uint32_t address = static_cast<uint32_t>(t.payload->get_address());
  const uint32_t row_bytes = t.access->row_bytes ? t.access->row_bytes : t.payload->get_data_length();
  for (uint32_t row = 0; row < (t.access->row_bytes ? t.access->rows : 1); ++row, address += t.access->row_stride) {
    if (const uint8_t* enable = t.payload->get_byte_enable_ptr()) {
      for (uint32_t i = 0; i < row_bytes; ++i) {
        if (!enable[i % t.payload->get_byte_enable_length()]) continue;
        if (write) bytes_[address + i] = data[i];
        else data[i] = bytes_[address + i];
      }
    } else if (write) {
      std::memcpy(&bytes_[address], data, row_bytes);
    } else {
      std::memcpy(data, &bytes_[address], row_bytes);
    }
    if (write && written) written(address, row_bytes);
    data += row_bytes;
  }
}

// ---- The sockets

// False: it is over, and has its response status.
bool l1_memory::accept(tlm::tlm_generic_payload& payload) {
  const l1_access* x = payload.get_extension<l1_access>();
  tlm::tlm_response_status status = l1_response_to(payload, x, bytes_.size());
  if (status == tlm::TLM_INCOMPLETE_RESPONSE && error_.hits(x)) status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (status == tlm::TLM_INCOMPLETE_RESPONSE) return true;
  payload.set_response_status(status);
  return false;
}

tlm::tlm_sync_enum l1_memory::nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                              sc_core::sc_time& t) {
  if (phase == RATE_CHANGE) {
    replay(now_cycle());
    for (auto& x : now_.active)
      if (x.payload == &payload) x.lanes = std::clamp<uint32_t>(x.access->lanes, 1, most_lanes);
    arm_first();
    return tlm::TLM_ACCEPTED;
  }
  if (phase == GRANTED) {
    replay(now_cycle() + t.value() / cycle_ticks());
    for (const auto& x : now_.active)
      if (x.payload == &payload) return x.next == x.beats ? tlm::TLM_UPDATED : tlm::TLM_ACCEPTED;
    return payload.is_response_ok() ? tlm::TLM_UPDATED : tlm::TLM_ACCEPTED;  // it is complete
  }
  if (phase == tlm::END_RESP) {
    responses_.end(id);
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;  // one that may be ignored
  if (!accept(payload)) return tlm::TLM_COMPLETED;
  responses_.keep(payload);
  transfer asked = make_transfer(id, payload, now_cycle() + t.value() / cycle_ticks());
  add(asked);
  phase = tlm::END_REQ;  // any number may be outstanding
  return tlm::TLM_UPDATED;
}

void l1_memory::b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  if (!accept(payload)) return;
  const cycle_t c = now_cycle();
  if (t.value() >= cycle_ticks()) wait_for_time(t);
  t = sc_core::SC_ZERO_TIME;
  transfer x = make_transfer(id, payload, std::max(c, now_cycle()));
  if (free_waiters_.empty()) {
    waiters_.emplace_back();
    free_waiters_.push_back(&waiters_.back());
  }
  x.waiter = free_waiters_.back();
  free_waiters_.pop_back();
  tile_event* const done = x.waiter;
  add(x);
  wait_for_event(*done);
  free_waiters_.push_back(done);
}

unsigned int l1_memory::transport_dbg(int, tlm::tlm_generic_payload& payload) {
  const uint64_t address = payload.get_address();
  if (address >= bytes_.size()) return 0;
  const auto n = static_cast<unsigned>(std::min<uint64_t>(payload.get_data_length(), bytes_.size() - address));
  if (n == 0 || payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
  if (payload.is_read()) std::memcpy(payload.get_data_ptr(), &bytes_[address], n);
  else {
    std::memcpy(&bytes_[address], payload.get_data_ptr(), n);
    if (written) written(static_cast<uint32_t>(address), n);
  }
  return n;
}

bool l1_memory::get_direct_mem_ptr(int, tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  if (payload.get_address() >= bytes_.size()) {  // nor anywhere behind it
    dmi.set_start_address(bytes_.size());
    dmi.allow_none();
    return false;
  }
  dmi.set_dmi_ptr(bytes_.data());
  dmi.set_start_address(0);
  dmi.set_end_address(bytes_.size() - 1);
  dmi.allow_read_write();
  return true;
}

bool l1_memory::serves_others(l1_client client, unsigned first) const {
  return std::any_of(now_.active.begin(), now_.active.end(),
                     [&](const transfer& t) { return t.client != client || t.stream < first; });
}

l1_served l1_memory::served() {
  replay(now_cycle());
  return observer_.served();
}

}  // namespace tensix
