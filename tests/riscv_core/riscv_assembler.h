// SPDX-License-Identifier: Apache-2.0
// RISC-V words for tests, written down from the specification and independent of the model's decoder: every instruction with
// its mask and match, and helpers that fill in the fields.
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

namespace tensix::riscv_test {

enum class form : uint8_t { r, r_unary, i, shift, u, j, b, load, store, amo, fp, fp_unary, fp_multiply_add, fixed, csr, fence };

struct encoding {
  const char* name;
  uint32_t match, mask;
  form how;
};

// rm stands in the place of funct3 of computational floating-point instructions: not in the mask.
inline const std::vector<encoding>& encodings() {
  constexpr uint32_t r = 0xfe00707f, i = 0x707f, u = 0x7f, unary = 0xfff0707f, f = 0xfe00007f, f3 = 0xfe00707f, f1 = 0xfff0007f;
  static const std::vector<encoding> all{
      {"lui", 0x37, u, form::u},
      {"auipc", 0x17, u, form::u},
      {"jal", 0x6f, u, form::j},
      {"jalr", 0x67, i, form::i},
      {"beq", 0x63, i, form::b},
      {"bne", 0x1063, i, form::b},
      {"blt", 0x4063, i, form::b},
      {"bge", 0x5063, i, form::b},
      {"bltu", 0x6063, i, form::b},
      {"bgeu", 0x7063, i, form::b},
      {"lb", 0x03, i, form::load},
      {"lh", 0x1003, i, form::load},
      {"lw", 0x2003, i, form::load},
      {"lbu", 0x4003, i, form::load},
      {"lhu", 0x5003, i, form::load},
      {"sb", 0x23, i, form::store},
      {"sh", 0x1023, i, form::store},
      {"sw", 0x2023, i, form::store},
      {"addi", 0x13, i, form::i},
      {"slti", 0x2013, i, form::i},
      {"sltiu", 0x3013, i, form::i},
      {"xori", 0x4013, i, form::i},
      {"ori", 0x6013, i, form::i},
      {"andi", 0x7013, i, form::i},
      {"slli", 0x1013, r, form::shift},
      {"srli", 0x5013, r, form::shift},
      {"srai", 0x40005013, r, form::shift},
      {"add", 0x33, r, form::r},
      {"sub", 0x40000033, r, form::r},
      {"sll", 0x1033, r, form::r},
      {"slt", 0x2033, r, form::r},
      {"sltu", 0x3033, r, form::r},
      {"xor", 0x4033, r, form::r},
      {"srl", 0x5033, r, form::r},
      {"sra", 0x40005033, r, form::r},
      {"or", 0x6033, r, form::r},
      {"and", 0x7033, r, form::r},
      {"fence", 0x0f, i, form::fence},
      {"fence.i", 0x100f, i, form::fence},
      {"ecall", 0x73, ~0u, form::fixed},
      {"ebreak", 0x100073, ~0u, form::fixed},
      {"csrrw", 0x1073, i, form::csr},
      {"csrrs", 0x2073, i, form::csr},
      {"csrrc", 0x3073, i, form::csr},
      {"csrrwi", 0x5073, i, form::csr},
      {"csrrsi", 0x6073, i, form::csr},
      {"csrrci", 0x7073, i, form::csr},
      {"mul", 0x02000033, r, form::r},
      {"mulh", 0x02001033, r, form::r},
      {"mulhsu", 0x02002033, r, form::r},
      {"mulhu", 0x02003033, r, form::r},
      {"div", 0x02004033, r, form::r},
      {"divu", 0x02005033, r, form::r},
      {"rem", 0x02006033, r, form::r},
      {"remu", 0x02007033, r, form::r},
      {"amoadd.w", 0x0000202f, 0xf800707f, form::amo},
      {"amoswap.w", 0x0800202f, 0xf800707f, form::amo},
      {"amoxor.w", 0x2000202f, 0xf800707f, form::amo},
      {"amoor.w", 0x4000202f, 0xf800707f, form::amo},
      {"amoand.w", 0x6000202f, 0xf800707f, form::amo},
      {"amomin.w", 0x8000202f, 0xf800707f, form::amo},
      {"amomax.w", 0xa000202f, 0xf800707f, form::amo},
      {"amominu.w", 0xc000202f, 0xf800707f, form::amo},
      {"amomaxu.w", 0xe000202f, 0xf800707f, form::amo},
      {"sh1add", 0x20002033, r, form::r},
      {"sh2add", 0x20004033, r, form::r},
      {"sh3add", 0x20006033, r, form::r},
      {"andn", 0x40007033, r, form::r},
      {"orn", 0x40006033, r, form::r},
      {"xnor", 0x40004033, r, form::r},
      {"clz", 0x60001013, unary, form::r_unary},
      {"ctz", 0x60101013, unary, form::r_unary},
      {"cpop", 0x60201013, unary, form::r_unary},
      {"sext.b", 0x60401013, unary, form::r_unary},
      {"sext.h", 0x60501013, unary, form::r_unary},
      {"max", 0x0a006033, r, form::r},
      {"maxu", 0x0a007033, r, form::r},
      {"min", 0x0a004033, r, form::r},
      {"minu", 0x0a005033, r, form::r},
      {"rol", 0x60001033, r, form::r},
      {"ror", 0x60005033, r, form::r},
      {"rori", 0x60005013, r, form::shift},
      {"orc.b", 0x28705013, unary, form::r_unary},
      {"grevi", 0x68005013, r, form::shift},
      {"pack", 0x08004033, r, form::r},
      {"flw", 0x2007, i, form::load},
      {"flh", 0x1007, i, form::load},
      {"fsw", 0x2027, i, form::store},
      {"fsh", 0x1027, i, form::store},
      {"fmadd", 0x43, 0x0600007f, form::fp_multiply_add},
      {"fmsub", 0x47, 0x0600007f, form::fp_multiply_add},
      {"fnmsub", 0x4b, 0x0600007f, form::fp_multiply_add},
      {"fnmadd", 0x4f, 0x0600007f, form::fp_multiply_add},
      {"fadd", 0x00000053, f, form::fp},
      {"fsub", 0x08000053, f, form::fp},
      {"fmul", 0x10000053, f, form::fp},
      {"fsgnj", 0x20000053, f3, form::fp},
      {"fsgnjn", 0x20001053, f3, form::fp},
      {"fsgnjx", 0x20002053, f3, form::fp},
      {"fmin", 0x28000053, f3, form::fp},
      {"fmax", 0x28001053, f3, form::fp},
      {"fle", 0xa0000053, f3, form::fp},
      {"flt", 0xa0001053, f3, form::fp},
      {"feq", 0xa0002053, f3, form::fp},
      {"fclass", 0xe0001053, unary, form::fp_unary},
      {"fmv.x", 0xe0000053, unary, form::fp_unary},
      {"fmv.f", 0xf0000053, unary, form::fp_unary},
      {"fcvt.w", 0xc0000053, f1, form::fp_unary},
      {"fcvt.wu", 0xc0100053, f1, form::fp_unary},
      {"fcvt.f.w", 0xd0000053, f1, form::fp_unary},
      {"fcvt.f.wu", 0xd0100053, f1, form::fp_unary},
      {"fcvt.s.h", 0x40200053, f1, form::fp_unary},
  };
  return all;
}
// Half precision: the same words with fmt = 2; and one instruction that has only this form.
inline constexpr uint32_t half_format = 0x04000000, fcvt_h_s = 0x44000053;

inline const encoding& find(const char* name) {
  for (const encoding& e : encodings())
    if (!std::strcmp(e.name, name)) return e;
  static const encoding none{};
  return none;
}

inline uint32_t word_r(uint32_t match, unsigned rd, unsigned rs1, unsigned rs2) {
  return match | rd << 7 | rs1 << 15 | rs2 << 20;
}
inline uint32_t word_i(uint32_t match, unsigned rd, unsigned rs1, int32_t immediate) {
  return match | rd << 7 | rs1 << 15 | static_cast<uint32_t>(immediate) << 20;
}
inline uint32_t word_s(uint32_t match, unsigned rs1, unsigned rs2, int32_t immediate) {
  const auto v = static_cast<uint32_t>(immediate);
  return match | rs1 << 15 | rs2 << 20 | (v & 0x1f) << 7 | (v >> 5 & 0x7f) << 25;
}
inline uint32_t word_b(uint32_t match, unsigned rs1, unsigned rs2, int32_t offset) {
  const auto v = static_cast<uint32_t>(offset);
  return match | rs1 << 15 | rs2 << 20 | (v >> 11 & 1) << 7 | (v >> 1 & 0xf) << 8 | (v >> 5 & 0x3f) << 25 | (v >> 12 & 1) << 31;
}
inline uint32_t word_j(unsigned rd, int32_t offset) {
  const auto v = static_cast<uint32_t>(offset);
  return 0x6f | rd << 7 | (v >> 12 & 0xff) << 12 | (v >> 11 & 1) << 20 | (v >> 1 & 0x3ff) << 21 | (v >> 20 & 1) << 31;
}
inline uint32_t word_u(uint32_t match, unsigned rd, uint32_t value) { return match | rd << 7 | (value & 0xfffff000); }

// By name, for programs that tests write by hand.
inline uint32_t asm_r(const char* name, unsigned rd, unsigned rs1, unsigned rs2 = 0) {
  return word_r(find(name).match, rd, rs1, rs2);
}
inline uint32_t asm_i(const char* name, unsigned rd, unsigned rs1, int32_t immediate) {
  return word_i(find(name).match, rd, rs1, immediate);
}
inline uint32_t asm_store(const char* name, unsigned value, unsigned base, int32_t offset) {
  return word_s(find(name).match, base, value, offset);
}
inline uint32_t asm_branch(const char* name, unsigned rs1, unsigned rs2, int32_t offset) {
  return word_b(find(name).match, rs1, rs2, offset);
}
inline uint32_t asm_csr(const char* name, unsigned rd, uint32_t number, unsigned operand) {
  return word_i(find(name).match, rd, operand, static_cast<int32_t>(number));
}
// lui and addi, always two words.
inline void append_li(std::vector<uint32_t>& words, unsigned rd, uint32_t value) {
  words.push_back(word_u(0x37, rd, value + 0x800));
  words.push_back(word_i(0x13, rd, rd, static_cast<int32_t>(value << 20) >> 20));
}
inline constexpr uint32_t asm_nop = 0x13, asm_ebreak = 0x100073, asm_ecall = 0x73, asm_fence = 0x0ff0000f;
inline uint32_t asm_ttinsn(uint32_t tensix_word) { return tensix_word << 2 | tensix_word >> 30; }

}  // namespace tensix::riscv_test
