// SPDX-License-Identifier: Apache-2.0
// The two expanders of a thread's frontend: MOP (templates 0 and 1) and REPLAY. Plain generators: push an incoming word,
// pull outgoing words one at a time. Layer 1; the frontend module adds the cycles.
// Source: ISA documentation, MOPExpander and REPLAY.
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "models/isa/isa.h"

namespace tensix {

class mop_expander {
 public:
  static constexpr unsigned config_words = 9;
  static constexpr unsigned count_bits = 10;  // of the chip's loop counts, template 1 (Blackhole); higher bits are ignored

  // `bits`: of its own loop counts (frontend.mop_count_bits), 1 to 16.
  explicit mop_expander(unsigned bits = count_bits) : bits_(bits) {}

  bool idle() const { return mode_ == mode::idle; }
  // Takes the next incoming word; only when idle. True: the word was consumed (MOP, MOP_CFG); false: it passes through.
  bool accept(uint32_t word) {
    const opcode op = opcode_of(word);
    return (op == opcode::MOP || op == opcode::MOP_CFG) && take(word);
  }
  // The next word of the expansion in progress; false when it has ended (then idle).
  bool next(uint32_t& word) {
    if (mode_ == mode::template0) return next_template0(word);
    if (step_ != 1 || inner_ + 1 >= inner_count_ || outer_ >= outer_count_) return next_template1(word);
    ++inner_;  // one of an inner loop, but not its last
    word = loop_op_;
    loop_op_ ^= loop_flip_;
    return true;
  }
  // What is unsupported about the MOP taken last, for a diagnosis; it expands as the documentation describes it with little
  // confidence, or with counts of the bits there are. Null: nothing.
  const char* unsupported() const { return unsupported_; }
  void write_config(unsigned index, uint32_t value) { config_[index] = value; }
  uint32_t config(unsigned index) const { return config_[index]; }
  // Of the expansion in progress: rounds done, of all; of template 1 those of the inner loop in this round of the outer one.
  struct position {
    unsigned mop_template;
    uint32_t outer, outer_count, inner, inner_count;
  };
  position at() const { return {mode_ == mode::template0 ? 0u : 1u, outer_, outer_count_, inner_, inner_count_}; }

 private:
  enum class mode : uint8_t { idle, template0, template1 } mode_ = mode::idle;
  std::array<uint32_t, config_words> config_{};
  uint32_t mask_hi_ = 0, mask_ = 0;
  uint32_t outer_ = 0, outer_count_ = 0, inner_ = 0, inner_count_ = 0, step_ = 0;
  uint32_t loop_op_ = 0, loop_flip_ = 0;
  const char* unsupported_ = nullptr;
  unsigned bits_;
  std::string too_few_bits_;
  uint32_t counted(uint32_t count);
  bool take(uint32_t word);
  bool next_template0(uint32_t& word);
  bool next_template1(uint32_t& word);
};

class replay_expander {
 public:
  static constexpr unsigned slots = 32;         // of the chip
  static constexpr unsigned most_entries = 64;  // that a REPLAY can name

  // `entries`: frontend.replay_entries, 1 to most_entries.
  explicit replay_expander(unsigned entries = slots)
      : entries_(entries), mask_((entries == slots ? slots : most_entries) - 1) {}

  bool idle() const { return left_ == 0; }  // it neither replays nor records
  bool replaying() const { return left_ != 0 && !loading_; }
  // Words that are still to be replayed or recorded, and the entry of the buffer that is next.
  uint32_t left() const { return left_; }
  uint32_t next_entry() const { return index_; }
  // Whether a word goes on as if there were no expander; only when not replaying.
  bool passes(uint32_t word) const { return idle() && opcode_of(word) != opcode::REPLAY; }
  // Takes the next incoming word; only when not replaying. Returns true and sets `out` if a word leaves because of it.
  bool accept(uint32_t word, uint32_t& out) {
    if (!passes(word)) return record_or_begin(word, out);
    out = word;
    return true;
  }
  // While replaying: the next recorded word.
  uint32_t next() {
    const uint32_t word = buffer_[index_];
    index_ = (index_ + 1) & mask_;
    --left_;
    return word;
  }
  // Why the REPLAY taken last means nothing with another number of entries than the chip's; empty: it does.
  const std::string& refused() const { return refused_; }

 private:
  std::array<uint32_t, most_entries> buffer_{};
  const uint32_t entries_, mask_;  // the chip's buffer wraps; of another size everything has to fit
  uint32_t index_ = 0, left_ = 0;
  bool loading_ = false, execute_ = false;
  uint64_t recorded_ = 0;  // entries, since the beginning; with another number than the chip's
  std::string refused_;
  void check_entries(uint32_t first, uint32_t count);
  bool record_or_begin(uint32_t word, uint32_t& out);
};

}  // namespace tensix
