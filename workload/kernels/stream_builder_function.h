// SPDX-License-Identifier: Apache-2.0
// Building what a TRISC does: instruction words by name, steps, and a source that makes them a piece at a time. No SystemC.
#pragma once
#include <vector>

#include "models/frontend/expanders.h"
#include "workload/kernels/words.h"
#include "workload/streams/program.h"

namespace tensix {

// The nine words of a MOP of template 1: outer x { start, inner x { op, op1 }, end0, end1 }; `last` takes the place of the last
// op of an inner loop, `last_outer` that of the very last. Words that are NOP are left out.
struct mop_program {
  uint32_t outer = 1, inner = 1, op = word::nop, op1 = word::nop, start = word::nop, end0 = word::nop, end1 = word::nop;
  uint32_t last = 0, last_outer = 0;  // 0: nothing special
};

class step_builder {
 public:
  // `direct`: MOP and REPLAY are expanded here, by the hardware's rules, and the core pushes every single instruction.
  explicit step_builder(bool direct = false) : direct_(direct) {}
  void push(uint32_t instruction);
  void store(uint32_t address, uint32_t value);
  void config(uint32_t cfg_word, uint32_t value) { store(riscv_address::config + 4 * cfg_word, value); }
  void poll(uint32_t address, comparison how, uint32_t value);
  void sync();
  void gpr(unsigned index, uint32_t value);  // by two SETDMAREG
  void mop(const mop_program& p);
  // Semaphores from the RISC-V side.
  void poll_semaphore(unsigned semaphore, comparison how, uint32_t value);
  void post_semaphore(unsigned semaphore) { store(riscv_address::semaphores + 4 * semaphore, 0); }
  void get_semaphore(unsigned semaphore) { store(riscv_address::semaphores + 4 * semaphore, 1); }

  void clear() { steps_.clear(), words_.clear(); }
  const std::vector<step>& steps() const { return steps_; }
  const uint32_t* words(const step& s) const { return words_.data() + s.value; }  // push steps keep their start in `value`

 private:
  void append(uint32_t instruction);
  void expand_replay(uint32_t instruction);
  std::vector<step> steps_;
  std::vector<uint32_t> words_;
  bool direct_;
  mop_expander mops_;
  replay_expander replays_;
};

// A step_source that is refilled with a piece of program whenever the last piece has been played.
class lazy_source : public step_source {
 public:
  explicit lazy_source(bool direct) : builder_(direct) {}
  bool next(step& out) final;

 protected:
  virtual bool refill(step_builder& b) = 0;  // false: nothing is left (and nothing was added)

 private:
  step_builder builder_;
  size_t position_ = 0;
};

}  // namespace tensix
