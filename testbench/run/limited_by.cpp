// SPDX-License-Identifier: Apache-2.0
// What held a run back: from its critical path; and who waited longest, from the accounts.
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "observe/why/path_text.h"
#include "testbench/run/run_report.h"

namespace tensix {
namespace {

constexpr double worth_telling = 0.1;

std::string percent(double part, double whole) {
  char text[16];
  std::snprintf(text, sizeof text, "%.0f %%", whole > 0 ? 100 * part / whole : 0.0);
  return text;
}

// Reasons of one kind are one wait: for the other side of SrcA and SrcB, for Dst, for L1, ...
enum class kind_of_wait : uint8_t { none, banks_not_given_back, banks_not_filled, dst, l1, unit, other_threads, own_units };
kind_of_wait kind_of(stall_reason why) {
  switch (why) {
    case stall_reason::srca_owned_by_matrix_unit:
    case stall_reason::srcb_owned_by_matrix_unit: return kind_of_wait::banks_not_given_back;
    case stall_reason::srca_not_valid:
    case stall_reason::srcb_not_valid: return kind_of_wait::banks_not_filled;
    case stall_reason::dst_block_hazard:
    case stall_reason::dst_unit_switch:
    case stall_reason::dst_arbitration: return kind_of_wait::dst;
    case stall_reason::l1_port:
    case stall_reason::l1_bank_conflict:
    case stall_reason::throttle_arbitration: return kind_of_wait::l1;
    case stall_reason::unit_busy:
    case stall_reason::other_thread:
    case stall_reason::pipeline_rule:
    case stall_reason::unpacr_address_phase: return kind_of_wait::unit;
    case stall_reason::semwait:
    case stall_reason::mutex: return kind_of_wait::other_threads;
    case stall_reason::stallwait:
    case stall_reason::streamwait:
    case stall_reason::auto_ttsync:
    case stall_reason::scalar_unit_in_flight:
    case stall_reason::config_pipeline: return kind_of_wait::own_units;
    default: return kind_of_wait::none;
  }
}

// The largest wait of a thread or core for another: "t1 waits: srca_not_valid 85 %", or, if it has several reasons of
// one kind, "t1 waits 49 %: srca_not_valid 28 %, srcb_not_valid 21 %"; empty if it is small.
std::string who_waits(const run_report& r) {
  const activity_report* who = nullptr;
  kind_of_wait what = kind_of_wait::none;
  uint64_t most = 0;
  for (const auto* list : {&r.threads, &r.units})
    for (const auto& a : *list) {
      std::array<uint64_t, static_cast<size_t>(kind_of_wait::own_units) + 1> cycles{};
      for (int i = 1; i < static_cast<int>(stall_reason::count); ++i) {
        const auto reason = static_cast<stall_reason>(i);
        const auto kind = kind_of(reason);
        if (kind == kind_of_wait::none) continue;
        uint64_t& sum = cycles[static_cast<size_t>(kind)];
        sum += a.activity.stall_cycles(reason);
        if (sum > most) most = sum, who = &a, what = kind;
      }
    }
  const auto all = static_cast<double>(r.cycles);
  if (!who || static_cast<double>(most) < worth_telling * all) return {};
  std::vector<stall_reason> reasons;  // that are worth a word, largest first
  for (int i = 1; i < static_cast<int>(stall_reason::count); ++i)
    if (const auto reason = static_cast<stall_reason>(i);
        kind_of(reason) == what && 200 * who->activity.stall_cycles(reason) >= r.cycles)
      reasons.push_back(reason);
  std::stable_sort(reasons.begin(), reasons.end(), [who](stall_reason a, stall_reason b) {
    return who->activity.stall_cycles(a) > who->activity.stall_cycles(b);
  });
  std::string text = who->name + " waits" + (reasons.size() > 1 ? " " + percent(static_cast<double>(most), all) : "") + ":";
  for (size_t i = 0; i < reasons.size(); ++i)
    text += (i ? ", " : " ") + std::string(name(reasons[i])) + " " +
            percent(static_cast<double>(who->activity.stall_cycles(reasons[i])), all);
  return text;
}

// The longest wait of a core at a barrier: "nc waits at noc_async_read_barrier (NoC 1) 53 %"; empty if it is small.
std::string who_waits_at_barrier(const run_report& r) {
  const auto most = std::max_element(r.cores.begin(), r.cores.end(), [](const activity_report& a, const activity_report& b) {
    return a.barrier.cycles < b.barrier.cycles;
  });
  const auto all = static_cast<double>(r.cycles);
  if (most == r.cores.end() || static_cast<double>(most->barrier.cycles) < worth_telling * all) return {};
  const std::string core = most->name.substr(most->name.find('_') + 1);
  return core + " waits at " + most->barrier.name + " " + percent(static_cast<double>(most->barrier.cycles), all);
}

}  // namespace

std::string limited_by(const run_report& r) {
  if (r.cycles == 0) return "nothing: no cycle passed";
  if (!r.path) return "what is not known: the critical path was not recorded";
  const std::string of = r.path->cycles < r.cycles ? "in the " + grouped(r.path->cycles) + " cycles simulated: " : "";
  std::string text = of + holds_the_run(*r.path);
  for (const std::string& waits : {who_waits_at_barrier(r), who_waits(r)})
    if (!waits.empty()) text += "; " + waits;
  return text;
}

}  // namespace tensix
