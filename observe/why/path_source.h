// SPDX-License-Identifier: Apache-2.0
// The critical path in the user's own source: what each line, with what it calls, has of it; and what changes of the program would
// save. docs/critical-path.md. No SystemC.
//
// The cores' places are kept for two pieces of the path only: memory does not grow with the run.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/observe/observer.h"
#include "observe/why/advice.h"
#include "observe/why/path_listener.h"
#include "workload/elf/core_code.h"
#include "workload/elf/source_places.h"

namespace tensix {

// One line of one core's program.
struct path_line {
  std::string core;    // "t0"
  std::string what;    // "add.cpp:12"; or "(boot, arguments)", "(behind the kernel)", "(not known)"
  std::string call;    // what is called there
  uint64_t times = 0;  // about so often
  // Of the run, on the path: what the core itself did there, and what instructions did that it pushed there.
  uint64_t core_cycles = 0, unit_cycles = 0;
  uint64_t cycles() const { return core_cycles + unit_cycles; }
};

struct path_in_source {
  std::vector<path_line> lines;  // the longest first
  uint64_t elsewhere = 0;        // of the run: feeds, DRAM, what no instruction of a core is known for
  std::vector<std::string> advice;
};

static_assert(advice_changes == path_listener::changes);

class path_source : public observer, public path_listener {
 public:
  // `own`: by core, what of its program is the user's source.
  path_source(const core_programs& programs, const by_core<own_file>& own);

  void introduced(const char* who, account_of what) override;
  void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) override;

  void on_path(path_use use, uint64_t from, uint64_t to, int thread, uint64_t pushed) override;
  void take_off(by_change& times, unsigned core, uint64_t from, uint64_t to) const override;
  unsigned saving(unsigned core, uint64_t pushed) const override;
  unsigned going_on(unsigned core, uint64_t cycle) const override;
  unsigned halving(path_use use) const override;
  unsigned giving_room() const override { return 1u << with_room; }
  void would_save(unsigned change, uint64_t cycles) override { saves_[change] = cycles; }
  void piece_ended(uint64_t cycle) override;

  // After the run of so many cycles. `dst_tiles`: that a thread has of Dst; 0: not known.
  path_in_source finish(uint64_t cycles, unsigned dst_tiles);

 private:
  struct stretch {
    uint64_t from, to;
    uint32_t place;
    unsigned kinds, goes_on;  // changes that would save it, and its waits for others, a bit each
    by_change before;         // cycles of each change before this one
  };
  struct part {
    uint64_t core_cycles = 0, unit_cycles = 0;
  };
  struct one_core {
    const char* who;
    source_places places;
    std::vector<call_changes> kinds;  // by place
    std::vector<stretch> stretches;
    std::vector<part> parts;  // by place
    uint64_t unknown_core = 0, unknown_units = 0;
    mutable size_t asked_for = 0;  // the stretch that was asked for last
  };
  struct waiting {  // of the path, until the core has told where it was
    unsigned core;
    bool unit;
    uint64_t from, to, pushed;
  };
  const core_programs programs_;
  const by_core<own_file> own_;
  std::vector<one_core> cores_;
  std::vector<waiting> waiting_;
  uint64_t elsewhere_ = 0;
  std::array<uint64_t, advice_changes> saves_{};

  static const stretch* stretch_at(const one_core& c, uint64_t cycle);
  void settle(bool all);
  void put(const waiting& w);
};

}  // namespace tensix
