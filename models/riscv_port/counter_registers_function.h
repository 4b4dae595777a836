// SPDX-License-Identifier: Apache-2.0
// The registers of the performance counters: five banks, each with a reference period, a mode with its select, start and stop, and
// two outputs; PERF_CNT_ALL, which starts and stops two of them; PERF_CNT_MUX_CTRL. All counters of a bank count at once, the
// select says which one is read. Start clears; both act on rising edges. Who knows what happened is a counter_source_if; without
// one (a machine without time) there are no such registers. Layer 1.
// Source: tt-metal, tt_metal/tt-llk/docs/performance_counters/hardware_reference.md.
#pragma once
#include <array>
#include <cstdint>

#include "models/observe/diagnostics.h"
#include "models/observe/hardware_counters.h"

namespace tensix {

// What banks read. Cycles are the tile's.
class counter_source_if {
 public:
  virtual ~counter_source_if() = default;
  // The first cycle of which what happens in it has not happened yet.
  virtual uint64_t next_cycle() const = 0;
  // Everything of the bank is 0 and counts from `from` = next_cycle() on. `position`: of L1's multiplexer.
  virtual void start(counter_bank bank, uint64_t from) = 0;
  // It counts cycles before `to` only; ~0: all.
  virtual void end_at(counter_bank bank, uint64_t to) = 0;
  virtual void stop(counter_bank bank, uint64_t at) = 0;  // and keeps what it has
  virtual uint64_t value(counter_bank bank, const counted& what) = 0;
};

class counter_registers {
 public:
  counter_source_if* source = nullptr;

  // Whether a register of tile control is one of these. Offsets are from tile control's first register.
  bool has(uint32_t offset) const { return source && place_of(offset).what != part::none; }
  // As a load, but without effect; false: it changes by itself.
  bool peek(uint32_t offset, uint32_t& value) const;
  uint32_t load(diagnostics& diagnose, const char* who, uint32_t offset);
  void store(diagnostics& diagnose, const char* who, uint32_t offset, uint32_t value);

 private:
  enum class part : uint8_t { none, period, mode, control, cycles, value, all, mux };
  struct place {
    part what = part::none;
    counter_bank bank = counter_bank::count;
  };
  static constexpr uint64_t never = ~uint64_t{0};
  struct bank_state {
    uint32_t period = 0, mode = 0, control = 0;
    bool running = false;
    uint64_t since = 0, to = never;  // first cycle that is not in `cycles`; first one that does not count
    uint64_t cycles = 0;             // counted so far, of those with a mode that keeps them
    unsigned position = 0;           // of L1's multiplexer, at the start
  };
  std::array<bank_state, counter_banks> bank_;
  uint32_t all_ = 0, mux_ = 0;

  static place place_of(uint32_t offset);
  bank_state& of(counter_bank bank) { return bank_[static_cast<unsigned>(bank)]; }
  void settle(counter_bank bank);
  void bound(counter_bank bank);
  void edges(diagnostics& diagnose, const char* who, counter_bank bank, uint32_t rising);
  uint32_t selected(diagnostics& diagnose, const char* who, counter_bank bank);
};

}  // namespace tensix
