// SPDX-License-Identifier: Apache-2.0
#include "models/formats/unpack_formats.h"

#include <cstring>
#include <type_traits>

#include "models/formats/host_instructions.h"
#include "models/registers/dst_register.h"

namespace tensix {

namespace {

constexpr unsigned lanes = 16;

// Sign-magnitude bytes with a shared exponent become floats: the leading one moves to the implicit bit and the exponent
// goes down by as much (modulo 256: the hardware has no underflow check here). Zero magnitude: +0, or -infinity for "-0".
// `exponent_position` 7: BF16, 10: FP16 (5-bit exponent). Branch-free so that 16 lanes become vector code.
template <unsigned exponent_position>
inline TENSIX_EVERY_TARGET bool block_lanes(const uint16_t byte[lanes], uint8_t exponent, uint16_t out[lanes]) {
  uint16_t escaped = 0;
  for (unsigned i = 0; i < lanes; ++i) {
    const uint16_t sign = static_cast<uint16_t>((byte[i] & 0x80) << 8);
    uint16_t m = static_cast<uint16_t>((byte[i] << 1) & 0xff);
    const uint16_t nonzero = m ? 0xffff : 0;
    uint16_t e = exponent;
    uint16_t step = m < 0x10 ? 0xffff : 0;
    m = static_cast<uint16_t>((m & ~step) | ((m << 4) & step));
    e = static_cast<uint16_t>(e - (4 & step));
    step = m < 0x40 ? 0xffff : 0;
    m = static_cast<uint16_t>((m & ~step) | ((m << 2) & step));
    e = static_cast<uint16_t>(e - (2 & step));
    step = m < 0x80 ? 0xffff : 0;
    m = static_cast<uint16_t>((m & ~step) | ((m << 1) & step));
    e = static_cast<uint16_t>(e - (1 & step));
    e &= 0xff;
    uint16_t value, zero;
    if constexpr (exponent_position == 7) {
      value = static_cast<uint16_t>((e << 7) | (m & 0x7e));
      zero = sign ? 0xff80 : 0;
    } else {
      escaped = static_cast<uint16_t>(escaped | (e & 0xe0 & nonzero));
      value = static_cast<uint16_t>(((e & 0x1f) << 10) | ((m & 0x7e) << 3));
      zero = sign ? 0xfc00 : 0;
    }
    out[i] = static_cast<uint16_t>(((sign | value) & nonzero) | (zero & static_cast<uint16_t>(~nonzero)));
  }
  return escaped == 0;
}

// Fields of `bits` bits to the upper end of a byte each, so that the field's sign bit becomes the byte's. All lanes that come
// from one byte are made in one wider word (little-endian host, as everywhere where L1 is copied to integers).
template <unsigned bits>
inline TENSIX_EVERY_TARGET void spread_to_bytes(const uint8_t* raw, uint16_t out[lanes]) {
  if constexpr (bits == 8) {
    for (unsigned i = 0; i < lanes; ++i) out[i] = raw[i];
  } else if constexpr (bits == 4) {
    uint32_t pair[lanes / 2];
    for (unsigned i = 0; i < lanes / 2; ++i) pair[i] = ((raw[i] & 0x0fu) << 4) | ((raw[i] & 0xf0u) << 16);
    std::memcpy(out, pair, sizeof pair);
  } else {
    uint64_t four[lanes / 4];
    for (unsigned i = 0; i < lanes / 4; ++i) {
      const uint64_t b = raw[i];
      four[i] = ((b & 0x03) << 6) | ((b & 0x0c) << 20) | ((b & 0x30) << 34) | ((b & 0xc0) << 48);
    }
    std::memcpy(out, four, sizeof four);
  }
}

inline uint16_t e4m3_to_fp16(unsigned x) {
  const unsigned exponent = (x >> 3) & 15, mantissa = x & 7;
  const unsigned pad = (x & 0x7f) == 0x7f ? 0x7f : 0;
  return static_cast<uint16_t>(((x & 0x80) << 8) | ((exponent ? exponent + 8 : 0) << 10) | (mantissa << 7) | pad);
}

// The common 16-bit stage. Which of the three 16-bit kinds results is known from `c` (see kind_of).
// `lane` is the type of the result: 32 bits wide avoids narrowing 32-bit lanes only to widen them again.
template <unpack_conversion c, class lane>
inline TENSIX_EVERY_TARGET bool to_16_bits(const uint8_t* raw, [[maybe_unused]] uint8_t exponent, lane out[lanes]) {
  using conversion = unpack_conversion;
  if constexpr (c == conversion::bf16 || c == conversion::fp16 || c == conversion::int16) {
    std::memcpy(out, raw, 2 * lanes);
  } else if constexpr (c == conversion::fp8_e5m2) {
    for (unsigned i = 0; i < lanes; ++i)  // Blackhole fills the mantissa when exponent and mantissa are all ones
      out[i] = static_cast<lane>((raw[i] << 8) | ((raw[i] & 0x7f) == 0x7f ? 0xff : 0));
  } else if constexpr (c == conversion::fp8_e4m3) {
    for (unsigned i = 0; i < lanes; ++i) out[i] = e4m3_to_fp16(raw[i]);
  } else if constexpr (c == conversion::int8_signed) {  // "Integer 8": magnitude under a dummy exponent of 16
    for (unsigned i = 0; i < lanes; ++i) {
      const unsigned magnitude = raw[i] & 0x7f;
      out[i] = static_cast<lane>(((raw[i] & 0x80) << 8) | magnitude | (magnitude ? 16u << 10 : 0u));
    }
  } else if constexpr (c == conversion::int8_unsigned) {
    for (unsigned i = 0; i < lanes; ++i) out[i] = static_cast<lane>(raw[i] | (raw[i] ? 16u << 10 : 0u));
  } else if constexpr (c == conversion::fp32_to_bf16) {
    uint32_t word[lanes];
    std::memcpy(word, raw, 4 * lanes);
    for (unsigned i = 0; i < lanes; ++i) {  // truncates; denormals become zero of the same sign
      const uint32_t normal = (word[i] & 0x7f800000u) ? 0xffffffffu : 0u;
      out[i] = static_cast<lane>((word[i] & (normal | 0x80000000u)) >> 16);
    }
  } else if constexpr (c == conversion::fp32_to_fp16) {
    uint32_t word[lanes];
    std::memcpy(word, raw, 4 * lanes);
    for (unsigned i = 0; i < lanes; ++i) {  // truncates; too small: zero, too large (and NaN): all ones
      const uint32_t sign = (word[i] >> 16) & 0x8000;
      const int32_t e = static_cast<int32_t>((word[i] >> 23) & 0xff) - 112;
      const uint32_t inside = (static_cast<uint32_t>(e & 31) << 10) | ((word[i] >> 13) & 0x3ff);
      const uint32_t magnitude = e < 0 ? 0u : e > 31 ? 0x7fffu : inside;
      out[i] = static_cast<lane>(sign | magnitude);
    }
  } else if constexpr (c == conversion::word32) {
    std::memset(out, 0, sizeof(lane) * lanes);  // has no 16-bit form
  } else {
    constexpr bool narrow = c == conversion::bfp8a || c == conversion::bfp4a || c == conversion::bfp2a;
    constexpr unsigned bits = c == conversion::bfp8 || c == conversion::bfp8a   ? 8
                              : c == conversion::bfp4 || c == conversion::bfp4a ? 4
                                                                                : 2;
    uint16_t byte[lanes];
    spread_to_bytes<bits>(raw, byte);
    return block_lanes < narrow ? 10 : 7 > (byte, exponent, out);
  }
  return true;
}

enum class kind16 : uint8_t { bf16, fp16, int16 };
constexpr kind16 kind_of(unpack_conversion c) {
  switch (c) {
    case unpack_conversion::bf16:
    case unpack_conversion::bfp8:
    case unpack_conversion::bfp4:
    case unpack_conversion::bfp2:
    case unpack_conversion::fp32_to_bf16: return kind16::bf16;
    case unpack_conversion::int16: return kind16::int16;
    default: return kind16::fp16;
  }
}

constexpr unsigned raw_bytes(unpack_conversion c) {  // of 16 datums
  switch (c) {
    case unpack_conversion::bf16:
    case unpack_conversion::fp16:
    case unpack_conversion::int16: return 32;
    case unpack_conversion::fp32_to_bf16:
    case unpack_conversion::fp32_to_fp16:
    case unpack_conversion::word32: return 64;
    case unpack_conversion::bfp4:
    case unpack_conversion::bfp4a: return 8;
    case unpack_conversion::bfp2:
    case unpack_conversion::bfp2a: return 4;
    default: return 16;
  }
}

// Calls `f` with the conversion as a compile-time constant: one switch for many rows.
template <class F>
inline bool with_conversion(unpack_conversion c, F&& f) {
  using k = unpack_conversion;
  switch (c) {
    case k::bf16: return f(std::integral_constant<k, k::bf16>{});
    case k::fp16: return f(std::integral_constant<k, k::fp16>{});
    case k::int16: return f(std::integral_constant<k, k::int16>{});
    case k::fp8_e5m2: return f(std::integral_constant<k, k::fp8_e5m2>{});
    case k::fp8_e4m3: return f(std::integral_constant<k, k::fp8_e4m3>{});
    case k::int8_signed: return f(std::integral_constant<k, k::int8_signed>{});
    case k::int8_unsigned: return f(std::integral_constant<k, k::int8_unsigned>{});
    case k::bfp8: return f(std::integral_constant<k, k::bfp8>{});
    case k::bfp4: return f(std::integral_constant<k, k::bfp4>{});
    case k::bfp2: return f(std::integral_constant<k, k::bfp2>{});
    case k::bfp8a: return f(std::integral_constant<k, k::bfp8a>{});
    case k::bfp4a: return f(std::integral_constant<k, k::bfp4a>{});
    case k::bfp2a: return f(std::integral_constant<k, k::bfp2a>{});
    case k::fp32_to_bf16: return f(std::integral_constant<k, k::fp32_to_bf16>{});
    case k::fp32_to_fp16: return f(std::integral_constant<k, k::fp32_to_fp16>{});
    case k::word32: break;
  }
  return f(std::integral_constant<k, k::word32>{});
}

}  // namespace

namespace {

// What `in` may become: itself, or what holds more of the same kind of exponent; FP32 and TF32 also less.
bool is_supported(data_format in, data_format out, bool to_dst) {
  using f = data_format;
  const bool single = in == f::fp32 || in == f::tf32;
  switch (out) {
    case f::fp32: return single && to_dst;
    case f::tf32: return single || (!to_dst && (in == f::bf16 || has_wide_shared_exponent(in)));
    case f::bf16: return single || in == f::bf16 || has_wide_shared_exponent(in);
    case f::fp16: return single || in == f::fp16 || in == f::fp8 || has_narrow_shared_exponent(in);
    case f::bfp8: return has_wide_shared_exponent(in);
    case f::int32: return in == f::int32 && to_dst;
    default: return in == out && is_known_format(in);
  }
}

}  // namespace

unpack_route route_of(data_format in, data_format out, bool to_dst, bool e4m3, bool int8_unsigned) {
  using c = unpack_conversion;
  unpack_route r;
  r.defined = is_supported(in, out, to_dst);
  switch (in) {
    case data_format::fp32:
    case data_format::tf32:
      r.conversion = out == data_format::bf16 ? c::fp32_to_bf16 : out == data_format::fp16 ? c::fp32_to_fp16 : c::word32;
      break;
    case data_format::int32: r.conversion = c::word32; break;
    case data_format::fp16: r.conversion = c::fp16; break;
    case data_format::bf16: r.conversion = c::bf16; break;
    case data_format::int16: r.conversion = c::int16; break;
    case data_format::fp8: r.conversion = e4m3 ? c::fp8_e4m3 : c::fp8_e5m2; break;
    case data_format::int8: r.conversion = int8_unsigned ? c::int8_unsigned : c::int8_signed; break;
    case data_format::bfp8: r.conversion = c::bfp8; break;
    case data_format::bfp4: r.conversion = c::bfp4; break;
    case data_format::bfp2: r.conversion = c::bfp2; break;
    case data_format::bfp8a: r.conversion = c::bfp8a; break;
    case data_format::bfp4a: r.conversion = c::bfp4a; break;
    case data_format::bfp2a: r.conversion = c::bfp2a; break;
    default: r.conversion = c::int8_unsigned; break;  // unassigned code: read as bytes
  }
  r.wide = r.conversion == c::word32;
  return r;
}

namespace {

template <unpack_conversion c>
inline TENSIX_EVERY_TARGET bool rows_to_src(const uint8_t* raw, const uint8_t* exponents, unsigned exponent_step, unsigned rows,
                                            uint32_t (*out)[16]) {
  bool fine = true;
  for (unsigned r = 0; r < rows; ++r, raw += raw_bytes(c), exponents += exponent_step) {
    if constexpr (c == unpack_conversion::word32) {
      uint32_t word[lanes];
      std::memcpy(word, raw, 4 * lanes);
      for (unsigned i = 0; i < lanes; ++i) out[r][i] = word[i] >> 13;
    } else {
      constexpr bool from_32 = c == unpack_conversion::fp32_to_bf16 || c == unpack_conversion::fp32_to_fp16;
      using lane = std::conditional_t<from_32, uint32_t, uint16_t>;
      lane half[lanes];
      fine &= to_16_bits<c, lane>(raw, *exponents, half);
      if constexpr (kind_of(c) == kind16::bf16)
        for (unsigned i = 0; i < lanes; ++i) out[r][i] = static_cast<uint32_t>(half[i]) << 3;
      else if constexpr (kind_of(c) == kind16::fp16)
        for (unsigned i = 0; i < lanes; ++i) out[r][i] = ((half[i] & 0x8000u) << 3) | (half[i] & 0x7fffu);
      else  // INT16: the bit pattern untouched, i.e. in Src's own field order
        for (unsigned i = 0; i < lanes; ++i)
          out[r][i] = static_cast<uint32_t>(dst_decode_bf16(static_cast<uint16_t>(half[i]))) << 3;
    }
  }
  return fine;
}

#if defined(__GNUC__) && defined(__x86_64__)
template <unpack_conversion c>
__attribute__((target("avx2"))) bool rows_to_src_avx2(const uint8_t* raw, const uint8_t* exponents, unsigned exponent_step,
                                                      unsigned rows, uint32_t (*out)[16]) {
  return rows_to_src<c>(raw, exponents, exponent_step, rows, out);
}
#endif

}  // namespace

bool unpack_rows_to_src(unpack_conversion conversion, const uint8_t* raw, const uint8_t* exponents, unsigned exponent_step,
                        unsigned rows, uint32_t (*out)[16]) {
  return with_conversion(conversion, [&](auto constant) {
    constexpr unpack_conversion c = decltype(constant)::value;
#if defined(__GNUC__) && defined(__x86_64__)
    if constexpr (raw_bytes(c) <= 16)  // wider datums hardly need any arithmetic
      if (has_avx2) return rows_to_src_avx2<c>(raw, exponents, exponent_step, rows, out);
#endif
    return rows_to_src<c>(raw, exponents, exponent_step, rows, out);
  });
}

bool unpack_row_to_dst16(unpack_conversion conversion, const uint8_t* raw, uint8_t exponent, uint16_t out[16]) {
  return with_conversion(conversion, [&](auto constant) {
    constexpr unpack_conversion c = decltype(constant)::value;
    uint16_t half[lanes];
    const bool fine = to_16_bits<c, uint16_t>(raw, exponent, half);
    if constexpr (kind_of(c) == kind16::bf16)
      for (unsigned i = 0; i < lanes; ++i) out[i] = dst_encode_bf16(half[i]);
    else if constexpr (kind_of(c) == kind16::fp16)
      for (unsigned i = 0; i < lanes; ++i) out[i] = dst_encode_fp16(half[i]);
    else std::memcpy(out, half, sizeof half);
    return fine;
  });
}

void unpack_row_to_dst32(unpack_conversion, const uint8_t* raw, uint32_t out[16]) {
  uint32_t word[lanes];
  std::memcpy(word, raw, 4 * lanes);
  for (unsigned i = 0; i < lanes; ++i) out[i] = dst_encode_fp32(word[i]);
}

}  // namespace tensix
