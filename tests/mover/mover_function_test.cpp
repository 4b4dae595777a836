// SPDX-License-Identifier: Apache-2.0
// The mover against the documentation's text: what each mode writes, which addresses exist, where XMOV's parameters come from.
#include "models/mover/mover_function.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "catch.h"
#include "models/isa/isa.h"
#include "tests/seed.h"

using namespace tensix;

namespace mover_test {
namespace {
constexpr uint32_t l1_bytes = 64 * 1024;

struct fixture {
  tensix_state s{l1_bytes};
  mover_function mover{s};
  fixture() {
    std::mt19937 random(seeded(7));
    for (auto& b : s.l1) b = static_cast<uint8_t>(random() | 1);  // nowhere zero
  }
  std::string only_report() const { return s.diagnose.reports().size() == 1 ? s.diagnose.reports()[0].text : std::string(); }
};
uint32_t word_at(const l1_storage& bytes, uint32_t address) {
  uint32_t w;
  std::memcpy(&w, &bytes[address], 4);
  return w;
}
bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
}  // namespace

TEST_CASE_METHOD(fixture, "L1 to L1 and zeroes to L1, any size and place") {
  std::mt19937 random(seeded(3));
  auto expected = s.l1;
  for (unsigned n = 0; n < 500; ++n) {
    const uint32_t count = random() % 40, source = random() % 2000, destination = 2048 + random() % 2000;
    const bool copies = n % 2;
    mover.execute(mover_function::from_fields(destination, source, count, copies ? 3 : 0));
    for (uint32_t i = 0; i < 16 * count; ++i) expected[16 * destination + i] = copies ? expected[16 * source + i] : 0;
    REQUIRE(s.l1 == expected);
  }
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(fixture, "the whole of L1 can be cleared in one job") {
  mover.execute(mover_function::from_fields(0, 0, l1_bytes / 16, 0));
  CHECK(s.l1 == l1_storage(l1_bytes));
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(fixture, "the size has sixteen bits") {
  const auto job = mover_function::from_fields(1, 2, 0x30005, 7);
  CHECK(job.bytes == 80);
  CHECK(job.destination == 16);
  CHECK(job.source == 32);
  CHECK(job.mode == move_mode::copy_l1);
}

TEST_CASE_METHOD(fixture, "jobs to Config: either bank, both, and zeroes") {
  // Bank 1 begins where RISC-V cores see it: behind the 224 words of bank 0.
  mover.execute(mover_function::from_fields(80 / 4, 100, 2, 1));
  for (unsigned i = 0; i < 8; ++i) {
    CHECK(s.config.config[0][80 + i] == word_at(s.l1, 1600 + 4 * i));
    CHECK(s.config.config[1][80 + i] == 0);
  }
  mover.execute(mover_function::from_fields((config_words + 64) / 4, 200, 1, 1));
  for (unsigned i = 0; i < 4; ++i) CHECK(s.config.config[1][64 + i] == word_at(s.l1, 3200 + 4 * i));
  CHECK(s.config.config[0][64] == 0);
  mover.execute(mover_function::from_fields((2 * config_words + 20) / 4, 300, 1, 1));
  for (unsigned bank = 0; bank < 2; ++bank)
    for (unsigned i = 0; i < 4; ++i) CHECK(s.config.config[bank][20 + i] == word_at(s.l1, 4800 + 4 * i));
  mover.execute(mover_function::from_fields(80 / 4, 100, 1, 2));
  for (unsigned i = 0; i < 4; ++i) CHECK(s.config.config[0][80 + i] == 0);
  CHECK(s.config.config[0][84] == word_at(s.l1, 1616));
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(fixture, "Config is written with its side effects") {
  struct : config_writes_if {
    std::vector<std::array<uint32_t, 3>> writes;
    void write_config(unsigned bank, unsigned word, uint32_t value) override { writes.push_back({bank, word, value}); }
  } config;
  mover.config = &config;
  const auto& writes = config.writes;
  mover.execute(mover_function::from_fields(184 / 4, 0, 1, 1));
  REQUIRE(writes.size() == 4);
  for (uint32_t i = 0; i < 4; ++i) CHECK(writes[i] == std::array<uint32_t, 3>{0, 184 + i, word_at(s.l1, 4 * i)});
  CHECK(s.config.config[0][184] == 0);
}

TEST_CASE_METHOD(fixture, "instruction RAM, and nowhere: discarded") {
  using kind = mover_function::target::kind_t;
  const auto target = [&](uint32_t destination, unsigned unit) {
    const move_job job = mover_function::from_fields(destination, 5, 3, 1);
    mover.execute(job);
    return mover.target_of(job, unit);
  };
  CHECK(target(0x4001, 0).kind == kind::instruction_ram);
  CHECK(target(0x4001, 0).index == 16);
  CHECK(target(0x4001, 1).index == 32);
  CHECK(target(0x4ffd, 2).index == 0xfff0);
  CHECK(target(0x1000, 0).kind == kind::nowhere);  // between the regions
  CHECK(target(0x5000, 0).kind == kind::nowhere);
  for (const auto& bank : s.config.config) CHECK(std::count(std::begin(bank), std::end(bank), 0u) == config_words);
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(fixture, "what does not exist is diagnosed and left alone") {
  SECTION("writing beyond L1") {
    auto expected = s.l1;
    std::memset(&expected[l1_bytes - 32], 0, 32);
    mover.execute(mover_function::from_fields(l1_bytes / 16 - 2, 0, 3, 0));
    CHECK(s.l1 == expected);
    CHECK(contains(only_report(), "writes 48 bytes at address 0xffe0, outside L1"));
  }
  SECTION("reading beyond L1") {
    const auto expected = s.l1;
    mover.execute(mover_function::from_fields(0, 0xfffffff, 1, 3));
    CHECK(s.l1 == expected);
    CHECK(contains(only_report(), "reads 16 bytes"));
  }
  SECTION("beyond the end of Config's region") {
    mover.execute(mover_function::from_fields(0x0fff, 0, 2, 1));
    CHECK(s.diagnose.reports().size() == 2);  // too long; and nothing is at its last 16 bytes
    CHECK(contains(s.diagnose.reports()[0].text, "beyond the end"));
  }
  SECTION("ThreadConfig") {
    mover.execute(mover_function::from_fields(3 * config_words / 4, 0, 1, 1));
    CHECK(contains(only_report(), "cannot be written"));
  }
}

TEST_CASE_METHOD(fixture, "XMOV takes its parameters from THCON_SEC0_REG6 of its thread's bank") {
  auto& bank1 = s.config.config[1];
  bank1[88] = 0x123;
  bank1[89] = 0x456;
  bank1[90] = 0x10007 | 3u << 30;
  s.config.thread[2][tcfg::CFG_STATE_ID_StateID.reg] = tcfg::CFG_STATE_ID_StateID.place(1);
  const auto job = mover.from_xmov(word_of(opcode::XMOV), 2);
  CHECK(job.source == 0x1230);
  CHECK(job.destination == 0x4560);
  CHECK(job.bytes == 0x70);
  CHECK(job.mode == move_mode::copy_l1);
  CHECK(job.thread == 2);
  CHECK(mover.from_xmov(word_of(opcode::XMOV), 1).bytes == 0);  // bank 0
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(fixture, "XMOV's other block is diagnosed; it takes THCON_SEC1_REG6") {
  s.config.config[0][136] = 1, s.config.config[0][137] = 2, s.config.config[0][138] = 3 | 1u << 30;
  const auto job = mover.from_xmov(word_of(opcode::XMOV) | insn::XMOV::mov_block_selection.place(1), 0);
  CHECK(job.source == 16);
  CHECK(job.destination == 32);
  CHECK(job.bytes == 48);
  CHECK(job.mode == move_mode::copy_to_registers);
  CHECK(contains(only_report(), "mov_block_selection"));
}

}  // namespace mover_test
