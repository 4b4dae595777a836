// SPDX-License-Identifier: Apache-2.0
// Stochastic rounding on the average: the mean error of 100,000 roundings is zero within four standard deviations of a mean of
// as many independent ones, for every format that rounds last (BFP4 and BFP2 are cut out of a rounded BFP8).
#include <cmath>

#include "models/formats/data_format.h"
#include "packer/packer_bench.h"
#include "tests/seed.h"

using namespace tensix;
using f = data_format;

namespace {

struct rounding {
  const char* name;
  f intermediate, out;
  bool wide;              // 32-bit Dst
  unsigned dropped_bits;  // of the datum's own
  bool block = false, integer = false, to_unsigned = false;
};

// Datums without sign whose `dropped_bits` are random, some below and some above the middle.
uint32_t datum(const rounding& r, uint32_t random) {
  if (r.integer) return random % (100u << r.dropped_bits);
  if (r.wide) return 0x3f800000 | (random & 0x3fffff);  // 1 to 1.5
  if (r.intermediate == f::bf16 || r.intermediate == f::bfp8) return 0x3f80 | (random & 0x3f);
  return 0x3c00 | (random & 0x1ff);
}

// In units of the result's last place.
double exact(const rounding& r, uint32_t x) { return std::ldexp(static_cast<double>(x), -static_cast<int>(r.dropped_bits)); }

}  // namespace

TEST_CASE("the mean error of stochastic rounding is zero") {
  const rounding all[] = {
      {"TF32", f::tf32, f::tf32, true, 13},
      {"BF16", f::bf16, f::bf16, true, 16},
      {"E8M6 of FP32", f::bfp8, f::bf16, true, 17},
      {"E8M6 of BF16", f::bfp8, f::bf16, false, 1},
      {"E5M6 of FP16", f::bfp8a, f::fp16, false, 4},
      {"INT8", f::int8, f::int8, true, 7, false, true},
      {"UINT8", f::int8, f::int8, true, 5, false, true, true},
      {"BFP8 of BF16", f::bf16, f::bfp8, false, 4, true},
      {"BFP8a of FP16", f::fp16, f::bfp8a, false, 7, true},
  };
  for (const rounding& r : all) {
    packer_bench b;
    INFO(r.name);
    b.formats(r.intermediate, r.intermediate, r.out, r.wide);
    b.set(r.block ? cfg::ALU_ROUNDING_MODE_Packer_srnd_en : cfg::ALU_ROUNDING_MODE_Gasket_srnd_en, 1);
    b.set(cfg::THCON_SEC0_REG1_Exp_section_size, r.block ? 1 : 0);
    b.set(cfg::PCK_DEST_RD_CTRL_Read_unsigned, r.to_unsigned);
    if (r.integer) b.set(cfg::INT_DESCALE_Enable, 1), b.set(cfg::INT_DESCALE_VALUES_SEC0_Value, r.dropped_bits);
    b.packer.seed_prng(12345);
    std::mt19937 random(seeded(1));
    double sum = 0, squares = 0;
    unsigned count = 0;
    while (count < 100000) {
      uint32_t x[16];
      for (unsigned i = 0; i < 16; ++i) {
        x[i] = datum(r, random());
        // The first datum of a block sets its exponent: three binary places above the others.
        if (r.block && i == 0) x[i] = r.out == f::bfp8 ? 0x4100 : 0x4800;
        if (r.wide) b.row32(0, i, x[i]);
        else
          b.row16(0, i,
                  r.intermediate == f::bf16 || r.intermediate == f::bfp8 ? dst_encode_bf16(static_cast<uint16_t>(x[i]))
                                                                         : dst_encode_fp16(static_cast<uint16_t>(x[i])));
      }
      b.pacr(packer_bench::interfaces(1) | packer_bench::last);
      for (unsigned i = r.block ? 1 : 0; i < 16; ++i) {
        double want = exact(r, x[i]), got;
        if (r.block) {
          // Eighths of the mantissa's 1.0 are eight 64ths of the block's exponent.
          const unsigned mantissa_bits = r.out == f::bfp8 ? 7 : 10;
          const unsigned full = (x[i] & ((1u << mantissa_bits) - 1)) | 1u << mantissa_bits;
          want = std::ldexp(static_cast<double>(r.out == f::bfp8 ? full : full & ~7u), 3 - static_cast<int>(mantissa_bits));
          got = b.state.l1[0x10010 + i];
        } else if (datum_bits(r.out) == 8) {
          got = b.state.l1[0x10000 + i];
        } else if (datum_bits(r.out) == 32) {
          got = exact(r, b.word(0x10000 + 4 * i));
        } else {
          got = exact(r, r.wide ? uint32_t{b.half(0x10000 + 2 * i)} << 16 : b.half(0x10000 + 2 * i));
        }
        const double error = got - want;
        REQUIRE(std::fabs(error) <= 1);
        sum += error, squares += error * error, ++count;
      }
    }
    CHECK(!b.state.diagnose.any());
    const double mean = sum / count, deviation = std::sqrt(squares / count / count);
    CAPTURE(mean, deviation);
    CHECK(squares > 0.1 * count);  // to nearest it would be a twelfth
    CHECK(std::fabs(mean) < 4 * deviation);
  }
}
