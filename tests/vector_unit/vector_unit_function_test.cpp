// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>
#include <set>

#include "vector_unit/unit_fixture.h"

using namespace tensix;

namespace vector_unit_test {
namespace {

// Dst as the documentation has it: named datums, without remapping.
uint16_t dst16(const tensix_state& s, unsigned row, unsigned column) {
  return s.dst.row_valid[row] ? s.dst.bits[row][column] : 0;
}
uint32_t dst32(const tensix_state& s, unsigned row, unsigned column) {
  const unsigned upper = (row / 8 % 64) * 16 + row % 8 + (row >= 512 && !(row / 8 * 16 & 512) ? 512 : 0);
  return s.dst.row_valid[upper] ? uint32_t{s.dst.bits[upper][column]} << 16 | s.dst.bits[upper + 8][column] : 0;
}

uint32_t expected_load(const tensix_state& s, unsigned mode, unsigned row, unsigned column, uint32_t old) {
  const uint32_t x = dst16(s, row, column), sign = x >> 15 ? 0x80000000u : 0;
  if (mode == 3 || mode == 4 || mode == 10 || mode == 12) {
    const uint32_t w = dst32(s, row, column);  // sign, 7 mantissa, 8 exponent, 16 mantissa
    return (w & 0x80000000) | (w >> 16 & 0xff) << 23 | (w >> 24 & 0x7f) << 16 | (w & 0xffff);
  }
  switch (mode) {
    case 1: return sign | (x % 32 ? (x % 32 + 112) << 23 : 0) | (x / 32 % 1024) << 13;
    case 2: return sign | x % 256 << 23 | (x / 256 % 128) << 16;
    case 5: return sign | x / 32 % 256;
    case 6:
    case 9: return x;
    case 7: return x * 65536;
    case 8: return sign | x % 32768;
    case 11: return 0;
    case 13: return sign | x / 32 % 1024;
    case 14: return old / 65536 * 65536 + x;
    default: return x * 65536 + old % 65536;
  }
}

}  // namespace

TEST_CASE_METHOD(unit_fixture, "SFPLOAD in every mode, at every address") {
  for (unsigned mode = 1; mode < 16; ++mode) {
    fill();
    for (unsigned address = 0; address < 1024; address += 2) {
      uint32_t old[lanes];
      std::memcpy(old, unit.lreg[3], sizeof old);
      run(load(3, mode, address));
      for (unsigned i = 0; i < lanes; ++i) {
        const uint32_t want = expected_load(s, mode, address / 4 * 4 + i / 8, i % 8 * 2 + (address & 2 ? 1 : 0), old[i]);
        if (unit.lreg[3][i] != want) FAIL("mode " << mode << " address " << address << " lane " << i);
      }
    }
  }
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(unit_fixture, "what SFPSTORE writes, SFPLOAD reads") {
  struct pair {
    unsigned store, load;
    uint32_t (*survives)(uint32_t);
  };
  const pair pairs[] = {
      {4, 4, [](uint32_t x) { return x; }},
      {10, 10, [](uint32_t x) { return x; }},
      {12, 3, [](uint32_t x) { return x; }},
      {3, 4, [](uint32_t x) { return x & 0x7f800000 ? x : x & 0x80000000; }},
      {2, 2, [](uint32_t x) { return (x & 0x7f800000 ? x : x & 0x80000000) & 0xffff0000; }},
      {6, 6, [](uint32_t x) { return x & 0xffff; }},
      {14, 9, [](uint32_t x) { return x & 0xffff; }},
      {15, 7, [](uint32_t x) { return x & 0xffff0000; }},
      {8, 8, [](uint32_t x) { return x & 0x80007fff; }},
      {5, 13, [](uint32_t x) { return x & 0x800003ff; }},
      {13, 5, [](uint32_t x) { return x & 0x800000ff; }},
      {11, 6, [](uint32_t) { return 0u; }},
      {1, 1,
       [](uint32_t x) {
         const uint32_t sign = x & 0x80000000, e = x >> 23 & 255;
         if (e <= 112) return sign;
         if (e > 143) return sign | 0x47ffe000;
         return x & 0xffffe000;
       }},
  };
  for (const pair& p : pairs)
    for (int repeat = 0; repeat < 200; ++repeat) {
      fill();
      if (repeat % 4 == 0)
        for (auto& x : unit.lreg[1]) x = (x & 0x807fffff) | (100 + any() % 60) << 23;
      const unsigned address = any() % 256 * 2;
      run(store(1, p.store, address));
      run(load(2, p.load, address));
      for (unsigned i = 0; i < lanes; ++i)
        if (unit.lreg[2][i] != p.survives(unit.lreg[1][i]))
          FAIL("store " << p.store << " load " << p.load << std::hex << " " << unit.lreg[1][i] << " -> " << unit.lreg[2][i]);
    }
  // The raw 32-bit modes.
  run(store(1, 7, 0));
  CHECK(dst32(s, 0, 0) == unit.lreg[1][0]);
  run(store(1, 9, 2));
  CHECK(dst32(s, 3, 15) == (unit.lreg[1][31] << 16 | unit.lreg[1][31] >> 16));
}

TEST_CASE_METHOD(unit_fixture, "SFPSTORE leaves everything else alone") {
  fill();
  const auto before = std::make_unique<dst_register>(s.dst);
  run(store(0, 6, 42));  // rows 40..43, odd columns
  for (unsigned r = 0; r < dst_rows; ++r)
    for (unsigned c = 0; c < row_datums; ++c) {
      const bool hit = r >= 40 && r < 44 && c % 2 == 1;
      if (s.dst.bits[r][c] != (hit ? (unit.lreg[0][(r - 40) * 8 + c / 2] & 0xffff) : before->bits[r][c]))
        FAIL("row " << r << " column " << c);
    }
}

TEST_CASE_METHOD(unit_fixture, "with DBG_FEATURE_DISABLE bit 11, 16-bit datums are the high halves of 32-bit ones") {
  fill();
  for (auto& v : s.dst.row_valid) v = true;
  s.dst.narrow_is_high_half = true;
  for (unsigned address = 0; address < 1024; address += 2) {
    const unsigned odd = address & 2 ? 1 : 0;
    const auto column = [&](unsigned i) { return i % 8 * 2 + odd; };
    const auto row = [&](unsigned i) { return address / 4 * 4 + i / 8; };
    run(load(3, 6, address));
    for (unsigned i = 0; i < lanes; ++i) REQUIRE(unit.lreg[3][i] == dst32(s, row(i), column(i)) >> 16);
    const uint32_t beside = dst32(s, row(9), column(9) ^ 1);
    const uint32_t word = store(0, 6, address);
    dst_block_set reads, writes, want;
    unit.dst_access(word, 0, reads, writes);
    want.add_row(dst_register::adj32(row(0), false, false));
    want.add_row(dst_register::adj32(row(0), false, false) + 8);
    REQUIRE((writes.word[0] == want.word[0] && writes.word[1] == want.word[1]));
    run(word);
    for (unsigned i = 0; i < lanes; ++i) REQUIRE(dst32(s, row(i), column(i)) == unit.lreg[0][i] << 16);  // the low half is lost
    REQUIRE(dst32(s, row(9), column(9) ^ 1) == beside);
    run(load(4, 4, address));  // 32-bit accesses are as ever
    REQUIRE(unit.lreg[4][5] == dst_decode_fp32(unit.lreg[0][5] << 16));
  }
}

TEST_CASE_METHOD(unit_fixture, "mode SRCB follows the configuration") {
  fill();
  for (auto& v : s.dst.row_valid) v = true;
  const auto loaded = [&](unsigned mode) {
    run(load(5, mode, 16));
    return unit.lreg[5][9];
  };
  uint32_t& alu = s.config.config[0][cfg::ALU_FORMAT_SPEC_REG1_SrcB.word];
  const std::set<unsigned> like_bf16{0, 4, 5, 6, 7, 8, 9, 15};
  for (unsigned format = 0; format < 16; ++format) {
    alu = cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(format);
    CHECK(loaded(0) == loaded(like_bf16.count(format) ? 2 : 1));
  }
  s.config.thread[0][tcfg::SFPU_DEST_FMT_Enable.reg] =
      static_cast<uint16_t>(tcfg::SFPU_DEST_FMT_Enable.place(1) | tcfg::SFPU_DEST_FMT_Base.place(5));
  CHECK(loaded(0) == loaded(2));
  alu |= cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled.place(1);
  CHECK(loaded(0) == loaded(3));
}

TEST_CASE_METHOD(unit_fixture, "addresses: RWC, bases, stepping, stack") {
  fill();
  for (auto& v : s.dst.row_valid) v = true;
  uint16_t* t = s.config.thread[2];
  t[tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg] = tcfg::DEST_TARGET_REG_CFG_MATH_Offset.place(512);
  t[tcfg::ADDR_MOD_DST_SEC0_DestIncr.section(3).reg] = tcfg::ADDR_MOD_DST_SEC0_DestIncr.section(3).place(2);
  s.config.config[0][cfg::DEST_REGW_BASE_Base.word] = 1000;
  s.rwc[2].dst = 24;
  s.rwc[2].fidelity_phase = 1;
  dst_block_set reads, writes;
  unit.dst_access(load(1, 6, 4, 3), 2, reads, writes);
  CHECK_FALSE(writes.any());
  CHECK(reads.word[1] == 1ull << ((516 - 512) / 8));
  CHECK(reads.word[0] == 0);
  run(load(1, 6, 4, 3), 2);  // 4 + 512 + 24 + 1000 mod 1024
  CHECK(unit.lreg[1][0] == s.dst.bits[516][0]);
  CHECK(s.rwc[2].dst == 26);
  CHECK(s.rwc[2].fidelity_phase == 1);
  run(load(1, 6, 4, 3), 2);
  CHECK(unit.lreg[1][8] == s.dst.bits[517][1]);
  CHECK(s.rwc[2].dst == 28);
  // Pushing and popping (mode 10): the stack pointer moves, the Dst counter does not choose the row.
  t[tcfg::SFPU_STACK_Incr.reg] = tcfg::SFPU_STACK_Incr.place(4);
  run(store(2, 10, 0), 2);
  CHECK(unit.stack_pointer[2] == 4);
  run(store(3, 10, 0), 2);
  CHECK(unit.stack_pointer[2] == 8);
  run(load(4, 10, 0), 2);
  CHECK(std::memcmp(unit.lreg[4], unit.lreg[3], sizeof unit.lreg[4]) == 0);
  run(load(5, 10, 0), 2);
  CHECK(std::memcmp(unit.lreg[5], unit.lreg[2], sizeof unit.lreg[5]) == 0);
  CHECK(unit.stack_pointer[2] == 0);
}

TEST_CASE_METHOD(unit_fixture, "Dst blocks of 32-bit accesses") {
  dst_block_set reads, writes;
  unit.dst_access(store(1, 4, 8), 0, reads, writes);  // rows 8..11 are physically 16..19 and 24..27
  CHECK_FALSE(reads.any());
  CHECK(writes.word[0] == 0b1100);
  unit.dst_access(load(1, 2, 8), 0, reads, writes);
  CHECK(reads.word[0] == 0b0010);
  dst_block_set none, none2;
  unit.dst_access(op(opcode::SFPMAD, 0, 1, 2, 3, 0), 0, none, none2);
  unit.dst_access(load(1, 11, 8), 0, none, none2);
  CHECK_FALSE(none.any());
  CHECK_FALSE(none2.any());
}

TEST_CASE_METHOD(unit_fixture, "predication") {
  fill();
  for (auto& v : s.dst.row_valid) v = true;
  uint32_t before[lanes];
  std::memcpy(before, unit.lreg[1], sizeof before);
  unit.lane_enabled = 0x0f0ff0a5;
  const auto changed = [&] {
    uint32_t mask = 0;
    for (unsigned i = 0; i < lanes; ++i) mask |= (unit.lreg[1][i] != before[i] ? 1u : 0u) << i;
    std::memcpy(unit.lreg[1], before, sizeof before);
    return mask;
  };
  const uint32_t words[] = {op(opcode::SFPMOV, 1, 1, 0, 0, 1), op(opcode::SFPMAD, 1, 11, 10, 10, 0), load(1, 6, 0),
                            encode(opcode::SFPLOADI, {{"lreg_ind", 1}, {"imm16", 0x1234}}),
                            op(opcode::SFPARECIP, 1, 2, 0, 0, 0)};
  for (const uint32_t w : words) {
    unit.use_lane_flags = false;
    run(w);
    CHECK(changed() == ~0u);
    unit.use_lane_flags = true;
    run(w);
    CHECK(changed() == 0x0f0ff0a5);
  }
  for (unsigned c = 0; c < 8; ++c) unit.lane_config[c] = 0b0010u << 12;  // ROW_MASK: lanes 8..15 are off
  run(words[0]);
  CHECK(changed() == 0x0f0f00a5);
  run(op(opcode::SFPMOV, 1, 9, 0, 0, 2));  // ALL_LANES_ENABLED
  CHECK(changed() == ~0u);
  unit.lane_config[2] = 0;
  run(words[0]);
  CHECK(changed() == (0x0f0f00a5u | (0x0ff0a5u & 0x0400)));
  const uint16_t kept = s.dst.bits[0][2];
  run(store(2, 6, 0));
  CHECK(s.dst.bits[0][2] == kept);
  CHECK(s.dst.bits[0][0] == static_cast<uint16_t>(unit.lreg[2][0]));
}

TEST_CASE_METHOD(unit_fixture, "SFPENCC, every mode and immediate") {
  for (unsigned mode = 0; mode < 16; ++mode)
    for (unsigned imm = 0; imm < 4; ++imm)
      for (const bool before : {false, true}) {
        unit.use_lane_flags = before;
        unit.lane_enabled = 0x1234;
        run(encc(mode, imm));
        CHECK(unit.use_lane_flags == (mode & 2 ? (imm & 1) != 0 : mode & 1 ? !before : before));
        CHECK(unit.lane_enabled == (mode & 8 && !(imm & 2) ? 0u : ~0u));
      }
}

TEST_CASE_METHOD(unit_fixture, "constants and who may write them") {
  CHECK(unit.lreg[8][5] == 0x3f56594b);
  CHECK(unit.lreg[9][5] == 0);
  CHECK(unit.lreg[10][5] == 0x3f800000);
  CHECK(unit.lreg[11][5] == 0xbf800000);
  for (unsigned i = 0; i < lanes; ++i) CHECK(unit.lreg[15][i] == 2 * i);
  fill();
  for (unsigned d = 8; d < 12; ++d) {
    const uint32_t was = unit.lreg[d][3];
    run(op(opcode::SFPMOV, d, 0, 0, 0, 0));
    run(load(d, 4, 0));
    run(encode(opcode::SFPLOADI, {{"lreg_ind", d}, {"imm16", 7}}));
    CHECK(unit.lreg[d][3] == was);
  }
  // VD 12..15 makes an instruction a template of SFPLOADMACRO instead.
  const uint32_t word = op(opcode::SFPIADD, 13, 1, 0, 0, 5);
  run(word);
  CHECK_FALSE(s.diagnose.any());
  run(op(opcode::SFPMOV, 0, 1, 0, 0, 8));
  CHECK(unit.lreg[0][17] == word);
}

TEST_CASE_METHOD(unit_fixture, "SFPCONFIG") {
  fill();
  run(config(12, 0, 0));
  for (unsigned i = 0; i < lanes; ++i) CHECK(unit.lreg[12][i] == unit.lreg[0][i % 8]);
  run(config(12, 8, 0x0104));  // lane mask: columns 1 and 4 (bits 2 and 8)
  run(config(11, 0, 0));
  run(config(11, 9, 0x0004));
  CHECK(unit.lreg[11][9] == 0xbf800000);
  CHECK(unit.lreg[11][8] == unit.lreg[0][0]);
  run(config(15, 1, 0x0104));
  for (unsigned c = 0; c < 8; ++c) CHECK(unit.lane_config[c] == 0x104);
  run(config(15, 3, 0x0002));
  CHECK(unit.lane_config[7] == 0x106);
  run(config(15, 5, 0x0006));
  CHECK(unit.lane_config[7] == 0x006);
  run(config(15, 7, 0x0003));
  CHECK(unit.lane_config[7] == 0x005);
  run(op(opcode::SFPMOV, 1, 15, 0, 0, 8));
  CHECK(unit.lreg[1][30] == 5);
  // BLOCK_DEST_MOV: even and odd columns, for the matrix unit.
  CHECK(s.dest_mov_blocked == 0);
  run(config(15, 3, 0x0200));
  CHECK(s.dest_mov_blocked == 0x5555);
  for (unsigned c = 0; c < 8; ++c) unit.lreg[0][c] = c == 3 ? 0x600 : c == 5 ? 0x400 : 0;
  run(config(15, 0, 0));
  CHECK(s.dest_mov_blocked == 0x08c0);
  run(config(15, 1, 0x0005));
  CHECK(s.dest_mov_blocked == 0);
  run(config(8, 1, 0x7abc));
  run(config(5, 1, 0x4321));
  run(op(opcode::SFPMOV, 1, 8, 0, 0, 8));
  CHECK(unit.lreg[1][0] == 0xabc);
  run(op(opcode::SFPMOV, 1, 5, 0, 0, 8));
  CHECK(unit.lreg[1][0] == 0x4321);
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(unit_fixture, "SFPLOADI, all immediates") {
  for (uint32_t imm = 0; imm < 65536; imm += 7) {
    const auto result = [&](unsigned mode) {
      unit.lreg[6][31] = 0xaaaa5555;
      run(encode(opcode::SFPLOADI, {{"lreg_ind", 6}, {"imm16", imm}, {"instr_mod0", mode}}));
      return unit.lreg[6][31];
    };
    REQUIRE(result(0) == imm * 65536);
    REQUIRE(result(1) == ((imm / 32768) << 31 | (imm / 1024 % 32 + 112) << 23 | imm % 1024 << 13));
    REQUIRE(result(2) == imm);
    REQUIRE(result(4) == static_cast<uint32_t>(static_cast<int16_t>(imm)));
    REQUIRE(result(8) == imm * 65536 + 0x5555);
    REQUIRE(result(10) == 0xaaaa0000 + imm);
  }
  CHECK_FALSE(s.diagnose.any());
  run(encode(opcode::SFPLOADI, {{"instr_mod0", 3}}));
  CHECK(s.diagnose.any());
}

TEST_CASE_METHOD(unit_fixture, "SFPMOV and SFPABS") {
  fill();
  const uint32_t edge[] = {0, 0x80000000, 0xff800000, 0xff800001, 0x7fc00000, 0xffffffff, 1, 0xbf800000};
  for (unsigned i = 0; i < 8; ++i) unit.lreg[2][i] = edge[i];
  run(op(opcode::SFPMOV, 3, 2, 0, 0, 1));
  run(op(opcode::SFPABS, 4, 2, 0, 0, 1));
  run(op(opcode::SFPABS, 5, 2, 0, 0, 0));
  for (unsigned i = 0; i < lanes; ++i) {
    const uint32_t x = unit.lreg[2][i];
    CHECK(unit.lreg[3][i] == (x ^ 0x80000000));
    CHECK(unit.lreg[4][i] == (x > 0xff800000 ? x : x & 0x7fffffff));
    CHECK(unit.lreg[5][i] == (static_cast<int32_t>(x) < 0 ? 0 - x : x));
  }
}

TEST_CASE_METHOD(unit_fixture, "SFPMAD, SFPADD and SFPMUL: operands, signs, indirection") {
  fill();
  for (const opcode o : {opcode::SFPMAD, opcode::SFPADD, opcode::SFPMUL})
    for (unsigned mode = 0; mode < 16; ++mode)
      for (int repeat = 0; repeat < 50; ++repeat) {
        fill();
        for (unsigned r = 0; r < 7; ++r)
          for (auto& x : unit.lreg[r]) x = (x & 0x80ffffff) | 0x3f000000;
        const unsigned a = any() % 8, b = any() % 12, c = any() % 12, d = any() % 8;
        uint32_t want[8][lanes];
        std::memcpy(want, unit.lreg, sizeof want);
        for (unsigned i = 0; i < lanes; ++i) {
          const unsigned index = unit.lreg[7][i] % 16;
          uint32_t x[lanes] = {unit.lreg[mode & 4 ? index : a][i] ^ (mode & 1 ? 0x80000000 : 0)}, y[lanes] = {unit.lreg[b][i]},
                   z[lanes] = {unit.lreg[c][i] ^ (mode & 2 ? 0x80000000 : 0)}, r[lanes];
          multiply_add(x, y, z, r);
          const unsigned target = mode & 8 ? index : d;
          if (target < 8) want[target][i] = r[0];
        }
        run(op(o, d, c, b, a, mode));
        if (std::memcmp(want, unit.lreg, sizeof want) != 0) FAIL(info(o).name << " mode " << mode);
      }
}

TEST_CASE_METHOD(unit_fixture, "SFPARECIP: reciprocal and exponential, every BF16 operand") {
  for (uint32_t upper = 0; upper < 65536; ++upper) {
    const uint32_t x = upper << 16 | 0x1234, magnitude = x & 0x7fffffff, sign = x & 0x80000000;
    unit.lreg[0][0] = x;
    unit.lreg[1][0] = any();
    float f;
    const uint32_t midpoint = (magnitude & 0xffff0000) | 0x8000;
    std::memcpy(&f, &midpoint, 4);
    uint32_t reciprocal = 0;
    if (magnitude < 0x00800000) reciprocal = 0x7f800000;
    else if (magnitude < 0x7e800000) {
      // Seven mantissa bits, nearest to 1/(middle of the interval), in the binade below 1/(its power of two).
      const double m = std::ldexp(1.0, static_cast<int>(magnitude >> 23) - 127);
      const int k = static_cast<int>(std::lround(256.0 * m / f)) - 128;
      reciprocal = (253 - (magnitude >> 23)) << 23 | static_cast<uint32_t>(k) << 16;
    }
    float left;
    const uint32_t edge = magnitude & 0xffff0000;
    std::memcpy(&left, &edge, 4);
    uint32_t exponential = 0x40801234;
    if (magnitude < 0x00800000) exponential = 0x3f800000;
    else if (magnitude < 0x3c800000) exponential = 0x3f811234;
    else if (magnitude < 0x40000000) {
      const double e = std::exp(static_cast<double>(left));  // truncated to seven mantissa bits, exponents from the interval
      const int power = magnitude < 0x3f320000 ? 0 : e < 4 ? 1 : 2;
      exponential = static_cast<uint32_t>(127 + power) << 23 |
                    (static_cast<uint32_t>(std::floor(std::ldexp(e, 7 - power))) - 128) << 16 | 0x1234;
    }
    run(op(opcode::SFPARECIP, 2, 0, 1, 0, 0));
    run(op(opcode::SFPARECIP, 3, 0, 1, 0, 1));
    run(op(opcode::SFPARECIP, 4, 0, 1, 0, 2));
    if (unit.lreg[2][0] != (sign | reciprocal)) FAIL(std::hex << "1/" << x << " = " << unit.lreg[2][0]);
    if (unit.lreg[3][0] != (unit.lreg[1][0] >> 31 ? reciprocal : x)) FAIL(std::hex << "conditional 1/" << x);
    if (unit.lreg[4][0] != (sign | exponential))
      FAIL(std::hex << "exp " << x << " = " << unit.lreg[4][0] << " not " << exponential);
  }
  unit.lreg[0][0] = 0x3f800000;
  run(op(opcode::SFPARECIP, 2, 0, 0, 0, 0));
  CHECK(unit.lreg[2][0] == 0x3f7f0000);  // 0.99609375, as documented
  run(op(opcode::SFPARECIP, 2, 0, 0, 0, 2));
  CHECK(unit.lreg[2][0] == 0x402d0000);  // 2.703125, as documented
}

TEST_CASE_METHOD(unit_fixture, "pseudo-random numbers step only in enabled lanes") {
  unit.seed_prng(0xdeadbeef);
  uint32_t before[lanes];
  std::memcpy(before, unit.prng, sizeof before);
  unit.use_lane_flags = true;
  unit.lane_enabled = 0xffff0000;
  run(op(opcode::SFPMOV, 1, 9, 0, 0, 8));
  for (unsigned i = 0; i < lanes; ++i) {
    unsigned ones = 0;
    for (const unsigned tap : {0u, 1u, 21u, 31u}) ones += before[i] >> tap & 1;
    const uint32_t next = before[i] >> 1 | (ones % 2 ? 0 : 0x80000000u);
    CHECK(unit.prng[i] == (i < 16 ? before[i] : next));
    CHECK(unit.lreg[1][i] == (i < 16 ? 0 : before[i]));
  }
  // Neighbouring lanes are two steps apart.
  CHECK((unit.prng[0] & 0x3fffffff) == before[1] >> 2);
}

TEST_CASE("registers that the stall logic sees") {
  using u = vector_unit_function;
  const auto op = unit_fixture::op;
  CHECK(u::lregs_read(op(opcode::SFPMAD, 3, 2, 5, 7, 0)) == (1u << 2 | 1u << 5 | 1u << 7));
  CHECK(u::lregs_written(op(opcode::SFPMAD, 3, 2, 5, 7, 0)) == 1u << 3);
  CHECK(u::lregs_written(op(opcode::SFPMAD, 3, 2, 5, 7, 8)) == 0x100ff);
  CHECK(u::lregs_read(op(opcode::SFPMAD, 3, 2, 5, 7, 4)) == 0x1ffff);
  CHECK(u::lregs_read(unit_fixture::store(6, 4, 0)) == 1u << 6);
  CHECK(u::lregs_written(unit_fixture::store(6, 4, 0)) == 0);
  CHECK(u::lregs_read(unit_fixture::load(6, 4, 0)) == 0);
  CHECK(u::lregs_read(unit_fixture::load(6, 15, 0)) == 1u << 6);
  CHECK(u::lregs_written(unit_fixture::load(6, 4, 0)) == 1u << 6);
  CHECK(u::lregs_written(unit_fixture::load(9, 4, 0)) == 0);
  CHECK(u::lregs_read(op(opcode::SFPMOV, 1, 4, 0, 0, 0)) == 1u << 4);
  CHECK(u::lregs_read(unit_fixture::config(12, 0, 0)) == 0);
  CHECK(u::lregs_written(unit_fixture::config(12, 0, 0)) == 1u << 12);
  CHECK(u::lregs_read(word_of(opcode::SFPNOP)) == 0);
  CHECK(u::lregs_written(word_of(opcode::SFPNOP)) == 0);
}

}  // namespace vector_unit_test
