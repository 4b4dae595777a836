// SPDX-License-Identifier: Apache-2.0
#include "models/isa/isa.h"

#include <random>
#include <set>
#include <stdexcept>

#include "catch.h"
#include "support/text/nearest.h"
#include "tests/seed.h"

using namespace tensix;

namespace {
std::vector<opcode> all_opcodes() {
  std::vector<opcode> all;
  for (const auto& name : instruction_names()) all.push_back(*find_instruction(name));
  return all;
}
}  // namespace

TEST_CASE("every instruction is found by its name and by its opcode") {
  const auto names = instruction_names();
  REQUIRE(names.size() > 100);
  std::set<std::string> distinct(names.begin(), names.end());
  CHECK(distinct.size() == names.size());
  for (const auto& name : names) {
    const auto op = find_instruction(name);
    REQUIRE(op);
    CHECK(info(*op).name == name);
    CHECK(info(*op).code == *op);
    CHECK(unit_of(word_of(*op)) == info(*op).unit);
    CHECK(info(*op).unit != unit_id::none);
  }
  CHECK_FALSE(find_instruction("MVMULL"));
  CHECK_FALSE(find_instruction(""));
  unsigned known = 0;
  for (unsigned code = 0; code < 256; ++code) known += info(static_cast<opcode>(code)).name != nullptr;
  CHECK(known == names.size());
}

TEST_CASE("fields lie inside the lower 24 bits and do not overlap") {
  for (const opcode op : all_opcodes()) {
    uint32_t used = 0;
    for (const auto& f : info(op).fields) {
      INFO(info(op).name << "." << f.name);
      REQUIRE(f.field.width > 0);
      REQUIRE(f.field.lo + f.field.width <= 24);
      const uint32_t mask = f.field.place(~0u);
      CHECK((used & mask) == 0);
      used |= mask;
    }
  }
}

TEST_CASE("words go round: encode, read fields, disassemble") {
  std::mt19937 random(seeded(1));
  for (const opcode op : all_opcodes())
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<std::pair<std::string, uint32_t>> fields;
      uint32_t expected = static_cast<uint32_t>(op) << 24;
      std::string text = info(op).name;
      for (const auto& f : info(op).fields) {
        const uint32_t largest = static_cast<uint32_t>((uint64_t{1} << f.field.width) - 1);
        const uint32_t value = repeat == 0 ? largest : static_cast<uint32_t>(random()) & largest;
        fields.emplace_back(f.name, value);
        expected += value << f.field.lo;
        if (value) text += std::string(" ") + f.name + "=" + std::to_string(value);
      }
      const uint32_t word = encode(op, fields);
      REQUIRE(word == expected);
      REQUIRE(opcode_of(word) == op);
      for (size_t i = 0; i < fields.size(); ++i) REQUIRE(info(op).fields[i].field(word) == fields[i].second);
      REQUIRE(disassemble(word) == text);
    }
}

TEST_CASE("words of real kernels") {
  CHECK(encode(opcode::SEMPOST, {{"sem_sel", 2}}) == 0xa4000008u);
  CHECK(encode(opcode::SETADCXX, {{"cnt_set_mask", 3}, {"x_end2", 255}}) == 0x5e63fc00u);
  CHECK(encode(opcode::SFPLOAD, {{"instr_mod0", 4}, {"sfpu_addr_mode", 3}}) == 0x70046000u);
  CHECK(disassemble(0x8a00300a) == "SFPENCC instr_mod1=10 imm12_math=3");
  CHECK(disassemble(0x02000000) == "NOP");
  CHECK(disassemble(0xff123456) == "unknown 0xff123456");
  CHECK(disassemble(0xa4000008, true) == "SEMPOST sem_sel=2");
}

TEST_CASE("wrong fields and values are refused by name") {
  CHECK_THROWS_AS(encode(opcode::SEMPOST, {{"sem_sell", 2}}), std::invalid_argument);
  const auto complaint = [](const char* field, uint32_t value) -> std::string {
    try {
      encode(opcode::SEMPOST, {{field, value}});
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "";
  };
  CHECK(complaint("sem_sell", 2) == "SEMPOST has no field 'sem_sell'; did you mean 'sem_sel'?");
  CHECK(complaint("sem_sel", 256) == "SEMPOST: sem_sel=256 does not fit in 8 bits");
  CHECK_THROWS_AS(encode(static_cast<opcode>(0xff), {}), std::invalid_argument);
}

TEST_CASE("nearest names") {
  CHECK(nearest_instruction("UNPACK") == "UNPACR");
  CHECK(nearest_instruction("sfpmad") != "");
  CHECK(nearest_instruction("SFPMADX") == "SFPMAD");
  CHECK(nearest("abc", {}) == "");
  CHECK(nearest("kitten", {"mitten", "sitten", "sitting"}) == "mitten");
  CHECK(did_you_mean("bf17", {"bf16"}) == "; did you mean 'bf16'?");
  CHECK(did_you_mean("x", {"y"}) == "");
}

TEST_CASE("only near names are suggested") {
  const auto near = [](const char* wrong, const char* known) { return nearest(wrong, {known}) == known; };
  // At a third of the letters, and beyond it.
  CHECK(near("abc", "abx"));
  CHECK_FALSE(near("abc", "axx"));
  CHECK(near("abcdef", "abcdxx"));
  CHECK_FALSE(near("abcdef", "abcxxx"));
  CHECK(near("t3", "t0"));
  CHECK_FALSE(near("t3", "b"));
  CHECK_FALSE(near("hello", "elf"));
  CHECK_FALSE(near("frobnicate", "replay"));
  // Two swapped letters are one mistake, case and the way words are joined none.
  CHECK(near("rnu", "run"));
  CHECK(near("UNPAKC", "UNPACR") == true);
  CHECK(near("MATMUL", "matmul"));
  CHECK(near("diff_events", "diff-events"));
  // Parts of long names.
  CHECK(nearest("banks", {"clock_mhz", "l1.banks"}) == "l1.banks");
  CHECK(nearest("push_cycle", {"player.push_cycles", "player.store_cycles"}) == "player.push_cycles");
  CHECK(nearest("dst_read_hazard", {"matrix_unit.dst_read_hazard_cycles"}) == "matrix_unit.dst_read_hazard_cycles");
  CHECK(nearest("l1", {"clock_mhz", "l1.bank_policy", "l1.banks"}) == "l1.banks");
  CHECK(near("cyc", "cycles_of_it") == false);
}

TEST_CASE("block bits follow the unit") {
  CHECK(block_bits(word_of(opcode::SETADC)) == 0x001);
  CHECK(block_bits(word_of(opcode::SEMPOST)) == 0x002);
  CHECK(block_bits(word_of(opcode::PACR)) == 0x005);
  CHECK(block_bits(word_of(opcode::UNPACR)) == 0x009);
  CHECK(block_bits(word_of(opcode::XMOV)) == 0x011);
  CHECK(block_bits(word_of(opcode::ADDDMAREG)) == 0x021);
  CHECK(block_bits(word_of(opcode::MVMUL)) == 0x040);
  CHECK(block_bits(word_of(opcode::WRCFG)) == 0x080);
  CHECK(block_bits(word_of(opcode::SFPMAD)) == 0x100);
  CHECK(block_bits(word_of(opcode::STALLWAIT)) == all_block_bits);
}
