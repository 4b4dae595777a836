// SPDX-License-Identifier: Apache-2.0
#include "observe/trace/vcd_trace.h"

#include <algorithm>
#include <stdexcept>

namespace tensix {

vcd_trace::vcd_trace(std::string path, trace_window window, trace_origin origin, unsigned l1_ports,
                     const core_programs& programs)
    : path_(std::move(path)),
      window_(window),
      origin_(std::move(origin)),
      l1_ports_(l1_ports),
      spool_(channels, path_),
      programs_(programs) {
  if (const std::string wrong = wrong_name(path_); !wrong.empty()) throw std::invalid_argument(wrong);
}

size_t vcd_trace::add_signal(const std::string& group, const std::string& name, unsigned bits) {
  brought_.push_back({group, name, bits, spool_.add_channels((bits + 63) / 64), nullptr, {}});
  return brought_.size() - 1;
}
size_t vcd_trace::add_text(const std::string& group, const std::string& name, const char* (*text)(uint64_t value)) {
  brought_.push_back({group, name, 0, spool_.add_channels(1), text, {}});
  return brought_.size() - 1;
}
void vcd_trace::add_name(const std::string& group, const std::string& name, size_t signal) {
  brought_.push_back({group, name, brought_[signal].bits, 0, nullptr, signal});
}
void vcd_trace::set_signal(size_t signal, uint64_t cycle, const uint64_t* words) {
  const brought_signal& s = brought_[signal];
  for (size_t i = 0; i < s.words(); ++i) change(s.first_channel + i, cycle, words[i]);
}

vcd_trace::clock_signals vcd_trace::add_clock(const std::string& group, uint64_t cycle_ps, uint64_t edge_ps) {
  const size_t clk = add_signal(group, "clk", 1), rst_n = add_signal(group, "rst_n", 1);
  clock_ = {{clk, rst_n}, cycle_ps, edge_ps};
  return clock_->signals;
}
// Both are kept as what holds for a cycle.
void vcd_trace::clock_edge(uint64_t cycle) {
  const size_t channel = brought_[clock_->signals.clk].first_channel;
  change(channel, cycle, 1);
  change(channel, cycle + 1, 0);
}
void vcd_trace::clock_reset(uint64_t cycle) {
  const size_t channel = brought_[clock_->signals.rst_n].first_channel;
  change(channel, cycle, 1);
  change(channel, cycle + 1, 0);
}

// ---- A part of the run

void vcd_trace::event_in(uint64_t cycle) {
  if (!around_ || event_seen_) return;
  event_seen_ = true;
  event_was_late_ = cycle < forgotten_ + std::min(cycle, *around_);
  window_.from = std::max({window_.from, cycle > *around_ ? cycle - *around_ : 0, forgotten_});
  if (*around_ < window_.to - std::min(window_.to, cycle)) window_.to = cycle + *around_ + 1;
}
void vcd_trace::no_event_before(uint64_t cycle) {
  constexpr uint64_t often = 4096, late = 4096;  // cycles; some differences are told behind their own
  if (!around_ || event_seen_ || cycle < *around_ || cycle - *around_ < forgotten_ + often + late) return;
  forgotten_ = cycle - *around_ - late;
  spool_.forget_before(forgotten_);
}

// What is before the window counts with what it comes to at its beginning.
void vcd_trace::change(size_t channel, uint64_t cycle, uint64_t value, uint32_t word, uint16_t kind, uint16_t detail) {
  if (cycle < window_.to) spool_.change(channel, {std::max(cycle, window_.from), value, word, kind, detail});
}

// An instruction that passed is there for one cycle; one that is held until something else is reported.
void vcd_trace::gate_changed(unsigned thread, uint64_t cycle, gate_state state, uint32_t word, stall_reason why) {
  gate& g = gates_[thread];
  if (before_end_) no_event_before(cycle);
  if (g.passing && g.cycle + 1 < cycle) change(gates_at + thread, g.cycle + 1, 0, 0, empty);
  g.passing = state == passed;
  g.cycle = cycle;
  // The value tells instructions apart that follow one another.
  change(gates_at + thread, cycle, state == held ? static_cast<uint64_t>(why) : 0, word, state, static_cast<uint16_t>(why));
}
void vcd_trace::issued(const gate_event& e, uint64_t) { gate_changed(e.thread, e.cycle, passed, e.word, stall_reason::none); }
void vcd_trace::refused(const gate_event& e, stall_reason why) { gate_changed(e.thread, e.cycle, held, e.word, why); }

void vcd_trace::handed_over(const char*, unsigned which, unsigned bank, unsigned owner, uint64_t, uint64_t from) {
  change(banks_at + 2 * which + bank, from, owner);
}

void vcd_trace::semaphore_is(unsigned index, unsigned value, uint64_t cycle) {
  if (index < semaphores) change(semaphores_at + index, cycle, value);
}

// ---- Cores

void vcd_trace::introduced(const char* who, account_of what) {
  if (what == account_of::core) cores_.push_back({who, core_code(programs_.at(cores_.size()))});
}

vcd_trace::core_row* vcd_trace::core_of(const char* who) {
  for (auto& c : cores_)
    if (c.who == who) return &c;
  return nullptr;
}

// All but the reset is reported by spent().
void vcd_trace::counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {
  if (why != stall_reason::in_reset) return;
  if (core_row* c = core_of(who)) core_changed(*c, in_reset, elf_image::unknown_function, 0, why, from, to);
}

void vcd_trace::spent(const char* who, uint32_t pc, uint32_t, stall_reason why, uint64_t from, uint64_t to) {
  if (before_end_) no_event_before(from);
  if (core_row* c = core_of(who))
    core_changed(*c, why == stall_reason::none ? passed : held, c->code.functions(pc).back(), pc, why, from, to);
}

void vcd_trace::core_changed(core_row& c, gate_state state, uint64_t function, uint32_t pc, stall_reason why, uint64_t from,
                             uint64_t to) {
  const size_t channel = cores_at + static_cast<size_t>(&c - cores_.data());
  if (c.until < from) change(channel, c.until, 0, 0, empty);
  change(channel, from, function << 8 | static_cast<uint64_t>(why), pc, state, static_cast<uint16_t>(why));
  c.until = to;
}

// ---- L1

// Several clients report one cycle; several cycles at once are one client's alone.
void vcd_trace::l1_served(const l1_traffic& traffic) {
  if (traffic.from != now_.from || now_.to == 0) {
    ports_until(traffic.from);
    now_ = {traffic.from, traffic.to, 0, 0};
  }
  now_.to = std::max(now_.to, traffic.to);
  now_.requested |= traffic.requested;
  now_.granted |= traffic.granted;
}

void vcd_trace::ports_until(uint64_t cycle) {
  if (now_.to == 0) return;
  change(requests_at, now_.from, now_.requested);
  change(grants_at, now_.from, now_.granted);
  if (now_.to >= cycle) return;
  change(requests_at, now_.to, 0);
  change(grants_at, now_.to, 0);
}

}  // namespace tensix
