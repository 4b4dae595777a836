// SPDX-License-Identifier: Apache-2.0
// What the first full init does on each core, and a later one or a short one: formats only.
#pragma once
#include "tensix/matrix.h"
#include "tensix/packer.h"
#include "tensix/unpacker.h"

namespace tensix::device {

// The buffers of the present operation, on each core.
struct operand_buffers {
  uint32_t a, b;
};
static operand_buffers operands;
// What an init has prepared depends on the format, which is the size of tiles as well, not on the buffer.
ALWI void check_operand(uint32_t cb, uint32_t initialised) {
  check(buffer_of(cb).format == buffer_of(initialised).format, misuse::other_buffer, cb, initialised);
}

// Formats for an operation on buffers `cb_a` (in SrcA) and `cb_b` (in SrcB; `cb_a` again if there is one operand), which become
// `src` there. Before the kernel's full init, which follows, it may be wrong to no harm.
// `together`: operands of one operation; not where one of them stays from the operation before.
ALWI void use_formats(uint32_t cb_a, uint32_t cb_b, uint32_t src, bool to_dst = false, bool transpose = false,
                      uint32_t row_units = 0, bool together = true) {
  check_buffer(cb_a, 0);
  check_buffer(cb_b, 0);
  if (together) check_operands(cb_a, cb_b);
  operands = {cb_a, cb_b};
  if constexpr (unpacks) {
    use_unpack_formats({buffer_of(cb_a).format, buffer_of(cb_b).format, src, to_dst, transpose, row_units});
  }
  if constexpr (computes)
    if (!to_dst) use_math_format(src);
  if constexpr (packs) use_dst_datums(kind_of(src));
}

// The same, and the format of the output; at the kernel's start all that it needs once. Core by core.
ALWI void configure_unpack(uint32_t cb_a, uint32_t cb_b, uint32_t src, bool transpose = false) {
  check_buffer(cb_a, 0);
  check_buffer(cb_b, 0);
  check_operands(cb_a, cb_b);
  operands = {cb_a, cb_b};
  const unpack_formats f{buffer_of(cb_a).format, buffer_of(cb_b).format, src, false, transpose};
  if (unpacker.formats) use_unpack_formats(f);
  else start_unpackers(f.key());
}
ALWI void configure_math(uint32_t src) {
  if (matrix.started) use_math_format(src);
  else start_math(src);
  matrix.started = true;
}
ALWI void configure_pack(datums in_dst, uint32_t cb_out) {
  packer.in_dst = in_dst;
  check_output(cb_out);
  if (packer.started) use_pack_format(cb_out);
  else start_packer(pack_source(buffer_of(cb_out).format, packer.in_dst), buffer_of(cb_out).format);
  packer.cb = cb_out;
  packer.started = true;
}
ALWI void configure(uint32_t cb_a, uint32_t cb_b, uint32_t src, uint32_t cb_out, bool transpose = false) {
  check_buffer(cb_a, 0);
  check_buffer(cb_b, 0);
  check_buffer(cb_out, 0);
  check_operands(cb_a, cb_b);
  operands = {cb_a, cb_b};
  if constexpr (unpacks) configure_unpack(cb_a, cb_b, src, transpose);
  if constexpr (computes) configure_math(src);
  if constexpr (packs) configure_pack(kind_of(src), cb_out);
}

}  // namespace tensix::device
