// SPDX-License-Identifier: Apache-2.0
// A run as Chrome/Perfetto trace events (JSON): docs/timelines.md says what each track, slice, arrow and counter is. No
// SystemC.
//
// This part collects; write() in perfetto_text.cpp makes the file.
#pragma once
#include <array>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "models/observe/observer.h"
#include "observe/trace/event_spool.h"
#include "observe/trace/trace_origin.h"
#include "observe/why/critical_path.h"
#include "workload/elf/core_code.h"

namespace tensix {

struct buffered_mark;

class perfetto_trace : public observer {
 public:
  static constexpr uint64_t counter_window = 16;  // cycles; bytes in it over cycles are then beats in it

  perfetto_trace(std::string path, trace_window window, trace_origin origin, const core_programs& programs = {});

  void introduced(const char* who, account_of what) override;
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override;
  void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) override;
  void marked(const char* who, uint32_t pc, uint64_t cycle) override;
  l1_wishes wishes() const override { return {true, false}; }
  void issued(const gate_event& e, uint64_t thread_free) override;
  void refused(const gate_event& e, stall_reason why) override;
  void executed(const char* who, int thread, uint32_t word, uint64_t issue, uint64_t from, uint64_t to) override;
  void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override;
  void l1_served(const l1_traffic& traffic) override;
  void fifo_changed(unsigned thread, int change, uint64_t cycle, uint64_t now) override;
  void queue_changed(const char* who, uint64_t writes, uint64_t cycle) override;
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override;

  // After the run, before write(): zones that a core's program has written down.
  void add_zones(unsigned core, const std::vector<buffered_mark>& marks);
  // Once, after the run of `cycles` cycles: writes the file, with the critical path if there is one. Throws std::runtime_error if
  // that fails.
  void write(uint64_t cycles, const critical_path* path = nullptr);

 private:
  // Channels of the spool. Those of one cycle are written in this order: slices, then arrows, which need them, then counters.
  static constexpr size_t most_accounts = 32, banks = 4, threads = 3, semaphores = 8,
                          most_nested = 12;  // functions inlined in one another, the outermost counted; zones
  static constexpr size_t accounts_at = 0, work_at = accounts_at + most_accounts, banks_at = work_at + most_accounts,
                          functions_at = banks_at + banks, zones_at = functions_at + core_count * most_nested,
                          path_at = zones_at + core_count * most_nested, issue_starts_at = path_at + 1,
                          hand_over_starts_at = issue_starts_at + most_accounts, path_goes_on_at = hand_over_starts_at + banks,
                          issue_ends_at = path_goes_on_at + 1, hand_over_ends_at = issue_ends_at + most_accounts,
                          path_comes_at = hand_over_ends_at + banks, path_owner_at = path_comes_at + 1,
                          bytes_at = path_owner_at + 1, conflicts_at = bytes_at + 1, fifos_at = conflicts_at + 1,
                          queues_at = fifos_at + threads, semaphores_at = queues_at + most_accounts,
                          channels = semaphores_at + semaphores;
  // A slice: cycle and value are its ends, word its instruction (0: none), kind what it is, detail the reason or thread.
  enum slice_kind : uint16_t { busy, stalled, issue, stopped, work, owner, called, inlined, zone };
  // A stretch of the path: kind is its thread plus 1, detail its resource. Its arrows: from its last cycle to the next stretch, and
  // from its first cycle to what its owner does then.
  static constexpr uint16_t no_thread = 0xffff;

  struct stretch {
    uint64_t from = 0, to = 0;
    stall_reason why = stall_reason::none;
    uint32_t word = 0;  // the address that a core polls
  };
  struct account_track {
    const char* who;
    account_of what;
    // Threads: the instruction issued last, and what is held at the gate.
    bool open = false;
    uint64_t open_cycle = 0;
    uint32_t open_word = 0, held_word = 0;
    // Units and cores: the stretch that may go on. Units: the instructions that began last, all in one cycle.
    stretch last;
    std::vector<trace_record> started;
  };
  struct open_function {
    uint32_t function;
    uint64_t from;
  };
  struct core_track {
    size_t account = 0;
    core_code code;
    std::vector<open_function> in;  // outermost first
    uint64_t until = 0;             // as far as reported
    const elf_image* program = nullptr;
    std::vector<open_function> zones;  // outermost first; the function is elf_image::zone_mark::address
    bool has_zones() const { return program && program->has_zones(); }
  };
  struct bank_track {
    unsigned owner = 0;
    uint64_t since = 0;
  };
  struct fifo {
    std::priority_queue<std::pair<uint64_t, int>, std::vector<std::pair<uint64_t, int>>, std::greater<>> coming;
    int depth = 0;
  };

  const std::string path_;
  const trace_window window_;
  const trace_origin origin_;
  event_spool spool_;
  std::vector<account_track> tracks_;
  const core_programs programs_;
  std::vector<core_track> cores_;
  std::array<bank_track, banks> banks_;
  std::array<fifo, threads> fifos_;
  uint32_t next_flow_ = 1;
  int last_thread_ = -1;  // of the last arrow from an issue
  uint64_t last_issue_ = 0;
  uint64_t l1_window_ = 0;              // number of the present window
  std::array<uint64_t, 4> l1_beats_{};  // in it: unpacker 0, unpacker 1, packers, others
  uint64_t l1_conflicts_ = 0;
  bool l1_any_ = false;

  size_t track_of(const char* who) const;
  void slice(size_t channel, uint64_t from, uint64_t to, slice_kind kind, uint32_t word, uint16_t detail);
  void end_issue(size_t track, uint64_t to);
  void end_stretch(size_t track);
  void end_started(size_t track, uint64_t next);
  void leave_zone(size_t core, size_t depth, uint64_t cycle);
  void leave_functions(size_t core, size_t kept, uint64_t cycle);
  void arrow(size_t start_channel, size_t end_channel, uint64_t from, uint64_t to, uint16_t start_track);
  void counter(size_t channel, uint64_t cycle, uint64_t value, uint32_t more = 0);
  void fifo_until(unsigned thread, uint64_t cycle);
  void end_l1_window(uint64_t next);
  void settle(uint64_t cycles);
  void add_path(const critical_path& path);
};

}  // namespace tensix
