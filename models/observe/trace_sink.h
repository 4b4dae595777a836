// Contract 4, observation: what a run tells while it happens. Models tell it to a sink and know no file format; observers
// derive from trace_observer. All that is told is final, but stretches may reach into the future: what lies behind the end of the run
// did not happen.
//
// Cycles are those of docs/architecture.md. Of each kind of event, those about one `who` come in the order of their cycles.
#pragma once
#include <cstdint>
#include <vector>

#include "models/contracts/reasons.h"

namespace tensix {

// One client's part of the arbitration of L1 in each cycle of [from, to). A bit of the masks is a port.
struct l1_traffic {
  uint64_t from, to;
  unsigned client;          // l1_client
  uint64_t granted;         // ports that carried a beat of 16 bytes
  uint64_t requested;       // the same and, for each beat refused, one more of the client's ports, lowest first
  uint32_t bank_conflicts;  // beats refused because their bank was taken
};

// What an instruction works with, as far as its unit knows.
struct work_details {
  uint32_t address = 0, bytes = 0;     // of L1: the first byte, and how many; 0 bytes: none
  int srca_bank = -1, srcb_bank = -1;  // that it reads or writes; -1: none
};

// Whose cycles an account counts.
enum class account_of : uint8_t { thread, unit, core, player, feed };  // player: of a core that is not simulated

class trace_sink {
 public:
  virtual ~trace_sink() = default;
  // Before the run, in the order of showing: an account. The pointer names it from then on. RISC-V cores: T0, T1, T2, B.
  virtual void introduced(const char* who, account_of what) = 0;
  // `who` was busy (none) or waited for `why` in [from, to). The stretches of one account follow one another.
  virtual void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) = 0;
  // Of what was just counted for a RISC-V core, unless it was in reset: spent on the instruction at `pc`, which was in EX1
  // (none) or waited for `why`. `polled`: the address it polls, if it does. Of a player only its polls are told, with pc 0.
  virtual void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) = 0;
  // The wait gate of thread 0..2 let `word` pass; or held it back, from this cycle on until another of these two is told.
  virtual void issued(unsigned thread, uint32_t word, uint64_t cycle) = 0;
  virtual void refused(unsigned thread, uint32_t word, stall_reason why, uint64_t cycle) = 0;
  // A unit worked on `word`, issued by `thread` in cycle `issued`, in [from, to): for as long as the instruction keeps what
  // others wait for. thread -1: nobody issued it.
  virtual void executed(const char* who, int thread, uint32_t word, uint64_t issued, uint64_t from, uint64_t to) = 0;
  // In cycle `given`, `by` gave bank 0 or 1 of SrcA (which = 0) or SrcB to the unpackers (owner = 0) or the matrix unit, who
  // may use it from `from` on.
  virtual void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) = 0;
  // Told late: when L1 works the cycles out.
  virtual void l1_served(const l1_traffic& traffic) = 0;
  // The instruction FIFO of a thread holds `change` words more from `cycle` on. Cycles come in any order, but none before
  // `now` any more.
  virtual void fifo_changed(unsigned thread, int change, uint64_t cycle, uint64_t now) = 0;
  // So many 16-byte writes of a packer wait for L1.
  virtual void queue_changed(const char* who, uint64_t writes, uint64_t cycle) = 0;
  virtual void semaphore_changed(unsigned index, unsigned value, uint64_t cycle) = 0;
  // Just before executed() is told of the same instruction.
  virtual void works_with(const char* who, const work_details& details) = 0;
};

// Hears what it overrides: what an observer derives from.
class trace_observer : public trace_sink {
 public:
  void introduced(const char*, account_of) override {}
  void counted(const char*, stall_reason, uint64_t, uint64_t) override {}
  void spent(const char*, uint32_t, uint32_t, stall_reason, uint64_t, uint64_t) override {}
  void issued(unsigned, uint32_t, uint64_t) override {}
  void refused(unsigned, uint32_t, stall_reason, uint64_t) override {}
  void executed(const char*, int, uint32_t, uint64_t, uint64_t, uint64_t) override {}
  void handed_over(const char*, unsigned, unsigned, unsigned, uint64_t, uint64_t) override {}
  void l1_served(const l1_traffic&) override {}
  void fifo_changed(unsigned, int, uint64_t, uint64_t) override {}
  void queue_changed(const char*, uint64_t, uint64_t) override {}
  void semaphore_changed(unsigned, unsigned, uint64_t) override {}
  void works_with(const char*, const work_details&) override {}
};

// Passes everything on to several sinks.
class trace_fan : public trace_sink {
 public:
  void add(trace_sink& sink) { sinks_.push_back(&sink); }
  bool empty() const { return sinks_.empty(); }
  void introduced(const char* who, account_of what) override {
    for (auto* s : sinks_) s->introduced(who, what);
  }
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override {
    for (auto* s : sinks_) s->counted(who, why, from, to);
  }
  void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) override {
    for (auto* s : sinks_) s->spent(who, pc, polled, why, from, to);
  }
  void issued(unsigned thread, uint32_t word, uint64_t cycle) override {
    for (auto* s : sinks_) s->issued(thread, word, cycle);
  }
  void refused(unsigned thread, uint32_t word, stall_reason why, uint64_t cycle) override {
    for (auto* s : sinks_) s->refused(thread, word, why, cycle);
  }
  void executed(const char* who, int thread, uint32_t word, uint64_t issue, uint64_t from, uint64_t to) override {
    for (auto* s : sinks_) s->executed(who, thread, word, issue, from, to);
  }
  void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override {
    for (auto* s : sinks_) s->handed_over(by, which, bank, owner, given, from);
  }
  void l1_served(const l1_traffic& traffic) override {
    for (auto* s : sinks_) s->l1_served(traffic);
  }
  void fifo_changed(unsigned thread, int change, uint64_t cycle, uint64_t now) override {
    for (auto* s : sinks_) s->fifo_changed(thread, change, cycle, now);
  }
  void queue_changed(const char* who, uint64_t writes, uint64_t cycle) override {
    for (auto* s : sinks_) s->queue_changed(who, writes, cycle);
  }
  void semaphore_changed(unsigned index, unsigned value, uint64_t cycle) override {
    for (auto* s : sinks_) s->semaphore_changed(index, value, cycle);
  }
  void works_with(const char* who, const work_details& details) override {
    for (auto* s : sinks_) s->works_with(who, details);
  }

 private:
  std::vector<trace_sink*> sinks_;
};

}  // namespace tensix
