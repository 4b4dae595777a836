// SPDX-License-Identifier: Apache-2.0
// A FIFO of instructions between two stages whose moves are worked out ahead of time: each word carries a time, and the FIFO
// remembers when the last words left it, for a place is free again only then.
#pragma once
#include <cstdint>
#include <vector>

#include "models/observe/causes.h"

namespace tensix {

struct timed_word {
  uint32_t word;
  uint32_t pushed;  // number of the pushed word it is or comes from
  uint64_t at;      // in the instruction FIFO: arrival; elsewhere: leaves its expander
};
struct word_events {
  event_id by = 0;      // of which the word's `at` is a stage behind
  event_id origin = 0;  // its push
};

class timed_fifo {
 public:
  explicit timed_fifo(uint32_t entries) : entries_(entries) {
    uint32_t places = 1;
    while (places < entries) places *= 2;
    mask_ = places - 1;
    places_.resize(places);
    events_.resize(places);
  }
  bool empty() const { return in_ == out_; }
  uint32_t size() const { return in_ - out_; }
  bool full() const { return size() >= entries_; }
  const timed_word& front() const { return at(out_).word; }
  word_events front_events() const { return events_[out_ & mask_].entered; }
  void push(const timed_word& w) { at(in_++).word = w; }
  // The first one leaves in cycle `cycle`.
  void pop(uint64_t cycle) { at(out_++).left = cycle; }
  // Before `push` and `pop`, if causes are recorded: their events.
  void enters_by(word_events events) { events_[in_ & mask_].entered = events; }
  void leaves_by(event_id by) { events_[out_ & mask_].left_by = by; }
  // The first cycle in which a word may come in if that makes at most `most` (more than are in) in that cycle; its event.
  uint64_t room_from(uint32_t most) const { return at(in_ - most).left; }
  event_id room_by(uint32_t most) const { return events_[(in_ - most) & mask_].left_by; }
  // When there is a place for one more word: words may leave later than now. Of a FIFO that is not full.
  uint64_t place_from() const { return room_from(entries_); }
  event_id place_by() const { return room_by(entries_); }
  // When the word left that stood `entries` places before the first one. Of words that leave in the cycle in which this is asked,
  // that is when the last of those that are in got its place: from then on the next one is in the stage in front.
  uint64_t stage_before_from() const { return at(out_ - entries_).left; }
  event_id stage_before_by() const { return events_[(out_ - entries_) & mask_].left_by; }
  // Of those that are in, oldest first.
  const timed_word& operator[](uint32_t i) const { return at(out_ + i).word; }

 private:
  const uint32_t entries_;
  uint32_t mask_ = 0;
  uint32_t in_ = 0, out_ = 0;  // words so far, modulo 2^32
  struct alignas(32) place {   // a power of two: found by a shift
    timed_word word;
    uint64_t left = 0;  // when the last word left it
  };
  std::vector<place> places_;
  struct place_events {  // if causes are recorded
    word_events entered;
    event_id left_by = 0;
  };
  std::vector<place_events> events_;

  place& at(uint32_t number) { return places_[number & mask_]; }
  const place& at(uint32_t number) const { return places_[number & mask_]; }
};

}  // namespace tensix
