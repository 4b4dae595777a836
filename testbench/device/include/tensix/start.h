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

}  // namespace tensix::device
