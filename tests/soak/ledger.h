// SPDX-License-Identifier: Apache-2.0
// Hears everything that a tile tells its observers and holds it against the accounts: each stretch follows the one before, none
// overlaps, the sums are those of the accounts; what executes was issued before.
#pragma once
#include <map>
#include <string>

#include "models/observe/observer.h"
#include "platform/tile.h"

namespace tensix::soak {

class ledger : public observer {
 public:
  void expect(tensix_tile& tile) { tile.attach(*this); }
  // After the run, accounts closed. Empty: all is well.
  std::string check(tensix_tile& tile, uint64_t cycles);

 private:
  struct entry {
    uint64_t cycles[static_cast<int>(stall_reason::count)] = {};
    uint64_t until = 0;
  };
  std::map<std::string, entry> entries_;
  uint64_t last_issue_[thread_count] = {};
  bool any_issue_[thread_count] = {};
  std::string wrong_;

  void fault(const std::string& text) {
    if (wrong_.empty()) wrong_ = text;
  }
  void introduced(const char* who, account_of) override { entries_[who]; }
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override;
  void issued(const gate_event& e, uint64_t thread_free) override;
  void executed(const char* who, int thread, uint32_t word, uint64_t issued, uint64_t from, uint64_t to) override;
};

}  // namespace tensix::soak
