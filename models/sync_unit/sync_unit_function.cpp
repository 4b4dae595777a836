#include "models/sync_unit/sync_unit_function.h"

#include <string>

#include "models/isa/isa.h"

namespace tensix {

namespace {
constexpr uint8_t semaphore_top = 15;  // 4 bits
void post(semaphore& s) {
  if (s.value < semaphore_top) ++s.value;
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
  if (index < mutex_count && index != 1) return true;
  state_.diagnose.undefined(
      "sync_unit", static_cast<int>(thread), word,
      "mutex " + std::to_string(index) + " does not exist (0 and 2..7 do): the thread would wait for ever");
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

bool sync_unit_function::keep_waiting(const tensix_state& state, uint32_t semwait_word) {
  const uint32_t selected = insn::SEMWAIT::sem_sel(semwait_word), condition = insn::SEMWAIT::wait_sem_cond(semwait_word);
  for (unsigned i = 0; i < semaphore_count; ++i) {
    if (!(selected >> i & 1)) continue;
    const semaphore& s = state.sem[i];
    if ((condition & 1) && s.value == 0) return true;
    if ((condition & 2) && s.value >= s.max) return true;
  }
  return false;
}

}  // namespace tensix
