// SPDX-License-Identifier: Apache-2.0
// What packers and unpackers write and tell through the whole machine: PACR_SETREG, UNPACR_NOP, SETDMAREG's signals,
// CLREXPHIST, TDMA-RISC, PRNG_SEED.
#include "catch.h"
#include "models/isa/isa.h"
#include "tests/functional/functional_machine.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;
using outcome = functional_machine::outcome;

namespace registers_and_signals_test {
namespace {

std::string push(uint32_t word) {
  char text[32];
  std::snprintf(text, sizeof text, "t0 push 0x%08x\n", word);
  return text;
}

functional_machine::result play(functional_machine& m, const std::string& text) {
  const auto file = stream_file::parse(text, "test", ".");
  file.initialise(m.state.l1);
  return m.run({file.core(0), file.core(1), file.core(2), file.core(3)});
}

}  // namespace

TEST_CASE("registers are written at the packers' and unpackers' turn, through bases of TDMA-RISC") {
  functional_machine m;
  std::vector<std::array<uint32_t, 3>> stores;
  m.overlay_store = [&](unsigned stream, unsigned reg, uint32_t value) { stores.push_back({stream, reg, value}); };
  const uint32_t load = word_of(opcode::PACR_SETREG) | insn::PACR_SETREG::mode_sel.place(1);
  const uint32_t write = word_of(opcode::PACR_SETREG) | insn::PACR_SETREG::push.place(1) | insn::PACR_SETREG::flush.place(1) |
                         insn::PACR_SETREG::stream_id.place(7) | insn::PACR_SETREG::addr_sel.place(1);
  const uint32_t nop = word_of(opcode::UNPACR_NOP);
  const auto r = play(m,
                      "b st 0xFFB11038 0x00401400\n"  // packers' base 1: 0x40000 + 4 * 5
                      "b st 0xFFB11024 0x10000600\n"  // unpackers' base 0: 0x40000 + 4 * 6
                      "b st 0x100 1\nt0 poll 0x100 1 1\n" +
                          push(load | 0x1234 << 3) + push(write) + push(nop | 3 | 1 << 2 | 9 << 16 | 55 << 4) +
                          push(nop | 3 | 3 << 16 | 1 << 12) + "t0 sync\n");
  INFO(r.text);
  CHECK(r.how == outcome::done);
  REQUIRE(stores.size() == 3);
  CHECK(stores[0] == std::array<uint32_t, 3>{7, 5, 0x1234});
  CHECK(stores[1] == std::array<uint32_t, 3>{9, 6, 55});
  CHECK(stores[2] == std::array<uint32_t, 3>{3, 266, 1});
}

TEST_CASE("SETDMAREG reads the packers, CLREXPHIST clears them, TDMA-RISC has the sizes") {
  functional_machine m;
  using namespace cfg;
  const auto set = [&](config_field f, uint32_t value) { m.state.config.config[0][f.word] |= f.place(value); };
  set(THCON_SEC0_REG1_Disable_zero_compress, 1);
  set(THCON_SEC0_REG1_Sub_l1_tile_header_size, 1);
  set(THCON_SEC0_REG1_L1_Dest_addr, 0x1000);
  set(THCON_SEC0_REG9_Pack_0_2_limit_address, 0x1ffff);
  for (config_field f : {THCON_SEC0_REG1_In_data_format, THCON_SEC0_REG1_Out_data_format, ALU_FORMAT_SPEC_REG2_Dstacc})
    set(f, 5);
  for (unsigned i = 0; i < 4; ++i) m.state.config.config[0][PCK_EDGE_OFFSET_SEC0_mask.word + i] |= 0xffff;
  m.state.config.thread[0][tcfg::ENABLE_ACC_STATS_Enable.reg] = 1;
  m.state.adc[0].set[adc_packers].channel[1].x = 15;
  for (unsigned r = 0; r < 4; ++r) {
    m.state.dst.row_valid[r] = true;
    for (uint16_t& x : m.state.dst.bits[r]) x = dst_encode_bf16(static_cast<uint16_t>((100 + r) << 7));
  }
  const auto signal = [](unsigned input, unsigned to) {  // 128 bits to four GPRs
    return push(word_of(opcode::SETDMAREG) | 2u << 22 | input << 3 << 8 | 1u << 7 | to * 2);
  };
  const auto r = play(m, push(word_of(opcode::PACR) | insn::PACR::last.place(1)) + signal(6, 4) + signal(9, 8) + signal(0, 12) +
                             push(word_of(opcode::CLREXPHIST)) + signal(6, 16) + signal(9, 20) +
                             "t0 sync\nt0 copy 0xFFB11018 0x100\nt0 copy 0xFFB1101c 0x104\n");
  INFO(r.text);
  CHECK(r.how == outcome::done);
  const uint32_t* gpr = m.state.gpr[0];
  CHECK(gpr[5] == 0x10101010);  // bins 4..7: exponents 100..103
  CHECK(gpr[4] == 0);
  CHECK(gpr[8] == 103);
  CHECK(gpr[12] == (8u << 16 | 8));
  CHECK(gpr[17] == 0);
  CHECK(gpr[20] == 0);
  CHECK(m.state.l1[0x100] == 8);
  CHECK(m.state.l1[0x104] == 8);
}

}  // namespace registers_and_signals_test
