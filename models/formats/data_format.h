// SPDX-License-Identifier: Apache-2.0
// The 4-bit data format codes of the unpackers and packers (L1 and register side), with their sizes.
#pragma once

#include <cstdint>

namespace tensix {

// Codes as written into tile descriptors and the THCON_SECx_REGy *_data_format fields.
// The "a" variants share a 5-bit (FP16 style) exponent, the plain block formats an 8-bit one.
// fp8 is e5m2 unless the e4m3 switch of the unpacker/packer is set; 12 and 13 are unassigned.
enum class data_format : std::uint8_t {
  fp32 = 0,
  fp16 = 1,
  bfp8a = 2,
  bfp4a = 3,
  tf32 = 4,
  bf16 = 5,
  bfp8 = 6,
  bfp4 = 7,
  int32 = 8,
  int16 = 9,
  fp8 = 10,
  bfp2a = 11,
  int8 = 14,
  bfp2 = 15
};

// Bits of one datum in L1 without its share of an exponent; 0 for the unassigned codes.
constexpr unsigned datum_bits(data_format f) {
  switch (f) {
    case data_format::fp32:
    case data_format::tf32:
    case data_format::int32: return 32;
    case data_format::fp16:
    case data_format::bf16:
    case data_format::int16: return 16;
    case data_format::bfp8a:
    case data_format::bfp8:
    case data_format::fp8:
    case data_format::int8: return 8;
    case data_format::bfp4a:
    case data_format::bfp4: return 4;
    case data_format::bfp2a:
    case data_format::bfp2: return 2;
  }
  return 0;
}

// True for the formats that store one exponent byte per 16 datums in a section of their own.
constexpr bool is_block_format(data_format f) {
  return f == data_format::bfp8a || f == data_format::bfp4a || f == data_format::bfp2a || f == data_format::bfp8 ||
         f == data_format::bfp4 || f == data_format::bfp2;
}

// True for the block formats whose shared exponent is 8 bits wide (BFP8, BFP4, BFP2).
constexpr bool has_wide_shared_exponent(data_format f) {
  return f == data_format::bfp8 || f == data_format::bfp4 || f == data_format::bfp2;
}

constexpr bool has_narrow_shared_exponent(data_format f) { return is_block_format(f) && !has_wide_shared_exponent(f); }

constexpr bool is_known_format(data_format f) { return datum_bits(f) != 0; }

// Bytes of `datums` datums in L1: the data, plus one exponent byte per started 16 datums of block formats.
constexpr std::uint32_t data_bytes(data_format f, std::uint32_t datums) { return (datums * datum_bits(f) + 7) / 8; }

constexpr std::uint32_t exponent_bytes(data_format f, std::uint32_t datums) {
  return is_block_format(f) ? (datums + 15) / 16 : 0;
}

constexpr std::uint32_t tile_bytes(data_format f, std::uint32_t datums = 1024) {
  return data_bytes(f, datums) + exponent_bytes(f, datums);
}

constexpr const char* name(data_format f) {
  switch (f) {
    case data_format::fp32: return "FP32";
    case data_format::fp16: return "FP16";
    case data_format::bfp8a: return "BFP8a";
    case data_format::bfp4a: return "BFP4a";
    case data_format::tf32: return "TF32";
    case data_format::bf16: return "BF16";
    case data_format::bfp8: return "BFP8";
    case data_format::bfp4: return "BFP4";
    case data_format::int32: return "INT32";
    case data_format::int16: return "INT16";
    case data_format::fp8: return "FP8";
    case data_format::bfp2a: return "BFP2a";
    case data_format::int8: return "INT8";
    case data_format::bfp2: return "BFP2";
  }
  return "unassigned";
}

}  // namespace tensix
