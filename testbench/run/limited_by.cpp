// Which unit, or what else, held a run back.
#include <algorithm>
#include <cstdio>

#include "testbench/run/run_report.h"
#include "testbench/why/path_text.h"

namespace tensix {
namespace {

// Below this share of the cycles nobody is the bottleneck by himself.
constexpr double dominant = 0.5;
constexpr double worth_telling = 0.1;

// The unit keeps others waiting by this: not because it waits for them.
bool own_doing(stall_reason why) {
  switch (why) {
    case stall_reason::dst_block_hazard:
    case stall_reason::dst_unit_switch:
    case stall_reason::dst_arbitration:
    case stall_reason::unit_busy:
    case stall_reason::pipeline_rule:
    case stall_reason::unpacr_address_phase:
    case stall_reason::l1_port:
    case stall_reason::l1_bank_conflict:
    case stall_reason::throttle_arbitration:
    case stall_reason::packer_queue_full:
    case stall_reason::config_pipeline:
    case stall_reason::vector_dependency: return true;
    default: return false;
  }
}

struct occupation {
  const activity_report* unit;
  uint64_t busy, own, worst_cycles;  // own: stalls of its own doing
  stall_reason worst;                // the largest of them
  uint64_t occupied() const { return busy + own; }
};

occupation occupation_of(const activity_report& u) {
  occupation o{&u, u.activity.busy_cycles(), 0, 0, stall_reason::none};
  for (int i = 1; i < static_cast<int>(stall_reason::count); ++i) {
    const auto why = static_cast<stall_reason>(i);
    const uint64_t c = u.activity.stall_cycles(why);
    if (!own_doing(why)) continue;
    o.own += c;
    if (c > o.worst_cycles) o.worst_cycles = c, o.worst = why;
  }
  return o;
}

std::string percent(double part, double whole) {
  char text[16];
  std::snprintf(text, sizeof text, "%.0f %%", whole > 0 ? 100 * part / whole : 0.0);
  return text;
}

// The largest wait of anybody but `except` for somebody else: "t1 waits: srca_not_valid 85 %"; empty if it is small.
std::string who_waits(const run_report& r, const activity_report* except) {
  const activity_report* who = nullptr;
  stall_reason why = stall_reason::none;
  uint64_t most = 0;
  for (const auto* list : {&r.threads, &r.units})
    for (const auto& a : *list) {
      if (&a == except) continue;
      for (int i = 1; i < static_cast<int>(stall_reason::count); ++i) {
        const auto reason = static_cast<stall_reason>(i);
        if (reason == stall_reason::no_instruction || a.activity.stall_cycles(reason) <= most) continue;
        most = a.activity.stall_cycles(reason);
        who = &a;
        why = reason;
      }
    }
  if (!who || static_cast<double>(most) < worth_telling * static_cast<double>(r.cycles)) return {};
  return who->name + " waits: " + name(why) + " " + percent(static_cast<double>(most), static_cast<double>(r.cycles));
}

// What an unpacker or packer is busy with, from its bandwidth.
std::string moving(const run_report& r, const occupation& o) {
  for (const auto& b : r.bandwidth)
    if (b.name == o.unit->name && b.active_cycles)
      return 4 * b.active_cycles >= 3 * o.occupied() ? "L1 fetch, " : "address phase and pipeline rather than L1 fetch, ";
  return {};
}

std::string starved(const run_report& r) {
  const double cycles = static_cast<double>(r.cycles);
  double idle = 0;
  unsigned used = 0;
  const activity_report* slowest = nullptr;
  stall_reason why = stall_reason::none;
  uint64_t most = 0;
  for (const auto& t : r.threads) {
    if (t.activity.busy_cycles() == 0) continue;
    ++used;
    idle += static_cast<double>(t.activity.idle_cycles() + t.activity.stall_cycles(stall_reason::no_instruction));
    for (int i = 1; i < static_cast<int>(stall_reason::no_instruction); ++i)
      if (const uint64_t c = t.activity.stall_cycles(static_cast<stall_reason>(i)); c > most)
        most = c, slowest = &t, why = static_cast<stall_reason>(i);
  }
  if (used == 0) return "nothing: no instruction was issued";
  if (idle / used > dominant * cycles)
    return "the RISC-V side: the threads had no instruction for " + percent(idle / used, cycles) +
           " of the cycles (pushes, polls, circular buffers), and no unit was occupied for half of them";
  std::string text = "latency and synchronisation: no unit was occupied for half of the cycles";
  if (slowest) text += "; " + slowest->name + " waited most: " + name(why) + " " + percent(static_cast<double>(most), cycles);
  return text;
}

}  // namespace

std::string limited_by(const run_report& r) {
  const double cycles = static_cast<double>(r.cycles);
  if (r.cycles == 0) return "nothing: no cycle passed";
  if (r.path) {
    const std::string waits = who_waits(r, nullptr);
    return holds_the_run(*r.path) + (waits.empty() ? "" : "; " + waits);
  }
  std::vector<occupation> all;
  for (const auto& u : r.units) all.push_back(occupation_of(u));
  if (all.empty()) return starved(r);
  const occupation& top = *std::max_element(
      all.begin(), all.end(), [](const occupation& a, const occupation& b) { return a.occupied() < b.occupied(); });
  if (static_cast<double>(top.occupied()) < dominant * cycles) return starved(r);

  std::string text = top.unit->name;
  for (const auto& o : all)  // equally occupied ones, within two percent of the run
    if (o.unit != top.unit && static_cast<double>(top.occupied() - o.occupied()) < 0.02 * cycles)
      text += " and " + o.unit->name;
  const double worst = static_cast<double>(top.worst_cycles);
  if (top.worst_cycles > top.busy || worst > 0.25 * cycles)
    text += ": " + std::string(name(top.worst)) + " (" + percent(worst, cycles) + " of the cycles, " +
            percent(static_cast<double>(top.busy), cycles) + " busy)";
  else
    text += " (" + moving(r, top) + percent(static_cast<double>(top.busy), cycles) + " busy" +
            (worst > worth_telling * cycles ? std::string(", ") + name(top.worst) + " " + percent(worst, cycles) : "") + ")";
  if (const std::string waits = who_waits(r, top.unit); !waits.empty()) text += "; " + waits;
  return text;
}

}  // namespace tensix
