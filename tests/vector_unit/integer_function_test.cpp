// SPDX-License-Identifier: Apache-2.0
// Integers, bits, fields, tables: each instruction against arithmetic on wider numbers, over edges and random values.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "vector_unit/unit_fixture.h"

using namespace tensix;

namespace integer_test {
namespace {

const uint32_t edges[] = {0,          1,          2,          0x7f,       0x80,       0xff,       0x7fffff,   0x800000,
                          0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0x3f800000, 0xbf800000, 0x7f800000,
                          0xff800000, 0x7fc00001, 0x00400000, 0x80400000, 31,         32,         0xffffffe1, 0xffffffe0};

struct integer_fixture : unit_fixture {
  integer_fixture() { unit.use_lane_flags = false; }
  // LReg 0 is VC, LReg 1 the old VD: every pair of edges, then random numbers. f(c, d, random immediate) for each lane.
  template <class F>
  void for_all(F f) {
    constexpr unsigned n = sizeof edges / sizeof *edges;
    for (unsigned k = 0; k < n * n + 2000; k += lanes) {
      for (unsigned i = 0; i < lanes; ++i) {
        const unsigned j = k + i;
        unit.lreg[0][i] = j < n * n ? edges[j / n] : any();
        unit.lreg[1][i] = j < n * n ? edges[j % n] : any();
      }
      std::memcpy(cs, unit.lreg[0], sizeof cs);
      std::memcpy(ds, unit.lreg[1], sizeof ds);
      f();
    }
  }
  template <class F>
  void check(opcode o, unsigned mode, unsigned imm, F want) {
    for_all([&] {
      run(op(o, 1, 0, 0, 0, mode) | imm << 12);
      for (unsigned i = 0; i < lanes; ++i)
        if (const uint32_t w = static_cast<uint32_t>(want(cs[i], ds[i])); unit.lreg[1][i] != w)
          FAIL(info(o).name << " mode " << mode << " imm " << imm << std::hex << " of " << cs[i] << ", " << ds[i] << ": "
                            << unit.lreg[1][i] << " not " << w);
    });
    CHECK_FALSE(s.diagnose.any());
  }
  uint32_t cs[lanes], ds[lanes];
};

int64_t signed12(unsigned x) { return x < 2048 ? x : int64_t{x} - 4096; }
uint32_t joined(uint32_t sign, uint32_t exponent, uint32_t mantissa) {
  return sign % 2 << 31 | exponent % 256 << 23 | mantissa % (1 << 23);
}
uint32_t sign_of(uint32_t x) { return x >> 31; }
uint32_t exponent_of(uint32_t x) { return x >> 23 & 255; }

uint32_t shifted(uint32_t x, int64_t by, bool arithmetic) {
  if (by >= 0) return static_cast<uint32_t>(uint64_t{x} << by % 32);
  const auto wide = arithmetic ? static_cast<int64_t>(static_cast<int32_t>(x)) : int64_t{x};
  return static_cast<uint32_t>(
      static_cast<int64_t>(std::floor(std::ldexp(static_cast<double>(wide), -static_cast<int>(-by % 32)))));
}

}  // namespace

TEST_CASE_METHOD(integer_fixture, "SFPIADD, every mode: sums and flags") {
  for (unsigned mode = 0; mode < 16; ++mode)
    for (const unsigned imm : {0u, 1u, 0x7ffu, 0x800u, 0xfffu}) {
      const auto sum = [&](uint32_t c, uint32_t d) {
        return mode & 1 ? c + signed12(imm) : mode & 2 ? int64_t{c} - d : int64_t{c} + d;
      };
      check(opcode::SFPIADD, mode, imm, sum);
      for_all([&] {
        const uint32_t old = unit.lane_enabled = any();
        unit.use_lane_flags = true;
        run(op(opcode::SFPIADD, 1, 0, 0, 0, mode) | imm << 12);
        for (unsigned i = 0; i < lanes; ++i) {
          const bool was = old >> i & 1, negative = static_cast<int32_t>(sum(cs[i], ds[i])) < 0;
          if ((unit.lane_enabled >> i & 1) != (was && ((mode & 4) || negative) != ((mode & 8) != 0)))
            FAIL("flags, mode " << mode);
          if (!was && unit.lreg[1][i] != ds[i]) FAIL("a disabled lane changed");
        }
        unit.use_lane_flags = false;
      });
    }
}

TEST_CASE_METHOD(integer_fixture, "bits: SFPAND, SFPOR, SFPXOR, SFPNOT, SFPLZ") {
  check(opcode::SFPAND, 0, 7, [](uint32_t c, uint32_t d) { return c & d; });
  check(opcode::SFPOR, 0, 7, [](uint32_t c, uint32_t d) { return c | d; });
  check(opcode::SFPXOR, 0, 0, [](uint32_t c, uint32_t d) { return (c | d) - (c & d); });
  check(opcode::SFPNOT, 0, 0, [](uint32_t c, uint32_t) { return 0xffffffff - c; });
  for (auto& x : unit.lreg[5]) x = 0x0ff0f00f;
  check(opcode::SFPAND, 1, 5, [](uint32_t c, uint32_t) { return c & 0x0ff0f00f; });
  check(opcode::SFPOR, 1, 5, [](uint32_t c, uint32_t) { return c | 0x0ff0f00f; });
  for (unsigned mode = 0; mode < 16; ++mode) {
    const auto zeros = [&](uint32_t c, uint32_t) {
      if (mode & 4) c %= 0x80000000;
      return c ? 31 - std::ilogb(c) : 32;
    };
    check(opcode::SFPLZ, mode, 0, zeros);
    for_all([&] {
      unit.use_lane_flags = true;
      const uint32_t old = unit.lane_enabled = any();
      run(op(opcode::SFPLZ, 1, 0, 0, 0, mode));
      for (unsigned i = 0; i < lanes; ++i)
        if ((unit.lane_enabled >> i & 1) != ((old >> i & 1) && (!(mode & 2) || zeros(cs[i], 0) < 32) != ((mode & 8) != 0)))
          FAIL("SFPLZ flags, mode " << mode);
      unit.use_lane_flags = false;
    });
  }
}

TEST_CASE_METHOD(integer_fixture, "SFPSHFT and SFPSHFT2 by bits") {
  for (unsigned mode = 0; mode < 16; ++mode)
    for (unsigned imm = 0; imm < 4096; imm += mode & 1 ? 13 : 4096) {
      const bool by_imm = mode & 1, of_c = by_imm && (mode & 4);
      check(opcode::SFPSHFT, mode, imm, [&](uint32_t c, uint32_t d) {
        return shifted(of_c ? c : d, by_imm ? signed12(imm) : static_cast<int32_t>(c), mode & 2);
      });
    }
  check(opcode::SFPSHFT2, 5, 1, [](uint32_t c, uint32_t d) { return shifted(d, static_cast<int32_t>(c), false); });
  for (unsigned imm = 1; imm < 4096; imm += 16)
    check(opcode::SFPSHFT2, 6, imm, [&](uint32_t, uint32_t d) { return shifted(d, signed12(imm), false); });
}

TEST_CASE_METHOD(integer_fixture, "fields of FP32") {
  for (unsigned mode = 0; mode < 4; ++mode)
    for (const unsigned imm : {0u, 1u, 5u, 0x7fu, 0x80u, 0xf80u, 0xfffu}) {
      check(opcode::SFPDIVP2, mode, imm, [&](uint32_t c, uint32_t) {
        if (mode & 1) return exponent_of(c) == 255 ? c : joined(sign_of(c), exponent_of(c) + imm, c);
        return joined(sign_of(c), imm, c);
      });
      check(opcode::SFPEXMAN, mode, 0, [&](uint32_t c, uint32_t) { return c % (1 << 23) + (mode & 1 ? 0 : 1 << 23); });
      check(opcode::SFPSETEXP, mode, imm & 255, [&](uint32_t c, uint32_t d) {
        return joined(sign_of(c), mode & 1 ? imm : mode & 2 ? exponent_of(d) : d, c);
      });
      check(opcode::SFPSETMAN, mode, imm,
            [&](uint32_t c, uint32_t d) { return joined(sign_of(c), exponent_of(c), mode & 1 ? imm * 2048 : d); });
      check(opcode::SFPSETSGN, mode, imm & 1,
            [&](uint32_t c, uint32_t d) { return joined(mode & 1 ? imm : sign_of(d), exponent_of(c), c); });
    }
  for (unsigned mode = 0; mode < 16; ++mode) {
    const auto exponent = [&](uint32_t c, uint32_t) { return static_cast<int32_t>(exponent_of(c)) - (mode & 1 ? 0 : 127); };
    check(opcode::SFPEXEXP, mode, 0, exponent);
    for_all([&] {
      unit.use_lane_flags = true;
      const uint32_t old = unit.lane_enabled = any();
      run(op(opcode::SFPEXEXP, 1, 0, 0, 0, mode));
      for (unsigned i = 0; i < lanes; ++i)
        if ((unit.lane_enabled >> i & 1) != ((old >> i & 1) && (!(mode & 2) || exponent(cs[i], 0) < 0) != ((mode & 8) != 0)))
          FAIL("SFPEXEXP flags, mode " << mode);
      unit.use_lane_flags = false;
    });
  }
}

TEST_CASE_METHOD(integer_fixture, "SFPMUL24: halves of the product, and what an addend does") {
  const auto product = [&](unsigned upper, uint32_t addend) {
    for (auto& x : unit.lreg[2]) x = addend;
    run(op(opcode::SFPMUL24, 3, 2, 1, 0, upper));
  };
  for_all([&] {
    for (unsigned upper = 0; upper < 2; ++upper) {
      const auto plain = [&](unsigned i) {
        const uint64_t p = uint64_t{cs[i] % (1 << 23)} * (ds[i] % (1 << 23));
        return static_cast<uint32_t>(upper ? p >> 23 : p % (1 << 23));
      };
      for (const uint32_t nothing : {0u, 0x80000000u, 0x007fffffu, 0x3f800000u}) {
        product(upper, nothing);
        for (unsigned i = 0; i < lanes; ++i)
          if (unit.lreg[3][i] != plain(i)) FAIL("SFPMUL24 upper " << upper);
      }
      product(upper, 0x3f800005);  // 1 + 5 units of 2^-23
      for (unsigned i = 0; i < lanes; ++i) CHECK(unit.lreg[3][i] == (plain(i) + 2 * 5) % (1 << 23));
      product(upper, 0x40800005);  // four times that
      for (unsigned i = 0; i < lanes; ++i) CHECK(unit.lreg[3][i] == (plain(i) + 8 * 5) % (1 << 23));
      product(upper, 0x41800005);  // beyond the exponent of the product, which shifts instead
      for (unsigned i = 0; i < lanes; ++i) CHECK(unit.lreg[3][i] == (plain(i) / 4 + 8 * 5) % (1 << 23));
    }
  });
}

namespace {
// Entries as real numbers.
double entry_8(uint32_t x) {
  return x == 255 ? 0 : (x & 128 ? -1 : 1) * std::ldexp(16 + x % 16, -4 - static_cast<int>(x / 16 % 8));
}
double entry_16(uint32_t x) {
  return (x >> 15 ? -1.0 : 1.0) * (x / 1024 % 32 == 31 ? 0 : std::ldexp(1024 + x % 1024, static_cast<int>(x / 1024 % 32) - 25));
}
uint32_t bits(double x) {
  const auto f = static_cast<float>(x);
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}
}  // namespace

TEST_CASE_METHOD(unit_fixture, "SFPLUT and SFPLUTFP32: every table entry, every range") {
  const double points[] = {0,   0.25,      0.49999997, 0.5,       0.99999994, 1,         1.25, 1.4999999,
                           1.5, 1.9999999, 2,          2.9999998, 3,          3.9999998, 4,    1e30};
  const uint32_t stop = 65536;
  for (uint32_t table = 0; table < stop; table += 7) {
    for (unsigned r = 0; r < 8; ++r)
      for (auto& x : unit.lreg[r]) x = r == 7 ? 5 : any();
    for (unsigned r = 0; r < 3; ++r) unit.lreg[r][0] = table << 16 | ((table * 40503u + r) & 0xffff), unit.lreg[r][16] = any();
    for (unsigned i = 0; i < lanes; ++i) unit.lreg[3][i] = bits(points[i % 16] * (any() % 2 ? -1 : 1));
    uint32_t old[8][lanes];
    std::memcpy(old, unit.lreg, sizeof old);
    for (const unsigned mode : {0u, 4u, 8u, 12u, 16u, 20u, 18u, 22u, 19u, 23u, 26u, 30u}) {  // from 16 on: SFPLUTFP32
      std::memcpy(unit.lreg, old, sizeof old);
      const bool small = mode < 16, sixteen = mode & 2, three = (mode & 10) == 10;
      const unsigned target = mode & 8 ? 5 : 6;
      if (small) run(encode(opcode::SFPLUT, {{"instr_mod0", mode}, {"lreg_ind", 6}}));
      else run(op(opcode::SFPLUTFP32, 6, 0, 0, 0, mode - 16));
      for (unsigned i = 0; i < lanes; ++i) {
        const double x = std::fabs(static_cast<double>(points[i % 16]));
        const float f = static_cast<float>(x);
        const unsigned range = f < 1 ? 0 : f < 2 ? 1 : 2;
        const float cuts[] = {0.5f, 1.5f, mode & 1 ? 4.0f : 3.0f};
        const unsigned half = f < cuts[range] ? 0 : 16;
        uint32_t a[lanes], b[lanes], c[lanes], want[lanes];
        b[0] = bits(f);
        if (small) a[0] = bits(entry_8(old[range][i] / 256 % 256)), c[0] = bits(entry_8(old[range][i] % 256));
        else if (!sixteen) a[0] = old[range][i], c[0] = old[4 + range][i];
        else if (three) a[0] = bits(entry_16(old[range][i] >> 16)), c[0] = bits(entry_16(old[range][i] & 0xffff));
        else a[0] = bits(entry_16(old[range][i] >> half & 0xffff)), c[0] = bits(entry_16(old[4 + range][i] >> half & 0xffff));
        std::fill(a + 1, a + lanes, a[0]), std::fill(b + 1, b + lanes, b[0]), std::fill(c + 1, c + lanes, c[0]);
        multiply_add(a, b, c, want);
        if (mode & 4) want[0] = (want[0] & 0x7fffffff) | (old[3][i] & 0x80000000);
        if (unit.lreg[target][i] != want[0]) FAIL("mode " << mode << " lane " << i << " table " << table);
      }
    }
  }
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(integer_fixture, "SFPMULI and SFPADDI are SFPMAD with an immediate") {
  for (uint32_t imm = 0; imm < 65536; imm += 1999)
    for (const unsigned mode : {0u, 2u}) {
      for_all([&] {
        for (unsigned i = 0; i < lanes; ++i)
          unit.lreg[2][i] = imm << 16, unit.lreg[3][i] = cs[i] ^ (mode ? 0x80000000 : 0), unit.lreg[4][i] = cs[i];
        run(op(opcode::SFPMAD, 5, 9, 3, 2, 0));
        run(op(opcode::SFPMAD, 6, 3, 10, 2, 0));
        run(word_of(opcode::SFPMULI) | mode | 4 << 4 | imm << 8);
        CHECK(std::equal(unit.lreg[4], unit.lreg[4] + lanes, unit.lreg[5]));
        std::memcpy(unit.lreg[4], cs, sizeof cs);
        run(word_of(opcode::SFPADDI) | mode | 4 << 4 | imm << 8);
        CHECK(std::equal(unit.lreg[4], unit.lreg[4] + lanes, unit.lreg[6]));
      });
    }
}

}  // namespace integer_test
