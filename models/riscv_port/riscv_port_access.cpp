// SPDX-License-Identifier: Apache-2.0
// Loads and stores of a core by region: when they are made, what they wait for before that, how long a load takes. What they do
// there: address_space_function.h.
#include <algorithm>
#include <cstring>

#include "models/riscv_port/riscv_port.h"
#include "models/riscv_port/tracked_resources_function.h"

namespace tensix {

namespace {
bool is_config(address_region r) {
  return r == address_region::config || r == address_region::config_dual || r == address_region::thread_config;
}

bool is_noc(address_region r) { return r == address_region::noc0 || r == address_region::noc1; }

// How a store gets to where it takes effect.
enum class course : uint8_t { to_l1, travels, at_once };  // at once: or a unit takes it from here
course course_of(address_region region) {
  switch (region) {
    case address_region::l1: return course::to_l1;
    case address_region::gpr:
    case address_region::noc0:
    case address_region::noc1:
    case address_region::noc_overlay: return course::travels;
    case address_region::local_ram:
    case address_region::local_ram_of_others:
    case address_region::tdma_risc:
    case address_region::tile_control:
    case address_region::pic:
    case address_region::pc_snapshot:
    case address_region::mop_config:
    case address_region::dst_window:
    case address_region::instruction_fifo:
    case address_region::pc_buffer:
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other:
    case address_region::semaphore:
    case address_region::mailbox:
    case address_region::config:
    case address_region::config_dual:
    case address_region::thread_config:
    case address_region::unknown: break;
  }
  return course::at_once;
}
}  // namespace

// Beyond what a load waits for.
uint32_t riscv_port::latency_of(address_region region) const {
  switch (region) {
    case address_region::l1: return parameters_.l1_load_cycles - 1;  // the beat itself takes its cycle
    case address_region::local_ram: return parameters_.local_load_cycles;
    case address_region::local_ram_of_others: return parameters_.slow_path_load_cycles;
    case address_region::tile_control:
    case address_region::pc_snapshot: return parameters_.control_load_cycles;
    case address_region::noc_overlay: return parameters_.overlay_load_cycles;
    case address_region::noc0:
    case address_region::noc1: return parameters_.noc_load_cycles;
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other: return parameters_.ttsync_load_cycles;
    case address_region::pc_buffer:
    case address_region::semaphore:
    case address_region::mailbox: return parameters_.semaphore_load_cycles;
    case address_region::config:
    case address_region::config_dual:
    case address_region::thread_config:
      return parameters_.register_load_cycles - 1;  // the way to stage 0 takes a cycle, or more if others are there
    case address_region::tdma_risc:
    case address_region::dst_window:
    case address_region::gpr: return parameters_.register_load_cycles;
    case address_region::pic:
    case address_region::mop_config:
    case address_region::instruction_fifo:
    case address_region::unknown: break;  // no loads
  }
  return 0;
}

// Cycles that a load of the wall clock in the present one takes longer. (Nobody polls it: a load that a sleeping core does not
// make would not be met.)
uint32_t riscv_port::clock_conflict() {
  const bool meets = reach_.shared->clock_loaded_in == now_cycle();
  reach_.shared->clock_loaded_in = now_cycle();
  return meets ? parameters_.clock_conflict_cycles : 0;
}

// What may let an access of the region go that waits.
riscv_port::change riscv_port::changes(const decoded_address& d) const {
  tile_event& shared = reach_.shared->changed;
  const bool of_thread = d.region == address_region::ttsync_done || d.region == address_region::ttsync_mop ||
                         (d.region == address_region::pc_buffer && core_ == accessor_brisc);
  if (of_thread) return {&reach_.frontends[d.index]->changed, &shared, reach_.frontends[d.index]};
  return {d.region == address_region::tdma_risc ? &reach_.tdma->tdma_changed() : &shared};
}

bool riscv_port::peek(uint32_t address, unsigned bytes, uint32_t& value) const {
  return space_.peek(access(address, bytes), value, now_cycle());
}

// ---- Before an access -----------------------------------------------------------------------------------------------------

// Auto TTSync: a store waits for the instructions pushed before it that use what it writes, a load for those that write it.
void riscv_port::wait_tracked(way& w, resource_set tracked, bool store) {
  if (!tracked) return;
  frontend& f = *reach_.frontends[core_];
  const auto free = [&] { return f.tracking.free_from(tracked, store, now_cycle()); };
  wait_until(w, {"is held by Auto TTSync until instructions before have passed their wait gate"}, free,
             {&f.changed, nullptr, &f});
}

// A load does not overtake the core's own stores (ISA documentation, MemoryOrdering).
void riscv_port::wait_own_stores(way& w) {
  wait_until(w, {"waits for its stores to configuration before a load"}, [&] { return config_stores_ == 0; },
             {&config_answer_});
  wait_until_cycle(std::max(stores_until_, semaphores_until_));
}

// A read takes its turn in the configuration unit's pipeline; afterwards the present cycle is its stage-0 cycle.
void riscv_port::read_config(way& w) {
  config_request r;
  r.arrives = now_cycle() + 1;
  w.config_read = false;
  r.done = [this, &w](cycle_t) {
    w.config_read = true;
    config_answer_.notify();
  };
  reach_.config->submit(std::move(r));
  wait_until(w, {"waits for the configuration unit"}, [&] { return w.config_read; }, {&config_answer_});
}

// `value`: the bytes, written or read.
void riscv_port::access_l1(way& w, tlm::tlm_command command, uint32_t address, unsigned bytes, uint8_t* value) {
  if (command == tlm::TLM_WRITE_COMMAND) std::memcpy(w.data, value, bytes);
  w.to_l1.prepare(command, address, w.data, bytes);
  sc_core::sc_time t = sc_core::SC_ZERO_TIME;
  l1->b_transport(w.to_l1, t);
  w.to_l1.expect_ok();  // what is decoded as L1 lies in it
  if (t.value() >= cycle_ticks()) wait_for_time(t);
  align();
  if (command == tlm::TLM_READ_COMMAND) std::memcpy(value, w.data, bytes);
}

// ---- The access -----------------------------------------------------------------------------------------------------------

// Makes it as soon as its region takes it.
template <typename Try>
bool riscv_port::act(way& w, const region_access& a, bool is_store, Try attempt) {
  const bool faulted_before = faulted();
  reason why{"waits ", "", a.address};
  region_result r;
  const auto made = [&] {
    r = attempt();
    why.of_region = r.why;
    if (r.waiters) reach_.shared->changed.notify();
    if (r.watchers) reach_.shared->poll_again();
    return r.waits() ? r.from : 0;
  };
  wait_until(w, why, made, changes(a.where));
  if (!r.done()) return undefined(space_.refusal(a, is_store));
  return faulted_before || !faulted();
}

bool riscv_port::load(way& w, uint32_t address, unsigned bytes, uint32_t& value, uint32_t& latency) {
  const region_access a = access(address, bytes);
  const address_region region = a.where.region;
  if (!a.where.readable) return undefined(space_.refusal(a, false));
  const bool ordered = !orders_itself(region);
  wait_queue(w, a, ordered);
  if (core_ < thread_count) wait_tracked(w, resources_of_access(a.where, reach_.state->thread_config(core_)), false);
  if (ordered) wait_own_stores(w);
  latency = latency_of(region);
  if (region == address_region::l1) {
    value = 0;
    access_l1(w, tlm::TLM_READ_COMMAND, address, bytes, reinterpret_cast<uint8_t*>(&value));
    return true;
  }
  if (is_config(region)) read_config(w);
  if (region == address_region::tile_control && a.where.offset >= tile_control::wall_clock_low &&
      a.where.offset < tile_control::wall_clock_high + 4)
    latency += clock_conflict();
  if (region == address_region::noc_overlay) {
    wait_until_cycle(overlay_until_);  // behind the core's own stores
    const cycle_t arrives = now_cycle() + 1;
    wait_until_cycle(now_cycle() + (reach_.config->overlay_load(arrives) - arrives));
  }
  if (is_noc(region)) wait_until_cycle(noc_until_);  // likewise
  return act(w, a, false, [&] { return space_.load(a, value, now_cycle()); });
}

bool riscv_port::store(way& w, uint32_t address, unsigned bytes, uint32_t value) {
  const region_access a = access(address, bytes);
  const address_region region = a.where.region;
  if (!a.where.writable || (bytes != 4 && !takes_narrow_stores(region))) return undefined(space_.refusal(a, true));
  resource_set tracked = 0;
  if (core_ < thread_count) {
    tracked = resources_of_access(a.where, reach_.state->thread_config(core_));
    wait_tracked(w, tracked, true);
  }
  if (is_noc(region) && !reach_.shared->noc[region == address_region::noc1]) return undefined(space_.refusal(a, true));
  const cycle_t arrives = now_cycle() + parameters_.store_travel_cycles;
  const auto travel = [&] {
    travelling_store& s = travelling_.emplace_back();
    s.arrives = arrives, s.where = a, s.value = value;
    if (causes() && (is_noc(region) || region == address_region::noc_overlay))
      s.by = {record_store(), use(path_kind::store_travel), arrives - now_cycle()};
    arrivals_.arm(travelling_.front().arrives);
  };
  switch (course_of(region)) {
    case course::to_l1: {
      const cycle_t began = now_cycle();
      if (causes()) record_store_to_l1(address, bytes);
      access_l1(w, tlm::TLM_WRITE_COMMAND, address, bytes, reinterpret_cast<uint8_t*>(&value));
      if (causes()) causes()->spent(core_, use(path_kind::l1_access), now_cycle() - began);
      return true;
    }
    case course::travels: travel(); break;
    case course::at_once:
      if (!act(w, a, true, [&] {
            storing_ = {arrives, tracked, {}};
            if (causes()) storing_.by = {record_store(), use(path_kind::store_travel), arrives - now_cycle()};
            return space_.store(a, value, now_cycle(), arrives);
          }))
        return false;
      break;
  }
  if (region == address_region::mailbox && causes()) reach_.shared->box[core_][a.where.index].back().by = storing_.by.after;
  if (region == address_region::mailbox) travel();  // polls of its state are notified when it can be taken
  if (region == address_region::noc_overlay) overlay_until_ = arrives;
  if (is_noc(region)) noc_until_ = arrives;
  if (region == address_region::gpr || region == address_region::tdma_risc) {
    stores_until_ = std::max(stores_until_, arrives + 1);
    if (causes()) stores_by_.put({record_store(), use(path_kind::store_travel), stores_until_ - now_cycle()});
    if (tracked) reach_.frontends[core_]->tracking.stored(tracked, arrives + 1);
  }
  return true;
}

void riscv_port::store_config(unsigned bank, unsigned word, uint32_t value, bool both_banks) {
  config_request r;
  r.arrives = storing_.arrives;
  r.write = true;
  r.bank = bank;
  r.index = word;
  r.value[0] = value;
  r.both_banks = both_banks;
  r.core = static_cast<int>(core_);
  ++config_stores_;
  const resource_set tracked = storing_.tracked;
  if (tracked) reach_.frontends[core_]->tracking.store_begins(tracked);
  r.done = [this, tracked, by = storing_.by](cycle_t stage0) {
    stores_until_ = std::max(stores_until_, stage0 + 1);
    if (causes()) {
      stores_by_.put({causes()->begin(stage0, path_kind::config), path_kind::config, 1});
      causes()->after(by);
    }
    if (--config_stores_ == 0) config_answer_.notify();
    if (!tracked) return;
    frontend& f = *reach_.frontends[core_];
    f.tracking.store_ends(tracked, stage0 + 1);
    f.state_changed(stage0 + 1);
  };
  reach_.config->submit(std::move(r));
}

}  // namespace tensix
