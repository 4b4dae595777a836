// The instructions one after the other: when each enters EX1, and what it leaves behind.
#include <algorithm>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

// First cycle in which `d` can enter EX1: operands known, room in the retire queue. >= unknown: not known yet.
inline cycle_t riscv_core::entry(const riscv_instruction& d) const {
  cycle_t e = t_;
  e = std::max(e, ready_[d.rs1]);
  e = std::max(e, ready_[d.rs2]);
  e = std::max(e, ready_[d.rs3]);
  e = std::max(e, retire_[(seq_ - parameters_.retire_queue_entries) & ring_mask]);
  return last_retire_ + in_order_ > e ? after_retired(e, d) : e;
}

// A result that two unretired instructions write is forwarded from neither, but for one that is just leaving EX1.
cycle_t riscv_core::after_retired(cycle_t e, const riscv_instruction& d) const {
  if (s_.csr.cfg0 & riscv_csrs::sync_all) return std::max(e, last_retire_ + 1);
  if (!parameters_.forwards_out_of_queue && !in_order_) return after_queue(e, d);
  for (const unsigned r : {d.rs1, d.rs2, d.rs3}) {
    if (r == 0) continue;
    const uint64_t writer = writer_[r], older = older_writer_[r];
    if (in_order_) {
      if (writer + ring > seq_) e = std::max(e, retire_[writer & ring_mask] + 1);
      continue;
    }
    if (!parameters_.single_writer_forwarding || older + ring <= seq_) continue;
    if (writer + 1 == seq_ && done_[writer & ring_mask] == e && t_ == e) continue;
    if (retire_[older & ring_mask] >= e) e = retire_[older & ring_mask] + 1;
  }
  return e;
}

// No way out of the middle of the retire queue: what is not just leaving EX1 can be used in the cycle in which it retires.
cycle_t riscv_core::after_queue(cycle_t e, const riscv_instruction& d) const {
  for (const bool leaves_now : {true, false}) {
    const cycle_t wanted = e;
    for (const unsigned r : {d.rs1, d.rs2, d.rs3}) {
      const uint64_t writer = writer_[r];
      if (r == 0 || writer + ring <= seq_) continue;
      const bool leaving = leaves_now && writer + 1 == seq_ && done_[writer & ring_mask] == wanted;
      if (!leaving) e = std::max(e, retire_[writer & ring_mask]);
    }
    if (e == wanted) break;  // otherwise what was leaving is in the queue by then
  }
  return e;
}

stall_reason riscv_core::reason_of_wait(const riscv_instruction& d) const {
  for (const unsigned r : {d.rs1, d.rs2, d.rs3})
    if (ready_[r] > t_ && writer_[r] + ring > seq_) return why_[writer_[r] & ring_mask];
  for (uint64_t s = seq_ - parameters_.retire_queue_entries; s < seq_; ++s)
    if (done_[s & ring_mask] > t_) return why_[s & ring_mask];
  return stall_reason::execute;
}

// The same, waiting for what is not known yet, and accounting for the wait.
cycle_t riscv_core::enter(const riscv_instruction& d) {
  const stall_reason why = reason_of_wait(d);
  cycle_t e;
  for (take_answers(); (e = entry(d)) >= unknown; take_answers()) wait_for(why, t_, answered_);
  if (causes()) await_answers(d);
  stall(why, t_, e);
  awaited_count_ = 0;
  return e;
}

unsigned riscv_core::divide_cycles(const riscv_instruction& d) const {
  const uint32_t a = s_.reg[d.rs1], b = s_.reg[d.rs2];
  const bool is_signed = d.op == riscv_op::div || d.op == riscv_op::rem;
  if (b <= 1 || (is_signed && a == 0x80000000 && b == ~0u)) return parameters_.divide_short_cycles;
  const uint32_t magnitude = is_signed && (a >> 31) ? 0u - a : a;
  const auto leading_zeros = magnitude ? static_cast<uint32_t>(__builtin_clz(magnitude)) : 32;
  const uint32_t most = parameters_.divide_most_cycles;
  return std::max(parameters_.divide_least_cycles, most > leading_zeros ? most - leading_zeros : 0);
}

inline void riscv_core::branch(cycle_t e, uint32_t next) {
  t_ = e + 1;
  const bool predicted = (s_.csr.cfg0 & riscv_csrs::disable_predictor) ? next == pc_ + 4 : predictor_.right(pc_, next);
  if (!predicted) {
    stall(stall_reason::branch, t_, t_ + parameters_.mispredict_cycles);
    t_ += parameters_.mispredict_cycles;
  }
}

// The next instruction waits until the one before has retired.
void riscv_core::serialise() {
  settle_loads();
  if (causes()) await_answers({riscv_op::fence, riscv_kind::fence});
  stall(stall_reason::memory_order, t_, last_retire_ + 1);
  awaited_count_ = 0;
  t_ = std::max(t_, last_retire_ + 1);
}

void riscv_core::csr_changed() {
  const uint32_t cfg0 = s_.csr.cfg0;
  in_order_ = (cfg0 & (riscv_csrs::sync_all | riscv_csrs::disable_forwarding)) ? 1 : 0;
  if (cfg0 & riscv_csrs::disable_predictor) predictor_.forget();
  if (cfg0 & riscv_csrs::disable_data_cache) flush_data_cache();
}

void riscv_core::run() {
  while (const code_line* const line = next_line()) {
    if (leave()) return;
    // While an instruction waits its line may be displaced (by one that was on its way when the core jumped here).
    const uint32_t number = pc_ / line_bytes;
    for (unsigned slot = (pc_ / 4) & 3; slot < 4 && line->line == number; ++slot) {
      const riscv_instruction d = line->d[slot];
      const uint32_t word = line->word[slot];
      cycle_t e = entry(d);
      if (e != t_) e = enter(d);
      const uint32_t pc = pc_;
      bool jumped = false, back = false;
      switch (d.kind) {
        case riscv_kind::simple:
          execute_riscv(s_, d, pc);
          record(d.rd, e + 1, stall_reason::execute);
          t_ = e + 1;
          pc_ = pc + 4;
          ++instructions_;
          claim_work(pc);
          continue;
        case riscv_kind::multiply:
        case riscv_kind::floating:
          execute_riscv(s_, d, pc);
          record(d.rd, e + parameters_.ex2_cycles, stall_reason::execute);
          t_ = e + (d.kind == riscv_kind::multiply ? parameters_.multiply_busy_cycles : 1);
          pc_ = pc + 4;
          break;
        case riscv_kind::divide: {
          const cycle_t end = e + divide_cycles(d);
          execute_riscv(s_, d, pc);
          record(d.rd, end, stall_reason::execute);
          t_ = end;
          pc_ = pc + 4;
          break;
        }
        case riscv_kind::branch:
        case riscv_kind::jump: {
          const uint32_t next = execute_riscv(s_, d, pc);
          record(d.rd, e + 1, stall_reason::execute);
          branch(e, next);
          if (next == pc) return stop("jump to itself");
          jumped = next != pc + 4;
          pc_ = next;
          back = next < pc;
          break;
        }
        case riscv_kind::load:
          load(d, e);
          pc_ = pc + 4;
          break;
        case riscv_kind::store:
          store(d, e);
          pc_ = pc + 4;
          break;
        case riscv_kind::push: {
          const unsigned words = push(d, e);
          instructions_ += words - 1;
          jumped = words > 1;
          pc_ = pc + 4 * words;
          break;
        }
        case riscv_kind::atomic:
          atomic(d, e);
          pc_ = pc + 4;
          break;
        case riscv_kind::fence:
          fence(e);
          pc_ = pc + 4;
          break;
        case riscv_kind::csr: {
          std::string why;
          quiet_ = false;
          t_ = e;
          if (riscv_csrs::shows_status(d.immediate)) {
            sync(e);
            const auto [queues, busy] = around_.status(core_);
            s_.csr.live_status(queues, busy);
          }
          if (!access_riscv_csr(s_, d, core_, {e, instructions_}, why)) undefined(why, e, word);
          record(d.rd, e + 1, stall_reason::execute);
          t_ = e + 1;
          if (!(s_.csr.cfg0 & riscv_csrs::disable_csr_sync)) serialise();
          csr_changed();
          pc_ = pc + 4;
          break;
        }
        case riscv_kind::stop:
          t_ = e + 1;
          ++instructions_;
          return stop(tensix::name(d.op));
        case riscv_kind::refused:
          t_ = e + 1;
          undefined(riscv_refusal(word), e, word);
          pc_ = pc + 4;
          break;
      }
      ++instructions_;
      claim_work(pc);
      if (back) came_back(pc);
      else if (pc == closing_pc_) poll_until_ = std::min(poll_until_, t_);  // out of the loop
      if (leave()) return;
      if (jumped) break;
    }
  }
}

}  // namespace tensix
