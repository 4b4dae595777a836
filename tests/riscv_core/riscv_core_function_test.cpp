// SPDX-License-Identifier: Apache-2.0
// Closed expectations of the cores' function: which words are instructions, exhaustive small spaces, what differs from the
// standard, CSRs, .ttinsn. Source: ISA documentation, BabyRISCV (Blackhole): InstructionSet, CSRs, PushTensixInstruction.
#include "models/riscv_core/riscv_core_function.h"

#include <cmath>
#include <cstring>
#include <map>
#include <random>

#include "catch.h"
#include "models/riscv_core/soft_float_function.h"
#include "riscv_core/riscv_assembler.h"
#include "tests/seed.h"

using namespace tensix;
using namespace tensix::riscv_test;

namespace {

struct small_memory : riscv_memory {
  std::map<uint32_t, uint32_t> words;
  std::vector<uint32_t> pushed;
  uint32_t fetch(uint32_t address) override { return words[address]; }
  uint32_t load(uint32_t address, unsigned bytes) override {
    const uint32_t word = words[address & ~3u] >> (8 * (address & 3));
    return bytes == 4 ? word : word & ((1u << (8 * bytes)) - 1);
  }
  void store(uint32_t address, unsigned bytes, uint32_t value) override {
    uint32_t& word = words[address & ~3u];
    const unsigned shift = 8 * (address & 3);
    const uint32_t mask = (bytes == 4 ? ~0u : (1u << (8 * bytes)) - 1) << shift;
    word = (word & ~mask) | (value << shift & mask);
  }
  void push(uint32_t word) override { pushed.push_back(word); }
};

// One instruction with operands in x1 and x2 (or f1, f2), its result from x3 (or f3).
struct machine {
  riscv_core_function core;
  small_memory memory;
  explicit machine(unsigned number = 0) : core(number) {}
  riscv_outcome run(uint32_t word) {
    core.pc = 0;
    memory.words[0] = word;
    return core.step(memory);
  }
  uint32_t x(unsigned r) const { return core.state.reg[r]; }
  uint32_t f(unsigned r) const { return core.state.reg[riscv_f0 + r]; }
  uint32_t of(const char* name, uint32_t a, uint32_t b = 0, unsigned rs2 = 2) {
    core.state.reg[1] = a;
    core.state.reg[2] = b;
    REQUIRE(run(asm_r(name, 3, 1, rs2)) == riscv_outcome::went_on);
    return x(3);
  }
  uint32_t of_half(uint32_t match, uint32_t a, uint32_t b = 0, unsigned rs2 = 2) {
    core.state.reg[riscv_f0 + 1] = 0xffff0000 | a;
    core.state.reg[riscv_f0 + 2] = 0xffff0000 | b;
    REQUIRE(run(word_r(match, 3, 1, rs2)) == riscv_outcome::went_on);
    return f(3);
  }
  uint32_t of_single(uint32_t match, uint32_t a, uint32_t b = 0, unsigned rs2 = 2) {
    core.state.reg[riscv_f0 + 1] = a;
    core.state.reg[riscv_f0 + 2] = b;
    REQUIRE(run(word_r(match, 3, 1, rs2)) == riscv_outcome::went_on);
    return f(3);
  }
  uint32_t csr(const char* name, uint32_t number, uint32_t operand) {
    core.state.reg[1] = operand;
    REQUIRE(run(asm_csr(name, 3, number, 1)) == riscv_outcome::went_on);
    return x(3);
  }
};

bool is_instruction(uint32_t word) {
  for (const encoding& e : encodings())
    if ((word & e.mask) == e.match) return true;
  if ((word & 0xfff0007f) == fcvt_h_s) return true;
  if ((word & 0x06000000) != half_format) return false;
  for (const encoding& e : encodings())
    if ((e.how == form::fp || e.how == form::fp_unary || e.how == form::fp_multiply_add) &&
        std::strcmp(e.name, "fcvt.s.h") != 0 && (word & e.mask) == (e.match | half_format))
      return true;
  return false;
}

uint32_t float_bits(float v) {
  uint32_t bits;
  std::memcpy(&bits, &v, 4);
  return bits;
}
float bits_float(uint32_t bits) {
  float v;
  std::memcpy(&v, &bits, 4);
  return v;
}

}  // namespace

TEST_CASE("exactly the documented words are instructions", "[riscv_core]") {
  // All of opcode, funct3, funct7 and rs2, with rs1 and rd as they come.
  std::mt19937 random(seeded(1));
  uint32_t wrong = 0, accepted = 0;
  for (uint32_t top = 0; top < 4096; ++top)
    for (uint32_t low = 0; low < 1024; ++low) {
      const uint32_t word = top << 20 | (random() & 31) << 15 | (low >> 7) << 12 | (random() & 31) << 7 | (low & 0x7f);
      if ((word & 3) != 3) continue;
      const bool is = decode_riscv(word).op != riscv_op::refused;
      accepted += is;
      if (is == is_instruction(word)) continue;
      if (++wrong < 10) {
        CAPTURE(word);
        CHECK(is == is_instruction(word));
      }
    }
  CHECK(wrong == 0);
  CHECK(accepted > 100000);
  CHECK(decode_riscv(0x73).op == riscv_op::ecall);
  CHECK(decode_riscv(0x100073).op == riscv_op::ebreak);
  CHECK(decode_riscv(0x73 | 1 << 7).op == riscv_op::refused);
}

TEST_CASE("instructions decode to their names", "[riscv_core]") {
  constexpr uint32_t slti_x0 = 0x2013, rd1 = 1 << 7;  // a mark; of another rd it is what it was
  for (const encoding& e : encodings()) {
    CAPTURE(e.name);
    const riscv_instruction d = decode_riscv(e.match == slti_x0 ? slti_x0 | rd1 : e.match);
    CHECK(std::string(name(d.op)) == e.name);
    CHECK(d.kind == kind_of(d.op));
  }
  CHECK(decode_riscv(fcvt_h_s).op == riscv_op::fcvt_h_s);
  machine m;
  for (const uint32_t immediate : {0u, 1u, 2u, 0xfffu}) {
    CHECK(decode_riscv(slti_x0 | immediate << 20).kind == riscv_kind::mark);
    CHECK(m.run(slti_x0 | immediate << 20) == riscv_outcome::went_on);
    CHECK((m.core.pc == 4 && m.x(0) == 0));
  }
}

TEST_CASE("what the cores do not have is refused by name", "[riscv_core]") {
  const auto why = [](uint32_t word) {
    machine m;
    CHECK(m.run(word) == riscv_outcome::undefined);
    return m.core.why;
  };
  CHECK(why(0x02008057).find("V extension") != std::string::npos);                      // vadd.vv
  CHECK(why(0x02056007).find("V extension") != std::string::npos);                      // vle32.v
  CHECK(why(word_r(0x18000053, 1, 2, 3)).find("fdiv") != std::string::npos);            // fdiv.s
  CHECK(why(word_r(0x58000053, 1, 2, 0)).find("fsqrt") != std::string::npos);           // fsqrt.s
  CHECK(why(word_r(0x1000202f, 1, 2, 0)).find("lr.w") != std::string::npos);            // lr.w
  CHECK(why(0x30200073).find("mret") != std::string::npos);                             // mret
  CHECK(why(asm_csr("csrrs", 1, 0x001, 0)).find("CSR 0x001") != std::string::npos);     // fflags
  CHECK(why(asm_csr("csrrs", 1, 0xc01, 0)).find("CSR 0xc01") != std::string::npos);     // time
  CHECK(why(asm_csr("csrrs", 1, 0xbc1, 0)).find("not modelled") != std::string::npos);  // tt_cfg_bstatus
}

TEST_CASE("a word that does not end in 11 pushes it, rotated right by two", "[riscv_core]") {
  std::mt19937 random(seeded(2));
  for (int i = 0; i < 100000; ++i) {
    const uint32_t tensix_word = static_cast<uint32_t>(random()) % 0xC0000000u, word = ttinsn_word(tensix_word);
    REQUIRE((word & 3) != 3);
    const riscv_instruction d = decode_riscv(word);
    REQUIRE(d.op == riscv_op::ttinsn);
    REQUIRE(d.immediate == tensix_word);
  }
  machine m;
  CHECK(m.run(asm_ttinsn(0x12345678)) == riscv_outcome::went_on);
  CHECK(m.memory.pushed == std::vector<uint32_t>{0x12345678});
}

TEST_CASE("unary bit manipulation on all 16-bit patterns, low and high", "[riscv_core]") {
  machine m;
  for (uint32_t pattern = 0; pattern < 0x20000; ++pattern) {
    const uint32_t a = pattern < 0x10000 ? pattern : pattern << 16;
    uint32_t leading = 0, trailing = 0, ones = 0, bytes = 0, swapped = 0, reversed = 0;
    while (leading < 32 && !(a >> (31 - leading) & 1)) ++leading;
    while (trailing < 32 && !(a >> trailing & 1)) ++trailing;
    for (unsigned i = 0; i < 32; ++i) {
      ones += a >> i & 1;
      if (a >> (i / 8 * 8) & 0xff) bytes |= 1u << i;
      swapped |= (a >> (24 - i / 8 * 8 + i % 8) & 1) << i;
      reversed |= (a >> (31 - i) & 1) << i;
    }
    bool right = m.of("clz", a, 0, 0) == leading && m.of("ctz", a, 0, 0) == trailing && m.of("cpop", a, 0, 0) == ones;
    right =
        right && m.of("orc.b", a, 0, 0) == bytes && m.of("grevi", a, 0, 24) == swapped && m.of("grevi", a, 0, 31) == reversed;
    right = right && m.of("sext.b", a, 0, 0) == ((a & 0xff) ^ 0x80) - 0x80 && m.of("pack", a, 0, 0) == (a & 0xffff);
    right = right && m.of("sext.h", a, 0, 0) == ((a & 0xffff) ^ 0x8000) - 0x8000;
    CAPTURE(a);
    if (!right) FAIL_CHECK("a bit instruction is wrong");
  }
}

TEST_CASE("grevi moves bit i to i xor amount", "[riscv_core]") {
  machine m;
  for (unsigned amount = 0; amount < 32; ++amount)
    for (unsigned bit = 0; bit < 32; ++bit) CHECK(m.of("grevi", 1u << bit, 0, amount) == 1u << (bit ^ amount));
}

TEST_CASE("half precision converts to single and back, all patterns", "[riscv_core]") {
  machine m;
  uint32_t wrong = 0;
  for (uint32_t h = 0; h < 0x10000; ++h) {
    const uint32_t exponent = h >> 10 & 31, fraction = h & 0x3ff;
    const uint32_t s = m.of_half(0x40200053, h, 0, 0);
    if (exponent == 31) {
      wrong += s != (fraction ? 0x7fc00000 : (h & 0x8000) << 16 | 0x7f800000);
      continue;
    }
    const float magnitude = exponent ? std::ldexp(1024.0f + static_cast<float>(fraction), static_cast<int>(exponent) - 25)
                                     : std::ldexp(static_cast<float>(fraction), -24);
    wrong += s != float_bits(h & 0x8000 ? -magnitude : magnitude);
    wrong += m.of_single(fcvt_h_s, s, 0, 0) != (0xffff0000 | h);
  }
  CHECK(wrong == 0);
}

TEST_CASE("fadd, fsub, fmul and multiply-adds flush subnormals on both ends", "[riscv_core]") {
  machine m;
  const uint32_t add = find("fadd").match, sub = find("fsub").match, mul = find("fmul").match;
  CHECK(m.of_single(add, 0x00000001, 0x3f800000) == 0x3f800000);
  CHECK(m.of_single(add, 0x007fffff, 0x007fffff) == 0);           // operands are zero
  CHECK(m.of_single(add, 0x807fffff, 0x80000001) == 0x80000000);  // -0 + -0
  CHECK(m.of_single(sub, 0x00800001, 0x00800000) == 0);           // the result is subnormal
  CHECK(m.of_single(sub, 0x80800001, 0x80800000) == 0x80000000);
  CHECK(m.of_single(mul, 0x00800000, 0x3f000000) == 0);
  CHECK(m.of_single(mul, 0x00800000, 0xbf000000) == 0x80000000);
  CHECK(m.of_single(mul, 0x00800000, 0x3f7fffff) == 0x00800000);  // rounds up to the least normal number
  CHECK(m.of_single(mul, 0x00ffffff, 0x3f000000) == 0x00800000);
  CHECK(m.of_half(add | half_format, 0x0001, 0x3c00) == 0xffff3c00);
  CHECK(m.of_half(sub | half_format, 0x0401, 0x0400) == 0xffff0000);
  CHECK(m.of_half(mul | half_format, 0x0400, 0xb800) == 0xffff8000);
  // Those that only move, compare or convert see subnormals.
  CHECK(m.of_single(find("fmax").match, 0x00000001, 0) == 0x00000001);
  m.core.state.reg[riscv_f0 + 1] = 1;
  m.core.state.reg[riscv_f0 + 2] = 0;
  CHECK(m.run(word_r(find("flt").match, 3, 2, 1)) == riscv_outcome::went_on);
  CHECK(m.x(3) == 1);
}

TEST_CASE("the rounding mode is to nearest, whatever instruction and fcsr say", "[riscv_core]") {
  for (uint32_t dynamic = 0; dynamic < 8; ++dynamic)
    for (uint32_t rm = 0; rm < 8; ++rm) {
      machine m;
      m.csr("csrrw", 3, dynamic << 5);
      CHECK(m.of_single(find("fadd").match | rm << 12, 0x3f800000, 0x33800001) == 0x3f800001);  // 1 + (2^-24 and a bit)
      CHECK(m.of_single(find("fadd").match | rm << 12, 0x3f800000, 0x33800000) == 0x3f800000);  // a tie
      CHECK(m.of_single(find("fadd").match | rm << 12, 0xbf800000, 0xb3800001) == 0xbf800001);
      m.core.state.reg[riscv_f0 + 1] = 0x40200000;  // 2.5
      CHECK(m.run(word_r(find("fcvt.w").match | rm << 12, 3, 1, 0)) == riscv_outcome::went_on);
      CHECK(m.x(3) == 2);
      CHECK(m.csr("csrrs", 3, 0) == (dynamic << 5 | 1));  // inexact
    }
}

TEST_CASE("EnBFloat makes half-precision instructions BF16, rounded as EnBFloatRTNE says", "[riscv_core]") {
  for (const bool nearest : {false, true}) {
    machine m;
    m.csr("csrrs", 0x7c0, riscv_csrs::bfloat | (nearest ? riscv_csrs::bfloat_nearest : 0));
    std::mt19937 random(seeded(3));
    // Exact sums and products in double precision, rounded to 8 bits here.
    const auto rounded = [&](double v) {
      if (v == 0) return v < 0 ? 0x8000u : 0u;
      int exponent;
      const double scaled = std::ldexp(std::frexp(std::fabs(v), &exponent), 8);
      double kept = std::floor(scaled);
      const double rest = scaled - kept;
      if (nearest && (rest > 0.5 || (rest == 0.5 && std::fmod(kept, 2) != 0))) kept += 1;
      return float_bits(static_cast<float>(std::copysign(std::ldexp(kept, exponent - 8), v))) >> 16;
    };
    uint32_t wrong = 0;
    for (int i = 0; i < 50000; ++i) {
      const auto value = [&] { return (random() & 0x807f) | (117 + random() % 20) << 7; };
      const auto a = static_cast<uint32_t>(value()), b = static_cast<uint32_t>(value());
      const double x = bits_float(a << 16), y = bits_float(b << 16);
      wrong += m.of_half(find("fadd").match | half_format, a, b) != (0xffff0000 | rounded(x + y));
      wrong += m.of_half(find("fsub").match | half_format, a, b) != (0xffff0000 | rounded(x - y));
      wrong += m.of_half(find("fmul").match | half_format, a, b) != (0xffff0000 | rounded(x * y));
      wrong += m.of_half(0x40200053, a, 0, 0) != a << 16;
    }
    CHECK(wrong == 0);
    CHECK(m.of_single(fcvt_h_s, 0x3f80c000, 0, 0) == (nearest ? 0xffff3f81 : 0xffff3f80));
    CHECK(m.of_half(find("fadd").match | half_format, 0x7f80, 0xff80) == 0xffff7fc0);
  }
}

TEST_CASE("CSRs", "[riscv_core]") {
  machine m;
  SECTION("reset values and constants") {
    CHECK(m.csr("csrrs", 0x7c0, 0) == 16u << 13);
    CHECK(m.csr("csrrs", 0x300, 0) == 0x80006600);
    CHECK(m.csr("csrrs", 0x301, 0) == 0x40201123);
    CHECK(m.csr("csrrs", 0xc22, 0) == 16);
    for (const uint32_t constant : {0x008u, 0x300u, 0x301u, 0xf14u}) {
      const uint32_t before = m.csr("csrrs", constant, 0);
      m.csr("csrrw", constant, ~before);
      CHECK(m.csr("csrrs", constant, 0) == before);
    }
  }
  SECTION("scratch registers, and the three ways to write") {
    for (uint32_t number : {0x7c3u, 0x7c4u, 0x7c5u, 0x7c6u, 0x7c0u, 0x7c1u, 0x7c2u, 0xbcau, 0xc20u, 0xc21u}) {
      CAPTURE(number);
      m.csr("csrrw", number, 0xf0f0a5a5);
      CHECK(m.csr("csrrs", number, 0x0f00000a) == 0xf0f0a5a5);
      CHECK(m.csr("csrrc", number, 0xf0000005) == 0xfff0a5af);
      CHECK(m.run(asm_csr("csrrwi", 3, number, 19)) == riscv_outcome::went_on);
      CHECK(m.x(3) == 0x0ff0a5aa);
      CHECK(m.run(asm_csr("csrrsi", 3, number, 4)) == riscv_outcome::went_on);
      CHECK(m.x(3) == 19);
      CHECK(m.run(asm_csr("csrrci", 3, number, 3)) == riscv_outcome::went_on);
      CHECK(m.x(3) == 23);
      CHECK(m.csr("csrrs", number, 0) == 20);
    }
  }
  SECTION("instret counts, and its alias is the same register, to be written too") {
    const uint32_t first = m.csr("csrrs", 0xb02, 0);
    CHECK(m.csr("csrrs", 0xc02, 0) == first + 1);
    m.csr("csrrw", 0xc02, 1000);
    CHECK(m.csr("csrrs", 0xb02, 0) == 1001);
    m.csr("csrrw", 0xb82, 5);
    CHECK(m.csr("csrrs", 0xc82, 0) == 5);
  }
  SECTION("the stream status registers are scratch on B only") {
    machine b(3);
    b.csr("csrrw", 0xbc2, 77);
    CHECK(b.csr("csrrs", 0xbc9, 0) == 0);
    CHECK(b.csr("csrrs", 0xbc2, 0) == 77);
    CHECK(m.run(asm_csr("csrrs", 3, 0xbc2, 0)) == riscv_outcome::undefined);
    m.csr("csrrs", 0x7c0, riscv_csrs::freeze_status);  // from then on they are
    CHECK(m.csr("csrrs", 0xbc2, 0) == 0);
  }
}

TEST_CASE("loads and stores round their address down; x0 stays zero", "[riscv_core]") {
  machine m;
  m.core.state.reg[1] = 0x103;
  m.memory.words[0x100] = 0x11223344;
  CHECK(m.run(asm_i("lw", 3, 1, 0)) == riscv_outcome::went_on);
  CHECK(m.x(3) == 0x11223344);
  CHECK(m.run(asm_i("lhu", 3, 1, 0)) == riscv_outcome::went_on);
  CHECK(m.x(3) == 0x1122);
  CHECK(m.run(asm_i("lw", 0, 1, 0)) == riscv_outcome::went_on);
  CHECK(m.run(asm_i("addi", 0, 1, 5)) == riscv_outcome::went_on);
  CHECK(m.x(0) == 0);
}

TEST_CASE("a program that writes its own code runs the new code", "[riscv_core]") {
  machine m;
  CHECK(m.run(asm_i("addi", 3, 0, 1)) == riscv_outcome::went_on);
  CHECK(m.run(asm_i("addi", 3, 0, 2)) == riscv_outcome::went_on);
  CHECK(m.x(3) == 2);
}
