// SPDX-License-Identifier: Apache-2.0
#include "models/frontend/expanders.h"

namespace tensix {

namespace {
constexpr bool is_nop(uint32_t word) { return opcode_of(word) == opcode::NOP; }
}  // namespace

// What is counted of a loop count: the bits there are. The chip ignores bits beyond its own, so a program may have some there.
uint32_t mop_expander::counted(uint32_t count) {
  const uint32_t most = (1u << bits_) - 1, meant = count & ((1u << count_bits) - 1);
  if (bits_ < count_bits && meant > most) {
    too_few_bits_ = "unsupported: a MOP with a loop count of " + std::to_string(meant) + ", but counts have " +
                    std::to_string(bits_) + (bits_ == 1 ? " bit" : " bits") + ", at most " + std::to_string(most) +
                    ": raise frontend.mop_count_bits, or push several MOPs";
    unsupported_ = too_few_bits_.c_str();
  }
  return count & most;
}

// A MOP or a MOP_CFG.
bool mop_expander::take(uint32_t word) {
  unsupported_ = nullptr;
  if (opcode_of(word) == opcode::MOP_CFG) {
    mask_hi_ = insn::MOP_CFG::zmask_hi16(word);
    return true;
  }
  step_ = outer_ = inner_ = 0;
  if (insn::MOP::mop_type(word) == 0) {
    mode_ = mode::template0;
    mask_ = (mask_hi_ << 16) | insn::MOP::zmask_lo16_or_loop_count(word);
    outer_count_ = insn::MOP::loop_count(word) + 1;
  } else {
    mode_ = mode::template1;
    constexpr uint32_t mask = (1u << count_bits) - 1;
    const uint32_t outer = word >> count_bits & mask, inner = word & mask;  // instead of the configuration's, unless 0
    outer_count_ = counted(outer ? outer : config_[0]);
    inner_count_ = counted(inner ? inner : config_[1]);
    if (outer || inner)
      unsupported_ =
          "unsupported: a MOP of template 1 with counts in the instruction (bits 19:10 outer, 9:0 inner), which no kernel "
          "uses and nobody has validated; leave them 0 and write the counts to MopCfg[0] and MopCfg[1]";
    loop_op_ = config_[5];
    loop_flip_ = 0;
    if (!is_nop(config_[6])) {  // LoopOp and LoopOp1 alternate
      loop_flip_ = config_[5] ^ config_[6];
      inner_count_ *= 2;
    }
    // Hardware bug of the outer count, where a round is EndOp0 alone, or with EndOp1.
    if (is_nop(config_[2]) && inner_count_ == 0 && !is_nop(config_[3])) {
      unsupported_ =
          "unsupported: a MOP of template 1 without StartOp and inner loop, but with EndOp0: a bug of the hardware adds outer "
          "rounds; put the instruction into LoopOp";
      if (is_nop(config_[4])) ++outer_count_;
      else if (outer_count_ == 1) outer_count_ += 1u << bits_;
    }
  }
  return true;
}

// For each mask bit from the lowest: 0 gives InsnA0 [A1 A2 A3] [B], 1 gives SkipA0 [SkipB].
bool mop_expander::next_template0(uint32_t& word) {
  const bool has_b = config_[1] & 1, has_a123 = config_[1] & 2;
  while (outer_ < outer_count_) {
    const bool skip = mask_ & 1;
    switch (step_++) {
      case 0: word = skip ? config_[7] : config_[3]; return true;
      case 1:
      case 2:
      case 3:
        if (skip || !has_a123) continue;
        word = config_[3 + step_ - 1];
        return true;
      case 4:
        if (!has_b) continue;
        word = skip ? config_[8] : config_[2];
        return true;
      default: step_ = 0, ++outer_, mask_ >>= 1;
    }
  }
  mode_ = mode::idle;
  return false;
}

// outer × { [StartOp] inner × LoopOp(s), the last one replaced by Loop0Last / Loop1Last, [EndOp0 [EndOp1]] }.
bool mop_expander::next_template1(uint32_t& word) {
  while (outer_ < outer_count_) {
    switch (step_) {
      case 0:
        step_ = 1;
        inner_ = 0;
        if (is_nop(config_[2])) continue;
        word = config_[2];
        return true;
      case 1:
        if (inner_ == inner_count_) {
          step_ = 2;
          continue;
        }
        if (++inner_ < inner_count_) word = loop_op_;
        else word = outer_ + 1 < outer_count_ ? config_[8] : config_[7];
        loop_op_ ^= loop_flip_;
        return true;
      case 2:
        step_ = is_nop(config_[3]) ? 4 : 3;
        if (is_nop(config_[3])) continue;
        word = config_[3];
        return true;
      case 3:
        step_ = 4;
        if (is_nop(config_[4])) continue;
        word = config_[4];
        return true;
      default: step_ = 0, ++outer_;
    }
  }
  mode_ = mode::idle;
  return false;
}

// A REPLAY of `count` entries from `first` on. In a larger buffer what ran over the end of the chip's, and overwrote its first
// entries, stands behind it: a program that then replays those, and has never recorded them, would find nothing.
void replay_expander::check_entries(uint32_t first, uint32_t count) {
  refused_.clear();
  const uint64_t named = (count >= most_entries ? ~0ull : (1ull << count) - 1) << first;
  if (first + count > entries_) {
    refused_ = "needs " + std::to_string(first + count) + " entries of the replay buffer (" + std::to_string(count) + " from " +
               std::to_string(first) + " on), which has " + std::to_string(entries_) +
               ": raise frontend.replay_entries, or record and replay less at once";
  } else if (loading_) {
    recorded_ |= named;
  } else if (named & ~recorded_ & (recorded_ >> slots | recorded_ << slots)) {
    refused_ = "replays entries that were never recorded, but would have been overwritten in a buffer of " +
               std::to_string(slots) +
               " by what ran over its end: it counts on frontend.replay_entries=" + std::to_string(slots);
  }
}

bool replay_expander::record_or_begin(uint32_t word, uint32_t& out) {
  if (left_ != 0 && loading_) {
    buffer_[index_] = word;
    index_ = (index_ + 1) & mask_;
    --left_;
    out = word;
    return execute_;
  }
  index_ = insn::REPLAY::start_idx(word);
  left_ = insn::REPLAY::len(word) ? insn::REPLAY::len(word) : 64;
  loading_ = insn::REPLAY::load_mode(word);
  execute_ = insn::REPLAY::execute_while_loading(word);
  if (entries_ != slots) check_entries(index_, left_);
  if (loading_) return false;
  out = next();
  return true;
}

}  // namespace tensix
