// SPDX-License-Identifier: Apache-2.0
// What others ask of a thread's frontend: what is queued or at work, since when nothing is, and what the thread waits for.
#include <algorithm>
#include <string>
#include <tuple>

#include "models/frontend/frontend.h"
#include "models/frontend/instruction_types_function.h"
#include "models/isa/value_names.h"

namespace tensix {

// The instructions that a unit takes.
unit_id frontend::id_of(tile_unit unit) {
  switch (unit) {
    case tile_unit::unpacker0:
    case tile_unit::unpacker1: return unit_id::unpacker;
    case tile_unit::matrix_unit: return unit_id::matrix_unit;
    case tile_unit::vector_unit: return unit_id::vector_unit;
    case tile_unit::packers: return unit_id::packer;
    case tile_unit::config_unit: return unit_id::config_unit;
    case tile_unit::sync_unit: return unit_id::sync_unit;
    case tile_unit::scalar_unit: return unit_id::scalar_unit;
    case tile_unit::misc_unit: return unit_id::misc_unit;
    case tile_unit::mover: return unit_id::mover;
    case tile_unit::count: break;
  }
  return unit_id::none;
}

cycle_t frontend::idle_from(cycle_t now) const {
  if (!fifo_.empty() || !replay_fifo_.empty() || !gate_fifo_.empty() || !mop_.idle() || replay_.replaying()) return never;
  cycle_t idle = std::max(now, next_issue_);
  for (const issue_if* each : unit_) idle = std::max(idle, each->drained_from(thread_, now));
  // That the units of the datapath are idle is seen later: what they say is as old.
  const cycle_t lag = parameters_.ttsync_lag_cycles, seen = now - std::min(now, lag);
  for (const tile_unit u :
       {tile_unit::unpacker0, tile_unit::unpacker1, tile_unit::packers, tile_unit::matrix_unit, tile_unit::vector_unit}) {
    const cycle_t drained = unit(u)->drained_from(thread_, seen);
    if (drained == never) return never;
    if (drained > seen) idle = std::max(idle, drained + lag);
  }
  return idle;
}

cycle_t frontend::mop_idle_from(cycle_t now) const { return mops_queued_ ? never : std::max(now, mop_done_at_); }

uint32_t frontend::queued_types(cycle_t now) const {
  uint32_t types = mop_idle_from(now) > now ? instruction_type::mop : 0;
  if (replay_.replaying() || replay_done_at_ > now) types |= instruction_type::replay;
  for (const auto* words : {&fifo_, &replay_fifo_, &gate_fifo_})
    for (uint32_t i = 0; i < words->size(); ++i) types |= instruction_type::of_word((*words)[i].word);
  return types;
}

uint32_t frontend::busy_types(cycle_t now) const {
  uint32_t types = queued_types(now);
  if (latched_ && release_ > now) types |= instruction_type::sync;  // it waits at the gate for its condition
  for (unsigned u = 0; u < tile_units; ++u)
    if (unit_[u]->drained_from(thread_, now) > now) types |= instruction_type::of_unit(id_of(static_cast<tile_unit>(u)));
  return types;
}

namespace {

std::string with_commas(std::string mask) {
  for (size_t at; (at = mask.find('|')) != std::string::npos;) mask.replace(at, 1, ", ");
  return mask;
}

std::string semaphore_text(unsigned number, const semaphore& s) {
  return "semaphore " + std::to_string(number) + " is " + std::to_string(s.value) + " of at most " + std::to_string(s.max);
}

}  // namespace

std::string frontend::wait_text() const {
  const opcode op = opcode_of(latched_);
  uint32_t blocks = 0;
  std::string open, met;
  const auto add = [](std::string& list, const std::string& what) { list += (list.empty() ? "" : ", ") + what; };
  if (op == opcode::SEMWAIT) {
    using namespace insn::SEMWAIT;
    blocks = stall_res(latched_);
    for (unsigned n = 0; n < semaphore_count; ++n) {
      const semaphore& s = state_.sem[n];
      if (!(sem_sel(latched_) >> n & 1)) continue;
      for (const auto& [bit, name, holds] : {std::tuple(1u, " not_zero", s.value != 0), {2u, " not_max", s.value < s.max}})
        if (wait_sem_cond(latched_) & bit) add(holds ? met : open, "sem" + std::to_string(n) + name);
    }
  } else if (op == opcode::STREAMWAIT) {
    blocks = insn::STREAMWAIT::stall_res(latched_);
    add(stream_value() < latched_target_ ? open : met,
        std::string(insn::STREAMWAIT::target_sel(latched_) ? "messages received " : "current phase ") +
            std::to_string(latched_target_) + " (now " + std::to_string(stream_value()) + ")");
  } else {
    blocks = insn::STALLWAIT::stall_res(latched_);
    const uint32_t select = insn::STALLWAIT::wait_res(latched_), all = select ? select : 0xf;
    for (uint32_t bits = all; bits; bits &= bits - 1) {
      const uint32_t bit = bits & -bits;
      const std::string name = names_of_value(op, "wait_res", bit);
      if (!name.empty()) add(stall_conditions_met(bit, now_cycle()) == never ? open : met, name);
    }
  }
  const std::string held =
      blocks == all_block_bits ? "everything" : with_commas(names_of_value(op, "stall_res", blocks ? blocks : 1u << 6));
  return "\"" + disassemble_with_names(latched_) + "\" waits for " + (open.empty() ? "nothing" : open) +
         (met.empty() ? "" : " (not for " + met + ")") + "; holds back " + held;
}

// Oldest first; equal ones behind one another are counted.
std::string frontend::words_text(const timed_fifo& words) {
  std::string text;
  for (uint32_t i = 0; i < words.size();) {
    const uint32_t word = words[i].word;
    uint32_t times = 1;
    while (i + times < words.size() && words[i + times].word == word) ++times;
    text +=
        (i ? ", \"" : "\"") + disassemble_with_names(word) + "\"" + (times > 1 ? " (" + std::to_string(times) + " times)" : "");
    i += times;
  }
  return text;
}

std::string frontend::contents(const std::function<std::string(uint32_t pc)>& place) const {
  const std::string who = "T" + std::to_string(thread_);
  std::string text;
  const auto line = [&](const std::string& what) { text += who + " " + what + "\n"; };
  const auto pushed = [&](const char* which, uint32_t pc) {
    return pc == push_origin::no_pc ? std::string() : which + place(pc);
  };
  if (!gate_fifo_.empty()) {
    if (latched_) line("wait: " + wait_text() + pushed("; pushed at ", latched_at_));
    line("at the gate: " + words_text(gate_fifo_) + pushed("; the first pushed at ", pushed_at(gate_fifo_.front().pushed)));
  }
  if (replay_.replaying())
    line("REPLAY: " + std::to_string(replay_.left()) + " words left, next is entry " + std::to_string(replay_.next_entry()));
  else if (!replay_.idle())
    line("REPLAY records: " + std::to_string(replay_.left()) + " words to come, next is entry " +
         std::to_string(replay_.next_entry()));
  if (!replay_fifo_.empty()) line("before REPLAY: " + words_text(replay_fifo_));
  if (!mop_.idle()) {
    const mop_expander::position at = mop_.at();
    line("MOP: template " + std::to_string(at.mop_template) + ", round " + std::to_string(at.outer) + " of " +
         std::to_string(at.outer_count) +
         (at.mop_template ? ", in it " + std::to_string(at.inner) + " of " + std::to_string(at.inner_count) : ""));
  }
  if (!fifo_.empty()) line("FIFO: " + words_text(fifo_));
  return text;
}

bool frontend::held(gate_event& e, stall_reason& why) const {
  why = account_.state();
  if (why == stall_reason::none || why == stall_reason::no_instruction || gate_fifo_.empty()) return false;
  e = at_gate(gate_fifo_.front().word, now_cycle());
  return true;
}

std::string frontend::waits_for() const {
  if (gate_fifo_.empty()) return {};
  std::string text = "T" + std::to_string(thread_) + " holds \"" + disassemble_with_names(gate_fifo_.front().word) + "\": ";
  if (latched_ && blocked_by(gate_fifo_.front().word, now_cycle())) {
    text += "blocked by \"" + disassemble_with_names(latched_) + "\"";
    if (opcode_of(latched_) == opcode::SEMWAIT)
      for (unsigned s = 0; s < semaphore_count; ++s)
        if ((insn::SEMWAIT::sem_sel(latched_) >> s) & 1) text += ", " + semaphore_text(s, state_.sem[s]);
    if (opcode_of(latched_) == opcode::STREAMWAIT)
      text += ", the register is " + std::to_string(stream_value()) + " and must reach " + std::to_string(latched_target_);
    return text;
  }
  return why_ == stall_reason::none ? text + "about to issue" : text + tensix::name(why_);
}

}  // namespace tensix
