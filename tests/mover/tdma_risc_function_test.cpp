// SPDX-License-Identifier: Apache-2.0
// TDMA-RISC against the documentation's text: registers, commands, queue, credits, metadata FIFOs.
#include "models/mover/tdma_risc_function.h"

#include <cstring>
#include <vector>

#include "catch.h"
#include "tests/effects.h"

using namespace tensix;
namespace at = tensix::tdma_register;

namespace {
constexpr uint32_t nop = 0x80000089, wait_command = 0x80000046, move_with_parameters = 0x40;

struct fixture : tdma_actions_if {
  tensix_state s{64 * 1024};
  tdma_risc_function unit{s};
  bool busy = false, packing = false, room = true;
  std::vector<move_job> jobs;
  fixture() { unit.actions = this; }
  bool mover_busy() const override { return busy; }
  void start_move(const move_job& job) override { jobs.push_back(job); }
  bool write_l1(uint32_t address, unsigned bytes, uint64_t value) override {
    if (room) std::memcpy(&s.l1[address], &value, bytes);
    return room;
  }
  bool packer_busy() const override { return packing; }
  uint32_t read(uint32_t offset, unsigned core = 0) {
    uint32_t value = 0xdeadbeef;
    REQUIRE(unit.load(core, offset, value));
    return value;
  }
  void write(uint32_t offset, uint32_t value, unsigned core = 0) { REQUIRE(unit.store(core, offset, value)); }
  void parameters(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    write(at::source, a);
    write(at::destination, b);
    write(at::size, c);
    write(at::direction, d);
  }
};
}  // namespace

TEST_CASE_METHOD(fixture, "a mover command with parameters") {
  parameters(0x100, 0x200, 0xabc0012, 0xfffffffd);
  write(at::command, move_with_parameters);
  parameters(1, 2, 3, 4);  // the command has its own copy
  CHECK(jobs.empty());
  CHECK(unit.advance());
  CHECK_FALSE(unit.advance());
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].source == 0x1000);
  CHECK(jobs[0].destination == 0x2000);
  CHECK(jobs[0].bytes == 0x120);
  CHECK(jobs[0].mode == move_mode::copy_to_registers);
  CHECK(jobs[0].thread == -1);
  for (uint32_t r : {at::source, at::destination, at::size, at::direction, at::command}) CHECK(read(r) == 0);
}

TEST_CASE_METHOD(fixture, "compact mover commands: each core has its own base") {
  for (unsigned core = 0; core < 4; ++core) write(at::mover_base, 0x1000 * (core + 1), core);
  for (unsigned core = 0; core < 4; ++core) {
    CHECK(read(at::mover_base, core) == 0x1000 * (core + 1));
    const uint32_t to_l1 = core & 1;
    write(at::command, 0x80000040 | 0x12u << 8 | 0x34u << 16 | (core + 1) << 24 | to_l1 << 30, core);
    CHECK(unit.advance());
    REQUIRE(jobs.size() == core + 1);
    CHECK(jobs[core].source == (0x1000 * (core + 1) + 0x12) * 16);
    CHECK(jobs[core].destination == 0x340);
    CHECK(jobs[core].bytes == 16 * (core + 1));
    CHECK(jobs[core].mode == (to_l1 ? move_mode::copy_l1 : move_mode::copy_to_registers));
  }
}

TEST_CASE_METHOD(fixture, "commands wait for the mover in order; the queue holds four") {
  busy = true;
  write(at::command, 0x80000040 | 1u << 24);
  write(at::command, nop);
  write(at::command, wait_command);
  CHECK(read(at::status) == (1u | 1u << 5 | 1u << 8));
  write(at::command, nop);
  CHECK(read(at::status) == (1u | 1u << 2 | 1u << 5));
  CHECK_FALSE(unit.store(0, at::command, nop));
  CHECK_FALSE(unit.advance());
  busy = false;
  CHECK(unit.advance());
  CHECK(jobs.size() == 1);
  CHECK(unit.store(0, at::command, nop));
  CHECK(unit.advance());  // nop
  busy = true;
  CHECK_FALSE(unit.advance());  // wait
  busy = false;
  CHECK(unit.advance());
  CHECK(unit.advance());
  CHECK(unit.advance());
  CHECK_FALSE(unit.advance());
  CHECK(read(at::status) == (1u << 3 | 1u << 5 | 4u << 8));
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(fixture, "two commands with parameters; a third is undefined") {
  busy = true;
  write(at::command, move_with_parameters);
  CHECK(read(at::status) == (1u | 3u << 8));
  write(at::command, move_with_parameters);
  CHECK(read(at::status) == (1u | 1u << 4 | 2u << 8));
  CHECK_FALSE(s.diagnose.any());
  write(at::command, move_with_parameters);
  CHECK(s.diagnose.reports().size() == 1);
  busy = false;
  while (unit.advance()) {
  }
  CHECK(jobs.size() == 3);
  CHECK(read(at::status) == (1u << 3 | 1u << 5 | 4u << 8));
}

TEST_CASE_METHOD(fixture, "L1 writes of 32 and 64 bits") {
  std::memset(s.l1.data(), 0xee, s.l1.size());
  parameters(0x104, 0xbad, 0x11223344, 0x55667788);
  write(at::command, 0x666);
  room = false;
  CHECK_FALSE(unit.advance());
  room = true;
  CHECK(unit.advance());
  parameters(0x110, 0xbad, 0xaabbccdd, 0x01020304);
  write(at::command, 0x766);
  CHECK(unit.advance());
  const auto word = [&](uint32_t a) {
    uint32_t w;
    std::memcpy(&w, &s.l1[a], 4);
    return w;
  };
  CHECK(word(0x104) == 0x11223344);
  CHECK(word(0x108) == 0xeeeeeeee);
  CHECK(word(0x110) == 0xaabbccdd);
  CHECK(word(0x114) == 0x01020304);
  CHECK_FALSE(s.diagnose.any());
  const auto before = s.l1;
  parameters(static_cast<uint32_t>(s.l1.size()), 0, 1, 1);
  for (uint32_t bad : {0x666u, 0x66u, 0x80000666u, 0x42u}) {
    write(at::command, bad);
    CHECK(unit.advance());
  }
  CHECK(s.l1 == before);
  CHECK(s.diagnose.reports().size() == 4);
}

TEST_CASE_METHOD(fixture, "registers of the packers are handed on") {
  kept_signals packers;
  unit.packers = &packers;
  CHECK(read(0x118) == 100 + 0x118);
  CHECK(read(0x13c) == 7);
  packing = true;
  CHECK(read(0x13c) == (7u | 15u << 27));
  write(0x1c, 55);
  write(0x118, 1);  // read-only: no effect
  CHECK(packers.stores == std::vector<std::pair<uint32_t, uint32_t>>{{0x1c, 55}, {0x118, 1}});
  CHECK_FALSE(s.diagnose.any());

  unit.push_tile(1, 33, 0xf0f0);
  for (unsigned i = 0; i < 6; ++i) unit.push_tile(3, i, 10 + i);
  CHECK(read(at::metadata_status) == (0x12345600u | 1u | 1u << 4 | 2u << 6));
  CHECK(read(at::tile_size + 0x100) == 33);
  CHECK(read(at::tile_size + 0x100) == 33);
  CHECK(read(at::tile_zero_flags + 0x100) == 0xf0f0);
  for (unsigned i = 0; i < 3; ++i) {
    CHECK(read(at::tile_size + 0x300) == i);
    CHECK(read(at::tile_zero_flags + 0x300) == 10 + i);
  }
  write(at::tile_zero_flags + 0x300, 0);
  CHECK(read(at::metadata_status) == 0x12345655u);
  uint32_t value;
  CHECK_FALSE(unit.load(0, at::tile_size + 0x100, value));  // waits
  CHECK_FALSE(s.diagnose.any());
  CHECK(unit.load(0, at::tile_zero_flags + 0x100, value));
  CHECK(s.diagnose.reports().size() == 1);
}

TEST_CASE_METHOD(fixture, "registers that do not exist") {
  uint32_t value = 1;
  CHECK(unit.load(0, 0xffc, value));
  CHECK(value == 0);
  CHECK(unit.store(0, 0x40, 1));
  CHECK(s.diagnose.reports().size() == 2);
}
