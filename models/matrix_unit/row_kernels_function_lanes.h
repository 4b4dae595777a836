// SPDX-License-Identifier: Apache-2.0
// Lane-wise arithmetic of the matrix unit, written once for V = uint32_t (one lane) and V = a vector of unsigned 32-bit lanes.
// Included by the files that instantiate it, each for its own instruction set: everything is internal to the including file.
// Layer 1, private to models/matrix_unit. Masks are all ones or zero in each lane; lanes hold signed values in two's
// complement.
#pragma once
#include <cstdint>
#include <cstring>

#include "models/matrix_unit/row_kernels_function.h"

#define TENSIX_LANES [[gnu::always_inline]] inline
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a real call

namespace tensix {
namespace {

template <class V>
struct lane_traits {  // vectors
  static constexpr unsigned count = sizeof(V) / 4;
  typedef int32_t signed_type __attribute__((vector_size(sizeof(V))));
  typedef uint16_t half_type __attribute__((vector_size(sizeof(V) / 2)));
  // a - b and a must be representable (`less`), a must not be negative (`is_zero`).
#ifdef TENSIX_LANES_COMPARE_BY_SHIFT  // where a comparison goes through a mask register, which takes longer
  TENSIX_LANES static V less(V a, V b) { return (V)((signed_type)(a - b) >> 31); }
  TENSIX_LANES static V is_zero(V a) { return (V)((signed_type)(a - 1) >> 31); }
#else
  TENSIX_LANES static V less(V a, V b) { return (V)((signed_type)a < (signed_type)b); }
  TENSIX_LANES static V is_zero(V a) { return (V)(a == V{}); }
#endif
  TENSIX_LANES static V max(V a, V b) { return (V)((signed_type)a > (signed_type)b ? (signed_type)a : (signed_type)b); }
  TENSIX_LANES static V min(V a, V b) { return (V)((signed_type)a < (signed_type)b ? (signed_type)a : (signed_type)b); }
  // Of zero: 31.
  TENSIX_LANES static V leading_zeros(V x) {
#ifdef TENSIX_LANES_LEADING_ZEROS
    return TENSIX_LANES_LEADING_ZEROS(x | 1);
#else
    V zeros{};
    for (unsigned step = 16; step; step /= 2) {
      const V by = (V)((x >> (32 - step)) == V{}) & step;
      x = x << by;
      zeros += by;
    }
    return zeros;
#endif
  }
  TENSIX_LANES static V load16(const uint16_t* p) {
    half_type h;
    std::memcpy(&h, p, sizeof h);
    return __builtin_convertvector(h, V);
  }
  TENSIX_LANES static void store16(uint16_t* p, V v) {
    const half_type h = __builtin_convertvector(v, half_type);
    std::memcpy(p, &h, sizeof h);
  }
};
template <>
struct lane_traits<uint32_t> {
  static constexpr unsigned count = 1;
  TENSIX_LANES static uint32_t less(uint32_t a, uint32_t b) { return 0u - (static_cast<int32_t>(a) < static_cast<int32_t>(b)); }
  TENSIX_LANES static uint32_t is_zero(uint32_t a) { return 0u - (a == 0); }
  TENSIX_LANES static uint32_t max(uint32_t a, uint32_t b) { return static_cast<int32_t>(a) > static_cast<int32_t>(b) ? a : b; }
  TENSIX_LANES static uint32_t min(uint32_t a, uint32_t b) { return static_cast<int32_t>(a) < static_cast<int32_t>(b) ? a : b; }
  TENSIX_LANES static uint32_t leading_zeros(uint32_t x) { return static_cast<uint32_t>(__builtin_clz(x | 1)); }
  TENSIX_LANES static uint32_t load16(const uint16_t* p) { return *p; }
  TENSIX_LANES static void store16(uint16_t* p, uint32_t v) { *p = static_cast<uint16_t>(v); }
};

template <class V>
struct lanes : lane_traits<V> {
  using t = lane_traits<V>;
  TENSIX_LANES static V all(uint32_t x) { return V{} + x; }
  TENSIX_LANES static V select(V mask, V a, V b) { return (a & mask) | (b & ~mask); }
  TENSIX_LANES static V negate_if(V mask, V a) { return (a ^ mask) - mask; }
  TENSIX_LANES static V load(const uint32_t* p) {
    V v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  TENSIX_LANES static void store(uint32_t* p, V v) { std::memcpy(p, &v, sizeof v); }

  // --- Dst datums -----------------------------------------------------------------------------------------------------
  TENSIX_LANES static V decode_bf16(V x) { return (x & 0x8000) | ((x & 0xff) << 7) | ((x >> 8) & 0x7f); }
  TENSIX_LANES static V encode_bf16(V x) { return (x & 0x8000) | ((x & 0x7f) << 8) | ((x >> 7) & 0xff); }
  TENSIX_LANES static V decode_fp16(V x) { return (x & 0x8000) | ((x & 0x1f) << 10) | ((x >> 5) & 0x3ff); }
  TENSIX_LANES static V encode_fp16(V x) { return (x & 0x8000) | ((x & 0x3ff) << 5) | ((x >> 10) & 0x1f); }

  // As an FP32 pattern; an FP16 datum keeps its 5-bit exponent and bias in the exponent field.
  template <dst_style S>
  TENSIX_LANES static V read_dst(const dst_row& row, unsigned at) {
    const V high = t::load16(row.in_high + at);
    if constexpr (S == dst_style::fp32) return (decode_bf16(high) << 16) | t::load16(row.in_low + at);
    if constexpr (S == dst_style::bf16) return decode_bf16(high) << 16;
    const V x = decode_fp16(high);
    return ((x & 0x8000) << 16) | ((x & 0x7fff) << 13);
  }
  template <dst_style S>
  TENSIX_LANES static void write_dst(const dst_row& row, unsigned at, V x) {
    if constexpr (S == dst_style::fp16) {
      t::store16(row.out_high + at, encode_fp16(((x >> 16) & 0x8000) | ((x >> 13) & 0x7fff)));
    } else {
      t::store16(row.out_high + at, encode_bf16(x >> 16));
      if constexpr (S == dst_style::fp32) t::store16(row.out_low + at, x & 0xffff);
    }
  }
  TENSIX_LANES static V read_dst_integer(const dst_row& row, unsigned at) {
    const V x = read_dst<dst_style::fp32>(row, at);
    return negate_if(V{} - (x >> 31), x & 0x7fffffff);
  }
  TENSIX_LANES static void write_dst_integer(const dst_row& row, unsigned at, V x) {
    const V negative = t::less(x, V{});
    write_dst<dst_style::fp32>(row, at, (negative & 0x80000000) | negate_if(negative, x));
  }

  // --- accumulation ---------------------------------------------------------------------------------------------------
  struct term {  // sign (0/1), biased exponent, magnitude with the leading one of 1.0 at bit 23
    V sign, exponent, magnitude;
  };
  // Half a unit is added before the shift, a unit of the last place less for negative terms.
  TENSIX_LANES static V align(V magnitude, V shift, V sign) {
    shift = t::min(shift, all(31));
    return (magnitude + ((all(1) << shift) >> 1) - (sign & ~t::is_zero(shift))) >> shift;
  }
  // Low bits that do not reach a 16-bit Dst are rounded off before the addition.
  template <dst_style S>
  TENSIX_LANES static V coarse(V magnitude, V sign) {
    if constexpr (S == dst_style::fp32) return magnitude;
    return (magnitude + 0x1000 - sign) & ~0x1fffu;
  }
  // Terms and Dst are brought to the largest exponent, added, and rounded to the width of Dst.
  template <dst_style S, unsigned terms>
  TENSIX_LANES static V accumulate(const term* sop, V dst) {
    const V sign_dst = dst >> 31, exponent_dst = (dst >> 23) & 255;
    V exponent = exponent_dst;
    for (unsigned i = 0; i < terms; ++i) exponent = t::max(exponent, sop[i].exponent);
    V sum = align(((dst & 0x7fffff) | 0x800000) & ~t::is_zero(exponent_dst), exponent - exponent_dst, V{});
    sum = coarse<S>(sum, V{});
    for (unsigned i = 0; i < terms; ++i) {
      const V magnitude = coarse<S>(align(sop[i].magnitude, exponent - sop[i].exponent, sop[i].sign), sop[i].sign);
      sum += negate_if(V{} - (sop[i].sign ^ sign_dst), magnitude);
    }
    return round_to_dst<S>(sign_dst, exponent, sum);
  }
  // The same with a single term, whose exponent is not negative, and nothing in Dst.
  template <dst_style S>
  TENSIX_LANES static V replace(const term& sop) {
    return round_to_dst<S>(sop.sign, sop.exponent, coarse<S>(sop.magnitude, sop.sign));
  }
  // `sum`, signed, counts in the direction of `sign_of_positive`.
  template <dst_style S>
  TENSIX_LANES static V round_to_dst(V sign_of_positive, V exponent, V sum) {
    const V negative = t::less(sum, V{});
    const V magnitude = negate_if(negative, sum);
    const V sign = (sign_of_positive << 31) ^ (negative & 0x80000000);
    const V zeros = t::leading_zeros(magnitude), normal = magnitude << zeros;
    V mantissa;  // 24 bits, those beyond the width of Dst zero; bit 24: rounded up to the next power of two
    if constexpr (S == dst_style::fp32) mantissa = ((normal >> 1) + (1u << 6)) >> 7;
    if constexpr (S == dst_style::bf16) mantissa = (((normal >> 1) + (1u << 22)) >> 23) << 16;
    if constexpr (S == dst_style::fp16) mantissa = (((normal >> 1) + (1u << 19)) >> 20) << 13;
    const V result_exponent = exponent - zeros + 8 + (mantissa >> 24);

    constexpr uint32_t largest = S == dst_style::fp16 ? 31 : 254;
    constexpr uint32_t overflow = S == dst_style::fp16 ? (31u << 23) | (0x3ffu << 13) : 255u << 23;
    const V overflows = t::less(all(largest), result_exponent);
    const V value = sign | select(overflows, all(overflow), (result_exponent << 23) | (mantissa & 0x7fffff));
    const V vanishes = t::less(result_exponent, all(1)) | t::less(exponent, all(1)) | t::is_zero(magnitude);
    return value & ~vanishes;
  }

  // --- source datums --------------------------------------------------------------------------------------------------
  TENSIX_LANES static V exponent_of(V x) { return (x >> 10) & 255; }
  // The 5 bits of SrcA's mantissa and 7 of SrcB's that a fidelity phase multiplies.
  TENSIX_LANES static V phase_bits_a(V x, unsigned phase) { return (((x & 0x3ff) | 0x400) >> ((phase & 1) ? 1 : 6)) & 31; }
  TENSIX_LANES static V phase_bits_b(V x, unsigned phase) {
    const V m = (x & 0x3ff) | 0x400;
    return (phase & 2) ? (m & 15) << 3 : m >> 4;
  }
  // Integer "8": sign and 10 bits of magnitude, `mask` of it; a zero exponent means zero.
  TENSIX_LANES static V integer(V x, uint32_t mask, bool keep_denormals) {
    V m = x & mask;
    if (!keep_denormals) m &= ~t::is_zero(exponent_of(x));
    return negate_if(V{} - ((x >> 18) & 1), m);
  }
  TENSIX_LANES static V saturating_add(V dst, V x) {
    const V high = all(0x7fffffff) - t::max(x, V{});
    const V low = all(0x80000001) - t::min(x, V{});
    return t::min(t::max(dst, low), high) + x;
  }

  // --- element-wise ---------------------------------------------------------------------------------------------------
  TENSIX_LANES static term product(const float_mode& mode, V a, V b) {
    const int offset = mode.product_exponent_offset();
    const V exponent = exponent_of(a) + exponent_of(b) + static_cast<uint32_t>(offset);
    V vanishes = t::is_zero(exponent_of(a)) | t::less(exponent, all(1));
    if (!mode.keep_b_denormals) vanishes |= t::is_zero(exponent_of(b));
    term p;
    p.sign = ((a ^ b) >> 18) & ~vanishes;
    p.exponent = select(vanishes, all(offset > 0 ? static_cast<uint32_t>(offset) : 0), exponent);
    p.magnitude = ((phase_bits_a(a, mode.phase) * phase_bits_b(b, mode.phase)) << 13) & ~vanishes;
    return p;
  }
  // The smaller operand is rounded to the larger one's last place before the addition. A zero of SrcB that is not flushed has a
  // leading one (beside a zero of SrcA it does not matter: an exponent of 0 makes no number).
  TENSIX_LANES static term sum(const float_mode& mode, V a, V b) {
    a &= ~t::is_zero(exponent_of(a));
    if (!mode.keep_b_denormals) b &= ~t::is_zero(exponent_of(b));
    const V swap = t::less(a & 0x3ffff, b & 0x3ffff);
    const V big = select(swap, b, a), small = select(swap, a, b);
    const V big_mantissa = ((big & 0x3ff) | 0x400) & ~t::is_zero(big);
    const V nothing = t::is_zero(mode.keep_b_denormals ? a : small);
    const V small_mantissa = align(((small & 0x3ff) | 0x400) & ~nothing, exponent_of(big) - exponent_of(small), V{});
    term s;
    s.sign = big >> 18;
    s.exponent = exponent_of(big);
    s.magnitude = (big_mantissa + negate_if(V{} - ((a ^ b) >> 18), small_mantissa)) << 13;
    if (mode.narrow_exponent && mode.style == dst_style::fp32)
      s.exponent = select(t::is_zero(s.exponent), all(127 - 30), s.exponent + (127 - 15));
    if (const int offset = mode.phase_exponent_offset()) {
      s.exponent += static_cast<uint32_t>(offset);
      const V vanishes = t::less(s.exponent, all(1));
      s = {s.sign & ~vanishes, s.exponent & ~vanishes, s.magnitude & ~vanishes};
    }
    return s;
  }
  template <dst_style S>
  TENSIX_LANES static void elementwise(elementwise_op op, bool accumulate_dst, const float_mode& mode, const uint32_t* const* a,
                                       const uint32_t* const* b, const dst_row* dst, unsigned rows) {
    const uint32_t flip = op == elementwise_op::subtract ? 0x40000 : 0;
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned at = 0; at < row_datums; at += t::count) {
        const V x = load(a[r] + at) & mode.mask_a, y = (load(b[r] + at) & mode.mask_b) ^ flip;
        const term result = op == elementwise_op::multiply ? product(mode, x, y) : sum(mode, x, y);
        const V value = accumulate_dst ? accumulate<S, 1>(&result, read_dst<S>(dst[r], at)) : replace<S>(result);
        write_dst<S>(dst[r], at, value);
      }
  }
  TENSIX_LANES static void elementwise_int8(elementwise_op op, bool accumulate_dst, unsigned phase, bool keep_b_denormals,
                                            const uint32_t* const* a, const uint32_t* const* b, const dst_row* dst,
                                            unsigned rows) {
    const bool multiply = op == elementwise_op::multiply;
    const uint32_t mask_a = multiply ? int8_mask_a(phase) : 0x3ff, mask_b = multiply ? int8_mask_b(phase) : 0x3ff;
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned at = 0; at < row_datums; at += t::count) {
        const V x = integer(load(a[r] + at), mask_a, false), y = integer(load(b[r] + at), mask_b, keep_b_denormals);
        V result = multiply ? x * y : op == elementwise_op::add ? x + y : x - y;
        if (accumulate_dst) result = saturating_add(read_dst_integer(dst[r], at), result);
        write_dst_integer(dst[r], at, result);
      }
  }
  static constexpr uint32_t int8_mask_a(unsigned phase) { return (phase & 1) ? 0x1f : 0xe0; }
  static constexpr uint32_t int8_mask_b(unsigned phase) { return (phase & 2) ? 0x0f : 0x3f0; }

  TENSIX_LANES static void multiply_int8(unsigned phase, bool keep_b_denormals, const src_row* const a[2],
                                         const uint32_t* const* b, const dst_row* dst, unsigned rows) {
    alignas(64) uint32_t prepared_a[16][row_datums], prepared_b[8][row_datums];
    for (unsigned at = 0; at < row_datums; at += t::count) {
      for (unsigned k = 0; k < 16; ++k)
        store(prepared_a[k] + at, integer(load(a[k / 8][k % 8] + at), int8_mask_a(phase), false));
      for (unsigned r = 0; r < rows; ++r)
        store(prepared_b[r] + at, integer(load(b[r] + at), int8_mask_b(phase), keep_b_denormals));
    }
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned at = 0; at < row_datums; at += t::count) {
        V sum{};
        for (unsigned k = 0; k < 16; ++k) sum += load(prepared_a[k] + at) * all(prepared_b[r][k]);
        write_dst_integer(dst[r], at, saturating_add(read_dst_integer(dst[r], at), sum));
      }
  }

  // --- moves ----------------------------------------------------------------------------------------------------------
  template <to_dst H>
  TENSIX_LANES static void move_rows_to_dst(bool flush, const uint32_t* const* src, const dst_row* dst, unsigned rows) {
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned at = 0; at < row_datums; at += t::count) {
        V x = load(src[r] + at);
        if (flush) x &= ~t::is_zero(exponent_of(x));
        constexpr bool narrow = H == to_dst::fp16 || H == to_dst::low_fp16;
        const V sixteen = narrow ? encode_fp16(((x >> 3) & 0x8000) | (x & 0x7fff)) : encode_bf16(x >> 3);
        if constexpr (H == to_dst::low_bf16 || H == to_dst::low_fp16) {
          t::store16(dst[r].out_high + at, t::load16(dst[r].in_high + at));
          t::store16(dst[r].out_low + at, sixteen);
        } else {
          t::store16(dst[r].out_high + at, sixteen);
          if constexpr (H == to_dst::tf32) t::store16(dst[r].out_low + at, (x & 7) << 13);
          if constexpr (H == to_dst::tf32_low) t::store16(dst[r].out_low + at, ((x & 7) << 13) | sixteen);
        }
      }
  }
  TENSIX_LANES static void move_to_dst(to_dst how, bool flush, const uint32_t* const* src, const dst_row* dst, unsigned rows) {
    switch (how) {
      case to_dst::bf16: return move_rows_to_dst<to_dst::bf16>(flush, src, dst, rows);
      case to_dst::fp16: return move_rows_to_dst<to_dst::fp16>(flush, src, dst, rows);
      case to_dst::tf32: return move_rows_to_dst<to_dst::tf32>(flush, src, dst, rows);
      case to_dst::low_bf16: return move_rows_to_dst<to_dst::low_bf16>(flush, src, dst, rows);
      case to_dst::low_fp16: return move_rows_to_dst<to_dst::low_fp16>(flush, src, dst, rows);
      case to_dst::tf32_low: return move_rows_to_dst<to_dst::tf32_low>(flush, src, dst, rows);
    }
  }
  template <from_dst H>
  TENSIX_LANES static void move_rows_from_dst(const dst_row* dst, uint32_t* const* src, unsigned rows) {
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned at = 0; at < row_datums; at += t::count) {
        constexpr bool low = H == from_dst::low_bf16 || H == from_dst::low_fp16 || H == from_dst::low_tf32;
        const V x = t::load16((low ? dst[r].in_low : dst[r].in_high) + at);
        V value;
        if constexpr (H == from_dst::fp16 || H == from_dst::low_fp16) {
          const V y = decode_fp16(x);
          value = ((y & 0x8000) << 3) | (y & 0x7fff);
        } else if constexpr (H == from_dst::low_tf32) {
          value = ((x & 0xff) << 10) | ((x >> 8) & 0x1f);  // the 13 raw bits, in the register's own order of fields
        } else {
          value = decode_bf16(x) << 3;
          if constexpr (H == from_dst::tf32) value |= t::load16(dst[r].in_low + at) >> 13;
        }
        store(src[r] + at, value);
      }
  }
  TENSIX_LANES static void move_from_dst(from_dst how, const dst_row* dst, uint32_t* const* src, unsigned rows) {
    switch (how) {
      case from_dst::bf16: return move_rows_from_dst<from_dst::bf16>(dst, src, rows);
      case from_dst::fp16: return move_rows_from_dst<from_dst::fp16>(dst, src, rows);
      case from_dst::tf32: return move_rows_from_dst<from_dst::tf32>(dst, src, rows);
      case from_dst::low_bf16: return move_rows_from_dst<from_dst::low_bf16>(dst, src, rows);
      case from_dst::low_fp16: return move_rows_from_dst<from_dst::low_fp16>(dst, src, rows);
      case from_dst::low_tf32: return move_rows_from_dst<from_dst::low_tf32>(dst, src, rows);
    }
  }
};

// --- matrix product: operands split once, then sums of eight products -----------------------------------------------------
// A datum that is zero gets an exponent so small that it never decides an alignment.
inline constexpr int no_exponent = -1000;

// Rows k and k + 8 of SrcA are neighbours: [k % 8][k / 8].
struct split_a {  // exponent, eight times the phase's mantissa bits, sign (0 or -1)
  alignas(64) uint16_t exponent[8][2][row_datums];
  alignas(64) uint16_t mantissa8[8][2][row_datums];
  alignas(64) uint16_t sign[8][2][row_datums];
};
struct split_b {  // SrcB: each value in both halves of a word, so that a 32-bit broadcast fills 16-bit lanes
  alignas(64) uint32_t exponent[8][16];  // includes the exponent offset of products
  alignas(64) uint32_t mantissa[8][16];
  alignas(64) uint32_t sign[8][16];
};
struct sums_of_products {  // per group of eight products: signed sum aligned to the largest exponent, and that exponent
  alignas(64) uint16_t sum[2][row_datums];
  alignas(64) uint16_t exponent[2][row_datums];
};

template <class V>
TENSIX_LANES void split(const float_mode& mode, const src_row* const a[2], const uint32_t* const* b, unsigned rows,
                        split_a& to_a, split_b& to_b) {
  using l = lanes<V>;
  for (unsigned k = 0; k < 16; ++k)
    for (unsigned at = 0; at < row_datums; at += l::count) {
      const V x = l::load(a[k / 8][k % 8] + at) & mode.mask_a;
      const V zero = l::is_zero(l::exponent_of(x));
      l::store16(to_a.exponent[k % 8][k / 8] + at, l::select(zero, l::all(no_exponent & 0xffff), l::exponent_of(x)));
      l::store16(to_a.mantissa8[k % 8][k / 8] + at, (l::phase_bits_a(x, mode.phase) << 3) & ~zero);
      l::store16(to_a.sign[k % 8][k / 8] + at, (V{} - (x >> 18)) & 0xffff);
    }
  const uint32_t offset = static_cast<uint32_t>(mode.product_exponent_offset());
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned at = 0; at < 16; at += l::count) {
      const V x = l::load(b[r] + at) & mode.mask_b;
      V zero = l::is_zero(l::exponent_of(x));
      if (mode.keep_b_denormals) zero = V{};
      const V exponent = l::select(zero, l::all(static_cast<uint32_t>(no_exponent)), l::exponent_of(x) + offset);
      l::store(to_b.exponent[r] + at, (exponent & 0xffff) * 0x10001u);
      l::store(to_b.mantissa[r] + at, (l::phase_bits_b(x, mode.phase) & ~zero) * 0x10001u);
      l::store(to_b.sign[r] + at, V{} - (x >> 18));
    }
}

template <class V, dst_style S>
TENSIX_LANES void add_rows_to_dst(const sums_of_products* sums, const dst_row* dst, unsigned rows) {
  using l = lanes<V>;
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned at = 0; at < row_datums; at += l::count) {
      typename l::term sop[2];
      for (unsigned g = 0; g < 2; ++g) {
        const V raw = l::load16(sums[r].sum[g] + at), sign = raw >> 15;
        sop[g].sign = sign;
        sop[g].magnitude = (l::negate_if(V{} - sign, raw) & 0xffff) << 13;
        sop[g].exponent = l::load16(sums[r].exponent[g] + at);
      }
      l::template write_dst<S>(dst[r], at, l::template accumulate<S, 2>(sop, l::template read_dst<S>(dst[r], at)));
    }
}
template <class V>
TENSIX_LANES void add_to_dst(dst_style style, const sums_of_products* sums, const dst_row* dst, unsigned rows) {
  switch (style) {
    case dst_style::fp32: return add_rows_to_dst<V, dst_style::fp32>(sums, dst, rows);
    case dst_style::bf16: return add_rows_to_dst<V, dst_style::bf16>(sums, dst, rows);
    case dst_style::fp16: return add_rows_to_dst<V, dst_style::fp16>(sums, dst, rows);
  }
}

}  // namespace
}  // namespace tensix
#pragma GCC diagnostic pop
