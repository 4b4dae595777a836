#include "models/frontend/frontend.h"

#include <algorithm>
#include <string>

#include "models/contracts/semwait.h"
#include "models/frontend/instruction_types_function.h"
#include "models/observe/event_tap.h"

namespace tensix {

namespace {
bool is_mop(uint32_t word) { return opcode_of(word) == opcode::MOP; }

// Whose instructions a unit takes.
unit_id id_of(tile_unit unit) {
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
      fifo_(parameters.fifo_entries),
      replay_fifo_(parameters.replay_fifo_entries),
      gate_fifo_(parameters.gate_fifo_entries),
      most_with_headroom_(parameters.fifo_entries + 1 - std::min(parameters.fifo_headroom, parameters.fifo_entries)),
      run_(slot_of(slot::frontend0, thread), method<&frontend::process>(this)) {
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
// -------------------------------------------------------------------------------------------------------------

cycle_t frontend::room_from(cycle_t cycle, pushed_by who) const {
  const uint32_t most = most_words(who);
  if (needs_headroom(who) && parameters_.fifo_counts_downstream && pushed_ + 1 - oldest_pushed() >= most) return never;
  if (fifo_.size() >= most) return never;
  return std::max(cycle, fifo_.room_from(most));
}

bool frontend::push(uint32_t word, cycle_t cycle, push_origin from) {
  if (room_from(cycle, from.who) > cycle) return false;
  tracking.push(word, ++pushed_, state_.thread_config(thread_));
  const event_id by = recording() ? told_pushed(cycle, word, from, fifo_.room_by(most_words(from.who))) : 0;
  fifo_.push({word, pushed_, cycle + (from.ttinsn ? parameters_.ttinsn_cycles : parameters_.stage_latency_cycles)}, {by, by});
  tell_fifo(1, cycle);
  if (is_mop(word)) ++mops_queued_;
  if (fifo_.size() > 1) return true;  // behind a word that cannot move
  pump();
  if (!gate_fifo_.empty()) run_.arm(std::max(gate_fifo_.front().at, next_issue_));
  return true;
}

bool frontend::push_behind_mop(uint32_t word, cycle_t cycle, unsigned core) {
  if (replay_fifo_.full()) return false;
  push_origin from;
  from.core = static_cast<uint8_t>(core);
  const event_id by = recording() ? told_pushed(cycle, word, from, 0) : 0;
  replay_fifo_.push({word, in_mop_, cycle + parameters_.stage_latency_cycles}, {by, by});  // B's are not tracked
  pump();
  if (!gate_fifo_.empty()) run_.arm(std::max(gate_fifo_.front().at, next_issue_));
  return true;
}

// ---- The stages before the gate
// ----------------------------------------------------------------------------------------------

// Moves everything that can move, with the cycle in which it does.
template <bool told>
__attribute__((always_inline)) inline void frontend::pump_all() {
  const uint32_t before = fifo_.size();
  for (bool moved = true; moved;) {
    moved = !gate_fifo_.full() && pump_replay<told>();
    moved |= !replay_fifo_.full() && pump_mop<told>();
  }
  if (room_watchers_ && (headroom_watchers || fifo_.size() < before || !replay_fifo_.full())) fifo_popped.notify();
  if (tracking.tracking() && tracking.gone_before(oldest_pushed(), now_cycle()) && watchers_) changed.notify();
}

void frontend::pump() {
  if (observed()) pump_all<true>();
  else pump_all<false>();
}

// The pushed word from which the first instruction comes that has not passed the gate.
uint32_t frontend::oldest_pushed() const {
  if (!gate_fifo_.empty()) return gate_fifo_.front().pushed;
  if (replay_.replaying()) return in_replay_;
  if (!replay_fifo_.empty()) return replay_fifo_.front().pushed;
  if (!mop_.idle()) return in_mop_;
  return fifo_.empty() ? pushed_ + 1 : fifo_.front().pushed;
}

// (A place in the FIFO behind is free from the cycle in which the word `capacity` places earlier left it.)
template <bool told>
__attribute__((always_inline)) inline bool frontend::pump_mop() {
  if (!mop_.idle()) {
    uint32_t word;
    if (mop_.next(word)) {
      const cycle_t at = std::max(mop_free_, replay_fifo_.place_from());
      if (recording<told>()) {
        mop_by_ =
            told_moved(at, word, {}, expansion_begins_ ? cause(mop_by_) : a_word_behind(mop_by_), replay_fifo_.place_by());
        expansion_begins_ = false;
      }
      put<told>(replay_fifo_, {word, in_mop_, at + parameters_.stage_latency_cycles}, {mop_by_, in_mop_by_});
      mop_free_ = at + 1;
      return true;
    }
    mop_ended_ = true;
    --mops_queued_;
    mop_done_at_ = std::max(mop_done_at_, mop_free_);
    if (watchers_) changed.notify();
  }
  if (fifo_.empty()) return false;
  const timed_word incoming = fifo_.front();
  const word_events events = told ? fifo_.front_events() : word_events();
  cycle_t at = std::max(incoming.at, mop_free_);
  const uint32_t bubble = mop_ended_ && !is_mop(incoming.word) ? parameters_.mop_bubble_cycles : 0;
  at = std::max(at, mop_free_ + bubble);
  mop_ended_ = false;
  in_mop_ = incoming.pushed;
  if constexpr (told) in_mop_by_ = events.origin;
  if (recording<told>())
    mop_by_ = told_moved(at, incoming.word, arrived(incoming.at, events.by), a_word_behind(mop_by_, bubble), 0);
  if (recording<told>()) fifo_.pop(at, told_taken(at));
  else fifo_.pop(at);
  if (told) tell_fifo(-1, std::max(at, now_cycle()));
  if (mop_.accept(incoming.word)) {
    // The first word of the expansion leaves in the cycle the MOP is taken in, unless it has only just arrived.
    mop_free_ = is_mop(incoming.word) ? std::max(at, incoming.at + parameters_.mop_start_cycles) : at + 1;
    if (recording<told>()) tell_begins_expanding(incoming, events.by);
    return true;
  }
  if (const cycle_t place = replay_fifo_.place_from(); place > at) {
    at = place;
    if (recording<told>()) mop_by_ = told_moved(at, incoming.word, {}, mop_by_, replay_fifo_.place_by());
  }
  put<told>(replay_fifo_, {incoming.word, incoming.pushed, at + parameters_.stage_latency_cycles}, {mop_by_, events.origin});
  mop_free_ = at + 1;
  return true;
}

template <bool told>
__attribute__((always_inline)) inline bool frontend::pump_replay() {
  if (!replay_.idle() && replay_.replaying()) return repeat<told>();
  if (replay_fifo_.empty()) return false;
  const timed_word& incoming = replay_fifo_.front();
  if (!replay_.passes(incoming.word)) return record<told>();
  const word_events events = told ? replay_fifo_.front_events() : word_events();
  const cycle_t at = std::max({incoming.at, replay_free_, gate_fifo_.place_from()});
  if (recording<told>()) {
    replay_by_ =
        told_moved(at, incoming.word, arrived(incoming.at, events.by), a_word_behind(replay_by_), gate_fifo_.place_by());
    replay_fifo_.pop(at, replay_by_);
  } else {
    replay_fifo_.pop(at);
  }
  put<told>(gate_fifo_, {incoming.word, incoming.pushed, at + parameters_.stage_latency_cycles}, {replay_by_, events.origin});
  replay_free_ = at + 1;
  return true;
}

// The next word of a replay.
template <bool told>
bool frontend::repeat() {
  replay_free_ = std::max(replay_free_, gate_fifo_.place_from());
  const uint32_t word = replay_.next();
  if (recording<told>()) replay_by_ = told_moved(replay_free_, word, {}, a_word_behind(replay_by_), gate_fifo_.place_by());
  put<told>(gate_fifo_, {word, in_replay_, replay_free_ + parameters_.stage_latency_cycles}, {replay_by_, in_replay_by_});
  replay_done_at_ = ++replay_free_;
  return true;
}

// A REPLAY, or a word that is recorded.
template <bool told>
bool frontend::record() {
  const timed_word incoming = replay_fifo_.front();
  const word_events events = told ? replay_fifo_.front_events() : word_events();
  cycle_t at = std::max(incoming.at, replay_free_);
  uint32_t out = 0;
  const bool emits = replay_.accept(incoming.word, out);
  if (emits) at = std::max(at, gate_fifo_.place_from());
  in_replay_ = incoming.pushed;
  in_replay_by_ = events.origin;
  if (recording<told>())
    replay_by_ = told_moved(at, incoming.word, arrived(incoming.at, events.by), a_word_behind(replay_by_),
                            emits ? gate_fifo_.place_by() : 0);
  if (recording<told>()) replay_fifo_.pop(at, replay_by_);
  else replay_fifo_.pop(at);
  replay_free_ = at + 1;
  if (opcode_of(incoming.word) == opcode::REPLAY) replay_done_at_ = replay_free_;
  if (emits) put<told>(gate_fifo_, {out, incoming.pushed, at + parameters_.stage_latency_cycles}, {replay_by_, events.origin});
  return true;
}

// ---- The gate
// ----------------------------------------------------------------------------------------------------------------

// Whether it asks for a bank of a side. That may be met before it was going to be: the side goes on to its other bank.
static bool asks_for_banks(uint32_t wait) {
  return opcode_of(wait) == opcode::STALLWAIT && insn::STALLWAIT::wait_res(wait) >> 5 & 15;
}

void frontend::process() {
  if (observed()) look<true>();
  else look<false>();
}

// The latched wait, in a cycle in which its conditions have not been met before.
template <bool told>
void frontend::look_at_wait(cycle_t now) {
  const cycle_t met = now < latched_from_ ? latched_from_ : conditions_met(now);
  if (met == now) {
    release_ = now + parameters_.wait_lag_cycles;
    next_wait_ = now > latched_from_ ? release_ + parameters_.forget_cycles : release_;
    if (recording<told>()) tell_met(now);
    if (told && watcher) watcher->wait_met(thread_, latched_, now);
  } else {
    if (met != never) run_.arm(met);
    if (met == never || asks_for_banks(latched_)) listen(ended_by(latched_));
  }
}

// One instruction a cycle: look at the latched wait, then let the next instruction pass if neither the wait nor its unit holds
// it.
template <bool told>
inline void frontend::look() {
  const cycle_t now = run_.begin();
  if (state_.diagnose.stop()) return;
  listen(waited_change::none);
  if (latched_) {
    if (release_ == never) look_at_wait<told>(now);
    if (release_ <= now) {
      forgotten_ = latched_;
      latched_ = 0;
      release_ = never;
    }
  }
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
  if (const uint32_t by = blocked_by(head.word, now)) {
    const opcode op = opcode_of(by);
    wait(op == opcode::STALLWAIT ? stall_reason::stallwait
         : op == opcode::SEMWAIT ? stall_reason::semwait
                                 : stall_reason::streamwait,
         now, latched_ ? release_ : next_wait_);
    return;
  }
  if (tracking.tracking()) {
    const cycle_t stored = tracking.may_pass(head.pushed, now);
    if (stored > now) return wait(stall_reason::auto_ttsync, now, stored);
  }
  if (told && watcher) watcher->offering(thread_, head.word, now);
  if (recording<told>()) tell_issuing(now);
  const issue_response answer = present<told>(head.word, now);
  if (!answer.accepted) {
    if (recording<told>()) state_.causes->drop();
    return wait(answer.why, now, answer.again);
  }
  account_.enter(stall_reason::none, now);
  why_ = stall_reason::none;
  ++number_;
  if (trace_sink* s = told ? account_.sink() : nullptr) s->issued(thread_, head.word, now);
  if (told && state_.tap) state_.tap->issued(thread_, head.word, now);
  if (told && watcher) watcher->issued(thread_, head.word, now);
  tracking.passed(head.word, head.pushed);
  if (recording<told>()) gate_fifo_.pop(now, issued_by_);
  else gate_fifo_.pop(now);
  next_issue_ = answer.thread_free;
  if (recording<told>())
    next_issue_by_ = {issued_by_, answer.busy_with == path_use() ? use(path_kind::issue) : answer.busy_with, next_issue_ - now};
  pump_all<told>();
  if (state_.diagnose.stop()) return;
  run_.arm(next_issue_);  // for the next one, or to see that none is there
}

void frontend::wait(stall_reason why, cycle_t now, cycle_t until) {
  why_ = why;
  account_.enter(why, now);
  if (trace_sink* s = account_.sink()) s->refused(thread_, gate_fifo_.front().word, why, now);
  const bool for_bank = why == stall_reason::srca_not_valid || why == stall_reason::srcb_not_valid;
  if (until != never) {
    run_.arm(until);
    if (!for_bank) return;  // a bank may be there before: see asks_for_banks
  }
  if (latched_ && holds_back(latched_, gate_fifo_.front().word)) return;  // `look` has set it, or the cycle is known
  listen(std::max(gate_waits_for_, for_bank ? waited_change::of_bank : waited_change::any));
}

// By what changes the condition of a latched wait can come true.
frontend::waited_change frontend::ended_by(uint32_t wait) {
  constexpr uint32_t banks = 3 << 7;  // C7 and C8
  const uint32_t select = opcode_of(wait) == opcode::STALLWAIT ? insn::STALLWAIT::wait_res(wait) : 0;
  return select && (select & ~banks) == 0 ? waited_change::of_bank : waited_change::any;
}

// Whether a latched wait instruction holds `word` back.
bool frontend::holds_back(uint32_t wait, uint32_t word) {
  const uint32_t wait_bits = opcode_of(wait) == opcode::SEMWAIT      ? insn::SEMWAIT::stall_res(wait)
                             : opcode_of(wait) == opcode::STREAMWAIT ? insn::STREAMWAIT::stall_res(wait)
                                                                     : insn::STALLWAIT::stall_res(wait);
  const uint32_t mask = wait_bits ? wait_bits : 1u << 6;
  if (unit_of(word) == unit_id::nop) return mask == all_block_bits;
  // A new wait instruction never replaces a latched one, whatever the mask.
  const uint32_t bits = block_bits(word);
  return bits == all_block_bits || (bits & mask) != 0;
}

// The wait instruction that keeps `word` at the gate, 0 if none does.
uint32_t frontend::blocked_by(uint32_t word, cycle_t now) const {
  if (!latched_) return next_wait_ > now && is_wait(word) ? forgotten_ : 0;
  return holds_back(latched_, word) ? latched_ : 0;
}

template <bool told>
issue_response frontend::present(uint32_t word, cycle_t now) {
  issue_if* const taker = unit_for(word);
  event_tap* const tap = taker ? state_.tap : nullptr;
  if (told && tap) tap->offering(place_of(word), thread_, word, now);
  const issue_response answer = taker ? taker->offer({word, thread_, now}) : taken_by_no_unit(word, now);
  if (recording<told>() && answer.accepted) issued_by_ = offered_by_;
  if (answer.accepted && is_wait(word)) latch(word, now);
  if (told && tap)
    tap->answered(place_of(word), thread_, word, now, answer.accepted, static_cast<unsigned>(answer.why), answer.thread_free);
  return answer;
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

// A wait instruction has passed the gate. What it asks for is fixed now: its masks, and of STREAMWAIT the target, whose upper
// bits are the thread's configuration. What that is compared with is looked at anew in every cycle: units, banks, semaphores
// with their maxima, a stream's register, and the configured number of that stream.
void frontend::latch(uint32_t word, cycle_t now) {
  latched_ = word;
  latched_from_ = now + 1;
  latched_by_ = {issued_by_, use(path_kind::issue), 1};
  latched_pushed_by_ = offered_from_;
  release_ = never;
  if (opcode_of(word) == opcode::STREAMWAIT) {
    using namespace insn::STREAMWAIT;
    const uint16_t* t = state_.thread_config(thread_);
    const uint32_t high = target_sel(word) ? tcfg::STREAMWAIT_NUM_MSGS_HI_Val(t) : tcfg::STREAMWAIT_PHASE_HI_Val(t);
    latched_target_ = (high << 10) | target_value(word);
  } else if (opcode_of(word) == opcode::SEMWAIT) {
    // Behind the thread's own semaphore instructions.
    latched_from_ = std::max(latched_from_, unit(tile_unit::sync_unit)->drained_from(thread_, now));
  }
  run_.arm(latched_from_);
}

// The register that the latched STREAMWAIT looks at, as it is now.
uint32_t frontend::stream_value() const {
  using namespace insn::STREAMWAIT;
  const unsigned stream = tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(wait_stream_sel(latched_))(state_.thread_config(thread_));
  return overlay_.read(stream,
                       target_sel(latched_) ? overlay_if::messages_received_register : overlay_if::current_phase_register);
}

// The first cycle >= now in which all conditions of the latched wait hold, as far as it is known.
cycle_t frontend::conditions_met(cycle_t now) const {
  switch (opcode_of(latched_)) {
    case opcode::SEMWAIT: return keeps_waiting(state_, latched_) ? never : now;
    case opcode::STREAMWAIT: return stream_value() < latched_target_ ? never : now;
    default: return stall_conditions_met(insn::STALLWAIT::wait_res(latched_), now);
  }
}

cycle_t frontend::stall_conditions_met(uint32_t select, cycle_t now) const {
  if (select == 0) select = 0xf;
  cycle_t met = now;
  const auto also = [&](cycle_t c) { met = std::max(met, c); };
  const auto unpackers = [&](unsigned which) {
    const unsigned bank = (which ? state_.srcb : state_.srca).unpack_bank;
    also(hand_over_.usable_from(which, bank, src_client::unpackers, now));
  };
  const auto matrix_unit = [&](unsigned which) {
    const unsigned bank = (which ? state_.srcb : state_.srca).matrix_bank;
    also(hand_over_.usable_from(which, bank, src_client::matrix_unit, now));
  };
  for (uint32_t bits = select; bits; bits &= bits - 1) switch (__builtin_ctz(bits)) {
      case 0: also(unit(tile_unit::scalar_unit)->memory_idle_from(thread_, now)); break;
      case 1: also(unit(tile_unit::unpacker0)->drained_from(thread_, now)); break;
      case 2: also(unit(tile_unit::unpacker1)->drained_from(thread_, now)); break;
      case 3: also(unit(tile_unit::packers)->drained_from(thread_, now)); break;
      case 4: also(unit(tile_unit::matrix_unit)->drained_from(thread_, now)); break;
      case 5: unpackers(0); break;
      case 6: unpackers(1); break;
      case 7: matrix_unit(0); break;
      case 8: matrix_unit(1); break;
      case 9: also(unit(tile_unit::mover)->idle_from(now)); break;
      case 10: also(riscv_stores_done ? riscv_stores_done(now) : now); break;
      case 11: also(unit(tile_unit::vector_unit)->drained_from(thread_, now)); break;
      case 12: also(unit(tile_unit::config_unit)->idle_from(now)); break;
      default: break;
    }
  return met;
}

cycle_t frontend::idle_from(cycle_t now) const {
  if (!fifo_.empty() || !replay_fifo_.empty() || !gate_fifo_.empty() || !mop_.idle() || replay_.replaying()) return never;
  cycle_t idle = std::max(now, next_issue_);
  for (const issue_if* each : unit_) idle = std::max(idle, each->drained_from(thread_, now));
  // That the units of the datapath are idle is seen later: what they tell is as old.
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
