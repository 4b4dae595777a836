// SPDX-License-Identifier: Apache-2.0
// PACR_SETREG: its register is written when all that was packed before it is in L1.
// Source: ISA documentation, PACR_SETREG, TDMA-RISC; the cycles of PACR: packer_timing_test.cpp.
#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace packer_rules_test {
namespace {

constexpr uint32_t output_address = 0x30000, phase_of_stream_5 = 0xFFB45000 + 4 * 29;

uint32_t pacr(bool close) { return word_of(opcode::PACR) | insn::PACR::addr_mode.place(close) | insn::PACR::last.place(close); }

// Rows of 16 BF16 datums from Dst row 0 on, four a PACR, contiguous output; PACR_SETREG's base 0 is the phase register.
void configure_pack(scenario& s) {
  const uint16_t w = cfg::THCON_SEC0_REG1_Out_data_format.word;
  s.config(w, cfg::THCON_SEC0_REG1_Disable_zero_compress.place(1) | cfg::THCON_SEC0_REG1_Out_data_format.place(5) |
                  cfg::THCON_SEC0_REG1_In_data_format.place(5));
  s.config(w - 2u, 0).config(w - 1u, (output_address / 16 - 1) | 1u << 31);
  s.config(cfg::ALU_FORMAT_SPEC_REG2_Dstacc.word, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(5));
  s.config(cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.word, cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.place(32));
  s.config(cfg::PCK_EDGE_OFFSET_SEC0_mask.word, 0xffff);
  for (unsigned i = 0; i < 4; ++i)
    s.config(cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.word + i,
             cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.place(16));
  s.push(word::clear_adc_xy(4)).push(word::clear_adc_zw(4)).push(word::set_adc_x(4, 16));
  const uint32_t modifier = tcfg::ADDR_MOD_PACK_SEC0_YsrcIncr.reg;
  s.push(word::setc16(modifier, tcfg::ADDR_MOD_PACK_SEC0_YsrcIncr.place(4)));
  s.push(word::setc16(modifier + 1, tcfg::ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | tcfg::ADDR_MOD_PACK_SEC0_YdstClear.place(1)));
  s.store(0xFFB11038, 29u | 1u << 20);  // 0x40000 + 4 * 29 behind the window
  s.settle();
}

}  // namespace

TEST_CASE("PACR_SETREG's register is written once the PACRs before it are in L1", "[packer]") {
  const uint32_t half = word_of(opcode::PACR_SETREG) | insn::PACR_SETREG::mode_sel.place(1) | insn::PACR_SETREG::push.place(1);
  const uint32_t store = word_of(opcode::PACR_SETREG) | insn::PACR_SETREG::push.place(1) | insn::PACR_SETREG::flush.place(1) |
                         insn::PACR_SETREG::stream_id.place(5);
  for (unsigned latency : {0u, 25u})
    for (unsigned n : {0u, 1u, 8u, 40u}) {
      CAPTURE(latency, n);
      const parameter_values usual({});
      const uint64_t pipeline = usual("packer.pipeline_latency_cycles") + latency;
      const arguments args{"--set", "packer.pipeline_latency_cycles=" + std::to_string(pipeline)};
      const parameter_values p(args);
      scenario s;
      configure_pack(s);
      s.push(half | 7u << 3).push(half | 4).settle();  // the value will be 7
      s.mark("begin");
      if (n) s.push(pacr(false), n - 1).push(pacr(true));
      s.push(store).sync().mark("end");
      // T1 waits for phase 7 of stream 5.
      s.thread(1).push(word::setc16(tcfg::STREAM_ID_SYNC_SEC0_BankSel.reg, 5)).delay(20);
      s.push(word_of(opcode::STREAMWAIT) | insn::STREAMWAIT::stall_res.place(block_all) |
             insn::STREAMWAIT::target_value.place(7));
      s.push(no_effect)
          .sync()
          .mark("seen")
          .line("t1 copy " + std::to_string(phase_of_stream_5) + " 0x1000")
          .line("out 0x1000 4");
      const run_result r = s.run(args);
      CHECK(r.outs.at(0) == "out 0x1000 07000000");
      // n PACRs, one a cycle, then the PACR_SETREG in g + n; it reads for a cycle and leaves the pipeline `pipeline` later, in
      // which the last 128 bytes of the PACRs before it are in L1: packed cycle by cycle, n + 1 + pipeline after g.
      const uint64_t g = r.mark("begin") + p.to_gate(), written = g + n + 1 + pipeline;
      CHECK(r.mark("end") == written + p.unit_sync());
      // The gate sees it in that cycle, lets go a cycle later, and the instruction takes one.
      CHECK(r.mark("seen", 1) == written + p("frontend.wait_lag_cycles") + 1 + p.sync_load());
    }
}

TEST_CASE("PACR_SETREG waits for a slow way to L1", "[packer]") {
  // One lane: a PACR's 128 bytes take eight cycles on the way into L1; n PACRs end eight cycles each after the first is there.
  const uint32_t store = word_of(opcode::PACR_SETREG) | insn::PACR_SETREG::push.place(1) | insn::PACR_SETREG::flush.place(1) |
                         insn::PACR_SETREG::stream_id.place(5);
  const arguments args{"--set", "packer.write_lanes=1"};
  const parameter_values p(args);
  constexpr unsigned n = 3;
  const auto run = [&](bool with_store) {
    scenario s;
    configure_pack(s);
    s.mark("begin").push(pacr(false), n - 1).push(pacr(true));
    if (with_store) s.push(store);
    s.sync().mark("end");
    const run_result r = s.run(args);
    return r.mark("end") - r.mark("begin") - p.to_gate() - p.unit_sync();
  };
  const uint64_t in_l1 = 1 + p("packer.pipeline_latency_cycles") + n * 8;
  CHECK(run(false) == in_l1);
  CHECK(run(true) == in_l1);  // written in the cycle in which the last byte before it is there
}

}  // namespace packer_rules_test
