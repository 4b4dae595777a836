// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/stream_builder_function.h"

namespace tensix {

void step_builder::push(uint32_t instruction) {
  if (!direct_) return append(instruction);
  if (!mops_.accept(instruction)) return expand_replay(instruction);
  for (uint32_t word; mops_.next(word);) expand_replay(word);
}

void step_builder::expand_replay(uint32_t instruction) {
  uint32_t word = 0;
  if (!replays_.accept(instruction, word)) return;
  append(word);
  while (replays_.replaying()) append(replays_.next());
}

void step_builder::append(uint32_t instruction) {
  if (steps_.empty() || steps_.back().kind != step::kind_t::push) {
    step s;
    s.kind = step::kind_t::push;
    s.value = static_cast<uint32_t>(words_.size());
    steps_.push_back(s);
  }
  words_.push_back(instruction);
  ++steps_.back().count;
}

void step_builder::store(uint32_t address, uint32_t value) {
  const uint32_t mop_word = (address - riscv_address::mop_config) / 4;
  if (direct_ && address >= riscv_address::mop_config && mop_word < mop_expander::config_words)
    return mops_.write_config(mop_word, value);
  step s;
  s.kind = step::kind_t::store;
  s.address = address;
  s.value = value;
  steps_.push_back(s);
}

void step_builder::poll(uint32_t address, comparison how, uint32_t value) {
  step s;
  s.kind = step::kind_t::poll;
  s.address = address;
  s.how = how;
  s.value = value;
  steps_.push_back(s);
}

void step_builder::sync() {
  step s;
  s.kind = step::kind_t::sync;
  steps_.push_back(s);
}

void step_builder::gpr(unsigned index, uint32_t value) {
  push(word::setdmareg(index, 0, value & 0xffff));
  push(word::setdmareg(index, 1, value >> 16));
}

void step_builder::mop(const mop_program& p) {
  const uint32_t plain_last = p.op1 == word::nop ? p.op : p.op1;
  const uint32_t words[] = {p.outer,
                            p.inner,
                            p.start,
                            p.end0,
                            p.end1,
                            p.op,
                            p.op1,
                            p.last_outer ? p.last_outer : plain_last,
                            p.last ? p.last : plain_last};
  for (unsigned i = 0; i < 9; ++i) store(riscv_address::mop_config + 4 * i, words[i]);
}

void step_builder::poll_semaphore(unsigned semaphore, comparison how, uint32_t value) {
  poll(riscv_address::semaphores + 4 * semaphore, how, value);
}

bool lazy_source::next(step& out) {
  while (position_ == builder_.steps().size()) {
    builder_.clear();
    position_ = 0;
    if (!refill(builder_)) return false;
  }
  out = builder_.steps()[position_++];
  if (out.kind == step::kind_t::push) {
    out.words = builder_.words(out);
    out.value = 0;
  }
  return true;
}

}  // namespace tensix
