// SPDX-License-Identifier: Apache-2.0
// What the documentation leaves open or the golden vectors decide: ReLU of NaN and near its threshold, denormals and zeroes
// around roundings (docs/sources.md).
#include "packer/packer_bench.h"

using namespace tensix;
using f = data_format;

namespace {

// One datum of a 32-bit (or 16-bit BF16) Dst through the packer, given and returned as FP32 bits.
struct one_datum {
  f intermediate, out;
  bool wide = true, raw = false, round_10b = false;
  uint32_t relu = 0, threshold = 0;
  uint32_t operator()(uint32_t x) const {
    packer_bench b;
    b.formats(intermediate, intermediate, out, wide);
    b.set(cfg::PCK_DEST_RD_CTRL_Read_int8, raw);
    b.set(cfg::PCK_DEST_RD_CTRL_Round_10b_mant, round_10b);
    b.set(cfg::STACC_RELU_ApplyRelu, relu);
    b.set(cfg::STACC_RELU_ReluThreshold, threshold);
    if (wide) b.row32(0, 0, x);
    else b.row16(0, 0, dst_encode_bf16(static_cast<uint16_t>(x >> 16)));
    b.pacr(packer_bench::interfaces(1) | packer_bench::last);
    CHECK(!b.state.diagnose.any());
    return datum_bits(out) == 32 ? b.word(0x10000) : uint32_t{b.half(0x10000)} << (out == f::bf16 ? 16 : 0);
  }
};

}  // namespace

TEST_CASE("ReLU mode 3 of FP32 compares ten bits of mantissa, mode 2 all") {
  one_datum fp32{f::fp32, f::fp32};
  fp32.threshold = 0x3f80;  // 1.0
  fp32.relu = 3;
  CHECK(fp32(0x3f7fffff) == 0x3f7fffff);
  CHECK(fp32(0x3f800000) == 0x3f800000);
  CHECK(fp32(0x3f800001) == 0x3f800001);
  CHECK(fp32(0x3f801fff) == 0x3f801fff);
  CHECK(fp32(0x3f802000) == 0x3f800000);
  CHECK(fp32(0x40000000) == 0x3f800000);
  fp32.relu = 2;
  CHECK(fp32(0x3f800000) == 0);
  CHECK(fp32(0x3f800001) == 0x3f800001);
}

TEST_CASE("ReLU takes a NaN by its sign and by its bits") {
  for (const bool wide : {true, false}) {
    one_datum relu{wide ? f::fp32 : f::bf16, wide ? f::fp32 : f::bf16, wide, !wide};
    relu.threshold = 0x4000;
    for (relu.relu = 1; relu.relu <= 3; ++relu.relu) {
      CAPTURE(wide, relu.relu);
      CHECK(relu(0xffc00000) == 0);
      CHECK(relu(0x7f810000) == (relu.relu == 3 ? 0x40000000u : 0x7f810000u));
    }
    relu.relu = 0;
    CHECK(relu(0xffc00000) == 0xffc00000);
  }
}

TEST_CASE("ReLU's threshold is BF16 where 32-bit Dst becomes FP16, FP16 where 16-bit Dst is") {
  one_datum wide{f::fp16, f::fp16, true, false, true};
  wide.relu = 3;
  wide.threshold = 0x3fc0;            // 1.5; as FP16 1.9375
  CHECK(wide(0x3fe00000) == 0x3e00);  // 1.75 becomes 1.5
  CHECK(wide(0x3fa00000) == 0x3d00);  // 1.25 stays
  packer_bench narrow;
  narrow.formats(f::fp16, f::fp16, f::fp16, false);
  narrow.set(cfg::STACC_RELU_ApplyRelu, 3);
  narrow.set(cfg::STACC_RELU_ReluThreshold, 0x3e00);  // 1.5
  narrow.row16(0, 0, dst_encode_fp16(0x3f00));        // 1.75
  narrow.row16(0, 1, dst_encode_fp16(0x3d00));
  narrow.pacr(packer_bench::interfaces(1) | packer_bench::last);
  CHECK(narrow.half(0x10000) == 0x3e00);
  CHECK(narrow.half(0x10002) == 0x3d00);
}

TEST_CASE("rounding comes before the flush of denormals, but not in 16-bit Dst") {
  const one_datum bf16{f::bf16, f::bf16}, tf32{f::tf32, f::tf32}, e8m6{f::bfp8, f::bf16};
  CHECK(bf16(0x007f7fff) == 0);
  CHECK(bf16(0x007f8000) == 0x00800000);
  CHECK(bf16(0x807f8000) == 0x80800000);
  CHECK(bf16(0x80000000) == 0);
  CHECK(tf32(0x007fefff) == 0);
  CHECK(tf32(0x007ff000) == 0x00800000);
  CHECK(e8m6(0x007effff) == 0);
  CHECK(e8m6(0x007f0000) == 0x00800000);
  const one_datum e8m6_16{f::bfp8, f::bf16, false};
  CHECK(e8m6_16(0x007f0000) == 0);
}

TEST_CASE("the late conversion keeps a zero's sign where it narrows the exponent, not where it only cuts the mantissa") {
  const one_datum cut{f::fp32, f::bf16}, narrowed{f::fp32, f::fp16}, same{f::fp32, f::fp32};
  CHECK(cut(0x80000000) == 0);
  CHECK(cut(0x807fffff) == 0);  // no rounding here
  CHECK(cut(0x80800000) == 0x80800000);
  CHECK(narrowed(0x80000000) == 0x8000);
  CHECK(same(0x80000000) == 0x80000000);
  CHECK(same(0x80000001) == 0x80000001);
}
