// SPDX-License-Identifier: Apache-2.0
// UNPACR_NOP that clears a bank: in order with UNPACRs, and datums behind it are written some cycles later.
// Source: Blackhole's kernel library as measured (docs/sources.md); that it is in order, ISA documentation, UNPACR_NOP_ZEROSRC.
#include <algorithm>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace unpack_clear_test {
namespace {

uint32_t nop(unsigned unpacker, uint32_t fields) {
  return word_of(opcode::UNPACR_NOP) | insn::UNPACR_NOP::unpacker_select.place(unpacker) | fields;
}
// Its own bank; no hand-over.
uint32_t clear(unsigned unpacker) {
  return nop(unpacker, insn::UNPACR_NOP::unpack_pop.place(1) | insn::UNPACR_NOP::stall_clr_cntrl.place(1));
}

// Words of T0 behind a set-up of both unpackers, rows of `in` to BF16: to the end of all.
uint64_t taken(const words& w, unsigned in, const arguments& args) {
  scenario s;
  for (unsigned which : {0u, 1u}) {
    unpack_setup u;
    u.unpacker = which;
    u.in = in;
    u.address = 0x20000 + 0x8000 * which;
    u.throttle_override = false;
    configure(s, u);
  }
  s.mark("begin");
  for (uint32_t word : w) s.push(word);
  const run_result r = s.sync().mark("end").run(args);
  return r.mark("end") - r.mark("begin");
}
arguments clearing_for(uint64_t cycles) { return {"--set", "unpacker.behind_clear_cycles=" + std::to_string(cycles)}; }

}  // namespace

TEST_CASE("UNPACR_NOPs alone take a cycle, whether they clear or not", "[unpack]") {
  const unsigned which = GENERATE(0u, 1u);
  for (uint64_t cycles : {0u, 6u, 40u}) {
    const arguments args = clearing_for(cycles);
    const parameter_values p(args);
    const uint64_t nothing = p.to_gate() + p("unpacker.nop_cycles") + 1 + p.unit_sync();
    CAPTURE(which, cycles);
    CHECK(taken({clear(which)}, 5, args) == nothing);
    CHECK(taken({clear(which), clear(which)}, 5, args) == nothing + 1);
    CHECK(taken({nop(which, insn::UNPACR_NOP::unpack_pop.place(2))}, 5, args) == nothing);
  }
}

TEST_CASE("a clear is behind the datums before it, and those behind it begin some cycles later", "[unpack]") {
  const unsigned which = GENERATE(0u, 1u);
  const unsigned in = GENERATE(5u, 0u);  // BF16: 512 bytes; FP32: 1024
  for (uint64_t cycles : {0u, 1u, 2u, 3u, 6u, 14u, 40u}) {
    const arguments args = clearing_for(cycles);
    const parameter_values p(args);
    const uint64_t address = p("unpacker.address_phase_cycles"), face = (in ? 512 : 1024) / p("throttle.bytes.x4");
    const uint64_t once = p.to_gate() + address + face + p("unpacker.pipeline_latency_cycles");
    CAPTURE(which, in, cycles);
    REQUIRE(p("unpacker.queue_depth") == 2);
    const uint32_t datums = unpacr(which);
    CHECK(taken({datums, clear(which)}, in, args) == once + p.unit_sync());
    // The last is accepted at the end of the first one's fetch, so that it is there its address phase and a face behind the first.
    CHECK(taken({datums, clear(which), datums}, in, args) == once + std::max(address, cycles) + face + p.unit_sync());
    if (cycles > address + 2)
      CHECK(taken({datums, clear(which), clear(which), datums}, in, args) == once + cycles + face + p.unit_sync());
    // Nothing is cleared: the same as without it, but for its place in the queue.
    const uint32_t idle = nop(which, insn::UNPACR_NOP::unpack_pop.place(2));
    CHECK(taken({datums, idle, datums}, in, args) == once + address + face + p.unit_sync());
  }
}

TEST_CASE("datums that come late enough behind a clear do not see it", "[unpack]") {
  const arguments base{};
  const parameter_values p(base);
  const uint64_t face = 512 / p("throttle.bytes.x4");
  // The clear passes in the cycle behind its turn; the UNPACR's turn at the gate is one cycle later than the clear's.
  const uint64_t through =
      p("unpacker.nop_cycles") + p("unpacker.address_phase_cycles") + face + p("unpacker.pipeline_latency_cycles");
  const uint64_t hidden = through - face - p("unpacker.nop_cycles") - 1;
  const auto both = [&](uint64_t cycles) { return taken({clear(0), unpacr(0)}, 5, clearing_for(cycles)); };
  CHECK(both(hidden) == both(0));
  CHECK(both(hidden + 1) == both(0) + 1);
  CHECK(both(0) == p.to_gate() + through + p.unit_sync());
}

TEST_CASE("a clear does not hold the other unpacker", "[unpack]") {
  const uint64_t alone = taken({unpacr(1)}, 5, {});
  CHECK(taken({clear(0), unpacr(1)}, 5, clearing_for(10)) == alone + 1);  // its turn at the gate
}

// As the kernel library's copies do: a cleared bank of SrcB for each that the matrix unit gives back.
TEST_CASE("banks that are cleared and given away are as fast whatever datums would wait behind", "[unpack][hand_over]") {
  const auto end_of = [](const arguments& args) {
    scenario s;
    s.thread(1).mop({24, 1, mova2d(0, 0), word::nop, word::nop, clear_dvalid(1)}).sync().push(word::mop);
    s.thread(0);
    const uint32_t gives = nop(0, insn::UNPACR_NOP::unpack_pop.place(1) | insn::UNPACR_NOP::set_dvalid.place(1));
    return s.push(gives, 24).sync().mark("end").run(args).mark("end");
  };
  CHECK(end_of(clearing_for(40)) == end_of(clearing_for(0)));
}

// As the kernel library's reduction to a scalar does: SrcA's bank is cleared before each face, and waits for the matrix unit's.
TEST_CASE("clear and face in turns with the matrix unit take what is between them, the face, and the bank's way there and back",
          "[unpack][hand_over]") {
  const unsigned in = GENERATE(5u, 0u), latency = GENERATE(1u, 3u);
  for (uint64_t cycles : {6u, 7u, 20u}) {
    arguments args = clearing_for(cycles);
    args.insert(args.end(), {"--set", "hand_over.latency_cycles=" + std::to_string(latency)});
    const parameter_values p(args);
    const auto end_of = [&](unsigned faces) {
      scenario s;
      unpack_setup u;
      u.in = in;
      u.throttle_override = false;
      configure(s, u);
      s.thread(1).mop({faces, 1, mova2d(0, 0), word::nop, word::nop, clear_dvalid(1)}).sync().push(word::mop);
      s.thread(0);
      for (unsigned i = 0; i < faces; ++i) s.push(nop(0, insn::UNPACR_NOP::unpack_pop.place(1))).push(unpacr(0, true));
      return s.sync().mark("end").run(args).mark("end");
    };
    const uint64_t face = (in ? 512 : 1024) / p("throttle.bytes.x4");
    CAPTURE(in, latency, cycles);
    // Written and given away at the end of cycle t - 1, moved in t - 1 + latency, given back in the next, cleared a latency later.
    CHECK(end_of(24) - end_of(8) == 16 * (cycles + face + 2 * latency));
  }
}

}  // namespace unpack_clear_test
