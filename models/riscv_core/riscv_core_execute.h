// SPDX-License-Identifier: Apache-2.0
// Execute: registers, and the scoreboard that says when an instruction may enter EX1 and when its result is there.
//
// What an instruction computes can be used from the cycle `done` on; it leaves the retire queue, in order, in `retire`. Both are
// kept by instruction number for the last 64. Source: ISA documentation, BabyRISCV (Blackhole): README (pipeline).
#pragma once
#include <algorithm>

#include "models/riscv_core/riscv_core_function.h"
#include "models/riscv_core/riscv_core_surroundings.h"

namespace tensix {

class core_execute {
 public:
  riscv_state s;
  uint32_t pc = 0;
  uint64_t instructions = 0;  // executed since reset

  explicit core_execute(riscv_core_parts& core);
  void reset(uint32_t start);

  // First cycle from `t` on in which `d` can enter EX1: operands known, room in the retire queue. >= core_unknown: not known yet.
  cycle_t entry(const riscv_instruction& d, cycle_t t) const {
    cycle_t e = t;
    e = std::max(e, ready_[d.rs1]);
    e = std::max(e, ready_[d.rs2]);
    e = std::max(e, ready_[d.rs3]);
    e = std::max(e, retire(out_of_queue()));
    return last_retire_ + in_order_ > e ? after_retired(e, t, d) : e;
  }
  // The same from the core's time on, waiting for what is not known yet, and accounting for the wait.
  cycle_t enter(const riscv_instruction& d);
  // The present instruction leaves EX1; its result, for register rd, is there in cycle `done`: later ones wait for it for `why`.
  void record(unsigned rd, cycle_t done, stall_reason why) {
    ready_[rd] = done;
    older_writer_[rd] = writer_[rd];
    writer_[rd] = seq_;
    done_[seq_ & core_ring_mask] = done;
    why_[seq_ & core_ring_mask] = why;
    last_retire_ = done > last_retire_ ? done : last_retire_ + 1;
    retire_[seq_ & core_ring_mask] = last_retire_;
    ++seq_;
  }
  // Cycles from EX1 to the result of a division.
  unsigned divide_cycles(const riscv_instruction& d) const;
  // The next instruction enters EX1 behind the retirement of the one before.
  void serialise();
  uint32_t cfg0(uint32_t bits) const { return s.csr.cfg0 & bits; }
  // csr.cfg0 has changed. Without forwarding, or with everything in order, EX1 waits for retirement.
  void order_changed() { in_order_ = cfg0(riscv_csrs::sync_all | riscv_csrs::disable_forwarding) ? 1 : 0; }

  // A load, instruction `number`, has brought `raw` in cycle `done`. Then `retire_from` the first of those that have.
  void loaded(uint64_t number, const riscv_instruction& d, uint32_t raw, cycle_t done);
  void retire_from(uint64_t first);
  // First cycle, not before e, in which all loads in the retire queue are back.
  cycle_t loads_back(cycle_t e) const;

  // The ring of the last instructions, by number.
  uint64_t number() const { return seq_; }                          // of the present one
  uint64_t out_of_queue() const { return seq_ - retire_entries_; }  // of the youngest that has left the retire queue at EX1
  uint64_t writer(unsigned r) const { return writer_[r]; }          // of the last one that writes register r
  // Of those that write register r, the one that has to retire before r is read: the last but one, unless nothing is forwarded.
  uint64_t waits_to_retire(unsigned r) const;
  cycle_t done(uint64_t n) const { return done_[n & core_ring_mask]; }  // result there
  cycle_t retire(uint64_t n) const { return retire_[n & core_ring_mask]; }
  stall_reason reason_of(uint64_t n) const { return why_[n & core_ring_mask]; }  // of an instruction that waits for it

  // All of it that decides what happens next; times as they lie behind t.
  struct snapshot {
    uint32_t pc = 0, fcsr = 0;
    uint64_t instructions = 0;
    std::array<uint32_t, riscv_register_count> reg, ready;
    std::array<uint32_t, core_ring> retire;
  };
  void record(snapshot& p, cycle_t t) const;
  bool same_registers(const snapshot& p) const { return p.pc == pc && p.reg == s.reg; }
  bool same_as(const snapshot& p, cycle_t t) const;
  // As if so many rounds like that since the snapshot had followed, in `cycles` cycles.
  void skip(cycle_t rounds, cycle_t cycles, const snapshot& p);

 private:
  const unsigned retire_entries_;
  unsigned in_order_ = 0;     // 1: cfg0 wants what costs time (no forwarding, or everything in order)
  uint64_t seq_ = core_ring;  // number of the next instruction
  cycle_t last_retire_ = 0;
  std::array<cycle_t, core_ring> done_{}, retire_{};
  std::array<stall_reason, core_ring> why_{};
  std::array<cycle_t, riscv_register_count> ready_{};
  std::array<uint64_t, riscv_register_count> writer_{}, older_writer_{};
  riscv_core_parts& core_;

  bool in_ring(uint64_t n) const { return n + core_ring > seq_; }
  cycle_t after_retired(cycle_t e, cycle_t t, const riscv_instruction& d) const;
  cycle_t after_queue(cycle_t e, const riscv_instruction& d) const;
  stall_reason reason_of_wait(const riscv_instruction& d, cycle_t t) const;
};

}  // namespace tensix
