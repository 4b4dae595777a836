// SPDX-License-Identifier: Apache-2.0
// The unpackers' conversions against plain scalar code, exhaustively over all datums up to 16 bits and all exponents.
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "catch.h"
#include "models/formats/unpack_formats.h"
#include "models/registers/dst_register.h"
#include "tests/seed.h"

using namespace tensix;
using conv = unpack_conversion;

namespace unpack_formats_test {
namespace {

double bf16_value(uint32_t bits) {
  const uint32_t word = bits << 16;
  float f;
  std::memcpy(&f, &word, 4);
  return f;
}

// FP16 without infinity and NaN, as the hardware reads it.
double fp16_value(uint32_t bits) {
  const int e = (bits >> 10) & 31;
  const double m = e ? 1024 + (bits & 0x3ff) : bits & 0x3ff;
  return (bits & 0x8000 ? -1 : 1) * std::ldexp(m, (e ? e : 1) - 25);
}

uint32_t src_of_bf16(uint32_t x) { return x << 3; }
uint32_t src_of_fp16(uint32_t x) { return ((x >> 15) << 18) | (x & 0x7fff); }

// One datum in every lane's place in turn, others varied, through the row function.
struct row_result {
  uint32_t src[16];
  uint16_t dst[16];
};
row_result run(conv c, unsigned bits, const std::vector<uint32_t>& datums, uint8_t exponent) {
  uint8_t raw[64] = {};
  for (unsigned i = 0; i < 16; ++i)
    for (unsigned b = 0; b < bits; ++b)
      if ((datums[i] >> b) & 1) raw[(i * bits + b) / 8] |= static_cast<uint8_t>(1u << ((i * bits + b) % 8));
  row_result r;
  unpack_row_to_src(c, raw, exponent, r.src);
  unpack_row_to_dst16(c, raw, exponent, r.dst);
  return r;
}

// `expect` gives the 16-bit IEEE-order value of one datum.
template <class Expect, class ToSrc, class ToDst>
void exhaustive(conv c, unsigned bits, unsigned exponents, Expect expect, ToSrc to_src, ToDst to_dst) {
  std::vector<uint32_t> datums(16);
  for (unsigned exponent = 0; exponent < exponents; ++exponent) {
    unsigned wrong = 0;
    for (uint32_t first = 0; first < (1u << bits); first += 16) {
      for (unsigned i = 0; i < 16; ++i) datums[i] = (first + i * 5) & ((1u << bits) - 1);
      if (bits <= 4)
        for (unsigned i = 0; i < 16; ++i) datums[i] = i & ((1u << bits) - 1);
      for (unsigned half = 0; half < 2; ++half) {  // every datum occurs once with and once without the step of 5
        const row_result r = run(c, bits, datums, static_cast<uint8_t>(exponent));
        for (unsigned i = 0; i < 16; ++i) {
          const uint32_t e = expect(datums[i], exponent);
          wrong += r.src[i] != to_src(e);
          wrong += r.dst[i] != to_dst(e);
        }
        if (bits > 4)
          for (unsigned i = 0; i < 16; ++i) datums[i] = first + i;
      }
    }
    REQUIRE(wrong == 0);
  }
}

const auto dst_bf16 = [](uint32_t x) { return dst_encode_bf16(static_cast<uint16_t>(x)); };
const auto dst_fp16 = [](uint32_t x) { return dst_encode_fp16(static_cast<uint16_t>(x)); };

// Bit by bit: shift the magnitude up until its top bit is set, lowering the exponent.
uint32_t block_reference(uint32_t datum, unsigned bits, unsigned exponent, bool narrow) {
  const uint32_t sign = datum >> (bits - 1);
  uint32_t magnitude = (datum & ((1u << (bits - 1)) - 1)) << (8 - bits);  // 7 bits
  if (magnitude == 0) return sign ? (narrow ? 0xfc00 : 0xff80) : 0;
  while (!(magnitude & 0x40)) {
    magnitude <<= 1;
    exponent = (exponent + 255) & 255;
  }
  const uint32_t fraction = magnitude & 0x3f;
  return narrow ? (sign << 15) | ((exponent & 31) << 10) | (fraction << 4) : (sign << 15) | (exponent << 7) | (fraction << 1);
}

}  // namespace

TEST_CASE("16-bit datums keep their bits", "[unpack]") {
  const auto same = [](uint32_t x, unsigned) { return x; };
  exhaustive(conv::bf16, 16, 1, same, src_of_bf16, dst_bf16);
  exhaustive(conv::fp16, 16, 1, same, src_of_fp16, dst_fp16);
  // INT16 is opaque: Src keeps the 16 bits next to each other in its own order sign, mantissa, exponent.
  exhaustive(
      conv::int16, 16, 1, same, [](uint32_t x) { return (x & 0x8000) << 3 | (x & 0xff) << 10 | ((x >> 8) & 0x7f) << 3; },
      [](uint32_t x) { return static_cast<uint16_t>(x); });
}

TEST_CASE("block formats over all datums and exponents", "[unpack]") {
  const auto wide = [](unsigned bits) { return [bits](uint32_t x, unsigned e) { return block_reference(x, bits, e, false); }; };
  const auto narrow = [](unsigned bits) {
    return [bits](uint32_t x, unsigned e) { return block_reference(x, bits, e, true); };
  };
  exhaustive(conv::bfp8, 8, 256, wide(8), src_of_bf16, dst_bf16);
  exhaustive(conv::bfp4, 4, 256, wide(4), src_of_bf16, dst_bf16);
  exhaustive(conv::bfp2, 2, 256, wide(2), src_of_bf16, dst_bf16);
  exhaustive(conv::bfp8a, 8, 256, narrow(8), src_of_fp16, dst_fp16);
  exhaustive(conv::bfp4a, 4, 256, narrow(4), src_of_fp16, dst_fp16);
  exhaustive(conv::bfp2a, 2, 256, narrow(2), src_of_fp16, dst_fp16);
}

TEST_CASE("block format datums have the value magnitude / 64 times the exponent's power", "[unpack]") {
  std::vector<uint32_t> datums(16);
  for (unsigned exponent = 8; exponent < 255; ++exponent)
    for (unsigned first = 0; first < 128; first += 16) {
      for (unsigned i = 0; i < 16; ++i) datums[i] = first + i;
      const row_result r = run(conv::bfp8, 8, datums, static_cast<uint8_t>(exponent));
      for (unsigned i = 0; i < 16; ++i)
        REQUIRE(bf16_value(r.src[i] >> 3) == std::ldexp(datums[i] / 64.0, static_cast<int>(exponent) - 127));
      if (exponent > 31) continue;
      const row_result n = run(conv::bfp8a, 8, datums, static_cast<uint8_t>(exponent));
      for (unsigned i = 0; i < 16; ++i)
        REQUIRE(fp16_value(n.src[i]) == std::ldexp(datums[i] / 64.0, static_cast<int>(exponent) - 15));
    }
}

TEST_CASE("an exponent that leaves 5 bits is noticed", "[unpack]") {
  uint32_t out[16];
  uint8_t raw[64] = {1};  // needs the exponent lowered by 6
  CHECK(unpack_row_to_src(conv::bfp8a, raw, 6, out));
  CHECK_FALSE(unpack_row_to_src(conv::bfp8a, raw, 5, out));
  CHECK_FALSE(unpack_row_to_src(conv::bfp8a, raw, 38, out));
  CHECK(unpack_row_to_src(conv::bfp8, raw, 5, out));
  raw[0] = 0;
  CHECK(unpack_row_to_src(conv::bfp8a, raw, 255, out));
}

TEST_CASE("8-bit floats and integers", "[unpack]") {
  exhaustive(
      conv::fp8_e5m2, 8, 1, [](uint32_t x, unsigned) { return x == 0x7f   ? 0x7fffu
                                                              : x == 0xff ? 0xffffu
                                                                          : x << 8; },
      src_of_fp16, dst_fp16);
  exhaustive(
      conv::fp8_e4m3, 8, 1,
      [](uint32_t x, unsigned) {
        const uint32_t s = x >> 7, e = (x >> 3) & 15, m = x & 7;
        if (e == 15 && m == 7) return (s << 15) | (23u << 10) | 0x3ffu;
        return (s << 15) | ((e == 0 ? 0 : e + 8) << 10) | (m << 7);
      },
      src_of_fp16, dst_fp16);
  exhaustive(
      conv::int8_unsigned, 8, 1, [](uint32_t x, unsigned) { return x ? x + 0x4000 : 0; }, src_of_fp16, dst_fp16);
  exhaustive(
      conv::int8_signed, 8, 1,
      [](uint32_t x, unsigned) {
        const uint32_t m = x % 128;
        return (x >= 128 ? 0x8000 : 0) + (m ? m + 0x4000 : 0);
      },
      src_of_fp16, dst_fp16);
  // e4m3 normal numbers keep their value.
  std::vector<uint32_t> datums(16);
  for (unsigned first = 8; first < 0x70; first += 8) {
    for (unsigned i = 0; i < 16; ++i) datums[i] = first + i % 8;
    const row_result r = run(conv::fp8_e4m3, 8, datums, 0);
    for (unsigned i = 0; i < 8; ++i)
      REQUIRE(fp16_value(r.src[i]) == std::ldexp(8 + (datums[i] & 7), static_cast<int>(datums[i] >> 3) - 7 - 3));
  }
}

TEST_CASE("32-bit datums: every upper half, several lower halves", "[unpack]") {
  std::mt19937 random(seeded(11));
  for (uint32_t upper = 0; upper < 0x10000; upper += 16) {
    uint32_t word[16], src[16], dst[16], as_bf16[16], as_fp16[16];
    for (unsigned i = 0; i < 16; ++i) word[i] = ((upper + i) << 16) | (random() & (random() % 3 ? 0xffff : 0));
    const auto* raw = reinterpret_cast<const uint8_t*>(word);
    unpack_row_to_src(conv::word32, raw, 0, src);
    unpack_row_to_dst32(conv::word32, raw, dst);
    unpack_row_to_src(conv::fp32_to_bf16, raw, 0, as_bf16);
    unpack_row_to_src(conv::fp32_to_fp16, raw, 0, as_fp16);
    unsigned wrong = 0;
    for (unsigned i = 0; i < 16; ++i) {
      const uint32_t w = word[i], s = w >> 31, e = (w >> 23) & 255, m = w & 0x7fffff;
      wrong += src[i] != (s << 18 | e << 10 | m >> 13);
      wrong += dst[i] != (s << 31 | (m >> 16) << 24 | e << 16 | (m & 0xffff));
      wrong += as_bf16[i] != (e ? (s << 18 | e << 10 | (m >> 16) << 3) : s << 18);
      wrong += as_fp16[i] != (e < 112 ? s << 18 : e > 143 ? (s << 18 | 0x7fff) : (s << 18 | (e - 112) << 10 | m >> 13));
    }
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("which conversions are defined", "[unpack]") {
  using f = data_format;
  const struct {
    f in;
    std::vector<f> to_src, to_dst;
  } table[] = {{f::fp32, {f::tf32, f::bf16, f::fp16}, {f::fp32, f::tf32, f::bf16, f::fp16}},
               {f::tf32, {f::tf32, f::bf16, f::fp16}, {f::fp32, f::tf32, f::bf16, f::fp16}},
               {f::bf16, {f::tf32, f::bf16}, {f::bf16}},
               {f::bfp8, {f::tf32, f::bf16, f::bfp8}, {f::bf16, f::bfp8}},
               {f::bfp4, {f::tf32, f::bf16, f::bfp8, f::bfp4}, {f::bf16, f::bfp8, f::bfp4}},
               {f::bfp2, {f::tf32, f::bf16, f::bfp8, f::bfp2}, {f::bf16, f::bfp8, f::bfp2}},
               {f::bfp8a, {f::fp16, f::bfp8a}, {f::fp16, f::bfp8a}},
               {f::bfp4a, {f::fp16, f::bfp4a}, {f::fp16, f::bfp4a}},
               {f::bfp2a, {f::fp16, f::bfp2a}, {f::fp16, f::bfp2a}},
               {f::fp16, {f::fp16}, {f::fp16}},
               {f::fp8, {f::fp16, f::fp8}, {f::fp16, f::fp8}},
               {f::int32, {}, {f::int32}},
               {f::int16, {f::int16}, {f::int16}},
               {f::int8, {f::int8}, {f::int8}}};
  bool defined[2][16][16] = {};
  for (const auto& row : table) {
    for (f out : row.to_src) defined[0][static_cast<int>(row.in)][static_cast<int>(out)] = true;
    for (f out : row.to_dst) defined[1][static_cast<int>(row.in)][static_cast<int>(out)] = true;
  }
  for (unsigned in = 0; in < 16; ++in)
    for (unsigned out = 0; out < 16; ++out)
      for (const bool dst : {false, true}) {
        const auto i = static_cast<f>(in), o = static_cast<f>(out);
        const auto route = route_of(i, o, dst, false, false);
        INFO(name(i) << " to " << name(o) << (dst ? " in Dst" : " in Src"));
        CHECK(route.defined == defined[dst][in][out]);
        if (dst && route.defined) CHECK(route.wide == (datum_bits(o) == 32));
      }
  CHECK(route_of(f::fp8, f::fp8, false, true, false).conversion == conv::fp8_e4m3);
  CHECK(route_of(f::fp8, f::fp16, false, true, false).conversion == conv::fp8_e4m3);
  CHECK(route_of(f::int8, f::int8, false, false, true).conversion == conv::int8_unsigned);
}

// The register's form depends on the input's kind of exponent only: every datum, every exponent, every output format.
TEST_CASE("the output format changes no bit of what is not wider than 16 bits", "[unpack]") {
  using f = data_format;
  const auto bf16 = [](uint32_t x, unsigned) { return x; };
  for (f out : {f::tf32, f::bf16})
    exhaustive(route_of(f::bf16, out, false, false, false).conversion, 16, 1, bf16, src_of_bf16, dst_bf16);
  for (f in : {f::bfp8, f::bfp4, f::bfp2})
    for (f out : {f::tf32, f::bf16, f::bfp8}) {
      const unsigned bits = datum_bits(in);
      const auto expect = [bits](uint32_t x, unsigned e) { return block_reference(x, bits, e, false); };
      exhaustive(route_of(in, out, false, false, false).conversion, bits, 256, expect, src_of_bf16, dst_bf16);
      if (out != f::tf32)
        exhaustive(route_of(in, out, true, false, false).conversion, bits, 256, expect, src_of_bf16, dst_bf16);
    }
  for (f in : {f::bfp8a, f::bfp4a, f::bfp2a})
    for (bool dst : {false, true}) {
      const unsigned bits = datum_bits(in);
      const auto expect = [bits](uint32_t x, unsigned e) { return block_reference(x, bits, e, true); };
      exhaustive(route_of(in, f::fp16, dst, false, false).conversion, bits, 256, expect, src_of_fp16, dst_fp16);
    }
  const auto e5m2 = [](uint32_t x, unsigned) { return x << 8 | ((x & 0x7f) == 0x7f ? 0xff : 0); };
  for (bool dst : {false, true})
    exhaustive(route_of(f::fp8, f::fp16, dst, false, false).conversion, 8, 1, e5m2, src_of_fp16, dst_fp16);
}

// Unlike the packers' early conversion: nothing is rounded, so no denormal becomes a number; the sign of zero stays.
TEST_CASE("FP32 and TF32 are cut, denormals become zeroes", "[unpack]") {
  using f = data_format;
  const struct {
    uint32_t word, bf16, fp16;
  } cases[] = {{0x007f8000, 0, 0},           {0x007fffff, 0, 0},           {0x807fffff, 0x8000, 0x8000},
               {0x00800000, 0x0080, 0},      {0x3f80ffff, 0x3f80, 0x3c07}, {0x7f800000, 0x7f80, 0x7fff},
               {0xffc00000, 0xffc0, 0xffff}, {0x7f800001, 0x7f80, 0x7fff}, {0x37ffffff, 0x37ff, 0},
               {0x38000000, 0x3800, 0},      {0x387fffff, 0x387f, 0x03ff}, {0x38800000, 0x3880, 0x0400},
               {0x477fffff, 0x477f, 0x7bff}, {0x47800000, 0x4780, 0x7c00}, {0x47ffffff, 0x47ff, 0x7fff},
               {0x48000000, 0x4800, 0x7fff}, {0xb8400000, 0xb840, 0x8200}};
  for (f in : {f::fp32, f::tf32})
    for (const auto& c : cases) {
      uint32_t word[16], src[16];
      uint16_t dst[16];
      std::fill_n(word, 16, c.word);
      const auto* raw = reinterpret_cast<const uint8_t*>(word);
      INFO(name(in) << " " << c.word);
      for (const auto& [out, expected] : {std::pair{f::bf16, c.bf16}, std::pair{f::fp16, c.fp16}}) {
        unpack_row_to_src(route_of(in, out, false, false, false).conversion, raw, 0, src);
        CHECK(src[9] == (out == f::bf16 ? src_of_bf16(expected) : src_of_fp16(expected)));
        unpack_row_to_dst16(route_of(in, out, true, false, false).conversion, raw, 0, dst);
        CHECK(dst[9] == (out == f::bf16 ? dst_bf16(expected) : dst_fp16(expected)));
      }
      unpack_row_to_src(route_of(in, f::tf32, false, false, false).conversion, raw, 0, src);
      CHECK(src[9] == c.word >> 13);  // denormals stay
    }
}

TEST_CASE("sizes of formats", "[unpack]") {
  CHECK(tile_bytes(data_format::bf16) == 2048);
  CHECK(tile_bytes(data_format::bfp8) == 1088);
  CHECK(tile_bytes(data_format::bfp4a) == 576);
  CHECK(tile_bytes(data_format::bfp2) == 320);
  CHECK(tile_bytes(data_format::fp32) == 4096);
  CHECK(datum_bits(static_cast<data_format>(12)) == 0);
  CHECK(std::string(name(data_format::tf32)) == "TF32");
}

}  // namespace unpack_formats_test
