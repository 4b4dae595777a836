// SPDX-License-Identifier: Apache-2.0
// --hazards=warn: each kind of race is named while it is one, and not in the first cycle in which it is none.
// Source: docs/hazards.md; ISA documentation, UNPACR_Regular, Dst, SFPLOAD, SETRWC, CLEARDVALID, SETDVALID, STALLWAIT.
#include <sstream>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace hazard_rules_test {
namespace {

uint32_t setdvalid(unsigned which) { return word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(which); }
uint32_t setrwc(unsigned which) { return word_of(opcode::SETRWC) | insn::SETRWC::clear_ab_vld.place(which); }
uint32_t movd2a(uint32_t row) { return word_of(opcode::MOVD2A) | insn::MOVD2A::dst.place(row); }
uint32_t sfpload(uint32_t row) {
  return word_of(opcode::SFPLOAD) | insn::SFPLOAD::dest_reg_addr.place(row) | insn::SFPLOAD::instr_mod0.place(2);
}
uint32_t sfpstore(uint32_t row) {
  return word_of(opcode::SFPSTORE) | insn::SFPSTORE::dest_reg_addr.place(row) | insn::SFPSTORE::instr_mod0.place(2);
}
const uint32_t pacr = word_of(opcode::PACR) | insn::PACR::last.place(1);
constexpr uint32_t c1 = 1 << 1, c5 = 1 << 5, c6 = 1 << 6, c7 = 1 << 7, c8 = 1 << 8;

// The lines "hazard: ..." of a run, but for those of banks that it leaves: most of these inputs do.
std::vector<std::string> hazards_of(scenario s, const words& w, arguments args = {}, const char* switched = "--hazards=warn") {
  for (uint32_t x : w) s.push(x);
  args.insert(args.end(), {switched, "--on-undefined=warn", "--maxclk", "5000"});
  const run_result r = s.run_any(args);
  std::vector<std::string> found;
  std::istringstream lines(r.errors);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("hazard: ", 0) == 0 && line.find(", at the end: ") == std::string::npos) found.push_back(line);
  return found;
}
bool named(const std::vector<std::string>& hazards, const std::string& first, const std::string& second) {
  for (const auto& h : hazards)
    if (h.find(first) != std::string::npos && h.find(second) != std::string::npos) return true;
  return false;
}
words with(words w, unsigned nops, uint32_t last) {
  w.insert(w.end(), nops, word::nop);
  w.push_back(last);
  return w;
}

scenario to_dst() {  // UNPACR writes rows 0 to 15 of Dst
  scenario s;
  unpack_setup u;
  u.to_dst = true;
  configure(s, u);
  return s;
}
scenario to_srca() {
  scenario s;
  configure(s, {});
  return s;
}

}  // namespace

TEST_CASE("who uses rows of Dst that an UNPACR in flight will write is named until they are written", "[hazards]") {
  const scenario s = to_dst();
  const uint64_t done = span_of(s, {unpacr(0)}) - parameter_values({}).sync_lag();
  for (uint32_t user : {movd2a(0), movd2a(15), sfpload(4), sfpload(12), sfpstore(8)}) {
    CAPTURE(disassemble(user));
    // The UNPACR is accepted in cycle 0 and keeps its thread for two.
    REQUIRE(done > 4);
    const auto early = hazards_of(s, with({unpacr(0)}, static_cast<unsigned>(done) - 3, user));
    REQUIRE(early.size() == 1);
    CHECK(named(early, "\"" + disassemble(user) + "\"", "\"" + disassemble(unpacr(0)) + "\" of T0"));
    CHECK(hazards_of(s, with({unpacr(0)}, static_cast<unsigned>(done) - 2, user)).empty());
    CHECK(hazards_of(s, {unpacr(0), word::stallwait(block_all, c1), user}).empty());
  }
  for (uint32_t other : {movd2a(16), movd2a(63), sfpload(16), sfpstore(20), no_effect, word::nop}) {
    CAPTURE(disassemble(other));
    CHECK(hazards_of(s, {unpacr(0), other}).empty());
  }
  // A packer reads row 0; whichever thread it is of.
  CHECK(named(hazards_of(s, {unpacr(0), pacr}), "\"PACR", "rows 0 to 7 of Dst, which \"UNPACR"));
  scenario two = to_dst();
  two.thread(2).delay(1000).thread(0).push(unpacr(0)).thread(2);
  CHECK(hazards_of(two, {pacr}).empty());
  CHECK(hazards_of(s, {unpacr(0), pacr}, {}, "--hazards=off").empty());
}

TEST_CASE("a vector load of what the matrix unit has just written is named unless the vector unit waits", "[hazards]") {
  scenario s;
  fill_sources(s);
  for (unsigned nops = 0; nops < 6; ++nops) {
    CAPTURE(nops);
    // Three instructions between the two are enough.
    CHECK(hazards_of(s, with({mova2d(0, 8)}, nops, sfpload(8)), {"--config", "documented"}).size() == (nops < 3 ? 1 : 0));
    CHECK(hazards_of(s, with({mova2d(0, 8)}, nops, sfpload(12)), {"--config", "documented"}).size() == (nops < 3 ? 1 : 0));
    CHECK(hazards_of(s, with({mova2d(0, 8)}, nops, sfpload(16)), {"--config", "documented"}).empty());
    CHECK(hazards_of(s, with({mova2d(0, 8)}, nops, sfpload(8))).empty());  // measured: the thread is held
    CHECK(hazards_of(s, with({mova2d(0, 8)}, nops, movd2a(8)), {"--config", "documented"}).empty());  // held, too
    CHECK(hazards_of(s, with({mova2d(0, 8)}, nops, pacr), {"--config", "documented"}).empty());
  }
  // What has waited for the matrix unit is in order, however fast that is made.
  const arguments fast = {
      "--config", "documented", "--set", "matrix_unit.move_latency_cycles=1", "--set", "matrix_unit.drain_cycles=0"};
  CHECK(hazards_of(s, {mova2d(0, 8), word::stallwait(block_all, 1 << 4), sfpload(8)}, fast).empty());
  CHECK(hazards_of(s, {mova2d(0, 8), word::stallwait(block_all, c7), sfpload(8)}, fast).size() == 1);
}

TEST_CASE("a clear of a bank that is not the matrix unit's is named, and a repeated SETDVALID", "[hazards]") {
  const scenario s;
  const auto cleardvalid = [](unsigned which, unsigned reset = 0) {
    return word_of(opcode::CLEARDVALID) | insn::CLEARDVALID::cleardvalid.place(which) | insn::CLEARDVALID::reset.place(reset);
  };
  CHECK(
      named(hazards_of(s, {setrwc(1)}), "\"SETRWC clear_ab_vld=1\"", "SrcA bank 0, which does not belong to the matrix unit"));
  CHECK(named(hazards_of(s, {cleardvalid(2)}), "\"CLEARDVALID cleardvalid=2\"", "SrcB bank 0"));
  CHECK(hazards_of(s, {setrwc(3)}).size() == 2);
  CHECK(named(hazards_of(s, {setdvalid(3), word::nop, setrwc(3), setrwc(1)}), "\"SETRWC clear_ab_vld=1\"", "SrcA bank 1"));
  CHECK(hazards_of(s, {cleardvalid(3, 1)}).empty());  // a reset asks for nobody
  CHECK(hazards_of(s, {setrwc(0)}).empty());
  const uint32_t keep = word::setc16(tcfg::CLR_DVALID_SrcA_Disable.reg, tcfg::CLR_DVALID_SrcA_Disable.place(1));
  CHECK(hazards_of(s, {keep, word::nop, setrwc(1)}).empty());  // gives nothing up
  CHECK(hazards_of(s, {keep, word::nop, setrwc(2)}).size() == 1);
  for (unsigned latency : {1u, 4u})
    for (unsigned after = 1; after < 7; ++after) {
      CAPTURE(latency, after);
      const auto h = hazards_of(s, with({setdvalid(1)}, after - 1, setrwc(1)),
                                {"--set", "hand_over.latency_cycles=" + std::to_string(latency)});
      CHECK(h.size() == (after < parameter_values({})("hand_over.set_dvalid_cycles") - 1 + latency ? 1 : 0));
    }
  CHECK(hazards_of(s, {setdvalid(1), setdvalid(1)}).empty());
  CHECK(named(hazards_of(s, {setdvalid(1), setdvalid(1), setdvalid(1)}), "\"SETDVALID setvalid=1\"",
              "SrcA bank 0, which belongs to the matrix unit already"));
}

TEST_CASE("a bank that an UNPACR in flight will write is named when it is taken or written", "[hazards]") {
  const scenario s = to_srca();
  const uint64_t done = span_of(s, {unpacr(0)}) - parameter_values({}).sync_lag();
  const uint32_t reset = word_of(opcode::CLEARDVALID) | insn::CLEARDVALID::reset.place(1);
  for (uint32_t user : {setdvalid(1), reset, movd2a(0)}) {
    CAPTURE(disassemble(user));
    const auto early = hazards_of(s, with({unpacr(0)}, static_cast<unsigned>(done) - 3, user));
    REQUIRE(early.size() == 1);
    CHECK(named(early, "SrcA bank 0", "\"" + disassemble(unpacr(0)) + "\" of T0 has not written yet"));
    CHECK(hazards_of(s, with({unpacr(0)}, static_cast<unsigned>(done) - 2, user)).empty());
  }
  CHECK(hazards_of(s, {unpacr(0), setdvalid(2)}).empty());
  // Both banks are the matrix unit's, the UNPACR waits for the one that the move writes.
  CHECK(hazards_of(s, {setdvalid(1), setdvalid(1), unpacr(0), movd2a(0), word_of(opcode::SETRWC), setrwc(1)}).empty());
  CHECK(hazards_of(s, {unpacr(0), word_of(opcode::MOVD2B)}).empty());
}

TEST_CASE("a STALLWAIT that tests a bank while the thread's own UNPACR is about to hand one over is named", "[hazards]") {
  const scenario s = to_srca();
  const auto wait = [](uint32_t conditions) { return word::stallwait(block_all, conditions); };
  // The bank that is being filled is the unpackers' until the UNPACR has handed it over.
  const auto early = hazards_of(s, {unpacr(0, true), wait(c5), no_effect});
  REQUIRE(early.size() == 1);
  CHECK(named(early, "\"" + disassemble(wait(c5)) + "\" tests SrcA bank 0", "\"" + disassemble(unpacr(0, true)) + "\""));
  CHECK(hazards_of(s, {unpacr(0, true), wait(c5 | c1), no_effect}).empty());
  CHECK(hazards_of(s, {unpacr(0, true), wait(c6), no_effect}).empty());
  CHECK(hazards_of(s, {unpacr(0), wait(c5), no_effect}).empty());  // hands nothing over
  // Valid: the first tile's bank, while the second tile is on its way. One that is waited for is no race.
  CHECK(hazards_of(s, {unpacr(0, true), wait(c7), no_effect}).empty());
  CHECK(hazards_of(s, {unpacr(0, true), wait(c1), unpacr(0, true), wait(c7), no_effect}).size() == 1);
  CHECK(hazards_of(s, {unpacr(0, true), wait(c1), unpacr(0, true), wait(c8), no_effect}).empty());
  scenario other = to_srca();
  other.push(unpacr(0, true)).thread(1);
  CHECK(hazards_of(other, {wait(c5), no_effect}).empty());  // another thread's
}

TEST_CASE("a ZEROACC beside another thread's UNPACR to Dst is named, unless the rows are marked once more", "[hazards]") {
  const uint32_t zeroacc = word_of(opcode::ZEROACC) | insn::ZEROACC::clear_mode.place(1) | insn::ZEROACC::where.place(20);
  const uint32_t mark =
      word_of(opcode::ZEROACC) | insn::ZEROACC::clear_mode.place(1) | insn::ZEROACC::clear_zero_flags.place(1);
  constexpr uint32_t begun = 0x1ff00, over = 0x1ff04;
  const auto beside = [&](unsigned thread) {
    scenario s = to_dst();
    s.store(begun, 1).push(unpacr(0)).push(word::stallwait(block_all, c1)).push(word::nop).sync().store(over, 1);
    return s.thread(thread).poll(begun, 1);
  };
  for (unsigned thread : {1u, 2u}) {
    const auto h = hazards_of(beside(thread), words(20, zeroacc));
    REQUIRE(h.size() == 1);
    CHECK(named(h, "thread T" + std::to_string(thread) + ": \"ZEROACC", "beside \"" + disassemble(unpacr(0)) + "\" of T0"));
  }
  scenario marked = beside(2);
  marked.push(zeroacc, 20).thread(1).poll(over, 1);
  CHECK(hazards_of(marked, {mark}).empty());
  CHECK(hazards_of(marked, {word::nop}).size() == 1);
  CHECK(hazards_of(marked, {mark | insn::ZEROACC::where.place(1)}).size() == 1);  // other rows
  scenario later = beside(2);
  later.poll(over, 1);
  CHECK(hazards_of(later, {zeroacc}).empty());
  CHECK(hazards_of(to_dst(), {unpacr(0), zeroacc}).empty());  // its own thread's
}

TEST_CASE("an unpacker's configuration that changes while it works is named, the address only at once", "[hazards]") {
  const scenario s = to_srca();
  const auto set = [](config_field f, uint32_t data) {  // RMWCIB of eight bits that are there
    return word_of(static_cast<opcode>(static_cast<unsigned>(opcode::RMWCIB0) + f.lo / 8)) |
           insn::RMWCIB0::cfg_reg_addr.place(f.word) | insn::RMWCIB0::data.place(data << (f.lo % 8)) |
           insn::RMWCIB0::mask.place(0xffu & f.mask() << (f.lo % 8));
  };
  for (config_field f : {cfg::THCON_SEC0_REG2_Out_data_format, cfg::THCON_SEC0_REG2_Tileize_mode}) {
    CHECK(named(hazards_of(s, {unpacr(0), set(f, 1)}), "\"RMWCIB", "while unpacker 0 is at work on \"UNPACR"));
    CHECK(hazards_of(s, {unpacr(0), word::stallwait(block_all, c1), set(f, 1)}).empty());
    CHECK(hazards_of(s, {set(f, 1), word::nop, word::nop, unpacr(0)}).empty());
  }
  const uint32_t address = set(cfg::THCON_SEC0_REG3_Base_address, 0x77);
  CHECK(named(hazards_of(s, {unpacr(0), address}), "THCON_SEC0_REG3_Base_address", "unpacker 0"));
  CHECK(hazards_of(s, with({unpacr(0)}, 8, address)).empty());  // matrix multiplications do so
  CHECK(hazards_of(s, {unpacr(0), set(cfg::THCON_SEC1_REG2_Out_data_format, 1)}).empty());
}

}  // namespace hazard_rules_test
