// SPDX-License-Identifier: Apache-2.0
// The table of the vector unit's instructions against what the function does: every instruction is executed on LRegs full of
// random bits, and again with some of them replaced. What changes is written; what, replaced, changes the result is read.
#include <cstring>
#include <memory>

#include "vector_unit/unit_fixture.h"

using namespace tensix;
using namespace tensix::sfpu;

namespace vector_table_test {
namespace {

constexpr unsigned lregs = 17;

// What an instruction leaves behind, LRegs and all the rest; each begins with a unit of its own.
struct outcome {
  uint32_t lreg[lregs][lanes];
  std::vector<uint32_t> rest;
  bool undefined;
};

struct table_bench {
  std::mt19937 random{5};
  uint32_t lreg[lregs][lanes], lane_enabled = 0, flag_stack = 0, prng = 0;
  bool use_lane_flags = true;
  uint16_t dst[dst_rows][row_datums];
  uint32_t any() { return static_cast<uint32_t>(random()); }

  uint32_t new_bits(bool number) { return any() % 8 == 0 ? 0 : number ? (any() & 0x81ffffffu) + 0x3e800000u : any(); }
  void fill() {
    const bool numbers = any() % 2;
    for (auto& r : lreg)
      for (auto& x : r) x = new_bits(numbers);
    for (auto& x : lreg[7]) x = any() % 2 ? x : any() % 16;  // names an LReg
    lane_enabled = any() | any();
    use_lane_flags = any() % 4 != 0;
    flag_stack = any();
    prng = any();
    for (auto& row : dst)
      for (auto& x : row) x = static_cast<uint16_t>(any());
  }
  outcome execute(uint32_t word) const {
    auto state = std::make_unique<tensix_state>(16);
    auto unit = std::make_unique<vector_unit_function>(*state);
    std::memcpy(unit->lreg, lreg, sizeof lreg);
    std::memcpy(state->dst.bits, dst, sizeof dst);
    unit->lane_enabled = lane_enabled;
    unit->use_lane_flags = use_lane_flags;
    unit->flag_stack[0] = {flag_stack, true};
    unit->flag_stack_size = 1;
    for (auto& x : unit->lane_config) x = enable_fp16a_inf;
    for (auto& m : unit->load_macro) m.misc = 0x5a5;
    for (auto& x : unit->prng) x = prng;
    unit->execute(word, 0);
    unit->drain(0);
    outcome o;
    o.undefined = state->diagnose.any();
    std::memcpy(o.lreg, unit->lreg, sizeof o.lreg);
    o.rest = {unit->lane_enabled, unit->use_lane_flags, unit->flag_stack[0].lane_enabled, unit->flag_stack_size};
    o.rest.insert(o.rest.end(), std::begin(unit->lane_config), std::end(unit->lane_config));
    for (const auto& m : unit->load_macro) {
      o.rest.insert(o.rest.end(), std::begin(m.instruction_template), std::end(m.instruction_template));
      o.rest.insert(o.rest.end(), std::begin(m.sequence), std::end(m.sequence));
      o.rest.push_back(m.misc);
    }
    for (const auto& row : state->dst.bits) o.rest.insert(o.rest.end(), std::begin(row), std::end(row));
    return o;
  }
  // Has the result changed, with other bits in these LRegs, but for the bits themselves, which are either still there or have
  // been written over with the same as before?
  bool matters(uint32_t word, uint32_t set, const outcome& before) {
    table_bench replaced = *this;
    for (unsigned r = 0; r < lregs; ++r)
      if (set >> r & 1)
        for (auto& x : replaced.lreg[r]) x = r == 7 && any() % 2 ? any() % 16 : new_bits(any() % 2);
    const outcome after = replaced.execute(word);
    for (unsigned r = 0; r < lregs; ++r)
      for (unsigned i = 0; i < lanes; ++i)
        if (after.lreg[r][i] != before.lreg[r][i] && (!(set >> r & 1) || after.lreg[r][i] != replaced.lreg[r][i])) return true;
    return after.rest != before.rest;
  }
  uint32_t changed(const outcome& o) const {
    uint32_t set = 0;
    for (unsigned r = 0; r < lregs; ++r) set |= uint32_t{std::memcmp(o.lreg[r], lreg[r], sizeof lreg[r]) != 0} << r;
    return set;
  }
  // The operation as it executes.
  operation decoded(uint32_t word) const {
    operation o = decode(word);
    o.lreg = lreg;
    o.enabled = use_lane_flags ? lane_enabled : ~0u;
    return o;
  }
};

std::vector<opcode> instructions() {
  std::vector<opcode> all;
  for (unsigned code = 0; code < 256; ++code)
    if (unit_by_opcode[code] == unit_id::vector_unit) all.push_back(static_cast<opcode>(code));
  return all;
}

// Words that execute: VD 12 to 15 makes a template of SFPLOADMACRO instead.
uint32_t any_word(table_bench& t, opcode code) {
  uint32_t word = word_of(code) | (t.any() & 0xffffff);
  const bool upper = row_of(code).fields == word_fields::upper;
  if (code != opcode::SFPCONFIG) word &= ~(upper ? upper_vd.place(8) : vd.place(8));
  if (code == opcode::SFPLUT) word &= ~vd.place(8);
  if (code == opcode::SFPSHFT2) word = (word & ~15u) | t.any() % 7;
  if (code == opcode::SFPLUTFP32) {  // the modes that exist; the copy of the mode agrees
    static constexpr uint32_t modes[] = {0, 2, 3, 4, 6, 7, 8, 10, 12};
    word = (word & ~15u) | modes[t.any() % 9];
    word = (word & ~insn::SFPLUTFP32::mod1_mirror.place(15)) | insn::SFPLUTFP32::mod1_mirror.place(mod1(word));
  }
  return word;
}
// Registers that differ (x & x is x: nothing is seen to be read), immediates with which something is left of the operands.
uint32_t telling_word(table_bench& t, opcode code) {
  uint32_t word = any_word(t, code);
  const word_fields fields = row_of(code).fields;
  if (fields == word_fields::upper || fields == word_fields::vd) return word;
  if (fields == word_fields::imm16)
    return code == opcode::SFPCONFIG ? word | 0x5555 << 8 : (word & ~0xffff00u) | (0x4000u + t.any() % 128) << 8;
  const unsigned first = t.any() % 8;
  word = (word & ~(vd.place(15) | vc.place(15))) | vd.place(first) | vc.place((first + 1) % 8);
  if (has_vb(code)) word = (word & ~vb.place(15)) | vb.place((first + 2) % 8);
  if (fields == word_fields::va_vb_vc) word = (word & ~va.place(15)) | va.place((first + 3) % 8);
  return word;
}

}  // namespace

TEST_CASE("no LReg is read or written but those that the table names", "[table]") {
  table_bench t;
  for (const opcode code : instructions()) {
    if (row_of(code).unit == load_unit) continue;  // these are no operations: see below
    for (unsigned trial = 0; trial < 150; ++trial) {
      const uint32_t word = any_word(t, code);
      CAPTURE(disassemble(word), trial);
      t.fill();
      const operation o = t.decoded(word);
      const uint32_t read = lregs_truly_read(o), written = lregs_truly_written(o);
      const outcome result = t.execute(word);
      if (const uint32_t more = t.changed(result) & ~written) FAIL("writes too: " << more);
      if (t.matters(word, ~read & 0x1ffff, result)) FAIL("reads more than " << read);
    }
  }
}

TEST_CASE("all LRegs that the table names are read and written", "[table]") {
  table_bench t;
  for (const opcode code : instructions()) {
    if (row_of(code).unit == load_unit) continue;
    unsigned defined = 0;
    for (unsigned trial = 0; trial < 60; ++trial) {
      const uint32_t word = telling_word(t, code);
      CAPTURE(disassemble(word), trial);
      t.fill();
      if (t.execute(word).undefined) continue;
      ++defined;
      // A set of every LReg that the lanes may name changes with the lanes: left to the test above.
      const uint32_t indirect = row_of(code).unit == mad_unit ? decode(word).mode & 12 : 0;
      uint32_t read = indirect ? 0 : lregs_truly_read(t.decoded(word)),
               written = indirect ? 0 : lregs_truly_written(t.decoded(word));
      for (unsigned fills = 0; fills < 80 && (read || written); ++fills) {
        const outcome result = t.execute(word);
        written &= ~t.changed(result);
        for (uint32_t l = read; l; l &= l - 1)
          if (const uint32_t one = l & (0u - l); t.matters(word, one, result)) read &= ~one;
        t.fill();
      }
      CHECK(read == 0);
      CHECK(written == 0);
    }
    CHECK(defined > 3);
  }
}

TEST_CASE("loads write the LReg that the table names, and keep what it says they read", "[table]") {
  table_bench t;
  for (const opcode code : {opcode::SFPLOAD, opcode::SFPLOADMACRO, opcode::SFPLOADI})
    for (unsigned trial = 0; trial < 200; ++trial) {
      uint32_t word = any_word(t, code);
      if (code == opcode::SFPLOADI) {
        static constexpr uint32_t modes[] = {0, 1, 2, 4, 8, 10};
        word = (word & ~mod0.place(15)) | mod0.place(modes[trial % 6]);
      }
      CAPTURE(disassemble(word));
      t.fill();
      const uint32_t read = vector_unit_function::lregs_read(word), written = vector_unit_function::lregs_written(word);
      uint32_t seen = 0;
      for (unsigned fills = 0; fills < 20 && seen != written; ++fills, t.fill()) {
        const outcome result = t.execute(word);
        seen |= t.changed(result);
        // In the lanes that are not enabled it stays, which is no reading of it.
        if (read == 0 && !t.use_lane_flags) CHECK_FALSE(t.matters(word, ~0u, result));
      }
      CHECK(seen == written);
    }
}

// Where the stall logic and the truth differ, as SFPMAD's page lists; and the sub-unit that executes for two cycles.
TEST_CASE("the stall logic overlooks what is documented, and nothing else", "[table]") {
  table_bench t;
  t.fill();
  std::vector<std::string> overlooked;
  for (const opcode code : instructions()) {
    if (row_of(code).unit == load_unit) continue;
    bool differs = false;
    for (unsigned trial = 0; trial < 400; ++trial) {
      const uint32_t word = any_word(t, code);
      const uint32_t missed = lregs_truly_read(t.decoded(word)) & ~vector_unit_function::lregs_read(word);
      const bool names_result = row_of(code).unit == mad_unit && decode(word).mode & 8;
      if (names_result) CHECK((missed & ~(1u << 7)) == 0);  // that LReg 7 is read too
      else differs |= missed != 0;
    }
    if (differs) overlooked.emplace_back(info(code).name);
  }
  CHECK(overlooked == std::vector<std::string>{"SFPIADD", "SFPSHFT", "SFPAND", "SFPOR", "SFPCONFIG", "SFPSWAP", "SFPSHFT2"});
}

}  // namespace vector_table_test
