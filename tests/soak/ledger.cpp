// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/ledger.h"

namespace tensix::soak {

namespace {
std::string range(uint64_t from, uint64_t to) { return "[" + std::to_string(from) + ", " + std::to_string(to) + ")"; }
}  // namespace

void ledger::counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {
  entry& e = entries_[who];
  if (from < e.until) fault(std::string(who) + ": " + range(from, to) + " was told after " + std::to_string(e.until));
  e.until = to;
  e.cycles[static_cast<int>(why)] += to - from;
}

void ledger::issued(const gate_event& e, uint64_t) {
  const auto& [thread, word, cycle, unit] = e;
  if (any_issue_[thread] && cycle <= last_issue_[thread])
    fault("t" + std::to_string(thread) + ": issued in cycle " + std::to_string(cycle) + " after one in " +
          std::to_string(last_issue_[thread]));
  any_issue_[thread] = true;
  last_issue_[thread] = cycle;
}

void ledger::executed(const char* who, int, uint32_t, uint64_t issued, uint64_t from, uint64_t to) {
  if (to <= issued || to < from)  // (some units work on what still waits at the gate)

    fault(std::string(who) + ": issued in " + std::to_string(issued) + ", executed " + range(from, to));
}

std::string ledger::check(tensix_tile& tile, uint64_t cycles) {
  const auto look = [&](const std::vector<std::pair<std::string, account*>>& all) {
    for (const auto& [who, account] : all) {
      const entry& e = entries_[account->name()];
      for (int why = 0; why < static_cast<int>(stall_reason::count); ++why) {
        const uint64_t told = e.cycles[why];
        const uint64_t counted = why ? account->stall_cycles(static_cast<stall_reason>(why)) : account->busy_cycles();
        // What close() takes back because it lies behind the end is told all the same.
        const bool taken_back = e.until > cycles && told > counted && told - counted <= e.until - cycles;
        if (told != counted && !taken_back)
          fault(who + ": " + std::to_string(told) + " cycles told, " + std::to_string(counted) + " counted, reason " +
                std::to_string(why));
      }
    }
  };
  look(tile.unit_accounts());
  look(tile.thread_accounts());
  return wrong_;
}

}  // namespace tensix::soak
