// SPDX-License-Identifier: Apache-2.0
// The number formats of tiles in L1: every code against what the unpacker reads there, and rounding against plain arithmetic.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <vector>

#include "catch.h"
#include "models/formats/unpack_formats.h"
#include "workload/tensors/tile_layout.h"

using namespace tensix;

namespace {

float float_of(uint32_t u) {
  float f;
  std::memcpy(&f, &u, 4);
  return f;
}
uint32_t bits_of(float f) {
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}

// A tile whose first row of a face is these raw bytes.
std::vector<float> decoded_row(tile_format f, const std::vector<uint8_t>& raw, uint8_t exponent) {
  std::vector<uint8_t> bytes(tile_bytes(f));
  const bool block = is_block_format(hardware_format(f));
  if (block) bytes[0] = exponent;
  std::copy(raw.begin(), raw.end(), bytes.begin() + (block ? 64 : 0));
  std::vector<float> values(tile_dim);
  decode_tile_row(bytes.data(), f, 0, values.data());
  return {values.begin(), values.begin() + face_dim};
}
std::vector<float> encoded_and_decoded(tile_format f, const std::vector<float>& sixteen) {
  std::vector<float> row(tile_dim);
  std::copy(sixteen.begin(), sixteen.end(), row.begin());
  quantize_row(f, row.data());
  return {row.begin(), row.begin() + face_dim};
}

// As SrcA holds it: sign, eight exponent bits (or three zeros and five), ten mantissa bits.
float src_value(uint32_t src, bool narrow) {
  const double sign = src >> 18 ? -1 : 1;
  const int exponent = static_cast<int>(src >> 10 & 255), mantissa = static_cast<int>(src & 1023);
  if (narrow) {
    if (exponent == 0) return static_cast<float>(sign * std::ldexp(mantissa, -24));
    return static_cast<float>(sign * std::ldexp(1024 + mantissa, exponent - 25));
  }
  return float_of(src >> 18 << 31 | static_cast<uint32_t>(exponent) << 23 | static_cast<uint32_t>(mantissa) << 13);
}

void check_against_unpacker(tile_format f, bool narrow) {
  const data_format code = hardware_format(f);
  const unpack_route route = route_of(code,
                                      narrow                      ? data_format::fp16
                                      : code == data_format::tf32 ? code
                                                                  : data_format::bf16,
                                      false, f == tile_format::fp8_e4m3, false);
  REQUIRE(route.defined);
  const unsigned bytes = datum_bits(code) * 2;
  for (unsigned exponent = 0; exponent < (is_block_format(code) ? 256u : 1u); ++exponent)
    for (unsigned first = 0; first < 256; first += 16) {
      std::vector<uint8_t> raw(bytes);
      for (unsigned i = 0; i < bytes; ++i) raw[i] = static_cast<uint8_t>(first + i % 16 + (i / 16) * 16);
      uint32_t src[16];
      unpack_row_to_src(route.conversion, raw.data(), static_cast<uint8_t>(exponent), src);
      const std::vector<float> values = decoded_row(f, raw, static_cast<uint8_t>(exponent));
      for (unsigned i = 0; i < 16; ++i) {
        // The unpacker's exponents wrap around below 0, which no tile of this program has.
        if (is_block_format(code) && exponent < 8) continue;
        INFO(name(f) << " exponent " << exponent << " first " << first << " datum " << i);
        REQUIRE(bits_of(values[i]) == bits_of(src_value(src[i], narrow)));
      }
    }
}

}  // namespace

TEST_CASE("each code of FP8 and of block floats is read as the unpacker reads it") {
  for (const tile_format f : {tile_format::bfp8, tile_format::bfp4, tile_format::bfp2}) check_against_unpacker(f, false);
  for (const tile_format f : {tile_format::fp8, tile_format::fp8_e4m3}) check_against_unpacker(f, true);
}

TEST_CASE("FP8: all BF16 values become the nearest code, ties to even, too large the largest") {
  for (const tile_format f : {tile_format::fp8, tile_format::fp8_e4m3}) {
    // Codes that are written: with E4M3 no denormals, and the last code is read as something between.
    std::map<double, unsigned> codes;
    const unsigned smallest = f == tile_format::fp8 ? 0 : 8, largest = f == tile_format::fp8 ? 0x7b : 0x7e;
    for (unsigned code = 0; code <= largest; ++code)
      if (code == 0 || code >= smallest) codes[decoded_row(f, {static_cast<uint8_t>(code)}, 0)[0]] = code;
    for (uint32_t u = 0; u < 0x8000; ++u) {
      const double x = float_of(u << 16);
      const auto above = std::isnan(x) ? codes.end() : codes.lower_bound(x);
      double nearest = std::prev(codes.end())->first;
      if (above == codes.begin()) nearest = 0;
      else if (above != codes.end()) {
        const auto below = std::prev(above);
        const double up = above->first - x, down = x - below->first;
        nearest = up < down || (up == down && above->second % 2 == 0 && below->second % 2 == 1) ? above->first : below->first;
      }
      std::vector<float> row(16, static_cast<float>(x));
      row[1] = float_of(u << 16 | 0x80000000);
      const auto result = encoded_and_decoded(f, row);
      INFO(name(f) << " " << x);
      REQUIRE(result[0] == nearest);
      REQUIRE(bits_of(result[1]) == bits_of(-static_cast<float>(nearest)));
    }
  }
}

TEST_CASE("BFP4 and BFP2: all BF16 values under each shared exponent that matters") {
  for (const auto& [f, bits] : {std::pair{tile_format::bfp4, 3}, {tile_format::bfp2, 1}})
    for (uint32_t u = 0x0080; u < 0x7f80; ++u)
      for (int more = 0; more < bits + 3; ++more) {
        const uint32_t own = u >> 7, shared = own + static_cast<uint32_t>(more);
        if (shared > 254) continue;
        const double x = float_of(u << 16), unit = std::ldexp(1.0, static_cast<int>(shared) - 127 - (bits - 1));
        const double steps = std::min(std::nearbyint(x / unit), static_cast<double>((1 << bits) - 1));
        std::vector<float> row(16);
        row[3] = static_cast<float>(x);
        row[4] = static_cast<float>(-x);
        row[15] = float_of(shared << 23);
        const auto result = encoded_and_decoded(f, row);
        // What would be a denormal is read as zero.
        const double expected = steps * unit < std::ldexp(1.0, -126) ? 0 : steps * unit;
        INFO(name(f) << " " << x << " under " << shared);
        REQUIRE(result[3] == expected);
        REQUIRE(result[4] == -expected);
      }
}

TEST_CASE("TF32 keeps eleven significant bits") {
  uint32_t seed = 3;
  for (unsigned n = 0; n < 200000; ++n) {
    seed = seed * 1664525 + 1013904223;
    const float x = n < 65536 ? float_of(n << 16 | 0x1000) : float_of(seed);
    const float y = encoded_and_decoded(tile_format::tf32, std::vector<float>(16, x))[7];
    INFO(x);
    if (std::isnan(x)) {
      REQUIRE(std::isnan(y));
    } else if (std::isinf(x)) {
      REQUIRE(x == y);
    } else {
      int exponent;
      std::frexp(x, &exponent);
      const double unit = std::ldexp(1.0, std::max(exponent, -125) - 11);
      const double expected =
          std::clamp(std::nearbyint(x / unit) * unit, -double{float_of(0x7f7fe000)}, double{float_of(0x7f7fe000)});
      REQUIRE(y == expected);
    }
  }
}

TEST_CASE("integers: sign and magnitude, rounded, saturating, without minus zero") {
  const auto check = [](float x) {
    for (const auto& [f, most] : {std::pair{tile_format::int8, 127.0}, {tile_format::int32, 2147483647.0}}) {
      const double expected = std::clamp(std::nearbyint(double{x}), -most, most);
      const auto y = encoded_and_decoded(f, std::vector<float>(16, x));
      INFO(name(f) << " " << x);
      REQUIRE(y[0] == static_cast<float>(expected));
      REQUIRE(std::signbit(y[0]) == (expected < 0));
    }
  };
  for (uint32_t u = 0; u < 65536; ++u)
    if ((u & 0x7fff) <= 0x7f80) check(float_of(u << 16));
  for (int i = -2000; i <= 2000; ++i) check(static_cast<float>(i) / 8);
  for (const float x : {8388607.5f, 8388609.0f, 16777215.0f, 2147483520.0f, 2147483648.0f, 3e9f}) check(x);
  std::vector<uint8_t> tile(tile_bytes(tile_format::int32));
  std::vector<float> values(tile_datums);
  values[0] = -3;
  encode_tile(values.data(), tile_format::int32, tile.data());
  CHECK(std::vector<uint8_t>(tile.begin(), tile.begin() + 4) == std::vector<uint8_t>{3, 0, 0, 0x80});
}

TEST_CASE("integers of buffers: as they are, rounded and saturated from floats") {
  struct row {
    tile_format format;
    uint32_t bytes;
    double least, largest;
    std::vector<uint8_t> of_least;  // in L1
  };
  const row rows[] = {{tile_format::uint8, 1, 0, 255, {0}},
                      {tile_format::uint16, 2, 0, 65535, {0, 0}},
                      {tile_format::uint32, 4, 0, 4294967295.0, {0, 0, 0, 0}},
                      {tile_format::int16, 2, -32767, 32767, {0xff, 0xff}},
                      {tile_format::twos_int32, 4, -2147483648.0, 2147483647.0, {0, 0, 0, 0x80}}};
  for (const row& r : rows) {
    INFO(name(r.format));
    CHECK(tile_bytes(r.format) == r.bytes * tile_datums);
    CHECK(static_cast<double>(range_of(r.format).least) == r.least);
    CHECK(static_cast<double>(range_of(r.format).largest) == r.largest);
    for (const float x : {0.0f, 1.0f, 2.5f, 3.5f, -0.4f, 200.0f, 40000.0f, -1.0f, -32000.0f, 3e9f, -3e9f, 1e30f, -1e30f}) {
      const double expected = std::clamp(std::nearbyint(double{x}), r.least, r.largest);
      REQUIRE(encoded_and_decoded(r.format, std::vector<float>(16, x))[0] == static_cast<float>(expected));
    }
    std::vector<float> values(tile_datums, -1e30f);
    std::vector<uint8_t> tile(tile_bytes(r.format));
    encode_tile(values.data(), r.format, tile.data());
    CHECK(std::vector<uint8_t>(tile.begin(), tile.begin() + r.bytes) == r.of_least);
  }
}

TEST_CASE("a tile of each format: bytes, and where datum and exponent lie") {
  const std::map<tile_format, uint32_t> bytes = {
      {tile_format::bf16, 2048},     {tile_format::fp16, 2048}, {tile_format::fp32, 4096}, {tile_format::bfp8, 1088},
      {tile_format::bfp4, 576},      {tile_format::bfp2, 320},  {tile_format::tf32, 4096}, {tile_format::fp8, 1024},
      {tile_format::fp8_e4m3, 1024}, {tile_format::int8, 1024}, {tile_format::int32, 4096}};
  for (const tile_format f : all_tile_formats) {
    INFO(name(f));
    CHECK(tile_bytes(f) == bytes.at(f));
    CHECK(parse_tile_format(name(f)) == f);
    std::vector<float> values(tile_datums);
    std::vector<uint8_t> zero(tile_bytes(f)), tile(tile_bytes(f));
    encode_tile(values.data(), f, zero.data());
    for (const auto& [r, c] : {std::pair{0u, 0u}, {5u, 17u}, {31u, 31u}, {16u, 3u}}) {
      std::fill(values.begin(), values.end(), 0.0f);
      values[r * tile_dim + c] = 1;
      encode_tile(values.data(), f, tile.data());
      const uint32_t index = datum_index(r, c), bits = datum_bits(hardware_format(f));
      const uint32_t section = is_block_format(hardware_format(f)) ? 64 : 0;
      for (uint32_t i = 0; i < tile.size(); ++i) {
        const bool exponent = i < section && i == index / 16;
        const bool datum = i >= section && i - section >= index * bits / 8 && i - section <= (index * bits + bits - 1) / 8;
        if (!exponent && !datum) REQUIRE(tile[i] == zero[i]);
      }
      CHECK(tile != zero);
      std::vector<float> back(tile_datums);
      decode_tile(tile.data(), f, back.data());
      CHECK(back == values);
    }
  }
}
