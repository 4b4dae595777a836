// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_port/address_space_function.h"

#include <cstring>

#include "models/riscv_port/dst_window_function.h"

namespace tensix {

namespace {
using region = address_region;
using outcome = region_result::outcome;

uint32_t low_bytes(uint32_t value, unsigned bytes) { return bytes >= 4 ? value : value & ((1u << (8 * bytes)) - 1); }
uint32_t part_of(uint32_t word, const region_access& a) { return low_bytes(word >> (8 * (a.address & 3)), a.bytes); }

region_result wait_for(const char* why, uint64_t from = address_space::never) {
  return {outcome::waits, from, why, false, false};
}
region_result notifies_waiters() { return {outcome::done, 0, "", true, true}; }
region_result notifies_watchers() { return {outcome::done, 0, "", false, true}; }
constexpr region_result done, not_modelled{outcome::not_modelled, 0, "", false, false};

}  // namespace

bool orders_itself(address_region r) {
  switch (r) {
    case region::l1:
    case region::local_ram:
    case region::local_ram_of_others:
    case region::dst_window:
    case region::tile_control: return true;
    case region::tdma_risc:
    case region::pic:
    case region::pc_snapshot:
    case region::noc0:
    case region::noc1:
    case region::noc_overlay:
    case region::mop_config:
    case region::gpr:
    case region::instruction_fifo:
    case region::pc_buffer:
    case region::ttsync_done:
    case region::ttsync_mop:
    case region::ttsync_other:
    case region::semaphore:
    case region::mailbox:
    case region::config:
    case region::config_dual:
    case region::thread_config:
    case region::unknown: break;
  }
  return false;
}

bool takes_narrow_stores(address_region r) {
  switch (r) {
    case region::l1:
    case region::local_ram:
    case region::local_ram_of_others:
    case region::dst_window:
    case region::gpr:
    case region::semaphore:
    case region::ttsync_done:
    case region::ttsync_mop:
    case region::ttsync_other: return true;
    case region::tdma_risc:
    case region::tile_control:
    case region::pic:
    case region::pc_snapshot:
    case region::noc0:
    case region::noc1:
    case region::noc_overlay:
    case region::mop_config:
    case region::instruction_fifo:
    case region::pc_buffer:
    case region::mailbox:
    case region::config:
    case region::config_dual:
    case region::thread_config:
    case region::unknown: break;
  }
  return false;
}

std::string address_space::refusal(const region_access& a, bool store) const {
  const decoded_address& d = a.where;
  const std::string place = address_map::describe(a.core, a.address, static_cast<uint32_t>(state_.l1.size()));
  const std::string text = (store ? "store to " : "load from ") + place;
  if (d.region == region::unknown) return text;
  if (!(store ? d.writable : d.readable)) return text + (store ? ", which cannot be written" : ", which cannot be read");
  if (store && a.bytes != 4 && !takes_narrow_stores(d.region))
    return "store of " + std::to_string(a.bytes) + " bytes to " + place + ", which takes whole words only";
  return text + ", which is not modelled";
}

uint8_t* address_space::ram(const region_access& a) const {
  const uint32_t offset = a.where.offset + (a.address & 3);
  if (a.where.region == region::local_ram) return shared_.ram.own(a.core, offset);
  if (a.where.region == region::local_ram_of_others) return shared_.ram.by_slow_path(offset);
  return nullptr;
}

bool address_space::peek(const region_access& a, uint32_t& value, uint64_t cycle) const {
  const decoded_address& d = a.where;
  uint32_t word = 0;
  switch (d.region) {
    case region::l1:
      state_.bring_l1(a.address & ~3u, 4);
      std::memcpy(&word, &state_.l1[a.address & ~3u], 4);
      break;
    case region::local_ram:
    case region::local_ram_of_others: std::memcpy(&word, ram(a) - (a.address & 3), 4); break;
    case region::gpr: word = state_.gpr[d.index][d.item]; break;
    case region::config: word = state_.config.config[d.index][d.item]; break;
    case region::config_dual: word = state_.config.config[0][d.item]; break;
    case region::thread_config: word = state_.config.thread[d.index][d.item]; break;
    case region::semaphore: word = state_.sem[d.index].value; break;
    case region::noc_overlay: word = overlay_.read(d.index, d.item); break;
    case region::noc0:
    case region::noc1:
      if (!noc_of(d.region) || !noc_of(d.region)->peek(d.offset & ~3u, word)) return false;
      break;
    case region::mailbox: {
      if (d.item == 0) return false;  // takes the message
      const auto& box = shared_.box[d.index][a.core];
      word = !box.empty() && box.front().from <= cycle;
      break;
    }
    case region::tile_control:
      if (!shared_.control.peek(d.offset, word)) return false;
      break;
    case region::ttsync_done:
    case region::ttsync_mop:
    case region::ttsync_other:
    case region::pc_buffer:
    case region::dst_window:
    case region::tdma_risc:
    case region::mop_config:
    case region::instruction_fifo:
    case region::pic:
    case region::pc_snapshot:
    case region::unknown: return false;
  }
  value = part_of(word, a);
  return true;
}

region_result address_space::load(const region_access& a, uint32_t& value, uint64_t cycle) {
  const decoded_address& d = a.where;
  switch (d.region) {
    case region::l1:
    case region::local_ram:
    case region::local_ram_of_others:
    case region::gpr:
    case region::config:
    case region::config_dual:
    case region::thread_config:
    case region::semaphore:
    case region::noc_overlay: peek(a, value, cycle); return done;
    case region::noc0:
    case region::noc1:
      if (!noc_of(d.region)) break;
      value = part_of(noc_of(d.region)->load(a.who, d.offset), a);
      return done;
    case region::mailbox:
      if (d.item == 0) return take_message(a, value, cycle);
      peek(a, value, cycle);
      return done;
    case region::pc_buffer: return load_pc_buffer(a, value, cycle);
    case region::ttsync_done:
    case region::ttsync_mop: {
      const bool mop = d.region == region::ttsync_mop;
      value = 0;
      if (shared_.overridden(d.index)) return done;
      const uint64_t idle = mop ? owners_->mop_idle_from(d.index, cycle) : owners_->idle_from(d.index, cycle);
      if (idle <= cycle) return done;
      return wait_for(mop ? "for the MOP expander of its thread" : "for the instructions of its thread", idle);
    }
    case region::ttsync_other: value = 0; return done;
    case region::tdma_risc:
      if (!owners_->load_tdma(a.core, d.offset, value)) return wait_for("for the metadata of a packed tile");
      value = part_of(value, a);
      return done;
    case region::tile_control: value = part_of(shared_.control.load(state_, a.who, d.offset, cycle), a); return done;
    case region::dst_window: value = dst_window_load(state_, a.core, d.offset + (a.address & 3), a.bytes); return done;
    case region::pc_snapshot: {
      static constexpr by_core<unsigned> order = {core_b, core_nc, core_t0, core_t1, core_t2};
      if (!shared_.control.listener) break;  // no cores that execute programs
      value = part_of(shared_.control.listener->program_counter(order[d.item]), a);
      return done;
    }
    case region::mop_config:
    case region::instruction_fifo:
    case region::pic:
    case region::unknown: break;
  }
  return not_modelled;
}

region_result address_space::take_message(const region_access& a, uint32_t& value, uint64_t cycle) {
  auto& box = shared_.box[a.where.index][a.core];
  if (box.empty()) return wait_for("for a message");
  if (box.front().from > cycle) return wait_for("for a message", box.front().from);
  value = low_bytes(box.front().value, a.bytes);
  shared_.taken_by[a.core] = box.front().by;
  box.pop_front();
  return notifies_waiters();
}

// T side: takes the oldest value. B side: waits until the TRISC has taken all, wants more, and its instructions are done.
region_result address_space::load_pc_buffer(const region_access& a, uint32_t& value, uint64_t cycle) {
  const unsigned index = a.where.index;
  pc_buffer& buffer = shared_.pc[index];
  value = 0;
  if (a.core == accessor_brisc) {
    if (shared_.overridden(index)) return done;
    const uint64_t idle = buffer.empty() && buffer.reader_waits ? owners_->idle_from(index, cycle) : never;
    if (idle > cycle) return wait_for("for the TRISC to wait there for a value with no instruction left", idle);
    return done;
  }
  if (!buffer.empty()) {
    if (buffer.oldest_from() > cycle) return wait_for("for a value", buffer.oldest_from());
    buffer.reader_waits = false;
    value = low_bytes(buffer.pop(), a.bytes);
    return notifies_waiters();
  }
  if (!shared_.control.override_enabled(index)) {
    region_result r = wait_for("for a value");
    r.waiters = !buffer.reader_waits;  // B may be waiting for just this
    buffer.reader_waits = true;
    return r;
  }
  buffer.reader_waits = false;
  value = low_bytes(shared_.control.override_value(index), a.bytes);
  return done;
}

region_result address_space::store(const region_access& a, uint32_t value, uint64_t cycle, uint64_t arrives) {
  const decoded_address& d = a.where;
  switch (d.region) {
    case region::l1: std::memcpy(&state_.l1[a.address], &value, a.bytes); return done;
    case region::local_ram:
    case region::local_ram_of_others: std::memcpy(ram(a), &value, a.bytes); return notifies_watchers();
    case region::gpr: {
      uint32_t& gpr = state_.gpr[d.index][d.item];
      gpr = merge_bytes(gpr, a.address, a.bytes, value);
      return notifies_watchers();
    }
    case region::noc_overlay: overlay_.write(d.index, d.item, value); return notifies_watchers();
    case region::noc0:
    case region::noc1:
      if (!noc_of(d.region)) break;
      noc_of(d.region)->store(a.who, d.offset, value, a.by);
      return notifies_watchers();
    case region::config: owners_->store_config(d.index, d.item, value, false); return done;
    case region::config_dual: owners_->store_config(0, d.item, value, true); return done;
    case region::mop_config: owners_->store_mop_config(d.index, d.item, value); return done;
    case region::semaphore: owners_->store_semaphore(d.index, value); return done;
    case region::tdma_risc:
      if (!owners_->store_tdma(a.core, d.offset, value)) return wait_for("for room in TDMA-RISC's command queue");
      return done;
    case region::mailbox:
      if (!shared_.room(a.core)) return wait_for("for room in its mailboxes");
      shared_.box[a.core][d.index].push_back({value, arrives});
      return notifies_waiters();
    case region::pc_buffer:
      if (a.core != accessor_brisc) return done;  // discarded
      if (shared_.pc[d.index].full()) return wait_for("for room in the PC buffer");
      shared_.pc[d.index].push(value, arrives);
      return notifies_waiters();
    case region::tile_control: shared_.control.store(state_, a.who, d.offset, value, cycle); return notifies_waiters();
    case region::dst_window: dst_window_store(state_, a.core, d.offset + (a.address & 3), a.bytes, value); return done;
    case region::ttsync_done:
    case region::ttsync_mop:
    case region::ttsync_other: return done;  // discarded: only orders
    case region::thread_config:
    case region::instruction_fifo:
    case region::pic:
    case region::pc_snapshot:
    case region::unknown: break;
  }
  return not_modelled;
}

}  // namespace tensix
