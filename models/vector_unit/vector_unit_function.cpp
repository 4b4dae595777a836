#include "models/vector_unit/vector_unit_function.h"

#include <array>
#include <string>

#include "models/vector_unit/vector_unit_lanes.h"

namespace tensix {

using namespace vector_unit;

namespace {

constexpr uint32_t sign_bit = 0x80000000u;

// What LReg 11..14 hold at first, and again after SFPCONFIG with an immediate. LReg 12's two values differ: 1/512 at power-on
// (public simulator), 1/65536 from SFPCONFIG (documentation).
constexpr uint32_t minus_one = 0xbf800000u, lreg12_power_on = 0x3b000000u, lreg12_default = 0x37800000u;
constexpr uint32_t lreg13_default = 0xbf2cc4c7u, lreg14_default = 0xbeb08ff9u;

constexpr uint32_t step_prng(uint32_t s) {
  const uint32_t taps = (s >> 31 ^ s >> 21 ^ s >> 1 ^ s) & 1;  // parity of bits 31, 21, 1, 0
  return (taps ^ 1) << 31 | s >> 1;
}

// ApproxRecip's mantissa for the upper seven mantissa bits i: 2^15 / (128.5 + i) - 128, rounded (never a tie).
constexpr uint32_t reciprocal_mantissa(uint32_t i) { return (65536 + (257 + 2 * i) / 2) / (257 + 2 * i) - 128; }

// ApproxExp's table covers the BF16 values from 2^-6 up to 2: e^x, truncated to seven mantissa bits of the exponent that the
// result is given (1 below 0.6953125, else 2; a result from 4 on carries into the exponent).
constexpr uint32_t exp_first = 0x3c80, exp_last = 0x4000, exp_two = 0x3f32;
constexpr uint8_t exponential_mantissa(uint32_t bf16) {
  constexpr unsigned fraction = 30;
  const uint64_t x = (uint64_t{128} | (bf16 & 0x7f)) << (fraction - 7 + (bf16 >> 7) - 127);
  uint64_t sum = uint64_t{1} << fraction, term = sum;
  for (uint64_t n = 1; n < 20; ++n) sum += term = (term * x >> fraction) / n;
  if (bf16 < exp_two) return static_cast<uint8_t>((sum >> (fraction - 7)) - 128);
  const uint64_t result = sum >> (fraction - 6);
  return static_cast<uint8_t>(result < 256 ? result - 128 : result >> 1);
}
constexpr auto make_exponential_table() {
  std::array<uint8_t, exp_last - exp_first> table{};
  for (uint32_t i = 0; i < table.size(); ++i) table[i] = exponential_mantissa(exp_first + i);
  return table;
}
constexpr auto exponential_table = make_exponential_table();

// Both take magnitudes.
constexpr uint32_t approximate_reciprocal(uint32_t x) {
  if (x < 0x00800000) return 0x7f800000;
  if (x >= 0x7e800000) return 0;
  return (253 - (x >> 23)) << 23 | reciprocal_mantissa((x >> 16) & 0x7f) << 16;
}
constexpr uint32_t approximate_exponential(uint32_t x) {
  const uint32_t low = x & 0xffff, index = x >> 16;
  if (x < 0x00800000) return 0x3f800000;
  if (index < exp_first) return 0x3f810000 | low;
  if (index >= exp_last) return 0x40800000 | low;
  return (index < exp_two ? 0x3f800000u : 0x40000000u) | uint32_t{exponential_table[index - exp_first]} << 16 | low;
}

constexpr bool is_multiply_add(opcode op) { return op == opcode::SFPMAD || op == opcode::SFPADD || op == opcode::SFPMUL; }

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

uint32_t vector_unit_function::enabled_lanes() const {
  uint32_t mask = use_lane_flags ? lane_enabled : ~0u;
  for (unsigned c = 0; c < 8; ++c)
    if (const uint32_t rows = lane_config[c] >> row_mask_shift & 15)
      for (unsigned r = 0; r < 4; ++r)
        if (rows >> r & 1) mask &= ~(1u << (8 * r + c));
  return mask;
}

void vector_unit_function::seed_prng(uint32_t seed) {
  for (unsigned i = 0; i < lanes; ++i) seed = step_prng(seed);
  for (unsigned i = lanes; i-- > 0;) prng[i] = seed = step_prng(step_prng(seed));
}

void vector_unit_function::write_lanes(unsigned index, uint32_t mask, const uint32_t (&result)[lanes]) {
  if (!writable(index)) return;
  uint32_t* out = lreg[index];
  if (mask == ~0u) {
    for (unsigned i = 0; i < lanes; ++i) out[i] = result[i];
  } else {
    for (unsigned i = 0; i < lanes; ++i) out[i] = mask >> i & 1 ? result[i] : out[i];
  }
}

// With VD 12..15, and unless DISABLE_BACKDOOR_LOAD, an instruction is not executed but becomes a template of SFPLOADMACRO.
bool vector_unit_function::to_instruction_template(uint32_t word) {
  if (vd(word) < 12) return false;
  const opcode op = opcode_of(word);
  if (op < opcode::SFPMULI || op == opcode::SFPCONFIG || op == opcode::SFPLOADMACRO) return false;
  bool all = true;
  for (unsigned c = 0; c < 8; ++c) {
    if (lane_config[c] & disable_backdoor_load) all = false;
    else load_macro[c].instruction_template[vd(word) - 12] = word;
  }
  return all;
}

void vector_unit_function::execute(uint32_t word, unsigned thread) {
  if (to_instruction_template(word)) return;
  switch (opcode_of(word)) {
    case opcode::SFPLOAD: load(word, thread); return;
    case opcode::SFPSTORE: store(word, thread); return;
    case opcode::SFPLOADI: load_immediate(word, thread); return;
    case opcode::SFPNOP: return;
    case opcode::SFPMOV: move(word); return;
    case opcode::SFPABS: absolute(word); return;
    case opcode::SFPMAD:
    case opcode::SFPADD:
    case opcode::SFPMUL: multiply_and_add(word); return;
    case opcode::SFPARECIP: approximate(word); return;
    case opcode::SFPENCC: enable_cc(word); return;
    case opcode::SFPCONFIG: configure(word); return;
    default: {
      const char* name = info_of(word).name;
      state_.diagnose.undefined("vector_unit", static_cast<int>(thread), word,
                                std::string("unsupported: ") + (name ? name : "this opcode") + " is not modelled yet");
    }
  }
}

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
      state_.diagnose.undefined("vector_unit", static_cast<int>(thread), word,
                                "SFPLOADI: mode " + std::to_string(mode) + " does not exist (0 1 2 4 8 10 do)");
      return;
  }
  if (target >= 8) return;
  uint32_t result[lanes];
  for (unsigned i = 0; i < lanes; ++i) result[i] = (lreg[target][i] & keep) | value;
  write_lanes(target, enabled_lanes(), result);
}

void vector_unit_function::move(uint32_t word) {
  constexpr uint32_t negate = 1, all_lanes = 2, from_special = 8;
  const uint32_t mode = mod1(word), source = vc(word);
  const uint32_t mask = mode == all_lanes ? ~0u : enabled_lanes();
  uint32_t result[lanes];
  for (unsigned i = 0; i < lanes; ++i) {
    if (!(mode & from_special)) {
      result[i] = lreg[source][i] ^ (mode & negate ? sign_bit : 0);
      continue;
    }
    const load_macro_config& macro = load_macro[i & 7];
    if (source < 4) result[i] = macro.instruction_template[source];
    else if (source < 8) result[i] = macro.sequence[source - 4];
    else if (source == 8) result[i] = macro.misc;
    else if (source == 15) result[i] = lane_config[i & 7];
    else result[i] = source == 9 ? prng[i] : 0;
    if (source == 9 && (mask >> i & 1)) prng[i] = step_prng(prng[i]);
  }
  write_lanes(vd(word), mask, result);
}

void vector_unit_function::absolute(uint32_t word) {
  const uint32_t* x = lreg[vc(word)];
  uint32_t result[lanes];
  if (mod1(word) & 1) {
    // The documentation keeps the sign of -infinity too; the bits of the public simulator, which only NaNs keep, are taken.
    for (unsigned i = 0; i < lanes; ++i) result[i] = x[i] > 0xff800000u ? x[i] : x[i] & ~sign_bit;
  } else {
    for (unsigned i = 0; i < lanes; ++i) result[i] = x[i] & sign_bit ? 0u - x[i] : x[i];
  }
  write_lanes(vd(word), enabled_lanes(), result);
}

void vector_unit_function::multiply_and_add(uint32_t word) {
  constexpr uint32_t negate_a = 1, negate_c = 2, indirect_a = 4, indirect_d = 8;
  const uint32_t mode = mod1(word), mask = enabled_lanes();
  const uint32_t flip_a = mode & negate_a ? sign_bit : 0, flip_c = mode & negate_c ? sign_bit : 0;
  alignas(32) uint32_t a[lanes], c[lanes], result[lanes];
  const uint32_t *source_a = lreg[va(word)], *source_c = lreg[vc(word)];
  for (unsigned i = 0; i < lanes; ++i) a[i] = source_a[i] ^ flip_a, c[i] = source_c[i] ^ flip_c;
  if (mode & indirect_a)
    for (unsigned i = 0; i < lanes; ++i) a[i] = lreg[lreg[7][i] & 15][i] ^ flip_a;
  multiply_add(a, lreg[vb(word)], c, result);
  if (!(mode & indirect_d)) {
    write_lanes(vd(word), mask, result);
    return;
  }
  for (unsigned i = 0; i < lanes; ++i) {
    const unsigned target = lreg[7][i] & 15;
    if ((mask >> i & 1) && target < 8) lreg[target][i] = result[i];
  }
}

void vector_unit_function::approximate(uint32_t word) {
  const uint32_t mode = mod1(word);
  const uint32_t *x = lreg[vc(word)], *condition = lreg[vb(word)];
  uint32_t result[lanes];
  for (unsigned i = 0; i < lanes; ++i) {
    const uint32_t sign = x[i] & sign_bit, magnitude = x[i] & ~sign_bit;
    if (mode == 0) result[i] = sign | approximate_reciprocal(magnitude);
    else if (mode == 1) result[i] = condition[i] & sign_bit ? approximate_reciprocal(magnitude) : x[i];
    else result[i] = sign | approximate_exponential(magnitude);
  }
  write_lanes(vd(word), enabled_lanes(), result);
}

void vector_unit_function::enable_cc(uint32_t word) {
  constexpr uint32_t invert = 1, set_enable = 2, set_flags = 8;
  const uint32_t mode = mod1(word), imm = insn::SFPENCC::imm12_math(word);
  if (mode & set_enable) use_lane_flags = imm & 1;
  else if (mode & invert) use_lane_flags = !use_lane_flags;
  lane_enabled = mode & set_flags ? (imm & 2 ? ~0u : 0u) : ~0u;
}

// Everything comes from the first eight lanes and goes to all four rows.
void vector_unit_function::configure(uint32_t word) {
  constexpr uint32_t immediate_is_value = 1, immediate_is_mask = 8;
  const uint32_t mode = mod1(word), imm = insn::SFPCONFIG::imm16_math(word), target = vd(word);
  const bool immediate = mode & immediate_is_value;
  const auto combine = [&](uint32_t old, uint32_t value) {
    switch (mode & 6) {
      case 0: return value;
      case 2: return old | value;
      case 4: return old & value;
      default: return old ^ value;
    }
  };
  for (unsigned c = 0; c < 8; ++c) {
    if ((mode & immediate_is_mask) && !(imm >> (2 * c) & 1)) continue;
    if (use_lane_flags && !(lane_enabled >> c & 1)) continue;
    const uint32_t value = immediate ? imm : lreg[0][c];
    load_macro_config& macro = load_macro[c];
    if (target < 4) macro.instruction_template[target] = lreg[0][c];
    else if (target < 8) macro.sequence[target - 4] = value;
    else if (target == 8) macro.misc = combine(macro.misc, value & 0xfff) & 0xfff;
    else if (target >= 11 && target <= 14) {
      constexpr uint32_t defaults[4] = {minus_one, lreg12_default, lreg13_default, lreg14_default};
      for (unsigned r = 0; r < 4; ++r) lreg[target][8 * r + c] = immediate ? defaults[target - 11] : lreg[0][c];
    } else if (target == 15) {
      const uint32_t old = lane_config[c];
      lane_config[c] = combine(old, value) & lane_config_mask;
      if (immediate) lane_config[c] |= old & ~0xffffu & lane_config_mask;
    }  // 9 and 10: no effect
  }
}

uint32_t vector_unit_function::lregs_read(uint32_t word) {
  const auto bit = [](unsigned r) { return 1u << r; };
  const uint32_t d = bit(vd(word)), c = bit(vc(word)), b = bit(vb(word)), a = bit(va(word)), mode = mod1(word);
  switch (const opcode op = opcode_of(word)) {
    case opcode::SFPLOAD: return mod0(word) >= fmt_lo16_only ? bit(upper_vd(word)) : 0;
    case opcode::SFPLOADI: return mod0(word) >= 8 ? bit(upper_vd(word)) : 0;
    case opcode::SFPSTORE: return bit(upper_vd(word));
    case opcode::SFPLUT: return 0x0f;
    case opcode::SFPLUTFP32: return 0x7f;
    case opcode::SFPMULI:
    case opcode::SFPADDI: return d;
    case opcode::SFPMAD:
    case opcode::SFPADD:
    case opcode::SFPMUL: return mode & 4 ? 0x1ffff : a | b | c;
    case opcode::SFPMUL24: return a | b;
    case opcode::SFPARECIP: return mode == 1 ? b | c : c;
    case opcode::SFP_STOCH_RND: return b | c;
    case opcode::SFPMOV: return mode & 8 ? 0 : c;
    case opcode::SFPAND:
    case opcode::SFPOR:
    case opcode::SFPXOR:
    case opcode::SFPSETEXP:
    case opcode::SFPSETMAN:
    case opcode::SFPSETSGN:
    case opcode::SFPLE:
    case opcode::SFPGT: return c | d;
    case opcode::SFPSWAP: return mode == 0 ? c | d : 0;
    case opcode::SFPTRANSP: return 0xff;
    case opcode::SFPSHFT2: return mode < 2 ? 0x0f : mode >= 5 ? d | (mode == 5 ? c : 0) : 0;
    case opcode::SFPLOADMACRO: return 0x1ffff;
    case opcode::SFPNOP:
    case opcode::SFPENCC:
    case opcode::SFPPUSHC:
    case opcode::SFPPOPC:
    case opcode::SFPCOMPC:
    case opcode::SFPCONFIG: return 0;
    default: return unit_by_opcode[static_cast<uint8_t>(op)] == unit_id::vector_unit ? c : 0;
  }
}

uint32_t vector_unit_function::lregs_written(uint32_t word) {
  constexpr uint32_t all_writable = 0x100ff;
  const auto bit = [](unsigned r) { return (1u << r) & all_writable; };
  const opcode op = opcode_of(word);
  switch (op) {
    case opcode::SFPLOAD:
    case opcode::SFPLOADI:
    case opcode::SFPLUT: return bit(upper_vd(word));
    case opcode::SFPSTORE:
    case opcode::SFPNOP:
    case opcode::SFPENCC:
    case opcode::SFPPUSHC:
    case opcode::SFPPOPC:
    case opcode::SFPCOMPC:
    case opcode::SFPSETCC: return 0;
    case opcode::SFPCONFIG: return vd(word) >= 11 && vd(word) <= 14 ? 1u << vd(word) : 0;
    case opcode::SFPSWAP: return bit(vd(word)) | bit(vc(word));
    case opcode::SFPTRANSP: return 0xff;
    case opcode::SFPSHFT2: return mod1(word) < 3 ? 0x0f | (mod1(word) == 2 ? bit(vd(word)) : 0) : bit(vd(word));
    case opcode::SFPLOADMACRO: return all_writable;
    default:
      if (is_multiply_add(op) && (mod1(word) & 8)) return all_writable;
      return unit_by_opcode[static_cast<uint8_t>(op)] == unit_id::vector_unit ? bit(vd(word)) : 0;
  }
}

}  // namespace tensix
