// Loads and stores of a core by region: what they wait for, what they do, how long a load takes.
#include <algorithm>
#include <cstring>

#include "models/riscv_port/dst_window_function.h"
#include "models/riscv_port/riscv_port.h"
#include "models/riscv_port/tracked_resources_function.h"

namespace tensix {

namespace {
// Regions of their own ordering: their accesses do not wait for the core's stores to registers.
bool orders_itself(address_region region) {
  switch (region) {
    case address_region::l1:
    case address_region::local_ram:
    case address_region::local_ram_of_others:
    case address_region::dst_window:
    case address_region::tile_control: return true;
    default: return false;
  }
}
// Regions that take stores of 1 and 2 bytes; configuration takes whole words only, and FIFOs hold words.
bool takes_narrow_stores(address_region region) {
  switch (region) {
    case address_region::l1:
    case address_region::local_ram:
    case address_region::local_ram_of_others:
    case address_region::dst_window:
    case address_region::gpr:
    case address_region::semaphore:
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other: return true;
    default: return false;
  }
}
uint32_t low_bytes(uint32_t value, unsigned bytes) { return bytes >= 4 ? value : value & ((1u << (8 * bytes)) - 1); }
}  // namespace

// The bytes of a data RAM, nullptr for any other region.
uint8_t* riscv_port::ram_bytes(const decoded_address& d, uint32_t address) const {
  const uint32_t offset = d.offset + (address & 3);
  if (d.region == address_region::local_ram) return reach_.shared->ram.own(core_, offset);
  if (d.region == address_region::local_ram_of_others) return reach_.shared->ram.by_slow_path(offset);
  return nullptr;
}

// The value behind an address without time or side effects; false if it has none of that kind, or changes without anybody being
// told.
bool riscv_port::peek(uint32_t address, unsigned bytes, uint32_t& value) const {
  const decoded_address d = decode(address);
  const tensix_state& s = *reach_.state;
  uint32_t word = 0;
  switch (d.region) {
    case address_region::l1:
      s.bring_l1(address & ~3u, 4);
      std::memcpy(&word, &s.l1[address & ~3u], 4);
      break;
    case address_region::local_ram:
    case address_region::local_ram_of_others: std::memcpy(&word, ram_bytes(d, address & ~3u), 4); break;
    case address_region::gpr: word = s.gpr[d.index][d.item]; break;
    case address_region::config: word = s.config.config[d.index][d.item]; break;
    case address_region::config_dual: word = s.config.config[0][d.item]; break;
    case address_region::thread_config: word = s.config.thread[d.index][d.item]; break;
    case address_region::semaphore: word = s.sem[d.index].value; break;
    case address_region::noc_overlay: word = reach_.overlay->read(d.index, d.item); break;
    case address_region::mailbox: {
      if (d.item != 1) return false;
      const auto& box = reach_.shared->box[d.index][core_];
      word = box.empty() || box.front().from > now_cycle() ? 0 : 1;
      break;
    }
    case address_region::tile_control:
      if (!reach_.shared->control.peek(d.offset, word)) return false;
      break;
    default: return false;
  }
  value = low_bytes(word >> (8 * (address & 3)), bytes);
  return true;
}

// `value`: the bytes, written or read.
void riscv_port::l1_transfer(tlm::tlm_command command, uint32_t address, unsigned bytes, uint8_t* value) {
  l1_way& way = ways_[in_queue_process()];
  if (command == tlm::TLM_WRITE_COMMAND) std::memcpy(way.data, value, bytes);
  way.payload.set_command(command);
  way.payload.set_address(address);
  way.payload.set_data_length(bytes);
  sc_core::sc_time t = sc_core::SC_ZERO_TIME;
  l1->b_transport(way.payload, t);
  align();
  if (command == tlm::TLM_READ_COMMAND) std::memcpy(value, way.data, bytes);
}

// A read takes its turn in the configuration unit's pipeline; afterwards the present cycle is its stage-0 cycle.
void riscv_port::read_config() {
  config_request r;
  r.arrives = now_cycle() + 1;
  config_read_ = false;
  r.done = [this](cycle_t) {
    config_read_ = true;
    config_answer_.notify(sc_core::SC_ZERO_TIME);
  };
  reach_.config->submit(std::move(r));
  waits_for_text() = "waits for the configuration unit";
  while (!config_read_) wait_for(config_answer_);
  waits_for_text().clear();
}

// T side: takes the oldest value. B side: waits until the TRISC has taken all, asks for more, and its instructions are done.
void riscv_port::load_pc_buffer(unsigned index, uint32_t& value) {
  shared_by_cores& shared = *reach_.shared;
  pc_buffer& buffer = shared.pc[index];
  value = 0;
  if (core_ < thread_count) {
    while (buffer.empty()) {
      if (shared.control.override_enabled(index)) {
        value = shared.control.override_value(index);
        break;
      }
      if (!buffer.reader_waits) shared.changed.notify(sc_core::SC_ZERO_TIME);  // B may be waiting for just this
      buffer.reader_waits = true;
      waits_for_text() = "waits for a value in its PC buffer";
      wait_for(shared.changed);
    }
    buffer.reader_waits = false;
    waits_for_text().clear();
    if (!buffer.empty()) {
      wait_cycles(buffer.oldest_from());
      value = buffer.pop();
      shared.changed.notify(sc_core::SC_ZERO_TIME);
    }
    return;
  }
  frontend& f = *reach_.frontends[index];
  ++f.watchers;
  while (!(shared.control.override_enabled(index) && shared.control.override_busy(index))) {
    cycle_t idle = never;
    if (buffer.empty() && buffer.reader_waits) {
      idle = f.idle_from(now_cycle());
      if (idle == now_cycle()) break;
    }
    waits_for_text() = "waits for T" + std::to_string(index) + " to wait at its empty PC buffer with no instruction left";
    if (idle == never) wait_for(f.changed | shared.changed);
    else wait_cycles(idle);
  }
  waits_for_text().clear();
  --f.watchers;
}

bool riscv_port::load_tdma(uint32_t offset, uint32_t& value) {
  if (!reach_.tdma_load) return false;
  while (!reach_.tdma_load(core_, offset, value)) {
    waits_for_text() = "waits in a load from TDMA-RISC";
    if (reach_.tdma_changed) wait_for(*reach_.tdma_changed);
    else wait_cycles(now_cycle() + 1);
  }
  waits_for_text().clear();
  return true;
}
bool riscv_port::store_tdma(uint32_t offset, uint32_t value) {
  if (!reach_.tdma_store) return false;
  while (!reach_.tdma_store(core_, offset, value)) {
    waits_for_text() = "waits in a store to TDMA-RISC";
    if (reach_.tdma_changed) wait_for(*reach_.tdma_changed);
    else wait_cycles(now_cycle() + 1);
  }
  waits_for_text().clear();
  return true;
}

bool riscv_port::load(uint32_t address, unsigned bytes, uint32_t& value, uint32_t& latency) {
  const decoded_address d = decode(address);
  if (d.region == address_region::unknown) return undefined("load from " + describe(address));
  if (!d.readable) return undefined("load from " + describe(address) + ", which cannot be read");
  wait_queue(address, bytes, !orders_itself(d.region));
  if (core_ < thread_count) wait_tracked(resources_of_access(d, reach_.state->thread_config(core_)), false);
  if (!orders_itself(d.region)) wait_own_stores();
  reach_.state->diagnose.now = now_cycle();
  latency = parameters_.register_load_cycles;
  switch (d.region) {
    case address_region::l1:
      value = 0;
      l1_transfer(tlm::TLM_READ_COMMAND, address, bytes, reinterpret_cast<uint8_t*>(&value));
      latency = parameters_.l1_load_cycles - 1;  // the beat itself took its cycle
      return true;
    case address_region::local_ram: latency = parameters_.local_load_cycles; break;
    case address_region::local_ram_of_others: latency = parameters_.slow_path_load_cycles; break;
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other:
      value = 0;
      if (d.region == address_region::ttsync_done) wait_idle(d.index, false, "waits in a TTSync load for its instructions");
      if (d.region == address_region::ttsync_mop) wait_idle(d.index, true, "waits in a TTSync load for its MOP expander");
      latency = parameters_.ttsync_load_cycles;
      return true;
    case address_region::mailbox: {
      latency = parameters_.semaphore_load_cycles;
      auto& box = reach_.shared->box[d.index][core_];
      if (d.item == 1) {
        value = box.empty() || box.front().from > now_cycle() ? 0 : 1;
        return true;
      }
      if (box.empty()) waits_for_text() = "waits for a message in " + describe(address);
      while (box.empty()) wait_for(reach_.shared->changed);
      waits_for_text().clear();
      wait_cycles(box.front().from);
      value = low_bytes(box.front().value, bytes);
      box.pop_front();
      reach_.shared->changed.notify(sc_core::SC_ZERO_TIME);
      reach_.shared->poll_again();
      return true;
    }
    case address_region::pc_buffer:
      load_pc_buffer(d.index, value);
      value = low_bytes(value, bytes);
      latency = parameters_.semaphore_load_cycles;
      return true;
    case address_region::dst_window:
      value = dst_window_load(*reach_.state, core_, d.offset + (address & 3), bytes);
      return !faulted();
    case address_region::tile_control:
      value = reach_.shared->control.load(*reach_.state, who_.c_str(), d.offset, now_cycle());
      value = low_bytes(value >> (8 * (address & 3)), bytes);
      latency = parameters_.control_load_cycles;
      return !faulted();
    case address_region::tdma_risc:
      if (!load_tdma(d.offset, value)) break;
      value = low_bytes(value >> (8 * (address & 3)), bytes);
      return !faulted();
    case address_region::config:
    case address_region::config_dual:
    case address_region::thread_config:
      read_config();
      latency = parameters_.register_load_cycles - 1;  // the way to stage 0 took a cycle, or more if others were there
      break;
    case address_region::semaphore: latency = parameters_.semaphore_load_cycles; break;
    case address_region::noc_overlay: {
      wait_cycles(overlay_until_);  // behind the core's own stores
      const cycle_t arrives = now_cycle() + 1;
      wait_cycles(now_cycle() + (reach_.config->overlay_load(arrives) - arrives));
      latency = parameters_.overlay_load_cycles;
      break;
    }
    default: break;
  }
  return peek(address, bytes, value) || undefined("load from " + describe(address) + ", which is not modelled");
}

void riscv_port::store_config(unsigned bank, unsigned word, uint32_t value, cycle_t arrives, resource_set tracked,
                              bool both_banks) {
  config_request r;
  r.arrives = arrives;
  r.write = true;
  r.bank = bank;
  r.index = word;
  r.value = value;
  r.both_banks = both_banks;
  ++config_stores_;
  if (tracked) reach_.frontends[core_]->tracking.store_begins(tracked);
  r.done = [this, tracked](cycle_t stage0) {
    stores_until_ = std::max(stores_until_, stage0 + 1);
    if (--config_stores_ == 0) config_answer_.notify(sc_core::SC_ZERO_TIME);
    if (!tracked) return;
    frontend& f = *reach_.frontends[core_];
    f.tracking.store_ends(tracked, stage0 + 1);
    f.state_changed(stage0 + 1);
  };
  reach_.config->submit(std::move(r));
}

bool riscv_port::store(uint32_t address, unsigned bytes, uint32_t value) {
  const decoded_address d = decode(address);
  if (d.region == address_region::unknown) return undefined("store to " + describe(address));
  if (!d.writable) return undefined("store to " + describe(address) + ", which cannot be written");
  if (bytes != 4 && !takes_narrow_stores(d.region))
    return undefined("store of " + std::to_string(bytes) + " bytes to " + describe(address) + ", which takes whole words only");
  resource_set tracked = 0;
  if (core_ < thread_count) {
    tracked = resources_of_access(d, reach_.state->thread_config(core_));
    wait_tracked(tracked, true);
  }
  reach_.state->diagnose.now = now_cycle();
  const cycle_t arrives = now_cycle() + parameters_.store_travel_cycles;
  const auto processed = [&] {
    stores_until_ = std::max(stores_until_, arrives + 1);
    if (tracked) reach_.frontends[core_]->tracking.stored(tracked, arrives + 1);
  };
  const auto travel = [&] {
    travelling_.push_back({arrives, d, address, value, static_cast<uint8_t>(bytes)});
    arrivals_.arm(travelling_.front().arrives);
  };
  shared_by_cores& shared = *reach_.shared;
  switch (d.region) {
    case address_region::l1:
      l1_transfer(tlm::TLM_WRITE_COMMAND, address, bytes, reinterpret_cast<uint8_t*>(&value));
      return true;
    case address_region::local_ram:
    case address_region::local_ram_of_others:
      std::memcpy(ram_bytes(d, address), &value, bytes);
      shared.poll_again();
      return true;
    case address_region::gpr:
      travel();
      processed();
      return true;
    case address_region::config: store_config(d.index, d.item, value, arrives, tracked, false); return true;
    case address_region::config_dual: store_config(0, d.item, value, arrives, tracked, true); return true;
    case address_region::tdma_risc:
      if (!store_tdma(d.offset, value)) break;
      processed();
      return !faulted();
    case address_region::mop_config: reach_.frontends[d.index]->write_mop_config(d.item, value); return true;
    case address_region::semaphore: semaphores_until_ = reach_.sync->riscv_store(d.index, value, arrives); return true;
    case address_region::mailbox:
      if (!shared.room(core_)) waits_for_text() = "waits for room in its mailboxes, for " + describe(address);
      while (!shared.room(core_)) wait_for(shared.changed);
      waits_for_text().clear();
      shared.box[core_][d.index].push_back({value, arrives});
      shared.changed.notify(sc_core::SC_ZERO_TIME);
      travel();  // who asks for its state is told when it can be taken
      return true;
    case address_region::pc_buffer: {
      if (core_ < thread_count) return true;  // discarded
      pc_buffer& buffer = shared.pc[d.index];
      if (buffer.full()) waits_for_text() = "waits for room in " + describe(address);
      while (buffer.full()) wait_for(shared.changed);
      waits_for_text().clear();
      buffer.push(value, arrives);
      shared.changed.notify(sc_core::SC_ZERO_TIME);
      return true;
    }
    case address_region::dst_window:
      dst_window_store(*reach_.state, core_, d.offset + (address & 3), bytes, value);
      return !faulted();
    case address_region::tile_control:
      shared.control.store(*reach_.state, who_.c_str(), d.offset, value, now_cycle());
      shared.changed.notify(sc_core::SC_ZERO_TIME);  // perhaps an override
      shared.poll_again();
      return !faulted();
    case address_region::noc_overlay:
      travel();
      overlay_until_ = arrives;
      return true;
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other: return true;  // discarded: only orders
    default: break;
  }
  return undefined("store to " + describe(address) + ", which is not modelled");
}

}  // namespace tensix
