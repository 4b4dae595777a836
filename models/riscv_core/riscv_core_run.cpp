// The instructions of a core, one after the other: fetch, decode, execute, memory, write-back.
#include "models/riscv_core/riscv_core.h"

namespace tensix {

void riscv_core::run() {
  core_execute& x = parts_.execute;
  core_time& time = parts_.time;
  // Fetch: four instructions of a line, decoded when it came. The core waits here for a line that is not there yet.
  while (const core_fetch::code_line* const line = parts_.fetch.next_line()) {
    if (leave()) return;
    // While an instruction waits its line may be displaced (by one that was on its way when the core jumped here).
    const uint32_t number = x.pc / core_line_bytes;
    for (unsigned slot = (x.pc / 4) & 3; slot < 4 && line->number == number; ++slot) {
      // Decode: into EX1 in cycle e, when operands are known and the retire queue has room.
      const riscv_instruction d = line->d[slot];
      const uint32_t word = line->word[slot], pc = x.pc;
      cycle_t e = x.entry(d, time.t);
      if (e != time.t) e = x.enter(d);
      // Execute and memory: what it does, and (write-back) `record`s when its result is there; `time.t` becomes the first cycle
      // in which the next instruction can enter EX1.
      uint32_t next = pc + 4;
      bool same_line = true;
      switch (d.kind) {
        case riscv_kind::simple:
          execute(d, e, 1, 1);
          x.pc = next;
          ++x.instructions;
          time.instruction_done(pc);
          continue;
        case riscv_kind::multiply: execute(d, e, parts_.parameters.ex2_cycles, parts_.parameters.multiply_busy_cycles); break;
        case riscv_kind::floating: execute(d, e, parts_.parameters.ex2_cycles, 1); break;
        case riscv_kind::divide: {
          const unsigned cycles = x.divide_cycles(d);
          execute(d, e, cycles, cycles);
          break;
        }
        case riscv_kind::branch:
        case riscv_kind::jump:
          next = branch(d, e);
          if (next == pc) return stop("jump to itself");
          same_line = next == pc + 4;
          break;
        case riscv_kind::load: parts_.memory.load(d, e); break;
        case riscv_kind::atomic: parts_.memory.atomic(d, e); break;
        case riscv_kind::fence: parts_.memory.fence(e); break;
        case riscv_kind::store: parts_.stores.store(d, e); break;
        case riscv_kind::push: {
          const unsigned words = parts_.stores.push(d, e);
          x.instructions += words - 1;
          next = pc + 4 * words;
          same_line = words == 1;
          break;
        }
        case riscv_kind::csr: access_csr(d, word, e); break;
        case riscv_kind::stop:
          time.t = e + 1;
          ++x.instructions;
          return stop(tensix::name(d.op));
        case riscv_kind::refused:
          time.t = e + 1;
          undefined(riscv_refusal(word), e, word);
          break;
      }
      x.pc = next;
      ++x.instructions;
      time.instruction_done(pc);
      // A loop that comes back to where it was may be a poll, in which the core sleeps.
      if (next < pc) parts_.polls.came_back(pc);
      else parts_.polls.went_on(pc, time.t);
      if (leave()) return;
      if (!same_line) break;
    }
  }
}

// The result is there `result_cycles` behind EX1, which the instruction keeps for `busy_cycles`.
inline void riscv_core::execute(const riscv_instruction& d, cycle_t e, unsigned result_cycles, unsigned busy_cycles) {
  core_execute& x = parts_.execute;
  execute_riscv(x.s, d, x.pc);
  x.record(d.rd, e + result_cycles, stall_reason::execute);
  parts_.time.t = e + busy_cycles;
}

// Returns where it goes.
inline uint32_t riscv_core::branch(const riscv_instruction& d, cycle_t e) {
  core_execute& x = parts_.execute;
  core_time& time = parts_.time;
  const uint32_t next = execute_riscv(x.s, d, x.pc);
  x.record(d.rd, e + 1, stall_reason::execute);
  time.t = e + 1;
  if (!parts_.fetch.predicted(x.pc, next)) {
    const cycle_t lost = parts_.parameters.mispredict_cycles;
    time.stall(stall_reason::branch, time.t, time.t + lost);
    time.t += lost;
  }
  return next;
}

void riscv_core::access_csr(const riscv_instruction& d, uint32_t word, cycle_t e) {
  core_execute& x = parts_.execute;
  std::string why;
  parts_.polls.side_effect();
  parts_.time.t = e;
  if (riscv_csrs::shows_status(d.immediate)) {
    parts_.time.sync(e);
    const auto [queues, busy] = parts_.around.owner->status(parts_.number);
    x.s.csr.live_status(queues, busy);
  }
  if (!access_riscv_csr(x.s, d, parts_.number, {e, x.instructions}, why)) undefined(why, e, word);
  x.record(d.rd, e + 1, stall_reason::execute);
  parts_.time.t = e + 1;
  if (!x.cfg0(riscv_csrs::disable_csr_sync)) x.serialise();
  csr_changed();
}

void riscv_core::csr_changed() {
  core_execute& x = parts_.execute;
  x.order_changed();
  if (x.cfg0(riscv_csrs::disable_predictor)) parts_.fetch.forget_branches();
  if (x.cfg0(riscv_csrs::disable_data_cache)) parts_.memory.flush_cache();
}

}  // namespace tensix
