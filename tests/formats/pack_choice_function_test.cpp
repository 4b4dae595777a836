// SPDX-License-Identifier: Apache-2.0
// Every combination of intermediate format, In_data_format, Out_data_format and the switches of the conversions: what is
// documented (or shipped) gives the reference's bits, all else is named undefined.
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "formats/pack_reference.h"
#include "models/formats/pack_formats.h"
#include "models/registers/dst_register.h"
#include "tests/seed.h"

using namespace tensix;
using pack_reference::settings;

namespace pack_choice_test {
namespace {

// Both ends of exponents of eight and five bits, fractions around what rounding looks at, some of anything.
std::vector<uint32_t> samples_32() {
  std::vector<uint32_t> v;
  for (uint32_t e : {0u, 1u, 2u, 111u, 112u, 113u, 119u, 120u, 121u, 127u, 135u, 136u, 142u, 143u, 144u, 254u, 255u})
    for (uint32_t m : {0u, 1u, 0x0fffu, 0x1000u, 0x7fffu, 0x8000u, 0x10000u, 0x20000u, 0x3fe000u, 0x7e0000u, 0x7effffu,
                       0x7f0000u, 0x7f7fffu, 0x7f8000u, 0x7fefffu, 0x7ff000u, 0x7fffffu})
      v.push_back(e << 23 | m), v.push_back(1u << 31 | e << 23 | m);
  std::mt19937 random(seeded(3));
  while (v.size() % 16 != 0 || v.size() < 1024) v.push_back(random());
  return v;
}
std::vector<uint32_t> samples_16() {
  std::vector<uint32_t> v;
  for (uint32_t x : samples_32()) v.push_back(x >> 16), v.push_back(x & 0xffff);
  return v;
}

// As the packer does it: early conversion, FP16 if that comes behind ReLU, late conversion.
std::vector<uint32_t> converted(const early_choice& early, const late_choice& late, bool read_32b, bool as_fp16,
                                const std::vector<uint32_t>& in) {
  std::vector<uint32_t> out;
  for (size_t n = 0; n < in.size(); n += 16) {
    uint16_t high[16], low[16];
    uint32_t lanes[16], narrow[16], datums[16] = {};
    for (unsigned i = 0; i < 16; ++i) {
      const uint32_t x = in[n + i], d = dst_encode_fp32(x);
      high[i] = read_32b  ? static_cast<uint16_t>(d >> 16)
                : as_fp16 ? dst_encode_fp16(static_cast<uint16_t>(x))
                          : dst_encode_bf16(static_cast<uint16_t>(x));
      low[i] = static_cast<uint16_t>(d);
    }
    if (read_32b) early_row_32(early.conversion, high, low, lanes, 0);
    else early_row_16(early.conversion, high, lanes);
    if (early.then_fp16) narrow_row_to_fp16(lanes, reinterpret_cast<uint16_t*>(narrow));
    late_row(late.conversion, early.then_fp16 ? narrow : lanes, datums);
    const uint8_t* bytes = reinterpret_cast<const uint8_t*>(datums);
    for (unsigned i = 0; i < 16; ++i) {
      uint32_t x = 0;
      for (unsigned b = 0; b < late.bytes; ++b) x |= uint32_t{bytes[i * late.bytes + b]} << (8 * b);
      out.push_back(x);
    }
  }
  return out;
}

std::string text(const settings& s) {
  return std::string(name(s.intermediate)) + " " + name(s.in) + " " + name(s.out) + (s.read_32b ? " 32" : " 16") +
         (s.raw ? " raw" : "") + (s.to_unsigned ? " unsigned" : "") + (s.round_10b ? " round" : "") + (s.e4m3 ? " e4m3" : "");
}

}  // namespace

TEST_CASE("every combination of packer formats computes as documented or is named undefined") {
  const auto in_32 = samples_32(), in_16 = samples_16();
  unsigned defined = 0;
  for (unsigned n = 0; n < 1u << 17; ++n) {
    const settings s = {static_cast<data_format>(n & 15),
                        static_cast<data_format>(n >> 4 & 15),
                        static_cast<data_format>(n >> 8 & 15),
                        (n >> 12 & 1) != 0,
                        (n >> 13 & 1) != 0,
                        (n >> 14 & 1) != 0,
                        (n >> 15 & 1) != 0,
                        (n >> 16 & 1) != 0};
    const early_choice early = choose_early({s.intermediate, s.in, s.out, s.read_32b, s.raw, s.to_unsigned, s.round_10b});
    const late_choice late = choose_late(early, s.in, s.out, s.e4m3);
    const auto& in = s.read_32b ? in_32 : in_16;
    const auto middle = pack_reference::early(s, in[0]);
    const bool expected = middle && pack_reference::late(s, *middle);
    if ((early.undefined == nullptr && late.undefined == nullptr) != expected) {
      INFO(text(s) << ": " << (early.undefined ? early.undefined : late.undefined ? late.undefined : "accepted"));
      FAIL_CHECK();
      continue;
    }
    if (!expected) continue;
    ++defined;
    // Bits of 16-bit integers are not rearranged; neither is what only gives its sign.
    const bool opaque = s.intermediate == data_format::int16;
    const bool as_fp16 = (s.intermediate == data_format::fp16 && !s.round_10b) || s.intermediate == data_format::bfp8a ||
                         s.intermediate == data_format::fp8;
    std::vector<uint32_t> source = in;
    if (opaque && !s.read_32b)
      for (uint32_t& x : source) x = dst_decode_bf16(static_cast<uint16_t>(x));
    const auto got = converted(early, late, s.read_32b, as_fp16, source);
    unsigned wrong = 0;
    for (size_t i = 0; i < in.size(); ++i) {
      uint32_t x = in[i];
      // Opaque 16 bits of a 32-bit Dst: as they lie there.
      if (opaque && s.read_32b) x = uint32_t{dst_encode_bf16(static_cast<uint16_t>(x >> 16))} << 16;
      const uint32_t want = *pack_reference::late(s, *pack_reference::early(s, x));
      if (got[i] == want) continue;
      if (++wrong > 3) break;
      INFO(text(s) << " of " << std::hex << x << ": " << got[i] << " instead of " << want);
      FAIL_CHECK();
    }
  }
  CHECK(defined == 4312);  // nothing was skipped
}

}  // namespace pack_choice_test
