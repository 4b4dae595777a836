// SPDX-License-Identifier: Apache-2.0
#include "models/frontend/frontend.h"

#include <algorithm>
#include <string>

namespace tensix {

namespace {
bool is_mop(uint32_t word) { return opcode_of(word) == opcode::MOP; }
}  // namespace

frontend::frontend(sc_core::sc_module_name name, unsigned thread, const frontend_parameters& parameters, tensix_state& state,
                   const src_hand_over& hand_over, const overlay_if& overlay)
    : sc_module(name),
      fifo_popped("fifo_popped"),
      changed("changed"),
      thread_(thread),
      parameters_(parameters),
      state_(state),
      hand_over_(hand_over),
      overlay_(overlay),
      mop_(parameters.mop_count_bits),
      replay_(parameters.replay_entries),
      fifo_(parameters.fifo_entries),
      replay_fifo_(parameters.replay_fifo_entries),
      gate_fifo_(parameters.gate_fifo_entries),
      most_with_headroom_(parameters.fifo_entries + 1 - std::min(parameters.fifo_headroom, parameters.fifo_entries)),
      wide_(parameters.issue_width > 1),
      run_(slot_of(slot::frontend0, thread), method<&frontend::process>(this)) {
  const uint32_t most = parameters.fifo_entries + parameters.replay_fifo_entries + parameters.gate_fifo_entries + 2;
  while (pushed_mask_ < most) pushed_mask_ = 2 * pushed_mask_ + 1;
  pushed_from_.resize(pushed_mask_ + 1, push_origin::no_pc);
  for (const char* unit : tile_unit_names) to.emplace_back((std::string("to_") + unit).c_str());
}

void frontend::end_of_elaboration() {
  for (unsigned u = 0; u < tile_units; ++u) {
    unit_[u] = to[u].operator->();
    const auto id = static_cast<unsigned>(id_of(static_cast<tile_unit>(u)));
    taker_[id] = unit_[u];
    place_[id] = static_cast<uint8_t>(u);
  }
}

// ---- RISC-V side

cycle_t frontend::room_from(cycle_t cycle, pushed_by who) const {
  const uint32_t most = most_words(who);
  if (needs_headroom(who) && parameters_.fifo_counts_downstream && pushed_ + 1 - oldest_pushed() >= most) return never;
  if (fifo_.size() >= most) return never;
  return std::max(cycle, fifo_.room_from(most));
}

bool frontend::push(uint32_t word, cycle_t cycle, const push_origin& from) {
  if (room_from(cycle, from.who) > cycle) return false;
  tracking.push(word, ++pushed_, state_.thread_config(thread_));
  if (observed()) record_push(fifo_, cycle, word, from);
  pushed_from_[pushed_ & pushed_mask_] = from.pc;
  fifo_.push({word, pushed_, cycle + (from.ttinsn ? parameters_.ttinsn_cycles : parameters_.stage_latency_cycles)});
  if (is_mop(word)) ++mops_queued_;
  if (fifo_.size() == 1) pushed();  // otherwise behind a word that cannot move
  return true;
}

bool frontend::push_behind_mop(uint32_t word, cycle_t cycle, unsigned core) {
  if (replay_fifo_.full()) return false;
  pushed_behind_mop_ = true;
  push_origin from;
  from.core = static_cast<uint8_t>(core);
  if (observed()) record_push(replay_fifo_, cycle, word, from);
  replay_fifo_.push({word, in_mop_, cycle + parameters_.stage_latency_cycles});  // B's are not tracked
  pushed();
  return true;
}

// ---- The stages before the gate:  fifo_ -> MOP expander -> replay_fifo_ -> replay expander -> gate_fifo_

// Moves everything that can move, with the cycle in which it does. What is nearer to the gate first: it makes room.
__attribute__((always_inline)) inline void frontend::move_words() {
  const uint32_t before = fifo_.size();
  if (__builtin_expect(wide_, 0)) move_several_a_cycle();
  else move_all<false>(observed());
  if (room_watchers_ && (headroom_watchers || fifo_.size() < before || !replay_fifo_.full())) fifo_popped.notify();
  if (tracking.tracking() && tracking.gone_before(oldest_pushed(), now_cycle()) && watchers_) changed.notify();
}

void frontend::move_several_a_cycle() { move_all<true>(observed()); }

template <bool wide>
__attribute__((always_inline)) inline void frontend::move_all(bool observed) {
  for (bool moved = true; moved;) {
    moved = !gate_fifo_.full() && expand_replay<wide>(observed);
    moved |= !replay_fifo_.full() && expand_mop<wide>(observed);
  }
}

// When a stage that moves a word in `at` may move the next one.
template <bool wide>
__attribute__((always_inline)) inline cycle_t frontend::next_of(pace& stage, cycle_t at) const {
  if (!wide) return at + 1;
  stage.words = stage.cycle == at ? stage.words + 1 : 1;
  stage.cycle = at;
  return stage.words < parameters_.issue_width ? at : at + 1;
}

void frontend::pushed() {
  move_words();
  if (!gate_fifo_.empty()) run_.arm(std::max(gate_fifo_.front().at, next_issue_));
}

// The pushed word from which the first instruction comes that has not passed the gate.
uint32_t frontend::oldest_pushed() const {
  if (!gate_fifo_.empty()) return gate_fifo_.front().pushed;
  if (replay_.replaying()) return in_replay_;
  if (!replay_fifo_.empty()) return replay_fifo_.front().pushed;
  if (!mop_.idle()) return in_mop_;
  return fifo_.empty() ? pushed_ + 1 : fifo_.front().pushed;
}

// One word out of the MOP expander, or into it. (A place in the FIFO behind is free from the cycle in which the word `capacity`
// places earlier left it.)
template <bool wide>
__attribute__((always_inline)) inline bool frontend::expand_mop(bool observed) {
  if (!mop_.idle()) {
    uint32_t word;
    if (mop_.next(word)) {
      const cycle_t at = std::max(mop_free_, replay_fifo_.place_from());
      if (observed) record_mop_word(at, word);
      replay_fifo_.push({word, in_mop_, at + parameters_.stage_latency_cycles});
      mop_free_ = next_of<wide>(mop_pace_, at);
      return true;
    }
    mop_ended_ = true;
    --mops_queued_;
    mop_done_at_ = std::max(mop_done_at_, wide ? mop_pace_.cycle + 1 : mop_free_);
    if (watchers_) changed.notify();
  }
  if (fifo_.empty()) return false;
  const timed_word incoming = fifo_.front();
  const uint32_t bubble = mop_ended_ && !is_mop(incoming.word) ? parameters_.mop_bubble_cycles : 0;
  cycle_t at = std::max<cycle_t>(incoming.at, mop_free_ + bubble);
  mop_ended_ = false;
  in_mop_ = incoming.pushed;
  if (observed) record_taken(at, bubble);
  fifo_.pop(at);
  if (mop_.accept(incoming.word)) {
    // The first word of the expansion leaves in the cycle the MOP is taken in, unless it has only just arrived.
    mop_free_ = is_mop(incoming.word) ? std::max(at, incoming.at + parameters_.mop_start_cycles) : next_of<wide>(mop_pace_, at);
    if (mop_.unsupported())
      state_.diagnose.undefined_in(at, "frontend", static_cast<int>(thread_), incoming.word, mop_.unsupported());
    if (observed) record_expansion(incoming);
    return true;
  }
  const cycle_t place = replay_fifo_.place_from();
  const bool waits = place > at;
  if (waits) at = place;
  if (observed) record_passed_on(at, incoming.word, waits);
  replay_fifo_.push({incoming.word, incoming.pushed, at + parameters_.stage_latency_cycles});
  mop_free_ = next_of<wide>(mop_pace_, at);
  return true;
}

// The next word of a replay.
template <bool wide>
__attribute__((always_inline)) inline bool frontend::repeat(bool observed) {
  replay_free_ = std::max(replay_free_, gate_fifo_.stage_before_from());
  const uint32_t word = replay_.next();
  if (observed) record_replay_word(replay_free_, word);
  gate_fifo_.push({word, in_replay_, replay_free_ + parameters_.stage_latency_cycles});
  replay_done_at_ = replay_free_ + 1;
  replay_free_ = next_of<wide>(replay_pace_, replay_free_);
  return true;
}

// One word out of the replay expander, into it, or through it.
template <bool wide>
__attribute__((always_inline)) inline bool frontend::expand_replay(bool observed) {
  if (!replay_.idle() && replay_.replaying()) return repeat<wide>(observed);
  if (replay_fifo_.empty()) return false;
  const timed_word& incoming = replay_fifo_.front();
  if (!replay_.passes(incoming.word)) return record_or_start_replay<wide>(observed);
  const cycle_t at = std::max({incoming.at, replay_free_, gate_fifo_.stage_before_from()});
  if (observed) record_through_replay(at, true);
  replay_fifo_.pop(at);
  gate_fifo_.push({incoming.word, incoming.pushed, at + parameters_.stage_latency_cycles});
  replay_free_ = next_of<wide>(replay_pace_, at);
  return true;
}

// A REPLAY, or a word that it puts into its buffer.
template <bool wide>
bool frontend::record_or_start_replay(bool observed) {
  const timed_word incoming = replay_fifo_.front();
  cycle_t at = std::max(incoming.at, replay_free_);
  uint32_t out = 0;
  const bool passes_on = replay_.accept(incoming.word, out);
  if (passes_on) at = std::max(at, gate_fifo_.stage_before_from());
  in_replay_ = incoming.pushed;
  if (observed) record_through_replay(at, passes_on);
  replay_fifo_.pop(at);
  replay_free_ = next_of<wide>(replay_pace_, at);
  if (opcode_of(incoming.word) == opcode::REPLAY) {
    replay_done_at_ = at + 1;
    if (!replay_.refused().empty())
      state_.diagnose.undefined_in(at, "frontend", static_cast<int>(thread_), incoming.word, replay_.refused());
  }
  if (passes_on) gate_fifo_.push({out, incoming.pushed, at + parameters_.stage_latency_cycles});
  return true;
}

// ---- The gate:  gate_fifo_ -> wait gate -> offer to a unit

// One instruction a cycle: look at the latched wait, then let the next instruction pass if neither the wait nor its unit holds
// it.
void frontend::process() {
  const cycle_t now = run_.begin();
  if (state_.diagnose.stop()) return;
  listen(waited_change::none);

  // The latched wait, which ends wait_lag_cycles after its conditions have been met.
  if (latched_) {
    if (release_ == never) look_at_wait(now);
    if (release_ <= now) {
      forgotten_ = latched_;
      released_by_ = met_by_;
      latched_ = 0;
      release_ = never;
    }
  }

  // The thread's next instruction, if it has one and may present it.
  if (next_issue_ > now) return run_.arm(next_issue_);
  if (gate_fifo_.empty()) {
    if (latched_ && release_ != never) run_.arm(release_);
    account_.enter(stall_reason::no_instruction, now);
    if (watchers_) changed.notify();
    return;
  }
  const timed_word head = gate_fifo_.front();
  if (head.at > now) {
    account_.enter(stall_reason::no_instruction, now);
    return run_.arm(head.at);
  }

  // Held back by a wait instruction, or by Auto TTSync.
  if (const uint32_t by = blocked_by(head.word, now)) return hold(reason_of(by), now, latched_ ? release_ : next_wait_);
  if (tracking.tracking()) {
    const cycle_t stored = tracking.may_pass(head.pushed, now);
    if (stored > now) return hold(stall_reason::auto_ttsync, now, stored);
  }

  // Offered to its unit, which takes it or says why not.
  const bool observed = this->observed();
  if (observed) record_offer(now);
  const issue_response answer = present(head.word, now);
  if (!answer.accepted) {
    if (observed && state_.causes) state_.causes->drop();
    return hold(answer.why, now, answer.again);
  }

  next_issue_ = answer.thread_free;
  passed(head, answer, now, observed);
  if (__builtin_expect(wide_, 0)) issue_more(head.word, now);
  if (state_.diagnose.stop()) return;
  run_.arm(next_issue_);  // for the next one, or to see that none is there
}

// An instruction has passed the gate: there is room behind it.
__attribute__((always_inline)) inline void frontend::passed(const timed_word& head, const issue_response& answer, cycle_t now,
                                                            bool observed) {
  account_.enter(stall_reason::none, now);
  why_ = stall_reason::none;
  ++number_;
  if (observed) record_issue(answer, now);
  if (is_wait(head.word)) {
    latched_at_ = pushed_at(head.pushed);
    latch(head.word, now);
  }
  tracking.passed(head.word, head.pushed);
  gate_fifo_.pop(now);
  move_words();
}

// What may go in one cycle with others, if they are of different units: what works on data, and the counters. They find what was
// set before them, in their order. Everything else (configuration, synchronisation, GPRs, waits, NOPs) has its effect some cycles
// later, or is there to let cycles pass.
bool frontend::shares_a_cycle(uint32_t word) const {
  switch (unit_of(word)) {
    case unit_id::unpacker:
    case unit_id::matrix_unit:
    case unit_id::vector_unit:
    case unit_id::packer: return true;
    case unit_id::misc_unit: return opcode_of(word) != opcode::SETDVALID;
    default: return false;
  }
}

// With frontend.issue_width: what goes in the same cycle behind `word`, which has passed.
void frontend::issue_more(uint32_t word, cycle_t now) {
  constexpr unsigned alone_behind = 8;  // so many go alone behind one that does: more than the cycles until its effect
  if (opcode_of(word) == opcode::SFPLOADMACRO)
    state_.diagnose.undefined("frontend", static_cast<int>(thread_), word,
                              "unsupported: SFPLOADMACRO schedules by cycles, which a program counts in instructions; "
                              "frontend.issue_width is " +
                                  std::to_string(parameters_.issue_width) + ": use 1, or a program without SFPLOADMACRO");
  if (!shares_a_cycle(word)) together_from_ = number_ + alone_behind;
  uint32_t taken = 1u << place_of(word);
  for (unsigned n = 1; n < parameters_.issue_width && number_ > together_from_ && next_issue_ == now + 1; ++n) {
    if (gate_fifo_.empty() || gate_fifo_.front().at > now || state_.diagnose.stop()) return;
    const timed_word head = gate_fifo_.front();
    if (!shares_a_cycle(head.word) || taken >> place_of(head.word) & 1 || blocked_by(head.word, now)) return;
    if (tracking.tracking() && tracking.may_pass(head.pushed, now) > now) return;
    const bool observed = this->observed();
    const cause next_cycle = next_issue_by_;
    if (observed) {
      next_issue_by_ = issued_by_;  // no cycle behind it
      record_offer(now);
    }
    const issue_response answer = present(head.word, now);
    if (!answer.accepted) {  // in its own cycle
      if (!observed) return;
      if (state_.causes) state_.causes->drop();
      next_issue_by_ = next_cycle;
      return record_refusal(answer.why, now);
    }
    taken |= 1u << place_of(head.word);
    next_issue_ = std::max(next_issue_, answer.thread_free);
    passed(head, answer, now, observed);
  }
}

// The first instruction does not pass in `now`; in `until` it may (never: not known).
void frontend::hold(stall_reason why, cycle_t now, cycle_t until) {
  why_ = why;
  account_.enter(why, now);
  if (observed()) record_refusal(why, now);
  const bool for_bank = why == stall_reason::srca_not_valid || why == stall_reason::srcb_not_valid;
  if (until != never) {
    run_.arm(until);
    if (!for_bank) return;  // a bank may be there before: see asks_for_banks
  }
  if (latched_ && holds_back(latched_, gate_fifo_.front().word)) return;  // `process` has set it, or the cycle is known
  listen(std::max(gate_waits_for_, for_bank ? waited_change::of_bank : waited_change::any));
}

__attribute__((always_inline)) inline issue_response frontend::present(uint32_t word, cycle_t now) {
  issue_if* const taker = unit_for(word);
  if (!taker) return taken_by_no_unit(word, now);
  return taker->offer({word, thread_, now});
}

issue_response frontend::taken_by_no_unit(uint32_t word, cycle_t now) {
  const unit_id id = unit_of(word);
  if (id == unit_id::nop || opcode_of(word) == opcode::RESOURCEDECL)
    return issue_response::accept(now + 1);  // the latter: `tracking`
  if (id == unit_id::none)
    state_.diagnose.undefined("frontend", static_cast<int>(thread_), word,
                              "no instruction has this opcode: word " + std::to_string(word));
  else
    state_.diagnose.undefined("frontend", static_cast<int>(thread_), word,
                              "unsupported: no model of the " + std::string(tensix::name(id)));
  return issue_response::accept(now + 1);
}

}  // namespace tensix
