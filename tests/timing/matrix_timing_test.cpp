// SPDX-License-Identifier: Apache-2.0
// Matrix unit: one MVMUL a cycle over enough blocks of Dst, held by the read hazard over fewer; hand-over of the Src banks.
// Source: ISA documentation, MatrixUnit, Dst, SrcASrcB (AllowedClient).
#include <algorithm>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace matrix_timing_test {
namespace {

// n MVMULs over `blocks` 8x16 blocks of Dst in turn, sources resident: cycles from the first push to the return of the `sync`.
uint64_t mvmuls(unsigned n, unsigned blocks, const arguments& args, run_result* result = nullptr) {
  scenario s;
  fill_sources(s);
  s.mark("begin");
  for (unsigned i = 0; i < n; ++i) s.push(mvmul(8 * (i % blocks)));
  s.sync().mark("end");
  const run_result r = s.run(args);
  if (result) *result = r;
  return r.mark("end") - r.mark("begin");
}

// A block written in cycle c can be read from c + 1 + hazard on, so a turn over k blocks takes max(k, 1 + hazard) cycles.
// The last one starts then, and the pipeline is seen empty a latency and a drain time later.
uint64_t expected(const parameter_values& p, unsigned n, unsigned blocks) {
  const uint64_t turn = std::max<uint64_t>(blocks, 1 + p("matrix_unit.dst_read_hazard_cycles"));
  const uint64_t last = (n - 1) / blocks * turn + (n - 1) % blocks;
  return p.to_gate() + last + p("matrix_unit.latency_cycles") + p("matrix_unit.drain_cycles") + p.unit_sync();
}

}  // namespace

TEST_CASE("MVMUL over k blocks of Dst takes max(k, 1 + hazard) cycles a turn", "[matrix]") {
  const std::string configuration = GENERATE("blackhole", "documented");
  const arguments args{"--config", configuration};
  const parameter_values p(args);
  CAPTURE(configuration);
  REQUIRE(p("matrix_unit.dst_read_hazard_cycles") == (configuration == "documented" ? 4 : 5));
  for (unsigned blocks : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 32u})
    for (unsigned n : {1u, 2u, 24u, 97u}) {
      CAPTURE(blocks, n);
      CHECK(mvmuls(n, blocks, args) == expected(p, n, blocks));
    }
}

TEST_CASE("five blocks hide the documented hazard, four do not", "[matrix]") {
  const arguments args{"--config", "documented"};
  const uint64_t one = mvmuls(1, 1, args);
  CHECK(mvmuls(100, 5, args) - one == 99);          // one a cycle
  CHECK(mvmuls(100, 4, args) - one == 24 * 5 + 3);  // four every five cycles
  CHECK(mvmuls(100, 1, args) - one == 99 * 5);      // one every five cycles
}

TEST_CASE("the hazard is a parameter", "[matrix]") {
  const unsigned hazard = GENERATE(0u, 1u, 3u, 9u);
  const arguments args{"--set", "matrix_unit.dst_read_hazard_cycles=" + std::to_string(hazard)};
  const parameter_values p(args);
  CAPTURE(hazard);
  for (unsigned blocks : {1u, 2u, 4u, 10u}) {
    CAPTURE(blocks);
    run_result r;
    CHECK(mvmuls(40, blocks, args, &r) == expected(p, 40, blocks));
    // Each cycle the unit waited has the hazard as its reason.
    const uint64_t turn = std::max(blocks, 1 + hazard);
    CHECK(r.stall("units", "matrix_unit", "dst_block_hazard") == 39 / blocks * (turn - blocks));
    CHECK(r.stall("threads", "t0", "dst_block_hazard") == 39 / blocks * (turn - blocks));
  }
}

TEST_CASE("latency and drain time of the matrix unit delay only its end", "[matrix]") {
  const parameter_values usual({});
  const arguments args{"--set", "matrix_unit.latency_cycles=" + std::to_string(usual("matrix_unit.latency_cycles") + 4),
                       "--set", "matrix_unit.drain_cycles=" + std::to_string(usual("matrix_unit.drain_cycles") + 7)};
  const parameter_values p(args);
  CHECK(mvmuls(20, 10, args) == expected(p, 20, 10));
  CHECK(mvmuls(20, 10, args) == mvmuls(20, 10, {}) + 4 + 7);
}

TEST_CASE("ZEROACC: one a cycle by single rows, longer in the pipeline on silicon than documented", "[matrix]") {
  const std::string configuration = GENERATE("blackhole", "documented");
  const arguments args{"--config", configuration};
  const parameter_values p(args);
  CAPTURE(configuration);
  CHECK(p("matrix_unit.zeroacc_latency_cycles") == (configuration == "documented" ? 1 : 5));
  scenario s;
  s.settle();
  const uint32_t row = word_of(opcode::ZEROACC), all = row | insn::ZEROACC::clear_mode.place(3);
  const uint64_t end = p("matrix_unit.zeroacc_latency_cycles") + p("matrix_unit.drain_cycles") + p.sync_lag();
  for (unsigned n : {1u, 2u, 20u}) {
    CAPTURE(n);
    CHECK(span_of(s, words(n, row), args) == n - 1 + end);
    CHECK(span_of(s, words(n, all), args) == n * p("matrix_unit.zeroacc_cycles") - 1 + end);
  }
}

TEST_CASE("MOVA2D from SrcA's upper half keeps the unit a second cycle, but its result is not later", "[matrix]") {
  scenario s;
  fill_sources(s);
  s.config(cfg::ALU_ACC_CTRL_Fp32_enabled.word, cfg::ALU_ACC_CTRL_Fp32_enabled.place(1)).settle();
  const parameter_values p({});
  const uint64_t end = p("matrix_unit.move_latency_cycles") + p("matrix_unit.drain_cycles") + p.sync_lag();
  for (unsigned n : {1u, 2u, 16u}) {
    words low, high;
    for (unsigned i = 0; i < n; ++i) low.push_back(mova2d(0, 8 * i)), high.push_back(mova2d(32, 8 * i));
    CHECK(span_of(s, low) == n - 1 + end);
    CHECK(span_of(s, high) == (n - 1) * p("matrix_unit.mova2d_upper_half_cycles") + end);
  }
}

TEST_CASE("behind MOVA2D the legacy instructions wait as those that read Dst do", "[matrix]") {
  scenario s;
  fill_sources(s);
  const auto behind = [&](opcode code) { return span_of(s, {mova2d(0, 0), word_of(code) | insn::ELWMUL::dst.place(64)}); };
  const uint64_t waits = behind(opcode::ELWMUL);
  CHECK(waits == behind(opcode::ELWADD) + 3);
  for (opcode code : {opcode::CONV3S1, opcode::CONV3S2, opcode::MFCONV3S1, opcode::APOOL3S1, opcode::APOOL3S2}) {
    CAPTURE(info(code).name);
    CHECK(behind(code) == waits);
  }
}

// Behind a move, n cycles longer than the parameter says no more and no less: an instruction that it keeps out is n later, one
// that it lets pass is not.
TEST_CASE("how long moves keep others out, and SHIFTXB the unit, are parameters", "[matrix]") {
  struct rule {
    const char* parameter;
    uint32_t move, kept_out, passes;
  };
  const uint32_t movd2a = word_of(opcode::MOVD2A), movd2b = word_of(opcode::MOVD2B), movb2a = word_of(opcode::MOVB2A);
  const uint32_t elwadd = word_of(opcode::ELWADD) | insn::ELWADD::dst.place(64);
  const uint32_t elwmul = word_of(opcode::ELWMUL) | insn::ELWMUL::dst.place(64);
  const rule rules[] = {{"matrix_unit.srca_move_keeps_out_cycles", movd2a, elwadd, movd2a},
                        {"matrix_unit.srca_move_keeps_out_cycles", movb2a, elwmul, movb2a},
                        {"matrix_unit.srcb_move_keeps_out_cycles", movd2b, movd2a, movd2b},
                        {"matrix_unit.dst_move_keeps_out_cycles", mova2d(0, 0), elwmul, elwadd},
                        {"matrix_unit.shiftxb_cycles", word_of(opcode::SHIFTXB), elwadd, 0}};
  scenario s;
  fill_sources(s);
  for (const rule& r : rules) {
    CAPTURE(r.parameter, disassemble(r.move));
    const auto with = [&](unsigned n) { return arguments{"--set", std::string(r.parameter) + "=" + std::to_string(n)}; };
    for (unsigned n : {2u, 9u})
      CHECK(span_of(s, {r.move, r.kept_out}, with(n)) == span_of(s, {r.move, r.kept_out}, with(1)) + n - 1);
    if (r.passes) CHECK(span_of(s, {r.move, r.passes}, with(9)) == span_of(s, {r.move, r.passes}, with(1)));
  }
}

// ---- Hand-over -------------------------------------------------------------------------------------------------------------

namespace {

// Thread 1 waits with `word` for SrcA while thread 0 unpacks 512 bytes into it; SrcB is there already.
run_result wait_for_srca(uint32_t word, const arguments& args) {
  scenario s;
  unpack_setup b;
  b.unpacker = 1;
  configure(s, b);
  s.push(unpacr(1, true)).sync();
  configure(s, {});  // 256 BF16 datums at x1
  s.thread(1).push(word).sync().mark("end");
  s.thread(0).mark("begin").push(unpacr(0, true)).sync().mark("end");
  return s.run(args);
}

}  // namespace

TEST_CASE("MVMUL starts a hand-over latency after the unpacker's last cycle", "[hand_over]") {
  const std::string configuration = GENERATE("blackhole", "documented");
  const unsigned latency = GENERATE(1u, 2u, 5u);
  const bool move = GENERATE(false, true);
  const arguments args{"--config", configuration, "--set", "hand_over.latency_cycles=" + std::to_string(latency)};
  const parameter_values p(args);
  CAPTURE(configuration, latency, move);
  const run_result r = wait_for_srca(move ? mova2d(0, 0) : mvmul(0), args);
  const uint64_t unpacked = r.mark("begin") + p.to_gate() + p("unpacker.address_phase_cycles") + 512 / p("throttle.bytes.x1") +
                            p("unpacker.pipeline_latency_cycles");
  CHECK(r.mark("end", 0) == unpacked + p.unit_sync());
  // The unpacker's last cycle is unpacked - 1: with latency 1 the matrix unit has the bank in the cycle after it.
  const uint64_t started = unpacked - 1 + latency;
  const uint64_t takes = p(move ? "matrix_unit.move_latency_cycles" : "matrix_unit.latency_cycles");
  CHECK(r.mark("end", 1) == started + takes + p("matrix_unit.drain_cycles") + p.unit_sync());
}

TEST_CASE("SETDVALID hands over with the same latency", "[hand_over]") {
  const unsigned latency = GENERATE(1u, 4u);
  const arguments args{"--set", "hand_over.latency_cycles=" + std::to_string(latency)};
  const parameter_values p(args);
  CAPTURE(latency);
  scenario s;
  unpack_setup b;
  configure(s, b);  // gives the banks a format
  s.push(unpacr(0)).settle();
  const uint32_t setdvalid = word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(3);
  s.mark("begin").push(setdvalid).push(mova2d(0, 0)).sync().mark("end");
  const run_result r = s.run(args);
  // SETDVALID from cycle g on, the bank usable latency cycles after its last one.
  CHECK(r.mark("end") - r.mark("begin") == p.to_gate() + p("hand_over.set_dvalid_cycles") - 1 + latency +
                                               p("matrix_unit.move_latency_cycles") + p("matrix_unit.drain_cycles") +
                                               p.unit_sync());
}

// UNPACR_NOP of T0 that clears a bank, behind one that has given the other one away; T1 gives that back 200 cycles later.
TEST_CASE("UNPACR_NOP with stall_clr_cntrl 0 waits for the matrix unit's bank, with 1 for its own", "[hand_over]") {
  using namespace insn::UNPACR_NOP;
  const unsigned which = GENERATE(0u, 1u);
  const unsigned value = GENERATE(0u, 1u, 2u, 3u);  // what the bank is cleared to
  const bool gives = GENERATE(false, true), own = GENERATE(false, true), returned = GENERATE(true, false);
  const unsigned latency = GENERATE(1u, 4u);
  const arguments args{"--set", "hand_over.latency_cycles=" + std::to_string(latency)};
  CAPTURE(which, value, gives, own, returned, latency);
  const uint32_t clear = word_of(opcode::UNPACR_NOP) | unpacker_select.place(which) | unpack_pop.place(1);
  scenario s;
  s.push(clear | set_dvalid.place(1)).delay(50);
  s.mark("begin")
      .push(clear | src_clr_val_ctrl.place(value) | set_dvalid.place(gives) | stall_clr_cntrl.place(own))
      .sync()
      .mark("end");
  if (returned) s.thread(1).delay(200).mark("begin").push(clear_dvalid(1 << which));
  const run_result r = s.run_any(args);
  const parameter_values p(args);
  if (!own && !returned) {
    CHECK(r.status == 3);
    const std::string bank = std::string(which ? "SrcB" : "SrcA") + " bank 0";
    CHECK(r.errors.find("UNPACR_NOP") != std::string::npos);
    CHECK(r.errors.find("waits until " + bank + " belongs to the unpackers") != std::string::npos);
    return;
  }
  REQUIRE(r.status == 0);
  if (own) {
    CHECK(r.mark("end") == r.mark("begin") + p.to_gate() + p("unpacker.nop_cycles") + 1 + p.unit_sync());
  } else {
    // CLEARDVALID in its cycle; the matrix unit is at its other bank then, which is not seen before the first is back.
    CHECK(r.mark("end") == r.mark("begin", 1) + p.to_gate() + latency + p.unit_sync());
  }
}

// The other way round there is no difference while the matrix unit has no bank, and none for what does not clear one.
TEST_CASE("UNPACR_NOP waits for no bank where none is out, or where it clears none", "[hand_over]") {
  using namespace insn::UNPACR_NOP;
  const auto taken = [](uint32_t behind, uint32_t word) {
    scenario s;
    if (behind) s.push(behind).delay(50);
    const run_result r = s.mark("begin").push(word_of(opcode::UNPACR_NOP) | word).sync().mark("end").run();
    return r.mark("end") - r.mark("begin");
  };
  const uint32_t gives = word_of(opcode::UNPACR_NOP) | unpack_pop.place(1) | set_dvalid.place(1);
  const uint64_t once = taken(0, unpack_pop.place(1));
  CHECK(taken(0, unpack_pop.place(1) | stall_clr_cntrl.place(1)) == once);
  CHECK(taken(gives, unpack_pop.place(2)) == once);                              // does nothing
  CHECK(taken(gives, unpack_pop.place(2) | set_dvalid.place(1)) == once);        // gives the bank as it is
  CHECK(taken(gives, unpack_pop.place(1) | clr_to1_fmt_ctrl.place(3)) == once);  // the same
  CHECK(taken(gives, unpacker_select.place(1) | unpack_pop.place(1)) == once);   // the other unpacker's
}

TEST_CASE("with two banks the slower side sets the pace", "[hand_over]") {
  const arguments args{
      "--config", "documented", "--set", "unpacker.pipeline_latency_cycles=0", "--set", "unpacker.prefetch_bytes=0"};
  const parameter_values p(args);
  const unsigned tiles = 6;
  const unsigned moves = GENERATE(1u, 4u, 31u, 40u, 64u);  // cycles of matrix work on each bank, before it is given back
  CAPTURE(moves);
  const uint64_t fetch = 512 / p("throttle.bytes.x1");
  scenario s;
  configure(s, {});
  // The moves in a MOP of the other thread, so that neither FIFO is in the way.
  s.thread(1).mop({tiles, moves, mova2d(0, 0), word::nop, word::nop, clear_dvalid(1)}).sync();
  s.thread(1).push(word::mop).sync().mark("end");
  s.thread(0).mark("begin").push(unpacr(0, true), tiles).sync().mark("end");
  const run_result r = s.run(args);

  // Bank by bank. Fetching may begin when the fetch before has ended and the bank is back (a hand-over latency of 1 after the
  // CLEARDVALID, which is the last of `work` instructions); work begins when the fetch has ended and the work before has.
  const uint64_t work = moves + 1, first = r.mark("begin") + p.to_gate() + p("unpacker.address_phase_cycles");
  uint64_t fetched[tiles], worked[tiles];
  for (unsigned i = 0; i < tiles; ++i) {
    uint64_t from = i ? fetched[i - 1] : first;
    if (i >= 2) from = std::max(from, worked[i - 2]);
    fetched[i] = from + fetch;
    worked[i] = std::max(fetched[i], i ? worked[i - 1] : 0) + work;
  }
  CHECK(r.mark("end", 0) == fetched[tiles - 1] + p.unit_sync());
  // CLEARDVALID itself is done in its cycle; the last move before it a latency after its own.
  const uint64_t last_move = worked[tiles - 1] - 2;
  const uint64_t moved = last_move + p("matrix_unit.move_latency_cycles") + p("matrix_unit.drain_cycles");
  CHECK(r.mark("end", 1) == std::max(worked[tiles - 1] + p("matrix_unit.drain_cycles"), moved) + p.unit_sync());
  // In the steady state a tile takes the longer of both.
  CHECK(worked[tiles - 1] - worked[tiles - 2] == std::max(fetch, work));
}

}  // namespace matrix_timing_test
