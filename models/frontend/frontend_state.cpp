// What others ask of a thread's frontend: what is queued or at work, since when nothing is, and what the thread waits for.
#include <algorithm>
#include <string>

#include "models/frontend/frontend.h"
#include "models/frontend/instruction_types_function.h"

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

// Conditions C0..C12 and blocked units B0..B8 of STALLWAIT (ISA documentation, STALLWAIT), as wait_conditions.cpp and block_bits
// have them.
constexpr const char* condition_names[] = {"the scalar unit's memory requests done",
                                           "unpacker 0 done",
                                           "unpacker 1 done",
                                           "packers done",
                                           "matrix unit done",
                                           "the unpackers' SrcA bank theirs",
                                           "the unpackers' SrcB bank theirs",
                                           "the matrix unit's SrcA bank valid",
                                           "the matrix unit's SrcB bank valid",
                                           "mover done",
                                           "the core's stores done",
                                           "vector unit done",
                                           "configuration unit done"};
constexpr const char* block_names[] = {"misc/scalar/packers/unpackers/mover",
                                       "sync unit",
                                       "packers",
                                       "unpackers",
                                       "mover",
                                       "scalar unit",
                                       "matrix unit",
                                       "configuration unit",
                                       "vector unit"};

// "C7 the matrix unit's SrcA bank valid, ..."
template <size_t n>
std::string names_of(uint32_t mask, char letter, const char* const (&names)[n]) {
  std::string text;
  for (unsigned bit = 0; bit < n; ++bit)
    if (mask >> bit & 1) text += (text.empty() ? "" : ", ") + (letter + std::to_string(bit) + " ") + names[bit];
  return text;
}

// Oldest first; equal ones behind one another are counted.
std::string words_of(const timed_fifo& words) {
  std::string text;
  for (uint32_t i = 0; i < words.size();) {
    const uint32_t word = words[i].word;
    uint32_t times = 1;
    while (i + times < words.size() && words[i + times].word == word) ++times;
    text += (i ? ", \"" : "\"") + disassemble(word) + "\"" + (times > 1 ? " (" + std::to_string(times) + " times)" : "");
    i += times;
  }
  return text;
}

}  // namespace

std::string frontend::contents() const {
  const std::string who = "T" + std::to_string(thread_);
  std::string text;
  const auto line = [&](const std::string& what) { text += who + " " + what + "\n"; };
  if (latched_ && !gate_fifo_.empty()) {
    uint32_t blocks = 0;
    std::string conditions;
    switch (opcode_of(latched_)) {
      case opcode::SEMWAIT:
        blocks = insn::SEMWAIT::stall_res(latched_);
        for (unsigned s = 0; s < semaphore_count; ++s)
          if ((insn::SEMWAIT::sem_sel(latched_) >> s) & 1)
            for (unsigned c = 0; c < 2; ++c)
              if (insn::SEMWAIT::wait_sem_cond(latched_) >> c & 1)
                conditions += (conditions.empty() ? "" : ", ") + ("semaphore " + std::to_string(s)) +
                              (c ? " below its maximum" : " above 0");
        break;
      case opcode::STREAMWAIT:
        blocks = insn::STREAMWAIT::stall_res(latched_);
        conditions = "the stream's register";
        break;
      default: {
        blocks = insn::STALLWAIT::stall_res(latched_);
        const uint32_t select = insn::STALLWAIT::wait_res(latched_);
        conditions = names_of(select ? select : 0xf, 'C', condition_names);
      }
    }
    line("gate: \"" + disassemble(latched_) + "\" waits for " + conditions + "; holds back " +
         (blocks == all_block_bits ? "everything" : names_of(blocks ? blocks : 1u << 6, 'B', block_names)));
  }
  if (!gate_fifo_.empty()) line("at the gate: " + words_of(gate_fifo_));
  if (replay_.replaying())
    line("REPLAY: " + std::to_string(replay_.left()) + " words left, next is entry " + std::to_string(replay_.next_entry()));
  else if (!replay_.idle())
    line("REPLAY records: " + std::to_string(replay_.left()) + " words to come, next is entry " +
         std::to_string(replay_.next_entry()));
  if (!replay_fifo_.empty()) line("before REPLAY: " + words_of(replay_fifo_));
  if (!mop_.idle()) {
    const mop_expander::position at = mop_.at();
    line("MOP: template " + std::to_string(at.mop_template) + ", round " + std::to_string(at.outer) + " of " +
         std::to_string(at.outer_count) +
         (at.mop_template ? ", in it " + std::to_string(at.inner) + " of " + std::to_string(at.inner_count) : ""));
  }
  if (!fifo_.empty()) line("FIFO: " + words_of(fifo_));
  return text;
}

std::string frontend::waits_for() const {
  if (gate_fifo_.empty()) return {};
  std::string text = "T" + std::to_string(thread_) + " holds \"" + disassemble(gate_fifo_.front().word) + "\": ";
  if (latched_ && blocked_by(gate_fifo_.front().word, now_cycle())) {
    text += "blocked by \"" + disassemble(latched_) + "\"";
    if (opcode_of(latched_) == opcode::SEMWAIT)
      for (unsigned s = 0; s < semaphore_count; ++s)
        if ((insn::SEMWAIT::sem_sel(latched_) >> s) & 1)
          text += ", semaphore " + std::to_string(s) + " is " + std::to_string(state_.sem[s].value) + " of at most " +
                  std::to_string(state_.sem[s].max);
    if (opcode_of(latched_) == opcode::STREAMWAIT)
      text += ", the register is " + std::to_string(stream_value()) + " and must reach " + std::to_string(latched_target_);
    return text;
  }
  return why_ == stall_reason::none ? text + "about to issue" : text + tensix::name(why_);
}

}  // namespace tensix
