#include "models/frontend/expanders.h"

namespace tensix {

namespace {
constexpr bool is_nop(uint32_t word) { return opcode_of(word) == opcode::NOP; }
}  // namespace

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
    outer_count_ = outer ? outer : config_[0] & mask;
    inner_count_ = inner ? inner : config_[1] & mask;
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
      else if (outer_count_ == 1) outer_count_ += 1u << count_bits;
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

bool replay_expander::record_or_begin(uint32_t word, uint32_t& out) {
  if (left_ != 0 && loading_) {
    buffer_[index_] = word;
    index_ = (index_ + 1) % slots;
    --left_;
    out = word;
    return execute_;
  }
  index_ = insn::REPLAY::start_idx(word) % slots;
  left_ = insn::REPLAY::len(word) ? insn::REPLAY::len(word) : 64;
  loading_ = insn::REPLAY::load_mode(word);
  execute_ = insn::REPLAY::execute_while_loading(word);
  if (loading_) return false;
  out = next();
  return true;
}

}  // namespace tensix
