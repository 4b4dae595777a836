// SPDX-License-Identifier: Apache-2.0
// Conversions of the packers against plain references, which compute with the numbers the patterns stand for.
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "catch.h"
#include "models/formats/pack_formats.h"
#include "models/registers/dst_register.h"
#include "tests/seed.h"

using namespace tensix;

namespace pack_formats_test {
namespace {

// A float pattern as a number; every exponent but 0 is a normal one, exponent 0 is zero.
double number(uint32_t sign, int exponent, uint32_t mantissa, int mantissa_bits, int bias) {
  if (exponent == 0) return 0;
  const double m = std::ldexp(static_cast<double>(mantissa) + std::ldexp(1.0, mantissa_bits), exponent - bias - mantissa_bits);
  return sign ? -m : m;
}
double bf16(uint32_t x) { return number(x >> 15 & 1, x >> 7 & 255, x & 127, 7, 127); }
double fp16(uint32_t x) { return number(x >> 15 & 1, x >> 10 & 31, x & 1023, 10, 15); }
double fp32(uint32_t x) { return number(x >> 31, x >> 23 & 255, x & 0x7fffff, 23, 127); }
bool is_nan(uint32_t x) { return (x & 0x7fffffff) > 0x7f800000; }

// Nearest number with `bits` significant bits, ties away from zero.
double nearest(double x, int bits) {
  if (x == 0) return 0;
  int e;
  std::frexp(x, &e);
  return std::ldexp(std::round(std::ldexp(x, bits - e)), e - bits);
}
double cut(double x, int bits) {
  if (x == 0) return 0;
  int e;
  std::frexp(x, &e);
  return std::ldexp(std::trunc(std::ldexp(x, bits - e)), e - bits);
}

std::vector<uint16_t> early16(early_conversion c, bool fp) {
  std::vector<uint16_t> all(65536);
  for (uint32_t base = 0; base < 65536; base += 16) {
    uint16_t in[16];
    for (uint32_t i = 0; i < 16; ++i) {
      const uint16_t x = static_cast<uint16_t>(base + i);
      in[i] = fp ? dst_encode_fp16(x) : dst_encode_bf16(x);
    }
    early_row_16(c, in, &all[base]);
  }
  return all;
}
template <class In, class Out>
std::vector<Out> late(late_conversion c, const std::vector<In>& in) {
  std::vector<Out> out(in.size());
  for (size_t i = 0; i < in.size(); i += 16) late_row(c, &in[i], &out[i]);
  return out;
}
std::vector<uint16_t> all16() {
  std::vector<uint16_t> v(65536);
  for (uint32_t i = 0; i < 65536; ++i) v[i] = static_cast<uint16_t>(i);
  return v;
}
// Every upper half with lower halves around what rounding looks at.
std::vector<uint32_t> some32() {
  std::vector<uint32_t> v;
  for (uint32_t h = 0; h < 65536; ++h)
    for (uint32_t l : {0u, 1u, 0x0fffu, 0x1000u, 0x1fffu, 0x3000u, 0x7fffu, 0x8000u, 0x8001u, 0xefffu, 0xf000u, 0xffffu,
                       h * 40503u & 0xffff, (h * 30011u + 7) & 0xffff, (h * 9973u + 99) & 0xffff, 0x2000u})
      v.push_back(h << 16 | l);
  return v;
}
template <class Out>
std::vector<Out> early32(early_conversion c, const std::vector<uint32_t>& v, unsigned shift = 0) {
  std::vector<Out> out(v.size());
  for (size_t i = 0; i < v.size(); i += 16) {
    uint16_t high[16], low[16];
    for (size_t k = 0; k < 16; ++k) {
      const uint32_t x = dst_encode_fp32(v[i + k]);
      high[k] = static_cast<uint16_t>(x >> 16);
      low[k] = static_cast<uint16_t>(x);
    }
    early_row_32(c, high, low, &out[i], shift);
  }
  return out;
}

}  // namespace

TEST_CASE("16-bit early conversions, every pattern") {
  const auto flush = early16(early_conversion::bf16_flush, false), same = early16(early_conversion::bf16_identity, false);
  const auto e8m6 = early16(early_conversion::bf16_to_e8m6, false), half = early16(early_conversion::bf16_to_fp16, false);
  const auto fflush = early16(early_conversion::fp16_flush, true), fsame = early16(early_conversion::fp16_identity, true);
  const auto e5m7 = early16(early_conversion::fp16_to_e5m7, true), e5m6 = early16(early_conversion::fp16_to_e5m6, true);
  const auto e5m2 = early16(early_conversion::fp16_to_e5m2, true), sign = early16(early_conversion::sign_to_int8, false);
  for (uint32_t x = 0; x < 65536; ++x) {
    INFO("pattern " << x);
    const uint32_t s = x & 0x8000;
    const bool nan = (x & 0x7fff) > 0x7f80;
    REQUIRE(same[x] == x);
    REQUIRE(fsame[x] == x);
    REQUIRE(sign[x] == s >> 8);
    if (nan) REQUIRE(flush[x] == (s | 0x7f80));
    else if ((x & 0x7f80) == 0) REQUIRE(flush[x] == 0);
    else REQUIRE(flush[x] == x);
    if (nan) REQUIRE(e8m6[x] == (s | 0x7f80));
    else REQUIRE(bf16(e8m6[x]) == nearest(bf16(x), 7));
    if (bf16(x) == 0) REQUIRE(e8m6[x] == 0);
    // Range of FP16 with all 32 exponents, exponent 0 of the result being a mishandled denormal.
    const double v = bf16(x), a = std::fabs(v);
    if (a < std::ldexp(1.0, -15)) REQUIRE(half[x] == s);
    else if (a < std::ldexp(1.0, -14)) REQUIRE(half[x] == (s | (x & 0x7f) << 3));
    else if (a >= std::ldexp(1.0, 17)) REQUIRE(half[x] == (s | 0x7fff));
    else REQUIRE(fp16(half[x]) == v);
    REQUIRE(fflush[x] == ((x & 0x7c00) == 0 ? 0 : x));
    REQUIRE(e5m7[x] == (x & ~7u));
    REQUIRE(e5m2[x] == (x & 0xff00));
    const double r = nearest(fp16(x), 7);
    if (std::fabs(r) >= std::ldexp(1.0, 17)) REQUIRE(e5m6[x] == (s | 0x7ff0));
    else if ((x & 0x7fff) < 0x3f8) REQUIRE(e5m6[x] == 0);
    else if (x & 0x7c00) REQUIRE(fp16(e5m6[x]) == r);
  }
}

TEST_CASE("32-bit early conversions") {
  const auto in = some32();
  const auto tf32 = early32<uint32_t>(early_conversion::round_to_tf32, in),
             same = early32<uint32_t>(early_conversion::identity_32, in);
  const auto b = early32<uint16_t>(early_conversion::round_to_bf16, in),
             t = early32<uint16_t>(early_conversion::truncate_to_bf16, in);
  const auto m6 = early32<uint16_t>(early_conversion::round_to_e8m6, in);
  const double infinity = std::ldexp(1.0, 128);
  for (size_t i = 0; i < in.size(); ++i) {
    const uint32_t x = in[i], s = x & 0x80000000;
    INFO("pattern " << x);
    REQUIRE(same[i] == x);
    REQUIRE(t[i] == x >> 16);
    if (is_nan(x)) {
      REQUIRE(tf32[i] == (s | 0x7f800000));
      REQUIRE(b[i] == (s >> 16 | 0x7f80));
      REQUIRE(m6[i] == (s >> 16 | 0x7f80));
    } else if ((x & 0x7f800000) != 0) {
      const double v = fp32(x), limit = s ? -infinity : infinity;
      const auto bounded = [&](double r) { return std::fabs(r) >= infinity ? limit : r; };
      REQUIRE(fp32(tf32[i]) == bounded(nearest(v, 11)));
      REQUIRE(bf16(b[i]) == bounded(nearest(v, 8)));
      REQUIRE(bf16(m6[i]) == bounded(nearest(cut(v, 8), 7)));
    } else {
      // Denormals vanish unless they round up to the smallest normal.
      REQUIRE((tf32[i] & 0x7fffffff) == ((x & 0x7fffff) >= 0x7ff000 ? 0x800000u : 0u));
      REQUIRE((b[i] & 0x7fff) == ((x & 0x7fffff) >= 0x7f8000 ? 0x80 : 0));
      if (tf32[i] == 0x80000000 || b[i] == 0x8000) FAIL("minus zero");
    }
  }
}

TEST_CASE("integers out of 32-bit Dst") {
  std::vector<uint32_t> in(32);
  const uint32_t values[16] = {0, 1, 2, 3, 126, 127, 128, 254, 255, 256, 1000, 4095, 4096, 65535, 0x7ffffffe, 0x7fffffff};
  for (unsigned i = 0; i < 16; ++i) in[i] = values[i], in[16 + i] = values[i] | 0x80000000;
  for (unsigned shift = 0; shift < 32; ++shift) {
    const auto i8 = early32<uint16_t>(early_conversion::shift_to_int8, in, shift),
               u8 = early32<uint16_t>(early_conversion::shift_to_uint8, in, shift);
    for (unsigned i = 0; i < 32; ++i) {
      const double r = std::round(std::ldexp(static_cast<double>(in[i] & 0x7fffffff), -static_cast<int>(shift)));
      const bool negative = in[i] >> 31;
      REQUIRE(i8[i] == ((negative ? 0x80u : 0u) | static_cast<uint32_t>(std::min(r, 127.0))));
      REQUIRE(u8[i] == (negative ? 0u : static_cast<uint32_t>(std::min(r, 255.0))));
    }
  }
  const auto low = early32<uint16_t>(early_conversion::low_bits_to_int8, in),
             ulow = early32<uint16_t>(early_conversion::low_bits_to_uint8, in);
  for (unsigned i = 0; i < 32; ++i) {
    REQUIRE(low[i] == ((in[i] >> 31) * 128 + in[i] % 128));
    REQUIRE(ulow[i] == in[i] % 256);
  }
}

TEST_CASE("16-bit late conversions, every pattern") {
  const auto in = all16();
  const auto b32 = late<uint16_t, uint32_t>(late_conversion::bf16_to_f32, in),
             f32 = late<uint16_t, uint32_t>(late_conversion::fp16_to_f32, in);
  const auto b16 = late<uint16_t, uint16_t>(late_conversion::bf16_to_fp16, in),
             fb = late<uint16_t, uint16_t>(late_conversion::fp16_to_bf16, in);
  const auto be5m2 = late<uint16_t, uint8_t>(late_conversion::bf16_to_e5m2, in),
             be4m3 = late<uint16_t, uint8_t>(late_conversion::bf16_to_e4m3, in);
  const auto fe5m2 = late<uint16_t, uint8_t>(late_conversion::fp16_to_e5m2, in),
             fe4m3 = late<uint16_t, uint8_t>(late_conversion::fp16_to_e4m3, in);
  const auto fe5m7 = late<uint16_t, uint16_t>(late_conversion::fp16_to_e5m7, in),
             be5m7 = late<uint16_t, uint16_t>(late_conversion::bf16_to_e5m7, in);
  const auto widen = late<uint16_t, uint16_t>(late_conversion::fp16_widen_to_bf16, in);
  const auto e5m2_number = [](uint32_t x) { return number(x >> 7, x >> 2 & 31, x & 3, 2, 15); };
  const auto e4m3_number = [](uint32_t x) { return number(x >> 7, x >> 3 & 15, x & 7, 3, 7); };
  for (uint32_t x = 0; x < 65536; ++x) {
    INFO("pattern " << x);
    const double b = bf16(x), f = fp16(x), a = std::fabs(b);
    REQUIRE(b32[x] == x << 16);
    if (x & 0x7c00) REQUIRE(fp32(f32[x]) == f);
    else REQUIRE(f32[x] == ((x & 0x8000) << 16 | (x & 0x3ff) << 13));
    REQUIRE(bf16(fb[x]) == cut(f, 8));
    if (f == 0) REQUIRE(fb[x] == 0);
    if (x & 0x7c00) REQUIRE(bf16(widen[x]) == cut(f, 8));
    if (a >= std::ldexp(1.0, 17)) {
      REQUIRE((b16[x] & 0x7fff) == 0x7fff);
      REQUIRE((be5m2[x] & 0x7f) == 0x7f);
      REQUIRE((be5m7[x] & 0x7fff) == 0x7ff8);
    } else if (a >= std::ldexp(1.0, -14)) {
      REQUIRE(fp16(b16[x]) == b);
      REQUIRE(e5m2_number(be5m2[x]) == cut(b, 3));
      REQUIRE(fp16(be5m7[x]) == b);
    } else if (a < std::ldexp(1.0, -15)) {
      REQUIRE(b16[x] == (x & 0x8000));
      REQUIRE(be5m2[x] == (x >> 8 & 0x80));
    }
    REQUIRE(e5m2_number(fe5m2[x]) == cut(f, 3));
    REQUIRE(fp16(fe5m7[x]) == cut(f, 8));
    const auto check_e4m3 = [&](double v, uint32_t r) {
      if (std::fabs(v) >= 512) REQUIRE((r & 0x7f) == 0x7f);
      else if (std::fabs(v) < std::ldexp(1.0, -6)) REQUIRE(r == (x >> 8 & 0x80));
      else REQUIRE(e4m3_number(r) == cut(v, 4));
    };
    check_e4m3(f, fe4m3[x]);
    check_e4m3(b, be4m3[x]);
  }
}

TEST_CASE("32-bit late conversions") {
  const auto in = some32();
  const auto b = late<uint32_t, uint16_t>(late_conversion::f32_to_bf16, in),
             h = late<uint32_t, uint16_t>(late_conversion::f32_to_fp16, in);
  const auto e5m2 = late<uint32_t, uint8_t>(late_conversion::f32_to_e5m2, in);
  const auto e4m3 = late<uint32_t, uint8_t>(late_conversion::f32_to_e4m3, in);
  for (size_t i = 0; i < in.size(); ++i) {
    const uint32_t x = in[i];
    const double v = fp32(x), a = std::fabs(v);
    INFO("pattern " << x);
    REQUIRE(b[i] == ((x & 0x7f800000) == 0 ? 0 : x >> 16));
    if (a >= std::ldexp(1.0, 17)) REQUIRE(h[i] == (x >> 16 & 0x8000) + 0x7fff);
    else if (a >= std::ldexp(1.0, -14)) REQUIRE(fp16(h[i]) == cut(v, 11));
    else if (a < std::ldexp(1.0, -15)) REQUIRE(h[i] == (x >> 16 & 0x8000));
    if (a >= std::ldexp(1.0, -14) && a < std::ldexp(1.0, 17))
      REQUIRE(number(e5m2[i] >> 7, e5m2[i] >> 2 & 31, e5m2[i] & 3, 2, 15) == cut(v, 3));
    if (a >= std::ldexp(1.0, -6) && a < 512) REQUIRE(number(e4m3[i] >> 7, e4m3[i] >> 3 & 15, e4m3[i] & 7, 3, 7) == cut(v, 4));
  }
}

TEST_CASE("block formats: shared exponent, rounding, packing") {
  std::mt19937 random(seeded(5));
  for (const bool five : {false, true}) {
    for (const unsigned bits : {8u, 4u, 2u}) {
      const auto check = [&](const uint16_t* in) {
        uint8_t out[16];
        const uint8_t exponent = block_datums(five, bits, in, out);
        int most = 0;
        for (int i = 0; i < 16; ++i) most = std::max(most, five ? in[i] >> 10 & 31 : in[i] >> 7 & 255);
        REQUIRE(exponent == most);
        const int bias = five ? 15 : 127;
        for (unsigned i = 0; i < 16; ++i) {
          const unsigned got = out[i * bits / 8] >> (i * bits % 8) & ((1u << bits) - 1);
          // A block datum of 8 bits counts sixty-fourths of 2^(exponent - bias); narrower ones are cut from it.
          const double v = five ? fp16(in[i] & 0xfff8) : bf16(in[i]);
          unsigned m = static_cast<unsigned>(std::min(127.0, std::round(std::ldexp(std::fabs(v), 6 - (most - bias)))));
          m >>= 8 - bits;
          INFO("bits " << bits << " datum " << in[i] << " exponent " << most);
          REQUIRE(got == (m == 0 ? 0 : m | unsigned(in[i] >> 15) << (bits - 1)));
        }
      };
      // All mantissas at all distances from the shared exponent, then anything.
      const unsigned top = five ? 31 : 255;
      for (unsigned largest = 1; largest <= top; largest += five ? 5 : 41)
        for (unsigned distance = 0; distance < 12 && distance < largest; ++distance)
          for (unsigned m = 0; m < 128; m += 15) {
            uint16_t in[16];
            for (unsigned i = 0; i < 16; ++i) {
              const unsigned e = i == 0 ? largest : largest - distance, f = i == 0 ? 0 : (m + i - 1) & 127;
              in[i] = static_cast<uint16_t>((i & 1) << 15 | (five ? e << 10 | f << 3 : e << 7 | f));
            }
            check(in);
          }
      for (int n = 0; n < 3000; ++n) {
        uint16_t in[16];
        const unsigned spread = 1 + random() % 12, base = random() % (five ? 32 : 256);
        for (uint16_t& x : in) {
          const unsigned e = (base + random() % spread) & top;
          x = static_cast<uint16_t>(random() & 0x8000);
          if (e != 0) x = static_cast<uint16_t>(x | (five ? e << 10 | (random() & 127) << 3 : e << 7 | (random() & 127)));
        }
        check(in);
      }
    }
  }
}

TEST_CASE("accumulation of 32-bit floats is the host's addition without denormals") {
  std::mt19937 random(seeded(6));
  const auto flushed = [](uint32_t x) { return (x & 0x7fffffff) < 0x800000 ? x & 0x80000000 : x; };
  const auto host = [&](uint32_t a, uint32_t b) {
    a = flushed(a);
    b = flushed(b);
    float x, y;
    std::memcpy(&x, &a, 4);
    std::memcpy(&y, &b, 4);
    const volatile float z = x + y;
    const float w = z;
    uint32_t r;
    std::memcpy(&r, &w, 4);
    return is_nan(r) ? 0x7fc00000u : flushed(r);
  };
  const uint32_t special[] = {0,          0x80000000, 1,          0x7fffff,   0x800000,   0x800001,   0x807fffff,
                              0x3f800000, 0xbf800000, 0x3f7fffff, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
                              0x7fc00000, 0x7f800001, 0x33800000, 0xb3800000, 0x33800001, 0x4b7fffff};
  for (uint32_t a : special)
    for (uint32_t b : special) REQUIRE(accumulate_fp32(a, b) == host(a, b));
  for (int i = 0; i < 1000000; ++i) {
    const uint32_t a = random();
    uint32_t b = random();
    if (i & 1) b = (b & 0x807fffff) | ((((a >> 23) + random() % 61 - 30) & 255) << 23);
    if (accumulate_fp32(a, b) != host(a, b)) {
      INFO(a << " + " << b);
      REQUIRE(accumulate_fp32(a, b) == host(a, b));
    }
  }
}

TEST_CASE("accumulation of 16-bit floats") {
  std::mt19937 random(seeded(7));
  // FP16: the exact sum, rounded to nearest even.
  const auto even = [](double x, int bits) {
    int e;
    std::frexp(x, &e);
    return std::ldexp(std::nearbyint(std::ldexp(x, bits - e)), e - bits);
  };
  for (int i = 0; i < 600000; ++i) {
    const uint16_t a = static_cast<uint16_t>(random()),
                   b = static_cast<uint16_t>(i & 1 ? random() : (random() & 0x83ff) + (a & 0x7c00));
    INFO(a << " + " << b);
    const double sum = fp16(a) + fp16(b), r = sum == 0 ? 0 : even(sum, 11);
    const uint16_t got = accumulate_fp16(a, b);
    if (sum == 0) REQUIRE((got & 0x7fff) == ((a >> 10 & 31) >= 30 ? 0x7fff : 0));
    else if (std::fabs(r) >= std::ldexp(1.0, 17)) REQUIRE(got == (sum < 0 ? 0xffff : 0x7fff));
    else if (std::fabs(sum) < std::ldexp(1.0, -15)) REQUIRE((got & 0x7fff) == 0x7fff);
    else if (std::fabs(sum) >= std::ldexp(1.0, -14)) REQUIRE(fp16(got) == r);
    else REQUIRE((got & 0x7fff) == 0);
  }
  for (int i = 0; i < 600000; ++i) {
    const uint16_t a = static_cast<uint16_t>(random());
    const uint16_t b = static_cast<uint16_t>(i & 1 ? random() : (random() & 0x807f) + ((a & 0x7f80) ^ (random() & 0x380)));
    if ((a & 0x7f80) == 0x7f80 || (b & 0x7f80) == 0x7f80) continue;
    INFO(a << " + " << b);
    const double sum = bf16(a) + bf16(b), r = sum == 0 ? 0 : even(sum, 8);
    const uint16_t got = accumulate_bf16(a, b);
    if (std::fabs(sum) < std::ldexp(1.0, -126)) REQUIRE((got & 0x7fff) == 0);
    else if (std::fabs(r) >= std::ldexp(1.0, 128)) REQUIRE(got == (sum < 0 ? 0xff80 : 0x7f80));
    else REQUIRE(bf16(got) == r);
  }
  CHECK(accumulate_bf16(0x7f80, 0xff80) == 0x7fc0);
  CHECK(accumulate_bf16(0x7f80, 0x7f80) == 0x7f80);
  CHECK(accumulate_bf16(0x3f80, 0xff80) == 0xff80);
  CHECK(accumulate_bf16(0xffc0, 0x3f80) == 0xff80);  // NaN in L1: larger than all numbers
  CHECK(accumulate_bf16(0x7fc0, 0xff80) == 0xff80);
  CHECK(accumulate_bf16(0xff00, 0x7fc0) == 0x7f00 + 0x80);  // 1.5 * 2^128 - 2^127 is above the largest number
  CHECK(accumulate_bf16(0x8000, 0x8000) == 0x8000);
  CHECK(accumulate_bf16(0x3f80, 0xbf80) == 0);
}

TEST_CASE("accumulation of integers saturates") {
  CHECK(accumulate_int32(5, 0x80000007) == 0x80000002);
  CHECK(accumulate_int32(0x7fffffff, 1) == 0x7fffffff);
  CHECK(accumulate_int32(0xffffffff, 0x80000001) == 0xffffffff);
  CHECK(accumulate_int32(0x80000003, 3) == 0);
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      const auto value = [](int x) { return x & 128 ? -(x & 127) : x; };
      const int s = std::max(-127, std::min(127, value(a) + value(b)));
      REQUIRE(accumulate_int8(static_cast<uint8_t>(a), static_cast<uint8_t>(b)) == (s < 0 ? 128 - s : s));
    }
}

TEST_CASE("ReLU") {
  uint16_t x[16] = {0, 0x8000, 0x3f80, 0xbf80, 0x4000, 0x3f81, 0x3f7f, 0x7f80, 0xff80, 1, 2, 3, 4, 5, 6, 7};
  uint16_t y[16];
  std::memcpy(y, x, sizeof y);
  relu_row(pack_lane::bf16, 1, 0, y, false);
  for (int i = 0; i < 16; ++i) CHECK(y[i] == (x[i] & 0x8000 ? 0 : x[i]));
  std::memcpy(y, x, sizeof y);
  relu_row(pack_lane::bf16, 2, 0x3f80, y, false);
  for (int i = 0; i < 16; ++i) CHECK(bf16(y[i]) == (bf16(x[i]) <= 1.0 ? 0 : bf16(x[i])));
  std::memcpy(y, x, sizeof y);
  relu_row(pack_lane::bf16, 3, 0x3f80, y, false);
  for (int i = 0; i < 8; ++i) CHECK(bf16(y[i]) == std::max(0.0, std::min(1.0, bf16(x[i]))));
  uint32_t w[16], v[16];
  for (int i = 0; i < 16; ++i) v[i] = uint32_t{x[i]} << 16 | 0x1234;
  std::memcpy(w, v, sizeof w);
  relu_row(pack_lane::f32, 2, 0x3f80, w, false);
  for (int i = 0; i < 16; ++i) CHECK(fp32(w[i]) == (fp32(v[i]) <= 1.0 ? 0 : fp32(v[i])));
}

TEST_CASE("what the documentation rules out is named, what it allows is not") {
  const auto early = [](data_format i, data_format from, data_format to, bool wide, bool raw, bool uns = false,
                        bool round = false) {
    return choose_early({i, from, to, wide, raw, uns, round});
  };
  using f = data_format;
  CHECK(!early(f::fp32, f::fp32, f::fp32, true, false).undefined);
  CHECK(early(f::fp32, f::fp32, f::fp32, false, false).undefined);
  CHECK(!early(f::fp32, f::tf32, f::tf32, false, false, false, true).undefined);
  CHECK(!early(f::bf16, f::tf32, f::fp16, false, false, false, true).undefined);
  CHECK(early(f::bf16, f::bf16, f::fp16, false, false, false, true).undefined);
  CHECK(early(f::int32, f::int32, f::int32, false, false).undefined);
  CHECK(!early(f::int8, f::int8, f::int8, true, false).undefined);
  CHECK(early(f::int8, f::int8, f::int8, false, false).undefined);
  CHECK(early(f::bfp4, f::bfp4, f::bfp4, true, false).undefined);
  CHECK(early(f::fp8, f::fp8, f::fp8, false, false).undefined);
  CHECK(!early(f::fp8, f::fp8, f::fp8, false, true).undefined);
  const auto b = early(f::bf16, f::bf16, f::bf16, false, false);
  for (f to : {f::fp32, f::tf32, f::bf16, f::fp16, f::fp8, f::bfp8, f::bfp4, f::bfp2, f::bfp8a, f::bfp4a, f::bfp2a})
    CHECK(!choose_late(b, f::bf16, to, false).undefined);
  for (f to : {f::int32, f::int16, f::int8}) CHECK(choose_late(b, f::bf16, to, false).undefined);
  CHECK(choose_late(b, f::fp16, f::fp16, false).undefined);
  const auto w = early(f::fp32, f::fp32, f::tf32, true, false);
  CHECK(choose_late(w, f::fp32, f::tf32, false).undefined);
  CHECK(!choose_late(early(f::tf32, f::tf32, f::tf32, true, false), f::tf32, f::tf32, false).undefined);
}

TEST_CASE("the largest of rows under a mask only rises") {
  std::mt19937 random(seeded(4711));
  uint16_t rows[8][16];
  const uint16_t* bits[8];
  for (unsigned r = 0; r < 8; ++r) bits[r] = rows[r];
  for (unsigned turn = 0; turn < 5000; ++turn) {
    const unsigned count = 1 + random() % 8;
    const uint8_t mask = turn % 2 ? 0xff : 0x1f;
    const unsigned below = 1u << (random() % 17);  // small numbers too, so that it does not always rise
    uint8_t largest = static_cast<uint8_t>(random() % 256 & mask), expected = largest;
    for (unsigned r = 0; r < 8; ++r)
      for (uint16_t& x : rows[r]) {
        x = static_cast<uint16_t>(random() % below);
        if (r < count && (x & mask) > expected) expected = static_cast<uint8_t>(x & mask);
      }
    raise_to_largest(largest, bits, count, mask);
    REQUIRE(largest == expected);
  }
}

}  // namespace pack_formats_test
