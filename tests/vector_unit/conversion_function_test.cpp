// SPDX-License-Identifier: Apache-2.0
// SFPCAST and SFPSTOCHRND against rules in real numbers.
#include <cmath>
#include <cstring>

#include "vector_unit/unit_fixture.h"

using namespace tensix;

namespace conversion_test {
namespace {

constexpr uint32_t sign_bit = 0x80000000u;

double real(uint32_t x) {
  float f;
  std::memcpy(&f, &x, 4);
  return static_cast<double>(f);
}
uint32_t bits(double x) {
  const auto f = static_cast<float>(x);
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}

uint32_t round_word(unsigned mode, unsigned rounding, unsigned by = 0) {
  return word_of(opcode::SFP_STOCH_RND) | mode | 2 << 4 | 0 << 8 | 1 << 12 | by << 16 | rounding << 21;
}
// From where on the dropped part, in 2^-23, rounds up.
uint32_t threshold(unsigned rounding, uint32_t random) {
  return rounding == 0 ? 1u << 22 : rounding == 1 ? random % (1u << 23) : (1u << 23) - 1;
}
// `x` >= 0 in units; the part behind the point counts in `steps` steps.
double rounded(double x, double steps, double from) {
  const double below = std::floor(x);
  return below + (std::floor((x - below) * steps) >= from ? 1 : 0);
}

uint32_t expected_round(uint32_t x, unsigned kind, uint32_t from, unsigned by) {
  const double magnitude = std::fabs(real(x)), sign = x & sign_bit ? -1 : 1;
  const unsigned exponent = x >> 23 & 255;
  if (kind < 2) {
    const int kept = kind == 0 ? 10 : 7;
    if (exponent == 0) return 0;
    if (exponent == 255) return (x & sign_bit) | 0x7f800000;
    const double unit = std::ldexp(1.0, static_cast<int>(exponent) - 127 - kept);
    const double n = rounded(magnitude / unit, std::ldexp(1.0, 23 - kept), std::floor(std::ldexp(from, -kept)));
    return bits(sign * n * unit);
  }
  const bool of_integer = kind == 4 || kind == 5, keeps_sign = kind % 2;
  const double limits[] = {0, 0, 255, 127, 255, 127, 65535, 32767};
  double n = 0;
  if (of_integer) n = rounded(std::ldexp(x % sign_bit, -static_cast<int>(by)), 1 << 23, from);
  else if (exponent == 255 || magnitude >= 65536) n = 65536;
  else if (magnitude >= 0.5) n = rounded(magnitude, 1 << 23, from);
  n = std::fmin(n, limits[kind]);
  return static_cast<uint32_t>(n) | (keeps_sign && n > 0 ? x & sign_bit : 0);
}

}  // namespace

TEST_CASE_METHOD(unit_fixture, "SFPCAST, 65,536 upper and lower halves") {
  for (uint32_t half = 0; half < 65536; half += lanes / 2) {
    for (unsigned i = 0; i < lanes; ++i) {
      const uint32_t h = half + i / 2;
      unit.lreg[0][i] = i % 2 ? h << 16 | any() % 65536 : (any() & 0x81ff0000) | h;
    }
    for (unsigned mode = 0; mode < 16; ++mode) {
      for (auto& p : unit.prng) p = any();
      uint32_t before[lanes];
      std::memcpy(before, unit.prng, sizeof before);
      run(op(opcode::SFPCAST, 1, 0, 0, 0, mode));
      for (unsigned i = 0; i < lanes; ++i) {
        const uint32_t x = unit.lreg[0][i], magnitude = x % sign_bit;
        uint32_t want = 0;
        if (mode % 4 == 0) {
          want = (x & sign_bit) | bits(magnitude);  // the compiler's conversion rounds to nearest, ties to even
        } else if (mode % 4 == 1) {
          const double unit_of_last = magnitude ? std::ldexp(1.0, std::ilogb(magnitude) - 23) : 1;
          const double n = std::floor(magnitude / unit_of_last), rest = magnitude / unit_of_last - n;
          const bool up = std::floor(rest * 128) > before[i] / 1024 % 128;
          want = (x & sign_bit) | bits((n + (up ? 1 : 0)) * unit_of_last);
        } else if (mode % 4 == 2) {
          want = x < sign_bit ? x : 0 - x;
        } else {
          want = x < sign_bit ? x : x == sign_bit ? x : sign_bit + (0 - x);
        }
        if (unit.lreg[1][i] != want)
          FAIL("mode " << mode << " of " << std::hex << x << ": " << unit.lreg[1][i] << " not " << want);
        if (mode % 4 != 1 && unit.prng[i] != before[i]) FAIL("a random number was taken in mode " << mode);
      }
    }
  }
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(unit_fixture, "SFPSTOCHRND, every mode and rounding, 65,536 upper halves") {
  const uint32_t lower[] = {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff, 0x0fff, 0x1000, 0x1fff, 0x2000};
  for (uint32_t upper = 0; upper < 65536; upper += lanes) {
    const uint32_t low = upper % 3 ? any() % 65536 : lower[upper / lanes % 10];
    for (unsigned i = 0; i < lanes; ++i) unit.lreg[0][i] = (upper + i) << 16 | low, unit.lreg[1][i] = any();
    for (unsigned mode = 0; mode < 16; ++mode)  // 8: shift by the immediate, if at all
      for (unsigned rounding = 0; rounding < 3; ++rounding) {
        const unsigned by = any() % 32;
        for (auto& p : unit.prng) p = any() & (any() % 2 ? ~0u : 0xff8000ffu);
        uint32_t before[lanes];
        std::memcpy(before, unit.prng, sizeof before);
        run(round_word(mode, rounding, by));
        for (unsigned i = 0; i < lanes; ++i) {
          const uint32_t x = unit.lreg[0][i];
          const uint32_t want =
              expected_round(x, mode % 8, threshold(rounding, before[i]), mode & 8 ? by : unit.lreg[1][i] % 32);
          if (unit.lreg[2][i] != want)
            FAIL("mode " << mode << " rounding " << rounding << " of " << std::hex << x << ": " << unit.lreg[2][i] << " not "
                         << want);
          if (unit.prng[i] % sign_bit != before[i] >> 1) FAIL("a lane took no random number");
        }
      }
  }
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(unit_fixture, "SFPSTOCHRND: a rounding mode that does not exist") {
  run(round_word(0, 3));
  REQUIRE(s.diagnose.any());
  CHECK(s.diagnose.reports()[0].text ==
        "SFP_STOCH_RND: rounding mode 3 does not exist (0 nearest, 1 stochastic, 2 to zero do)");
}

}  // namespace conversion_test
