// SPDX-License-Identifier: Apache-2.0
// Of a simulation: whether it still gets anywhere, who waits for what, and where cores are.
#include <algorithm>
#include <cstdio>
#include <sstream>
#include <utility>

#include "testbench/run/core_loop.h"
#include "testbench/run/simulation.h"
#include "testbench/run/tile_state.h"

namespace tensix {

std::string simulation::core_text(const part& p, unsigned core) const { return tile_text(*p.tile) + core_names[core].text; }

uint64_t simulation::work_done() {
  uint64_t cycles = 0;
  for (const auto& [name, a] : tile_->unit_accounts()) cycles += a->busy_cycles();
  for (const auto& [name, a] : tile_->thread_accounts()) cycles += a->busy_cycles();
  for (unsigned i = 0; i < core_count; ++i)
    for (int reason = 0; reason < static_cast<int>(stall_reason::count); ++reason)
      if (static_cast<stall_reason>(reason) != stall_reason::poll)
        cycles += cores_->core(i).activity().stall_cycles(static_cast<stall_reason>(reason));
  return cycles;
}

// Nothing is due but cores, and each of them waits, or goes round in a loop that nothing ends: what it reads does not change any
// more, and it changes nothing. Twice: units that become idle in a known cycle are not due for it, but show it in their status.
bool simulation::only_loops_left(cycle_t now) {
  if (now < loop_look_.in || (host_ && !host_->done())) return false;  // one of its writes may be on its way
  loops_left left = look_for_loops(now);
  if (ranks) left = {ranks->any(left.others), ranks->all(left.stands || left.others), ranks->any(left.any)};
  const bool stands = left.stands && !left.others;
  // A core that computes for long is not followed again and again.
  constexpr cycle_t longest = 1000000;
  if (!left.others && !stands && left.any) loop_look_.interval = std::min(2 * loop_look_.interval, longest);
  loop_look_.in = now + loop_look_.interval;
  const bool stood = std::exchange(loop_look_.stood, stands && left.any);
  return stood && loop_look_.stood;
}

simulation::loops_left simulation::look_for_loops(cycle_t now) {
  const bool of_rtl = rtl_ && rtl_->clock_if_made() && rtl_->clock_if_made()->needed_until() + loop_look_.interval > now;
  bool others = false, stands = !of_rtl, any = false;  // RTL works without being looked at
  std::vector<by_core<bool>> due(parts_.size());
  others = calendar::present().due_beside([&](const activation& a) {
    for (unsigned i = 0; i < core_count; ++i)
      if (a.where() == slot_of(slot::riscv, i)) {
        for (size_t n = 0; n < parts_.size(); ++n)
          if (parts_.size() == 1 || parts_[n].cores->core(i).is(a)) return due[n][i] = true;
        return true;
      }
    return a.where() == slot::l1;  // for them, or for packets
  });
  for (const part& p : parts_) others = others || p.tile->noc_interface(0).busy() || p.tile->noc_interface(1).busy();
  others = others || (around_ && around_->tiles_busy());
  stands = stands && !others;
  for (size_t n = 0; n < parts_.size(); ++n)
    for (unsigned i = 0; i < core_count; ++i) {
      const uint64_t before = std::exchange(parts_[n].instructions[i], parts_[n].cores->core(i).instructions());
      due[n][i] |= before != parts_[n].instructions[i];  // it waits for what a load brings, just now
    }
  for (size_t n = 0; n < parts_.size() && stands; ++n)
    for (unsigned i = 0; i < core_count && stands; ++i) {
      if (!due[n][i]) continue;
      any = true;
      riscv_core& core = parts_[n].cores->core(i);
      stands = core.state() == riscv_core::condition::running && core.store_queue_empty() &&
               loop_of(*parts_[n].tile, core, i).endless;
    }
  return {others, stands, any};
}

// A line for each core that waits.
std::string simulation::core_waits() const {
  std::string text;
  each_core([&](const part& p, unsigned i) {
    riscv_core& core = p.cores->core(i);
    std::string waits = core.waits_for();
    if (core.state() == riscv_core::condition::running && core.store_queue_empty()) {
      const core_loop loop = loop_of(*p.tile, core, i);
      char pc[24];
      std::snprintf(pc, sizeof pc, " at pc 0x%x", core.pc());
      if (loop.endless && (loop.stale || core.polled().empty())) waits = loop.text + pc;
    }
    if (!waits.empty()) text += core_text(p, i) + " " + waits + "\n";
  });
  return text;
}

std::string simulation::place_of(const tensix_tile& tile, unsigned core, uint32_t at) const {
  char pc[24];
  std::snprintf(pc, sizeof pc, "pc 0x%x", at);
  const std::string known = place ? place(tile, core, at) : "";
  return known.empty() ? pc : pc + (" " + known);
}

std::string simulation::state() {
  return state_text(*tile_, [this](unsigned core, uint32_t pc) { return place_of(*tile_, core, pc); });
}

std::string simulation::standing() {
  std::string text, others;
  for (const auto& p : players_)
    if (!p->done()) text += std::string(core_name(p->core())) + " is not done (" + p->where() + ")\n";
  const std::string waiting = cores_ ? core_waits() : "", running = cores_ ? where_cores_are() : "";
  const auto add_waits = [&](const tensix_tile& tile) {
    std::istringstream waits(tile.who_waits());
    for (std::string line; std::getline(waits, line);)  // a core's own line says more than that of its port
      if ((text + waiting + running + others).find(line = tile_text(tile) + line) == std::string::npos) others += line + "\n";
  };
  add_waits(*tile_);
  for (size_t n = 1; n < parts_.size(); ++n) add_waits(*parts_[n].tile);
  for (const std::string& part : {waiting, running, others}) text += of_all(part);
  return text + state();
}

// A line for each core that has not stopped.
std::string simulation::where_cores_are() const {
  std::string text;
  each_core([&](const part& p, unsigned i) {
    const riscv_core::condition state = p.cores->core(i).state();
    if (state == riscv_core::condition::running || state == riscv_core::condition::faulted)
      text += core_text(p, i) + " is at " + place_of(*p.tile, i, p.cores->core(i).pc()) + "\n";
  });
  return text;
}

// A line for each core that has stopped at an ebreak: an assertion, unless all ended well and its program ends there.
std::string simulation::where_cores_stopped(bool done) const {
  std::string text;
  each_core([&](const part& p, unsigned i) {
    const riscv_core& core = p.cores->core(i);
    if (core.state() != riscv_core::condition::stopped || core.stopped_by() != "ebreak") return;
    if (done && (!ends_at || ends_at(*p.tile, i, core.pc()))) return;
    text += core_text(p, i) + " stopped at ebreak in cycle " + std::to_string(core.stopped_in()) + ", at " +
            place_of(*p.tile, i, core.pc()) + "\n";
  });
  return text;
}

}  // namespace tensix
