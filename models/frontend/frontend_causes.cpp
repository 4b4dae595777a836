// SPDX-License-Identifier: Apache-2.0
// What a thread's frontend records of causes (observe/causes.h): of words that are pushed, moved from stage to stage and issued,
// and of wait instructions. Each is called before the move itself, and reports it to observers, if there are any.
#include "models/frontend/frontend.h"

#include <algorithm>

namespace tensix {

namespace {
// What an instruction waits for that no cause explains, by the reason of its last refusal.
path_use unexplained(stall_reason why, unsigned thread) {
  switch (why) {
    case stall_reason::config_pipeline: return path_kind::config;
    case stall_reason::scalar_unit_in_flight: return path_kind::scalar;
    case stall_reason::mutex: return path_kind::mutex;
    case stall_reason::other_thread: return {path_kind::turn, thread};
    case stall_reason::dst_unit_switch:
    case stall_reason::dst_arbitration: return path_kind::dst_turn;
    case stall_reason::pipeline_rule: return path_kind::matrix_rule;
    case stall_reason::packer_queue_full: return path_kind::pack_write;
    case stall_reason::vector_dependency: return path_kind::vector_latency;
    default: return {path_kind::thread_wait, thread};
  }
}
}  // namespace

// A core's word enters the instruction FIFO, or the FIFO behind the MOP expander.
void frontend::record_push(timed_fifo& fifo, cycle_t cycle, uint32_t word, const push_origin& from) {
  const bool first = &fifo == &fifo_;
  if (first && state_.tap) state_.tap->fifo_changed(thread_, 1, cycle, now_cycle());
  if (!state_.causes) return;
  cause_recorder& causes = *state_.causes;
  const bool by_stream = from.who == pushed_by::stream;
  bool has_waited = from.has_waited;
  if (from.by) {
    const event_id before = pushed_by_;
    pushed_by_ = causes.begin(cycle, {path_kind::program, from.core});
    causes.after(from.by);
    if (cycle > causes.cycle_of(from.by)) {  // in the core's store queue, behind one that has waited
      has_waited = true;
      if (causes.cycle_of(before) <= cycle) causes.after(before);
    }
  } else {
    pushed_by_ = causes.core_event(from.core, cycle, {by_stream ? path_kind::core_wait : path_kind::program, from.core});
  }
  causes.describe(static_cast<int>(thread_), word);
  if (first) causes.after(fifo_.room_by(most_words(from.who)));
  if (has_waited && parameters_.fifo_counts_downstream && needs_headroom(from.who)) causes.after(issued_by_);
  fifo.enters_by({pushed_by_, pushed_by_});
}

// A word leaves an expander: it has come from the stage before, it is as long as that since the word before, and there is a place
// behind.
event_id frontend::record_moved(cycle_t cycle, uint32_t word, const cause& came, const cause& before, event_id place) const {
  cause_recorder& causes = *state_.causes;
  const event_id e = causes.begin(cycle, use(path_kind::thread_wait), static_cast<int>(thread_), word);
  causes.after(came);
  causes.after(before);
  causes.after(place);
  return e;
}

// A word of an expansion leaves the MOP expander.
void frontend::record_mop_word(cycle_t at, uint32_t word) {
  if (!state_.causes) return;
  const cause before = expansion_begins_ ? cause(mop_by_) : a_word_behind(mop_by_, at);
  mop_by_ = record_moved(at, word, {}, before, replay_fifo_.place_by());
  expansion_begins_ = false;
  replay_fifo_.enters_by({mop_by_, in_mop_by_});
}

// The MOP expander takes a word in `at`. That this has left its FIFO is known once there is room behind the expander: when the
// instruction issued last has made some.
void frontend::record_taken(cycle_t at, uint32_t bubble) {
  if (state_.tap) state_.tap->fifo_changed(thread_, -1, std::max(at, now_cycle()), now_cycle());
  if (!state_.causes) return;
  cause_recorder& causes = *state_.causes;
  const timed_word& word = fifo_.front();
  came_by_ = fifo_.front_events().by;
  in_mop_by_ = fifo_.front_events().origin;
  event_id left = mop_by_ = record_moved(at, word.word, arrived(word.at, came_by_), a_word_behind(mop_by_, at, bubble), 0);
  if (at < now_cycle()) {
    left = causes.begin(now_cycle(), use(path_kind::thread_wait), static_cast<int>(thread_));
    causes.after(mop_by_);
    causes.after(issued_by_);
  }
  fifo_.leaves_by(left);
}

// A MOP has been taken in: from mop_free_ on its words leave.
void frontend::record_expansion(const timed_word& mop) {
  if (!state_.causes) return;
  cause_recorder& causes = *state_.causes;
  const event_id taken = mop_by_;
  mop_by_ = causes.begin(mop_free_, use(path_kind::thread_wait), static_cast<int>(thread_), mop.word);
  causes.after(taken);
  causes.after({came_by_, use(path_kind::stage), arrived(mop.at, came_by_).cycles, use(path_kind::mop_start),
                parameters_.mop_start_cycles});
  expansion_begins_ = true;
}

// What is no MOP leaves the MOP expander, when there is a place behind.
void frontend::record_passed_on(cycle_t at, uint32_t word, bool waited) {
  if (!state_.causes) return;
  if (waited) mop_by_ = record_moved(at, word, {}, mop_by_, replay_fifo_.place_by());
  replay_fifo_.enters_by({mop_by_, in_mop_by_});
}

// A word of a replay leaves the replay expander.
void frontend::record_replay_word(cycle_t at, uint32_t word) {
  if (!state_.causes) return;
  replay_by_ = record_moved(at, word, {}, a_word_behind(replay_by_, at), gate_fifo_.stage_before_by());
  gate_fifo_.enters_by({replay_by_, in_replay_by_});
}

// The replay expander takes a word, which goes on to the gate or stays in it.
void frontend::record_through_replay(cycle_t at, bool passes_on) {
  if (!state_.causes) return;
  const timed_word& word = replay_fifo_.front();
  const word_events events = replay_fifo_.front_events();
  replay_by_ = record_moved(at, word.word, arrived(word.at, events.by), a_word_behind(replay_by_, at),
                            passes_on ? gate_fifo_.stage_before_by() : 0);
  in_replay_by_ = events.origin;
  replay_fifo_.leaves_by(replay_by_);
  if (passes_on) gate_fifo_.enters_by({replay_by_, events.origin});
}

// An instruction is about to be offered; its unit adds what it had to wait for there, if it accepts.
void frontend::record_offer(cycle_t now) {
  const uint32_t word = gate_fifo_.front().word;
  if (state_.tap) state_.tap->offering(at_gate(word, now));
  if (!state_.causes) return;
  cause_recorder& causes = *state_.causes;
  const word_events events = gate_fifo_.front_events();
  offered_from_ = events.origin;
  offered_by_ = causes.begin(now, unexplained(why_, thread_), static_cast<int>(thread_), word);
  causes.after(arrived(gate_fifo_.front().at, events.by));
  causes.after(next_issue_by_);
  if (!forgotten_ || !holds_back(forgotten_, word)) return;
  const bool another_wait = block_bits(word) == all_block_bits;
  causes.after(another_wait ? next_wait_by_ : released_by_);
}

// It does not pass.
void frontend::record_refusal(stall_reason why, cycle_t now) {
  if (state_.tap) state_.tap->refused(at_gate(gate_fifo_.front().word, now), why);
}

// It has been accepted, and leaves the gate.
void frontend::record_issue(const issue_response& answer, cycle_t now) {
  if (state_.tap) state_.tap->issued(at_gate(gate_fifo_.front().word, now), answer.thread_free);
  if (!state_.causes) return;
  issued_by_ = offered_by_;
  gate_fifo_.leaves_by(issued_by_);
  const path_use busy = answer.busy_with == path_use() ? use(path_kind::issue) : answer.busy_with;
  next_issue_by_ = {issued_by_, busy, next_issue_ - now};
}

// The condition of the latched wait has come true.
void frontend::record_met(cycle_t now) {
  if (state_.tap) state_.tap->wait_met(thread_, latched_, now);
  if (!state_.causes) return;
  cause_recorder& causes = *state_.causes;
  const event_id met = causes.begin(now, use(path_kind::thread_wait), static_cast<int>(thread_), latched_);
  causes.after(latched_by_);
  if (opcode_of(latched_) == opcode::SEMWAIT) {
    causes.after(unit(tile_unit::sync_unit)->drained_by(thread_));
    const uint32_t selected = insn::SEMWAIT::sem_sel(latched_), condition = insn::SEMWAIT::wait_sem_cond(latched_);
    for (unsigned i = 0; i < semaphore_count; ++i) {
      if (!(selected >> i & 1)) continue;
      const unsigned value = state_.sem[i].value;
      if (condition & 1) causes.after(causes.semaphore_reached(i, value, 1));
      if (condition & 2) causes.after(causes.semaphore_fell_below(i, value, state_.sem[i].max));
    }
  } else if (opcode_of(latched_) == opcode::STALLWAIT) {
    const uint32_t select = insn::STALLWAIT::wait_res(latched_);
    record_conditions(select ? select : 0xf);
  }
  met_by_ = {met, use(path_kind::wait_lag), release_ - now};
  next_wait_by_ = {met, use(path_kind::wait_lag), release_ - now, use(path_kind::forget), next_wait_ - release_};
}

// What makes the conditions of STALLWAIT come true (stall_conditions_met); those without a row are not explained.
void frontend::record_conditions(uint32_t select) const {
  cause_recorder& causes = *state_.causes;
  const auto drained = [&](tile_unit u) { causes.after(unit(u)->drained_by(thread_)); };
  const auto bank = [&](unsigned which, bool of_matrix_unit) {
    const src_register& src = which ? state_.srcb : state_.srca;
    causes.after(hand_over_.owned_by(which, of_matrix_unit ? src.matrix_bank : src.unpack_bank));
    if (!of_matrix_unit) causes.after(hand_over_.sent_on_by(which));
  };
  for (uint32_t bits = select; bits; bits &= bits - 1) switch (__builtin_ctz(bits)) {
      case 0: drained(tile_unit::scalar_unit); break;
      case 1: drained(tile_unit::unpacker0); break;
      case 2: drained(tile_unit::unpacker1); break;
      case 3: drained(tile_unit::packers); break;
      case 4: drained(tile_unit::matrix_unit); break;
      case 5: bank(0, false); break;
      case 6: bank(1, false); break;
      case 7: bank(0, true); break;
      case 8: bank(1, true); break;
      case 10:
        if (core_stores) causes.after(core_stores->stores_by(latched_pushed_by_));
        break;
      case 11: drained(tile_unit::vector_unit); break;
      default: break;
    }
}

// A core has been told that the thread is idle, or only its MOP expander: that has been since its last word left it, which becomes known
// as in record_taken.
void frontend::record_idle_causes() const {
  if (idle_from(now_cycle()) > now_cycle()) {
    const cause left = a_word_behind(mop_by_, never);
    if (state_.causes->cycle_of(left) <= now_cycle()) state_.causes->after(left);
    if (state_.causes->cycle_of(left) < now_cycle()) state_.causes->after(issued_by_);
    return;
  }
  state_.causes->after(next_issue_by_);
  for (const issue_if* each : unit_) state_.causes->after(each->drained_by(thread_));
}

}  // namespace tensix
