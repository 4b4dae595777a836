// SPDX-License-Identifier: Apache-2.0
// What T1 does: the matrix unit's instructions, a block of tiles into one half of Dst (or all of it) after the other. How a
// tile comes about is the kernel's. No SystemC.
//
// A block: wait until fewer than the maximum of finished blocks wait for the packer (semaphore 1), compute every tile at its
// rows of Dst (SETC16 of the Dst offset, 64 rows a tile), wait for the matrix unit, post semaphore 1, change the half. Dst has
// been cleared by T2 before (or here, at the start): ELWMUL and MVMUL accumulate.
#pragma once
#include "workload/kernels/kernel_function.h"
#include "workload/kernels/stream_builder_function.h"

namespace tensix {

class math_program : public lazy_source {
 protected:
  explicit math_program(const kernel& k) : lazy_source(k.options().issue == issue_mode::direct), k_(k), p_(k.plan()) {}

  // Programs address modifiers, replay buffer and MOP; without the math stage one instruction a bank, which waits for it and
  // gives it back.
  virtual void program_mop(step_builder& s) = 0;
  // Queues a piece of a block, from begin_block() to end_block() in the end.
  virtual void step(step_builder& s) = 0;

  // FP32 lies in Dst, of all tiles of a block: what is to be done with it there.
  virtual void work_on_dst(step_builder&) {}
  // What is drained when a block is complete.
  virtual uint32_t units_at_work() const { return until::math_done; }

  void begin_block(step_builder& s);
  // T0 does, so many tiles of the block. `stays`: an address modifier that moves nothing.
  void fill_dst(step_builder& s, uint32_t tiles, uint32_t stays);
  void end_block(step_builder& s);
  void select_tile(step_builder& s, uint32_t tile) { select_rows(s, 64 * tile); }  // of the block
  void select_rows(step_builder& s, uint32_t row);                                 // from this one on

  const kernel& k_;
  const kernel_plan& p_;
  uint64_t block_ = 0, uses_ = 0;  // blocks of the output; uses of a half of Dst

 private:
  bool refill(step_builder& s) final;
  void configure(step_builder& s);
  void grant_block(step_builder& s);

  bool configured_ = false;
};

}  // namespace tensix
