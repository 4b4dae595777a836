// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the matrix unit on whole rows of 16 datums, in one plain and one or more vector versions with equal bits.
// Layer 1, private to models/matrix_unit. Integers only.
#pragma once
#include <cstdint>

#include "models/registers/src_registers.h"

namespace tensix {

enum class dst_style : uint8_t { fp32, bf16, fp16 };  // what a float instruction accumulates into
enum class elementwise_op : uint8_t { add, subtract, multiply };

// One row of Dst: where to read it (a row of zeros if it is not valid) and where to write it. `low` is the row with the low
// halves of 32-bit datums, unused otherwise. Reading and writing the same storage is allowed.
struct dst_row {
  const uint16_t* in_high;
  const uint16_t* in_low;
  uint16_t* out_high;
  uint16_t* out_low;
};

using src_row = uint32_t[row_datums];  // 19-bit datums as in src_bank

struct float_mode {
  dst_style style = dst_style::bf16;
  bool narrow_exponent = false;                 // sources with 5-bit exponents (FP16 and what is overlaid on it)
  unsigned phase = 0;                           // fidelity phase 0..3: bit 0 low bits of SrcA, bit 1 low bits of SrcB
  uint32_t mask_a = 0x7ffff, mask_b = 0x7ffff;  // bits of a datum that the source format has
  bool keep_b_denormals = false;                // SrcB with a zero exponent is not flushed to zero: it has a leading one

  // Added to the sum of two biased exponents: removes a bias and weighs the fidelity phase.
  int product_exponent_offset() const {
    const int bias = narrow_exponent ? (style == dst_style::fp32 ? 127 - 30 : -15) : -127;
    return bias + phase_exponent_offset();
  }
  int phase_exponent_offset() const { return ((phase & 1) ? -5 : 0) - ((phase & 2) ? 7 : 0); }
};

// How a row of a source register becomes a row of Dst.
enum class to_dst : uint8_t {
  bf16,      // 16-bit datum, mantissa cut to 7 bits
  fp16,      // 16-bit datum, exponent cut to 5 bits
  tf32,      // 32-bit datum
  low_bf16,  // as bf16, into the low half of a 32-bit datum; the high half stays
  low_fp16,  // as fp16, likewise
  tf32_low   // as tf32, and the 16-bit form or-ed into the low half
};
// How a row of Dst becomes a row of a source register; the low_ forms take the low half of 32-bit datums.
enum class from_dst : uint8_t { bf16, fp16, tf32, low_bf16, low_fp16, low_tf32 };

struct row_kernels {
  const char* name;
  // Dst[r] += B[r] x A for `rows` (at most 8) rows; A is 16x16 as two blocks of eight adjacent rows.
  void (*multiply)(const float_mode& mode, const src_row* const a[2], const uint32_t* const* b, const dst_row* dst,
                   unsigned rows);
  void (*multiply_int8)(unsigned phase, bool keep_b_denormals, const src_row* const a[2], const uint32_t* const* b,
                        const dst_row* dst, unsigned rows);
  // Dst[r] (+)= A[r] op B[r].
  void (*elementwise)(elementwise_op op, bool accumulate, const float_mode& mode, const uint32_t* const* a,
                      const uint32_t* const* b, const dst_row* dst, unsigned rows);
  void (*elementwise_int8)(elementwise_op op, bool accumulate, unsigned phase, bool keep_b_denormals, const uint32_t* const* a,
                           const uint32_t* const* b, const dst_row* dst, unsigned rows);
  // Datums with exponent 0 become 0 if `flush`.
  void (*move_to_dst)(to_dst how, bool flush, const uint32_t* const* src, const dst_row* dst, unsigned rows);
  void (*move_from_dst)(from_dst how, const dst_row* dst, uint32_t* const* src, unsigned rows);
};

extern const row_kernels plain_row_kernels;
// nullptr if this build or this machine has none.
const row_kernels* avx2_row_kernels();
const row_kernels* avx512_row_kernels();

}  // namespace tensix
