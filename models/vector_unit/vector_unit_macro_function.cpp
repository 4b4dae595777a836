// SPDX-License-Identifier: Apache-2.0
// SFPLOADMACRO: what it schedules, and the cycles in which that executes. Everything of one cycle reads what was there before
// the cycle.
#include <algorithm>
#include <cstring>

#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

using namespace sfpu;

namespace {
constexpr const char* unit_names[] = {"simple", "multiply-add", "round", "store", "load"};
constexpr unsigned delays = 8;
bool idle(const operation* o) { return o == nullptr || o->code == opcode::SFPNOP; }
}  // namespace

// ---- Scheduling ------------------------------------------------------------------------------------------------------------

void vector_unit_function::load_macro_instruction(uint32_t word, unsigned thread) {
  const unsigned target = (upper_vd(word) & 3) | (word & 1) << 2, macro = upper_vd(word) >> 2;
  if (issue_cycles_ != 1)
    state_.diagnose.undefined_in(now_, "vector_unit", static_cast<int>(thread), word,
                                 "unsupported: SFPLOADMACRO schedules by cycles for a unit that takes an instruction in each; "
                                 "vector_unit.issue_cycles is " +
                                     std::to_string(issue_cycles_) + ": use 1, or a program without SFPLOADMACRO");
  const unsigned address = load(word, target, thread);
  for (unsigned c = 1; c < 8; ++c) {
    const load_macro_config &a = load_macro[0], &b = load_macro[c];
    if (a.sequence[macro] == b.sequence[macro] && a.misc == b.misc &&
        std::memcmp(a.instruction_template, b.instruction_template, sizeof a.instruction_template) == 0)
      continue;
    state_.diagnose.undefined_in(
        now_, "vector_unit", static_cast<int>(thread), word,
        "unsupported: SFPLOADMACRO with a LoadMacroConfig that differs between columns; write it with all of "
        "the first eight lanes enabled and equal");
    return;
  }
  for (unsigned unit = 0; unit < 4; ++unit) schedule(word, thread, unit, target, address);
}

// One byte of the sequence: bits 0..2 what, 3..5 the delay, 6 and 7 which registers.
void vector_unit_function::schedule(uint32_t word, unsigned thread, unsigned unit, unsigned target, unsigned address) {
  constexpr uint32_t to_lreg_16 = 0x40, to_vb = 0x80, keep_vd = 0x80;
  const load_macro_config& config = load_macro[0];
  const unsigned macro = upper_vd(word) >> 2;
  const uint32_t bits = config.sequence[macro] >> (8 * unit) & 0xff, what = bits & 7, delay = bits >> 3 & 7;
  scheduled_operation& slot = schedule_[unit][(head_ + delay) % delays];
  if (what == 0) return;
  operation o;
  o.thread = static_cast<uint8_t>(thread);
  if (what >= 4) {
    o = decode(config.instruction_template[what - 4]);
    o.thread = static_cast<uint8_t>(thread);
  } else {
    o.word = word;
    o.code = what == 3 ? opcode::SFPSTORE : opcode::SFPNOP;
    if (what == 1) {
      o.code = opcode::SFPLOADMACRO;
      undefined(o, "sequence " + std::to_string(macro) + " gives the " + unit_names[unit] +
                       " sub-unit the instruction 1, which does not exist (0 none, 2 SFPNOP, 3 SFPSTORE, 4 to 7 a template)");
      return;
    }
  }
  const bool executes = sub_unit_of(o.code) == unit && unit_of(word_of(o.code)) == unit_id::vector_unit;
  if (unit == store_unit && !executes) {
    undefined(o, "the sequence of an SFPLOADMACRO gives it to the store sub-unit, which only executes SFPSTORE");
    return;
  }
  if (!executes) o.code = opcode::SFPNOP;
  const auto destination = static_cast<uint8_t>(target);
  if (unit == store_unit) {
    o.vd = bits & to_lreg_16 ? 16 : bits & keep_vd ? o.vd : destination;
    o.mode = static_cast<uint8_t>(config.misc >> (4 + macro) & 1 ? mod0(word) : config.misc & 15);
    o.imm = address;
  } else if (o.code != opcode::SFPNOP) {
    const uint8_t of_template = o.vd;
    if (bits & to_vb) {
      o.vb = destination;
      if (!has_vc(o.code)) o.vc = of_template;
    } else {
      o.vc = destination;
      if (!has_vb(o.code)) o.vb = of_template;
    }
    o.vd = bits & to_lreg_16 ? 16 : destination;
    if (row_of(o.code).fields == word_fields::vb_if_vc && !(o.mode & 1)) o.vb = o.vd;
  }
  if (!slot.present) ++scheduled_;
  slot = {o, true, (config.misc >> (8 + unit) & 1) != 0};
}

// ---- Time ------------------------------------------------------------------------------------------------------------------

void vector_unit_function::execute(uint32_t word, unsigned thread, uint64_t cycle) {
  advance(cycle);
  now_ = cycle;
  last_thread_ = thread;
  if (scheduled_ == 0 && late_results_.empty()) {
    regular(word, thread);
  } else {
    step(&word, thread);
  }
  if (exchanges(opcode_of(word), mod1(word)) && vd(word) < 12) issue_from_ = exchange_until_ = cycle + exchange_latency_;
}

void vector_unit_function::execute(uint32_t word, unsigned thread) {
  constexpr uint64_t no_neighbour = 8;  // in program order, to an instruction of another thread
  if (thread != last_thread_) drain(last_thread_);
  uint64_t cycle = now_ + (thread == last_thread_ ? 1 : no_neighbour);
  if (opcode_of(word) != opcode::SFPNOP && cycle < issue_from_) cycle = issue_from_;
  if (cycle < all_ready_)
    for (uint32_t l = lregs_read(word); l; l &= l - 1)
      if (const auto r = static_cast<unsigned>(__builtin_ctz(l)); (seen_by_stall_logic_ >> r & 1) && ready_[r] > cycle)
        cycle = ready_[r];
  execute(word, thread, cycle);
}

void vector_unit_function::elapse(unsigned thread) {
  if (thread == last_thread_) advance(now_ + 2);
}

void vector_unit_function::drain(unsigned thread) {
  if (thread != last_thread_) return;
  while (scheduled_ != 0 && quiet_from() > now_ + 1) advance(quiet_from());
  if (all_ready_ > now_) advance(all_ready_ + 1);
}

void vector_unit_function::advance(uint64_t cycle) {
  while (scheduled_ != 0 && now_ + 1 < cycle && quiet_from() > now_ + 1) {
    ++now_;
    step(nullptr, last_thread_);
  }
  if (now_ + 1 < cycle) now_ = cycle - 1;
  if (!late_results_.empty()) commit(cycle);
}

// While an outstanding instruction counts instructions, counts go down with those alone. One that has come to 0 executes in the
// next cycle all the same.
bool vector_unit_function::counts_instructions() const {
  if (scheduled_ == 0) return false;
  for (const auto& unit : schedule_)
    for (const scheduled_operation& s : unit)
      if (s.present && s.counts_instructions) return true;
  return false;
}

template <class F>
void vector_unit_function::for_each_by_time(F f) const {
  if (scheduled_ == 0) return;
  const auto at = [&](unsigned unit, unsigned count) -> const scheduled_operation& {
    return schedule_[unit][(head_ + count) % delays];
  };
  bool counting = false;  // behind the next cycle
  for (unsigned u = 0; u < 4; ++u)
    for (unsigned d = 1; d < delays; ++d) counting |= at(u, d).present && at(u, d).counts_instructions;
  for (unsigned d = 0; d < (counting ? 1 : delays); ++d)
    for (unsigned u = 0; u < 4; ++u)
      if (at(u, d).present) f(now_ + 1 + d, at(u, d).what);
}

uint64_t vector_unit_function::quiet_from() const {
  uint64_t from = now_ + 1;
  for_each_by_time([&](uint64_t cycle, const operation&) { from = std::max(from, cycle + 1); });
  return from;
}

uint64_t vector_unit_function::results_from() const {
  uint64_t from = 0;
  for_each_by_time([&](uint64_t cycle, const operation& o) { from = std::max(from, cycle + latency_of(o)); });
  return from;
}

uint32_t vector_unit_function::latency_of(const operation& o) const {
  return sub_unit_of(o.code) == mad_unit ? multiply_add_latency_ : exchanges(o.code, o.mode) ? exchange_latency_ : 1;
}

// Cycle `now_`.
void vector_unit_function::step(const uint32_t* word, unsigned thread) {
  operation due[4];
  const operation* at[4] = {};
  bool any_due = false;
  for (unsigned u = 0; u < 4; ++u) {
    scheduled_operation& s = schedule_[u][head_];
    if (s.present) {
      due[u] = s.what;
      at[u] = &due[u];
      any_due = true;
      s.present = false;
      --scheduled_;
    }
  }
  if (scheduled_ != 0 && (word || !counts_instructions())) head_ = (head_ + 1) % delays;
  beside_macro_ = true;
  if (!any_due) {
    if (word) regular(*word, thread);
  } else {
    alignas(64) uint32_t before[17][lanes];
    std::memcpy(before, lreg, sizeof before);
    const uint32_t enabled = enabled_lanes();
    check_sub_units(at, word, thread);
    check_writes(at, word);
    for (operation& o : due) o.lreg = before, o.enabled = enabled;
    if (word) regular(*word, thread);
    for (const operation* o : at)
      if (!idle(o)) {
        perform_late(*o);
        note_results(*o, false);
      }
  }
  beside_macro_ = false;
  if (!late_results_.empty()) commit(now_ + 1);
}

void vector_unit_function::perform_late(const operation& o) {
  const uint32_t latency = latency_of(o);
  late_from_ = latency > 1 ? now_ + latency : 0;
  perform(o);
  late_from_ = 0;
}

void vector_unit_function::commit(uint64_t cycle) {
  size_t kept = 0;
  for (const late_result& r : late_results_) {
    if (r.from <= cycle) {
      write_lanes(r.lreg, r.mask, r.value);
    } else {
      late_results_[kept++] = r;
    }
  }
  late_results_.resize(kept);
}

// ---- Rules -----------------------------------------------------------------------------------------------------------------

// Which sub-units may work at the same time.
void vector_unit_function::check_sub_units(const operation* const (&due)[4], const uint32_t* word, unsigned thread) {
  const sub_unit own = word ? sub_unit_of(opcode_of(*word)) : load_unit;
  const bool becomes_template = word && own != load_unit && own != store_unit && vd(*word) >= 12;
  if (own != load_unit && !becomes_template && due[own])
    state_.diagnose.undefined_in(
        now_, "vector_unit", static_cast<int>(thread), *word,
        std::string("the ") + unit_names[own] +
            " sub-unit executes an instruction of an SFPLOADMACRO in the same cycle, so this one would be lost; "
            "leave a cycle or use SFPNOP");
  const operation *simple = due[simple_unit], *rounding = due[round_unit];
  if (!idle(simple) && !idle(rounding) && (simple->vd == 16) == (rounding->vd == 16))
    undefined(*simple, "is scheduled for the same cycle as " + std::string(info(rounding->code).name) +
                           " of the round sub-unit; then one of the two must write LReg 16, and not the other");
  for (const operation* o : {simple, rounding})
    if (!idle(o)) check_second_cycle(*o);
  if (!idle(simple) && simple->code == opcode::SFPSWAP) {
    if (own == mad_unit || !idle(due[mad_unit]))
      undefined(*simple, "is scheduled for the same cycle as an instruction of the multiply-add sub-unit, which it needs too");
    exchange_until_ = now_ + exchange_latency_;
  }
  if (!idle(rounding) && exchanges(rounding->code, rounding->mode)) shuffle_until_ = now_ + exchange_latency_;
}

void vector_unit_function::check_second_cycle(const operation& o) const {
  const sub_unit own = sub_unit_of(o.code);
  if ((now_ < exchange_until_ && (own == simple_unit || own == round_unit)) || (now_ < shuffle_until_ && own == round_unit))
    undefined(o, "comes in the second cycle of an SFPSWAP or SFPSHFT2, which still has the sub-unit");
}

// A thread's result of two cycles that is not there yet, where the stall logic does not see that it is read.
void vector_unit_function::check_results(const operation& o) const {
  if (now_ >= all_ready_) return;
  for (uint32_t l = lregs_truly_read(o); l; l &= l - 1) {
    const auto r = static_cast<unsigned>(__builtin_ctz(l));
    if (ready_[r] > now_ && (seen_by_stall_logic_ >> r & 1))
      undefined(o,
                "reads LReg " + std::to_string(r) +
                    " before the two-cycle instruction that writes it is done, and the stall logic does not see this; leave a "
                    "cycle in between");
  }
}

// One write to an LReg in a cycle; that of a two-cycle result comes at the end of its last cycle.
void vector_unit_function::check_writes(const operation* const (&due)[4], const uint32_t* word) {
  uint32_t written = 0;
  for (unsigned r = 0; r < 17; ++r) written |= uint32_t{ready_[r] == now_ + 1} << r;
  if (word && sub_unit_of(opcode_of(*word)) != mad_unit && !exchanges(opcode_of(*word), mod1(*word)) && vd(*word) < 12)
    written |= lregs_written(*word);
  for (const operation* o : due) {
    if (idle(o) || sub_unit_of(o->code) == mad_unit || exchanges(o->code, o->mode)) continue;
    const uint32_t own = lregs_truly_written(*o);
    if (own & written)
      undefined(*o, "is scheduled for a cycle in which another sub-unit writes LReg " +
                        std::to_string(__builtin_ctz(own & written)) + " too");
    written |= own;
  }
}

void vector_unit_function::note_results(const operation& o, bool by_thread) {
  if (o.code == opcode::SFPSTORE) after_store_[o.thread] = now_ + 1;
  if (sub_unit_of(o.code) != mad_unit && !exchanges(o.code, o.mode)) return;
  const uint64_t ready = now_ + latency_of(o);
  const uint32_t written = lregs_truly_written(o);
  for (uint32_t l = written; l; l &= l - 1) ready_[__builtin_ctz(l)] = ready;
  seen_by_stall_logic_ = by_thread ? seen_by_stall_logic_ | written : seen_by_stall_logic_ & ~written;
  if (ready > all_ready_) all_ready_ = ready;
}

}  // namespace tensix
