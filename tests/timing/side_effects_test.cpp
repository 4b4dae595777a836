// SPDX-License-Identifier: Apache-2.0
// When the side effects of configuration writes are there: the seed of the random numbers, the reset of a context counter.
// Source: ISA documentation, BackendConfiguration (special cases), ConfigurationUnit, SFPMOV, UNPACR_Regular.
#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

TEST_CASE("PRNG_SEED reseeds with the write to Config: SFPMOV sees it from the next cycle on", "[config]") {
  const parameter_values p({});
  const uint32_t random = word_of(opcode::SFPMOV) | insn::SFPMOV::instr_mod1.place(8) | insn::SFPMOV::lreg_c.place(9);
  const uint32_t show = word_of(opcode::SFPSTORE);
  // T1's SFPMOV passes the gate in cycle 0, T0's write begins `begin` cycles later; `from_core`: a store of T0's RISC-V core.
  const auto number = [&](bool from_core, int begin) {
    scenario s;
    s.push(word::setdmareg(20, 0, 0x1234)).push(word::setdmareg(20, 1, 0x5678)).settle();
    constexpr uint64_t at = 200;  // the SFPMOV is pushed in this cycle
    s.line("t0 poll 0xFFB121F0 0x80 0x80").mark("begin");
    const uint64_t now = s.run().mark("begin"), wanted = at + p.to_gate() + static_cast<uint64_t>(begin);
    REQUIRE(now + p.to_gate() < wanted);
    if (from_core) s.delay(wanted - now).config(prng_seed_word, 0x56781234);
    else
      s.delay(wanted - p.to_gate() - now)
          .push(word_of(opcode::WRCFG) | insn::WRCFG::gpr_address.place(20) | insn::WRCFG::cfg_reg.place(prng_seed_word));
    s.thread(1).delay(at).push(random).delay(300).push(show).settle();
    s.line("t1 copy 0xFFBD8000 0x1000").line("t1 copy 0xFFBD8004 0x1004").line("out 0x1000 8");
    return s.run().outs.at(0);
  };
  const std::string unseeded = number(false, 100), seeded = number(false, -20);
  REQUIRE(unseeded != seeded);
  CHECK(number(true, -20) == seeded);
  for (int begin : {-4, -3, -2, -1, 0, 1}) {
    CAPTURE(begin);
    CHECK(number(false, begin) == (begin + 2 <= 0 ? seeded : unseeded));  // stages -1 and 0
    // A store travels, then has its cycle in stage 0.
    const int travel = static_cast<int>(p("riscv.store_travel_cycles"));
    CHECK(number(true, begin) == (begin + travel + 1 <= 0 ? seeded : unseeded));
  }
}

TEST_CASE("CntReset resets the context counter with SETC16: the UNPACR of the next cycle reads context 0", "[config]") {
  // Context 1's tile lies beyond L1, which an UNPACR that reads it diagnoses; the counter stands at 1.
  const uint32_t advance = word_of(opcode::UNPACR) | insn::UNPACR::cfg_context_cnt_inc.place(1);
  const uint32_t by_counter = unpacr(0) | insn::UNPACR::ovrd_thread_id.place(1) | insn::UNPACR::auto_inc_context_id.place(1);
  const auto run = [&](const words& before) {
    scenario s;
    unpack_setup u;
    configure(s, u);
    s.config(cfg::THCON_SEC0_REG3_Base_address.word + 1, 0x100000);
    s.push(word::rmwcib(0, cfg::THCON_SEC0_REG2_Context_count.word, 0xc0, cfg::THCON_SEC0_REG2_Context_count.place(1)));
    s.push(advance).settle();
    for (uint32_t w : before) s.push(w);
    return s.push(by_counter).settle().run_any().status;
  };
  const uint32_t reset = word::setc16(unpack_misc_cfg_register, tcfg::UNPACK_MISC_CFG_CfgContextCntReset_0.place(1));
  CHECK(run({}) == 1);
  CHECK(run({no_effect}) == 1);
  CHECK(run({reset}) == 0);  // pushed, and at the gate, in the cycle before
  CHECK(run({reset, no_effect, no_effect}) == 0);
  CHECK(run({reset, advance}) == 1);  // counts on from 0
}
