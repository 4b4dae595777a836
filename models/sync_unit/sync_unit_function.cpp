// SPDX-License-Identifier: Apache-2.0
#include "models/sync_unit/sync_unit_function.h"

#include <string>

#include "models/isa/isa.h"

namespace tensix {

namespace {
void post(semaphore& s) {
  if (s.value < sync_unit_function::most) ++s.value;
}
void get(semaphore& s) {
  if (s.value > 0) --s.value;
}
}  // namespace

void sync_unit_function::execute(uint32_t word, unsigned thread) {
  const uint32_t selected = insn::SEMPOST::sem_sel(word);  // the same bits in all three
  const opcode op = opcode_of(word);
  if (op != opcode::SEMINIT && op != opcode::SEMPOST && op != opcode::SEMGET) {
    const char* name = info_of(word).name;
    state_.diagnose.undefined("sync_unit", static_cast<int>(thread), word,
                              std::string("unsupported: ") + (name ? name : "this opcode") + " is not modelled");
    return;
  }
  for (unsigned i = 0; i < semaphore_count; ++i) {
    if (!(selected >> i & 1)) continue;
    semaphore& s = state_.sem[i];
    if (op == opcode::SEMPOST) post(s);
    else if (op == opcode::SEMGET) get(s);
    else {
      s.value = static_cast<uint8_t>(insn::SEMINIT::init_value(word));
      s.max = static_cast<uint8_t>(insn::SEMINIT::max_value(word));
    }
  }
}

bool sync_unit_function::mutex_exists(uint32_t index, uint32_t word, unsigned thread) {
  if (is_mutex(index)) return true;
  state_.diagnose.undefined(
      "sync_unit", static_cast<int>(thread), word,
      "mutex " + std::to_string(index) + " does not exist (0 and 2..4 do): the thread would wait for ever");
  return false;
}

bool sync_unit_function::acquire(uint32_t word, unsigned thread) {
  const uint32_t index = insn::ATGETM::mutex_index(word);
  if (!mutex_exists(index, word, thread)) return true;  // reported; going on beats hanging
  const uint8_t me = static_cast<uint8_t>(thread + 1);
  uint8_t& owner = state_.mutex_owner[index];
  if (owner == me) return true;
  if (owner != 0 || (promised_[index] != 0 && promised_[index] != me)) {
    waiting_[index] |= static_cast<uint8_t>(1u << thread);
    return false;
  }
  owner = me;
  promised_[index] = 0;
  waiting_[index] &= static_cast<uint8_t>(~(1u << thread));
  return true;
}

void sync_unit_function::release(uint32_t word, unsigned thread) {
  const uint32_t index = insn::ATRELM::mutex_index(word);
  if (!mutex_exists(index, word, thread) || state_.mutex_owner[index] != thread + 1) return;
  state_.mutex_owner[index] = 0;
  const unsigned others = 7u & ~(1u << thread);
  if ((waiting_[index] & others) == others) promised_[index] = static_cast<uint8_t>((thread + 1) % thread_count + 1);
}

void sync_unit_function::riscv_store(unsigned semaphore_index, uint32_t value) {
  if (semaphore_index >= semaphore_count) {
    state_.diagnose.undefined("sync_unit", -1, 0, "semaphore " + std::to_string(semaphore_index) + " does not exist (0..7 do)");
    return;
  }
  if (value & 1) get(state_.sem[semaphore_index]);
  else post(state_.sem[semaphore_index]);
}

void sync_unit_function::check_wait(uint32_t word, unsigned thread) {
  if (opcode_of(word) == opcode::SEMWAIT && insn::SEMWAIT::wait_sem_cond(word) == 0)
    state_.diagnose.undefined("sync_unit", static_cast<int>(thread), word,
                              "SEMWAIT without a condition: wait_sem_cond is 0 (1: while zero, 2: while at maximum)");
}

}  // namespace tensix
