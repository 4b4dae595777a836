// SPDX-License-Identifier: Apache-2.0
// The datum conversions of the unpackers: L1 bits to SrcA/SrcB or Dst bits, one datum or a row of 16 at once.
// Source: ISA documentation, UNPACR_Regular (FormatConversion), with the Blackhole remarks on FP8; which output format may
// stand beside which input format: the Blackhole kernel library too (docs/sources.md).
#pragma once
#include <cstdint>

#include "models/formats/data_format.h"

namespace tensix {

// What happens to a datum. All but word32 pass through a 16-bit value: BF16 (bfp8, bfp4, bfp2, fp32_to_bf16), FP16 (the "a"
// formats, fp8, int8, fp32_to_fp16) or INT16.
enum class unpack_conversion : uint8_t {
  bf16,
  fp16,
  int16,
  fp8_e5m2,
  fp8_e4m3,
  int8_signed,
  int8_unsigned,
  bfp8,
  bfp4,
  bfp2,
  bfp8a,
  bfp4a,
  bfp2a,
  fp32_to_bf16,
  fp32_to_fp16,
  word32  // FP32, TF32, INT32: whole to Dst, the upper 19 bits to SrcA/SrcB
};

struct unpack_route {
  unpack_conversion conversion = unpack_conversion::bf16;
  bool wide = false;     // the result is 32 bits in Dst (19 bits in Src either way)
  bool defined = false;  // false: not a combination the sources allow; `conversion` is then the nearest one
};

// `e4m3` is THCON_SECx_REG1_Unp_LF8_4b_exp, `int8_unsigned` ALU_FORMAT_SPEC_REG0_SrcAUnsigned / SrcBUnsigned.
unpack_route route_of(data_format in, data_format out, bool to_dst, bool e4m3, bool int8_unsigned);

// Rows of sixteen datums, packed without gaps in `raw` (2 * datum_bits bytes a row, any alignment). Row r has the shared
// exponent `exponents[r * exponent_step]` (step 0: one for all) if the format has one. Returns false if a BFPxa exponent left
// its 5 bits (undefined; the low 5 are used).
// to_src: 19 bits as src_bank holds them. to_dst16 / to_dst32: as Dst holds them (32: high half in bits 31..16).
bool unpack_rows_to_src(unpack_conversion c, const uint8_t* raw, const uint8_t* exponents, unsigned exponent_step,
                        unsigned rows, uint32_t (*out)[16]);
bool unpack_row_to_dst16(unpack_conversion c, const uint8_t* raw, uint8_t exponent, uint16_t out[16]);
void unpack_row_to_dst32(unpack_conversion c, const uint8_t* raw, uint32_t out[16]);  // word32 only

inline bool unpack_row_to_src(unpack_conversion c, const uint8_t* raw, uint8_t exponent, uint32_t out[16]) {
  return unpack_rows_to_src(c, raw, &exponent, 0, 1, reinterpret_cast<uint32_t(*)[16]>(out));
}

}  // namespace tensix
