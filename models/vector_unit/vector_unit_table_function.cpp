// SPDX-License-Identifier: Apache-2.0
// Fields of instruction words, and the LRegs that instructions use: as the stall logic believes, and in truth.
#include "models/vector_unit/vector_unit_table_function.h"

#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

using namespace sfpu;

namespace {

constexpr unsigned rows_of(opcode op) {
  unsigned rows = 0;
#define VECTOR_UNIT(name, ...) rows += op == opcode::name;
#include "models/vector_unit/vector_unit_instructions.def"
#undef VECTOR_UNIT
  return rows;
}
#define TENSIX_TABLE_UNIT vector_unit
#include "models/isa/one_row_each.inc"

constexpr uint32_t bit(unsigned r) { return 1u << r; }
constexpr uint32_t l0_3 = 0x0f, l4_7 = 0xf0, every = 0x1ffff, writable_lregs = 0x100ff;

constexpr bool is_upper(opcode op) { return row_of(op).fields == word_fields::upper; }
constexpr unsigned vd_of(uint32_t word) { return is_upper(opcode_of(word)) ? upper_vd(word) : vd(word); }
constexpr unsigned mode_of(uint32_t word) { return is_upper(opcode_of(word)) ? mod0(word) : mod1(word); }
constexpr unsigned macro_vd(uint32_t word) { return (upper_vd(word) & 3) | (word & 1) << 2; }

// LRegs that the lanes name through LReg 7.
uint32_t named_by_lreg_7(const operation& o) {
  uint32_t named = 0;
  for (unsigned i = 0; i < lanes; ++i) named |= (o.enabled >> i & 1) << (o.lreg[7][i] & 15);
  return named;
}

}  // namespace

namespace sfpu {

operation decode(uint32_t word) {
  operation o;
  o.code = opcode_of(word);
  o.word = word;
  o.vd = static_cast<uint8_t>(vd_of(word));
  o.mode = static_cast<uint8_t>(mode_of(word));
  o.vc = has_vc(o.code) ? static_cast<uint8_t>(vc(word)) : o.vd;
  o.va = static_cast<uint8_t>(va(word));
  o.vb = has_vb(o.code) ? static_cast<uint8_t>(vb(word)) : o.vd;
  if (row_of(o.code).fields == word_fields::vb_if_vc && !(o.mode & 1)) o.vb = o.vd;
  o.imm = row_of(o.code).fields == word_fields::imm16 ? word >> 8 & 0xffff : word >> 12 & 0xfff;
  return o;
}

// The columns of LRegs: in front of each, in the case of each instruction, the names that the column uses.

uint32_t lregs_truly_read(const operation& o) {
  const uint32_t d = bit(o.vd), c = bit(o.vc), b = bit(o.vb), mode = o.mode;
  switch (static_cast<unsigned>(o.code)) {
#define VECTOR_UNIT(name, unit, second, fields, dst, seen_read, seen_written, read, written, executes)                \
  case static_cast<unsigned>(opcode::name): {                                                                         \
    [[maybe_unused]] const uint32_t l1_3 = l0_3 & ~bit(0), seven = mode & indirect_d ? bit(7) : 0;                    \
    [[maybe_unused]] const uint32_t lut_4_6 = mode & 2 && mode & indirect_d ? 0 : bit(4) | bit(5) | bit(6);           \
    [[maybe_unused]] const uint32_t shift_reads = (mode & 5) == 5 ? c : mode & 1 ? b : b | c;                         \
    [[maybe_unused]] const uint32_t round_reads = (mode & 6) == 4 && !(mode & 8) ? b | c : c;                         \
    [[maybe_unused]] const uint32_t shuffle_reads = mode == 0   ? l1_3                                                \
                                                    : mode == 1 ? l0_3                                                \
                                                    : mode == 2 ? c | l1_3                                            \
                                                    : mode < 5  ? c                                                   \
                                                    : mode == 5 ? b | c                                               \
                                                                : b;                                                  \
    [[maybe_unused]] const uint32_t config_reads = o.vd < 4 || (!(mode & 1) && o.vd != 9 && o.vd != 10) ? bit(0) : 0; \
    [[maybe_unused]] const uint32_t named_a =                                                                         \
        unit##_unit == mad_unit && mode & indirect_a ? named_by_lreg_7(o) | bit(7) : bit(o.va);                       \
    return read;                                                                                                      \
  }
#include "models/vector_unit/vector_unit_instructions.def"
#undef VECTOR_UNIT
  }
  return 0;
}

uint32_t lregs_truly_written(const operation& o) {
  const uint32_t d = bit(o.vd) & writable_lregs, c = bit(o.vc) & writable_lregs, mode = o.mode;
  switch (static_cast<unsigned>(o.code)) {
#define VECTOR_UNIT(name, unit, second, fields, dst, seen_read, seen_written, read, written, executes)        \
  case static_cast<unsigned>(opcode::name): {                                                                 \
    [[maybe_unused]] const uint32_t constant_d = o.vd >= 11 && o.vd <= 14 ? bit(o.vd) : 0;                    \
    [[maybe_unused]] const uint32_t named_d =                                                                 \
        unit##_unit == mad_unit && mode & indirect_d && o.vd != 16 ? named_by_lreg_7(o) & writable_lregs : d; \
    return written;                                                                                           \
  }
#include "models/vector_unit/vector_unit_instructions.def"
#undef VECTOR_UNIT
  }
  return 0;
}

}  // namespace sfpu

// For SFPLUTFP32 the stall logic looks at a copy of the mode elsewhere in the word.
uint32_t vector_unit_function::lregs_read(uint32_t word) {
  const uint32_t c = bit(vc(word)), b = bit(vb(word)), a = bit(va(word)), macro_d = bit(macro_vd(word));
  switch (word >> 24) {
#define VECTOR_UNIT(name, unit, second, fields, dst, seen_read, seen_written, read, written, executes)                  \
  case static_cast<unsigned>(opcode::name): {                                                                           \
    constexpr bool upper = word_fields::fields == word_fields::upper;                                                   \
    [[maybe_unused]] const uint32_t d = bit(upper ? upper_vd(word) : vd(word)), mode = upper ? mod0(word) : mod1(word); \
    [[maybe_unused]] const uint32_t mirrored = insn::SFPLUTFP32::mod1_mirror(word);                                     \
    [[maybe_unused]] const auto half_kept = [&](uint32_t target) { return mode >= fmt_lo16_only ? target : 0; };        \
    [[maybe_unused]] const uint32_t abc_or_any = mode & indirect_a ? every : a | b | c;                                 \
    [[maybe_unused]] const uint32_t lut_sees = mode & indirect_d ? every : l0_3;                                        \
    [[maybe_unused]] const uint32_t lutfp32_sees = mirrored & indirect_d ? every : every & ~bit(7);                     \
    [[maybe_unused]] const uint32_t shuffle_sees = mode < 2 ? l0_3 : mode < 5 ? 0 : mode == 5 ? c | d : d;              \
    return seen_read;                                                                                                   \
  }
#include "models/vector_unit/vector_unit_instructions.def"
#undef VECTOR_UNIT
  }
  return 0;
}

uint32_t vector_unit_function::lregs_written(uint32_t word) {
  const uint32_t c = bit(vc(word)) & writable_lregs, macro_d = bit(macro_vd(word));
  switch (word >> 24) {
#define VECTOR_UNIT(name, unit, second, fields, dst, seen_read, seen_written, read, written, executes)                      \
  case static_cast<unsigned>(opcode::name): {                                                                               \
    constexpr bool upper = word_fields::fields == word_fields::upper;                                                       \
    [[maybe_unused]] const uint32_t d = bit(upper ? upper_vd(word) : vd(word)) & writable_lregs;                            \
    [[maybe_unused]] const uint32_t mode = upper ? mod0(word) : mod1(word), mirrored = insn::SFPLUTFP32::mod1_mirror(word); \
    [[maybe_unused]] const uint32_t d_or_any = mode & indirect_d ? writable_lregs : d;                                      \
    [[maybe_unused]] const uint32_t d_or_any_mirrored = mirrored & indirect_d ? writable_lregs : d;                         \
    [[maybe_unused]] const uint32_t constant_d = vd(word) >= 11 && vd(word) <= 14 ? bit(vd(word)) : 0;                      \
    return seen_written;                                                                                                    \
  }
#include "models/vector_unit/vector_unit_instructions.def"
#undef VECTOR_UNIT
  }
  return 0;
}

}  // namespace tensix
