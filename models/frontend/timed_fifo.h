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
    words_.resize(places);
    left_.resize(places);
    events_.resize(places);
    left_by_.resize(places);
  }
  bool empty() const { return in_ == out_; }
  uint32_t size() const { return static_cast<uint32_t>(in_ - out_); }
  bool full() const { return size() >= entries_; }
  const timed_word& front() const { return words_[out_ & mask_]; }
  word_events front_events() const { return events_[out_ & mask_]; }
  void push(const timed_word& w) { words_[in_++ & mask_] = w; }
  void push(const timed_word& w, word_events events) {
    events_[in_ & mask_] = events;
    push(w);
  }
  // The first one leaves in cycle `at`.
  void pop(uint64_t at) { left_[out_++ & mask_] = at; }
  void pop(uint64_t at, event_id by) {
    left_by_[out_ & mask_] = by;
    pop(at);
  }
  // When the word left that stood `entries` places before the first one: all places but those of `size()` are free from then on.
  // (Of a word that there was not: 0.)
  uint64_t place_from() const { return left_[(out_ - entries_) & mask_]; }
  event_id place_by() const { return left_by_[(out_ - entries_) & mask_]; }  // the event of that
  event_id room_by(uint32_t most) const { return left_by_[(in_ - most) & mask_]; }
  // The first cycle in which a word may come in if that makes at most `most` (more than are in) in that cycle.
  uint64_t room_from(uint32_t most) const { return left_[(in_ - most) & mask_]; }
  // Of those that are in, oldest first.
  const timed_word& operator[](uint32_t i) const { return words_[(out_ + i) & mask_]; }

 private:
  const uint32_t entries_;
  uint32_t mask_ = 0;
  uint64_t in_ = 0, out_ = 0;  // words so far
  std::vector<timed_word> words_;
  std::vector<uint64_t> left_;
  // If somebody records causes.
  std::vector<word_events> events_;
  std::vector<event_id> left_by_;
};

}  // namespace tensix
