#include "models/riscv_port/riscv_port.h"

#include <algorithm>
#include <cstring>

namespace tensix {

namespace {
sc_core::sc_time cycles(uint64_t n) { return sc_core::sc_time::from_value(n * cycle_ps); }
}  // namespace

riscv_port::riscv_port(sc_core::sc_module_name name, unsigned core, const riscv_port_parameters& parameters, const parts& reach)
    : sc_module(name), socket("socket"), l1("l1"), core_(core), parameters_(parameters), reach_(reach) {
  socket.register_b_transport(this, &riscv_port::b_transport);
  socket.register_transport_dbg(this, &riscv_port::transport_dbg);
  static constexpr l1_client clients[] = {l1_client::riscv_t0, l1_client::riscv_t1, l1_client::riscv_t2, l1_client::riscv_b};
  l1_access_ = new l1_access;
  l1_access_->client = clients[core];
  l1_payload_.set_extension(l1_access_);
  l1_payload_.set_data_ptr(l1_data_);
}

void riscv_port::undefined(std::string text) {
  reach_.state->diagnose.now = now_cycle();
  const std::string who = "riscv_" + std::string(address_map::core_text(core_));
  reach_.state->diagnose.undefined(who.c_str(), -1, 0, std::move(text));
  if (reach_.state->diagnose.stop() && reach_.frontends[0]->on_fault) reach_.frontends[0]->on_fault();
}

void riscv_port::wait_cycles(cycle_t until) {
  const cycle_t now = now_cycle();
  if (until > now) wait(cycles(until - now));
}

// Events arrive in the slot of whoever notified them; the core acts in its own, later slot of the same cycle.
void riscv_port::align() {
  const uint64_t offset = sc_core::sc_time_stamp().value() % cycle_ps, own = static_cast<unsigned>(slot::riscv) + core_;
  if (offset != own) wait(sc_core::sc_time::from_value(offset < own ? own - offset : cycle_ps + own - offset));
}

void riscv_port::wait_for(const sc_core::sc_event& event) {
  wait(event);
  align();
}

void riscv_port::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  const unsigned length = payload.get_data_length();
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  uint8_t* const data = payload.get_data_ptr();
  if (payload.is_write()) {
    const decoded_address d = address_map::decode(core_, address, static_cast<uint32_t>(reach_.state->l1.size()));
    if (d.region == address_region::instruction_fifo && length % 4 == 0) {
      for (unsigned i = 0; i < length; i += 4) {
        uint32_t word;
        std::memcpy(&word, data + i, 4);
        push(d.index, word, d.behind_mop_expander, t);
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
  uint32_t value = 0;
  if (payload.is_write()) {
    std::memcpy(&value, data, length);
    if (!store(address, length, value)) payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
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
    const uint64_t period = std::max<uint64_t>(now_cycle() - began, 1);
    uint32_t now_value = 0;
    const decoded_address d = address_map::decode(core_, address, static_cast<uint32_t>(reach_.state->l1.size()));
    if (peek(d, address, now_value) && !poll->holds(now_value & poll->mask, poll->value)) {
      const cycle_t asleep = now_cycle();
      waits_for_ = "polls " + address_map::describe(core_, address, static_cast<uint32_t>(reach_.state->l1.size()));
      do {
        wait_for(poll_again_);
        peek(d, address, now_value);
      } while (!poll->holds(now_value & poll->mask, poll->value));
      waits_for_.clear();
      const uint64_t slept = now_cycle() - asleep;
      wait_cycles(now_cycle() + (period - slept % period) % period);
    }
  }
  polling_ = false;
  std::memcpy(data, &value, length);
}

void riscv_port::poll_again() {
  if (polling_) poll_again_.notify(sc_core::SC_ZERO_TIME);
}

void riscv_port::push(unsigned thread, uint32_t word, bool behind_mop, sc_core::sc_time& t) {
  frontend& f = *reach_.frontends[thread];
  cycle_t cycle = now_cycle() + t.value() / cycle_ps;
  if (behind_mop) {
    wait_cycles(cycle);
    t = sc_core::SC_ZERO_TIME;
    while (!f.push_behind_mop(word, now_cycle())) wait(cycles(1));
    return;
  }
  if (f.push(word, cycle)) return;
  // The FIFO is full: the core is held until there is room.
  wait_cycles(cycle);
  align();
  t = sc_core::SC_ZERO_TIME;
  ++f.watchers;
  waits_for_ = "has its instruction FIFO full";
  for (;;) {
    const cycle_t room = f.room_from(now_cycle());
    if (room == never) wait_for(f.fifo_popped);
    else if (room > now_cycle()) wait_cycles(room);
    else if (f.push(word, now_cycle())) break;
  }
  waits_for_.clear();
  --f.watchers;
}

void riscv_port::wait_idle(frontend& f, bool mop_only, const char* what) {
  ++f.watchers;
  for (;;) {
    const cycle_t now = now_cycle(), idle = mop_only ? f.mop_idle_from(now) : f.idle_from(now);
    if (idle == now) break;
    waits_for_ = what;
    if (idle == never) wait_for(f.changed);
    else wait_cycles(idle);
  }
  waits_for_.clear();
  --f.watchers;
}

// The value behind an address without time or side effects; false if it has none of that kind.
bool riscv_port::peek(const decoded_address& d, uint32_t address, uint32_t& value) const {
  const tensix_state& s = *reach_.state;
  switch (d.region) {
    case address_region::l1: std::memcpy(&value, &s.l1[address & ~3u], 4); return true;
    case address_region::gpr: value = s.gpr[d.index][d.item]; return true;
    case address_region::config: value = s.config.config[d.index][d.item]; return true;
    case address_region::config_dual: value = s.config.config[0][d.item]; return true;
    case address_region::thread_config: value = s.config.thread[d.index][d.item]; return true;
    case address_region::semaphore: value = s.sem[d.index].value; return true;
    case address_region::noc_overlay: value = reach_.overlay->read(d.index, d.item); return true;
    default: return false;
  }
}

bool riscv_port::load(uint32_t address, unsigned bytes, uint32_t& value, uint32_t& latency) {
  const decoded_address d = address_map::decode(core_, address, static_cast<uint32_t>(reach_.state->l1.size()));
  if (d.region == address_region::unknown || !d.readable) {
    undefined("load from " + address_map::describe(core_, address, static_cast<uint32_t>(reach_.state->l1.size())));
    return false;
  }
  const uint32_t shift = (address & 3) * 8;
  // A load does not overtake the core's own stores (ISA documentation, MemoryOrdering).
  if (d.region != address_region::l1) wait_cycles(std::max(stores_until_, semaphores_until_));
  switch (d.region) {
    case address_region::l1: {
      l1_payload_.set_command(tlm::TLM_READ_COMMAND);
      l1_payload_.set_address(address);
      l1_payload_.set_data_length(bytes);
      sc_core::sc_time t = sc_core::SC_ZERO_TIME;
      l1->b_transport(l1_payload_, t);
      align();
      value = 0;
      std::memcpy(&value, l1_data_, bytes);
      latency = parameters_.l1_load_cycles - 1;  // the beat itself took its cycle
      return true;
    }
    case address_region::ttsync_done:
      wait_idle(*reach_.frontends[d.index], false, "waits in a TTSync load for its instructions");
      latency = parameters_.ttsync_load_cycles;
      return true;
    case address_region::ttsync_mop:
      wait_idle(*reach_.frontends[d.index], true, "waits in a TTSync load for its MOP expander");
      latency = parameters_.ttsync_load_cycles;
      return true;
    case address_region::ttsync_other: latency = parameters_.ttsync_load_cycles; return true;
    case address_region::mailbox: {
      latency = parameters_.semaphore_load_cycles;
      auto& box = reach_.mail->box[d.index][core_];
      if (d.item == 1) {
        value = box.empty() ? 0 : 1;
        return true;
      }
      if (box.empty()) waits_for_ = "waits for a message in " + address_map::describe(core_, address);
      while (box.empty()) wait_for(reach_.mail->changed);
      waits_for_.clear();
      value = box.front();
      box.pop_front();
      reach_.mail->changed.notify(sc_core::SC_ZERO_TIME);
      return true;
    }
    case address_region::config:
    case address_region::config_dual:
    case address_region::thread_config:
      wait_cycles(reach_.config->external_read(now_cycle() + 1));
      break;
    default: break;
  }
  if (!peek(d, address, value)) {
    undefined("unsupported: load from " + address_map::describe(core_, address));
    return false;
  }
  value >>= shift;
  latency = d.region == address_region::semaphore ? parameters_.semaphore_load_cycles : parameters_.register_load_cycles;
  return true;
}

bool riscv_port::store(uint32_t address, unsigned bytes, uint32_t value) {
  const decoded_address d = address_map::decode(core_, address, static_cast<uint32_t>(reach_.state->l1.size()));
  if (d.region == address_region::unknown || !d.writable) {
    undefined("store to " + address_map::describe(core_, address, static_cast<uint32_t>(reach_.state->l1.size())));
    return false;
  }
  const cycle_t arrives = now_cycle() + parameters_.store_travel_cycles;
  switch (d.region) {
    case address_region::l1: {
      std::memcpy(l1_data_, &value, 4);
      l1_payload_.set_command(tlm::TLM_WRITE_COMMAND);
      l1_payload_.set_address(address);
      l1_payload_.set_data_length(bytes);
      sc_core::sc_time t = sc_core::SC_ZERO_TIME;
      l1->b_transport(l1_payload_, t);
      align();
      return true;
    }
    case address_region::gpr:
      reach_.state->gpr[d.index][d.item] = value;
      stores_until_ = arrives + 1;
      return true;
    case address_region::config: stores_until_ = reach_.config->external_write(d.index, d.item, value, arrives) + 1; return true;
    case address_region::config_dual:
      reach_.config->external_write(0, d.item, value, arrives);
      stores_until_ = reach_.config->external_write(1, d.item, value, arrives) + 1;
      return true;
    case address_region::mop_config: reach_.frontends[d.index]->write_mop_config(d.item, value); return true;
    case address_region::semaphore: semaphores_until_ = reach_.sync->riscv_store(d.index, value, arrives); return true;
    case address_region::mailbox: {
      auto& box = reach_.mail->box[core_][d.index];
      if (box.size() >= mailboxes::entries) waits_for_ = "waits for room in " + address_map::describe(core_, address);
      while (box.size() >= mailboxes::entries) wait_for(reach_.mail->changed);
      waits_for_.clear();
      box.push_back(value);
      reach_.mail->changed.notify(sc_core::SC_ZERO_TIME);
      return true;
    }
    case address_region::noc_overlay:
      reach_.overlay->write(d.index, d.item, value);
      for (auto* f : reach_.frontends) f->state_changed(now_cycle() + 1);
      return true;
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other: return true;
    default: undefined("unsupported: store to " + address_map::describe(core_, address)); return false;
  }
}

unsigned int riscv_port::transport_dbg(tlm::tlm_generic_payload& payload) {
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  const uint32_t l1_bytes = static_cast<uint32_t>(reach_.state->l1.size());
  const decoded_address d = address_map::decode(core_, address, l1_bytes);
  if (d.region == address_region::l1) return l1->transport_dbg(payload);
  uint32_t value = 0;
  if (!payload.is_read() || payload.get_data_length() > 4 || !peek(d, address, value)) return 0;
  std::memcpy(payload.get_data_ptr(), &value, payload.get_data_length());
  return payload.get_data_length();
}

}  // namespace tensix
