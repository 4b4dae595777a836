// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_port/riscv_port.h"

#include <algorithm>
#include <cstring>

#include "models/memory/narrow_word.h"

namespace tensix {

namespace {
sc_core::sc_time cycles(uint64_t n) { return sc_core::sc_time::from_value(n * cycle_ticks()); }
}  // namespace

riscv_port::riscv_port(sc_core::sc_module_name name, unsigned core, const riscv_port_parameters& parameters, const parts& reach)
    : sc_module(name),
      socket("socket"),
      l1("l1"),
      core_(core),
      parameters_(parameters),
      who_("riscv_" + std::string(address_map::core_text(core))),
      reach_(reach),
      space_(*reach.state, *reach.shared, *reach.overlay, this),
      arrivals_(slot_of(slot::riscv_stores_t0, core), method<&riscv_port::arrive>(this)) {
  socket.register_b_transport(this, &riscv_port::b_transport);
  socket.register_transport_dbg(this, &riscv_port::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &riscv_port::get_direct_mem_ptr);
  for (way* w : {&loads_, &stores_, &queue_way_}) w->to_l1.access.client = l1_client_of_core[core];
  queue_way_.of_queue = true;
  reach_.shared->ports.push_back(this);
  ++reach_.shared->polling[static_cast<unsigned>(polled_)];
}

std::string riscv_port::text(const reason& why) const {
  std::string said = std::string(why.text) + why.of_region;
  if (why.address != reason::nowhere) said += (*why.of_region ? ", at " : " ") + describe(why.address);
  return said;
}

std::string riscv_port::waits_for() const {
  std::string said;
  for (const bool of_queue : {false, true})
    for (const way* w : {&loads_, &stores_, &queue_way_}) {
      if (!w->waits || w->of_queue != of_queue) continue;
      said += (said.empty() ? "" : "; ") + std::string(of_queue ? "its oldest store " : "") + text(*w->waits);
    }
  return said;
}

bool riscv_port::undefined(std::string text) {
  reach_.state->diagnose.undefined(who_.c_str(), -1, 0, std::move(text));
  return false;
}

decoded_address riscv_port::decode(uint32_t address) const {
  if (address != last_address_) {
    last_decoded_ = address_map::decode(core_, address, static_cast<uint32_t>(reach_.state->l1.size()));
    last_address_ = address;
  }
  return last_decoded_;
}
std::string riscv_port::describe(uint32_t address) const {
  return address_map::describe(core_, address, static_cast<uint32_t>(reach_.state->l1.size()));
}

// ---- Waiting --------------------------------------------------------------------------------------------------------------

// Events arrive in the slot of the process that notified them; the core acts in its own, later slot of the same cycle.
void riscv_port::align() {
  const slot own = slot_of(slot::riscv, core_);
  if (cycle_time::within() == static_cast<unsigned>(own)) return;
  if (strand* const s = strand::current()) return s->sleep_until_slot(cycle_time::next(own));
  sc_core::wait(at(cycle_time::next(own), own) - now_time());
}

void riscv_port::wait_for(const change& on) {
  if (on.thread) on.thread->watch(*on.event);
  wait_for_event(*on.event, on.other);
  align();
  if (on.thread) on.thread->watch_no_more(*on.event);
}

riscv_port::turn::turn(riscv_port& port, way& w, const sc_core::sc_time& delay) : way_(w), delay_(delay) {
  const bool free = w.free();
  const uint32_t mine = w.came++;
  if (!free) port.wait_turn(w, mine);
}

void riscv_port::wait_turn(way& w, uint32_t number) {
  while (number != w.over) wait_for_event(w.next);
  wait_until_cycle(w.free_from);
  align();
}

riscv_port::turn::~turn() {
  way_.free_from = now_cycle() + delay_.value() / cycle_ticks();
  way_.last = who_runs();
  ++way_.over;
  if (way_.came != way_.over) way_.next.notify();
}

// ---- The socket -----------------------------------------------------------------------------------------------------------

// What is said at once, whatever lies at the address. TLM_INCOMPLETE_RESPONSE: nothing.
tlm::tlm_response_status riscv_port::response_to(const tlm::tlm_generic_payload& payload) {
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  const unsigned length = payload.get_data_length(), streaming = payload.get_streaming_width();
  if (length == 0 || (streaming && streaming < length)) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr()) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (!payload.get_data_ptr()) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  return payload.get_address() >> 32 ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_INCOMPLETE_RESPONSE;
}

void riscv_port::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  if (const auto status = response_to(payload); status != tlm::TLM_INCOMPLETE_RESPONSE)
    return payload.set_response_status(status);
  const outside_call counted(outside_calls_);
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  const unsigned length = payload.get_data_length();
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  core_store_extension* const own_queue = payload.get_extension<core_store_extension>();
  if (payload.is_write() && length % 4 == 0 && address % 4 == 0)
    if (const decoded_address d = decode(address); d.region == address_region::instruction_fifo)
      return push_words(payload, d, own_queue, t);
  if (t != sc_core::SC_ZERO_TIME) wait_for_time(t);
  t = sc_core::SC_ZERO_TIME;
  align();
  if (length != 1 && length != 2 && length != 4) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  if (address % length != 0) {
    undefined(std::string(payload.is_write() ? "store" : "load") + " of " + std::to_string(length) + " bytes at " +
              describe(address) + ", which is not a multiple of them");
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  if (!payload.is_write()) return load_or_poll(payload, t);
  const turn mine(*this, stores_, t);
  stores_.of_queue = own_queue != nullptr;
  storing_for_ = own_queue;
  const uint32_t value = narrow_word(payload.get_data_ptr(), length);
  if (!own_queue && must_queue(decode(address))) return enqueue(stores_, {address, value, static_cast<uint8_t>(length)});
  if (!store(stores_, address, length, value)) payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

void riscv_port::push_word(uint32_t word, bool ttinsn, sc_core::sc_time& delay) {
  take_turn(delay);
  const turn mine(*this, stores_, delay);
  stores_.of_queue = false;
  push_origin from{pushed_by::stream, ttinsn};
  if (queue_.empty()) push(stores_, core_, word, false, delay, from, false);
  else enqueue(stores_, {address_map::instruction_fifo_base, word, 0, ttinsn});
}

// Behind other stores a push does not run ahead of the simulation.
void riscv_port::take_turn(sc_core::sc_time& t) {
  if (queue_.empty() && stores_.free()) return;
  wait_for_time(t);
  t = sc_core::SC_ZERO_TIME;
  align();
}

void riscv_port::push_words(tlm::tlm_generic_payload& payload, const decoded_address& d, core_store_extension* own_queue,
                            sc_core::sc_time& t) {
  const ttinsn_extension* const e = payload.get_extension<ttinsn_extension>();
  const bool ttinsn = e && e->applies, only_if_room = own_queue && own_queue->only_if_room;
  const auto word_at = [&](unsigned offset) {
    uint32_t word;
    std::memcpy(&word, payload.get_data_ptr() + offset, 4);
    return word;
  };
  const auto push_at = [&](unsigned offset) {
    push_origin from{!own_queue ? pushed_by::stream : offset ? pushed_by::fused : pushed_by::core, ttinsn};
    if (own_queue) from.by = own_queue->by, from.pc = own_queue->pc + offset;
    return push(stores_, d.index, word_at(offset), d.behind_mop_expander, t, from, only_if_room);
  };
  const unsigned length = payload.get_data_length();
  if (own_queue) own_queue->pushed = 0;
  if (only_if_room) {  // beside whatever else is under way: it takes no time
    for (unsigned i = 0; i < length; i += 4, ++own_queue->pushed)
      if (!push_at(i)) return;
    return;
  }
  take_turn(t);
  const turn mine(*this, stores_, t);
  stores_.of_queue = own_queue != nullptr;
  for (unsigned i = 0; i < length; i += 4) {
    if (queue_.empty()) push_at(i);
    else enqueue(stores_, {static_cast<uint32_t>(payload.get_address()), word_at(i), 0, ttinsn});
    if (!own_queue) continue;
    ++own_queue->pushed;
    if (causes()) own_queue->by = reach_.frontends[d.index]->pushed_last();
  }
}

void riscv_port::load_or_poll(tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  const turn mine(*this, loads_, t);
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  const unsigned length = payload.get_data_length();
  uint32_t value = 0;
  poll_extension* const poll = payload.get_extension<poll_extension>();
  bool looked_again = false;
  for (;;) {
    uint32_t latency = 0;
    const cycle_t began = now_cycle();
    if (poll) polls(polled_place_of(address));  // from here on a change is not missed
    if (poll) poll->began = began;
    if (!load(loads_, address, length, value, latency)) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      break;
    }
    if (!poll || poll->holds(value & poll->mask, poll->value)) {
      t = cycles(latency);
      if (causes()) record_load(address, began, latency, poll, looked_again, payload.get_extension<core_store_extension>());
      break;
    }
    // Sleep until the word may have changed; the core would have looked again once every round trip of its loop.
    looked_again = true;
    wait_until_cycle(now_cycle() + latency);
    const uint64_t period = poll->period ? poll->period : std::max<uint64_t>(now_cycle() - began, 1);
    uint32_t now_value = 0;
    const auto looks_good = [&] {
      return !peek(address, length, now_value) || poll->holds(now_value & poll->mask, poll->value);
    };
    if (!looks_good()) {
      const cycle_t asleep = poll->period ? began : now_cycle();
      wait_until(loads_, {"polls", "", address}, looks_good, {&poll_again_});
      const uint64_t slept = now_cycle() - asleep;
      wait_until_cycle(now_cycle() + (period - slept % period) % period);
    } else if (poll->period) {
      wait_until_cycle(began + (now_cycle() - began + period - 1) / period * period);
    }
  }
  if (poll) polls(polled_place::none);
  std::memcpy(payload.get_data_ptr(), &value, length);
}

void riscv_port::polls(polled_place place) {
  auto& polling = reach_.shared->polling;
  --polling[static_cast<unsigned>(polled_)], ++polling[static_cast<unsigned>(place)];
  polled_ = place;
}

polled_place riscv_port::polled_place_of(uint32_t address) const {
  switch (decode(address).region) {
    case address_region::l1: return polled_place::l1;
    case address_region::semaphore: return polled_place::semaphore;
    default: return polled_place::other;
  }
}

bool riscv_port::push(way& w, unsigned thread, uint32_t word, bool behind_mop, sc_core::sc_time& t, push_origin& from,
                      bool only_if_room) {
  frontend& f = *reach_.frontends[thread];
  const cycle_t cycle = now_cycle() + t.value() / cycle_ticks();
  if (behind_mop) {
    if (only_if_room) return false;  // room is known in its own cycle only
    wait_until_cycle(cycle);
    t = sc_core::SC_ZERO_TIME;
    const auto pushed = [&] { return f.push_behind_mop(word, now_cycle(), core_); };
    wait_until(w, {"has the FIFO between the expanders full"}, pushed, {&f.fifo_popped, nullptr, &f});
    return true;
  }
  from.core = static_cast<uint8_t>(core_);
  if (f.push(word, cycle, from)) return true;
  if (only_if_room) return false;
  // The FIFO is full: the core is held until there is room.
  from.has_waited = true;
  if (!strand::current()) wait_until_cycle(cycle);  // a strand waits for its own time and for room at once
  align();
  t = sc_core::SC_ZERO_TIME;
  if (from.who == pushed_by::fused) from.who = pushed_by::core;  // the words before are in
  const unsigned needs_headroom = f.needs_headroom(from.who);
  f.headroom_watchers += needs_headroom;
  const auto room = [&] { return f.room_from(std::max(cycle, now_cycle()), from.who); };
  do wait_until(w, {"has its instruction FIFO full"}, room, {&f.fifo_popped, nullptr, &f});
  while (!f.push(word, now_cycle(), from));
  f.headroom_watchers -= needs_headroom;
  return true;
}

bool riscv_port::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  const decoded_address d = decode(address);
  if (payload.get_address() >> 32 || d.region != address_region::local_ram) {
    dmi.set_start_address(payload.get_address());
    dmi.set_end_address(payload.get_address());
    dmi.allow_none();
    return false;
  }
  const uint32_t base = (address & ~3u) - d.offset;
  dmi.set_dmi_ptr(space_.ram(access(base, 4)));
  dmi.set_start_address(base);
  dmi.set_end_address(base + local_rams::bytes_of(core_) - 1);
  dmi.allow_read_write();
  return true;
}

unsigned int riscv_port::transport_dbg(tlm::tlm_generic_payload& payload) {
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  const unsigned length = payload.get_data_length();
  if (payload.get_address() >> 32 || payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
  const decoded_address d = decode(address);
  if (d.region == address_region::l1) return reach_.l1->debug(payload);
  if (length == 0 || length > 4 || address / 4 != (address + length - 1) / 4) return 0;
  if (uint8_t* const bytes = space_.ram(access(address, length))) {
    if (payload.is_write()) std::memcpy(bytes, payload.get_data_ptr(), length);
    else std::memcpy(payload.get_data_ptr(), bytes, length);
    return length;
  }
  uint32_t value = 0;
  if (!payload.is_read() || !peek(address, length, value)) return 0;
  std::memcpy(payload.get_data_ptr(), &value, length);
  return length;
}

}  // namespace tensix
