// SPDX-License-Identifier: Apache-2.0
// Moves, GMPOOL, ZEROACC, ZEROSRC, counters, bank hand-over, row masks and mappings of the matrix unit.
#include <cstring>

#include "catch.h"
#include "matrix_bench.h"

using namespace matrix_bench;

namespace matrix_moves_test {
namespace {
constexpr unsigned fp16 = 1, tf32 = 4, bf16 = 5, int16 = 9, int8 = 14;

void randomize(machine& m, xorshift& random) {
  for (src_register* src : {&m.s.srca, &m.s.srcb})
    for (auto& bank : src->bank)
      for (auto& row : bank.row)
        for (uint32_t& x : row) x = random.below(6) ? random() & 0x7ffff : random() & 0x403ff;  // some with exponent 0
  for (unsigned r = 0; r < dst_rows; ++r) {
    m.s.dst.row_valid[r] = random.below(5) != 0;
    for (uint16_t& x : m.s.dst.bits[r]) x = static_cast<uint16_t>(random());
  }
}
// The silicon's field order, sign mantissa exponent, in which the documentation writes its moves.
uint32_t silicon(uint32_t x) { return (x & 0x40000) | ((x & 0x3ff) << 8) | ((x >> 10) & 0xff); }
uint32_t natural(uint32_t x) { return (x & 0x40000) | ((x & 0xff) << 10) | ((x >> 8) & 0x3ff); }
uint16_t remove_low_mantissa(uint32_t x) {
  return static_cast<uint16_t>(((x & 0x40000) >> 3) | ((x & 0x3f800) >> 3) | (x & 0xff));
}
uint16_t remove_high_exponent(uint32_t x) {
  return static_cast<uint16_t>(((x & 0x40000) >> 3) | ((x & 0x3ff00) >> 3) | (x & 0x1f));
}

struct mapping {
  bool remap, swizzle;
};
constexpr mapping mappings[] = {{false, false}, {true, false}, {false, true}, {true, true}};
void map(machine& m, mapping how) {
  m.set(cfg::DEST_ACCESS_CFG_remap_addrs, how.remap);
  m.set(cfg::DEST_ACCESS_CFG_swizzle_32b, how.swizzle);
}
}  // namespace

TEST_CASE("MOVA2D and MOVB2D follow the documented conversions, rows, broadcasts and masks", "[mov]") {
  xorshift random;
  for (set_type set : every_set) {
    machine m;
    if (!m.unit.use(set)) continue;
    for (unsigned i = 0; i < 6000; ++i) {
      if (i % 50 == 0) randomize(m, random);
      map(m, mappings[random.below(4)]);
      static constexpr unsigned formats[] = {0, fp16, tf32, bf16, 6, 8, int16, 10, int8};
      const unsigned format = formats[random.below(9)];
      m.formats(format, format);
      const bool keep = random.below(2), from_b = random.below(2), forced = random.below(6) == 0,
                 integer = random.below(4) == 0;
      const bool fp32 = random.below(3) == 0, high_halves = random.below(4) == 0;
      const bool wide = !forced && (fp32 || format == tf32), low = !wide && random.below(3) == 0;
      const bool narrow = forced || (!fp32 && !integer && (format == fp16 || format == 10 || format == int8));
      const unsigned blocked = random.below(3) ? 0 : random.below(4) ? random() & 0xffff : 0xffff;
      m.set(cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src, keep);
      m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, fp32);
      m.set(cfg::ALU_ACC_CTRL_INT8_math_enabled, integer);
      m.set(tcfg::FP16A_FORCE_Enable, forced);
      m.set(tcfg::DEST_TARGET_REG_CFG_MATH_Offset, random.below(1024));
      m.s.dst.narrow_is_high_half = high_halves;
      m.s.dest_mov_blocked = static_cast<uint16_t>(blocked);
      rwc_thread& rwc = m.s.rwc[0];
      rwc.dst = random.below(1024);
      rwc.srca = random.below(64);
      rwc.srcb = random.below(64);
      const unsigned mode = from_b ? random.below(8) : 2 * random.below(2), src = random.below(64), dst = random.below(1024);
      const unsigned rows = from_b ? ((mode & 2) ? 8 : (mode & 4) ? 4 : 1) : mode ? 8 : 1;
      unsigned dst_row = (dst + rwc.dst + tcfg::DEST_TARGET_REG_CFG_MATH_Offset(m.s.thread_config(0))) & (1024 - rows);
      unsigned src_row = (src + (from_b ? rwc.srcb : rwc.srca)) & 63;
      if (!(from_b && (mode & 2))) src_row &= 64 - rows;
      const src_bank& bank = from_b ? m.s.srcb.in_use() : m.s.srca.in_use();

      const auto before = std::make_unique<dst_register>(m.s.dst);
      machine expect;  // takes the expected Dst through the logical view
      expect.s.dst = *before;
      expect.s.config = m.s.config;
      for (unsigned r = 0; r < rows; ++r)
        for (unsigned col = 0; col < 16; ++col) {
          if (blocked >> col & 1) continue;
          uint32_t x = silicon(bank.row[src_row + ((mode & 2) && from_b ? 0 : r)][from_b && (mode & 1) ? 0 : col]);
          if (!keep && !(x & 0xff)) x = 0;
          const uint16_t bits = narrow ? remove_high_exponent(x) : remove_low_mantissa(x);
          const uint32_t low_mantissa = ((x >> 8) & 7) << 13;
          if (wide) expect.put32(dst_row + r, col, (uint32_t{bits} << 16) | low_mantissa);
          else if (low) {
            const unsigned physical = dst_register::adj32(dst_row + r, m.s.bank(0));
            const uint32_t high = before->row_valid[physical] ? uint32_t{before->bits[physical][col]} << 16 : 0;
            expect.put32(dst_row + r, col, high | bits);
          } else if (high_halves) expect.put32(dst_row + r, col, uint32_t{bits} << 16);
          else expect.put16(dst_row + r, col, bits);
        }
      if (from_b) m.run(opcode::MOVB2D, {{"dst", dst}, {"src", src}, {"movb2d_instr_mod", mode}, {"dest_32b_lo", low}});
      else
        m.run(random.below(2) ? opcode::MOVA2D : opcode::MOVDBGA2D,
              {{"dst", dst}, {"src", src}, {"instr_mod", mode}, {"dest_32b_lo", low}});
      const bool same = !std::memcmp(m.s.dst.bits, expect.s.dst.bits, sizeof expect.s.dst.bits) &&
                        !std::memcmp(m.s.dst.row_valid, expect.s.dst.row_valid, sizeof expect.s.dst.row_valid);
      if (!same) {
        CAPTURE(m.unit.instruction_set_name(), format, keep, from_b, low, mode, rows, fp32, integer, forced, high_halves,
                blocked);
        FAIL("Dst differs");
      }
    }
    REQUIRE_FALSE(m.s.diagnose.any());
  }
}

TEST_CASE("what moves make of the low half of 32-bit datums is reported", "[mov]") {
  const auto reported = [](opcode code, unsigned format, bool fp32, bool high_halves) {
    machine m;
    m.formats(format, format);
    m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, fp32);
    m.s.dst.narrow_is_high_half = high_halves;
    m.run(code, {{"dest_32b_lo", 1}});
    return m.s.diagnose.any();
  };
  for (opcode code : {opcode::MOVA2D, opcode::MOVDBGA2D, opcode::MOVB2D, opcode::MOVDBGB2D}) {  // erratum of 32-bit writes
    CHECK_FALSE(reported(code, bf16, false, false));
    CHECK_FALSE(reported(code, fp16, false, false));
    CHECK(reported(code, tf32, false, false));
    CHECK(reported(code, bf16, true, false));
    CHECK_FALSE(reported(code, bf16, false, true));
    CHECK(reported(code, bf16, true, true));
  }
  for (opcode code : {opcode::MOVD2A, opcode::MOVD2B}) {  // there is no low half of 16-bit datums, and none in TF32
    CHECK(reported(code, bf16, false, false));
    CHECK_FALSE(reported(code, bf16, true, false));
    CHECK(reported(code, tf32, true, false));
    CHECK_FALSE(reported(code, bf16, false, true));
    CHECK(reported(code, tf32, false, true));
  }
}

TEST_CASE("MOVD2A and MOVD2B take 16- and 32-bit datums of Dst, one or four rows", "[mov]") {
  xorshift random;
  for (set_type set : every_set) {
    machine m;
    if (!m.unit.use(set)) continue;
    for (unsigned i = 0; i < 4000; ++i) {
      if (i % 50 == 0) randomize(m, random);
      map(m, mappings[random.below(4)]);
      const bool to_b = random.below(2), wide = random.below(2), high_halves = random.below(3) == 0;
      static constexpr unsigned formats[] = {bf16, fp16, int8, tf32};
      const unsigned format = formats[random.below(wide ? 4 : 3)];
      const bool low = (wide || high_halves) && format != tf32 && random.below(2);
      const unsigned blocked = random.below(3) ? 0 : random() & 0xffff;
      m.formats(format, format);
      m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, wide);
      m.s.dst.narrow_is_high_half = high_halves;
      m.s.dest_mov_blocked = static_cast<uint16_t>(blocked);
      rwc_thread& rwc = m.s.rwc[0];
      rwc.dst = random.below(1024);
      rwc.srca = random.below(64);
      rwc.srcb = random.below(64);
      const unsigned four = random.below(2), src = random.below(64), dst = random.below(1024), rows = four ? 4 : 1;
      const unsigned dst_row = (dst + rwc.dst) & (1024 - rows), src_row = (src + (to_b ? rwc.srcb : rwc.srca)) & (64 - rows);
      const src_bank& bank = to_b ? m.s.srcb.in_use() : m.s.srca.in_use();
      uint32_t expect[4][16];
      for (unsigned r = 0; r < rows; ++r)
        for (unsigned col = 0; col < 16; ++col) {
          uint32_t x = wide || high_halves ? m.get32(dst_row + r, col) : uint32_t{m.get16(dst_row + r, col)} << 16;
          const uint32_t whole = x;
          if (low) x <<= 16;
          const uint32_t high = x >> 16;
          uint32_t datum;
          if (format == bf16) datum = ((high & 0xff00) << 3) | (high & 0xff);
          else if (format != tf32) datum = ((high & 0xffe0) << 3) | (high & 0x1f);
          else datum = ((high & 0xff00) << 3) | (((whole >> 13) & 7) << 8) | (high & 0xff);
          expect[r][col] = blocked >> col & 1 ? bank.row[src_row + r][col] : natural(datum);
        }
      m.run(to_b ? opcode::MOVD2B : opcode::MOVD2A,
            {{"dst", dst}, {"src", src}, {"instr_mod", 2 * four}, {"dest_32b_lo", low}});
      if (std::memcmp(bank.row[src_row], expect, rows * sizeof expect[0])) {
        CAPTURE(m.unit.instruction_set_name(), format, wide, low, to_b, rows, high_halves, blocked);
        FAIL("the source register differs");
      }
    }
    REQUIRE_FALSE(m.s.diagnose.any());
    m.formats(tf32, tf32);
    m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, 0);
    m.run(opcode::MOVD2A);
    REQUIRE(m.s.diagnose.stop());
  }
}

// The kernel libraries' ways to transpose 32-bit datums, which SrcB can only take by halves.
TEST_CASE("a face of 32-bit datums is transposed by halves", "[mov]") {
  xorshift random;
  machine m;
  m.formats(8, 8);
  m.set(cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src, 1);
  m.set(tcfg::DISABLE_IMPLIED_SRCA_FMT_Base, 1);
  uint32_t was[16][16];
  for (unsigned r = 0; r < 16; ++r)
    for (unsigned j = 0; j < 16; ++j) m.put32(r, j, was[r][j] = random());
  const auto to_b = [&](unsigned low) {
    for (unsigned r = 0; r < 16; r += 4)
      m.run(opcode::MOVD2B, {{"dst", r}, {"src", 16 + r}, {"instr_mod", 2}, {"dest_32b_lo", low}});
    m.run(opcode::TRNSPSRCB);
  };
  const auto b_to_a = [&] {
    for (unsigned r = 0; r < 16; r += 4) m.run(opcode::MOVB2A, {{"srca", r}, {"srcb", 16 + r}, {"instr_mod", 2}});
  };
  const auto a_to_dst = [&](unsigned low) {
    for (unsigned r = 0; r < 16; r += 8)
      m.run(opcode::MOVA2D, {{"dst", r}, {"src", r}, {"instr_mod", 2}, {"dest_32b_lo", low}});
  };
  const auto b_to_dst = [&](unsigned low) {
    for (unsigned r = 0; r < 16; r += 4)
      m.run(opcode::MOVB2D, {{"dst", r}, {"src", 16 + r}, {"movb2d_instr_mod", 4}, {"dest_32b_lo", low}});
  };
  SECTION("with bit 11 of DBG_FEATURE_DISABLE, where 16-bit datums are high halves") {
    m.s.dst.narrow_is_high_half = true;
    m.set(cfg::ALU_ACC_CTRL_INT8_math_enabled, GENERATE(0u, 1u));  // signed integers, others
    m.set(cfg::ALU_FORMAT_SPEC_REG0_SrcA, 8);
    to_b(0);
    b_to_a();
    to_b(1);
    a_to_dst(0);  // and destroys the low halves
    b_to_dst(1);
  }
  SECTION("without, by changes of the format and of Fp32_enabled") {
    m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, 1);
    m.set(cfg::ALU_FORMAT_SPEC_REG0_SrcA, bf16);
    to_b(1);
    b_to_a();
    m.set(cfg::ALU_FORMAT_SPEC_REG0_SrcA, tf32);
    to_b(0);
    b_to_dst(0);
    m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, 0);
    m.set(cfg::ALU_FORMAT_SPEC_REG0_SrcA, 0);
    a_to_dst(1);
  }
  for (unsigned r = 0; r < 16; ++r)
    for (unsigned j = 0; j < 16; ++j) REQUIRE(m.get32(r, j) == was[j][r]);
  REQUIRE_FALSE(m.s.diagnose.any());
}

TEST_CASE("MOVB2D broadcasts BF16 into all rows of a 32-bit tile", "[mov]") {
  machine m;
  m.formats(bf16, bf16);
  m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, 1);
  for (unsigned j = 0; j < 16; ++j) m.s.srcb.in_use().row[5][j] = (100 + j) << 10 | j << 3;
  for (unsigned r = 0; r < 64; ++r)
    for (unsigned j = 0; j < 16; ++j) m.put32(r, j, 0xdeadbeef);
  for (unsigned r = 0; r < 64; r += 8) m.run(opcode::MOVB2D, {{"dst", r}, {"src", 5}, {"movb2d_instr_mod", 2}});
  for (unsigned r = 0; r < 64; ++r)
    for (unsigned j = 0; j < 16; ++j) REQUIRE(m.get32(r, j) == dst_encode_fp32((100 + j) << 23 | j << 16));
}

TEST_CASE("32-bit rows 256 to 511 and 512 to 767 are the same rows", "[dst]") {  // Row stays a 10-bit index, as documented
  machine m;
  m.formats(tf32, tf32);
  for (unsigned row : {256u, 300u, 511u}) {
    m.s.srca.in_use().row[0][3] = 127u << 10 | row;
    m.run(opcode::MOVA2D, {{"dst", row}});
    REQUIRE(m.get32(row + 256, 3) == dst_encode_fp32(127u << 23 | row << 13));
  }
  for (unsigned row = 0; row < 1024; ++row)
    REQUIRE(dst_register::adj32(row, false, false) == row % 8 + row / 8 % 32 * 16 + (row / 256 ? 512 : 0));
  REQUIRE_FALSE(m.s.diagnose.any());
}

TEST_CASE("all rows of Dst are valid at power-on", "[dst]") {
  machine m;
  for (bool valid : m.s.dst.row_valid) REQUIRE(valid);
  // Seen by GMPOOL, to which rows that are not valid are below everything, and by 16-bit reads of low halves.
  m.formats(bf16, bf16);
  for (auto& row : m.s.srca.in_use().row)
    for (uint32_t& x : row) x = 0x40000 | 127u << 10;  // -1.0
  for (uint32_t& x : m.s.srcb.in_use().row[0]) x = 127u << 10;
  m.run(opcode::GMPOOL);
  REQUIRE(m.get16(0, 0) == 0);
  m.put32(0, 0, 0x1234);
  REQUIRE(m.get16(8, 0) == 0x1234);
}

TEST_CASE("MOVB2A, SHIFTXA, SHIFTXB and TRNSPSRCB rearrange source rows", "[mov]") {
  xorshift random;
  machine m;
  randomize(m, random);
  const src_bank a = m.s.srca.in_use(), b = m.s.srcb.in_use();
  auto& now_a = m.s.srca.in_use().row;
  auto& now_b = m.s.srcb.in_use().row;
  SECTION("four rows, flushed") {
    m.run(opcode::MOVB2A, {{"srca", 8}, {"srcb", 20}, {"instr_mod", 2}});
    for (unsigned r = 0; r < 64; ++r)
      for (unsigned j = 0; j < 16; ++j) {
        const bool moved = r >= 8 && r < 12;
        const uint32_t x = moved ? b.row[r + 12][j] : a.row[r][j];
        REQUIRE(now_a[r][j] == (moved && !(x & 0x3fc00) ? 0 : x));
      }
  }
  SECTION("one row, denormals kept") {
    m.set(cfg::ALU_ACC_CTRL_Zero_Flag_disabled_src, 1);
    m.run(opcode::MOVB2A, {{"srca", 9}, {"srcb", 63}});
    REQUIRE_FALSE(std::memcmp(now_a[9], b.row[63], sizeof b.row[0]));
    REQUIRE_FALSE(std::memcmp(now_a[10], a.row[10], sizeof a.row[0]));
  }
  SECTION("columns that LaneConfig blocks") {
    m.s.dest_mov_blocked = 0x8421;
    m.run(opcode::MOVB2A, {{"srca", 8}, {"srcb", 20}, {"instr_mod", 2}});
    for (unsigned r = 8; r < 12; ++r)
      for (unsigned j = 0; j < 16; ++j) {
        const uint32_t x = b.row[r + 12][j];
        REQUIRE(now_a[r][j] == (j % 5 == 0 ? a.row[r][j] : x & 0x3fc00 ? x : 0));
      }
  }
  SECTION("transposition of rows 16 to 31") {
    m.run(opcode::TRNSPSRCB);
    for (unsigned r = 0; r < 64; ++r)
      for (unsigned j = 0; j < 16; ++j) REQUIRE(now_b[r][j] == (r / 16 == 1 ? b.row[16 + j][r - 16] : b.row[r][j]));
  }
  SECTION("SHIFTXA uses the block of the last SrcA address") {
    m.s.rwc[0].srca = 35;
    m.run(opcode::MOVA2D);
    const unsigned mode = GENERATE(2u, 3u);
    m.run(opcode::SHIFTXA, {{"shift_mode", mode}});
    for (unsigned r = 0; r < 16; ++r)
      for (unsigned j = 0; j < 16; ++j) {
        const uint32_t x = mode == 2 ? (j ? a.row[32 + r][j - 1] : 0) : (j < 15 ? a.row[32 + r][j + 1] : 0);
        REQUIRE(now_a[r][j] == x);
      }
  }
  SECTION("SHIFTXB rotates or shifts one row") {
    const unsigned shift_in_zero = GENERATE(0u, 1u);
    m.s.rwc[0].srcb = 60;
    m.run(opcode::SHIFTXB, {{"shift_row", 6}, {"rot_shift", shift_in_zero}});
    for (unsigned j = 0; j < 15; ++j) REQUIRE(now_b[2][j] == b.row[2][j + 1]);
    REQUIRE(now_b[2][15] == (shift_in_zero ? 0 : b.row[2][0]));
  }
}

TEST_CASE("GMPOOL takes the maximum of columns, scales, and finds its row", "[gmpool]") {
  xorshift random;
  machine m;
  const auto value = [](uint32_t x) {  // order of sign and magnitude, zero for a zero exponent
    if (!((x >> 10) & 0xff)) return 0;
    const int size = static_cast<int>(x & 0x3ffff);
    return (x >> 18) & 1 ? -size : size;
  };
  for (unsigned i = 0; i < 500; ++i) {
    const unsigned format = i % 2 ? bf16 : tf32;
    const bool wide = random.below(2), fresh = random.below(2);
    m.formats(format, format);
    m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, wide);
    for (auto& row : m.s.srca.in_use().row)
      for (uint32_t& x : row) x = src_datum(random, random.below(7), false);
    for (uint32_t& x : m.s.srcb.in_use().row[0]) x = 127u << 10;
    m.run(opcode::ZEROACC, {{"clear_mode", 3}});
    if (!fresh)
      for (unsigned j = 0; j < 16; ++j) {
        const uint32_t x = src_datum(random, random.below(6), false) | 0x400;
        if (wide) m.put32(0, j, dst_encode_fp32(x << 13));
        else m.put16(0, j, dst_encode_bf16(static_cast<uint16_t>(x >> 3)));
      }
    uint32_t expect[16];
    for (unsigned j = 0; j < 16; ++j) {
      uint32_t best = wide ? dst_decode_fp32(m.get32(0, j)) >> 13 : uint32_t{dst_decode_bf16(m.get16(0, j))} << 3;
      if (fresh) best = 0x7ffff & (wide ? ~0u : ~7u);
      for (unsigned k = 0; k < 16; ++k) {
        const uint32_t x = m.s.srca.in_use().row[k][j] & (format == tf32 ? 0x7ffff : 0x7fff8);
        if (value(x) >= value(best)) best = value(x) ? x : 0;
      }
      expect[j] = best;
    }
    m.run(opcode::GMPOOL, {{"instr_mod19", 1}});
    for (unsigned j = 0; j < 16; ++j) {
      if (wide) REQUIRE(m.get32(0, j) == dst_encode_fp32(expect[j] << 13));
      else REQUIRE(m.get16(0, j) == dst_encode_bf16(static_cast<uint16_t>(expect[j] >> 3)));
      REQUIRE((wide ? m.get32(3, j) : m.get16(3, j)) == 0);
    }
  }
  // argmax: the first eight rows count, index in the code of the hardware; the scaler's zero exponent takes a row out
  m.formats(bf16, bf16);
  m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, 1);
  static constexpr unsigned code[8] = {0, 3, 6, 1, 4, 7, 2, 5};
  for (unsigned winner = 0; winner < 8; ++winner) {
    for (unsigned k = 0; k < 16; ++k)
      for (uint32_t& x : m.s.srca.in_use().row[k]) x = ((k == winner ? 130u : 127u) << 10) | (k << 3);
    m.run(opcode::ZEROACC, {{"clear_mode", 3}});
    m.run(opcode::GMPOOL, {{"instr_mod19", 1}, {"max_pool_index_en", 1}});
    REQUIRE(m.get32(0, 5) == ((uint32_t{dst_encode_bf16(static_cast<uint16_t>((130 << 7) | winner))} << 16) | code[winner]));
    m.s.srcb.in_use().row[0][winner] = 0;
    m.run(opcode::ZEROACC, {{"clear_mode", 3}});
    m.run(opcode::GMPOOL, {{"instr_mod19", 1}});
    REQUIRE(dst_decode_fp32(m.get32(0, 5)) == (((127u << 7) | 15u) << 16));
    m.s.srcb.in_use().row[0][winner] = 127u << 10;
  }
  // FP16 in a wide Dst keeps its value
  m.formats(fp16, fp16);
  for (auto& row : m.s.srca.in_use().row)
    for (uint32_t& x : row) x = 0x40000 | (15u << 10) | 0x200;  // -1.5
  for (uint32_t& x : m.s.srcb.in_use().row[0]) x = 15u << 10;
  m.run(opcode::ZEROACC, {{"clear_mode", 3}});
  m.run(opcode::GMPOOL, {{"instr_mod19", 1}});
  REQUIRE(dst_decode_fp32(m.get32(0, 0)) == 0xbfc00000u);
  REQUIRE_FALSE(m.s.diagnose.any());
}

TEST_CASE("MVMUL with one broadcast row writes every other row of seven", "[mvmul]") {
  machine m;
  m.formats(bf16, bf16);
  for (unsigned k = 0; k < 16; ++k) m.s.srca.in_use().row[k][k] = 127u << 10;  // identity
  for (unsigned j = 0; j < 16; ++j) m.s.srcb.in_use().row[5][j] = ((120 + j) << 10);
  m.s.rwc[0].srcb = 5;
  m.s.rwc[0].dst = 8 + 7;
  m.run(opcode::ZEROACC, {{"clear_mode", 3}});
  m.run(opcode::MVMUL, {{"instr_mod19", 1}});
  for (unsigned r = 0; r < 32; ++r)
    for (unsigned j = 0; j < 16; ++j) {
      const bool written = r == 9 || r == 11 || r == 13 || r == 15;
      REQUIRE(m.get16(r, j) == (written ? dst_encode_bf16(static_cast<uint16_t>((120 + j) << 7)) : 0));
    }
}

TEST_CASE("ZEROACC marks one row, blocks, halves or all", "[zeroacc]") {
  machine m;
  const auto cleared = [&] {
    std::vector<unsigned> rows;
    for (unsigned r = 0; r < dst_rows; ++r)
      if (!m.s.dst.row_valid[r]) rows.push_back(r);
    return rows;
  };
  const auto range = [](std::initializer_list<std::pair<unsigned, unsigned>> parts) {
    std::vector<unsigned> rows;
    for (auto [first, count] : parts)
      for (unsigned i = 0; i < count; ++i) rows.push_back(first + i);
    return rows;
  };
  for (bool& v : m.s.dst.row_valid) v = true;
  m.set(tcfg::DEST_TARGET_REG_CFG_MATH_Offset, 512);
  SECTION("one row, relative to the target") {
    m.s.rwc[0].dst = 40;
    m.run(opcode::ZEROACC, {{"where", 3}});
    REQUIRE(cleared() == range({{555, 1}}));
  }
  SECTION("one row of 32-bit data") {
    m.set(cfg::ALU_ACC_CTRL_INT8_math_enabled, 1);
    m.set(tcfg::DEST_TARGET_REG_CFG_MATH_Offset, 8);
    m.run(opcode::ZEROACC, {{"where", 3}});
    REQUIRE(cleared() == range({{19, 1}}));
  }
  SECTION("sixteen rows from the half in use, or absolute") {
    m.run(opcode::ZEROACC, {{"clear_mode", 1}, {"where", 2}});
    REQUIRE(cleared() == range({{544, 16}}));
    m.set(cfg::DEST_ACCESS_CFG_zeroacc_absolute_tile_mode, 1);
    m.run(opcode::ZEROACC, {{"clear_mode", 1}, {"where", 2}});
    REQUIRE(cleared() == range({{32, 16}, {544, 16}}));
    m.run(opcode::ZEROACC, {{"clear_mode", 1}, {"where", 64}});
    REQUIRE(cleared() == range({{32, 16}, {544, 16}}));
  }
  SECTION("sixteen rows from the half of the offset in rows plus the number of the block") {
    const auto block = [&](unsigned offset, unsigned rwc, unsigned number, bool wide = false) {
      for (bool& v : m.s.dst.row_valid) v = true;
      m.set(tcfg::DEST_TARGET_REG_CFG_MATH_Offset, offset);
      m.s.rwc[0].dst = rwc;
      m.run(opcode::ZEROACC, {{"clear_mode", 1}, {"use_32_bit_mode", wide}, {"where", number}});
      return cleared();
    };
    // As measured on silicon (docs/sources.md).
    CHECK(block(480, 0, 31) == range({{31 * 16, 16}}));
    CHECK(block(488, 0, 31) == range({{63 * 16, 16}}));
    for (unsigned n = 0; n < 32; ++n) CHECK(block(496, 0, n) == range({{(n < 16 ? n : n + 32) * 16, 16}}));
    // The offset is that of the thread and its counter together; from the upper half the sum goes back to the lower one.
    CHECK(block(448, 48, 15) == range({{15 * 16, 16}}));
    CHECK(block(448, 48, 16) == range({{48 * 16, 16}}));
    CHECK(block(512 + 496, 0, 15) == range({{47 * 16, 16}}));
    CHECK(block(512 + 496, 0, 16) == range({{16 * 16, 16}}));
    // 32-bit data: halves of 256 rows, which the kernels' 240 + 15 does not leave.
    CHECK(block(240, 0, 15, true) == range({{15 * 32, 8}, {15 * 32 + 16, 8}}));
    CHECK(block(248, 0, 15, true) == range({{31 * 32, 8}, {31 * 32 + 16, 8}}));
    CHECK(block(512 + 240, 0, 15, true) == range({{31 * 32, 8}, {31 * 32 + 16, 8}}));
    // An absolute number is one.
    m.set(cfg::DEST_ACCESS_CFG_zeroacc_absolute_tile_mode, 1);
    CHECK(block(496, 0, 31) == range({{31 * 16, 16}}));
  }
  SECTION("sixteen rows of 32-bit data, and back") {
    m.set(tcfg::DEST_TARGET_REG_CFG_MATH_Offset, 256);
    m.run(opcode::ZEROACC, {{"clear_mode", 1}, {"use_32_bit_mode", 1}, {"where", 1}});
    REQUIRE(cleared() == range({{544, 8}, {560, 8}}));
    m.run(opcode::ZEROACC, {{"clear_mode", 1}, {"use_32_bit_mode", 1}, {"clear_zero_flags", 1}, {"where", 1}});
    REQUIRE(cleared().empty());
  }
  SECTION("halves and all") {
    m.run(opcode::ZEROACC, {{"clear_mode", 2}, {"where", 1}});
    REQUIRE(cleared() == range({{512, 512}}));
    m.run(opcode::ZEROACC, {{"clear_mode", 3}});
    REQUIRE(cleared() == range({{0, 1024}}));
  }
  REQUIRE_FALSE(m.s.diagnose.any());
}

TEST_CASE("ZEROSRC clears the banks it names", "[zerosrc]") {
  for (unsigned word = 0; word < 32; ++word) {
    machine m;
    for (src_register* src : {&m.s.srca, &m.s.srcb})
      for (auto& bank : src->bank)
        for (auto& row : bank.row)
          for (uint32_t& x : row) x = 0x12345;
    m.s.srca.matrix_bank = 1;
    m.s.srcb.unpack_bank = 1;
    m.unit.execute(word_of(opcode::ZEROSRC) | word, 0);
    const bool both = word & 4, single_matrix = word & 8, infinite = word & 16;
    for (unsigned which = 0; which < 2; ++which)
      for (unsigned bank = 0; bank < 2; ++bank) {
        const src_register& src = which ? m.s.srcb : m.s.srca;
        const bool hit = (word & (1u << which)) && (both || bank == (single_matrix ? src.matrix_bank : src.unpack_bank));
        REQUIRE(src.bank[bank].row[63][15] == (!hit ? 0x12345u : infinite && !which ? 0x7ffffu : 0u));
      }
  }
}

TEST_CASE("counters are set and advanced with their carriage returns", "[rwc]") {
  machine m;
  rwc_thread& r = m.s.rwc[0];
  m.run(opcode::SETRWC, {{"bit_mask", 15}, {"rwc_a", 8}, {"rwc_b", 4}, {"rwc_d", 12}});
  REQUIRE((r.srca == 8 && r.srca_cr == 8 && r.srcb == 4 && r.srcb_cr == 4 && r.dst == 12 && r.dst_cr == 12));
  m.run(opcode::INCRWC, {{"rwc_a", 3}, {"rwc_b", 2}, {"rwc_d", 8}});
  REQUIRE((r.srca == 11 && r.srca_cr == 8 && r.srcb == 6 && r.srcb_cr == 4 && r.dst == 20 && r.dst_cr == 12));
  m.run(opcode::INCRWC, {{"rwc_cr", 7}, {"rwc_a", 15}, {"rwc_b", 1}, {"rwc_d", 4}});
  REQUIRE((r.srca == 23 && r.srca_cr == 23 && r.srcb == 5 && r.srcb_cr == 5 && r.dst == 16 && r.dst_cr == 16));
  r.dst = 100;
  m.run(opcode::SETRWC, {{"rwc_cr", 8}, {"rwc_d", 6}});  // from the counter itself
  REQUIRE((r.dst == 106 && r.dst_cr == 106));
  r.dst = 7;
  r.srca_cr = 60;
  m.run(opcode::SETRWC, {{"bit_mask", 5}, {"rwc_cr", 5}, {"rwc_d", 8}, {"rwc_a", 10}});
  REQUIRE((r.dst == 114 && r.dst_cr == 114 && r.srca == 6 && r.srca_cr == 6));
  r.fidelity_phase = 3;
  m.run(opcode::SETRWC, {{"bit_mask", 8}});
  REQUIRE(r.fidelity_phase == 0);
}

TEST_CASE("banks go back to the unpackers when an instruction says so", "[banks]") {
  machine m;
  m.own_all();
  REQUIRE(m.run(opcode::SETRWC, {{"clear_ab_vld", 1}}).given_up == src_bank_bit(0, 0));
  REQUIRE((m.s.srca.matrix_bank == 1 && m.s.srca.bank[0].allowed_client == src_client::unpackers));
  REQUIRE(m.s.srca.bank[1].allowed_client == src_client::matrix_unit);
  m.set(tcfg::CLR_DVALID_SrcB_Disable, 1);
  REQUIRE(m.run(opcode::ELWADD, {{"clear_dvalid", 3}}).given_up == src_bank_bit(0, 1));
  REQUIRE((m.s.srcb.matrix_bank == 1 && m.s.srcb.bank[0].allowed_client == src_client::matrix_unit));
  REQUIRE(m.run(opcode::CLEARDVALID, {{"cleardvalid", 2}, {"reset", 2}}).given_up == src_bank_bit(1, 1));
  REQUIRE((m.s.srcb.matrix_bank == 1 && m.s.srcb.bank[1].allowed_client == src_client::unpackers));
  const src_changes again = m.run(opcode::CLEARDVALID, {{"cleardvalid", 2}});
  REQUIRE((again.given_up == 0 && again.went_on));  // it was the unpackers' already
  REQUIRE(m.s.srcb.matrix_bank == 0);
  m.s.srca.unpack_bank = 1;
  m.own_all();
  for (src_register* src : {&m.s.srca, &m.s.srcb})
    for (src_bank& bank : src->bank) bank.format = bf16;
  REQUIRE(m.run(opcode::CLEARDVALID, {{"reset", 1}}).given_up ==
          (src_bank_bit(0, 0) | src_bank_bit(0, 1) | src_bank_bit(1, 0) | src_bank_bit(1, 1)));
  for (const src_register* src : {&m.s.srca, &m.s.srcb})
    for (unsigned bank = 0; bank < src->banks; ++bank) REQUIRE(src->bank[bank].format == 0);
  REQUIRE((m.s.srca.matrix_bank == 0 && m.s.srca.unpack_bank == 0));
  REQUIRE(m.s.srcb.bank[0].allowed_client == src_client::unpackers);
  REQUIRE_FALSE(m.s.diagnose.any());
  REQUIRE(m.run(opcode::MPOOL3S1, {{"clear_dvalid", 2}}).given_up == 0);  // unsupported, still disabled for SrcB
  REQUIRE(m.s.diagnose.stop());
  m.own_all();
  REQUIRE(m.run(opcode::MPOOL3S2, {{"clear_dvalid", 1}}).given_up == src_bank_bit(0, 0));
}

TEST_CASE("the blocks announced for an instruction are the blocks it writes", "[dst access]") {
  xorshift random;
  machine m;
  static constexpr opcode codes[] = {opcode::MVMUL,  opcode::DOTPV,   opcode::GAPOOL,  opcode::GMPOOL,
                                     opcode::ELWADD, opcode::ELWSUB,  opcode::ELWMUL,  opcode::MOVA2D,
                                     opcode::MOVB2D, opcode::CONV3S1, opcode::APOOL3S2};
  for (unsigned i = 0; i < 4000; ++i) {
    map(m, mappings[random.below(4)]);
    m.s.dst.narrow_is_high_half = random.below(3) == 0;
    m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, random.below(2));
    const unsigned format = random.below(2) ? bf16 : tf32;
    m.formats(format, format);
    m.s.rwc[0].dst = random.below(1024);
    const uint32_t word = word_of(codes[random.below(11)]) | (random() & 0x03f3ff) | (random.below(2) << 19);
    for (src_register* src : {&m.s.srca, &m.s.srcb})
      for (auto& row : src->in_use().row)
        for (uint32_t& x : row) x = (127u << 10) | (random() & 0x3ff);
    for (unsigned r = 0; r < dst_rows; ++r) {
      m.s.dst.row_valid[r] = false;
      for (uint16_t& x : m.s.dst.bits[r]) x = 0xdead;
    }
    dst_block_set reads, writes;
    m.unit.dst_access(word, 0, reads, writes);
    m.unit.execute(word, 0);
    dst_block_set changed;
    for (unsigned r = 0; r < dst_rows; ++r)
      for (uint16_t x : m.s.dst.bits[r])
        if (x != 0xdead) changed.add_row(r);
    if (changed.word[0] != writes.word[0] || changed.word[1] != writes.word[1]) {
      CAPTURE(disassemble(word), i, changed.word[0], writes.word[0], changed.word[1], writes.word[1]);
      FAIL("different blocks");
    }
    const bool accumulates =
        opcode_of(word) != opcode::MOVA2D && opcode_of(word) != opcode::MOVB2D &&
        ((opcode_of(word) != opcode::ELWADD && opcode_of(word) != opcode::ELWSUB) || insn::ELWADD::dest_accum_en(word));
    if (reads.any() != accumulates) FAIL("reads of " << disassemble(word));
  }
  SUCCEED();
}

TEST_CASE("the format comes from the bank, or from the configuration where that is disabled", "[formats]") {
  machine m;
  m.formats(bf16, bf16);
  m.s.srca.in_use().row[0][0] = (15u << 10) | 0x155;
  m.run(opcode::MOVA2D);
  REQUIRE(m.get16(0, 0) == dst_encode_bf16((15 << 7) | 0x2a));
  m.set(tcfg::DISABLE_IMPLIED_SRCA_FMT_Base, 1);
  m.set(cfg::ALU_FORMAT_SPEC_REG0_SrcA, fp16);
  m.run(opcode::MOVA2D);
  REQUIRE(m.get16(0, 0) == dst_encode_fp16((15 << 10) | 0x155));
  m.set(cfg::ALU_FORMAT_SPEC_REG_SrcA_override, 1);
  m.set(cfg::ALU_FORMAT_SPEC_REG_SrcA_val, tf32);
  m.run(opcode::MOVA2D);
  REQUIRE(m.get32(0, 0) == dst_encode_fp32((15u << 23) | (0x155u << 13)));
}

TEST_CASE("what no document explains is reported by name", "[formats]") {
  const auto text = [](opcode code, const config_field* f = nullptr) {
    machine m;
    m.formats(bf16, bf16);
    if (f) m.set(*f, 1);
    m.run(code);
    return m.s.diagnose.reports().size() == 1 ? m.s.diagnose.reports()[0].text : std::string();
  };
  for (opcode code : {opcode::TRNSPSRCA, opcode::RAREB, opcode::SETASHRMH0, opcode::SETASHRMH1, opcode::SETASHRMV,
                      opcode::SETASHRMH, opcode::SETPKEDGOF, opcode::SETIBRWC, opcode::MPOOL3S1, opcode::MPOOL3S2})
    CHECK(text(code).find(std::string(info(code).name) + " is not a supported instruction of the matrix unit: ") !=
          std::string::npos);
  for (opcode code : {opcode::MVMUL, opcode::ELWADD, opcode::GMPOOL, opcode::MOVD2A, opcode::MOVD2B})
    CHECK(text(code, &cfg::ALU_ACC_CTRL_Zero_Flag_disabled_dst).find("Zero_Flag_disabled_dst") != std::string::npos);
  CHECK(text(opcode::MOVA2D, &cfg::ALU_ACC_CTRL_Zero_Flag_disabled_dst).empty());
}

TEST_CASE("the 3x3 convolutions and average poolings add nothing to eight rows of Dst", "[legacy]") {
  xorshift random;
  for (opcode code : {opcode::CONV3S1, opcode::CONV3S2, opcode::MFCONV3S1, opcode::APOOL3S1, opcode::APOOL3S2})
    for (unsigned mode = 0; mode < 4; ++mode) {
      CAPTURE(info(code).name, mode);
      const bool wide = mode != 0, integer = mode == 3;
      machine m;
      m.own_all();
      m.formats(mode == 2 ? fp16 : bf16, bf16);
      m.set(cfg::ALU_ACC_CTRL_Fp32_enabled, wide);
      m.set(cfg::ALU_ACC_CTRL_INT8_math_enabled, integer);
      m.set(tcfg::ADDR_MOD_DST_SEC0_DestIncr, 8);
      for (src_register* src : {&m.s.srca, &m.s.srcb})
        for (auto& row : src->in_use().row)
          for (uint32_t& x : row) x = 127u << 10 | (random() & 0x3ff);
      uint32_t was[24][16];
      for (unsigned r = 0; r < 24; ++r)
        for (unsigned j = 0; j < 16; ++j) {
          const uint32_t x = (random() & 0x807fffff) | (1 + random.below(254)) << 23;
          if (wide) m.put32(r, j, was[r][j] = dst_encode_fp32(x));
          else m.put16(r, j, static_cast<uint16_t>(was[r][j] = dst_encode_bf16(static_cast<uint16_t>(x >> 16))));
          if (r == 10) was[r][j] = 0;
        }
      const auto physical = [&](unsigned r) { return wide ? dst_register::adj32(r, false, false) : r; };
      m.s.dst.row_valid[physical(10)] = false;
      m.s.rwc[0].dst = 3;
      CHECK(m.run(code, {{"dst", 8}, {"clear_dvalid", 3}}).given_up == (src_bank_bit(0, 0) | src_bank_bit(1, 0)));
      for (unsigned r = 0; r < 24; ++r) {
        REQUIRE(m.s.dst.row_valid[physical(r)]);
        for (unsigned j = 0; j < 16; ++j) REQUIRE((wide ? m.get32(r, j) : m.get16(r, j)) == was[r][j]);
      }
      CHECK(m.s.rwc[0].dst == 11);
      CHECK_FALSE(m.s.diagnose.any());
    }
}

TEST_CASE("which instructions wait for which source banks", "[banks]") {
  REQUIRE(matrix_unit_function::needs_src(word_of(opcode::MVMUL)) == 3);
  REQUIRE(matrix_unit_function::needs_src(word_of(opcode::MOVA2D)) == 1);
  REQUIRE(matrix_unit_function::needs_src(word_of(opcode::MOVDBGA2D)) == 0);
  REQUIRE(matrix_unit_function::needs_src(word_of(opcode::MOVB2A)) == 2);
  REQUIRE(matrix_unit_function::needs_src(word_of(opcode::MOVD2B)) == 0);
  REQUIRE(matrix_unit_function::needs_src(word_of(opcode::SETRWC)) == 0);
}

}  // namespace matrix_moves_test
