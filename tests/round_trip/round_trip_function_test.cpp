// SPDX-License-Identifier: Apache-2.0
// L1 -> unpacker -> SrcA or SrcB -> MOVA2D / MOVB2D -> Dst -> packer -> L1, and L1 -> unpacker -> Dst -> packer -> L1, for
// every pair of formats that can follow each other. The reference computes with the numbers that the bytes stand for.
#include <cmath>
#include <string>
#include <vector>

#include "catch.h"
#include "models/isa/isa.h"
#include "models/matrix_unit/matrix_unit_function.h"
#include "models/unpacker/unpacker_function.h"
#include "packer/packer_bench.h"

using namespace tensix;
using f = data_format;

namespace {

constexpr unsigned rows = 16, datums = 256;

// ---- what bytes stand for ----

struct face {  // raw datums and, for block formats, an exponent a row
  uint32_t raw[datums] = {};
  uint8_t exponent[rows] = {};
};

double power(int e) { return std::ldexp(1.0, e); }

double float_value(uint32_t sign, uint32_t exponent, uint32_t mantissa, int bits, int bias) {
  if (exponent == 0) return 0;
  const double v = (1 + mantissa * power(-bits)) * power(static_cast<int>(exponent) - bias);
  return sign ? -v : v;
}

bool narrow_block(f x) { return x == f::bfp8a || x == f::bfp4a || x == f::bfp2a; }

double value_of(f in, bool e4m3, uint32_t x, uint8_t exponent) {
  switch (in) {
    case f::fp32:
    case f::tf32: return float_value(x >> 31, x >> 23 & 255, x & 0x7fffff, 23, 127);
    case f::bf16: return float_value(x >> 15, x >> 7 & 255, x & 127, 7, 127);
    case f::fp16: return float_value(x >> 15, x >> 10 & 31, x & 1023, 10, 15);
    case f::fp8: return e4m3 ? float_value(x >> 7, x >> 3 & 15, x & 7, 3, 7) : float_value(x >> 7, x >> 2 & 31, x & 3, 2, 15);
    default: break;
  }
  const unsigned bits = datum_bits(in);
  const double m = static_cast<double>(x & ((1u << (bits - 1)) - 1)) / power(static_cast<int>(bits) - 2);
  const double v = m * power(exponent - (narrow_block(in) ? 15 : 127));
  return x >> (bits - 1) ? -v : v;
}

// ---- what numbers become ----

int exponent_of(double v) {
  int e;
  std::frexp(v, &e);
  return e - 1;
}
double with_bits(double v, int bits, bool round) {
  if (v == 0) return 0;
  const int place = exponent_of(v) - bits + 1;
  const double scaled = std::ldexp(v, -place);
  return std::ldexp(round ? std::round(scaled) : std::trunc(scaled), place);
}

uint32_t float_bits(double v, bool negative, int bits, int bias, unsigned exponent_bits) {
  const uint32_t sign = uint32_t{negative} << (exponent_bits + static_cast<unsigned>(bits));
  if (v == 0) return sign;
  const double a = std::fabs(v);
  const int e = exponent_of(a);
  const auto m = static_cast<uint32_t>((a / power(e) - 1) * power(bits));
  return sign | static_cast<uint32_t>(e + bias) << bits | m;
}

// Five exponent bits: saturation above, (signed) zero below.
double narrowed(double v, int bits) {
  if (std::fabs(v) <= power(-15)) return v < 0 ? -0.0 : 0.0;
  const double most = (2 - power(-bits)) * power(16);
  if (std::fabs(v) >= power(17)) return v < 0 ? -most : most;
  return with_bits(v, bits + 1, false);
}

enum class dst_kind { wide, bf16, fp16 };

struct expected_row {
  uint32_t raw[16];
  uint8_t exponent = 0;
};

expected_row packed(f out, bool e4m3, dst_kind from, const double* values) {
  expected_row r{};
  for (unsigned i = 0; i < 16; ++i) {
    double v = values[i];
    if (v == 0) v = 0;             // the early conversion makes plus zero of minus zero
    if (from == dst_kind::wide) {  // and rounds
      if (out == f::bf16 || has_wide_shared_exponent(out)) v = with_bits(v, 8, true);
      else if (out != f::fp32) v = with_bits(v, 11, true);
    }
    switch (out) {
      case f::fp32:
      case f::tf32: r.raw[i] = float_bits(v, v < 0, 23, 127, 8); break;
      case f::bf16: r.raw[i] = float_bits(with_bits(v, 8, false), v < 0, 7, 127, 8); break;
      case f::fp16:
        v = narrowed(v, 10);
        r.raw[i] = float_bits(v, std::signbit(v), 10, 15, 5);
        break;
      case f::fp8:
        if (e4m3) {
          const double most = 1.875 * power(8);
          if (std::fabs(v) < power(-6)) v = std::signbit(v) ? -0.0 : 0.0;
          else v = std::fabs(v) >= power(9) ? std::copysign(most, v) : with_bits(v, 4, false);
          r.raw[i] = float_bits(v, std::signbit(v), 3, 7, 4);
        } else {
          v = narrowed(v, 2);
          if (v == 0 && from == dst_kind::wide) v = 0;  // by way of FP16, whose zeroes are flushed once more
          r.raw[i] = float_bits(v, std::signbit(v), 2, 15, 5);
        }
        break;
      default: {  // blocks: collected below as numbers
        const double x = narrow_block(out) ? narrowed(v, 7) : with_bits(v, 8, false);
        if (x != 0) {
          const int e = exponent_of(x) + (narrow_block(out) ? 15 : 127);
          if (e > r.exponent) r.exponent = static_cast<uint8_t>(e);
        }
      }
    }
  }
  if (!is_block_format(out)) return r;
  const unsigned bits = datum_bits(out);
  for (unsigned i = 0; i < 16; ++i) {
    double v = values[i];
    if (from == dst_kind::wide) v = with_bits(v, narrow_block(out) ? 11 : 8, true);
    v = narrow_block(out) ? narrowed(v, 7) : with_bits(v, 8, false);
    const double scaled = std::round(std::fabs(v) * 64 / power(r.exponent - (narrow_block(out) ? 15 : 127)));
    const uint32_t m = static_cast<uint32_t>(scaled > 127 ? 127 : scaled) >> (8 - bits);
    r.raw[i] = m | (v < 0 && m ? 1u << (bits - 1) : 0);
  }
  return r;
}

// ---- the way through the tile ----

struct trip {
  packer_bench b;
  unpacker_function unpacker[2] = {{b.state, 0}, {b.state, 1}};
  matrix_unit_function matrix{b.state};
  unpack_job job;

  static uint32_t section(f x) { return is_block_format(x) ? 16u : 0; }

  void place(f in, const face& data) {
    uint8_t* to = &b.state.l1[0x1010];
    std::memset(to, 0, 1040);
    if (is_block_format(in)) std::memcpy(to, data.exponent, rows);
    const unsigned bits = datum_bits(in);
    to += section(in);
    for (unsigned i = 0; i < datums; ++i)
      for (unsigned k = 0; k < bits; k += std::min(bits, 8u))
        to[(i * bits + k) / 8] = static_cast<uint8_t>(to[(i * bits + k) / 8] | (data.raw[i] >> k & 0xff) << (i * bits % 8));
  }

  void unpack(f in, f out, bool e4m3, unsigned which, bool to_dst) {
    const auto put = [&](config_field field, uint32_t value) { b.set(field.further(thcon_section_words * which), value); };
    const unsigned d = cfg::THCON_SEC0_REG0_TileDescriptor.word + thcon_section_words * which;
    for (auto& bank : b.state.config.config) {
      bank[d] = static_cast<uint32_t>(in) | 16 | 256u << 16;
      bank[d + 1] = 1 | 1u << 16;
      bank[d + 2] = 1;
      bank[d + 3] = 0;
    }
    put(cfg::THCON_SEC0_REG2_Out_data_format, static_cast<uint32_t>(out));
    put(cfg::THCON_SEC0_REG2_Unpack_If_Sel, to_dst);
    put(cfg::THCON_SEC0_REG1_Unp_LF8_4b_exp, e4m3);
    put(cfg::THCON_SEC0_REG3_Base_address, 0x100);
    // Unpacker 0's rows start behind four of a header.
    const uint32_t bytes = (datum_bits(out) + 7) / 8;
    b.set(which ? cfg::UNP1_ADDR_BASE_REG_1_Base : cfg::UNP0_ADDR_BASE_REG_1_Base, which ? 0 : 64 * bytes);
    b.state.adc[0].set[which].channel[1].x = 255;
    auto& source = which ? b.state.srcb : b.state.srca;
    source.unpack_bank = source.matrix_bank = 0;
    for (auto& bank : source.bank) bank.allowed_client = src_client::unpackers;
    unpacker[which].accept(word_of(opcode::UNPACR) | insn::UNPACR::set_dat_valid.place(!to_dst) |
                               insn::UNPACR::unpack_block_selection.place(which),
                           0, job);
    unpacker[which].execute(job);
    unpacker[which].finish(job);
  }

  void move(unsigned which) {
    if (which == 0)
      for (unsigned r = 0; r < rows; r += 8)
        matrix.execute(word_of(opcode::MOVA2D) | insn::MOVA2D::src.place(r) | insn::MOVA2D::dst.place(r) |
                           insn::MOVA2D::instr_mod.place(2),
                       0);
    else
      for (unsigned r = 0; r < rows; r += 4)
        matrix.execute(word_of(opcode::MOVB2D) | insn::MOVB2D::src.place(r) | insn::MOVB2D::dst.place(r) |
                           insn::MOVB2D::movb2d_instr_mod.place(4),
                       0);
  }

  void pack(f intermediate, f out, bool wide, bool e4m3) {
    b.formats(intermediate, intermediate, out, wide);
    b.set(cfg::PCK_DEST_RD_CTRL_Round_10b_mant, wide && intermediate == f::fp16);
    b.set(cfg::THCON_SEC0_REG1_Pac_LF8_4b_exp, e4m3);
    b.set(cfg::THCON_SEC0_REG1_Exp_section_size, is_block_format(out) ? 1 : 0);
    for (unsigned r = 0; r < rows; r += 4) {
      b.adc(0).y = r;
      b.pacr(r == 12 ? packer_bench::last : 0);
    }
  }

  uint32_t packed_raw(f out, unsigned i) const {
    const unsigned bits = datum_bits(out);
    uint32_t x = 0;
    const uint8_t* at = &b.state.l1[0x10000 + section(out) + i * bits / 8];
    for (unsigned k = 0; k < (bits + 7) / 8; ++k) x |= uint32_t{at[k]} << (8 * k);
    return bits < 8 ? x >> (i * bits % 8) & ((1u << bits) - 1) : x;
  }
};

enum class way { srca, srcb, dst };

struct input {
  f in, src;
  dst_kind kind;
  bool e4m3 = false;
  unsigned faces = 16;
};

uint32_t scramble(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352d;
  x = (x ^ x >> 15) * 0x846ca68b;
  return x ^ x >> 16;
}

// Every 16-bit pattern for 16-bit formats; every datum of narrower ones with many exponents; random FP32.
face make_face(const input& c, unsigned n) {
  face d;
  const unsigned bits = datum_bits(c.in);
  for (unsigned r = 0; r < rows; ++r) {
    const uint32_t random = scramble(n * rows + r + 1);
    d.exponent[r] = static_cast<uint8_t>(narrow_block(c.in) ? 8 + random % 24
                                         : random & 256     ? 105 + random % 44
                                                            : 8 + random % 240);
  }
  for (unsigned i = 0; i < datums; ++i) {
    const uint32_t index = n * datums + i, random = scramble(index);
    uint32_t& x = d.raw[i];
    if (bits == 16) x = index * 40503 & 0xffff;
    else if (bits == 32) x = (random & 0x807fffff) | (n % 2 ? 108 + random / 64 % 40 : 1 + random / 64 % 250) << 23;
    else x = random & ((1u << bits) - 1);
    if (c.in == f::tf32) x &= 0xffffe000;
    // Infinities and NaN, and what stands for them in bytes; "minus zero" of a block.
    if (bits == 16 && c.in == f::bf16 && (x & 0x7f80) == 0x7f80) x = 0x3f80;
    if (c.in == f::fp8 && (x & 0x7f) == 0x7f) x = 0x3c;
    if (is_block_format(c.in) && x == 1u << (bits - 1)) x = 0;
  }
  return d;
}

// Numbers whose exponent is one below the smallest of five bits are documented to be mishandled.
void avoid_mishandled(const input& c, face& d) {
  for (unsigned i = 0; i < datums; ++i) {
    const double v = std::fabs(value_of(c.in, c.e4m3, d.raw[i], d.exponent[i / 16]));
    if (v > 0.99 * power(-15) && v < 1.01 * power(-14)) d.raw[i] = 0;
  }
}

f intermediate_of(dst_kind kind, f out) {
  if (kind == dst_kind::bf16) return f::bf16;
  if (kind == dst_kind::fp16) return f::fp16;
  if (out == f::fp32 || out == f::tf32) return out;
  return out == f::bf16 || has_wide_shared_exponent(out) ? f::bf16 : f::fp16;
}

// FP32 and TF32 on their way into something narrower are cut; TF32 in Dst is FP32.
double value_in_dst(const input& c, bool through_src, double v) {
  if (datum_bits(c.in) != 32 || c.src == f::fp32) return v;
  if (c.src == f::tf32) return through_src ? with_bits(v, 11, false) : v;
  return c.src == f::bf16 ? with_bits(v, 8, false) : narrowed(v, 10);
}

}  // namespace

TEST_CASE("round trips of every pair of formats") {
  // Format in L1, format it is unpacked as.
  const input inputs[] = {{f::fp32, f::tf32, dst_kind::wide},
                          {f::fp32, f::bf16, dst_kind::bf16},
                          {f::fp32, f::fp16, dst_kind::fp16},
                          {f::fp32, f::fp32, dst_kind::wide},
                          {f::tf32, f::tf32, dst_kind::wide},
                          {f::tf32, f::bf16, dst_kind::bf16},
                          {f::tf32, f::fp16, dst_kind::fp16},
                          {f::tf32, f::fp32, dst_kind::wide},
                          {f::bf16, f::bf16, dst_kind::bf16, false, 256},
                          {f::bf16, f::tf32, dst_kind::wide, false, 256},
                          {f::fp16, f::fp16, dst_kind::fp16, false, 256},
                          {f::fp8, f::fp8, dst_kind::fp16, false, 4},
                          {f::fp8, f::fp8, dst_kind::fp16, true, 4},
                          {f::fp8, f::fp16, dst_kind::fp16, false, 4},
                          {f::fp8, f::fp16, dst_kind::fp16, true, 4},
                          {f::bfp8, f::bfp8, dst_kind::bf16, false, 64},
                          {f::bfp8, f::bf16, dst_kind::bf16, false, 64},
                          {f::bfp8, f::tf32, dst_kind::wide, false, 64},
                          {f::bfp4, f::bfp4, dst_kind::bf16},
                          {f::bfp4, f::bfp8, dst_kind::bf16},
                          {f::bfp4, f::bf16, dst_kind::bf16},
                          {f::bfp4, f::tf32, dst_kind::wide},
                          {f::bfp2, f::bfp2, dst_kind::bf16},
                          {f::bfp2, f::bfp8, dst_kind::bf16},
                          {f::bfp2, f::bf16, dst_kind::bf16},
                          {f::bfp2, f::tf32, dst_kind::wide},
                          {f::bfp8a, f::bfp8a, dst_kind::fp16, false, 64},
                          {f::bfp8a, f::fp16, dst_kind::fp16, false, 64},
                          {f::bfp4a, f::bfp4a, dst_kind::fp16},
                          {f::bfp4a, f::fp16, dst_kind::fp16},
                          {f::bfp2a, f::bfp2a, dst_kind::fp16},
                          {f::bfp2a, f::fp16, dst_kind::fp16}};
  const struct {
    f out;
    bool e4m3;
  } outputs[] = {{f::fp32, false}, {f::tf32, false}, {f::bf16, false}, {f::fp16, false},  {f::fp8, false},   {f::fp8, true},
                 {f::bfp8, false}, {f::bfp4, false}, {f::bfp2, false}, {f::bfp8a, false}, {f::bfp4a, false}, {f::bfp2a, false}};
  trip t;
  unsigned ways[3] = {};
  for (const input& c : inputs)
    for (const auto& o : outputs) {
      const bool narrows = c.kind != dst_kind::fp16 && (o.out == f::fp16 || o.out == f::fp8 || narrow_block(o.out));
      for (const way w : {way::srca, way::srcb, way::dst}) {
        if (!route_of(c.in, c.src, w == way::dst, c.e4m3, false).defined) continue;
        ++ways[static_cast<unsigned>(w)];
        const unsigned which = w == way::srcb ? 1 : 0;
        const f src = c.src;
        unsigned wrong = 0;
        std::string first;
        for (unsigned n = 0; n < c.faces; ++n) {
          face d = make_face(c, n);
          if (narrows || c.src == f::fp16) avoid_mishandled(c, d);
          t.place(c.in, d);
          t.unpack(c.in, src, c.e4m3, which, w == way::dst);
          if (w != way::dst) t.move(which);
          t.pack(intermediate_of(c.kind, o.out), o.out, c.kind == dst_kind::wide, o.e4m3);
          for (unsigned r = 0; r < rows; ++r) {
            double v[16];
            for (unsigned i = 0; i < 16; ++i)
              v[i] = value_in_dst(c, w != way::dst, value_of(c.in, c.e4m3, d.raw[16 * r + i], d.exponent[r]));
            const expected_row e = packed(o.out, o.e4m3, c.kind, v);
            for (unsigned i = 0; i < 16; ++i) {
              if (t.packed_raw(o.out, 16 * r + i) == e.raw[i]) continue;
              if (wrong++ == 0)
                first = "raw " + std::to_string(d.raw[16 * r + i]) + " exponent " + std::to_string(d.exponent[r]) + " value " +
                        std::to_string(v[i]) + " gives " + std::to_string(t.packed_raw(o.out, 16 * r + i)) + " for " +
                        std::to_string(e.raw[i]);
            }
            if (is_block_format(o.out) && t.b.state.l1[0x10000 + r] != e.exponent && wrong++ == 0)
              first = "exponent " + std::to_string(t.b.state.l1[0x10000 + r]) + " for " + std::to_string(e.exponent);
          }
        }
        INFO(name(c.in) << (c.e4m3 ? " e4m3" : "") << " as " << name(src) << " by way " << static_cast<int>(w) << " to "
                        << name(o.out) << (o.e4m3 ? " e4m3" : "") << ": " << first);
        CHECK(wrong == 0);
      }
    }
  CHECK(ways[static_cast<unsigned>(way::srca)] == 30 * 12);  // all but two to FP32
  CHECK(ways[static_cast<unsigned>(way::dst)] == 28 * 12);   // all but four to TF32
  CHECK(!t.b.state.diagnose.any());
  if (t.b.state.diagnose.any()) WARN(t.b.state.diagnose.reports()[0].text);
}

TEST_CASE("whole patterns come back unchanged") {
  // In, what the packer is told, 32-bit Dst; -0, denormals, infinities and NaN included.
  const struct {
    f in;
    bool wide, through_src;
  } cases[] = {{f::fp32, true, false},   {f::tf32, true, false},  {f::int32, true, false},
               {f::int16, false, false}, {f::int16, false, true}, {f::bf16, false, false},
               {f::fp16, false, false},  {f::bf16, false, true},  {f::fp16, false, true}};
  for (const auto& c : cases) {
    trip t;
    t.b.set(cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src, 1);  // MOVx2D keep what they move
    t.b.set(cfg::PCK_DEST_RD_CTRL_Read_int8, 1);           // the packer as well
    unsigned wrong = 0;
    for (unsigned which = 0; which < (c.through_src ? 2u : 1u); ++which)
      for (unsigned n = 0; n < 256; ++n) {
        face d;
        for (unsigned i = 0; i < datums; ++i) {
          const uint32_t x = n * datums + i;
          d.raw[i] = datum_bits(c.in) == 16 ? x
                     : c.in == f::tf32      ? x << 16 | (scramble(x) & 0xe000)
                                            : x << 16 | (scramble(x) & 0xffff);
        }
        t.place(c.in, d);
        t.unpack(c.in, c.in, false, which, !c.through_src);
        if (c.through_src) t.move(which);
        t.pack(c.in == f::tf32 ? f::fp32 : c.in, c.in == f::tf32 ? f::fp32 : c.in, c.wide, false);
        for (unsigned i = 0; i < datums; ++i) wrong += t.packed_raw(c.in, i) != d.raw[i];
      }
    INFO(name(c.in) << (c.through_src ? " through Src" : " through Dst"));
    CHECK(wrong == 0);
    CHECK(!t.b.state.diagnose.any());
  }
}

// INT8 reaches Dst through the matrix unit: SrcA + 0 as INT32. Bytes are sign and magnitude, or unsigned.
TEST_CASE("8-bit integers by way of the matrix unit to INT8, UINT8 and INT32") {
  for (const bool is_unsigned : {false, true})
    for (const f out : {f::int8, f::int32}) {
      trip t;
      t.b.set(cfg::ALU_ACC_CTRL_INT8_math_enabled, 1);
      t.b.set(cfg::ALU_FORMAT_SPEC_REG0_SrcAUnsigned, is_unsigned);
      t.b.set(cfg::ALU_FORMAT_SPEC_REG0_SrcBUnsigned, is_unsigned);
      t.b.set(cfg::PCK_DEST_RD_CTRL_Read_unsigned, is_unsigned);
      t.b.set(cfg::ALU_FORMAT_SPEC_REG0_SrcA, static_cast<uint32_t>(f::int8));
      face d;
      for (unsigned i = 0; i < datums; ++i) d.raw[i] = i;
      t.place(f::int8, d);
      t.unpack(f::int8, f::int8, false, 0, false);
      t.b.state.srcb.bank[0].allowed_client = src_client::matrix_unit;
      for (unsigned r = 0; r < rows; r += 8) {
        t.matrix.execute(word_of(opcode::ZEROACC) | insn::ZEROACC::where.place(r), 0);
        t.matrix.execute(word_of(opcode::ELWADD) | insn::ELWADD::dst.place(r), 0);
        for (auto& rwc : t.b.state.rwc) rwc.srca = static_cast<decltype(rwc.srca)>(r + 8);
      }
      t.pack(out, out, true, false);
      unsigned wrong = 0;
      std::string first;
      for (unsigned i = 0; i < datums; ++i) {
        const uint32_t want = out == f::int8 ? i : is_unsigned ? i : (i & 0x80) << 24 | (i & 0x7f);
        const uint32_t got = t.packed_raw(out, i);
        // Minus zero adds up to zero.
        if (got == want || (!is_unsigned && i == 0x80 && got == 0)) continue;
        if (wrong++ == 0) first = std::to_string(i) + " gives " + std::to_string(got) + " for " + std::to_string(want);
      }
      INFO((is_unsigned ? "UINT8" : "INT8") << " to " << name(out) << ": " << first);
      CHECK(wrong == 0);
      if (t.b.state.diagnose.any()) WARN(t.b.state.diagnose.reports()[0].text);
      CHECK(!t.b.state.diagnose.any());
    }
}
