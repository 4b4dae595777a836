// SPDX-License-Identifier: Apache-2.0
// Data formats on their way out of a packer: from Dst to an intermediate format ("early"), from there to what L1 holds
// ("late"), shared exponents of block formats, and the additions L1 does for accumulation. Layer 1; integer arithmetic only.
// Source: ISA documentation, Packers/FormatConversion, FloatBitPatterns, L1. Where that leaves room, as the silicon's
// public functional model has it.
#pragma once
#include <cstdint>

#include "models/formats/data_format.h"

namespace tensix {

// What the early conversion leaves, and how a lane holds it: `f32` 32 bits (FP32, or TF32 with 13 low zero bits), `bf16` 16
// bits (BF16, or E8M6 with a low zero bit), `fp16` 16 bits (FP16, or E5M7, E5M6, E5M2 with low zero bits), integers in sign and
// magnitude (`int8` in the low 8 bits of a 16-bit lane, also for UINT8).
enum class pack_lane : uint8_t { f32, bf16, fp16, int32, int16, int8 };
constexpr bool is_wide_lane(pack_lane l) { return l == pack_lane::f32 || l == pack_lane::int32; }

enum class early_conversion : uint8_t {
  // 32-bit view of Dst
  identity_32,
  round_to_tf32,
  truncate_to_bf16,
  round_to_bf16,
  round_to_e8m6,
  high_half,
  shift_to_int8,
  shift_to_uint8,
  low_bits_to_int8,
  low_bits_to_uint8,
  // 16-bit view of Dst
  bf16_to_tf32,
  bf16_to_f32,
  bf16_flush,
  bf16_identity,
  bf16_to_e8m6,
  bf16_to_fp16,
  fp16_flush,
  fp16_identity,
  fp16_to_e5m7,
  fp16_to_e5m6,
  fp16_to_e5m2,
  sign_to_int8,
  identity_16
};

struct early_choice {
  early_conversion conversion = early_conversion::identity_32;
  pack_lane lane = pack_lane::f32;
  bool then_fp16 = false;           // lane f32 is narrowed to FP16 after ReLU (`f32_to_fp16`)
  bool narrow_threshold = false;    // the ReLU threshold is FP16, not BF16
  uint8_t mantissa_bits = 23;       // that can be non-zero
  const char* undefined = nullptr;  // what is wrong with the combination, if it is
};
struct early_settings {
  data_format intermediate, late_from, late_to;
  bool read_32b, read_raw, read_unsigned, round_10b_mant;
};
early_choice choose_early(const early_settings& s);

enum class late_conversion : uint8_t {
  identity_32,
  mask_tf32,
  f32_to_bf16,
  f32_to_fp16,
  f32_to_e5m2,
  f32_to_e4m3,
  f32_to_e5m7,
  identity_16,
  bf16_to_f32,
  bf16_to_fp16,
  bf16_to_e5m2,
  bf16_to_e4m3,
  bf16_to_e5m7,
  fp16_to_f32,
  fp16_to_bf16,
  fp16_widen_to_bf16,
  fp16_to_e5m2,
  fp16_cut_to_e5m2,
  fp16_to_e4m3,
  fp16_to_e5m7,
  low_byte
};
struct late_choice {
  late_conversion conversion = late_conversion::identity_32;
  uint8_t bytes = 4;  // of a datum after the conversion: 4, 2 or 1; 2 for block formats (BF16 or E5M7 as FP16)
  const char* undefined = nullptr;
};
// `e4m3` is Pac_LF8_4b_exp.
late_choice choose_late(const early_choice& early, data_format from, data_format to, bool e4m3);

// A row of Dst (physical bits, not null) to 16 lanes; `out` holds 16 uint32_t for the wide lanes, else 16 uint16_t.
// `shift` is the INT descale amount 0..31.
void early_row_32(early_conversion c, const uint16_t* high, const uint16_t* low, void* out, unsigned shift);
// `rows` rows at once, at `bits[0]`, `bits[1]`, ...; their lanes follow each other in `out`.
void early_rows_16(early_conversion c, const uint16_t* const* bits, unsigned rows, void* out);
// `largest` becomes the largest of itself and the rows' bits under `mask` (0xff: exponents of BF16).
void raise_to_largest(uint8_t& largest, const uint16_t* const* bits, unsigned rows, uint8_t mask);
inline void early_row_16(early_conversion c, const uint16_t* bits, void* out) { early_rows_16(c, &bits, 1, out); }
// The same for 16 lanes to 16 datums of `late_choice::bytes` bytes.
void late_row(late_conversion c, const void* in, void* out);
// Whether a conversion rounds (and not only flushes), and the same conversions with `random` instead of nearest: a word a lane,
// of which the low `stochastic_bits` count.
constexpr unsigned stochastic_bits = 23;
bool drops_bits(early_conversion c);
void early_row_32_stochastic(early_conversion c, const uint16_t* high, const uint16_t* low, void* out, unsigned shift,
                             const uint32_t* random);
void early_row_16_stochastic(early_conversion c, const uint16_t* bits, void* out, const uint32_t* random);
inline void narrow_row_to_fp16(const uint32_t* in, uint16_t* out) { late_row(late_conversion::f32_to_fp16, in, out); }

// ReLU of 16 lanes. `mode` 1..3 (zero, minimum, maximum), `threshold` BF16 or FP16 as early_choice::narrow_threshold says.
void relu_row(pack_lane lane, unsigned mode, uint16_t threshold, void* lanes, bool unsigned_integer);

// 16 datums (BF16; E5M7 as FP16 for the "a" formats) to sign and magnitude of `bits` (8, 4, 2) bits, packed low first into
// 2 * bits bytes. Returns the shared exponent. `aligned` false: no shared exponent assembly (each mantissa by its own
// exponent). `random`: 16 words for stochastic rounding, else to nearest.
uint8_t block_datums(bool five_bit_exponent, unsigned bits, const uint16_t* in, uint8_t* out, bool aligned = true,
                     const uint32_t* random = nullptr);

// Additions of L1 accumulation: `l1` is what is there, `x` what the packer brings.
uint32_t accumulate_fp32(uint32_t l1, uint32_t x);
uint16_t accumulate_bf16(uint16_t l1, uint16_t x);
uint16_t accumulate_fp16(uint16_t l1, uint16_t x);
uint32_t accumulate_int32(uint32_t l1, uint32_t x);  // sign and magnitude, saturating
uint8_t accumulate_int8(uint8_t l1, uint8_t x);
// 16 bytes (`beats` 1) or 64 bytes of them at once, `l1` becomes the sum.
void accumulate_fp32_lanes(void* l1, const void* x, unsigned beats);
void accumulate_fp16_lanes(void* l1, const void* x, unsigned beats);
void accumulate_bf16_lanes(void* l1, const void* x, unsigned beats);
void accumulate_int32_lanes(void* l1, const void* x, unsigned beats);
void accumulate_int8_lanes(void* l1, const void* x, unsigned beats);

}  // namespace tensix
