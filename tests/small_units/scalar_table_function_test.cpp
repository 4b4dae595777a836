// SPDX-License-Identifier: Apache-2.0
// The table of the scalar unit's instructions against what the function does: every instruction is executed on GPRs full of
// random bits, and again with some of them replaced. What changes is written; what, replaced, changes the result is read.
#include <memory>
#include <random>

#include "catch.h"
#include "models/isa/isa.h"
#include "models/scalar_unit/scalar_unit_function.h"
#include "models/scalar_unit/scalar_unit_table_function.h"
#include "tests/effects.h"
#include "tests/seed.h"

using namespace tensix;

namespace {

using gprs_t = std::array<uint32_t, gpr_count>;

struct outcome {
  gprs_t gpr;
  std::vector<uint32_t> rest;
};

// L1 is small enough that most addresses are beyond it: reported, which is an effect like any other.
outcome execute(uint32_t word, const gprs_t& gprs) {
  auto s = std::make_unique<tensix_state>(4096);
  scalar_unit_function unit(*s);
  outcome o;
  kept_bus bus;
  kept_signals packers;
  unit.bus = &bus;
  unit.packers = &packers;
  for (size_t i = 0; i < s->l1.size(); ++i) s->l1[i] = static_cast<uint8_t>(i * 151 + i / 256);
  std::copy(gprs.begin(), gprs.end(), s->gpr[0]);
  o.rest.push_back(unit.execute(word, 0));
  std::copy_n(s->gpr[0], gpr_count, o.gpr.begin());
  o.rest.insert(o.rest.end(), s->l1.begin(), s->l1.end());
  o.rest.insert(o.rest.end(), bus.loads.begin(), bus.loads.end());
  for (const auto& [address, stored] : bus.stores) o.rest.push_back(address), o.rest.push_back(stored);
  for (const auto& bank : s->config.config) o.rest.insert(o.rest.end(), bank, bank + first_global_word);
  for (const auto* src : {&s->srca, &s->srcb})
    for (const auto& row : src->filling().row) o.rest.insert(o.rest.end(), row, row + row_datums);
  for (const auto& set : s->adc[0].set)
    for (const auto& c : set.channel)
      for (const uint32_t x : {c.x, c.x_cr, c.y, c.y_cr, c.z, c.z_cr, c.w, c.w_cr}) o.rest.push_back(x);
  return o;
}

uint64_t mask_of(const gpr_range& r) { return r.count ? ((1ull << r.count) - 1) << r.first : 0; }
uint64_t mask_of(const gpr_ranges& all) { return mask_of(all[0]) | mask_of(all[1]) | mask_of(all[2]); }

}  // namespace

TEST_CASE("the scalar unit reads and writes the GPRs that its table names, and no others", "[table]") {
  std::mt19937 random{seeded(3)};
  const auto any = [&] { return static_cast<uint32_t>(random()); };
  const auto value = [&] { return any() % 2 ? any() % 256 : any(); };
  for (unsigned code = 0; code < 256; ++code) {
    if (unit_by_opcode[code] != unit_id::scalar_unit) continue;
    const opcode op = static_cast<opcode>(code);
    const std::string name = info(op).name;
    bool writes = false, any_written = false;
    for (unsigned trial = 0; trial < 60; ++trial) {
      uint32_t word = word_of(op) | (any() & 0xffffff);
      if (op == opcode::STOREIND && any() % 2) word &= ~insn::STOREIND::mem_hier_sel.place(1);
      if (op == opcode::SETDMAREG && any() % 2) word |= insn::SETDMAREG::set_signals_mode.place(1);
      CAPTURE(disassemble(word), trial);
      const uint64_t written = mask_of(gpr_written(word)) | mask_of(gpr_stepped(word));
      uint64_t to_write = written;
      for (unsigned fills = 0; fills < 40; ++fills) {
        gprs_t before;
        for (uint32_t& x : before) x = value();
        const outcome after = execute(word, before);
        for (unsigned r = 0; r < gpr_count; ++r) {
          if (after.gpr[r] == before[r]) continue;
          if (!(written >> r & 1)) FAIL(name << " writes GPR " << r);
          to_write &= ~(1ull << r);
        }
        gprs_t other = before;
        for (unsigned r = 0; r < gpr_count; ++r)
          if (!(mask_of(gprs_read(word)) >> r & 1)) other[r] = value();
        const outcome again = execute(word, other);
        if (again.rest != after.rest) FAIL(name << " reads more GPRs");
        // Each bit of a GPR is what was there, or what it becomes in both cases.
        for (unsigned r = 0; r < gpr_count; ++r)
          if ((again.gpr[r] ^ after.gpr[r]) & (again.gpr[r] ^ other[r])) FAIL(name << " reads more GPRs for GPR " << r);
      }
      // Whatever fails (a mode, a source or an address that does not exist, an attempt in vain) writes nothing.
      any_written |= written != 0 && to_write == 0;
      writes |= written != 0;
    }
    CAPTURE(name);
    CHECK(any_written == writes);
  }
}
