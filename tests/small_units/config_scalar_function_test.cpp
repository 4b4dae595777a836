// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <random>

#include "catch.h"
#include "models/config_unit/config_unit_function.h"
#include "models/isa/isa.h"
#include "models/scalar_unit/scalar_unit_function.h"
#include "tests/effects.h"
#include "tests/seed.h"

using namespace tensix;

TEST_CASE("WRCFG and RDCFG") {
  tensix_state s;
  config_unit_function unit(s);
  for (unsigned i = 0; i < gpr_count; ++i) s.gpr[1][i] = 0x1000 + i;
  unit.execute(encode(opcode::WRCFG, {{"cfg_reg", 20}, {"gpr_address", 5}}), 1);
  CHECK(s.config.config[0][20] == 0x1005);
  CHECK(s.config.config[1][20] == 0);
  unit.execute(encode(opcode::SETC16, {{"setc16_reg", tcfg::CFG_STATE_ID_StateID.reg}, {"setc16_value", 1}}), 1);
  unit.execute(encode(opcode::WRCFG, {{"cfg_reg", 23}, {"gpr_address", 9}, {"wr128b", 1}}), 1);
  for (unsigned i = 0; i < 4; ++i) CHECK(s.config.config[1][20 + i] == 0x1008 + i);
  CHECK(s.config.config[0][21] == 0);
  unit.execute(encode(opcode::RDCFG, {{"cfg_reg", 22}, {"gpr_address", 40}}), 1);
  CHECK(s.gpr[1][40] == 0x100a);
  unit.execute(encode(opcode::WRCFG, {{"cfg_reg", 200}, {"gpr_address", 1}}), 1);  // global: both banks
  CHECK(s.config.config[0][200] == 0x1001);
  CHECK_FALSE(s.diagnose.any());
  unit.execute(encode(opcode::WRCFG, {{"cfg_reg", 224}}), 1);
  unit.execute(encode(opcode::RDCFG, {{"cfg_reg", 2047}}), 1);
  unit.execute(encode(opcode::SETC16, {{"setc16_reg", 68}}), 1);
  CHECK(s.diagnose.reports().size() == 3);
}

TEST_CASE("side effects of configuration writes") {
  tensix_state s;
  config_unit_function unit(s);
  struct : prng_if {
    uint32_t seed = 0;
    void seed_prng(uint32_t x) override { seed = x; }
  } random[3];
  struct registers : unpacker_registers_if {
    unsigned resets = 0;
    void reset_context_counter(unsigned thread) override { resets |= 1u << thread; }
    void set_register_address(uint32_t) override {}
    uint32_t register_write_accumulator() const override { return 0; }
  } unpackers[2];
  unit.prng = {&random[0], &random[1], &random[2]};
  unit.unpackers = {&unpackers[0], &unpackers[1]};
  const auto resets = [&] { return unpackers[1].resets << 4 | unpackers[0].resets; };
  unit.write(0, prng_seed_word, 77);
  for (const auto& r : random) CHECK(r.seed == 77);
  unit.write(1, 10, 5);
  unit.write(1, state_reset_word, 0);
  CHECK(s.config.config[1][10] == 0);
  unit.write(1, 10, 5);
  unit.execute(encode(opcode::SETC16, {{"setc16_reg", tcfg::CFG_STATE_ID_StateID.reg}, {"setc16_value", 1}}), 0);
  unit.execute(encode(opcode::RMWCIB0, {{"cfg_reg_addr", state_reset_word}, {"data", 1}, {"mask", 1}}), 0);
  CHECK(s.config.config[1][10] == 5);
  unit.execute(encode(opcode::SETC16, {{"setc16_reg", unpack_misc_cfg_register}, {"setc16_value", 0x0104}}), 2);
  CHECK(resets() == 0);
  unit.execute(encode(opcode::SETC16, {{"setc16_reg", unpack_misc_cfg_register}, {"setc16_value", 0x0010}}), 2);
  CHECK(resets() == 0x04);
  unit.execute(encode(opcode::SETC16, {{"setc16_reg", unpack_misc_cfg_register}, {"setc16_value", 0x1000}}), 0);
  CHECK(resets() == 0x14);
  CHECK(s.config.thread[0][unpack_misc_cfg_register] == 0x1000);
}

TEST_CASE("RMWCIB touches the masked bits of one byte") {
  tensix_state s;
  config_unit_function unit(s);
  std::mt19937 random(seeded(5));
  const opcode ops[4] = {opcode::RMWCIB0, opcode::RMWCIB1, opcode::RMWCIB2, opcode::RMWCIB3};
  for (int repeat = 0; repeat < 4000; ++repeat) {
    const unsigned byte = random() % 4, index = 100;
    uint8_t want[4];
    std::memcpy(want, &s.config.config[0][index], 4);
    const uint32_t data = random() & 255, mask = random() & 255;
    want[byte] = static_cast<uint8_t>((data & mask) | (want[byte] & ~mask));
    unit.execute(encode(ops[byte], {{"cfg_reg_addr", index}, {"data", data}, {"mask", mask}}), 2);
    REQUIRE(std::memcmp(want, &s.config.config[0][index], 4) == 0);
  }
}

TEST_CASE("CFGSHIFTMASK: all operations, widths, rotations and mask modes") {
  tensix_state s;
  config_unit_function unit(s);
  std::mt19937 random(seeded(6));
  for (unsigned operation = 0; operation < 8; ++operation)
    for (unsigned width = 0; width < 32; ++width)
      for (unsigned rotation = 0; rotation < 32; ++rotation)
        for (unsigned mode = 0; mode < 2; ++mode) {
          const unsigned select = random() % 4, thread = random() % 3;
          uint32_t scratch[3];
          for (unsigned i = 0; i < 3; ++i)
            unit.write(0, cfg::SCRATCH_SEC0_val.word + i, scratch[i] = static_cast<uint32_t>(random()));
          uint32_t value = static_cast<uint32_t>(random());
          unit.write(0, 70, value);
          // Bit by bit: bit i of the (masked) scratch lands at bit (i - rotation) mod 32.
          uint32_t operand = 0, mask = 0;
          for (unsigned i = 0; i <= width; ++i) {
            const unsigned at = (i + 32 - rotation) % 32;
            mask |= 1u << at;
            operand |= (scratch[select < 3 ? select : thread] >> i & 1) << at;
          }
          if (mode == 0) value &= ~mask;
          switch (operation) {
            case 0: value |= operand; break;
            case 1: value &= operand; break;
            case 2: value ^= operand; break;
            case 3: value += operand; break;
            case 4: value |= ~operand; break;
            case 5: value &= ~operand; break;
            case 6: value ^= ~operand; break;
            default: value -= operand; break;
          }
          unit.execute(encode(opcode::CFGSHIFTMASK, {{"cfg_reg", 70},
                                                     {"scratch_sel", select},
                                                     {"right_cshift_amt", rotation},
                                                     {"mask_width", width},
                                                     {"operation", operation},
                                                     {"disable_mask_on_old_val", mode}}),
                       thread);
          if (s.config.config[0][70] != value) FAIL(operation << " " << width << " " << rotation << " " << mode);
        }
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE("STREAMWRCFG reads the selected stream") {
  tensix_state s;
  config_unit_function unit(s);
  const uint32_t word = encode(opcode::STREAMWRCFG, {{"cfg_reg", 30}, {"stream_reg_addr", 297}, {"stream_id_sel", 2}});
  unit.execute(word, 1);
  CHECK(s.diagnose.any());
  s.config.thread[1][tcfg::STREAM_ID_SYNC_SEC2_BankSel.reg] = 17;
  kept_bus bus;
  unit.bus = &bus;
  unit.execute(word, 1);
  CHECK(s.config.config[0][30] == 17297);
}

namespace {
struct scalar_fixture {
  tensix_state s{4096};
  scalar_unit_function unit{s};
  uint32_t arithmetic(opcode op, uint32_t left, uint32_t right, unsigned mode, bool constant) {
    uint32_t word = word_of(op) | 1 | (constant ? right : 2u) << 6 | 3u << 12 | mode << 18 | (constant ? 1u << 23 : 0u);
    s.gpr[1][1] = left;
    s.gpr[1][2] = right;
    CHECK(unit.execute(word, 1));
    return s.gpr[1][3];
  }
  uint32_t l1(unsigned address) {
    uint32_t v;
    std::memcpy(&v, s.l1.data() + address, 4);
    return v;
  }
  void set_l1(unsigned address, uint32_t v) { std::memcpy(s.l1.data() + address, &v, 4); }
};
}  // namespace

TEST_CASE_METHOD(scalar_fixture, "GPR arithmetic") {
  std::mt19937 random(seeded(8));
  for (int repeat = 0; repeat < 5000; ++repeat) {
    const bool constant = repeat & 1;
    const uint32_t a = repeat % 3 ? static_cast<uint32_t>(random()) : random() % 64, b = constant ? random() % 64
                                                                                         : repeat % 5
                                                                                             ? static_cast<uint32_t>(random())
                                                                                             : a;
    REQUIRE(arithmetic(opcode::ADDDMAREG, a, b, 0, constant) == a + b);
    REQUIRE(arithmetic(opcode::SUBDMAREG, a, b, 0, constant) == a - b);
    REQUIRE(arithmetic(opcode::MULDMAREG, a, b, 0, constant) == (a % 65536) * (b % 65536));
    REQUIRE(arithmetic(opcode::BITWOPDMAREG, a, b, 0, constant) == (a & b));
    REQUIRE(arithmetic(opcode::BITWOPDMAREG, a, b, 1, constant) == (a | b));
    REQUIRE(arithmetic(opcode::BITWOPDMAREG, a, b, 2, constant) == (a ^ b));
    REQUIRE(arithmetic(opcode::SHIFTDMAREG, a, b, 0, constant) == static_cast<uint32_t>(uint64_t{a} << (b % 32)));
    REQUIRE(arithmetic(opcode::SHIFTDMAREG, a, b, 1, constant) == a >> (b % 32));
    REQUIRE(arithmetic(opcode::CMPDMAREG, a, b, 0, constant) == (a > b ? 1u : 0u));
    REQUIRE(arithmetic(opcode::CMPDMAREG, a, b, 1, constant) == (a < b ? 1u : 0u));
    REQUIRE(arithmetic(opcode::CMPDMAREG, a, b, 2, constant) == (a == b ? 1u : 0u));
  }
  CHECK_FALSE(s.diagnose.any());
  arithmetic(opcode::CMPDMAREG, 1, 2, 3, false);
  arithmetic(opcode::BITWOPDMAREG, 1, 2, 7, false);
  arithmetic(opcode::SHIFTDMAREG, 1, 2, 2, false);
  CHECK(s.diagnose.reports().size() == 3);
}

TEST_CASE_METHOD(scalar_fixture, "SETDMAREG") {
  const auto half = [](unsigned index, uint32_t value) { return word_of(opcode::SETDMAREG) | index | value << 8; };
  unit.execute(half(2 * 9, 0xbeef), 2);
  unit.execute(half(2 * 9 + 1, 0xdead), 2);
  CHECK(s.gpr[2][9] == 0xdeadbeef);
  CHECK(s.gpr[0][9] == 0);
  const uint32_t special = 1u << 7 | 2u * 8 | 3u << 11;  // input source 3
  unit.execute(word_of(opcode::SETDMAREG) | special, 2);
  REQUIRE(s.diagnose.reports().size() == 1);
  kept_signals packers;
  unit.packers = &packers;
  for (unsigned i = 8; i < 12; ++i) s.gpr[2][i] = 0x55555555;
  unit.execute(word_of(opcode::SETDMAREG) | special | 3u << 8, 2);  // 16 bits: the upper half of the second value
  CHECK(s.gpr[2][8] == 0x55552222);
  unit.execute(word_of(opcode::SETDMAREG) | special | 2u << 8 | 1u << 22, 2);  // 32 bits: the second value
  CHECK(s.gpr[2][8] == 0x22220003);
  unit.execute(word_of(opcode::SETDMAREG) | special | 5u << 15 | 2u << 22, 2);  // 128 bits
  CHECK(s.gpr[2][8] == 0x11110002);
  CHECK(s.gpr[2][10] == 0x33330005);
  CHECK(s.gpr[2][11] == 0x44444444);
  for (unsigned i = 8; i < 12; ++i) s.gpr[2][i] = 0x55555555;
  unit.execute(word_of(opcode::SETDMAREG) | special | 3u << 22, 2);  // tile header
  CHECK(s.gpr[2][8] == 0x55550002);
  CHECK(s.gpr[2][9] == 0x55225555);
  CHECK(s.gpr[2][10] == 0x33330000);
  CHECK(s.gpr[2][11] == 0x55555555);
}

TEST_CASE_METHOD(scalar_fixture, "LOADIND and STOREIND on L1") {
  const auto word = [](opcode op, unsigned size, unsigned offset_half, unsigned step, unsigned data, unsigned address) {
    const uint32_t common = word_of(op) | address | data << 6 | step << 12 | offset_half << 14;
    return op == opcode::LOADIND ? common | size << 22 : common | size << 21 | 1u << 23;
  };
  for (unsigned i = 0; i < 256; ++i) s.l1[i] = static_cast<uint8_t>(i);
  uint32_t* g = s.gpr[0];
  g[1] = 2;         // address 32
  g[2] = 7u << 16;  // offset in the upper half: 7
  unit.execute(word(opcode::LOADIND, 1, 5, 2, 20, 1), 0);
  CHECK(g[20] == 0x27262524);  // aligned to 4
  CHECK(g[2] == 11u << 16);
  g[21] = 0xffffffff;
  unit.execute(word(opcode::LOADIND, 2, 5, 1, 21, 1), 0);
  CHECK(g[21] == 0xffff2b2a);
  CHECK(g[2] == 13u << 16);
  unit.execute(word(opcode::LOADIND, 3, 5, 3, 21, 1), 0);
  CHECK(g[21] == 0xffff2b2d);
  CHECK(g[2] == 29u << 16);
  unit.execute(word(opcode::LOADIND, 0, 5, 0, 22, 1), 0);
  CHECK(g[20] == 0x33323130);
  CHECK(g[23] == 0x3f3e3d3c);
  g[3] = 0xfffe;  // the offset wraps at 16 bits
  unit.execute(word(opcode::LOADIND, 1, 6, 2, 30, 4), 0);
  CHECK(g[3] == 2);
  CHECK(s.diagnose.reports().size() == 1);  // 0xfffc is beyond this L1

  g[5] = 0xaabbccdd, g[2] = 0;
  unit.execute(word(opcode::STOREIND, 1, 4, 2, 5, 1), 0);
  CHECK(l1(32) == 0xaabbccdd);
  unit.execute(word(opcode::STOREIND, 2, 4, 1, 5, 1), 0);
  unit.execute(word(opcode::STOREIND, 3, 4, 0, 5, 1), 0);
  CHECK(l1(36) == 0x27ddccdd);
  unit.execute(word(opcode::STOREIND, 0, 4, 0, 21, 1), 0);
  CHECK(l1(32) == g[20]);
  CHECK(l1(44) == g[23]);
  CHECK(s.diagnose.reports().size() == 1);
  g[1] = 4096 / 16;
  g[2] = 0;
  const auto before = s.l1;
  unit.execute(word(opcode::STOREIND, 0, 4, 0, 21, 1), 0);
  CHECK(before == s.l1);
}

TEST_CASE_METHOD(scalar_fixture, "STOREIND to SrcA and SrcB") {
  uint32_t* g = s.gpr[0];
  g[8] = 0x3fc0'557f;  // high: BF16 1.5; low, in Dst's order: mantissa 0x55, exponent 0x7f
  g[9] = 0xc000'807f;
  g[1] = (4 + 3) * 4 + 2;  // row 3 (after the four that do not exist), columns 8..11
  const uint32_t to_a = word_of(opcode::STOREIND) | 1 | 8u << 6 | 4u << 14, to_b = to_a | 1u << 21;
  CHECK(unit.execute(to_a, 0));
  CHECK(s.srca.bank[0].row[3][8] == ((0x7fu << 10) | (0x55u << 3)));
  CHECK(s.srca.bank[0].row[3][9] == 0x3fc0u << 3);
  CHECK(s.srca.bank[0].row[3][10] == ((1u << 18) | (0x7fu << 10)));
  CHECK(s.srca.bank[0].row[3][11] == 0xc000u << 3);
  s.srcb.src_row[0] = 16;
  g[1] = 5 * 4;
  CHECK(unit.execute(to_b, 0));
  CHECK(s.srcb.bank[0].row[21][1] == 0x3fc0u << 3);
  g[1] = 0;  // before SrcA's first row: nothing
  CHECK(unit.execute(to_a, 0));
  CHECK_FALSE(s.diagnose.any());
  g[1] = 16 * 4;
  CHECK(unit.execute(to_b, 0));
  CHECK(s.diagnose.any());
  s.srcb.bank[0].allowed_client = src_client::matrix_unit;
  CHECK_FALSE(unit.execute(to_b, 0));
}

TEST_CASE_METHOD(scalar_fixture, "register space") {
  uint32_t* g = s.gpr[0];
  kept_bus bus;
  unit.bus = &bus;
  g[7] = 99;
  unit.execute(encode(opcode::STOREREG, {{"reg_addr", 0x12000 / 4}, {"tdma_data_reg_index", 7}}), 0);
  CHECK(bus.stores.back() == std::pair<uint32_t, uint32_t>{0xffb12000, 99});
  CHECK(bus.unit == "scalar_unit");
  unit.execute(encode(opcode::LOADREG, {{"reg_addr", 0x40000 / 4}, {"tdma_data_reg_index", 8}}), 0);
  CHECK(g[8] == 0xffb40001);
  g[1] = 0x12340, g[2] = 0x50;  // STOREIND: the offset counts in sixteenths
  unit.execute(word_of(opcode::STOREIND) | 1 | 7u << 6 | 3u << 12 | 4u << 14 | 1u << 22, 0);
  CHECK(bus.stores.back().first == 0xffb12344);
  CHECK(g[2] == 0x60);
  CHECK_FALSE(s.diagnose.any());
  unit.execute(encode(opcode::STOREREG, {{"reg_addr", 0x10ffc / 4}}), 0);
  unit.execute(encode(opcode::LOADREG, {{"reg_addr", 0}}), 0);
  CHECK(s.diagnose.reports().size() == 2);
}

TEST_CASE_METHOD(scalar_fixture, "atomic operations on L1") {
  uint32_t* g = s.gpr[0];
  g[1] = 4;  // address 64
  g[2] = 3;
  set_l1(72, 0x123456fe);
  unit.execute(encode(opcode::ATINCGET, {{"addr_reg_index", 1}, {"data_reg_index", 2}, {"sel32b", 2}, {"wrap_val", 7}}), 0);
  CHECK(l1(72) == 0x12345601);
  CHECK(g[2] == 0x123456fe);
  unit.execute(encode(opcode::ATINCGET, {{"addr_reg_index", 1}, {"data_reg_index", 2}, {"sel32b", 2}, {"wrap_val", 31}}), 0);
  CHECK(l1(72) == 0x12345601u + 0x123456feu);

  for (unsigned i = 0; i < 4; ++i) g[8 + i] = 0x01010101u * (i + 1), set_l1(64 + 4 * i, 0xffffffff);
  unit.execute(encode(opcode::ATSWAP, {{"addr_reg_index", 1}, {"data_reg_index", 9}, {"swap_mask", 0x9a}}), 0);
  CHECK(l1(64) == 0x0101ffff);
  CHECK(l1(68) == 0x0202ffff);
  CHECK(l1(72) == 0xffff0303);
  CHECK(l1(76) == 0x0404ffff);
  unit.execute(encode(opcode::ATSWAP, {{"addr_reg_index", 1}, {"data_reg_index", 9}, {"swap_mask", 0xff}}) | 1u << 22, 0);
  CHECK(l1(64) == 0);
  CHECK(l1(68) == 0x02020202);
  CHECK(l1(72) == 0);

  const uint32_t cas = encode(opcode::ATCAS, {{"addr_reg_index", 1}, {"sel32b", 3}, {"cmp_val", 5}, {"swap_val", 9}});
  CHECK_FALSE(unit.execute(cas, 0));
  CHECK(l1(76) == 0);
  set_l1(76, 5);
  CHECK(unit.execute(cas, 0));
  CHECK(l1(76) == 9);

  // A queue of capacity 4 (width 3) through its read and write counters.
  const uint32_t push =
      encode(opcode::ATINCGETPTR, {{"addr_reg_index", 1}, {"data_reg_index", 20}, {"sel32b", 1}, {"wrap_val", 3}});
  const uint32_t pop =
      encode(opcode::ATINCGETPTR, {{"addr_reg_index", 1}, {"data_reg_index", 20}, {"sel32b", 0}, {"wrap_val", 3}});
  set_l1(64, 0), set_l1(68, 0);
  CHECK_FALSE(unit.execute(pop, 0));
  for (uint32_t i = 0; i < 4; ++i) {
    CHECK(unit.execute(push, 0));
    CHECK(g[20] == i);
  }
  CHECK_FALSE(unit.execute(push, 0));
  CHECK(unit.execute(pop, 0));
  CHECK(g[20] == 0);
  CHECK(unit.execute(push, 0));
  CHECK(l1(64) == 1);
  CHECK(l1(68) == 5);
  CHECK(unit.execute(pop | 1u << 22, 0));  // without increment
  CHECK(l1(64) == 1);
  CHECK_FALSE(s.diagnose.any());
  g[1] = 4096 / 16;
  unit.execute(cas, 0), unit.execute(push, 0);
  CHECK(s.diagnose.any());
}

TEST_CASE_METHOD(scalar_fixture, "REG2FLOP") {
  uint32_t* g = s.gpr[1];
  for (unsigned i = 0; i < 8; ++i) g[i] = 0x11223300 + i;
  unit.execute(encode(opcode::REG2FLOP, {{"size_sel", 1}, {"flop_index", 6}, {"reg_index", 3}}), 1);
  CHECK(s.config.config[0][70] == 0x11223303);
  unit.execute(encode(opcode::REG2FLOP, {{"size_sel", 0}, {"flop_index", 10}, {"reg_index", 6}}), 1);
  for (unsigned i = 0; i < 4; ++i) CHECK(s.config.config[0][72 + i] == 0x11223304 + i);
  // ADC: packers, channel 1, Y, value only.
  unit.execute(
      encode(opcode::REG2FLOP,
             {{"size_sel", 3}, {"target_sel", 2}, {"byte_offset", 1}, {"flop_index", 1 + 2 * 8 + 32}, {"reg_index", 3}}),
      1);
  CHECK(s.adc[1].set[adc_packers].channel[1].y == 0x33);
  CHECK(s.adc[1].set[adc_packers].channel[1].y_cr == 0);
  unit.execute(
      encode(
          opcode::REG2FLOP,
          {{"size_sel", 2}, {"target_sel", 3}, {"byte_offset", 2}, {"context_id_2", 2}, {"flop_index", 4}, {"reg_index", 3}}),
      1);
  CHECK(s.adc[2].set[0].channel[0].x_cr == 0x1122);
  CHECK(s.adc[2].set[0].channel[0].x == 0);
  CHECK_FALSE(s.diagnose.any());
  // FlopIndex has ten bits, of which the documents use seven; target 1 is not documented.
  const uint32_t plain = encode(opcode::REG2FLOP, {{"size_sel", 1}, {"reg_index", 3}});
  const auto refused = [&](uint32_t word) {
    const tensix_state was = s;
    const size_t reports = s.diagnose.reports().size();
    unit.execute(word, 1);
    return s.diagnose.reports().size() == reports + 1 && std::memcmp(&was.config, &s.config, sizeof s.config) == 0 &&
           std::memcmp(&was.adc, &s.adc, sizeof s.adc) == 0;
  };
  for (uint32_t flop = 116; flop < 1024; ++flop) CHECK(refused(plain | flop << 6));
  for (uint32_t flop = 64; flop < 1024; flop += 37) CHECK(refused(plain | flop << 6 | insn::REG2FLOP::target_sel.place(2)));
  CHECK(refused(plain | insn::REG2FLOP::target_sel.place(1)));
}
