// SPDX-License-Identifier: Apache-2.0
// Which conversions a configuration asks for.
#include "models/formats/pack_formats.h"

namespace tensix {
namespace {

early_choice made(early_conversion c, pack_lane lane, unsigned mantissa_bits, const char* undefined = nullptr) {
  early_choice r;
  r.conversion = c;
  r.lane = lane;
  r.narrow_threshold = lane == pack_lane::fp16;
  r.mantissa_bits = static_cast<uint8_t>(mantissa_bits);
  r.undefined = undefined;
  return r;
}

// FP16 out of datums with an 8-bit exponent, narrowed after ReLU, whose threshold is therefore BF16.
early_choice narrowed_to_fp16(early_conversion c, unsigned mantissa_bits) {
  early_choice r = made(c, pack_lane::f32, mantissa_bits);
  r.then_fp16 = true;
  return r;
}

// Blackhole's kernels name BF16 as the intermediate format of E4M3 and expect FP16 behind the early conversion, as if they had
// named that.
bool is_fp16_before_fp8(const early_settings& s) {
  return s.intermediate == data_format::bf16 && s.late_from == data_format::fp16 && s.late_to == data_format::fp8;
}
early_choice choose_fp16_before_fp8(const early_settings& s) {
  using e = early_conversion;
  early_choice r = s.read_32b ? narrowed_to_fp16(e::round_to_tf32, 10) : narrowed_to_fp16(e::bf16_to_f32, 7);
  if (!s.round_10b_mant || s.read_raw) r.undefined = "BF16 to FP16 before FP8 needs Round_10b_mant = 1 and Read_raw = 0";
  return r;
}

early_choice choose_early_32(const early_settings& s) {
  using e = early_conversion;
  switch (s.intermediate) {
    case data_format::int32: return made(e::identity_32, pack_lane::int32, 31);
    case data_format::fp32:
      if (s.round_10b_mant && !s.read_raw) return made(e::round_to_tf32, pack_lane::f32, 10);
      return made(e::identity_32, pack_lane::f32, 23);
    case data_format::tf32:
      if (s.read_raw) return made(e::identity_32, pack_lane::f32, 23);
      return made(e::round_to_tf32, pack_lane::f32, 10);
    case data_format::bf16:
      if (s.round_10b_mant && s.late_to == data_format::fp16) {
        if (s.late_from == data_format::tf32 && !s.read_raw) return made(e::round_to_tf32, pack_lane::f32, 10);
        return made(e::round_to_tf32, pack_lane::f32, 10, "Round_10b_mant must be 0 for BF16 to FP16");
      }
      if (s.read_raw) return made(e::truncate_to_bf16, pack_lane::bf16, 7);
      return made(e::round_to_bf16, pack_lane::bf16, 7);
    case data_format::bfp8:
      if (s.read_raw) return made(e::truncate_to_bf16, pack_lane::bf16, 7);
      return made(e::round_to_e8m6, pack_lane::bf16, 6);
    case data_format::fp16: {
      early_choice r = narrowed_to_fp16(e::round_to_tf32, 10);  // Blackhole only
      if (!s.round_10b_mant) r.undefined = "FP16 from 32-bit Dst needs Round_10b_mant";
      return r;
    }
    case data_format::int16: return made(e::high_half, pack_lane::int16, 15);
    case data_format::int8:
      if (s.read_raw) return made(s.read_unsigned ? e::low_bits_to_uint8 : e::low_bits_to_int8, pack_lane::int8, 8);
      return made(s.read_unsigned ? e::shift_to_uint8 : e::shift_to_int8, pack_lane::int8, 8);
    default: return made(e::identity_32, pack_lane::f32, 23, "no conversion from 32-bit Dst to this intermediate format");
  }
}

early_choice choose_early_16(const early_settings& s) {
  using e = early_conversion;
  switch (s.intermediate) {
    case data_format::fp32:
      if (s.round_10b_mant && !s.read_raw) return made(e::bf16_to_tf32, pack_lane::f32, 7);
      return made(e::bf16_to_tf32, pack_lane::f32, 7, "no conversion from 16-bit Dst to FP32 without Round_10b_mant");
    case data_format::tf32:
      return made(e::bf16_to_tf32, pack_lane::f32, 7, s.read_raw ? "TF32 from 16-bit Dst needs Read_raw = 0" : nullptr);
    case data_format::bf16:
      if (s.round_10b_mant && s.late_to == data_format::fp16) {
        const bool fine = s.late_from == data_format::tf32 && !s.read_raw;
        return made(e::bf16_to_tf32, pack_lane::f32, 7, fine ? nullptr : "Round_10b_mant must be 0 for BF16 to FP16");
      }
      return made(s.read_raw ? e::bf16_identity : e::bf16_flush, pack_lane::bf16, 7);
    case data_format::bfp8:
      if (s.read_raw) return made(e::bf16_identity, pack_lane::bf16, 7);
      return made(e::bf16_to_e8m6, pack_lane::bf16, 6);
    case data_format::fp16:
      if (s.round_10b_mant) return made(e::bf16_to_fp16, pack_lane::fp16, 10);
      return made(s.read_raw ? e::fp16_identity : e::fp16_flush, pack_lane::fp16, 10);
    case data_format::bfp8a:
      if (s.read_raw) return made(e::fp16_to_e5m7, pack_lane::fp16, 7);
      return made(e::fp16_to_e5m6, pack_lane::fp16, 6);
    case data_format::fp8:
      return made(e::fp16_to_e5m2, pack_lane::fp16, 2, s.read_raw ? nullptr : "FP8 from 16-bit Dst needs Read_raw = 1");
    case data_format::int16: return made(e::identity_16, pack_lane::int16, 15);
    case data_format::int8:
      return made(e::sign_to_int8, pack_lane::int8, 8,
                  s.read_raw && !s.read_unsigned ? nullptr : "INT8 from 16-bit Dst needs Read_raw = 1 and Read_unsigned = 0");
    default: return made(e::identity_16, pack_lane::int16, 15, "no conversion from 16-bit Dst to this intermediate format");
  }
}

late_choice made(late_conversion c, unsigned bytes, const char* undefined = nullptr) {
  late_choice r;
  r.conversion = c;
  r.bytes = static_cast<uint8_t>(bytes);
  r.undefined = undefined;
  return r;
}

// What the late conversion believes the datums to be.
enum class kind { f32, bf16, fp16, int32, int16, int8, none };
kind kind_of(data_format f) {
  switch (f) {
    case data_format::fp32:
    case data_format::tf32: return kind::f32;
    case data_format::bf16:
    case data_format::bfp8: return kind::bf16;
    case data_format::fp16:
    case data_format::bfp8a:
    case data_format::fp8: return kind::fp16;
    case data_format::int32: return kind::int32;
    case data_format::int16: return kind::int16;
    case data_format::int8: return kind::int8;
    default: return kind::none;
  }
}

bool consistent(kind from, pack_lane lane, unsigned mantissa_bits) {
  switch (lane) {
    case pack_lane::f32: return from == kind::f32 || (from == kind::int32 && mantissa_bits == 23);
    case pack_lane::int32: return from == kind::int32 || from == kind::f32;
    case pack_lane::bf16: return from == kind::bf16;
    case pack_lane::fp16: return from == kind::fp16;
    case pack_lane::int16: return from == kind::int16;
    case pack_lane::int8: return from == kind::int8;
  }
  return false;
}

}  // namespace

early_choice choose_early(const early_settings& s) {
  if (is_fp16_before_fp8(s)) return choose_fp16_before_fp8(s);
  return s.read_32b ? choose_early_32(s) : choose_early_16(s);
}

late_choice choose_late(const early_choice& early, data_format from, data_format to, bool e4m3) {
  using l = late_conversion;
  const pack_lane lane = early.then_fp16 ? pack_lane::fp16 : early.lane;
  const char* undefined = nullptr;
  kind k = kind_of(from);
  if (!consistent(k, lane, early.mantissa_bits)) {
    undefined = "In_data_format does not fit the intermediate format";
    // Go on with what the datums are.
    k = lane == pack_lane::f32     ? kind::f32
        : lane == pack_lane::bf16  ? kind::bf16
        : lane == pack_lane::fp16  ? kind::fp16
        : lane == pack_lane::int32 ? kind::int32
        : lane == pack_lane::int16 ? kind::int16
                                   : kind::int8;
  }
  const char* const no = undefined ? undefined : "no late conversion from In_data_format to Out_data_format";
  switch (k) {
    case kind::f32:
      switch (to) {
        case data_format::fp32: return made(l::identity_32, 4, undefined);
        case data_format::tf32:
          return made(l::mask_tf32, 4,
                      undefined                  ? undefined
                      : early.mantissa_bits > 10 ? "FP32 to TF32 is an early conversion only"
                                                 : nullptr);
        case data_format::fp16: return made(l::f32_to_fp16, 2, undefined);
        case data_format::fp8: return made(e4m3 ? l::f32_to_e4m3 : l::f32_to_e5m2, 1, undefined);
        case data_format::bf16:
        case data_format::bfp8:
        case data_format::bfp4:
        case data_format::bfp2: return made(l::f32_to_bf16, 2, undefined);
        case data_format::bfp8a:
        case data_format::bfp4a:
        case data_format::bfp2a: return made(l::f32_to_e5m7, 2, undefined);
        default: return made(l::f32_to_bf16, 2, no);
      }
    case kind::bf16:
      switch (to) {
        case data_format::fp32:
        case data_format::tf32: return made(l::bf16_to_f32, 4, undefined);
        case data_format::fp16: return made(l::bf16_to_fp16, 2, undefined);
        case data_format::fp8: return made(e4m3 ? l::bf16_to_e4m3 : l::bf16_to_e5m2, 1, undefined);
        case data_format::bf16:
        case data_format::bfp8:
        case data_format::bfp4:
        case data_format::bfp2: return made(l::identity_16, 2, undefined);
        case data_format::bfp8a:
        case data_format::bfp4a:
        case data_format::bfp2a: return made(l::bf16_to_e5m7, 2, undefined);
        default: return made(l::identity_16, 2, no);
      }
    case kind::fp16:
      // Denormals are flushed only where mantissa bits are lost.
      switch (to) {
        case data_format::fp32:
        case data_format::tf32: return made(l::fp16_to_f32, 4, undefined);
        case data_format::fp16: return made(l::identity_16, 2, undefined);
        case data_format::fp8:
          if (e4m3) return made(l::fp16_to_e4m3, 1, undefined);
          return made(early.mantissa_bits > 2 ? l::fp16_to_e5m2 : l::fp16_cut_to_e5m2, 1, undefined);
        case data_format::bf16:
        case data_format::bfp8:
        case data_format::bfp4:
        case data_format::bfp2: return made(early.mantissa_bits > 7 ? l::fp16_to_bf16 : l::fp16_widen_to_bf16, 2, undefined);
        case data_format::bfp8a:
        case data_format::bfp4a:
        case data_format::bfp2a: return made(early.mantissa_bits > 7 ? l::fp16_to_e5m7 : l::identity_16, 2, undefined);
        default: return made(l::identity_16, 2, no);
      }
    case kind::int32: return made(l::identity_32, 4, to == data_format::int32 ? undefined : no);
    case kind::int16: return made(l::identity_16, 2, to == data_format::int16 ? undefined : no);
    case kind::int8: return made(l::low_byte, 1, to == data_format::int8 ? undefined : no);
    case kind::none: break;
  }
  return made(l::identity_16, 2, no);
}

}  // namespace tensix
