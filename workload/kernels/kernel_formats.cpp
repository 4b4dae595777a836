// SPDX-License-Identifier: Apache-2.0
// In which formats the data of a kernel pass through the registers. Source: ISA documentation, FormatConversion of unpackers and
// packers, Dst; the combinations real kernels use. No SystemC.
#include <algorithm>
#include <stdexcept>

#include "workload/kernels/kernel_function.h"

namespace tensix {
namespace {

constexpr uint32_t code(data_format f) { return static_cast<uint32_t>(f); }

bool has_narrow_exponent(tile_format f) {
  return f == tile_format::fp16 || f == tile_format::fp8 || f == tile_format::fp8_e4m3;
}
bool is_word(tile_format f) { return f == tile_format::fp32 || f == tile_format::tf32; }
bool is_block(tile_format f) { return is_block_format(hardware_format(f)); }

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

void check_integers(const kernel_options& o) {
  const std::string out = name(o.output_format), in = name(o.format);
  for (unsigned i = 0; i < o.kernel->operands(); ++i) {
    const tile_format f = o.input_format(i);
    if (is_integer(f) != is_integer(o.format))
      refuse("inputs " + in + " and " + name(f) +
             ": the matrix unit multiplies and adds integers or floats, not one with the " + "other; give both operands " +
             (is_integer(o.format) ? in : name(f)) + ", or both a float format");
    if (f == tile_format::int32 && !o.kernel->straight_to_dst())
      refuse(std::string("input int32 of ") + o.kernel->name() +
             ": SrcA and SrcB hold 19 bits, so that the matrix unit knows no int32; use int8, or a kernel that goes past them "
             "(datacopy, transpose, tilize, untilize)");
  }
  if (is_integer(o.format) != is_integer(o.output_format))
    refuse("output " + out + " from input " + in + ": the packer does not convert between integers and floats; use output " +
           (is_integer(o.format) ? "int32" : "fp32"));
  if (is_integer(o.format) && !o.fp32_dest) refuse(in + " with a 16-bit Dst: integers are 32 bits in Dst; use --fp32-dest");
}

// SrcA and SrcB share one kind of exponent.
uint32_t choose_src(const kernel_options& o) {
  const unsigned operands = std::min(2u, o.inputs());
  bool narrow = false, wide = false, word = false;
  for (unsigned i = 0; i < operands; ++i) {
    const tile_format f = o.input_format(i);
    narrow |= has_narrow_exponent(f);
    word |= is_word(f);
    wide |= !has_narrow_exponent(f) && !is_word(f);
  }
  if (narrow && wide)
    refuse(std::string("inputs ") + name(o.format) + " and " + name(o.input_format(1)) +
           ": SrcA and SrcB hold the same kind of exponent, five bits (fp16, fp8) or eight (bf16, bfp8, bfp4, bfp2); "
           "use two of one kind, or fp32 or tf32 for one of them, which the unpacker narrows to either");
  if (narrow) return code(data_format::fp16);
  if (!word) return operands == 1 || o.input_format(1) == o.format ? 0 : code(data_format::bf16);  // 0: as it comes
  // Src holds 19 bits at most. Without a 32-bit Dst the low mantissa bits are lost on the way into Src anyway.
  if (o.fp32_dest) return code(data_format::tf32);
  return code(!wide && o.output_format == tile_format::fp16 ? data_format::fp16 : data_format::bf16);
}

}  // namespace

// What goes with the first operand.
tile_format kernel::constant_format(const kernel_options& o) {
  const bool becomes_fp16 = is_word(o.format) && !o.fp32_dest && o.output_format == tile_format::fp16;
  return has_narrow_exponent(o.format) || becomes_fp16 ? tile_format::fp16 : tile_format::bf16;
}

void kernel::choose_formats() {
  const kernel_options& o = options_;
  check_integers(o);
  for (unsigned i = 0; i < 2; ++i) plan_.in_code[i] = code(hardware_format(o.input_format(i)));
  if (is_integer(o.format)) {
    plan_.integers = true;
    plan_.unpack_to_dst = o.format == tile_format::int32;
    plan_.src_code = plan_.in_code[0];
    plan_.pack = packed_as(o.output_format);
    return choose_partials();
  }
  plan_.src_code = choose_src(o);
  if (plan_.src_code == 0)  // a block float becomes BF16 in Src
    plan_.src_code = o.format == tile_format::bfp8 ? plan_.in_code[0] : code(data_format::bf16);
  if (is_word(o.format) && o.fp32_dest && o.kernel->straight_to_dst())
    plan_.src_code = code(data_format::fp32), plan_.unpack_to_dst = true;
  plan_.pack = packed_as(o.output_format);
  choose_partials();
}

packed_format kernel::packed_as(tile_format f) const {
  const kernel_options& o = options_;
  const bool fp16_out = f == tile_format::fp16;
  packed_format p;
  p.format = f;
  p.out_code = code(hardware_format(f));
  if (plan_.integers) {
    p.in_code = p.out_code;
  } else if (o.fp32_dest) {
    p.in_code = code(data_format::fp32);
    if (f == tile_format::bf16) p.in_code = code(data_format::bf16);
    if (f == tile_format::tf32) p.in_code = code(data_format::tf32);
    if (fp16_out) p.in_code = code(data_format::fp16), p.round_to_10_bits = true;
  } else if (plan_.src_code == code(data_format::fp16)) {
    p.in_code = code(is_block(f) ? data_format::bfp8a : data_format::fp16);
  } else {
    if (fp16_out)
      refuse(std::string("output fp16 from input ") + name(o.format) +
             " with a 16-bit Dst: Dst then holds BF16, which the packer cannot turn into FP16; use fp32_dest, or fp16 or fp32 "
             "input, or bf16 output");
    p.in_code = code(data_format::bf16);
  }
  return p;
}

// Partial sums that go to L1 and come back: as wide as Dst, in the output's format if Dst is narrower and SrcA can hold that.
void kernel::choose_partials() {
  const kernel_options& o = options_;
  if (o.partials_format && !o.spills())
    refuse(std::string("partials ") + name(*o.partials_format) +
           ": no partial sums come back from L1; use a --block-k below all tiles of K, without --l1-acc");
  if (!o.spills()) return;
  const bool narrow = plan_.src_code == code(data_format::fp16);
  tile_format f = o.output_format;
  if (plan_.integers) f = tile_format::int32;
  else if (o.fp32_dest) f = tile_format::fp32;
  else if (narrow && (is_block(f) || !has_narrow_exponent(f)) && !is_word(f)) f = tile_format::fp16;
  f = o.partials_format.value_or(f);
  const bool byte_float = f == tile_format::fp8 || f == tile_format::fp8_e4m3;
  if (plan_.integers ? f != tile_format::int32
                     : is_integer(f) || byte_float || (!is_word(f) && has_narrow_exponent(f) != narrow))
    refuse(std::string("partials ") + name(f) + " beside inputs " + name(o.format) +
           ": they come back through SrcA, which holds what it holds of the operands, or as 32 bits past it; use " +
           (plan_.integers ? "int32"
            : narrow       ? "fp16, fp32 or tf32"
                           : "bf16, bfp8, bfp4, bfp2, fp32 or tf32"));
  plan_.partials = packed_as(f);
  plan_.partials_to_dst = o.fp32_dest && (is_word(f) || f == tile_format::int32);
  const bool tf32 = plan_.src_code == code(data_format::tf32);
  plan_.partials_src_code = f == tile_format::int32 ? code(hardware_format(f))
                            : plan_.partials_to_dst ? code(data_format::fp32)
                            : narrow                ? code(data_format::fp16)
                            : tf32                  ? code(data_format::tf32)
                                                    : code(data_format::bf16);
}

}  // namespace tensix
