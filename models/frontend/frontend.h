// SPDX-License-Identifier: Apache-2.0
// One thread's frontend: instruction FIFO -> MOP expander -> FIFO -> replay expander -> FIFO -> wait gate -> a unit.
//
// Each stage moves one instruction a cycle (frontend.issue_width: several). The stages before the gate depend on nothing but each
// other, so their times are worked out when an instruction is moved (every queue entry carries the cycle in which it leaves its
// stage); only the gate is a process. The gate holds at most one latched wait (STALLWAIT, SEMWAIT, STREAMWAIT); it is looked at
// every cycle, and what it blocked may pass one cycle after its conditions were met. Source: ISA documentation,
// TensixCoprocessor, MOPExpander, REPLAY, STALLWAIT, SEMWAIT, STREAMWAIT.
//
//   frontend.cpp         the pipeline: pushes, expanders, gate, offer
//   wait_conditions.cpp  wait instructions: what they hold back, and when they are met
//   frontend_state.cpp   what others ask: what is queued or at work, and what the thread waits for
//   frontend_causes.cpp  why words move when they do, if causes are recorded
#pragma once
#include <array>
#include <deque>
#include <functional>
#include <systemc>
#include <vector>

#include "models/contracts/core_access.h"
#include "models/contracts/issue.h"
#include "models/frontend/auto_ttsync.h"
#include "models/frontend/expanders.h"
#include "models/frontend/frontend_parameters.h"
#include "models/frontend/timed_fifo.h"
#include "models/hand_over/src_hand_over.h"
#include "models/memory/overlay_if.h"
#include "models/observe/account.h"
#include "models/registers/tensix_state.h"
#include "models/time/strand.h"

namespace tensix {

// Who brings a word to the FIFO, and how.
enum class pushed_by : uint8_t {
  stream,  // a player: any free entry will do (unless frontend.players_need_headroom)
  core,    // a store of a core, its first word
  fused    // its other words, in the same cycle
};
struct push_origin {
  pushed_by who = pushed_by::stream;
  bool ttinsn = false;      // not a store, but a .ttinsn
  uint8_t core = 0;         // whose
  bool has_waited = false;  // for room
  event_id by = 0;          // its event in the core, if causes are recorded and the core counts its own cycles
  static constexpr uint32_t no_pc = ~0u;
  uint32_t pc = no_pc;  // of the core's instruction
};

class frontend : public sc_core::sc_module, public gate_listener_if {
 public:
  // One port a unit, in the order of tile_unit.
  std::deque<sc_core::sc_port<issue_if>> to;

  frontend(sc_core::sc_module_name name, unsigned thread, const frontend_parameters& parameters, tensix_state& state,
           const src_hand_over& hand_over, const overlay_if& overlay);

  const core_stores_if* core_stores = nullptr;  // of the thread's core, for STALLWAIT C10; null: it has none on their way

  // RISC-V side. A word pushed in `cycle` enters the FIFO; returns false if it does not accept it then. `fifo_popped` is
  // notified when room may have appeared, there or between the expanders; `room_from` is the first cycle with room (never: not
  // known yet).
  bool push(uint32_t word, cycle_t cycle, const push_origin& from = {});
  cycle_t room_from(cycle_t cycle, pushed_by who = pushed_by::stream) const;
  event_id pushed_last() const { return pushed_by_; }  // of the last push, if causes are recorded
  tile_event fifo_popped;
  // A word put between the expanders (RISC-V B).
  bool push_behind_mop(uint32_t word, cycle_t cycle, unsigned core);
  void write_mop_config(unsigned index, uint32_t value) { mop_.write_config(index, value); }
  // First cycle >= now in which the thread has no instruction anywhere (never: not known yet, `changed` will be notified).
  cycle_t idle_from(cycle_t now) const;
  // Adds to the event begun last what it waits for that waits until then.
  void record_idle_causes() const;
  // First cycle >= now in which no MOP is queued or being expanded.
  cycle_t mop_idle_from(cycle_t now) const;
  // Types of instructions (instruction_types_function.h) that have not passed the gate, and of those that are anywhere: at a unit
  // too. (What an expander makes counts as soon as it has been worked out, some cycles before it is made.)
  uint32_t queued_types(cycle_t now) const;
  uint32_t busy_types(cycle_t now) const;
  tile_event changed;
  // Whether a push needs free entries beyond its own, and then counts words until they are past the gate.
  bool needs_headroom(pushed_by who) const {
    return who == pushed_by::core || (who == pushed_by::stream && parameters_.players_need_headroom);
  }
  unsigned headroom_watchers = 0;  // of watchers to whom it applies
  // Of processes that wait for `changed` or for `fifo_popped`: the events are notified only if there are some.
  void watch(const tile_event& event) { ++watchers_of(event), listen(gate_waits_for_); }
  void watch_no_more(const tile_event& event) { --watchers_of(event), listen(gate_waits_for_); }

  // The first cycle >= now in which all STALLWAIT conditions of the mask C0..C12 hold (0: C0..C3), as far as it is known.
  cycle_t stall_conditions_met(uint32_t select, cycle_t now) const;
  void state_changed(cycle_t visible_at) override { look_again(visible_at, gate_waits_for_ != waited_change::none); }
  void unit_changed(cycle_t visible_at) override { look_again(visible_at, gate_waits_for_ == waited_change::any); }
  auto_ttsync tracking;  // Auto TTSync; its core's port reports stores to it and asks it; `changed` when something is set free
  std::string waits_for() const;
  // What has not passed the gate, a line each: words of the three FIFOs in full, where the expanders are, by name what a latched
  // wait waits for and holds back, and `place` of the core's instructions that have pushed what is at the gate. Empty: nothing.
  std::string contents(const std::function<std::string(uint32_t pc)>& place) const;
  // The instruction that has been refused last and is still held, and why; false: none is.
  bool held(gate_event& e, stall_reason& why) const;
  uint32_t latched_wait() const { return latched_; }  // STALLWAIT, SEMWAIT or STREAMWAIT, 0: none
  uint64_t issued() const { return number_; }
  uint32_t words_in_fifo() const { return fifo_.size(); }
  account& activity() { return account_; }

 private:
  const unsigned thread_;
  const frontend_parameters parameters_;
  tensix_state& state_;
  const src_hand_over& hand_over_;
  const overlay_if& overlay_;
  mop_expander mop_;
  replay_expander replay_;
  timed_fifo fifo_, replay_fifo_, gate_fifo_;
  const uint32_t most_with_headroom_;  // words that may be in the FIFO, with the one that comes
  const bool wide_;                    // several a cycle
  cycle_t mop_free_ = 0, replay_free_ = 0;
  struct pace {  // of a stage: the cycle in which it has moved words last, and how many
    cycle_t cycle = 0;
    uint32_t words = 0;
  } mop_pace_, replay_pace_;
  uint64_t together_from_ = 0;                        // instructions behind this number may share a cycle
  uint32_t pushed_ = 0, in_mop_ = 0, in_replay_ = 0;  // numbers: last pushed; last taken by the expanders
  // Of the pushed words, by number modulo a power of two that is larger than what there may be before the gate.
  std::vector<uint32_t> pushed_from_;
  uint32_t pushed_mask_ = 0;
  bool pushed_behind_mop_ = false;  // by B: those words have no numbers of their own
  bool mop_ended_ = false;          // the last thing the MOP expander did was an expansion
  unsigned mops_queued_ = 0;
  cycle_t mop_done_at_ = 0;
  cycle_t replay_done_at_ = 0;

  // Gate.
  uint32_t latched_ = 0;                                // wait instruction, 0: none
  uint32_t latched_at_ = 0;                             // where it was pushed
  uint32_t latched_target_ = 0;                         // of STREAMWAIT
  cycle_t latched_from_ = 0;                            // first cycle it is evaluated in
  cycle_t release_ = never;                             // first cycle without it
  uint32_t forgotten_ = 0;                              // the last one that was latched
  cycle_t next_wait_ = 0;                               // first cycle in which it makes room for another
  cycle_t next_issue_ = 0;                              // first cycle the thread may present an instruction
  waited_change gate_waits_for_ = waited_change::none;  // what makes it look again, beside the time that run_ is armed for
  unsigned watchers_ = 0, room_watchers_ = 0;
  unsigned& watchers_of(const tile_event& event) { return &event == &changed ? watchers_ : room_watchers_; }
  stall_reason why_ = stall_reason::no_instruction;
  uint64_t number_ = 0;
  // If causes are recorded: of mop_free_ and replay_free_; of next_issue_; of the last latched wait: its issue, release and place.
  event_id mop_by_ = 0, replay_by_ = 0, issued_by_ = 0;
  event_id offered_by_ = 0, offered_from_ = 0;  // offered last: its event, and that of its push
  mutable event_id pushed_by_ = 0;
  event_id latched_pushed_by_ = 0, in_mop_by_ = 0, in_replay_by_ = 0;  // pushes of the latched wait, and of what is expanded
  event_id came_by_ = 0;  // of what the MOP expander took last: see word_events::by
  cause next_issue_by_, latched_by_, met_by_, released_by_, next_wait_by_;  // met_by_: released_by_ of the latched wait
  bool expansion_begins_ = false;             // the first word of an expansion leaves with the MOP
  std::array<issue_if*, tile_units> unit_{};  // resolved at end of elaboration
  std::array<issue_if*, static_cast<unsigned>(unit_id::none) + 1> taker_{};  // who takes what a unit_id executes; null: none
  std::array<uint8_t, static_cast<unsigned>(unit_id::none) + 1> place_{};    // its tile_unit
  account account_;
  activation run_;

  void end_of_elaboration() override;

  // The pipeline.
  void process();
  void pushed();
  inline void move_words();
  __attribute__((cold)) void move_several_a_cycle();
  template <bool wide>
  inline void move_all(bool observed);
  template <bool wide>
  inline bool expand_mop(bool observed);
  template <bool wide>
  inline bool expand_replay(bool observed);
  template <bool wide>
  inline bool repeat(bool observed);
  template <bool wide>
  bool record_or_start_replay(bool observed);
  template <bool wide>
  cycle_t next_of(pace& stage, cycle_t at) const;
  inline void passed(const timed_word& head, const issue_response& answer, cycle_t now, bool observed);
  __attribute__((cold)) void issue_more(uint32_t word, cycle_t now);
  bool shares_a_cycle(uint32_t word) const;
  inline issue_response present(uint32_t word, cycle_t now);
  issue_response taken_by_no_unit(uint32_t word, cycle_t now);
  void hold(stall_reason why, cycle_t now, cycle_t until);
  uint32_t oldest_pushed() const;

  void look_again(cycle_t cycle, bool looks) {
    if (looks) run_.arm(cycle);
    if (watchers_) changed.notify();
  }
  void listen(waited_change gate) {
    gate_waits_for_ = gate;
    waits_for_ = watchers_ ? waited_change::any : gate;
  }

  // Observers and causes, which most runs do not have: looked at once a pass. What is reported and recorded of a move stands out of
  // line (frontend_causes.cpp), and is called before the move.
  bool observed() const { return __builtin_expect((state_.tap != nullptr) | (state_.causes != nullptr), 0); }
  gate_event at_gate(uint32_t word, cycle_t now) const { return {thread_, word, now, place_of(word)}; }
  path_use use(path_kind kind) const { return {kind, thread_}; }
  cause arrived(uint64_t at, event_id by) const { return {by, use(path_kind::stage), at - state_.causes->cycle_of(by)}; }
  // The next word of an expander, which leaves it in `at`: a cycle later, or in the same one.
  cause a_word_behind(event_id e, cycle_t at, uint32_t bubble = 0) const {
    return {e, use(path_kind::expand), state_.causes->cycle_of(e) < at, use(path_kind::mop_bubble), bubble};
  }
  event_id record_moved(cycle_t cycle, uint32_t word, const cause& came, const cause& before, event_id place) const;
  __attribute__((cold)) void record_push(timed_fifo& fifo, cycle_t cycle, uint32_t word, const push_origin& from);
  __attribute__((cold)) void record_mop_word(cycle_t at, uint32_t word);
  __attribute__((cold)) void record_taken(cycle_t at, uint32_t bubble);
  __attribute__((cold)) void record_expansion(const timed_word& mop);
  __attribute__((cold)) void record_passed_on(cycle_t at, uint32_t word, bool waited);
  __attribute__((cold)) void record_replay_word(cycle_t at, uint32_t word);
  __attribute__((cold)) void record_through_replay(cycle_t at, bool passes_on);
  __attribute__((cold)) void record_offer(cycle_t now);
  __attribute__((cold)) void record_refusal(stall_reason why, cycle_t now);
  __attribute__((cold)) void record_issue(const issue_response& answer, cycle_t now);
  __attribute__((cold)) void record_met(cycle_t now);
  void record_conditions(uint32_t select) const;

  uint32_t pushed_at(uint32_t number) const {
    return pushed_behind_mop_ ? push_origin::no_pc : pushed_from_[number & pushed_mask_];
  }
  static std::string words_text(const timed_fifo& words);
  std::string wait_text() const;

  // Wait instructions.
  static bool holds_back(uint32_t wait, uint32_t word);
  static waited_change ended_by(uint32_t wait);
  static stall_reason reason_of(uint32_t wait);
  void latch(uint32_t word, cycle_t now);
  void look_at_wait(cycle_t now);
  uint32_t stream_value() const;
  cycle_t conditions_met(cycle_t now) const;
  // The wait instruction that keeps `word` at the gate, 0 if none does.
  uint32_t blocked_by(uint32_t word, cycle_t now) const {
    if (!latched_) return next_wait_ > now && is_wait(word) ? forgotten_ : 0;
    return holds_back(latched_, word) ? latched_ : 0;
  }

  uint32_t most_words(pushed_by who) const { return needs_headroom(who) ? most_with_headroom_ : parameters_.fifo_entries; }
  static unit_id id_of(tile_unit unit);
  issue_if* unit(tile_unit u) const { return unit_[static_cast<unsigned>(u)]; }
  issue_if* unit_for(uint32_t word) const {
    const unit_id id = unit_of(word);
    if (id == unit_id::unpacker && !insn::UNPACR::unpack_block_selection(word)) return unit(tile_unit::unpacker0);
    return taker_[static_cast<unsigned>(id)];  // of the unpackers: the second
  }
  // The tile_unit of that unit; tile_units: none.
  unsigned place_of(uint32_t word) const {
    const unit_id id = unit_of(word);
    if (id == unit_id::unpacker && !insn::UNPACR::unpack_block_selection(word))
      return static_cast<unsigned>(tile_unit::unpacker0);
    return taker_[static_cast<unsigned>(id)] ? place_[static_cast<unsigned>(id)] : tile_units;
  }
};

}  // namespace tensix
