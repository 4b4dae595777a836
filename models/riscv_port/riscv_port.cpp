#include "models/riscv_port/riscv_port.h"

#include <algorithm>
#include <cstring>

namespace tensix {

namespace {
sc_core::sc_time cycles(uint64_t n) { return sc_core::sc_time::from_value(n * cycle_ps()); }
}  // namespace

riscv_port::riscv_port(sc_core::sc_module_name name, unsigned core, const riscv_port_parameters& parameters, const parts& reach)
    : sc_module(name),
      socket("socket"),
      l1("l1"),
      core_(core),
      parameters_(parameters),
      who_("riscv_" + std::string(address_map::core_text(core))),
      reach_(reach),
      arrivals_(slot_of(slot::riscv_stores_t0, core)) {
  socket.register_b_transport(this, &riscv_port::b_transport);
  socket.register_transport_dbg(this, &riscv_port::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &riscv_port::get_direct_mem_ptr);
  static constexpr l1_client clients[] = {l1_client::riscv_t0, l1_client::riscv_t1, l1_client::riscv_t2, l1_client::riscv_b};
  for (l1_way& way : ways_) {
    way.access = new l1_access;
    way.access->client = clients[core];
    way.payload.set_extension(way.access);
    way.payload.set_data_ptr(way.data);
  }
  reach_.shared->ports.push_back(this);
  SC_HAS_PROCESS(riscv_port);
  SC_THREAD(drain_queue);
  drain_ = sc_core::sc_get_current_process_handle();
  SC_METHOD(arrive);
  dont_initialize();
  sensitive << arrivals_.event();
}

std::string riscv_port::waits_for() const {
  if (queue_waits_for_.empty()) return core_waits_for_;
  return (core_waits_for_.empty() ? "" : core_waits_for_ + "; ") + "its oldest store " + queue_waits_for_;
}

bool riscv_port::undefined(std::string text) {
  reach_.state->diagnose.now = now_cycle();
  reach_.state->diagnose.undefined(who_.c_str(), -1, 0, std::move(text));
  return false;
}

decoded_address riscv_port::decode(uint32_t address) const {
  return address_map::decode(core_, address, static_cast<uint32_t>(reach_.state->l1.size()));
}
std::string riscv_port::describe(uint32_t address) const {
  return address_map::describe(core_, address, static_cast<uint32_t>(reach_.state->l1.size()));
}

// ---- Waiting --------------------------------------------------------------------------------------------------------------

void riscv_port::wait_cycles(cycle_t until) {
  const cycle_t now = now_cycle();
  if (until > now) wait(cycles(until - now));
}

// Events arrive in the slot of whoever notified them; the core acts in its own, later slot of the same cycle.
void riscv_port::align() {
  const uint64_t offset = cycle_time::within(), own = static_cast<unsigned>(slot::riscv) + core_;
  if (offset != own) wait(sc_core::sc_time::from_value(offset < own ? own - offset : cycle_ps() + own - offset));
}

void riscv_port::wait_for(const sc_core::sc_event& event) {
  wait(event);
  align();
}
void riscv_port::wait_for(const sc_core::sc_event_or_list& events) {
  wait(events);
  align();
}

void riscv_port::wait_idle(unsigned thread, bool mop_only, const char* what) {
  frontend& f = *reach_.frontends[thread];
  const tile_control& control = reach_.shared->control;
  ++f.watchers;
  while (!(control.override_enabled(thread) && control.override_busy(thread))) {
    const cycle_t now = now_cycle(), idle = mop_only ? f.mop_idle_from(now) : f.idle_from(now);
    if (idle == now) break;
    waits_for_text() = what;
    if (idle == never) wait_for(f.changed | reach_.shared->changed);
    else wait_cycles(idle);
  }
  waits_for_text().clear();
  --f.watchers;
}

// Auto TTSync: a store waits for the instructions pushed before it that use what it writes, a load for those that write it.
void riscv_port::wait_tracked(resource_set tracked, bool store) {
  if (!tracked) return;
  frontend& f = *reach_.frontends[core_];
  ++f.watchers;
  for (;;) {
    const cycle_t now = now_cycle(), free = f.tracking.free_from(tracked, store, now);
    if (free <= now) break;
    waits_for_text() = "is held by Auto TTSync until instructions before have passed their wait gate";
    if (free == never) wait_for(f.changed);
    else wait_cycles(free);
  }
  waits_for_text().clear();
  --f.watchers;
}

// A load does not overtake the core's own stores (ISA documentation, MemoryOrdering).
void riscv_port::wait_own_stores() {
  while (config_stores_) wait_for(config_answer_);
  wait_cycles(std::max(stores_until_, semaphores_until_));
}

// ---- The socket -----------------------------------------------------------------------------------------------------------

void riscv_port::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  const unsigned length = payload.get_data_length();
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  uint8_t* const data = payload.get_data_ptr();
  core_store_extension* const own_queue = payload.get_extension<core_store_extension>();
  if (own_queue) {
    own_queue->pushed = 0;
    if (!own_queue->only_if_room) core_stores_ = sc_core::sc_get_current_process_handle();
  }
  if (payload.is_write() && length % 4 == 0) {
    const decoded_address d = decode(address);
    if (d.region == address_region::instruction_fifo) {
      const ttinsn_extension* const e = payload.get_extension<ttinsn_extension>();
      const bool ttinsn = e && e->applies;
      if (!queue_.empty()) {
        wait(t);
        t = sc_core::SC_ZERO_TIME;
        align();
      }
      const auto who = [&](unsigned offset) {
        if (!own_queue) return pushed_by::stream;
        return offset ? pushed_by::fused : pushed_by::core;
      };
      for (unsigned i = 0; i < length; i += 4) {
        uint32_t word;
        std::memcpy(&word, data + i, 4);
        if (!queue_.empty()) enqueue({address, word, 0, ttinsn});
        else if (!push(d.index, word, d.behind_mop_expander, t, {who(i), ttinsn}, own_queue && own_queue->only_if_room)) return;
        if (own_queue) ++own_queue->pushed;
      }
      return;
    }
  }
  if (t != sc_core::SC_ZERO_TIME) wait(t);
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
  uint32_t value = 0;
  std::memcpy(&value, data, length);
  if (!own_queue && must_queue(decode(address))) return enqueue({address, value, static_cast<uint8_t>(length)});
  if (!store(address, length, value)) payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

void riscv_port::load_or_poll(tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  const unsigned length = payload.get_data_length();
  uint32_t value = 0;
  const poll_extension* poll = payload.get_extension<poll_extension>();
  for (;;) {
    uint32_t latency = 0;
    const cycle_t began = now_cycle();
    polling_ = poll != nullptr;  // from here on a change is not missed
    if (!load(address, length, value, latency)) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      break;
    }
    if (!poll || poll->holds(value & poll->mask, poll->value)) {
      t = cycles(latency);
      break;
    }
    // Sleep until the word may have changed; the core would have looked again once every round trip of its loop.
    wait_cycles(now_cycle() + latency);
    const uint64_t period = poll->period ? poll->period : std::max<uint64_t>(now_cycle() - began, 1);
    uint32_t now_value = 0;
    if (peek(address, length, now_value) && !poll->holds(now_value & poll->mask, poll->value)) {
      const cycle_t asleep = poll->period ? began : now_cycle();
      waits_for_text() = "polls " + describe(address);
      do {
        wait_for(poll_again_);
        peek(address, length, now_value);
      } while (!poll->holds(now_value & poll->mask, poll->value));
      waits_for_text().clear();
      const uint64_t slept = now_cycle() - asleep;
      wait_cycles(now_cycle() + (period - slept % period) % period);
    } else if (poll->period) {
      wait_cycles(began + (now_cycle() - began + period - 1) / period * period);
    }
  }
  polling_ = false;
  std::memcpy(payload.get_data_ptr(), &value, length);
}

void riscv_port::poll_again() {
  if (polling_) poll_again_.notify(sc_core::SC_ZERO_TIME);
}

bool riscv_port::push(unsigned thread, uint32_t word, bool behind_mop, sc_core::sc_time& t, push_origin from,
                      bool only_if_room) {
  frontend& f = *reach_.frontends[thread];
  cycle_t cycle = now_cycle() + t.value() / cycle_ps();
  if (behind_mop) {
    if (only_if_room) return false;  // only its own cycle tells
    wait_cycles(cycle);
    t = sc_core::SC_ZERO_TIME;
    while (!f.push_behind_mop(word, now_cycle())) wait(cycles(1));
    return true;
  }
  if (f.push(word, cycle, from)) return true;
  if (only_if_room) return false;
  // The FIFO is full: the core is held until there is room.
  wait_cycles(cycle);
  align();
  t = sc_core::SC_ZERO_TIME;
  ++f.watchers;
  waits_for_text() = "has its instruction FIFO full";
  if (from.who == pushed_by::fused) from.who = pushed_by::core;  // the words before are in
  const unsigned needs_headroom = f.needs_headroom(from.who);
  f.headroom_watchers += needs_headroom;
  for (;;) {
    const cycle_t room = f.room_from(now_cycle(), from.who);
    if (room == never) wait_for(f.fifo_popped);
    else if (room > now_cycle()) wait_cycles(room);
    else if (f.push(word, now_cycle(), from)) break;
  }
  waits_for_text().clear();
  f.headroom_watchers -= needs_headroom;
  --f.watchers;
  return true;
}

bool riscv_port::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  const decoded_address d = decode(address);
  if (d.region != address_region::local_ram) return false;
  const uint32_t base = (address & ~3u) - d.offset;
  dmi.set_dmi_ptr(ram_bytes(decode(base), base));
  dmi.set_start_address(base);
  dmi.set_end_address(base + local_rams::bytes_of(core_) - 1);
  dmi.allow_read_write();
  return true;
}

unsigned int riscv_port::transport_dbg(tlm::tlm_generic_payload& payload) {
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  const unsigned length = payload.get_data_length();
  const decoded_address d = decode(address);
  if (d.region == address_region::l1) return l1->transport_dbg(payload);
  if (length == 0 || length > 4 || address / 4 != (address + length - 1) / 4) return 0;
  if (uint8_t* const bytes = ram_bytes(d, address)) {
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
