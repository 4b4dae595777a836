// SPDX-License-Identifier: Apache-2.0
#include "models/formats/pack_formats.h"

#include <cstring>

#include "models/formats/host_instructions.h"
#include "models/registers/dst_register.h"

namespace tensix {
namespace {

constexpr uint32_t decode_32(uint16_t high, uint16_t low) { return uint32_t{dst_decode_bf16(high)} << 16 | low; }

// A 32-bit float whose NaN has become an infinity, as every rounding early conversion starts.
constexpr uint32_t nan_to_infinity(uint32_t x) { return (x & 0x7fffffff) > 0x7f800000 ? (x & 0x80000000) | 0x7f800000 : x; }
constexpr uint32_t nan_to_infinity_16(uint32_t x) { return (x & 0x7fff) > 0x7f80 ? (x & 0x8000) | 0x7f80 : x; }
constexpr uint32_t flush_bf16(uint32_t x) { return (x & 0x7fff) < 0x80 ? 0 : x; }
constexpr uint32_t flush_fp16(uint32_t x) { return (x & 0x7fff) < 0x400 ? 0 : x; }

constexpr uint32_t round_tf32(uint32_t x) {
  x = (nan_to_infinity(x) + 0x1000) & 0xffffe000;
  return (x & 0x7fffffff) < 0x800000 ? 0 : x;
}
constexpr uint32_t round_bf16(uint32_t x) { return flush_bf16((nan_to_infinity(x) + 0x8000) >> 16); }
constexpr uint32_t round_e8m6_32(uint32_t x) { return flush_bf16(((nan_to_infinity(x) >> 16) + 1) & ~1u); }
constexpr uint32_t round_bf16_16(uint32_t x) { return flush_bf16(nan_to_infinity_16(x)); }
// In the 16-bit view the flush comes before the rounding: the largest denormal is not rounded up to a normal.
constexpr uint32_t round_e8m6_16(uint32_t x) { return (round_bf16_16(x) + 1) & 0xfffe; }
constexpr uint32_t round_e5m6(uint32_t x) {
  x = (x & 0x7fff) > 0x7ff7 ? (x & 0x8000) | 0x7ff0 : x;
  return flush_fp16((x + 8) & 0xfff0);
}
constexpr uint32_t shifted_magnitude(uint32_t x, unsigned shift) {
  const uint32_t magnitude = x & 0x7fffffff;
  return shift == 0 ? magnitude : (magnitude >> shift) + (magnitude >> (shift - 1) & 1);
}
constexpr uint32_t shift_int8(uint32_t x, unsigned shift) {
  const uint32_t m = shifted_magnitude(x, shift);
  return (x >> 24 & 0x80) | (m > 127 ? 127 : m);
}
constexpr uint32_t shift_uint8(uint32_t x, unsigned shift) {
  const uint32_t m = shifted_magnitude(x, shift);
  return x >> 31 ? 0 : m > 255 ? 255 : m;
}

// An 8-bit exponent becomes a 5-bit one: below goes to zero (the value one below the normals keeps its mantissa and is thereby
// mishandled), above to the largest pattern. `m` has `bits` bits; the result has 1 + 5 + bits bits.
constexpr uint32_t narrow_exponent(uint32_t sign, uint32_t exponent, uint32_t m, unsigned bits) {
  const uint32_t s = sign << (5 + bits), most = (32u << bits) - 1;
  return exponent < 112 ? s : exponent > 143 ? s | most : s | (exponent - 112) << bits | m;
}
constexpr uint32_t f32_to_fp16(uint32_t x) { return narrow_exponent(x >> 31, x >> 23 & 0xff, x >> 13 & 0x3ff, 10); }
constexpr uint32_t f32_to_bf16(uint32_t x) { return flush_bf16(x >> 16); }
constexpr uint32_t f32_to_e5m2(uint32_t x) { return narrow_exponent(x >> 31, x >> 23 & 0xff, x >> 21 & 3, 2); }
// FP16 to a 4-bit exponent of bias 7.
constexpr uint32_t fp16_to_e4m3(uint32_t x) {
  const uint32_t s = x >> 8 & 0x80, e = x >> 10 & 31;
  return e <= 8 ? s : e >= 24 ? s | 0x7f : s | (e - 8) << 3 | (x >> 7 & 7);
}
constexpr uint32_t fp16_to_f32(uint32_t x) {
  const uint32_t bias = x & 0x7c00 ? 112u << 23 : 0;
  return (x & 0x8000) << 16 | (((x & 0x7fff) << 13) + bias);
}
// E5M7 saturates to all ones as FP16 does; kept in FP16's place.
constexpr uint32_t e5m7(uint32_t fp16) { return fp16 & 0xfff8; }

template <class In, class Out, class F>
inline TENSIX_EVERY_TARGET void each(const void* in, void* out, F f) {
  const In* __restrict a = static_cast<const In*>(in);
  Out* __restrict b = static_cast<Out*>(out);
  for (unsigned i = 0; i < row_datums; ++i) b[i] = static_cast<Out>(f(a[i]));
}
template <class Out, class F>
inline TENSIX_EVERY_TARGET void each_row(const uint16_t* const* bits, unsigned rows, void* out, F f) {
  for (unsigned r = 0; r < rows; ++r) each<uint16_t, Out>(bits[r], static_cast<Out*>(out) + r * row_datums, f);
}
template <class Out, class F>
inline void each_32(const uint16_t* high, const uint16_t* low, void* out, F f) {
  const uint16_t* __restrict h = high, * __restrict l = low;
  Out* __restrict b = static_cast<Out*>(out);
  for (unsigned i = 0; i < row_datums; ++i) b[i] = static_cast<Out>(f(decode_32(h[i], l[i])));
}

}  // namespace

void early_row_32(early_conversion c, const uint16_t* high, const uint16_t* low, void* out, unsigned shift) {
  using e = early_conversion;
  switch (c) {
    case e::round_to_tf32: each_32<uint32_t>(high, low, out, [](uint32_t x) { return round_tf32(x); }); break;
    case e::truncate_to_bf16: each_32<uint16_t>(high, low, out, [](uint32_t x) { return x >> 16; }); break;
    case e::round_to_bf16: each_32<uint16_t>(high, low, out, [](uint32_t x) { return round_bf16(x); }); break;
    case e::round_to_e8m6: each_32<uint16_t>(high, low, out, [](uint32_t x) { return round_e8m6_32(x); }); break;
    // Opaque 16 bits: not rearranged, as in the 16-bit view.
    case e::high_half: each<uint16_t, uint16_t>(high, out, [](uint32_t x) { return x; }); break;
    case e::shift_to_int8: each_32<uint16_t>(high, low, out, [shift](uint32_t x) { return shift_int8(x, shift); }); break;
    case e::shift_to_uint8: each_32<uint16_t>(high, low, out, [shift](uint32_t x) { return shift_uint8(x, shift); }); break;
    case e::low_bits_to_int8:
      each_32<uint16_t>(high, low, out, [](uint32_t x) { return (x >> 24 & 0x80) | (x & 0x7f); });
      break;
    case e::low_bits_to_uint8: each_32<uint16_t>(high, low, out, [](uint32_t x) { return x & 0xff; }); break;
    default: each_32<uint32_t>(high, low, out, [](uint32_t x) { return x; }); break;
  }
}

namespace {

// The most usual conversions, a row at a time.
using half_row = uint16_t __attribute__((vector_size(2 * row_datums)));
template <class F>
inline TENSIX_EVERY_TARGET void each_half_row(const uint16_t* const* bits, unsigned rows, void* out, F f) {
  for (unsigned r = 0; r < rows; ++r) {
    half_row x;
    std::memcpy(&x, bits[r], sizeof x);
    f(x);
    std::memcpy(static_cast<uint16_t*>(out) + r * row_datums, &x, sizeof x);
  }
}
inline TENSIX_EVERY_TARGET void decode_bf16_row(half_row& x) { x = (x & 0x8000) | (x & 0xff) << 7 | (x >> 8 & 0x7f); }
// In Dst's order: denormals become zero, NaN infinity.
inline TENSIX_EVERY_TARGET void flush_dst_bf16_row(half_row& x) {
  const half_row exponent = x & 0xff;
  x &= half_row(exponent != 0) & (~half_row(exponent == 0xff) | 0x80ff);
}

inline TENSIX_EVERY_TARGET void early_rows_16_lanes(early_conversion c, const uint16_t* const* bits, unsigned rows, void* out) {
  using e = early_conversion;
  const auto bf16 = [](uint16_t x) -> uint32_t { return dst_decode_bf16(x); };
  const auto fp16 = [](uint16_t x) -> uint32_t { return dst_decode_fp16(x); };
  switch (c) {
    case e::bf16_to_tf32: each_row<uint32_t>(bits, rows, out, [&](uint16_t x) { return round_bf16_16(bf16(x)) << 16; }); break;
    case e::bf16_to_f32: each_row<uint32_t>(bits, rows, out, [&](uint16_t x) { return bf16(x) << 16; }); break;
    case e::bf16_flush: each_half_row(bits, rows, out, [](half_row& x) { flush_dst_bf16_row(x), decode_bf16_row(x); }); break;
    case e::bf16_identity: each_half_row(bits, rows, out, [](half_row& x) { decode_bf16_row(x); }); break;
    case e::bf16_to_e8m6: each_row<uint16_t>(bits, rows, out, [&](uint16_t x) { return round_e8m6_16(bf16(x)); }); break;
    case e::bf16_to_fp16: each_row<uint16_t>(bits, rows, out, [&](uint16_t x) { return f32_to_fp16(bf16(x) << 16); }); break;
    case e::fp16_flush: each_row<uint16_t>(bits, rows, out, [&](uint16_t x) { return flush_fp16(fp16(x)); }); break;
    case e::fp16_identity: each_row<uint16_t>(bits, rows, out, fp16); break;
    case e::fp16_to_e5m7: each_row<uint16_t>(bits, rows, out, [&](uint16_t x) { return e5m7(fp16(x)); }); break;
    case e::fp16_to_e5m6: each_row<uint16_t>(bits, rows, out, [&](uint16_t x) { return round_e5m6(fp16(x)); }); break;
    case e::fp16_to_e5m2: each_row<uint16_t>(bits, rows, out, [&](uint16_t x) { return fp16(x) & 0xff00; }); break;
    case e::sign_to_int8: each_row<uint16_t>(bits, rows, out, [](uint16_t x) { return x >> 8 & 0x80; }); break;
    default: each_row<uint16_t>(bits, rows, out, [](uint16_t x) { return x; }); break;
  }
}

inline TENSIX_EVERY_TARGET void raise_to_largest_lanes(uint8_t& largest, const uint16_t* const* bits, unsigned rows,
                                                       uint8_t mask) {
  using signed_row = int16_t __attribute__((vector_size(2 * row_datums)));
  signed_row most = signed_row{} + largest;
  for (unsigned r = 0; r < rows; ++r) {
    signed_row x;
    std::memcpy(&x, bits[r], sizeof x);
    x &= mask;
    most = x > most ? x : most;
  }
  const signed_row larger = most - largest;
  uint64_t any[sizeof larger / 8];
  std::memcpy(any, &larger, sizeof larger);
  if ((any[0] | any[1] | any[2] | any[3]) == 0) return;  // the usual case
  for (unsigned i = 0; i < row_datums; ++i)
    if (most[i] > largest) largest = static_cast<uint8_t>(most[i]);
}

#ifdef TENSIX_AVX2
TENSIX_TARGET_AVX2 void early_rows_16_avx2(early_conversion c, const uint16_t* const* bits, unsigned rows, void* out) {
  early_rows_16_lanes(c, bits, rows, out);
}
TENSIX_TARGET_AVX2 void raise_to_largest_avx2(uint8_t& largest, const uint16_t* const* bits, unsigned rows, uint8_t mask) {
  raise_to_largest_lanes(largest, bits, rows, mask);
}
#endif

}  // namespace

void early_rows_16(early_conversion c, const uint16_t* const* bits, unsigned rows, void* out) {
#ifdef TENSIX_AVX2
  if (has_avx2) return early_rows_16_avx2(c, bits, rows, out);
#endif
  early_rows_16_lanes(c, bits, rows, out);
}

void raise_to_largest(uint8_t& largest, const uint16_t* const* bits, unsigned rows, uint8_t mask) {
#ifdef TENSIX_AVX2
  if (has_avx2) return raise_to_largest_avx2(largest, bits, rows, mask);
#endif
  raise_to_largest_lanes(largest, bits, rows, mask);
}

void late_row(late_conversion c, const void* in, void* out) {
  using l = late_conversion;
  using u8 = uint8_t;
  using u16 = uint16_t;
  using u32 = uint32_t;
  switch (c) {
    case l::identity_32: each<u32, u32>(in, out, [](u32 x) { return x; }); break;
    case l::mask_tf32: each<u32, u32>(in, out, [](u32 x) { return x & 0xffffe000; }); break;
    case l::f32_to_bf16: each<u32, u16>(in, out, [](u32 x) { return f32_to_bf16(x); }); break;
    case l::f32_to_fp16: each<u32, u16>(in, out, [](u32 x) { return f32_to_fp16(x); }); break;
    case l::f32_to_e5m2: each<u32, u8>(in, out, [](u32 x) { return f32_to_e5m2(x); }); break;
    case l::f32_to_e4m3: each<u32, u8>(in, out, [](u32 x) { return fp16_to_e4m3(f32_to_fp16(x)); }); break;
    case l::f32_to_e5m7: each<u32, u16>(in, out, [](u32 x) { return e5m7(f32_to_fp16(x)); }); break;
    case l::identity_16: each<u16, u16>(in, out, [](u32 x) { return x; }); break;
    case l::bf16_to_f32: each<u16, u32>(in, out, [](u32 x) { return x << 16; }); break;
    case l::bf16_to_fp16: each<u16, u16>(in, out, [](u32 x) { return f32_to_fp16(x << 16); }); break;
    case l::bf16_to_e5m2: each<u16, u8>(in, out, [](u32 x) { return f32_to_e5m2(x << 16); }); break;
    case l::bf16_to_e4m3: each<u16, u8>(in, out, [](u32 x) { return fp16_to_e4m3(f32_to_fp16(x << 16)); }); break;
    case l::bf16_to_e5m7: each<u16, u16>(in, out, [](u32 x) { return e5m7(f32_to_fp16(x << 16)); }); break;
    case l::fp16_to_f32: each<u16, u32>(in, out, [](u32 x) { return fp16_to_f32(x); }); break;
    case l::fp16_to_bf16: each<u16, u16>(in, out, [](u32 x) { return fp16_to_f32(flush_fp16(x)) >> 16; }); break;
    case l::fp16_widen_to_bf16: each<u16, u16>(in, out, [](u32 x) { return fp16_to_f32(x) >> 16; }); break;
    case l::fp16_to_e5m2: each<u16, u8>(in, out, [](u32 x) { return flush_fp16(x) >> 8; }); break;
    case l::fp16_cut_to_e5m2: each<u16, u8>(in, out, [](u32 x) { return x >> 8; }); break;
    case l::fp16_to_e4m3: each<u16, u8>(in, out, [](u32 x) { return fp16_to_e4m3(x); }); break;
    case l::fp16_to_e5m7: each<u16, u16>(in, out, [](u32 x) { return e5m7(flush_fp16(x)); }); break;
    case l::low_byte: each<u16, u8>(in, out, [](u32 x) { return x; }); break;
  }
}

namespace {
// Positive floats of one format compare as integers do.
template <class T>
inline void relu_lanes(T* lanes, unsigned mode, T threshold, T sign) {
  T x[row_datums];
  for (unsigned i = 0; i < row_datums; ++i) x[i] = lanes[i] & sign ? 0 : lanes[i];
  if (mode == 2)
    for (unsigned i = 0; i < row_datums; ++i) x[i] = x[i] <= threshold ? 0 : x[i];
  if (mode == 3)
    for (unsigned i = 0; i < row_datums; ++i) x[i] = x[i] > threshold ? threshold : x[i];
  for (unsigned i = 0; i < row_datums; ++i) lanes[i] = x[i];
}
}  // namespace

void relu_row(pack_lane lane, unsigned mode, uint16_t threshold, void* lanes, bool unsigned_integer) {
  switch (lane) {
    case pack_lane::f32: {
      uint32_t* x = static_cast<uint32_t*>(lanes);
      const uint32_t t = uint32_t{threshold} << 16;
      if (mode != 3) return relu_lanes<uint32_t>(x, mode, t, 0x80000000);
      // The clamp looks at ten bits of mantissa only.
      for (unsigned i = 0; i < row_datums; ++i) x[i] = x[i] & 0x80000000 ? 0 : x[i] >> 13 > t >> 13 ? t : x[i];
      return;
    }
    case pack_lane::bf16:
    case pack_lane::fp16: return relu_lanes<uint16_t>(static_cast<uint16_t*>(lanes), mode, threshold, 0x8000);
    // Integers know only the first mode.
    case pack_lane::int32: return relu_lanes<uint32_t>(static_cast<uint32_t*>(lanes), 1, 0, 0x80000000);
    case pack_lane::int16: return relu_lanes<uint16_t>(static_cast<uint16_t*>(lanes), 1, 0, 0x8000);
    case pack_lane::int8:
      if (!unsigned_integer) relu_lanes<uint16_t>(static_cast<uint16_t*>(lanes), 1, 0, 0x80);
      return;
  }
}

namespace {

template <unsigned bits, bool stochastic>
inline TENSIX_EVERY_TARGET uint8_t block_lanes(bool five_bit_exponent, const uint16_t* __restrict in, uint8_t* __restrict out,
                                               bool aligned, [[maybe_unused]] const uint32_t* random) {
  uint16_t e[row_datums], m[row_datums], power[row_datums];
  if (five_bit_exponent)
    for (unsigned i = 0; i < row_datums; ++i) e[i] = in[i] >> 10 & 31, m[i] = in[i] >> 3 & 127;
  else
    for (unsigned i = 0; i < row_datums; ++i) e[i] = in[i] >> 7 & 255, m[i] = in[i] & 127;
  uint16_t most = 0;
  for (unsigned i = 0; i < row_datums; ++i) most = e[i] > most ? e[i] : most;
  // Right shift by d + 1 with rounding, as a multiplication by 2^(7-d) and a shift by 8: no shift differs from lane to lane.
  for (unsigned i = 0; i < row_datums; ++i) {
    const uint16_t d = aligned ? most - e[i] : 0;
    uint16_t p = d & 1 ? 64 : 128;
    p = d & 2 ? p >> 2 : p;
    p = d & 4 ? p >> 4 : p;
    power[i] = d > 7 ? 0 : p;
  }
  constexpr unsigned drop = 8 - bits, sign_place = bits - 1;
  for (unsigned i = 0; i < row_datums; ++i) {
    const uint16_t full = static_cast<uint16_t>(m[i] | (e[i] ? 128 : 0));
    const uint16_t product = static_cast<uint16_t>(full * power[i]);
    // Half, or for stochastic rounding as in pack_formats_stochastic.cpp with eight bits dropped; zero stays zero.
    uint16_t addend = 128;
    if constexpr (stochastic) {
      constexpr uint32_t all = (1u << stochastic_bits) - 1, low = all >> 8;
      addend = static_cast<uint16_t>(product ? 256 - (((random[i] & all) + low) >> (stochastic_bits - 8)) : 0);
    }
    const uint16_t r = static_cast<uint16_t>(product + addend) >> 8;
    m[i] = static_cast<uint16_t>((r > 127 ? 127 : r) >> drop);
  }
  // Minus zero would mean minus infinity.
  for (unsigned i = 0; i < row_datums; ++i) {
    const uint16_t sign = static_cast<uint16_t>((in[i] >> 15) << sign_place);
    m[i] = static_cast<uint16_t>(m[i] | (m[i] ? sign : 0));
  }
  if constexpr (bits == 8)
    for (unsigned i = 0; i < row_datums; ++i) out[i] = static_cast<uint8_t>(m[i]);
  else if constexpr (bits == 4)
    for (unsigned i = 0; i < row_datums / 2; ++i) out[i] = static_cast<uint8_t>(m[2 * i] | m[2 * i + 1] << 4);
  else
    for (unsigned i = 0; i < row_datums / 4; ++i)
      out[i] = static_cast<uint8_t>(m[4 * i] | m[4 * i + 1] << 2 | m[4 * i + 2] << 4 | m[4 * i + 3] << 6);
  return static_cast<uint8_t>(most);
}

using block_function = uint8_t (*)(bool, const uint16_t*, uint8_t*, bool, const uint32_t*);
template <unsigned bits, bool stochastic>
uint8_t block_plain(bool five_bit_exponent, const uint16_t* in, uint8_t* out, bool aligned, const uint32_t* random) {
  return block_lanes<bits, stochastic>(five_bit_exponent, in, out, aligned, random);
}
#ifdef TENSIX_AVX2
template <unsigned bits, bool stochastic>
TENSIX_TARGET_AVX2 uint8_t block_avx2(bool five_bit_exponent, const uint16_t* in, uint8_t* out, bool aligned,
                                      const uint32_t* random) {
  return block_lanes<bits, stochastic>(five_bit_exponent, in, out, aligned, random);
}
template <unsigned bits, bool stochastic>
block_function fastest() {
  return has_avx2 ? block_avx2<bits, stochastic> : block_plain<bits, stochastic>;
}
#else
template <unsigned bits, bool stochastic>
block_function fastest() {
  return block_plain<bits, stochastic>;
}
#endif

}  // namespace

uint8_t block_datums(bool five_bit_exponent, unsigned bits, const uint16_t* in, uint8_t* out, bool aligned,
                     const uint32_t* random) {
  block_function f;
  switch (bits) {
    case 8: f = random ? fastest<8, true>() : fastest<8, false>(); break;
    case 4: f = random ? fastest<4, true>() : fastest<4, false>(); break;
    default: f = random ? fastest<2, true>() : fastest<2, false>(); break;
  }
  return f(five_bit_exponent, in, out, aligned, random);
}

}  // namespace tensix
