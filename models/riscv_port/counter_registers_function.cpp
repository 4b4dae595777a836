// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_port/counter_registers_function.h"

#include <algorithm>
#include <string>

namespace tensix {

namespace {
constexpr uint32_t rising_start = 1, rising_stop = 2;
constexpr uint32_t mode_bounded = 1, mode_without_cycles = 2, known_modes = 3;

struct registers_of_bank {
  uint32_t control;  // period; mode and start/stop behind it
  uint32_t out;      // cycles; value behind it
};
constexpr registers_of_bank registers[counter_banks] = {
    {0x000, 0x100},  // INSTRN_THREAD
    {0x018, 0x120},  // FPU
    {0x00c, 0x108},  // TDMA_UNPACK
    {0x0f0, 0x110},  // TDMA_PACK
    {0x030, 0x118},  // L1
};
constexpr uint32_t all_offset = 0x3c, mux_offset = 0x218;

uint32_t mode_of(uint32_t word) { return word & 0xff; }
uint32_t select_of(uint32_t word) { return word >> 8 & 0x1ff; }
uint32_t position_of(uint32_t mux) {
  const uint32_t field = mux >> 4 & 7;
  return field < 6 ? field : 0;  // 6 and 7 are decoded as 0
}
}  // namespace

counter_registers::place counter_registers::place_of(uint32_t offset) {
  if (offset == all_offset) return {part::all};
  if (offset == mux_offset) return {part::mux};
  for (unsigned b = 0; b < counter_banks; ++b) {
    const auto bank = static_cast<counter_bank>(b);
    const uint32_t control = offset - registers[b].control, out = offset - registers[b].out;
    if (control == 0) return {part::period, bank};
    if (control == 4) return {part::mode, bank};
    if (control == 8) return {part::control, bank};
    if (out == 0) return {part::cycles, bank};
    if (out == 4) return {part::value, bank};
  }
  return {};
}

bool counter_registers::peek(uint32_t offset, uint32_t& value) const {
  const place p = place_of(offset);
  const auto bank = [&]() -> const bank_state& { return bank_[static_cast<unsigned>(p.bank)]; };
  switch (p.what) {
    case part::period: value = bank().period; return true;
    case part::mode: value = bank().mode; return true;
    case part::control: value = bank().control; return true;
    case part::all: value = all_; return true;
    case part::mux: value = mux_; return true;
    case part::cycles:
    case part::value:
    case part::none: break;
  }
  return false;
}

// Brings `cycles` up to now, and ends what has reached its period.
void counter_registers::settle(counter_bank bank) {
  bank_state& b = of(bank);
  if (!b.running) return;
  const uint64_t now = source->next_cycle(), end = std::min(now, b.to);
  if (mode_of(b.mode) != mode_without_cycles) b.cycles += end - b.since;
  b.since = end;
  if (b.to > now) return;
  b.running = false;
  source->stop(bank, b.to);
}

// Of a running bank, by its mode: where it ends by itself.
void counter_registers::bound(counter_bank bank) {
  bank_state& b = of(bank);
  if (!b.running) return;
  const uint64_t left = b.period > b.cycles ? b.period - b.cycles : 0;
  b.to = mode_of(b.mode) == mode_bounded ? b.since + left : never;
  source->end_at(bank, b.to);
}

void counter_registers::edges(diagnostics& diagnose, const char* who, counter_bank bank, uint32_t rising) {
  bank_state& b = of(bank);
  settle(bank);
  if ((rising & rising_start) && (rising & rising_stop))
    diagnose.remark(who, std::string("PERF_CNT: start and stop of bank ") + name(bank) +
                             " rise in one store: nothing public says what that does; taken as a start and a stop behind it");
  if (rising & rising_start) {
    b.running = true;
    b.cycles = 0;
    b.since = source->next_cycle();
    b.position = position_of(mux_);
    if (mode_of(b.mode) >= known_modes)
      diagnose.remark(who, std::string("PERF_CNT: bank ") + name(bank) + " is started in mode " +
                               std::to_string(mode_of(b.mode)) + ": known are 0, 1 and 2; counts as in mode 0");
    source->start(bank, b.since);
    bound(bank);
  }
  if ((rising & rising_stop) && b.running) {
    b.running = false;
    source->stop(bank, b.since);
  }
}

uint32_t counter_registers::selected(diagnostics& diagnose, const char* who, counter_bank bank) {
  const bank_state& b = of(bank);
  const uint32_t select = select_of(b.mode);
  const unsigned position = bank == counter_bank::l1 ? b.position : 0;
  const hardware_counter* const c = hardware_counter_at(bank, position, select);
  const std::string where = std::string("PERF_CNT: select ") + std::to_string(select) + " of bank " + name(bank) +
                            (bank == counter_bank::l1 ? ", position " + std::to_string(position) : "");
  if (!c) {
    diagnose.remark(who, where + " is read: no public list has a name for it; it reads 0 (docs/counters.md)");
    return 0;
  }
  if (!c->given())
    diagnose.remark(who, where + " (" + c->name + ") is read, which the model does not give: " + c->doubt + "; it reads 0");
  else if (!c->doubt.empty())
    diagnose.remark(who, where + " is read as " + c->name + ", but public lists contradict one another: " + c->doubt);
  return c->given() ? static_cast<uint32_t>(source->value(bank, c->what)) : 0;
}

uint32_t counter_registers::load(diagnostics& diagnose, const char* who, uint32_t offset) {
  uint32_t value = 0;
  if (peek(offset, value)) return value;
  const place p = place_of(offset);
  settle(p.bank);
  return p.what == part::cycles ? static_cast<uint32_t>(of(p.bank).cycles) : selected(diagnose, who, p.bank);
}

void counter_registers::store(diagnostics& diagnose, const char* who, uint32_t offset, uint32_t value) {
  const place p = place_of(offset);
  switch (p.what) {
    case part::period:
    case part::mode:
      settle(p.bank);
      (p.what == part::mode ? of(p.bank).mode : of(p.bank).period) = value;
      bound(p.bank);
      break;
    case part::control: {
      uint32_t& before = of(p.bank).control;
      const uint32_t rising = value & ~before;
      before = value;
      edges(diagnose, who, p.bank, rising);
      break;
    }
    case part::all: {
      const uint32_t rising = value & ~all_;
      all_ = value;
      edges(diagnose, who, counter_bank::instrn_thread, rising);
      edges(diagnose, who, counter_bank::fpu, rising);
      break;
    }
    case part::mux:
      mux_ = value;
      settle(counter_bank::l1);
      if (const bank_state& b = of(counter_bank::l1); b.running && position_of(value) != b.position)
        diagnose.remark(who, "PERF_CNT_MUX_CTRL chooses position " + std::to_string(position_of(value)) +
                                 " while bank L1 counts position " + std::to_string(b.position) +
                                 ": silicon would add up cycles of both; the model goes on with the ports of the start");
      break;
    case part::cycles:
    case part::value:  // outputs
    case part::none: break;
  }
}

}  // namespace tensix
