// SPDX-License-Identifier: Apache-2.0
// ALU_ROUNDING_MODE_Fpu_srnd_en: no bias for any format or instruction, exact values stay, the same bits for the same seed.
#include <cmath>

#include "catch.h"
#include "matrix_bench.h"
#include "models/registers/prng.h"

using namespace matrix_bench;

namespace stochastic_rounding_test {
namespace {
constexpr unsigned fp16 = 1, tf32 = 4, bf16 = 5;

// A datum of Dst as a number; `narrow`: FP16.
double value(const machine& m, unsigned row, unsigned col, bool wide, bool narrow) {
  if (narrow && !wide) {
    const uint16_t x = dst_decode_fp16(m.get16(row, col));
    const int exponent = x >> 10 & 31;
    const double size = exponent ? std::ldexp(1 + (x & 0x3ff) / 1024.0, exponent - 15) : 0;
    return x >> 15 ? -size : size;
  }
  const uint32_t x = wide ? dst_decode_fp32(m.get32(row, col)) : uint32_t{dst_decode_bf16(m.get16(row, col))} << 16;
  const int exponent = static_cast<int>(x >> 23 & 255);
  const double size = exponent ? std::ldexp(1 + (x & 0x7fffff) / 8388608.0, exponent - 127) : 0;
  return x >> 31 ? -size : size;
}
void put(machine& m, unsigned row, unsigned col, bool wide, bool narrow, double x) {
  int exponent = 0;
  const double fraction = x == 0 ? 0 : std::frexp(std::fabs(x), &exponent);  // 0.5 .. 1
  const uint32_t sign = x < 0, bits = static_cast<uint32_t>(std::ldexp(fraction, 24)) & 0x7fffff;
  if (x == 0) exponent = -126;
  if (narrow && !wide)
    m.put16(row, col,
            dst_encode_fp16(static_cast<uint16_t>(sign << 15 | (x == 0 ? 0u : unsigned(exponent + 14)) << 10 | bits >> 13)));
  else if (wide) m.put32(row, col, dst_encode_fp32(sign << 31 | static_cast<uint32_t>(exponent + 126) << 23 | bits));
  else
    m.put16(row, col,
            dst_encode_bf16(static_cast<uint16_t>(sign << 15 | static_cast<uint32_t>(exponent + 126) << 7 | bits >> 16)));
}
uint32_t src(double x, bool narrow) {  // with at most ten bits of mantissa
  if (x == 0) return 0;
  int exponent;
  const double fraction = std::frexp(std::fabs(x), &exponent);
  return (x < 0 ? 0x40000u : 0) | static_cast<uint32_t>(exponent + (narrow ? 14 : 126)) << 10 |
         (static_cast<uint32_t>(std::ldexp(fraction, 11)) & 0x3ff);
}

struct path {
  const char* name;
  opcode code;
  unsigned format;
  bool wide;
  double a, b, dst;  // everywhere; what comes out exactly is given by `exact`
  unsigned accumulate;
};
double exact(const path& p) {
  switch (p.code) {
    case opcode::ELWADD: return p.a + p.b + (p.accumulate ? p.dst : 0);
    case opcode::ELWSUB: return p.a - p.b + (p.accumulate ? p.dst : 0);
    case opcode::ELWMUL: return p.a * p.b + p.dst;
    default: return 16 * p.a * p.b + p.dst;
  }
}
void prepare(machine& m, const path& p) {
  const bool narrow = p.format == fp16;
  m.own_all();
  m.formats(p.format, p.format);
  m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, p.wide);
  m.set(cfg::ALU_ROUNDING_MODE_Fpu_srnd_en, 1);
  for (auto& row : m.s.srca.in_use().row)
    for (uint32_t& x : row) x = src(p.a, narrow);
  for (auto& row : m.s.srcb.in_use().row)
    for (uint32_t& x : row) x = src(p.b, narrow);
}
void run(machine& m, const path& p, unsigned rows) {
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned j = 0; j < 16; ++j) put(m, r, j, p.wide, p.format == fp16, p.dst);
  const bool elementwise_sum = p.code == opcode::ELWADD || p.code == opcode::ELWSUB;
  if (elementwise_sum) m.run(p.code, {{"dest_accum_en", p.accumulate}});
  else m.run(p.code);
}
unsigned rows_of(const path& p) { return p.code == opcode::GAPOOL ? 4 : 8; }
}  // namespace

TEST_CASE("whole words of random bits are 32 steps of the register", "[stochastic]") {
  for (uint32_t seed : {0u, 1u, 0x80000000u, 0x12345678u, 0xfffffffeu}) {
    uint32_t s = seed;
    random_words words(seed);
    for (unsigned i = 0; i < 32; ++i) s = step_prng(s);  // seeding
    for (unsigned n = 0; n < 100; ++n) {
      for (unsigned steps = 1; steps <= 11; ++steps) {
        uint32_t single = s;
        for (unsigned i = 0; i < steps; ++i) single = step_prng(single);
        REQUIRE(step_prng(s, steps) == single);
      }
      for (unsigned i = 0; i < 32; ++i) s = step_prng(s);
      REQUIRE(words.next() == s);
    }
  }
}

// 100,000 roundings of the same exact result: the mean is right within four standard deviations, and both neighbours occur.
TEST_CASE("stochastic rounding has no bias", "[stochastic]") {
  const double tiny = std::ldexp(1, -13), wide_dst = 1 + std::ldexp(1, -9);
  const path paths[] = {
      {"ELWADD to BF16", opcode::ELWADD, bf16, false, 1.0078125, 0.00390625 * 1.25, 0, 0},
      {"ELWADD to BF16, far apart", opcode::ELWADD, bf16, false, 1.0, -std::ldexp(1.25, -11), 0, 0},
      {"ELWSUB of TF32 to BF16", opcode::ELWSUB, tf32, false, -3.0, std::ldexp(1.5, -8), 0, 0},
      {"ELWADD to BF16, accumulating", opcode::ELWADD, bf16, false, tiny, tiny, -1.5, 1},
      {"ELWADD to FP16", opcode::ELWADD, fp16, false, 1.0, std::ldexp(1.75, -12), 0, 0},
      {"ELWSUB to FP16, accumulating", opcode::ELWSUB, fp16, false, tiny, tiny * 8, 1.0, 1},
      {"ELWADD to FP32", opcode::ELWADD, tf32, true, 1.0, std::ldexp(1.0009765625, -19), 0, 0},
      {"ELWADD of FP16 to FP32, accumulating", opcode::ELWADD, fp16, true, 1.0, std::ldexp(1.5, -12), std::ldexp(1.25, -23), 1},
      {"ELWMUL to BF16", opcode::ELWMUL, bf16, false, 1.0625, std::ldexp(1.1875, -10), 1.0, 0},
      {"ELWMUL to FP16", opcode::ELWMUL, fp16, false, 1.0, std::ldexp(1.125, -12), -1.0, 0},
      {"ELWMUL to FP32", opcode::ELWMUL, bf16, true, 1.0625, std::ldexp(1.1875, -27), wide_dst, 0},
      {"MVMUL to BF16", opcode::MVMUL, bf16, false, 1.0625, std::ldexp(1.1875, -15), 1.0, 0},
      {"MVMUL to FP16", opcode::MVMUL, fp16, false, std::ldexp(1.0, -8), std::ldexp(1.125, -8), -1.0, 0},
      {"MVMUL to FP32", opcode::MVMUL, tf32, true, 1.0625, std::ldexp(1.1875, -30), wide_dst, 0},
      {"GAPOOL to BF16", opcode::GAPOOL, bf16, false, -1.0, std::ldexp(1.25, -18), 1.0, 0},
      {"DOTPV to BF16", opcode::DOTPV, bf16, false, 1.0, std::ldexp(1.75, -12), 1.0, 0},
  };
  constexpr unsigned roundings = 100000;
  for (uint32_t seed : {0u, 17u})
    for (const path& p : paths) {
      INFO(p.name << ", seed " << seed);
      machine m;
      m.unit.seed_prng(seed);
      prepare(m, p);
      const double want = exact(p);
      double sum = 0, low = 1e9, high = -1e9;
      unsigned n = 0;
      while (n < roundings) {
        run(m, p, rows_of(p));
        for (unsigned r = 0; r < rows_of(p); ++r)
          for (unsigned j = 0; j < 16; ++j, ++n) {
            const double x = value(m, r, j, p.wide, p.format == fp16);
            sum += x - want;
            low = std::min(low, x), high = std::max(high, x);
          }
      }
      REQUIRE(low < want);
      REQUIRE(want < high);
      const double up = (want - low) / (high - low), sigma = (high - low) * std::sqrt(up * (1 - up) / n);
      CHECK(std::fabs(sum / n) < 4 * sigma);
      const double ulp = high - low;  // neighbours, not anything further
      CHECK(std::fabs(ulp - std::ldexp(1, std::ilogb(want) - (p.wide ? 23 : p.format == fp16 ? 10 : 7))) < ulp / 4);
      CHECK_FALSE(m.s.diagnose.any());
    }
}

TEST_CASE("a sum that Dst can hold is not rounded", "[stochastic]") {
  xorshift random;
  for (unsigned i = 0; i < 400; ++i) {
    const unsigned format = i % 3 ? bf16 : fp16;
    const bool wide = random.below(2);
    const opcode code = i % 4 == 0 ? opcode::MVMUL : i % 4 == 1 ? opcode::ELWADD : i % 4 == 2 ? opcode::ELWSUB : opcode::ELWMUL;
    machine stochastic, nearest;
    stochastic.unit.seed_prng(i);
    for (machine* m : {&stochastic, &nearest}) {
      m->own_all();
      m->formats(format, format);
      m->set(cfg::ALU_ACC_CTRL_Fp32_enabled, wide);
    }
    stochastic.set(cfg::ALU_ROUNDING_MODE_Fpu_srnd_en, 1);
    for (unsigned r = 0; r < 64; ++r)
      for (unsigned j = 0; j < 16; ++j) {  // small integers: every sum has at most eight bits
        const auto draw = [&](unsigned n) { return static_cast<double>(random.below(n)) * (random.below(2) ? -1 : 1); };
        stochastic.s.srca.in_use().row[r][j] = nearest.s.srca.in_use().row[r][j] = src(draw(3), format == fp16);
        stochastic.s.srcb.in_use().row[r][j] = nearest.s.srcb.in_use().row[r][j] = src(draw(3), format == fp16);
        if (r >= 8) continue;
        const double x = draw(128);
        for (machine* m : {&stochastic, &nearest}) put(*m, r, j, wide, format == fp16, x);
      }
    for (machine* m : {&stochastic, &nearest}) m->run(code);
    for (unsigned r = 0; r < 8; ++r)
      for (unsigned j = 0; j < 16; ++j)
        if (value(stochastic, r, j, wide, format == fp16) != value(nearest, r, j, wide, format == fp16))
          FAIL(info(code).name << " format " << format << " wide " << wide << " datum " << r << ", " << j);
  }
  SUCCEED();
}

TEST_CASE("overflow and underflow are those of rounding to nearest", "[stochastic]") {
  for (unsigned format : {fp16, bf16}) {
    machine m;
    m.own_all();
    m.formats(format, format);
    m.set(cfg::ALU_ROUNDING_MODE_Fpu_srnd_en, 1);
    const uint32_t most = (format == fp16 ? 31u << 10 : 254u << 10) | 0x3f8;
    for (unsigned j = 0; j < 16; ++j) {
      for (src_register* s : {&m.s.srca, &m.s.srcb}) {
        s->in_use().row[0][j] = most;
        s->in_use().row[1][j] = most | 0x40000;
        s->in_use().row[2][j] = s == &m.s.srca ? 1u << 10 | 0x200 : 0x40000 | 1u << 10;  // the difference is below 2^least
      }
    }
    m.run(opcode::ELWADD);
    for (unsigned j = 0; j < 16; ++j) {
      const uint16_t infinite = format == fp16 ? dst_encode_fp16(0x7fff) : dst_encode_bf16(0x7f80);
      CHECK(m.get16(0, j) == infinite);
      CHECK(m.get16(1, j) == (infinite | 0x8000));
      CHECK(m.get16(2, j) == 0);
    }
  }
}

TEST_CASE("the same seed gives the same bits, another one others", "[stochastic]") {
  const path p = {"", opcode::MVMUL, bf16, false, 1.0625, std::ldexp(1.1875, -15), 1.0, 0};
  const auto image = [&](uint32_t seed) {
    machine m;
    m.unit.seed_prng(seed);
    prepare(m, p);
    std::vector<uint16_t> bits;
    for (unsigned n = 0; n < 4; ++n) {
      run(m, p, 8);
      for (unsigned r = 0; r < 8; ++r)
        for (unsigned j = 0; j < 16; ++j) bits.push_back(m.get16(r, j));
    }
    return bits;
  };
  CHECK(image(5) == image(5));
  CHECK(image(5) != image(6));
  machine fresh;  // power-on is a seed of zero
  prepare(fresh, p);
  run(fresh, p, 8);
  const std::vector<uint16_t> zero = image(0);
  for (unsigned r = 0; r < 8; ++r)
    for (unsigned j = 0; j < 16; ++j) REQUIRE(fresh.get16(r, j) == zero[16 * r + j]);
}

TEST_CASE("integers and GMPOOL have nothing to round", "[stochastic]") {
  xorshift random;
  for (unsigned i = 0; i < 200; ++i) {
    machine with, without;
    const bool integer = i & 1;
    for (machine* m : {&with, &without}) {
      m->own_all();
      m->formats(integer ? 14 : bf16, integer ? 14 : bf16);
      m->set(cfg::ALU_ACC_CTRL_INT8_math_enabled, integer);
    }
    with.set(cfg::ALU_ROUNDING_MODE_Fpu_srnd_en, 1);
    for (unsigned r = 0; r < 64; ++r)
      for (unsigned j = 0; j < 16; ++j) {
        with.s.srca.in_use().row[r][j] = without.s.srca.in_use().row[r][j] = src_datum(random, 1, integer);
        with.s.srcb.in_use().row[r][j] = without.s.srcb.in_use().row[r][j] = src_datum(random, 1, integer);
      }
    const opcode code = !integer ? opcode::GMPOOL : i & 2 ? opcode::MVMUL : opcode::ELWADD;
    with.run(code);
    without.run(code);
    for (unsigned r = 0; r < 8; ++r)
      for (unsigned j = 0; j < 16; ++j) REQUIRE(with.get32(r, j) == without.get32(r, j));
  }
}

}  // namespace stochastic_rounding_test
