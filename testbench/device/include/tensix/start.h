// What the first full init does on each core, and a later one: formats only.
#pragma once
#include "tensix/matrix.h"
#include "tensix/packer.h"
#include "tensix/unpacker.h"

namespace tensix::device {

// Buffers of SrcA and SrcB with what their datums become there, and of the output. `cb_b` may be `cb_a`.
ALWI void configure(uint32_t cb_a, uint32_t src_a, uint32_t cb_b, uint32_t src_b, uint32_t cb_out, place caller,
                    bool transpose = false) {
  check_buffer(cb_a, 0, caller);
  check_buffer(cb_b, 0, caller);
  check_buffer(cb_out, 0, caller);
  check(five_bit_exponent(src_a) == five_bit_exponent(src_b), misuse::formats_do_not_mix, caller, cb_a, cb_b);
  if constexpr (unpacks) {
    const unpack_formats f{buffer_of(cb_a).format, src_a, buffer_of(cb_b).format, src_b, false, transpose};
    if (unpacker.formats) use_unpack_formats(f);
    else start_unpackers(f.key());
  }
  if constexpr (computes) {
    if (matrix.started) use_math_formats(src_a, src_b);
    else start_math(src_a, src_b);
    matrix.started = true;
  }
  if constexpr (packs) {
    packer.half_floats = five_bit_exponent(src_a);
    check_output(cb_out, caller);
    if (packer.started) use_pack_format(cb_out, caller);
    else start_packer(pack_source(buffer_of(cb_out).format, packer.half_floats), buffer_of(cb_out).format);
    packer.started = true;
  }
}

// Formats of T0 and T1 only, for the operation that is initialised.
inline constexpr uint32_t same_buffer = 32;
ALWI void reconfigure(uint32_t cb_a, uint32_t cb_b, place caller) {
  if constexpr (unpacks) {
    check(unpacker.formats, misuse::not_configured, caller);
    const uint32_t key = unpacker.formats;
    unpack_formats f{key & 15, key >> 4 & 15, key >> 8 & 15, key >> 12 & 15, (key >> 16 & 1) != 0, (key >> 17 & 1) != 0, key >> 18 & 0xfff};
    const uint32_t a = unpacker.op == unpacking::matmul ? 1 : 0;
    if (cb_a != same_buffer) f.in0 = buffer_of(cb_a).format, f.out0 = src_format(cb_a), unpacker.cb[a] = cb_a;
    if (cb_b != same_buffer) f.in1 = buffer_of(cb_b).format, f.out1 = src_format(cb_b), unpacker.cb[1 - a] = cb_b;
    use_unpack_formats(f);
  }
  if constexpr (computes) {
    check(matrix.started, misuse::not_configured, caller);
    use_math_formats(cb_a == same_buffer ? matrix.src_a : src_format(cb_a), cb_b == same_buffer ? matrix.src_b : src_format(cb_b));
  }
  if constexpr (packs)
    if (cb_a != same_buffer) use_dst_floats(five_bit_exponent(src_format(cb_a)));
}

}  // namespace tensix::device
