// SPDX-License-Identifier: Apache-2.0
// The instructions of a core, one after the other: fetch, decode, execute, memory, write-back.
#include "models/riscv_core/riscv_core.h"

namespace tensix {

template <bool watched>
void riscv_core::run() {
  core_fetch::code_line kept;
  // Fetch: four instructions of a line, decoded when it came. The core waits here for a line that is not there yet.
  while (const core_fetch::code_line* line = fetch.next_line()) {
    if (leave_) return;
    // While an instruction waits its line may be displaced (by one that was in flight when the core jumped here).
    const uint32_t number_of_line = execute.pc / core_line_bytes;
    for (unsigned slot = (execute.pc / 4) & 3; slot < 4 && line->number == number_of_line; ++slot) {
      // Decode: into EX1 in cycle e, when operands are known and the retire queue has room.
      const riscv_instruction d = line->d[slot];
      const uint32_t word = line->word[slot], pc = execute.pc;
      cycle_t e = execute.entry(d, time.t);
      if (e != time.t) e = execute.enter(d);
      if constexpr (watched) {
        // Unwatched, the core would not have noticed what is displaced meanwhile.
        kept = *line;
        time.sync(e);
        if (!watch_->executes(number, pc)) time.process.sleep_for_ever();
        if (execute.pc != pc) break;
        if (line->number != number_of_line) line = &kept;
      }
      // Execute and memory: what it does, and (write-back) `record`s when its result is there; `time.t` becomes the first cycle
      // in which the next instruction can enter EX1.
      uint32_t next = pc + 4;
      switch (d.kind) {
        case riscv_kind::simple:
          compute(d, e, 1, 1);
          execute.pc = next;
          ++execute.instructions;
          time.instruction_done(pc);
          if constexpr (watched) {
            if (!watch_->executed(number)) time.process.sleep_for_ever();
            if (execute.pc != next) slot = 4;  // it goes on elsewhere
          }
          continue;
        case riscv_kind::multiply: compute(d, e, parameters.ex2_cycles, parameters.multiply_busy_cycles); break;
        case riscv_kind::floating: compute(d, e, parameters.ex2_cycles, 1); break;
        case riscv_kind::divide: {
          const unsigned cycles = execute.divide_cycles(d);
          compute(d, e, cycles, cycles);
          break;
        }
        case riscv_kind::branch:
        case riscv_kind::jump:
          next = branch(d, e);
          if (next == pc) return stop("jump to itself");
          break;
        case riscv_kind::load: memory.load(d, e); break;
        case riscv_kind::atomic: memory.atomic(d, e); break;
        case riscv_kind::fence: memory.fence(e); break;
        case riscv_kind::store: stores.store(d, e); break;
        case riscv_kind::push: {
          const unsigned words = stores.push(d, e);
          execute.instructions += words - 1;
          next = pc + 4 * words;
          break;
        }
        case riscv_kind::csr: access_csr(d, word, e); break;
        case riscv_kind::mark:
          polls.side_effect();  // each time counts: the core does not sleep in a loop that has one
          if (observer* const tap = time.activity.tap()) tap->marked(time.activity.name(), pc, e);
          compute(d, e, 1, 1);
          break;
        case riscv_kind::stop:
          time.t = e + 1;
          ++execute.instructions;
          return stop(tensix::name(d.op));
        case riscv_kind::refused:
          time.t = e + 1;
          undefined(riscv_refusal(word), e, word);
          break;
      }
      execute.pc = next;
      ++execute.instructions;
      time.instruction_done(pc);
      if constexpr (watched) {
        if (!watch_->executed(number)) time.process.sleep_for_ever();
        next = execute.pc;
      }
      // A loop that comes back to where it was may be a poll, in which the core sleeps.
      if (next < pc) polls.came_back(pc);
      else polls.went_on(pc, time.t);
      if (leave_) return;
      if (next != pc + 4) break;
    }
  }
}

template void riscv_core::run<false>();
template void riscv_core::run<true>();

// The result is there `result_cycles` behind EX1, which the instruction keeps for `busy_cycles`.
inline void riscv_core::compute(const riscv_instruction& d, cycle_t e, unsigned result_cycles, unsigned busy_cycles) {
  execute_riscv(execute.s, d, execute.pc);
  execute.record(d.rd, e + result_cycles, stall_reason::execute);
  time.t = e + busy_cycles;
}

// Returns where it goes.
inline uint32_t riscv_core::branch(const riscv_instruction& d, cycle_t e) {
  const uint32_t pc = execute.pc, next = execute_riscv(execute.s, d, pc);
  execute.record(d.rd, e + 1, stall_reason::execute);
  time.t = e + 1;
  const bool in_first_round = !polls.waits() && d.kind == riscv_kind::branch && next == pc + 4 && pc + d.immediate < pc;
  if (in_first_round && causes.recorded()) polls.went_past(pc + d.immediate, pc, time.t);
  polls.goes_to(next, time.t);
  if (!fetch.predicted(pc, next, d.kind == riscv_kind::branch)) {
    const cycle_t lost = parameters.mispredict_cycles;
    time.stall(stall_reason::branch, time.t, time.t + lost);
    time.t += lost;
  }
  return next;
}

void riscv_core::access_csr(const riscv_instruction& d, uint32_t word, cycle_t e) {
  std::string why;
  polls.side_effect();
  time.t = e;
  if (riscv_csrs::shows_status(d.immediate)) {
    time.sync(e);
    const auto [queues, busy] = around.owner->status(number);
    execute.s.csr.live_status(queues, busy);
  }
  if (!access_riscv_csr(execute.s, d, number, {e, execute.instructions}, why)) undefined(why, e, word);
  execute.record(d.rd, e + 1, stall_reason::execute);
  time.t = e + 1;
  if (!execute.cfg0(riscv_csrs::disable_csr_sync)) execute.serialise();
  csr_changed();
}

void riscv_core::csr_changed() {
  execute.order_changed();
  if (execute.cfg0(riscv_csrs::disable_predictor)) fetch.forget_branches();
  if (execute.cfg0(riscv_csrs::disable_data_cache)) memory.flush_cache();
}

}  // namespace tensix
