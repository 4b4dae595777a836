// SPDX-License-Identifier: Apache-2.0
// Decoding, dispatch, registers; constants, moves and configuration.
#include "models/vector_unit/vector_unit_function.h"

#include <cstring>

#include "models/registers/prng.h"

namespace tensix {

using namespace sfpu;

namespace {

// What LReg 11..14 hold at first, and again after SFPCONFIG with an immediate. LReg 12's two values differ: 1/512 at power-on
// (public simulator), 1/65536 from SFPCONFIG (documentation).
constexpr uint32_t minus_one = 0xbf800000u, lreg12_power_on = 0x3b000000u, lreg12_default = 0x37800000u;
constexpr uint32_t lreg13_default = 0xbf2cc4c7u, lreg14_default = 0xbeb08ff9u;

}  // namespace

vector_unit_function::vector_unit_function(tensix_state& state) : state_(state) {
  for (unsigned i = 0; i < lanes; ++i) {
    lreg[8][i] = 0x3f56594b;  // 0.8373
    lreg[10][i] = 0x3f800000;
    lreg[11][i] = minus_one;
    lreg[12][i] = lreg12_power_on;
    lreg[13][i] = lreg13_default;
    lreg[14][i] = lreg14_default;
    lreg[15][i] = 2 * i;
  }
}

void vector_unit_function::seed_prng(uint32_t seed) {
  for (unsigned i = 0; i < lanes; ++i) seed = step_prng(seed);
  for (unsigned i = lanes; i-- > 0;) prng[i] = seed = step_prng(step_prng(seed));
}

uint32_t vector_unit_function::next_random(unsigned lane) {
  const uint32_t now = prng[lane];
  prng[lane] = step_prng(now);
  return now;
}

void vector_unit_function::write_lanes(unsigned index, uint32_t mask, const uint32_t (&result)[lanes]) {
  if (!writable(index)) return;
  if (late_from_ != 0) {
    late_results_.push_back({late_from_, index, mask, {}});
    std::memcpy(late_results_.back().value, result, sizeof result);
    return;
  }
  uint32_t* out = lreg[index];
  if (mask == ~0u) {
    for (unsigned i = 0; i < lanes; ++i) out[i] = result[i];
  } else {
    for (unsigned i = 0; i < lanes; ++i) out[i] = mask >> i & 1 ? result[i] : out[i];
  }
}

void vector_unit_function::undefined(const operation& o, const std::string& text) const {
  const char* name = info(o.code).name;
  state_.diagnose.undefined_in(now_, "vector_unit", o.thread, o.word, std::string(name ? name : "this opcode") + ": " + text);
}

// With VD 12..15, and unless DISABLE_BACKDOOR_LOAD, an instruction is not executed but becomes a template of SFPLOADMACRO.
bool vector_unit_function::to_instruction_template(uint32_t word, unsigned destination, unsigned thread) {
  if (destination < 12) return false;
  unsigned columns = 0;
  for (unsigned c = 0; c < 8; ++c) {
    if (lane_config[c] & disable_backdoor_load) continue;
    load_macro[c].instruction_template[destination - 12] = word;
    ++columns;
  }
  if (columns != 0 && columns != 8)
    state_.diagnose.undefined_in(
        now_, "vector_unit", static_cast<int>(thread), word,
        "unsupported: DISABLE_BACKDOOR_LOAD differs between columns, so this is a template in some lanes and an "
        "instruction in others; set LaneConfig alike in all columns");
  return columns != 0;
}

// A word as a thread issues it. Scheduled operations do not come this way.
void vector_unit_function::regular(uint32_t word, unsigned thread) {
  switch (word >> 24) {  // a number: a switch over the enum would have to name the other units' instructions too
#define OPERATION(member) operate(word, thread)
#define ISSUED(member) member(word, thread)
#define BOTH(member, scheduled) member(word, thread)
#define VECTOR_UNIT(name, unit, second, fields, dst, seen_read, seen_written, read, written, executes) \
  case static_cast<unsigned>(opcode::name):                                                            \
    executes;                                                                                          \
    return;
#include "models/vector_unit/vector_unit_instructions.def"
#undef VECTOR_UNIT
#undef OPERATION
#undef ISSUED
#undef BOTH
  }
  operation o;
  o.code = opcode_of(word), o.word = word, o.thread = static_cast<uint8_t>(thread);
  undefined(o, "is no instruction of the vector unit");
}

void vector_unit_function::no_operation(uint32_t word, unsigned thread) {
  if (vd(word) >= 12) to_instruction_template(word, vd(word), thread);
}

void vector_unit_function::operate(uint32_t word, unsigned thread) {
  operation o = decode(word);
  if (o.code != opcode::SFPCONFIG && to_instruction_template(word, o.vd, thread)) return;
  o.thread = static_cast<uint8_t>(thread);
  o.lreg = lreg;
  o.enabled = enabled_lanes();
  if (now_ < all_ready_) check_results(o);
  if (now_ < exchange_until_) check_second_cycle(o);
  if (beside_macro_) {
    perform_late(o);
  } else {
    perform(o);
  }
  note_results(o, true);
}

// An erratum, known from the public simulator: with ENABLE_DEST_INDEX only SFPSWAP, SFPTRANSP and loads write LReg 4..7 well.
void vector_unit_function::check_index_registers(const operation& o) const {
  uint32_t any = 0;
  for (const uint32_t c : lane_config) any |= c;
  if (!(any & enable_dest_index) || o.code == opcode::SFPSWAP || o.code == opcode::SFPTRANSP) return;
  if (const uint32_t written = lregs_truly_written(o) & 0xf0)
    undefined(
        o,
        "writes LReg " + std::to_string(__builtin_ctz(written)) +
            " while LaneConfig has ENABLE_DEST_INDEX, which spoils results in LReg 4 to 7; write another one or clear the bit");
}

void vector_unit_function::perform(const operation& o) {
  check_index_registers(o);
  switch (static_cast<unsigned>(o.code)) {
#define OPERATION(member) member(o)
#define ISSUED(member) only_issued(o)
#define BOTH(issued, member) member(o)
#define VECTOR_UNIT(name, unit, second, fields, dst, seen_read, seen_written, read, written, executes) \
  case static_cast<unsigned>(opcode::name):                                                            \
    executes;                                                                                          \
    return;
#include "models/vector_unit/vector_unit_instructions.def"
#undef VECTOR_UNIT
#undef OPERATION
#undef ISSUED
#undef BOTH
  }
}

void vector_unit_function::only_issued(const operation& o) { undefined(o, "is not executed by a sub-unit"); }

void vector_unit_function::load_immediate(uint32_t word, unsigned thread) {
  const uint32_t imm = insn::SFPLOADI::imm16(word), mode = mod0(word), target = upper_vd(word);
  uint32_t value = 0, keep = 0;
  switch (mode) {
    case 0: value = imm << 16; break;                                                     // BF16
    case 1: value = (imm & 0x8000) << 16 | ((imm & 0x7fff) + (112u << 10)) << 13; break;  // FP16, only rebiased
    case 2: value = imm; break;                                                           // unsigned
    case 4: value = imm & 0x8000 ? imm | 0xffff0000u : imm; break;                        // signed
    case 8: value = imm << 16, keep = 0x0000ffffu; break;                                 // upper half
    case 10: value = imm, keep = 0xffff0000u; break;                                      // lower half
    default:
      state_.diagnose.undefined_in(now_, "vector_unit", static_cast<int>(thread), word,
                                   "SFPLOADI: mode " + std::to_string(mode) + " does not exist (0 1 2 4 8 10 do)");
      return;
  }
  if (target >= 8) return;
  uint32_t result[lanes];
  for (unsigned i = 0; i < lanes; ++i) result[i] = (lreg[target][i] & keep) | value;
  write_lanes(target, enabled_lanes(), result);
}

void vector_unit_function::move(const operation& o) {
  constexpr uint32_t negate = 1, all_lanes = 2, from_special = 8;
  const uint32_t source = o.vc;
  const uint32_t mask = o.mode == all_lanes ? ~0u : o.enabled;
  uint32_t result[lanes];
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(o.mode & from_special)) {
      result[i] = o.lreg[source][i] ^ (o.mode & negate ? sign_bit : 0);
      continue;
    }
    const load_macro_config& macro = load_macro[i & 7];
    result[i] = 0;
    if (source < 4) result[i] = macro.instruction_template[source];
    else if (source < 8) result[i] = macro.sequence[source - 4];
    else if (source == 8) result[i] = macro.misc;
    else if (source == 15) result[i] = lane_config[i & 7];
    else if (source == 9) result[i] = mask >> i & 1 ? next_random(i) : 0;
  }
  write_lanes(o.vd, mask, result);
}

// Everything comes from the first eight lanes and goes to all four rows.
void vector_unit_function::configure(const operation& o) {
  constexpr uint32_t immediate_is_value = 1, immediate_is_mask = 8;
  const uint32_t mode = o.mode, imm = o.imm, target = o.vd;
  const bool immediate = mode & immediate_is_value;
  const auto combine = [&](uint32_t old, uint32_t value) {
    switch (mode & 6) {
      case 0: return value;
      case 2: return old | value;
      case 4: return old & value;
      default: return old ^ value;
    }
  };
  if (target > 15) undefined(o, "LReg 16 as its target is not documented");
  for (unsigned c = 0; c < 8; ++c) {
    if ((mode & immediate_is_mask) && !(imm >> (2 * c) & 1)) continue;
    if (use_lane_flags && !(lane_enabled >> c & 1)) continue;
    const uint32_t from_lreg = o.lreg[0][c], value = immediate ? imm : from_lreg;
    load_macro_config& macro = load_macro[c];
    if (target < 4) macro.instruction_template[target] = from_lreg;
    else if (target < 8) macro.sequence[target - 4] = value;
    else if (target == 8) macro.misc = combine(macro.misc, value & 0xfff) & 0xfff;
    else if (target >= 11 && target <= 14) {
      constexpr uint32_t defaults[4] = {minus_one, lreg12_default, lreg13_default, lreg14_default};
      for (unsigned r = 0; r < 4; ++r) lreg[target][8 * r + c] = immediate ? defaults[target - 11] : from_lreg;
    } else if (target == 15) {
      const uint32_t old = lane_config[c];
      lane_config[c] = combine(old, value) & lane_config_mask;
      if (immediate) lane_config[c] |= old & ~0xffffu & lane_config_mask;
      const unsigned blocked = lane_config[c] >> block_dest_mov_shift & 3;
      state_.dest_mov_blocked = static_cast<uint16_t>((state_.dest_mov_blocked & ~(3u << 2 * c)) | blocked << 2 * c);
    }  // 9 and 10: no effect
  }
}

}  // namespace tensix
