// SPDX-License-Identifier: Apache-2.0
// What the RISC-V cores of a tile share beside the coprocessor: local data RAMs, tile control / debug / status registers, PC
// buffers. Layer 1 (no time, no waiting: the caller looks first).
// Source: ISA documentation, BabyRISCV (local data RAM), PCBufs, DebugTimestamper, BackendConfiguration (debug registers), Dst.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <string>

#include "models/contracts/cores.h"
#include "models/memory/noc_registers_if.h"
#include "models/registers/tensix_state.h"
#include "models/riscv_port/counter_registers_function.h"

namespace tensix {

// Local data RAM of every core, zero after reset: 8 KiB for B and NC, 4 KiB for T0..T2. The slow path shows all of them from
// 0xFFB14000 on: B, NC, T0, T0 again, T1, T1 again, T2, T2 again.
class local_rams {
 public:
  // The bytes from `offset` on, at least up to the next multiple of 4.
  uint8_t* own(unsigned core, uint32_t offset) { return &ram_[place_of[core]][offset % bytes_of(core)]; }
  static uint32_t bytes_of(unsigned core) { return bytes_at(place_of[core]); }
  uint8_t* by_slow_path(uint32_t offset) {
    const uint32_t pair = offset / b_bytes % ram_.size();
    return &ram_[pair][offset % bytes_at(pair)];
  }

 private:
  static constexpr uint32_t b_bytes = 0x2000, t_bytes = 0x1000;
  static constexpr by_core<uint8_t> place_of = {2, 3, 4, 0, 1};  // in the order of the slow path
  static uint32_t bytes_at(uint32_t place) { return place < 2 ? b_bytes : t_bytes; }
  std::array<std::array<uint8_t, b_bytes>, core_count> ram_{};
};

// What wants to know of changes of what cores share.
class core_registers_listener_if {
 public:
  virtual ~core_registers_listener_if() = default;
  virtual void registers_changed() = 0;  // a register, a core's data RAM or a mailbox may have
  virtual void control_stored(uint32_t offset,
                              uint32_t value) = 0;      // behind a store to a register of tile control that holds it
  virtual uint32_t program_counter(unsigned core) = 0;  // a snapshot
};

// Registers at 0xFFB12000. Modelled: the wall clock, the read path to configuration, the PC buffers' overrides, bit 11 of
// DBG_FEATURE_DISABLE, performance counters (where there is time). Plain storage: clock gating, reset addresses, soft reset of
// cores. Everything else is diagnosed by name: debug daisychain, breakpoints, timestamps in L1, watchdog.
class tile_control {
 public:
  static constexpr uint32_t config_read_control = 0x58, feature_disable = 0x68, config_read_data = 0x78,
                            pc_buffer_override = 0x90, sticky_bits = 0xb4;
  static constexpr uint32_t soft_reset = 0x1b0, wall_clock_low = 0x1f0, wall_clock_high_now = 0x1f4, wall_clock_high = 0x1f8;

  // `cycle`: the value of the wall clock. `who` stands in diagnoses.
  // What a load returns, if it is a register that holds what was written; false: any other.
  bool peek(uint32_t offset, uint32_t& value) const;
  uint32_t load(tensix_state& state, const char* who, uint32_t offset, uint64_t cycle);
  void store(tensix_state& state, const char* who, uint32_t offset, uint32_t value, uint64_t cycle);
  core_registers_listener_if* listener = nullptr;
  counter_registers counters;

  // PCBuf[i].OverrideEn, OverrideBusy, OverrideValue.
  bool override_enabled(unsigned i) const { return (overrides() >> (10 * i)) & 1; }
  bool override_busy(unsigned i) const { return (overrides() >> (10 * i + 1)) & 1; }
  uint32_t override_value(unsigned i) const { return (overrides() >> (10 * i + 2)) & 0xff; }

 private:
  std::array<uint32_t, 0x250 / 4> word_{};
  uint32_t high_at_ = 0;  // high half of the clock when its low half was last touched
  uint32_t overrides() const { return word_[pc_buffer_override / 4]; }
};

// One PC buffer: 16 values from B to a TRISC.
struct pc_buffer {
  static constexpr unsigned entries = 16;
  std::array<uint32_t, entries> item{};
  std::array<uint64_t, entries> from{};  // first cycle in which the item can be taken
  unsigned head = 0, size = 0;
  bool reader_waits = false;  // the TRISC is held in a load of the empty buffer
  bool full() const { return size == entries; }
  bool empty() const { return size == 0; }
  uint64_t oldest_from() const { return from[head]; }
  void push(uint32_t value, uint64_t cycle) {
    const unsigned at = (head + size++) % entries;
    item[at] = value;
    from[at] = cycle;
  }
  uint32_t pop() {
    const uint32_t value = item[head];
    head = (head + 1) % entries;
    --size;
    return value;
  }
};

// What the cores of a tile share. A message or value that was sent can be taken from its cycle on (without time: 0).
struct core_registers {
  // Mailboxes are [from][to] by core; NC has none. What one core has sent and none has taken yet is at most four values, for all
  // receivers together.
  static constexpr unsigned mailbox_cores = core_nc;
  static constexpr size_t mailbox_entries = 4;
  struct message {
    uint32_t value;
    uint64_t from;
    uint32_t by = 0;  // the event of its store, if causes are recorded
  };
  std::deque<message> box[mailbox_cores][mailbox_cores];
  std::array<uint32_t, mailbox_cores> taken_by{};  // of the message that a core has taken last
  std::array<pc_buffer, thread_count> pc;
  local_rams ram;
  tile_control control;
  std::array<noc_registers_if*, 2> noc{};  // null: there is none
  bool room(unsigned from) const {
    size_t held = 0;
    for (const auto& b : box[from]) held += b.size();
    return held < mailbox_entries;
  }
  bool overridden(unsigned thread) const { return control.override_enabled(thread) && control.override_busy(thread); }
};

// A load returns the whole word at a multiple of 4; a store of 1 or 2 bytes replaces part of it.
inline uint32_t merge_bytes(uint32_t word, uint32_t address, unsigned bytes, uint32_t value) {
  const uint32_t mask = (bytes >= 4 ? ~0u : (1u << (8 * bytes)) - 1) << (8 * (address & 3));
  return (word & ~mask) | ((value << (8 * (address & 3))) & mask);
}

}  // namespace tensix
