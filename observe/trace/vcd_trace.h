// SPDX-License-Identifier: Apache-2.0
// A run as a value change dump (IEEE 1364, with GTKWave's string variables), and a view of it for GTKWave: docs/timelines.md
// says what each signal is. One cycle is 1 ns; beside a clock, its period. No SystemC.
#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "models/observe/observer.h"
#include "observe/trace/event_spool.h"
#include "observe/trace/trace_origin.h"
#include "workload/elf/core_code.h"

namespace tensix {

class vcd_trace : public observer {
 public:
  // Throws std::invalid_argument for a wrong_name().
  vcd_trace(std::string path, trace_window window, trace_origin origin, unsigned l1_ports, const core_programs& programs = {});
  // "out.gtkw" of "out.vcd"; empty if that is no file (/dev/null).
  static std::string view_of(const std::string& path);
  // What is wrong with such a name, and what to do: it says another format. Empty: nothing.
  static std::string wrong_name(const std::string& path);

  void introduced(const char* who, account_of what) override;
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override;
  void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) override;
  l1_wishes wishes() const override { return {true, false}; }
  void issued(const gate_event& e, uint64_t thread_free) override;
  void refused(const gate_event& e, stall_reason why) override;
  void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override;
  void l1_served(const l1_traffic& traffic) override;
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override;

  // A signal from outside, such as a pin of RTL: before the run, those of one group one after the other. Returns
  // its number.
  size_t add_signal(const std::string& group, const std::string& name, unsigned bits);
  // One that is shown as text, without blanks; its value is a word.
  size_t add_text(const std::string& group, const std::string& name, const char* (*text)(uint64_t value));
  // The same signal by another name.
  void add_name(const std::string& group, const std::string& name, size_t signal);
  // Its value from `cycle` on, (bits + 63) / 64 words, lowest first; in the order of cycles.
  void set_signal(size_t signal, uint64_t cycle, const uint64_t* words);

  // The clock of RTL, of which there is one at most: its edge rises so many ps behind the beginning of a cycle. The file's times are
  // in ps then. clk falls with the next cycle; rst_n is low until halfway to the edge.
  struct clock_signals {
    size_t clk, rst_n;
  };
  clock_signals add_clock(const std::string& group, uint64_t cycle_ps, uint64_t edge_ps);
  void clock_edge(uint64_t cycle);   // there is one in this cycle
  void clock_reset(uint64_t cycle);  // in front of this cycle's edge

  // Only the cycles around the first event are shown, so many before and behind; what is older goes. Before the run.
  void show_around_event(uint64_t cycles) { around_ = cycles; }
  // The same of an event that ends the run: units themselves say how far it is.
  void show_before_end(uint64_t cycles) {
    around_ = cycles;
    before_end_ = true;
  }
  // It is in this cycle. Those that follow do not count.
  void event_in(uint64_t cycle);
  bool event_seen() const { return event_seen_; }
  bool event_was_late() const { return event_was_late_; }  // some of those cycles had gone: they are not shown
  // Events will hardly be in an earlier cycle.
  void no_event_before(uint64_t cycle);
  // The file goes on to the end of `cycle`, even if the run has ended in it.
  void shows(uint64_t cycle) { shown_ = std::max(shown_, cycle + 1); }

  // Once, after the run of `cycles` cycles: writes both files. Throws std::runtime_error if that fails.
  void write(uint64_t cycles);

 private:
  static constexpr size_t threads = 3, banks = 4, semaphores = 8;
  static constexpr size_t gates_at = 0, banks_at = gates_at + threads, semaphores_at = banks_at + banks,
                          requests_at = semaphores_at + semaphores, grants_at = requests_at + 1, cores_at = grants_at + 1,
                          channels = cores_at + core_count;
  // A gate's record: kind is this, detail the reason, word what it holds.
  // A core's record: kind likewise, detail the reason, word the pc, value both with the function.
  enum gate_state : uint16_t { empty, held, passed, in_reset };
  struct gate {
    uint64_t cycle = 0;  // of the last instruction that passed; its word is there for this one cycle
    bool passing = false;
  };
  struct core_row {
    const char* who;
    core_code code;
    uint64_t until = 0;  // as far as reported
  };
  struct brought_signal {
    std::string group, name;
    unsigned bits;                        // 0: text
    size_t first_channel;                 // one for each 64 bits
    const char* (*text)(uint64_t value);  // null: it is no text
    std::optional<size_t> also;           // it is this one by another name
    size_t words() const { return bits ? (bits + 63) / 64 : 1; }
  };
  struct clock_channels {
    clock_signals signals;
    uint64_t cycle_ps, edge_ps;
  };
  struct ports {  // requests and grants of [from, to), as far as known
    uint64_t from = 0, to = 0, requested = 0, granted = 0;
  };

  const std::string path_;
  trace_window window_;
  const trace_origin origin_;
  const unsigned l1_ports_;
  event_spool spool_;
  std::array<gate, threads> gates_;
  const core_programs programs_;
  std::vector<core_row> cores_;
  std::vector<brought_signal> brought_;
  std::optional<clock_channels> clock_;
  std::optional<uint64_t> around_;  // cycles
  bool before_end_ = false, event_seen_ = false, event_was_late_ = false;
  uint64_t forgotten_ = 0, shown_ = 0;
  ports now_;

  void change(size_t channel, uint64_t cycle, uint64_t value, uint32_t word = 0, uint16_t kind = 0, uint16_t detail = 0);
  void gate_changed(unsigned thread, uint64_t cycle, gate_state state, uint32_t word, stall_reason why);
  void ports_until(uint64_t cycle);
  core_row* core_of(const char* who);
  void core_changed(core_row& c, gate_state state, uint64_t function, uint32_t pc, stall_reason why, uint64_t from,
                    uint64_t to);
};

}  // namespace tensix
