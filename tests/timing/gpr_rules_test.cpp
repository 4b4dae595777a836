// SPDX-License-Identifier: Apache-2.0
// Who reads a GPR when, and from when on it has what an instruction wrote: each producer beside each consumer, one issue too
// early and in time. The rows are those of docs/hazards.md. Source: ISA documentation, RDCFG, WRCFG, ConfigurationUnit
// (Blackhole), ScalarUnit, ADDDMAREG, REG2FLOP, LOADIND, LOADREG, ATINCGET.
#include <string>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace gpr_rules_test {
namespace {

// GPR 12 has `before`, the producer brings `after`. GPR 13 to 15, 36, 50 are zero, 16 and 17 point to two places in L1.
constexpr uint32_t before = 0x111, after = 0x1000, gpr = 12, result_gpr = 40;
constexpr uint32_t source_word = cfg::THCON_SEC0_REG6_Destination_address.word;
constexpr uint32_t target_word = cfg::SCRATCH_SEC0_val.word & ~3u, thcon_word = cfg::THCON_SEC0_REG6_Source_address.word & ~3u;
constexpr uint32_t overlay = 0xFFB40000, store_place = 0x40000, load_place = 0x50000;
constexpr uint32_t address_of_gpr(unsigned g) { return 0xFFE00000 + 4 * g; }
constexpr uint32_t address_of_word(uint32_t w) { return riscv_address::config + 4 * w; }

uint32_t arithmetic(opcode op, unsigned a, unsigned b, unsigned result = result_gpr, bool constant = false, unsigned mode = 0) {
  using namespace insn::BITWOPDMAREG;
  return word_of(op) | op_a_reg_index.place(a) | op_b_reg_index.place(b) | result_reg_index.place(result) |
         op_b_is_const.place(constant) | op_sel.place(mode);
}
uint32_t memory(opcode op, unsigned address, unsigned data) {
  return word_of(op) | insn::ATINCGET::addr_reg_index.place(address) | insn::ATINCGET::data_reg_index.place(data);
}
uint32_t loadind(unsigned address, unsigned data, unsigned offset_half = 100, unsigned step = 0) {
  using namespace insn::LOADIND;
  return memory(opcode::LOADIND, address, data) | size_sel.place(1) | offset_index.place(offset_half) |
         auto_inc_spec.place(step);
}
uint32_t storeind(unsigned address, unsigned data, unsigned size, unsigned offset_half = 100) {
  using namespace insn::STOREIND;
  return memory(opcode::STOREIND, address, data) | mem_hier_sel.place(1) | offset_index.place(offset_half) | size << 21;
}
uint32_t reg(opcode op, uint32_t address, unsigned data) {
  return word_of(op) | insn::LOADREG::reg_addr.place((address - 0xFFB00000) >> 2) |
         insn::LOADREG::tdma_data_reg_index.place(data);
}
uint32_t reg2flop(unsigned size) {
  using namespace insn::REG2FLOP;
  return word_of(opcode::REG2FLOP) | size_sel.place(size) | flop_index.place(thcon_word - first_thcon_word) |
         reg_index.place(gpr);
}
const uint32_t rdcfg = word_of(opcode::RDCFG) | insn::RDCFG::cfg_reg.place(source_word) | insn::RDCFG::gpr_address.place(gpr);
const uint32_t atincget = memory(opcode::ATINCGET, 17, gpr) | insn::ATINCGET::wrap_val.place(31);

void prepare(scenario& s) {
  s.config(source_word, after).store(overlay + 4, after);
  s.line("l1w 0x50000 0x1000 0x1005");
  const std::pair<unsigned, uint32_t> gprs[] = {{gpr, before}, {16, store_place / 16}, {17, load_place / 16}, {20, 5}};
  for (const auto& g : gprs) s.push(word::setdmareg(g.first, 0, g.second & 0xffff)).push(word::setdmareg(g.first, 1, 0));
  s.settle();
}

struct producer {
  uint32_t word;
  uint64_t thread_free, visible;  // cycles behind its issue: the thread's next instruction, and the new value
  bool atomic = false;
};
struct consumer {
  uint32_t word;
  uint64_t reads;    // cycles behind its issue
  uint32_t address;  // where one sees what it has read
  uint32_t if_old, if_new;
  bool atomic = false;
};

std::vector<producer> slow_producers(const parameter_values& p) {
  const uint64_t memory = p("scalar_unit.memory_cycles"), latency = p("scalar_unit.memory_latency_cycles");
  return {{rdcfg, 1, 1 + p("config_unit.rdcfg_gpr_write_cycles")},  // stages 0 and +1
          {loadind(17, gpr), memory, 1 + latency},                  // a beat of L1 before that
          {reg(opcode::LOADREG, overlay + 4, gpr), memory, latency},
          {atincget, memory, p("scalar_unit.atomic_cycles"), true}};
}
// The thread waits for these, whatever comes behind.
std::vector<producer> prompt_producers() {
  return {{word::setdmareg(gpr, 0, after), 0, 0},
          {arithmetic(opcode::ADDDMAREG, 24, 0, gpr, true), 0, 0},
          {arithmetic(opcode::SUBDMAREG, 24, 36, gpr), 0, 0},
          {memory(opcode::ATINCGETPTR, 17, gpr) | insn::ATINCGETPTR::wrap_val.place(15), 0, 0}};
}

std::vector<consumer> all_consumers(const parameter_values& p) {
  const uint64_t second = p("scalar_unit.arithmetic_split_cycles") - p("scalar_unit.arithmetic_cycles");
  const uint32_t result = address_of_gpr(result_gpr);
  std::vector<consumer> all = {
      // Operand A, and B in the same group of four, in the first cycle; B in another group behind it.
      {arithmetic(opcode::ADDDMAREG, gpr, 3, result_gpr, true), 0, result, before + 3, after + 3},
      {arithmetic(opcode::ADDDMAREG, gpr, 13), 0, result, before, after},
      {arithmetic(opcode::ADDDMAREG, 13, gpr), 0, result, before, after},
      {arithmetic(opcode::ADDDMAREG, gpr, gpr), 0, result, 2 * before, 2 * after},
      {arithmetic(opcode::ADDDMAREG, gpr, 20), 0, result, before + 5, after + 5},
      {arithmetic(opcode::ADDDMAREG, 20, gpr), second, result, before + 5, after + 5},
      {arithmetic(opcode::SUBDMAREG, 20, gpr), second, result, 5 - before, 5 - after},
      {arithmetic(opcode::MULDMAREG, 20, gpr), second, result, 5 * before, 5 * after},
      {arithmetic(opcode::BITWOPDMAREG, 20, gpr, result_gpr, false, 1), second, result, 5 | before, 5 | after},
      {arithmetic(opcode::SHIFTDMAREG, 20, gpr), second, result, 5u << (before & 31), 5u << (after & 31)},
      {arithmetic(opcode::CMPDMAREG, 25, gpr), second, result, 1, 0},  // 0x800 > GPR 12
      // In the first cycle.
      {reg2flop(1), 0, address_of_word(thcon_word), before, after},
      {reg2flop(0), 0, address_of_word(thcon_word), before, after},
      {storeind(16, gpr, 1), 0, store_place, before, after},
      {storeind(16, gpr, 0), 0, store_place, before, after},
      {storeind(gpr, 20, 1), 0, before * 16, 5, 0},
      {storeind(16, 20, 1, 2 * gpr), 0, store_place + (before & ~3u), 5, 0},
      {loadind(gpr, result_gpr), 0, result, 0, 0x77},
      {reg(opcode::STOREREG, overlay, gpr), 0, overlay, before, after},
      {memory(opcode::ATINCGET, 16, gpr) | insn::ATINCGET::wrap_val.place(31), 0, store_place, before, after, true},
      {memory(opcode::ATSWAP, 16, gpr) | insn::ATSWAP::swap_mask.place(3), 0, store_place, before, after, true},
      {word_of(opcode::ATCAS) | insn::ATCAS::addr_reg_index.place(gpr) | insn::ATCAS::swap_val.place(9) |
           insn::ATCAS::sel32b.place(1),
       0, before * 16 + 4, 9, 0},
      // In stage -1.
      {word::wrcfg(gpr, target_word), 0, address_of_word(target_word), before, after},
      {word::wrcfg(gpr, target_word, true), 0, address_of_word(target_word), before, after}};
  return all;
}

run_result play(const producer& x, const consumer& y, uint64_t nops, const arguments& args) {
  scenario s;
  s.push(word::setdmareg(24, 0, after)).push(word::setdmareg(25, 0, 0x800)).line("l1w 0x10000 0x77");
  prepare(s);
  s.push(x.word).push(word::nop, static_cast<unsigned>(nops)).push(y.word).settle();
  s.line("t0 copy " + std::to_string(y.address) + " 0x30000").line("out 0x30000 4");
  return s.run(args);
}
std::string shown(uint32_t value) {
  char text[40];
  std::snprintf(text, sizeof text, "out 0x30000 %02x%02x%02x%02x", value & 255, value >> 8 & 255, value >> 16 & 255,
                value >> 24);
  return text;
}
bool named(const run_result& r) { return r.errors.find(" GPR 12, which \"") != std::string::npos; }

}  // namespace

TEST_CASE("each reader of a GPR behind each slow writer: one issue too early, and in time", "[gpr]") {
  const arguments args{"--hazards=warn"};
  const parameter_values p({});
  for (const producer& x : slow_producers(p))
    for (const consumer& y : all_consumers(p)) {
      if (x.atomic && y.atomic) continue;  // one on its way at a time: the second waits
      const uint64_t own = x.thread_free + y.reads, needed = x.visible > own ? x.visible - own : 0;
      CAPTURE(disassemble(x.word), disassemble(y.word), needed);
      const run_result in_time = play(x, y, needed, args);
      CHECK(in_time.outs.at(0) == shown(y.if_new));
      CHECK_FALSE(named(in_time));
      if (!needed) continue;
      const run_result early = play(x, y, needed - 1, args);
      CHECK(early.outs.at(0) == shown(y.if_old));
      CHECK(named(early));
    }
}

TEST_CASE("an instruction behind one that holds its thread reads the new value", "[gpr]") {
  const parameter_values p({});
  for (const producer& x : prompt_producers())
    for (const consumer& y : all_consumers(p)) {
      CAPTURE(disassemble(x.word), disassemble(y.word));
      const run_result r = play(x, y, 0, {"--hazards=warn"});
      CHECK(r.outs.at(0) == shown(y.if_new));
      CHECK_FALSE(named(r));
    }
}

TEST_CASE("when the second group of GPRs is read is a matter of what its read costs", "[gpr]") {
  const auto sum = [](unsigned split, unsigned nops) {
    const parameter_values p({});
    const consumer b{arithmetic(opcode::ADDDMAREG, 20, gpr), 0, address_of_gpr(result_gpr), 0, 0};
    return play({rdcfg, 1, 2}, b, nops, {"--set", "scalar_unit.arithmetic_split_cycles=" + std::to_string(split)}).outs.at(0);
  };
  CHECK(sum(3, 0) == shown(before + 5));  // two read ports: at once
  CHECK(sum(3, 1) == shown(after + 5));
  CHECK(sum(4, 0) == shown(after + 5));
  CHECK(sum(9, 0) == shown(after + 5));
}

TEST_CASE("the block matmul's unpack loop advances its base address", "[gpr]") {
  // RDCFG, ADDDMAREG of the same GPR at once with the step in another group of four, STALLWAIT, then back by WRCFG or REG2FLOP.
  constexpr uint32_t step = 0x20, back = thcon_word;
  for (unsigned step_gpr : {36u, 18u})
    for (uint32_t write : {word::wrcfg(gpr, back), reg2flop(1)})
      for (unsigned rounds : {1u, 2u, 7u}) {
        CAPTURE(step_gpr, disassemble(write), rounds);
        scenario s;
        s.push(word::setdmareg(step_gpr, 0, step)).config(back, after);
        prepare(s);
        for (unsigned i = 0; i < rounds; ++i) {
          s.push(word_of(opcode::RDCFG) | insn::RDCFG::cfg_reg.place(back) | insn::RDCFG::gpr_address.place(gpr));
          s.push(arithmetic(opcode::ADDDMAREG, step_gpr, gpr, gpr)).push(word::stallwait(1u << 7, 1)).push(write);
          s.push(word::nop);
        }
        s.settle().line("t0 copy " + std::to_string(address_of_word(back)) + " 0x30000").line("out 0x30000 4");
        const run_result r = s.run({"--hazards=warn"});
        CHECK(r.outs.at(0) == shown(after + rounds * step));
        CHECK(r.errors.find("hazard") == std::string::npos);
      }
}

TEST_CASE("a load that arrives in the cycle of RDCFG's GPR write makes the next instruction come too early", "[gpr]") {
  // LOADREG in g, of another GPR: written in g + 7. RDCFG in g + 6: in stage +1 in g + 7 and so in g + 8, too.
  const parameter_values p({});
  const uint64_t written = p("scalar_unit.memory_latency_cycles") - 1, free = p("scalar_unit.memory_cycles");
  for (int late : {-1, 0, 1})
    for (unsigned between : {0u, 1u}) {
      CAPTURE(late, between);
      scenario s;
      prepare(s);
      s.push(reg(opcode::LOADREG, overlay + 4, 30)).push(word::nop, static_cast<unsigned>(written - 1 - free) + late);
      s.push(rdcfg).push(word::nop, between).push(arithmetic(opcode::ADDDMAREG, 20, gpr)).settle();
      s.line("t0 copy " + std::to_string(address_of_gpr(result_gpr)) + " 0x30000").line("out 0x30000 4");
      const run_result r = s.run({"--hazards=warn"});
      const bool early = late == 0 && between == 0;
      CHECK(r.outs.at(0) == shown((early ? before : after) + 5));
      CHECK(named(r) == early);
    }
}

TEST_CASE("a later instruction's write before that of RDCFG: nothing says which stays", "[gpr]") {
  const auto behind_rdcfg = [](uint32_t next, unsigned nops) {
    scenario s;
    prepare(s);
    s.push(rdcfg).push(word::nop, nops).push(next).settle();
    s.line("t0 copy " + std::to_string(address_of_gpr(gpr)) + " 0x30000").line("out 0x30000 4");
    return s.run_any();
  };
  const uint32_t high = word::setdmareg(gpr, 1, 0x22), offset = loadind(16, 41, 2 * gpr, 2);
  for (uint32_t next : {high, offset}) {  // both write in their first cycle, which is RDCFG's in stage +1
    CAPTURE(disassemble(next));
    const run_result r = behind_rdcfg(next, 0);
    CHECK(r.status == 1);
    CHECK(r.errors.find("GPR 12 is written by the instruction behind this RDCFG") != std::string::npos);
  }
  CHECK(behind_rdcfg(high, 1).outs.at(0) == shown(after | 0x220000));
  CHECK(behind_rdcfg(offset, 1).outs.at(0) == shown(after + 4));
  // A write of another GPR delays RDCFG, no more; results in the last cycle come behind it.
  CHECK(behind_rdcfg(word::setdmareg(13, 1, 0x22), 0).outs.at(0) == shown(after));
  CHECK(behind_rdcfg(arithmetic(opcode::ADDDMAREG, 20, 1, gpr, true), 0).outs.at(0) == shown(6));
  CHECK(behind_rdcfg(memory(opcode::ATINCGETPTR, 17, gpr) | insn::ATINCGETPTR::wrap_val.place(15), 0).outs.at(0) ==
        shown(0x1000));
}

TEST_CASE("what is written before a load arrives is overwritten by it", "[gpr]") {
  const parameter_values p({});
  for (const producer& x : slow_producers(p)) {
    if (x.word == rdcfg) continue;
    for (uint64_t nops : {x.visible - x.thread_free - 1, x.visible - x.thread_free}) {
      CAPTURE(disassemble(x.word), nops);
      scenario s;
      prepare(s);
      s.push(x.word).push(word::nop, static_cast<unsigned>(nops)).push(word::setdmareg(gpr, 1, 0x22)).settle();
      s.line("t0 copy " + std::to_string(address_of_gpr(gpr)) + " 0x30000").line("out 0x30000 4");
      const run_result r = s.run({"--hazards=warn"});
      const bool early = nops < x.visible - x.thread_free;
      CHECK(r.outs.at(0) == shown(early ? after : after | 0x220000));
      CHECK((r.errors.find("writes GPR 12") != std::string::npos) == early);
    }
  }
  // RDCFG behind a load likewise: the older value comes last.
  scenario s;
  prepare(s);
  s.store(overlay + 4, 0x55).settle().push(reg(opcode::LOADREG, overlay + 4, gpr)).push(rdcfg).settle();
  s.line("t0 copy " + std::to_string(address_of_gpr(gpr)) + " 0x30000").line("out 0x30000 4");
  const run_result r = s.run({"--hazards=warn"});
  CHECK(r.outs.at(0) == shown(0x55));
  CHECK(r.errors.find("\"RDCFG") != std::string::npos);
}

TEST_CASE("CFGSHIFTMASK takes Config, never a GPR: a WRCFG before it is seen", "[gpr]") {
  const uint32_t add = word_of(opcode::CFGSHIFTMASK) | insn::CFGSHIFTMASK::cfg_reg.place(thcon_word) |
                       insn::CFGSHIFTMASK::mask_width.place(31) | insn::CFGSHIFTMASK::operation.place(3) |
                       insn::CFGSHIFTMASK::disable_mask_on_old_val.place(1);
  scenario s;
  s.config(thcon_word, 7).config(cfg::SCRATCH_SEC0_val.word, 1);
  prepare(s);
  // Scratch 0 gets GPR 12 at once before, and the word is read back at once behind.
  s.push(word::wrcfg(gpr, cfg::SCRATCH_SEC0_val.word)).push(add);
  s.push(word_of(opcode::RDCFG) | insn::RDCFG::cfg_reg.place(thcon_word) | insn::RDCFG::gpr_address.place(42)).settle();
  s.line("t0 copy " + std::to_string(address_of_gpr(42)) + " 0x30000").line("out 0x30000 4");
  CHECK(s.run({"--hazards=warn"}).outs.at(0) == shown(before + 7));
}

}  // namespace gpr_rules_test
