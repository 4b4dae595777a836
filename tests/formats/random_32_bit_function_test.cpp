// SPDX-License-Identifier: Apache-2.0
// 32-bit conversions over ten million values: what rounding, cutting and narrowing mean, said with integers and comparisons.
// Also stochastic rounding against its neighbours, and L1's additions 64 bytes at once against one at a time.
#include <algorithm>
#include <cstring>
#include <random>

#include "catch.h"
#include "models/formats/pack_formats.h"
#include "models/formats/unpack_formats.h"
#include "models/registers/dst_register.h"
#include "tests/seed.h"

using namespace tensix;

namespace random_32_bit_test {
namespace {

// Random, with exponents around the ends of 5-bit ones and of their own more often than chance has it.
struct source {
  std::mt19937_64 random{seeded(2024)};
  void row(uint32_t (&x)[16]) {
    static constexpr uint32_t near[] = {0, 1, 111, 112, 113, 142, 143, 144, 253, 254, 255};
    for (unsigned i = 0; i < 16; i += 2) {
      const uint64_t r = random();
      x[i] = static_cast<uint32_t>(r);
      x[i + 1] = static_cast<uint32_t>(r >> 32);
    }
    for (unsigned i = 0; i < 16; i += 4) x[i] = (x[i] & 0x807fffff) | near[x[i + 1] % 11] << 23;
    x[5] |= 0x7fe000, x[6] = (x[6] & 0xffffe000) | 0x1000, x[7] = (x[7] & 0xffff0000) | 0x8000;  // all ones, ties
  }
};

// Nearest of two neighbours `unit` apart, away from zero in the middle; infinities stay, NaN become them, denormals vanish.
uint32_t nearest(uint32_t x, uint32_t unit) {
  const uint32_t sign = x & 0x80000000, magnitude = x & 0x7fffffff;
  if (magnitude >= 0x7f800000) return sign | 0x7f800000;
  const uint32_t below = magnitude - magnitude % unit, above = below + unit;
  const uint32_t r = magnitude - below < above - magnitude ? below : above;
  return r < 0x800000 ? 0 : sign | r;
}

// FP32 cut to five exponent bits: e - 112 is the new exponent; below zero nothing, above 31 everything.
uint32_t narrow(uint32_t x, unsigned bits) {
  const uint32_t sign = (x >> 31) << (5 + bits);
  const int e = static_cast<int>(x >> 23 & 255) - 112;
  if (e < 0) return sign;
  if (e > 31) return sign | ((1u << (5 + bits)) - 1);
  return sign | static_cast<uint32_t>(e) << bits | (x & 0x7fffff) >> (23 - bits);
}

constexpr unsigned million_rows = 10000000 / 16;

}  // namespace

TEST_CASE("ten million 32-bit values through every conversion") {
  source s;
  uint64_t wrong[12] = {};
  for (unsigned n = 0; n < million_rows; ++n) {
    uint32_t x[16];
    s.row(x);
    uint16_t high[16], low[16];
    for (unsigned i = 0; i < 16; ++i) {
      const uint32_t d = dst_encode_fp32(x[i]);
      high[i] = static_cast<uint16_t>(d >> 16);
      low[i] = static_cast<uint16_t>(d);
    }
    uint32_t wide[16];
    uint16_t half[16];
    uint8_t byte[16];
    early_row_32(early_conversion::identity_32, high, low, wide, 0);
    for (unsigned i = 0; i < 16; ++i) wrong[0] += wide[i] != x[i];
    early_row_32(early_conversion::round_to_tf32, high, low, wide, 0);
    for (unsigned i = 0; i < 16; ++i) wrong[1] += wide[i] != nearest(x[i], 0x2000);
    early_row_32(early_conversion::round_to_bf16, high, low, half, 0);
    for (unsigned i = 0; i < 16; ++i) wrong[2] += half[i] != nearest(x[i], 0x10000) >> 16;
    early_row_32(early_conversion::round_to_e8m6, high, low, half, 0);
    for (unsigned i = 0; i < 16; ++i) wrong[3] += half[i] != nearest(x[i], 0x20000) >> 16;
    const unsigned shift = n % 32;
    early_row_32(early_conversion::shift_to_int8, high, low, half, shift);
    for (unsigned i = 0; i < 16; ++i) {
      const uint64_t m = (((x[i] & 0x7fffffffull) << 1 >> shift) + 1) >> 1;
      wrong[4] += half[i] != (x[i] >> 24 & 0x80) + std::min<uint64_t>(m, 127);
    }
    late_row(late_conversion::f32_to_bf16, x, half);
    for (unsigned i = 0; i < 16; ++i) wrong[5] += half[i] != ((x[i] & 0x7f800000) ? x[i] >> 16 : 0);
    late_row(late_conversion::f32_to_fp16, x, half);
    for (unsigned i = 0; i < 16; ++i) wrong[6] += half[i] != narrow(x[i], 10);
    late_row(late_conversion::f32_to_e5m2, x, byte);
    for (unsigned i = 0; i < 16; ++i) wrong[7] += byte[i] != narrow(x[i], 2);
    late_row(late_conversion::f32_to_e5m7, x, half);
    for (unsigned i = 0; i < 16; ++i) wrong[8] += half[i] != narrow(x[i], 7) << 3;
    uint32_t src[16];
    unpack_row_to_src(unpack_conversion::fp32_to_bf16, reinterpret_cast<const uint8_t*>(x), 0, src);
    for (unsigned i = 0; i < 16; ++i) wrong[9] += src[i] != ((x[i] & 0x7f800000) ? x[i] >> 16 : x[i] >> 31 << 15) << 3;
    unpack_row_to_src(unpack_conversion::fp32_to_fp16, reinterpret_cast<const uint8_t*>(x), 0, src);
    for (unsigned i = 0; i < 16; ++i) {
      const uint32_t h = narrow(x[i], 10);
      wrong[10] += src[i] != ((h & 0x8000) << 3 | (h & 0x7fff));
    }
    unpack_row_to_src(unpack_conversion::word32, reinterpret_cast<const uint8_t*>(x), 0, src);
    for (unsigned i = 0; i < 16; ++i) wrong[11] += src[i] != x[i] >> 13;
  }
  for (unsigned i = 0; i < 12; ++i) {
    INFO("conversion " << i);
    CHECK(wrong[i] == 0);
  }
}

TEST_CASE("stochastic rounding takes one of the two neighbours") {
  source s;
  uint64_t wrong = 0, up_of_exact = 0;
  const struct {
    early_conversion c;
    uint32_t unit;
  } kinds[] = {{early_conversion::round_to_tf32, 0x2000},
               {early_conversion::round_to_bf16, 0x10000},
               {early_conversion::round_to_e8m6, 0x20000}};
  for (unsigned n = 0; n < 100000; ++n) {
    uint32_t x[16], random[16];
    s.row(x);
    for (uint32_t& r : random) r = static_cast<uint32_t>(s.random());
    x[3] = 0x3f800000;
    if (n % 7 == 0) random[3] &= 0xff800000;  // nothing is dropped, and yet it goes up
    uint16_t high[16], low[16];
    for (unsigned i = 0; i < 16; ++i) {
      const uint32_t d = dst_encode_fp32(x[i]);
      high[i] = static_cast<uint16_t>(d >> 16);
      low[i] = static_cast<uint16_t>(d);
    }
    for (const auto& k : kinds) {
      uint32_t wide[16];
      uint16_t half[16];
      early_row_32_stochastic(k.c, high, low, k.unit == 0x2000 ? static_cast<void*>(wide) : half, 0, random);
      for (unsigned i = 0; i < 16; ++i) {
        const uint32_t got = k.unit == 0x2000 ? wide[i] : uint32_t{half[i]} << 16;
        const uint32_t sign = x[i] & 0x80000000, magnitude = x[i] & 0x7fffffff, cut = magnitude - magnitude % k.unit;
        if (magnitude >= 0x7f800000) wrong += got != (sign | 0x7f800000);
        else if (magnitude == 0) wrong += got != 0;
        else {
          const bool goes_up = (magnitude % k.unit) * (0x800000 / k.unit) >= (random[i] & 0x7fffff);
          const uint32_t m = goes_up ? cut + k.unit : cut;
          wrong += got != (m < 0x800000 ? 0 : sign | m);
          up_of_exact += magnitude % k.unit == 0 && goes_up;
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(up_of_exact > 0);  // the documented bias
}

TEST_CASE("stochastic rounding of blocks takes one of the two neighbours and keeps zeroes") {
  std::mt19937 random(seeded(5));
  uint64_t wrong = 0;
  for (unsigned n = 0; n < 20000; ++n) {
    uint16_t in[16];
    uint32_t r[16];
    uint8_t out[16];
    for (unsigned i = 0; i < 16; ++i) {
      in[i] = static_cast<uint16_t>((random() & 0x807f) | (120 + random() % 9) << 7);
      if (i % 5 == 0) in[i] = 0;
      r[i] = random();
    }
    unsigned most = 0;
    for (const uint16_t x : in) most = std::max(most, x >> 7 & 255u);
    CHECK(block_datums(false, 8, in, out, true, r) == most);
    for (unsigned i = 0; i < 16; ++i) {
      const unsigned e = in[i] >> 7 & 255, full = e ? (in[i] & 127) + 128 : 0, d = most - e + 1;  // full / 2^d is the magnitude
      unsigned m = e ? full >> d : 0;
      const unsigned rest = e ? (full << 8 >> d) & 255 : 0;  // 256ths, less than a 256th lost
      if (e && d <= 8 && rest << 15 >= (r[i] & 0x7fffff)) ++m;
      m = std::min(m, 127u);
      wrong += out[i] != (m | (in[i] >> 15 && m ? 128 : 0));
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("additions of 64 bytes are those of their lanes") {
  std::mt19937_64 random(seeded(9));
  uint64_t wrong = 0;
  for (unsigned n = 0; n < 200000; ++n) {
    alignas(64) uint32_t l1[16], x[16], sum[16];
    for (unsigned i = 0; i < 16; ++i) {
      l1[i] = static_cast<uint32_t>(random());
      x[i] = static_cast<uint32_t>(n % 3 == 0 ? random() : l1[i] ^ (random() & (n % 3 == 1 ? 0x81ff83ff : 0x80ff8007)));
    }
    const auto check = [&](auto lane, void (*lanes)(void*, const void*, unsigned), auto one) {
      using type = decltype(lane);
      constexpr unsigned count = 64 / sizeof(type);
      std::memcpy(sum, l1, 64);
      const unsigned beats = n & 1 ? 4 : 1;
      lanes(sum, x, beats);
      type a[count], b[count], c[count];
      std::memcpy(a, l1, 64), std::memcpy(b, x, 64), std::memcpy(c, sum, 64);
      for (unsigned i = 0; i < count; ++i) wrong += c[i] != (i < beats * count / 4 ? one(a[i], b[i]) : a[i]);
    };
    check(uint32_t{}, accumulate_fp32_lanes, accumulate_fp32);
    check(uint16_t{}, accumulate_fp16_lanes, accumulate_fp16);
    check(uint16_t{}, accumulate_bf16_lanes, accumulate_bf16);
    check(uint32_t{}, accumulate_int32_lanes, accumulate_int32);
    check(uint8_t{}, accumulate_int8_lanes, accumulate_int8);
  }
  CHECK(wrong == 0);
}

}  // namespace random_32_bit_test
