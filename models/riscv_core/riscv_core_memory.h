// SPDX-License-Identifier: Apache-2.0
// Memory: loads and atomics on their way, the L0 data cache, and the core's own data RAM. Loads from L1 go there directly; loads
// from elsewhere go through the core's port one after the other, by a process of their own, while the core goes on. There are
// places for a few in flight, of both kinds together; a load that finds none waits in EX1. Source: ISA documentation, BabyRISCV
// (Blackhole): README (caches), MemoryOrdering; BabyRISCV (Wormhole): README (loads in flight).
#pragma once
#include "models/memory/l1_protocol.h"
#include "models/riscv_core/riscv_core_surroundings.h"

namespace tensix {

struct core_load {  // on its way
  bool busy = false, answered = false, fill = false, relived = false;
  uint8_t place = 0;         // of those in flight
  uint16_t cache_place = 0;  // fill: where its line goes
  unsigned seen = 0;         // number among the loads of the round
  uint64_t seen_epoch = 0;
  sc_core::sc_time instant;  // relived: when it reads
  uint64_t seq = 0;          // number of its instruction
  riscv_instruction d;
  uint32_t address = 0, raw = 0, operand = 0, pc = 0;
  cycle_t issued = 0, ready = 0;
  event_id by = 0;  // its event, if causes are recorded
  alignas(8) uint8_t data[core_line_bytes] = {};
  // Its bytes out of `data`, which begins with them or, of a line, with the line.
  void take_raw(const uint8_t* from, bool line);
};

class core_memory {
 public:
  explicit core_memory(riscv_core_parts& core);
  // Caches empty. With `clear_ram` the data RAM is zeroed, which takes a while.
  void reset(bool clear_ram);

  // ---- Instructions in EX1 in cycle e
  void load(const riscv_instruction& d, cycle_t e);
  void atomic(const riscv_instruction& d, cycle_t e);
  void fence(cycle_t e);
  // First cycle, not before e, in which the store queue is empty and all loads are back.
  cycle_t ordered(cycle_t e);
  // An access of `bytes` bytes is possible: aligned, and of a place that there is. Otherwise it is undefined behaviour.
  bool legal(const char* what, uint32_t raw_address, unsigned bytes, const decoded_address& where, cycle_t e);

  // ---- The data RAM and the cache, for stores
  // Where the byte of the data RAM lies; nullptr: the address is not of it.
  uint8_t* ram(uint32_t address) { return address - ram_base < ram_bytes_ ? ram_ + (address - ram_base) : nullptr; }
  // First cycle, not before e, in which the data RAM can be used: not while it is zeroed.
  cycle_t ram_from(cycle_t e) { return e >= ram_ready_ ? e : wait_for_ram(e); }
  void drop_line(uint32_t line, cycle_t e);  // a store to the line in cycle e
  void flush_cache();
  // Whether a load of L1 finds its bytes in the cache, and what it finds.
  bool finds_in_data_cache(uint32_t address, unsigned bytes, uint32_t& value) const;

  // ---- What is on its way
  tile_event answered{"answered"};  // a load has come back
  void take_answers() {             // puts what has come back into registers
    if (count_) collect();
  }
  void settle();  // until nothing is on its way
  // Nothing is on its way, and all that has come back is where it belongs, in the present cycle.
  bool settled();
  // Whether `condition` holds for a load that has not read yet.
  template <typename Condition>
  bool any_unread(Condition condition) const {
    for (unsigned i = 0; i < count_; ++i)
      if (const core_load& p = loads_[order_[i]]; !p.answered && condition(p)) return true;
    return false;
  }
  // One read or write request leaves the Load/Store Unit a cycle; reads first. Whether one does in `cycle`.
  bool reads_in(cycle_t cycle) const;
  void arrived(unsigned i);  // load i is back from L1
  const core_load* at_port() const { return port_count_ ? &loads_[port_loads_[port_head_]] : nullptr; }

  // Loads on their way whose register nothing behind them writes, oldest first: those to ask for what the registers will be.
  std::vector<const core_load*> awaited() const;

  // ---- For rounds of a poll that are lived again (riscv_core_relive.cpp)
  // A load of the present instruction that is not made; `fills`: what it brings goes into the cache.
  core_load& take_unmade(const riscv_instruction& d, uint32_t address, cycle_t e, bool fills, stall_reason why);
  // All those whose time to read has come.
  template <typename Read>
  void read_unmade(const sc_core::sc_time& now, Read read) {
    for (unsigned i = 0; i < count_; ++i) {
      core_load& p = loads_[order_[i]];
      if (!p.relived || p.instant > now) continue;
      read(p);
      if (p.d.kind == riscv_kind::atomic) write_atomic(p);
      p.relived = false;
      answer(p);
    }
  }

  // All of it that decides what happens next.
  struct data_line {
    uint32_t line = core_no_line;
    cycle_t from = 0;  // first cycle in which a load finds it
    uint16_t place = 0;
    std::array<uint8_t, core_line_bytes> bytes;
  };
  struct snapshot {
    uint32_t requests = 0, next_victim = 0;
    std::vector<data_line> cache;
    std::array<uint32_t, core_max_loads> taken;  // cycles for which places are taken, from the core's time on
  };
  void record(snapshot& p, cycle_t t);
  bool same_as(const snapshot& p, cycle_t t) const;
  void move(snapshot& p);  // as if it had been recorded now
  // As if so many rounds like that since the snapshot had followed.
  void skip(cycle_t rounds, cycle_t cycles, const snapshot& p) {
    requests_ += static_cast<uint32_t>(rounds) * (requests_ - p.requests);
    for (place& p : places_) p.from += cycles;
  }

 private:
  static constexpr uint32_t ram_base = address_map::local_ram_base;
  riscv_core_parts& core_;
  uint8_t* ram_ = nullptr;
  uint32_t ram_bytes_ = 0;
  unsigned count_ = 0;  // loads on their way
  cycle_t ram_ready_ = 0;
  std::array<uint8_t, core_max_loads> order_{};  // slots of loads_ in the order of their instructions
  std::array<cycle_t, core_max_loads> reads_{};  // cycles of the last read requests
  unsigned read_count_ = 0;
  std::array<core_load, core_max_loads> loads_;
  struct place {
    cycle_t from = 0;  // first cycle in which a load that takes it may be in EX1
    uint64_t seq = 0;  // number of the load that had it last
  };
  std::vector<place> places_;  // for loads in flight
  uint8_t free_place_ = 0;     // that the present load takes

  std::vector<data_line> cache_;
  std::array<data_line, 2 * core_max_loads> fills_;  // that have come back, but not by the cycle of the last access
  unsigned fill_count_ = 0, next_victim_ = 0;
  uint32_t requests_ = 0;  // to the cache
  bool hit_ = false;       // since the snapshot

  std::array<uint8_t, core_max_loads> port_loads_{};  // a ring of slots of loads_
  unsigned port_head_ = 0, port_count_ = 0;
  tile_event port_load_{"port_load"};
  tlm::tlm_generic_payload bus_load_;
  core_store_extension* const load_by_;  // of bus_load_
  strand port_process_;

  unsigned number_of(const core_load& p) const { return static_cast<unsigned>(&p - loads_.data()); }
  core_load& take_slot(const riscv_instruction& d, uint32_t address, cycle_t e, stall_reason why);
  core_load& begin(const riscv_instruction& d, uint32_t address, cycle_t e, stall_reason why);
  void send_to_l1(core_load& p, l1_operation operation, uint32_t address, unsigned bytes);
  void answer(core_load& p);
  void collect();
  void load_at_once(const riscv_instruction& d, uint32_t raw, cycle_t e);
  void load_from_l1(const riscv_instruction& d, uint32_t address, cycle_t e);
  void load_from_port(const riscv_instruction& d, uint32_t address, address_region region, cycle_t e);
  void load_through_port();
  void write_atomic(core_load& p);
  cycle_t wait_for_ram(cycle_t e);
  cycle_t wait_for_place(cycle_t e, stall_reason why);
  std::array<uint32_t, core_max_loads> taken(cycle_t t) const;
  bool uses_cache() const;
  data_line* cached(uint32_t line);
  void fill_cache(cycle_t e);
  void fills(core_load& p, bool fill);
};

}  // namespace tensix
