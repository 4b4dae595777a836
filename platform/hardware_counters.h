// SPDX-License-Identifier: Apache-2.0
// What the performance counters of a tile count (models/observe/hardware_counters.h), worked out from what the tile reports to
// observers. Nothing is attached before something is started, so counters that are not started cost nothing; no simulated cycle
// depends on them.
#pragma once
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "models/contracts/issue.h"
#include "models/observe/account.h"
#include "models/observe/hardware_counters.h"
#include "models/observe/observer.h"
#include "models/riscv_port/counter_registers_function.h"

namespace tensix {

class tensix_tile;

// Everything that can be counted, in one window of cycles.
class tile_counts : public observer {
 public:
  // Of cycles from `from` on, which is the first one of which nothing has happened yet. The tile must outlive it.
  tile_counts(tensix_tile& tile, cycle_t from);
  ~tile_counts() override;
  tile_counts(const tile_counts&) = delete;
  tile_counts& operator=(const tile_counts&) = delete;

  // Of cycles before `to` only; never: of all. `to` is not in the past.
  void end_at(cycle_t to) { to_ = to; }
  // Counts no more: `at` is the present cycle, or the end of the window.
  void stop(cycle_t at);
  // Of what is counted in cycles before `now`, of which everything has happened.
  uint64_t value(const tensix::counted& what, cycle_t now);

  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override;
  void issued(const gate_event& e, uint64_t thread_free) override;
  void refused(const gate_event& e, stall_reason why) override;

 private:
  enum source : unsigned { matrix, vector, first_packer, sources = first_packer + 4 };
  using stretch = std::pair<cycle_t, cycle_t>;
  struct account_stretches {
    const account* of = nullptr;  // null: there is none
    const char* name = nullptr;
    std::vector<stretch> kept;  // in which it was busy, or not idle; of what is not folded yet
    void add(cycle_t from, cycle_t to);
  };
  // The union of several accounts' stretches.
  struct union_of {
    unsigned from, to;    // sources [from, to)
    uint64_t folded = 0;  // cycles of what is kept no more
  };
  struct thread_state {
    cycle_t since = 0;  // first cycle that is not counted yet
    bool stalled = false;
    int available = -1;                          // class; -1: none
    std::array<cycle_t, counted_waits> waits{};  // it waits for this before that cycle
    uint64_t issued = 0, stalls = 0;
    std::array<uint64_t, counted_classes> availables{};
    std::array<uint64_t, counted_waits> waited{};
  };
  struct unpacker_state {
    const account* of = nullptr;
    const char* name = nullptr;
    unsigned thread = 0;  // whose instruction it took last
    cycle_t since = 0;    // first cycle that is not counted yet
    std::array<uint64_t, 3> cycles{};
  };

  tensix_tile& tile_;
  bool attached_ = false;
  const cycle_t from_;
  cycle_t to_ = never, folded_to_;
  std::array<account_stretches, sources> stretches_;
  std::array<union_of, 4> unions_{{{matrix, matrix + 1}, {vector, vector + 1}, {matrix, vector + 1}, {first_packer, sources}}};
  std::array<thread_state, 3> thread_;
  std::array<unpacker_state, 2> unpacker_;
  unsigned stalled_threads_ = 0;
  cycle_t any_since_;
  uint64_t any_ = 0;

  // Cycles of [from, to) that are in the window.
  uint64_t within(cycle_t from, cycle_t to) const {
    if (from < from_) from = from_;
    if (to > to_) to = to_;
    return to > from ? to - from : 0;
  }
  void pass(thread_state& t, cycle_t to);
  void pass_any(cycle_t to);
  void unpacked(unpacker_state& u, cycle_t from, cycle_t to);
  stretch open(unsigned source, cycle_t now) const;
  uint64_t cycles_of(const union_of& u, cycle_t to) const;
  void fold();
};

// The source of the tile's registers: a window for each bank.
class hardware_counters_of_tile : public counter_source_if {
 public:
  explicit hardware_counters_of_tile(tensix_tile& tile) : tile_(tile) {}
  void forget();  // as at the beginning of a simulation

  uint64_t next_cycle() const override;
  void start(counter_bank bank, uint64_t from) override;
  void end_at(counter_bank bank, uint64_t to) override;
  void stop(counter_bank bank, uint64_t at) override;
  uint64_t value(counter_bank bank, const counted& what) override;

 private:
  tensix_tile& tile_;
  std::array<std::unique_ptr<tile_counts>, counter_banks> counts_;
};

}  // namespace tensix
