// SPDX-License-Identifier: Apache-2.0
// Float and integer arithmetic of MVMUL, DOTPV, GAPOOL, ELWADD, ELWSUB, ELWMUL: every instruction set against a plain
// reference.
#include "catch.h"
#include "fpu_reference.h"
#include "matrix_bench.h"

using namespace matrix_bench;
namespace ref = fpu_reference;

namespace {

constexpr unsigned fp16 = 1, tf32 = 4, bf16 = 5, bfp8 = 6, fp8 = 10, int8 = 14;

// Dst datum as the FP32-like pattern that the reference takes, and back.
uint32_t read(const machine& m, ref::acc to, unsigned row, unsigned col) {
  if (to == ref::acc::fp32) return dst_decode_fp32(m.get32(row, col));
  if (to == ref::acc::bf16) return uint32_t{dst_decode_bf16(m.get16(row, col))} << 16;
  const uint32_t x = dst_decode_fp16(m.get16(row, col));
  return ((x & 0x8000) << 16) | ((x & 0x7fff) << 13);
}
uint32_t expected_bits(uint32_t pattern, ref::acc to) {
  if (to == ref::acc::fp32) return dst_encode_fp32(pattern);
  if (to == ref::acc::bf16) return dst_encode_bf16(static_cast<uint16_t>(pattern >> 16));
  return dst_encode_fp16(static_cast<uint16_t>(((pattern >> 16) & 0x8000) | ((pattern >> 13) & 0x7fff)));
}
uint32_t raw(const machine& m, ref::acc to, unsigned row, unsigned col) {
  return to == ref::acc::fp32 ? m.get32(row, col) : m.get16(row, col);
}

struct case_setup {
  unsigned format_a, format_b;
  bool wide;
  unsigned phase;
  bool keep_denormals;
};
uint32_t mask_of(unsigned format) { return format == tf32 ? 0x7ffff : format == fp16 || format == fp8 ? 0x47fff : 0x7fff8; }

ref::mode configure(machine& m, const case_setup& c) {
  m.formats(c.format_a, c.format_b);
  m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, c.wide);
  m.set(cfg::ALU_ACC_CTRL_INT8_math_enabled, c.format_a == int8);
  m.set(cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src, c.keep_denormals);
  m.s.rwc[0].fidelity_phase = c.phase;
  ref::mode mode;
  mode.narrow = c.format_a == fp16 || c.format_a == fp8;
  mode.to = c.wide ? ref::acc::fp32 : mode.narrow ? ref::acc::fp16 : ref::acc::bf16;
  mode.phase = c.phase;
  mode.keep_b_denormals = c.keep_denormals;
  return mode;
}
// Sources and the first eight rows of Dst; a few rows of Dst are not valid.
void fill(machine& m, xorshift& random, const ref::mode& mode) {
  const unsigned kind_a = random.below(7), kind_b = random.below(7), kind_d = random.below(7);
  for (auto& row : m.s.srca.in_use().row)
    for (uint32_t& x : row) x = src_datum(random, random.below(8) ? kind_a : random.below(7), mode.narrow);
  for (auto& row : m.s.srcb.in_use().row)
    for (uint32_t& x : row) x = src_datum(random, random.below(8) ? kind_b : random.below(7), mode.narrow);
  for (unsigned r = 0; r < 8; ++r)
    for (unsigned col = 0; col < 16; ++col) {
      const uint32_t x = src_datum(random, kind_d, mode.narrow && mode.to == ref::acc::fp16);
      const uint32_t pattern = (x << 13) | (random() & 0x1fff);
      if (mode.to == ref::acc::fp32) m.put32(r, col, dst_encode_fp32(pattern));
      else m.put16(r, col, static_cast<uint16_t>(expected_bits(pattern, mode.to)));
    }
  if (!random.below(4)) m.run(opcode::ZEROACC, {{"where", random.below(8)}});
}

template <class Check>
void for_every_case(unsigned repeats, Check check) {
  xorshift random;
  static constexpr std::pair<unsigned, unsigned> formats[] = {{bf16, bf16}, {tf32, tf32}, {fp16, fp16},
                                                              {fp8, fp8},   {bf16, tf32}, {tf32, bfp8}};
  for (const auto& [a, b] : formats)
    for (bool wide : {false, true})
      for (unsigned phase = 0; phase < 4; ++phase)
        for (bool keep : {false, true})
          for (set_type set : every_set) {
            machine m;
            if (!m.unit.use(set)) continue;
            const case_setup c{a, b, wide, phase, keep};
            for (unsigned i = 0; i < repeats; ++i) check(m, c, random);
            REQUIRE_FALSE(m.s.diagnose.any());
          }
}

}  // namespace

TEST_CASE("MVMUL, DOTPV and GAPOOL are the reference's sums of products", "[mvmul]") {
  for_every_case(60, [](machine& m, const case_setup& c, xorshift& random) {
    const ref::mode mode = configure(m, c);
    fill(m, random, mode);
    const uint32_t mask_a = mask_of(c.format_a), mask_b = mask_of(c.format_b);
    const unsigned rows = random.below(3) ? 8 : 4;
    const opcode op = rows == 4 ? opcode::GAPOOL : random.below(4) ? opcode::MVMUL : opcode::DOTPV;
    m.s.rwc[0].srca = 16 * random.below(4);
    m.s.rwc[0].srcb = 8 * random.below(8);
    uint32_t expect[8][16];
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned col = 0; col < 16; ++col) {
        uint32_t a[16], b[16];
        for (unsigned k = 0; k < 16; ++k) {
          a[k] = m.s.srca.in_use().row[m.s.rwc[0].srca + k][col] & mask_a;
          b[k] = m.s.srcb.in_use().row[m.s.rwc[0].srcb + r][k] & mask_b;
        }
        expect[r][col] = expected_bits(ref::dot_product(a, b, read(m, mode.to, r, col), mode), mode.to);
      }
    const uint32_t untouched = raw(m, mode.to, 7, 3);
    m.run(op);
    unsigned wrong = 0;
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned col = 0; col < 16; ++col) wrong += raw(m, mode.to, r, col) != expect[r][col];
    if (wrong) {
      CAPTURE(m.unit.instruction_set_name(), c.format_a, c.format_b, c.wide, c.phase, c.keep_denormals, rows);
      FAIL(wrong << " datums differ");
    }
    if (rows == 4 && raw(m, mode.to, 7, 3) != untouched) FAIL("GAPOOL wrote beyond its four rows");
  });
}

TEST_CASE("ELWADD, ELWSUB and ELWMUL are the reference's, with broadcasts and accumulation", "[elw]") {
  for_every_case(120, [](machine& m, const case_setup& c, xorshift& random) {
    const ref::mode mode = configure(m, c);
    fill(m, random, mode);
    const uint32_t mask_a = mask_of(c.format_a), mask_b = mask_of(c.format_b);
    const unsigned which = random.below(3), broadcast = random.below(4), accumulate = random.below(2);
    m.s.rwc[0].srca = random.below(64);
    m.s.rwc[0].srcb = random.below(64);
    const unsigned row_a = m.s.rwc[0].srca & ~7u, row_b = m.s.rwc[0].srcb & ((broadcast & 2) ? 63u : 56u);
    uint32_t expect[8][16];
    for (unsigned r = 0; r < 8; ++r)
      for (unsigned col = 0; col < 16; ++col) {
        const uint32_t a = m.s.srca.in_use().row[row_a + r][col] & mask_a;
        const uint32_t b = m.s.srcb.in_use().row[row_b + ((broadcast & 2) ? 0 : r)][(broadcast & 1) ? 0 : col] & mask_b;
        const uint32_t dst = which == 0 || accumulate ? read(m, mode.to, r, col) : 0;
        const uint32_t value =
            which == 0 ? ref::multiply_datum(a, b, dst, mode) : ref::add_data(a, which == 2 ? b ^ 0x40000 : b, dst, mode);
        expect[r][col] = expected_bits(value, mode.to);
      }
    m.run(which == 0   ? opcode::ELWMUL
          : which == 1 ? opcode::ELWADD
                       : opcode::ELWSUB,
          {{"instr_mod19", broadcast}, {"dest_accum_en", accumulate}});
    unsigned wrong = 0;
    for (unsigned r = 0; r < 8; ++r)
      for (unsigned col = 0; col < 16; ++col) wrong += raw(m, mode.to, r, col) != expect[r][col];
    if (wrong) {
      CAPTURE(m.unit.instruction_set_name(), c.format_a, c.format_b, c.wide, c.phase, c.keep_denormals, which, broadcast);
      FAIL(wrong << " datums differ");
    }
  });
}

// BF16 of SrcA and a zero of SrcB with Zero_Flag_disabled_src: 2^-127, which silicon was measured to add in an FP32 Dst.
TEST_CASE("a zero of SrcB that is not flushed counts as 2^-127", "[elw]") {
  for (set_type set : every_set) {
    machine m;
    if (!m.unit.use(set)) continue;
    const auto result = [&](opcode op, unsigned a, unsigned b, bool wide, bool keep = true, bool zero_a = false) {
      configure(m, {bf16, bf16, wide, 0, keep});
      for (auto& row : m.s.srca.in_use().row) std::fill_n(row, 16, zero_a ? 0u : a << 3);
      for (auto& row : m.s.srcb.in_use().row) std::fill_n(row, 16, zero_a ? a << 3 : b << 3);
      m.run(opcode::ZEROACC, {{"clear_mode", 3}});
      m.run(op);
      const uint32_t first = read(m, wide ? ref::acc::fp32 : ref::acc::bf16, 0, 0);
      for (unsigned r = 0; r < 8; ++r)
        for (unsigned col = 0; col < 16; ++col)
          if (read(m, wide ? ref::acc::fp32 : ref::acc::bf16, r, col) != first) FAIL("datums differ");
      return first;
    };
    for (unsigned a = 0x80; a < 0x7f80; a += a < 0x700 ? 3 : 0x71) {
      const unsigned exponent = a >> 7;
      CAPTURE(m.unit.instruction_set_name(), a);
      const uint32_t x = a << 16;
      // 2^-127 in units of the last place of FP32; a unit of SrcA's ten bits of mantissa in the eleventh binade.
      const uint32_t added = exponent > 11 ? 0 : 1u << (exponent < 11 ? 23 - exponent : 13);
      const auto plus = [&](uint32_t units) {
        const uint32_t mantissa = (x & 0x7fffff) + units;
        if (mantissa < 0x800000) return (x & ~0x7fffffu) | mantissa;
        return (exponent + 1) << 23 | (mantissa - 0x800000) / 2;
      };
      CHECK(result(opcode::ELWADD, a, 0, true) == plus(added));
      CHECK(result(opcode::ELWSUB, a, 0x8000, true) == plus(added));
      CHECK(result(opcode::ELWADD, a | 0x8000, 0x8000, true) == (plus(added) | 0x80000000));
      CHECK(result(opcode::ELWSUB, a | 0x8000, 0, true) == (plus(added) | 0x80000000));
      // Against the sign the value goes towards zero, and is zero below 2^-126.
      const auto minus = [&] {
        const uint32_t size = (0x800000 | (x & 0x7fffff)) - added;  // of 2^(exponent - 150)
        if (size >= 0x800000) return exponent << 23 | (size & 0x7fffff);
        const unsigned by = static_cast<unsigned>(__builtin_clz(size)) - 8;
        return exponent <= by ? 0u : (exponent - by) << 23 | ((size << by) & 0x7fffff);
      };
      CHECK(result(opcode::ELWSUB, a, 0, true) == minus());
      CHECK(result(opcode::ELWADD, a | 0x8000, 0, true) == (minus() ? minus() | 0x80000000 : 0));
      // Flushed it is zero, and a zero of SrcA always is.
      CHECK(result(opcode::ELWADD, a, 0, true, false) == x);
      CHECK(result(opcode::ELWADD, a, 0, true, true, true) == x);
      CHECK(result(opcode::ELWSUB, a, 0, true, true, true) == (x | 0x80000000));
      // A 16-bit Dst has what is left of the sum in eight bits.
      CHECK(result(opcode::ELWADD, a, 0, false) == ((plus(added) + 0x8000) & 0xffff0000));
      // The product has been what it is with 2^-127: from 2 on it is a number.
      CHECK(result(opcode::ELWMUL, a, 0, true) == (exponent < 128 ? 0 : (exponent - 127) << 23 | (x & 0x780000)));
    }
    for (const bool keep : {false, true})
      for (const opcode op : {opcode::ELWADD, opcode::ELWSUB, opcode::ELWMUL})
        for (const unsigned a : {0u, 0x8000u, 1u, 0x7fu, 0x807fu})
          for (const unsigned b : {0u, 0x8000u}) CHECK(result(op, a, b, true, keep) == 0);
    REQUIRE_FALSE(m.s.diagnose.any());
  }
}

TEST_CASE("integer \"8\" products and sums are exact and saturate", "[int8]") {
  xorshift random;
  for (set_type set : every_set) {
    machine m;
    if (!m.unit.use(set)) continue;
    for (unsigned i = 0; i < 2000; ++i) {
      const case_setup c{int8, int8, random.below(2) != 0, random.below(4), random.below(2) != 0};
      configure(m, c);
      for (src_register* src : {&m.s.srca, &m.s.srcb})
        for (auto& row : src->in_use().row)
          for (uint32_t& x : row) x = (random() & 0x403ff) | (random.below(5) ? 16u << 10 : 0);
      for (unsigned r = 0; r < 8; ++r)
        for (unsigned col = 0; col < 16; ++col) {
          const uint32_t extreme = random.below(3) ? random() : 0x7fffffff - random.below(1u << 21);
          m.put32(r, col, dst_encode_fp32(extreme ^ (random() & 0x80000000)));
        }
      const unsigned which = random.below(4), accumulate = random.below(2);  // 3: MVMUL
      const bool product = which == 0 || which == 3;
      const unsigned mask_a = !product        ? 0x3ff
                              : (c.phase & 1) ? 0x1f
                                              : 0xe0,
                     mask_b = !product        ? 0x3ff
                              : (c.phase & 2) ? 0xf
                                              : 0x3f0;
      int32_t expect[8][16];
      for (unsigned r = 0; r < 8; ++r)
        for (unsigned col = 0; col < 16; ++col) {
          const uint32_t old = dst_decode_fp32(m.get32(r, col));
          int64_t total = product || accumulate ? static_cast<int64_t>(old & 0x7fffffff) : 0;
          if (old >> 31) total = -total;
          const auto a = [&](unsigned row) { return ref::integer(m.s.srca.in_use().row[row][col], mask_a, false); };
          const auto b = [&](unsigned column) {
            return ref::integer(m.s.srcb.in_use().row[r][column], mask_b, c.keep_denormals);
          };
          if (which == 0) total += int64_t{a(r)} * b(col);
          if (which == 1) total += a(r) + b(col);
          if (which == 2) total += a(r) - b(col);
          if (which == 3)
            for (unsigned k = 0; k < 16; ++k) total += int64_t{a(k)} * b(k);
          expect[r][col] = ref::saturate(total);
        }
      static constexpr opcode codes[] = {opcode::ELWMUL, opcode::ELWADD, opcode::ELWSUB, opcode::MVMUL};
      if (which == 3) m.run(opcode::MVMUL);
      else m.run(codes[which], {{"dest_accum_en", accumulate}});
      unsigned wrong = 0;
      for (unsigned r = 0; r < 8; ++r)
        for (unsigned col = 0; col < 16; ++col) {
          const int32_t e = expect[r][col];
          const uint32_t bits = e < 0 ? 0x80000000u | static_cast<uint32_t>(-e) : static_cast<uint32_t>(e);
          wrong += m.get32(r, col) != dst_encode_fp32(bits);
        }
      if (wrong) {
        CAPTURE(m.unit.instruction_set_name(), which, c.phase, accumulate, i);
        FAIL(wrong << " datums differ");
      }
    }
  }
}

TEST_CASE("small whole numbers multiply exactly once all phases have run", "[mvmul][closed form]") {
  // Numbers up to 31 fit in the first phase of both operands, products and sums of 16 of them in 24 bits.
  const auto tf32_of = [](int x) {
    if (!x) return 0u;
    uint32_t size = static_cast<uint32_t>(x < 0 ? -x : x), exponent = 127 + 10;
    while (!(size & 0x400)) size <<= 1, --exponent;
    return (x < 0 ? 0x40000u : 0u) | (exponent << 10) | (size & 0x3ff);
  };
  const auto fp32_of = [](int x) {
    if (!x) return 0u;
    uint32_t size = static_cast<uint32_t>(x < 0 ? -x : x), exponent = 127 + 23;
    while (!(size & 0x800000)) size <<= 1, --exponent;
    return (x < 0 ? 0x80000000u : 0u) | (exponent << 23) | (size & 0x7fffff);
  };
  xorshift random;
  for (set_type set : every_set) {
    machine m;
    if (!m.unit.use(set)) continue;
    m.formats(tf32, tf32);
    m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, 1);
    for (unsigned i = 0; i < 200; ++i) {
      int a[16][16], b[8][16], magnitude = i % 2 ? 31 : 7;
      for (unsigned k = 0; k < 16; ++k)
        for (unsigned j = 0; j < 16; ++j) {
          a[k][j] = static_cast<int>(random.below(2 * magnitude + 1)) - magnitude;
          m.s.srca.in_use().row[k][j] = tf32_of(a[k][j]);
          if (k < 8) {
            // One exponent in each row keeps every product of a group on the same grid.
            b[k][j] = random.below(2) ? 64 : -64;
            m.s.srcb.in_use().row[k][j] = tf32_of(b[k][j]);
          }
        }
      m.run(opcode::ZEROACC, {{"clear_mode", 3}});
      for (unsigned phase = 0; phase < 4; ++phase) {
        m.s.rwc[0].fidelity_phase = phase;
        m.run(opcode::MVMUL);
      }
      for (unsigned r = 0; r < 8; ++r)
        for (unsigned j = 0; j < 16; ++j) {
          int total = 0;
          for (unsigned k = 0; k < 16; ++k) total += a[k][j] * b[r][k];
          if (dst_decode_fp32(m.get32(r, j)) != fp32_of(total)) FAIL(m.unit.instruction_set_name() << " " << total);
        }
    }
    SUCCEED();
  }
}

TEST_CASE("every sum of two ordinary BF16 numbers with equal exponents is rounded half up", "[elw][closed form]") {
  machine m;
  m.formats(bf16, bf16);
  unsigned wrong = 0;
  for (unsigned x = 0; x < 128; ++x)
    for (unsigned y = 0; y < 128; ++y) {
      m.s.srca.in_use().row[0][0] = (127u << 10) | (x << 3);
      m.s.srcb.in_use().row[0][0] = (127u << 10) | (y << 3);
      m.run(opcode::ELWADD);
      const unsigned sum = (256 + x + y + 1) / 2;  // of 128ths, in units of 2/128
      const unsigned exponent = sum == 256 ? 129 : 128, mantissa = sum == 256 ? 0 : sum - 128;
      wrong += m.get16(0, 0) != dst_encode_bf16(static_cast<uint16_t>((exponent << 7) | mantissa));
    }
  REQUIRE(wrong == 0);
}
