// SPDX-License-Identifier: Apache-2.0
#include "models/sync_unit/sync_unit.h"

#include <algorithm>

#include "models/observe/observer.h"

namespace tensix {

sync_unit::sync_unit(sc_core::sc_module_name name, const sync_unit_parameters& parameters, tensix_state& state,
                     sync_unit_function& function)
    : sync_unit_if(name), parameters_(parameters), state_(state), function_(function) {}

issue_response sync_unit::offer(const issue_request& r) {
  const opcode op = opcode_of(r.word);
  if (op == opcode::ATGETM || op == opcode::ATRELM) {
    const unsigned m = r.word & 0xffff;
    if (sync_unit_function::is_mutex(m) && mutex_free_[m] > r.cycle)
      return issue_response::refuse(stall_reason::mutex, mutex_free_[m]);
    if (const issue_response a = turn(r); !a.accepted) return a;
  } else if (slot_free_ > r.cycle) {
    return issue_response::refuse(stall_reason::other_thread, slot_free_);
  }
  start(r);
  return issue_response::accept(r.cycle + 1);
}

void sync_unit::start(const issue_request& r) {
  const opcode op = opcode_of(r.word);
  if (op == opcode::ATGETM || op == opcode::ATRELM) {
    const unsigned m = r.word & 0xffff;
    if (function_.mutex_exists(m, r.word, r.thread)) start_mutex(r, m);
    return;
  }
  slot_free_ = r.cycle + 1;
  cause changed;
  if (cause_recorder* causes = state_.causes) {
    causes->after_turn(slot_free_by_);
    slot_free_by_ = {causes->last(), path_kind::sync, 1};
    changed = {causes->last(), path_kind::sync, parameters_.latency_cycles};
  }
  worked(r, r.cycle, r.cycle + 1);
  if (op == opcode::SEMINIT || op == opcode::SEMPOST || op == opcode::SEMGET) {
    busy_until_[r.thread] = r.cycle + parameters_.latency_cycles;
    busy_by_[r.thread] = changed;
    queue_.push_back({busy_until_[r.thread], r.word, static_cast<uint8_t>(r.thread), 0, 0, changed});
    run_.arm(busy_until_[r.thread]);
  } else {
    function_.check_wait(r.word, r.thread);
  }
}

issue_response sync_unit::turn(const issue_request& r) {
  const unsigned m = r.word & 0xffff;
  if (opcode_of(r.word) != opcode::ATGETM || !sync_unit_function::is_mutex(m)) return issue_response::accept(0);
  const uint8_t owner = state_.mutex_owner[m];
  if (owner == 0 || owner == r.thread + 1) return issue_response::accept(0);
  mutex_waiting_[m] |= static_cast<uint8_t>(1u << r.thread);
  return issue_response::refuse(stall_reason::mutex, never);
}

// A mutex serves one instruction a cycle. A released mutex that several threads want goes to the next one in cyclic order
// after the one that released it (ISA documentation, ATRELM).
void sync_unit::start_mutex(const issue_request& r, unsigned m) {
  bool waited = false;  // for who had it
  if (opcode_of(r.word) == opcode::ATGETM) {
    waited = (mutex_waiting_[m] >> r.thread & 1) != 0;
    mutex_waiting_[m] &= static_cast<uint8_t>(~(1u << r.thread));
    function_.acquire(r.word, r.thread);
  } else {
    function_.release(r.word, r.thread);
    for (unsigned k = 1; k <= thread_count; ++k) {
      const unsigned t = (r.thread + k) % thread_count;
      if (state_.mutex_owner[m] == 0 && ((mutex_waiting_[m] >> t) & 1)) state_.mutex_owner[m] = static_cast<uint8_t>(t + 1);
    }
    notify(r.cycle + 1);
  }
  if (cause_recorder* causes = state_.causes) {
    if (opcode_of(r.word) == opcode::ATGETM && waited) causes->after(released_by_[m]);
    const cause over{causes->last(), path_kind::mutex, 1};
    if (busy_until_[r.thread] <= r.cycle + 1) busy_by_[r.thread] = over;
    if (opcode_of(r.word) == opcode::ATRELM) released_by_[m] = over;
  }
  if (state_.tap) state_.tap->mutex_given(m, state_.mutex_owner[m], r.cycle);
  mutex_free_[m] = r.cycle + 1;
  busy_until_[r.thread] = std::max(busy_until_[r.thread], r.cycle + 1);  // a semaphore may not have changed yet
  worked(r, r.cycle, r.cycle + 1);
}

cycle_t sync_unit::slot_for_store(cycle_t cycle) {
  const cycle_t accepted = std::max(cycle, slot_free_);
  slot_free_ = accepted + 1;
  return accepted;
}

cycle_t sync_unit::riscv_store(unsigned core, unsigned semaphore_index, uint32_t value, cycle_t cycle, const cause& why) {
  const cycle_t accepted = slot_for_store(cycle);
  cause changed;
  if (cause_recorder* causes = state_.causes) {
    changed = {causes->begin(accepted, path_kind::sync), path_kind::sync, parameters_.latency_cycles};
    causes->after(why);
    causes->after_turn(slot_free_by_);
    slot_free_by_ = {changed.after, path_kind::sync, 1};
  }
  queue_.push_back({accepted + parameters_.latency_cycles, 0, static_cast<uint8_t>(core), static_cast<uint8_t>(semaphore_index),
                    static_cast<uint8_t>(value & 1), changed});
  account_.busy(accepted, accepted + 1);
  run_.arm(accepted + parameters_.latency_cycles);
  const cycle_t from = accepted + parameters_.latency_cycles;
  if (state_.tap) state_.tap->semaphore_stored(semaphore_index, value, cycle, from);
  return from;
}

// One step: what was accepted a latency ago takes effect, in the order of acceptance, and the gates look again.
void sync_unit::process() {
  const cycle_t c = run_.begin();
  size_t done = 0;
  for (; done < queue_.size() && queue_[done].due <= c; ++done) {
    const pending& p = queue_[done];
    if (state_.causes) tell_semaphores(p);
    note_lost(p);
    if (p.word) function_.execute(p.word, p.thread);
    else function_.riscv_store(p.semaphore_index, p.value);
  }
  queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(done));
  if (state_.tap)
    for (unsigned i = 0; i < semaphore_count; ++i) state_.tap->semaphore_is(i, state_.sem[i].value, c);
  notify(c);
  if (!queue_.empty()) run_.arm(queue_.front().due);
}

// Before it takes effect: which semaphores it changes.
void sync_unit::tell_semaphores(const pending& p) {
  cause_recorder& causes = *state_.causes;
  const opcode op = p.word ? opcode_of(p.word) : p.value & 1 ? opcode::SEMGET : opcode::SEMPOST;
  const uint32_t selected = p.word ? insn::SEMPOST::sem_sel(p.word) : 1u << p.semaphore_index;
  for (unsigned i = 0; i < semaphore_count; ++i) {
    if (!(selected >> i & 1)) continue;
    if (op == opcode::SEMPOST) causes.semaphore_posted(i, p.by);
    else if (op == opcode::SEMGET) causes.semaphore_got(i, p.by);
    else causes.semaphore_set(i, insn::SEMINIT::init_value(p.word), p.by);
  }
}

// Before it takes effect: which semaphores it selects and leaves as they are.
void sync_unit::note_lost(const pending& p) {
  const opcode op = p.word ? opcode_of(p.word) : p.value & 1 ? opcode::SEMGET : opcode::SEMPOST;
  if (op == opcode::SEMINIT) return;
  const bool get = op == opcode::SEMGET;
  const uint32_t selected = p.word ? insn::SEMPOST::sem_sel(p.word) : 1u << p.semaphore_index;
  for (unsigned i = 0; i < semaphore_count; ++i) {
    if (!(selected >> i & 1) || state_.sem[i].value != (get ? 0 : sync_unit_function::most)) continue;
    lost_changes& lost = get ? lost_gets_[i] : lost_posts_[i];
    lost = {lost.count + 1, p.due, p.thread, p.word == 0};
    if (state_.tap) state_.tap->semaphore_kept(i, !get, p.thread, p.word, p.due);
  }
}

std::string sync_unit::semaphore_losses() const {
  std::string text;
  for (unsigned i = 0; i < semaphore_count; ++i)
    for (const bool get : {true, false}) {
      const lost_changes& lost = get ? lost_gets_[i] : lost_posts_[i];
      if (!lost.count) continue;
      text += "semaphore " + std::to_string(i) + ": the " + (get ? "get" : "post") + " of " + (lost.store ? "RISC-V T" : "T") +
              std::to_string(lost.thread) + " in cycle " + std::to_string(lost.last) + " was lost (it was " +
              (get ? "0" : std::to_string(sync_unit_function::most)) + ")" +
              (lost.count > 1 ? ", and " + std::to_string(lost.count - 1) + " before" : "") + "\n";
    }
  return text;
}

cycle_t sync_unit::drained_from(unsigned thread, cycle_t now) const { return std::max(now, busy_until_[thread]); }

std::string sync_unit::waits_for() const {
  std::string text;
  for (unsigned m = 0; m < mutex_count; ++m)
    for (unsigned t = 0; t < thread_count; ++t)
      if ((mutex_waiting_[m] >> t) & 1)
        text += (text.empty() ? "" : "; ") + ("T" + std::to_string(t)) + " wants mutex " + std::to_string(m) + ", which T" +
                std::to_string(state_.mutex_owner[m] - 1) + " holds";
  return text;
}

}  // namespace tensix
