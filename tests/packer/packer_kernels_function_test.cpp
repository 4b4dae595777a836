// SPDX-License-Identifier: Apache-2.0
// The pairs of formats that the public kernel library can program into Blackhole's packer, each with the switches it sets
// beside them: what the hardware can do gives the reference's bits in L1, the rest is reported, and why is said here.
#include "formats/pack_reference.h"
#include "packer/packer_bench.h"
#include "tests/seed.h"

using namespace tensix;
using f = data_format;

namespace {

struct kernel_format {
  f format;
  bool is_unsigned = false, e4m3 = false;  // UINT8; the other FP8
};

bool has_five_bit_exponent(f x) { return x == f::fp16 || x == f::bfp8a || x == f::fp8; }
bool is_integer(f x) { return x == f::int32 || x == f::int16 || x == f::int8; }

// The kernel's packer source and destination, and whether it accumulates in 32 bits.
pack_reference::settings programmed(kernel_format from, kernel_format to, bool wide_accumulation) {
  pack_reference::settings s{};
  s.intermediate = from.format;
  s.in = to.e4m3 ? f::fp16 : from.format;
  s.out = to.format;
  s.read_32b = wide_accumulation || from.format == f::fp32 || from.format == f::int32;
  s.raw = !s.read_32b && from.format == f::int8;
  s.to_unsigned = to.is_unsigned;
  s.round_10b = (wide_accumulation && from.format == f::fp16) || (to.e4m3 && !has_five_bit_exponent(from.format));
  s.e4m3 = to.e4m3;
  return s;
}

// Null: must work.
const char* why_not(const pack_reference::settings& s) {
  if (is_integer(s.intermediate)) {
    if (s.out != s.in) return "integers are not converted late";
    if (s.raw && s.to_unsigned) return "16-bit Dst holds no UINT8";
    return nullptr;
  }
  if (s.intermediate == f::bfp8a && s.read_32b) return "32-bit Dst gives no five-bit exponents but FP16's";
  if (s.e4m3 && !has_five_bit_exponent(s.intermediate) && s.intermediate != f::bf16) return "only BF16 is known to become FP16";
  if (s.intermediate == f::fp32 && s.out == f::tf32) return "FP32 is not rounded late";
  return nullptr;
}

void pack(packer_bench& b, const pack_reference::settings& s, const uint32_t* x) {
  b.formats(s.intermediate, s.in, s.out, s.read_32b);
  b.set(cfg::PCK_DEST_RD_CTRL_Read_int8, s.raw);
  b.set(cfg::PCK_DEST_RD_CTRL_Read_unsigned, s.to_unsigned);
  b.set(cfg::PCK_DEST_RD_CTRL_Round_10b_mant, s.round_10b);
  b.set(cfg::THCON_SEC0_REG1_Pac_LF8_4b_exp, s.e4m3);
  b.set(cfg::THCON_SEC0_REG1_Exp_section_size, is_block_format(s.out) ? 1 : 0);
  const bool fp16 = has_five_bit_exponent(s.intermediate) && !s.round_10b;
  for (unsigned i = 0; i < 16; ++i) {
    const uint16_t half = static_cast<uint16_t>(x[i]);
    if (s.read_32b) b.row32(0, i, x[i]);
    else if (s.intermediate == f::int16) b.row16(0, i, half);
    else b.row16(0, i, fp16 ? dst_encode_fp16(half) : dst_encode_bf16(half));
  }
  b.pacr(packer_bench::interfaces(1) | packer_bench::last);
}

}  // namespace

TEST_CASE("the formats that kernels program") {
  const kernel_format sources[] = {{f::fp32}, {f::fp16},  {f::bfp8a}, {f::tf32}, {f::bf16},
                                   {f::bfp8}, {f::int32}, {f::int16}, {f::int8}, {f::int8, true}};
  const kernel_format targets[] = {{f::fp32},
                                   {f::fp16},
                                   {f::bfp8a},
                                   {f::tf32},
                                   {f::bf16},
                                   {f::bfp8},
                                   {f::bfp4},
                                   {f::bfp2},
                                   {f::int32},
                                   {f::int16},
                                   {f::int8},
                                   {f::int8, true},
                                   {f::fp8, false, true}};
  std::mt19937 random(seeded(8));
  unsigned working = 0;
  for (const kernel_format from : sources)
    for (const kernel_format to : targets)
      for (const bool wide : {false, true}) {
        if (is_integer(from.format) != is_integer(to.format)) continue;
        const auto s = programmed(from, to, wide);
        INFO(name(s.intermediate) << " " << name(s.in) << " " << name(s.out) << (s.read_32b ? " 32" : " 16"));
        const char* const reason = why_not(s);
        packer_bench b;
        for (unsigned n = 0; n < (reason ? 1u : 40u); ++n) {
          uint32_t x[16];
          for (uint32_t& v : x) {
            v = random();
            if (n & 1) v = (v & 0x807fffff) | (108 + random() % 40) << 23;  // around five bits of exponent
            if (!s.read_32b) v >>= 16;
          }
          if (!s.read_32b && has_five_bit_exponent(s.intermediate)) x[0] = random() & 0xffff;
          pack(b, s, x);
          REQUIRE(b.state.diagnose.any() == (reason != nullptr));
          if (reason) continue;
          uint32_t want[16];
          for (unsigned i = 0; i < 16; ++i) {
            // 16 bits that mean nothing to the packer leave a 32-bit Dst in the order in which they lie there.
            const uint32_t v = s.read_32b && s.intermediate == f::int16 ? dst_encode_fp32(x[i]) : x[i];
            want[i] = *pack_reference::late(s, *pack_reference::early(s, v));
          }
          if (is_block_format(s.out)) {
            uint16_t in[16];
            uint8_t data[16];
            for (unsigned i = 0; i < 16; ++i) in[i] = static_cast<uint16_t>(want[i]);
            REQUIRE(b.state.l1[0x10000] == block_datums(!has_wide_shared_exponent(s.out), datum_bits(s.out), in, data));
            REQUIRE(std::memcmp(&b.state.l1[0x10010], data, 2 * datum_bits(s.out)) == 0);
            continue;
          }
          const unsigned bytes = datum_bits(s.out) / 8;
          for (unsigned i = 0; i < 16; ++i) {
            uint32_t got = 0;
            for (unsigned k = 0; k < bytes; ++k) got |= uint32_t{b.state.l1[0x10000 + i * bytes + k]} << (8 * k);
            REQUIRE(got == want[i]);
          }
        }
        working += reason == nullptr;
      }
  CHECK(working == 101);
}

TEST_CASE("BF16 to E4M3: Dst's BF16 becomes FP16 behind ReLU, with the threshold as BF16") {
  for (const bool wide : {false, true})
    for (const unsigned mode : {0u, 1u, 2u, 3u}) {
      packer_bench b;
      const auto s = programmed({f::bf16}, {f::fp8, false, true}, wide);
      b.set(cfg::STACC_RELU_ApplyRelu, mode);
      b.set(cfg::STACC_RELU_ReluThreshold, 0x4040);  // 3.0; as FP16 it would be 2.125
      CAPTURE(wide, mode);
      // 1, -1, 2, 3, 448 (largest of E4M3 as IEEE has it), 480, 512, 2^-6, below it, NaN, infinity, minus zero, 2^17, denormal
      const uint16_t in[16] = {0x3f80, 0xbf80, 0x4000, 0x4040, 0x43e0, 0x43f0, 0x4400, 0x3c80,
                               0x3c7f, 0x7fc0, 0xff80, 0x8000, 0x4800, 0x0001, 0x4020, 0x3fff};
      const uint8_t plain[16] = {0x38, 0xb8, 0x40, 0x44, 0x7e, 0x7f, 0x7f, 0x08, 0, 0x7f, 0xff, 0x80, 0x7f, 0, 0x42, 0x3f};
      uint32_t x[16];
      for (unsigned i = 0; i < 16; ++i) x[i] = wide ? uint32_t{in[i]} << 16 : in[i];
      pack(b, s, x);
      CHECK(!b.state.diagnose.any());
      for (unsigned i = 0; i < 16; ++i) {
        CAPTURE(i);
        uint8_t want = plain[i];
        if (mode >= 1 && in[i] >= 0x8000) want = 0;
        if (mode == 2 && in[i] <= 0x4040) want = 0;
        if (mode == 3 && in[i] < 0x8000 && in[i] > 0x4040) want = 0x44;
        if (wide && in[i] == 0x8000) want = 0;  // rounding to ten bits loses the sign of zero
        CHECK(unsigned{b.state.l1[0x10000 + i]} == want);
      }
    }
}

TEST_CASE("what BF16 to E4M3 needs is named") {
  for (const bool wide : {false, true})
    for (const bool raw : {false, true})
      for (const bool round : {false, true}) {
        packer_bench b;
        auto s = programmed({f::bf16}, {f::fp8, false, true}, wide);
        s.raw = raw, s.round_10b = round;
        const uint32_t x[16] = {};
        pack(b, s, x);
        CHECK(b.state.diagnose.any() == (raw || !round));
      }
}
