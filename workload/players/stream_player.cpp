// SPDX-License-Identifier: Apache-2.0
#include "workload/players/stream_player.h"

#include <cstring>
#include <iterator>

#include "models/memory/address_map.h"

namespace tensix {

stream_player::stream_player(sc_core::sc_module_name name, unsigned core, const player_parameters& parameters,
                             std::unique_ptr<step_source> steps)
    : sc_module(name), socket("socket"), core_(core), parameters_(parameters), steps_(std::move(steps)) {
  payload_.set_data_ptr(data_);
  payload_.set_data_length(4);
  payload_.set_streaming_width(4);
}

// What a core waits for whose load of this address has not come back.
stall_reason stream_player::load_reason_of(uint32_t address) {
  known_reason& known = reasons_[(address ^ address >> 4) / 4 % std::size(reasons_)];
  if (known.address != address) known = {address, address_map::load_reason(address_map::decode(core_, address).region)};
  return known.why;
}

bool stream_player::access(tlm::tlm_command command, uint32_t address, uint32_t& value) {
  std::memcpy(data_, &value, 4);
  payload_.set_command(command);
  payload_.set_address(address);
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  socket->b_transport(payload_, ahead_);
  std::memcpy(&value, data_, 4);
  return payload_.is_response_ok();
}

void stream_player::spend(uint64_t cycles, path_kind on) {
  if (recorded_in && recorded_in->causes) recorded_in->causes->spent(core_, {on, core_}, cycles);
  // Not further ahead than this: the run may have to end meanwhile.
  constexpr uint64_t furthest = 1000;
  const uint64_t most_ahead = furthest * cycle_ticks();
  if (cycles < furthest) {
    if (cycles != spent_cycles_) spent_ = sc_core::sc_time::from_value((spent_cycles_ = cycles) * cycle_ticks());
    ahead_ += spent_;
    if (ahead_.value() < most_ahead && !at_step) return;
    cycles = 0;
  }
  if (now_cycle() + ahead_.value() / cycle_ticks() + cycles > 10 * most_cycles) {
    too_long_ = true;
    strand::current()->sleep_for_ever();
  }
  ahead_ += sc_core::sc_time::from_value(cycles * cycle_ticks());
  wait_for_time(ahead_);
  ahead_ = sc_core::SC_ZERO_TIME;
}

// A loop of directives that take no time would never end the cycle.
void stream_player::note_step() {
  constexpr uint64_t most_steps = 1000000;
  const uint64_t now = cycle_time::now_ticks() + ahead_.value();
  steps_in_cycle_ = now == last_step_ ? steps_in_cycle_ + 1 : 0;
  last_step_ = now;
  if (steps_in_cycle_ < most_steps) return;
  takes_no_time_ = true;
  strand::current()->sleep_for_ever();
}

void stream_player::push(uint32_t word) {
  activity_.begins(stall_reason::fifo_full, own_ticks());
  if (pushes) pushes->push_word(word, ttinsn_.applies, ahead_);
  else access(tlm::TLM_WRITE_COMMAND, address_map::instruction_fifo_base, word);
  activity_.over(own_ticks());
  activity_.pushed(parameters_.push_cycles);
  spend(parameters_.push_cycles, path_kind::push);
}

void stream_player::load(uint32_t address, uint32_t& value) {
  activity_.begins(load_reason_of(address), own_ticks());
  access(tlm::TLM_READ_COMMAND, address, value);
  activity_.over(own_ticks());
}

// A store to L1 takes a cycle there.
void stream_player::store(uint32_t address, uint32_t value) {
  activity_.begins(stall_reason::store_queue_full, own_ticks());
  access(tlm::TLM_WRITE_COMMAND, address, value);
  activity_.over(own_ticks(), 1);
  activity_.stored(parameters_.store_cycles);
  spend(parameters_.store_cycles, path_kind::store);
}

void stream_player::poll(const step& s) {
  poll_.mask = s.mask;
  poll_.value = s.value;
  poll_.holds = compare_function(s.how);
  payload_.set_extension(&poll_);
  uint32_t value = 0;
  activity_.poll_begins(s.address, own_ticks());
  access(tlm::TLM_READ_COMMAND, s.address, value);
  activity_.poll_over(poll_.began, load_reason_of(s.address), own_ticks());
  payload_.clear_extension(&poll_);
}

void stream_player::play() {
  uint32_t value = 0;
  while (steps_ && steps_->next(current_)) {
    const step& s = current_;
    note_step();
    if (at_step) at_step(s.line);
    switch (s.kind) {
      case step::kind_t::push:
        payload_.set_extension(&ttinsn_);
        for (uint32_t i = 0; i < s.count; ++i) push(s.words[i]);
        payload_.clear_extension(&ttinsn_);
        break;
      case step::kind_t::store: store(s.address, s.value); break;
      case step::kind_t::load: load(s.address, value); break;
      case step::kind_t::copy:
        load(s.address, value);
        store(s.address2, value);
        break;
      case step::kind_t::poll: poll(s); break;
      case step::kind_t::sync:  // B has no thread of its own, hence nothing to wait for
        if (core_ < thread_count) load(address_map::ttsync_done, value);
        break;
      case step::kind_t::mark:
        marks_.push_back({*s.name, core_, now_cycle() + ahead_.value() / cycle_ticks()});
        if (at_mark.call && at_mark.name == *s.name) {
          if (ahead_ != sc_core::SC_ZERO_TIME) wait_for_time(ahead_);
          ahead_ = sc_core::SC_ZERO_TIME;
          at_mark.call();
        }
        break;
      case step::kind_t::delay: spend(s.cycles, path_kind::delay); break;
    }
  }
  if (core_ < thread_count) load(address_map::ttsync_done, value);  // the implied sync
  if (ahead_ != sc_core::SC_ZERO_TIME) wait_for_time(ahead_);
  ahead_ = sc_core::SC_ZERO_TIME;
  finished_at_ = now_cycle();
  if (recorded_in && recorded_in->causes) recorded_in->causes->core_event(core_, finished_at_, {path_kind::core_wait, core_});
  activity_.done(finished_at_);
  done_ = true;
  if (on_done) on_done();
}

bool stream_player::restart(std::unique_ptr<step_source> steps) {
  payload_.clear_extension(&poll_);
  payload_.clear_extension(&ttinsn_);
  steps_ = std::move(steps);
  current_ = {};
  done_ = takes_no_time_ = too_long_ = false;
  ahead_ = sc_core::SC_ZERO_TIME;
  last_step_ = ~uint64_t{0};
  steps_in_cycle_ = 0;
  activity_.begin_again(now_cycle());
  run_.restart();
  return true;
}

std::string stream_player::where() const {
  if (done_) return "done";
  if (too_long_) return "in line " + std::to_string(current_.line) + ": simulated time ends at 10^16 cycles";
  if (takes_no_time_) return "in line " + std::to_string(current_.line) + ": a million directives in one cycle";
  return current_.line ? "in line " + std::to_string(current_.line) : "running";
}

}  // namespace tensix
