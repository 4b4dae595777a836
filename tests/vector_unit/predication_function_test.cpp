// SPDX-License-Identifier: Apache-2.0
// Lane flags and their stack: random programs beside a model of one lane, and what is undefined.
#include <cstring>
#include <vector>

#include "vector_unit/unit_fixture.h"

using namespace tensix;

namespace predication_test {
namespace {

struct lane {
  bool flags = true, use = true;
  std::vector<std::pair<bool, bool>> stack;  // flags, use
  bool enabled() const { return !use || flags; }
};

bool combined(unsigned mode, bool a, bool b) {
  // Bit 2a + b of the truth tables of the modes 1..12.
  constexpr unsigned tables[] = {0,      0b1010, 0b0101, 0b1000, 0b1110, 0b0100, 0b1101,
                                 0b0010, 0b1011, 0b0001, 0b0111, 0b0110, 0b1001};
  return tables[mode] >> (2 * a + b) & 1;
}

// As the pages have it, for one lane. `c` and `d`: VC and VD.
void apply(lane& l, opcode op, unsigned mode, unsigned imm, uint32_t c, uint32_t d, uint32_t& result) {
  const auto order = [](uint32_t x) { return x >> 31 ? -int64_t{x & 0x7fffffff} - 1 : int64_t{x}; };
  const auto sc = static_cast<int32_t>(c);
  switch (op) {
    case opcode::SFPPUSHC:
      if (mode == 0) l.stack.emplace_back(l.flags, l.use);
      else if (mode <= 12) l.stack.back() = {combined(mode, l.stack.back().first, l.flags), l.use};
      else if (mode == 13) l.flags = !l.flags, l.stack.back() = {l.flags, l.use};
      else l.stack.back() = {mode == 14, true};
      return;
    case opcode::SFPPOPC: {
      const auto top = l.stack.empty() ? std::pair<bool, bool>{false, false} : l.stack.back();
      if (mode == 0) l.flags = top.first, l.use = top.second, l.stack.pop_back();
      else if (mode <= 12) l.flags = combined(mode, l.flags, top.first), l.use = top.second;
      else if (mode == 13) l.flags = !l.flags;
      else l.flags = mode == 14, l.use = true;
      return;
    }
    case opcode::SFPCOMPC: {
      const auto top = l.stack.empty() ? std::pair<bool, bool>{true, true} : l.stack.back();
      l.flags = top.second && l.use && top.first && !l.flags;
      return;
    }
    case opcode::SFPENCC:
      if (mode & 2) l.use = imm & 1;
      else if (mode & 1) l.use = !l.use;
      l.flags = !(mode & 8) || (imm & 2);
      return;
    case opcode::SFPSETCC:
      if (!l.enabled()) return;
      if (!l.use || (mode & 8)) l.flags = false;
      else if (mode & 1) l.flags = imm & 1;
      else l.flags = mode == 0 ? sc < 0 : mode == 2 ? sc != 0 : mode == 4 ? sc >= 0 : sc == 0;
      return;
    default: {  // SFPGT, SFPLE
      const bool is = (order(c) < order(d)) == (op == opcode::SFPGT), enabled = l.enabled();
      if (enabled && (mode & 8)) result = is ? 0xffffffff : 0;
      if (enabled && (mode & 1)) l.flags = is;
      if ((mode & 2) && !l.stack.empty())
        l.stack.back().first = mode & 4 ? l.stack.back().first || is : l.stack.back().first && is;
    }
  }
}

}  // namespace

TEST_CASE_METHOD(unit_fixture, "random programs of predicated instructions, lane by lane") {
  const opcode all[] = {opcode::SFPPUSHC, opcode::SFPPUSHC, opcode::SFPPOPC, opcode::SFPCOMPC, opcode::SFPENCC,
                        opcode::SFPSETCC, opcode::SFPSETCC, opcode::SFPGT,   opcode::SFPLE};
  std::vector<lane> model(lanes);
  for (int n = 0; n < 60000; ++n) {
    const opcode o = all[any() % 9];
    unsigned mode = any() % 16, imm = any() % 4;
    const size_t depth = model[0].stack.size();
    if (o == opcode::SFPPUSHC && (mode == 0 ? depth == 8 : depth == 0)) continue;
    if (o == opcode::SFPPOPC && mode == 0 && depth == 0) continue;
    if (o == opcode::SFPCOMPC) mode = 0;
    if (o == opcode::SFPENCC && any() % 4) mode = 10, imm = 3;  // else too few lanes take part
    if (o == opcode::SFPSETCC) imm &= 1;
    const uint32_t special[] = {0, 0x80000000, 1, 0xffffffff, 0x7fffffff, 0x80000001, any(), any()};
    for (auto& x : unit.lreg[0]) x = special[any() % 8];
    for (auto& x : unit.lreg[1]) x = special[any() % 8];
    uint32_t want[lanes];
    std::memcpy(want, unit.lreg[1], sizeof want);
    for (unsigned i = 0; i < lanes; ++i) apply(model[i], o, mode, imm, unit.lreg[0][i], unit.lreg[1][i], want[i]);
    const bool takes_imm = o == opcode::SFPENCC || o == opcode::SFPSETCC;
    run(op(o, o == opcode::SFPGT || o == opcode::SFPLE ? 1 : 0, 0, takes_imm ? imm : 0, 0, mode));
    if (std::memcmp(want, unit.lreg[1], sizeof want) != 0) FAIL(info(o).name << " mode " << mode << " result");
    REQUIRE(unit.flag_stack_size == model[0].stack.size());
    for (unsigned i = 0; i < lanes; ++i) {
      if ((unit.lane_enabled >> i & 1) != model[i].flags || unit.use_lane_flags != model[i].use ||
          (unit.enabled_lanes() >> i & 1) != model[i].enabled())
        FAIL(info(o).name << " mode " << mode << " lane " << i);
      for (size_t k = 0; k < model[i].stack.size(); ++k)
        if ((unit.flag_stack[k].lane_enabled >> i & 1) != model[i].stack[k].first ||
            unit.flag_stack[k].use_lane_flags != model[i].stack[k].second)
          FAIL(info(o).name << " mode " << mode << " stack");
    }
  }
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(unit_fixture, "if and else: every lane takes one branch") {
  for (unsigned i = 0; i < lanes; ++i) unit.lreg[0][i] = i % 3 ? 5 : static_cast<uint32_t>(-5);
  run(encc(10, 3));
  run(op(opcode::SFPPUSHC, 0, 0, 0, 0, 0));
  run(op(opcode::SFPSETCC, 0, 0, 0, 0, 0));  // negative
  run(encode(opcode::SFPLOADI, {{"lreg_ind", 1}, {"instr_mod0", 2}, {"imm16", 11}}));
  run(op(opcode::SFPCOMPC, 0, 0, 0, 0, 0));
  run(encode(opcode::SFPLOADI, {{"lreg_ind", 1}, {"instr_mod0", 2}, {"imm16", 22}}));
  run(op(opcode::SFPPOPC, 0, 0, 0, 0, 0));
  run(op(opcode::SFPIADD, 1, 1, 0, 0, 5) | 1 << 12);
  for (unsigned i = 0; i < lanes; ++i) CHECK(unit.lreg[1][i] == (i % 3 ? 23 : 12));
}

TEST_CASE_METHOD(unit_fixture, "a full and an empty flag stack are reported and stay") {
  run(op(opcode::SFPPOPC, 0, 0, 0, 0, 0));
  REQUIRE(s.diagnose.reports().size() == 1);
  CHECK(s.diagnose.reports()[0].text == "SFPPOPC: the flag stack is empty");
  run(op(opcode::SFPPUSHC, 0, 0, 0, 0, 4));
  CHECK(s.diagnose.reports().size() == 2);
  for (int n = 0; n < 8; ++n) run(op(opcode::SFPPUSHC, 0, 0, 0, 0, 0));
  CHECK(s.diagnose.reports().size() == 2);
  run(op(opcode::SFPPUSHC, 0, 0, 0, 0, 0));
  REQUIRE(s.diagnose.reports().size() == 3);
  CHECK(s.diagnose.reports()[2].text == "SFPPUSHC: the flag stack is full (8 entries)");
  CHECK(unit.flag_stack_size == 8);
}

}  // namespace predication_test
