// SPDX-License-Identifier: Apache-2.0
// SFPSWAP, SFPSHFT2 and SFPTRANSP: every mode, lane by lane.
#include <cmath>
#include <cstring>

#include "vector_unit/unit_fixture.h"

using namespace tensix;

namespace exchange_test {
namespace {

struct exchange_fixture : unit_fixture {
  void random_registers() {
    const uint32_t special[] = {0, 0x80000000, 0x7f800000, 0xff800000, 0x7fffffff, 0xffffffff, 1, 0x80000001};
    for (unsigned r = 0; r < 8; ++r)
      for (auto& x : unit.lreg[r]) x = any() % 2 ? any() : special[any() % 8];
    std::memcpy(old, unit.lreg, sizeof old);
    std::memcpy(want, unit.lreg, sizeof want);
    unit.use_lane_flags = true;
    unit.lane_enabled = any() % 3 ? any() : ~0u;
  }
  bool on(unsigned i) const { return unit.lane_enabled >> i & 1; }
  void check(const char* what, unsigned mode) {
    for (unsigned r = 0; r < 8; ++r)
      for (unsigned i = 0; i < lanes; ++i)
        if (unit.lreg[r][i] != want[r][i]) FAIL(what << " mode " << mode << " LReg " << r << " lane " << i);
  }
  uint32_t old[17][lanes], want[17][lanes];
};

}  // namespace

TEST_CASE_METHOD(exchange_fixture, "SFPSWAP, every mode, with and without argmin and exchanged operands") {
  // Modes 1..9: the rows (bit r: lanes 8r..8r+7) in which VD gets the minimum.
  const unsigned rows[] = {0, 0b1111, 0b0011, 0b0101, 0b1001, 0b0001, 0b0010, 0b0100, 0b1000, 0, 0, 0, 0, 0, 0, 0};
  const auto order = [](uint32_t x) { return x >> 31 ? -int64_t{x & 0x7fffffff} - 1 : int64_t{x}; };
  for (unsigned mode = 0; mode < 16; ++mode)
    for (unsigned n = 0; n < 300; ++n) {
      for (unsigned c = 0; c < 8; ++c)
        unit.lane_config[c] = (n % 4 & 1 ? 4u : 0u) | (n % 4 & 2 ? 0x100u : 0u) | (n % 5 ? 0 : any() % 2 * 0x104);
      random_registers();
      const unsigned vc = any() % 12, vd = any() % 12;
      for (unsigned i = 0; i < lanes; ++i) {
        if (!on(i)) continue;
        const uint32_t config = unit.lane_config[i % 8], c = unit.lreg[vc][i], d = unit.lreg[vd][i];
        bool swaps = true;
        if (mode != 0) {
          const bool minimum = rows[mode] >> (i / 8) & 1;
          swaps = (order(c) < order(d)) == minimum;
          if (config & 0x100) swaps = !swaps;
        }
        if (!swaps) continue;
        const unsigned limit = config & 4 ? 4 : 8;
        if (vc < limit) want[vc][i] = d;
        if (vd < limit) want[vd][i] = c;
        if (config & 4) want[4 + vc % 4][i] = old[4 + vd % 4][i], want[4 + vd % 4][i] = old[4 + vc % 4][i];
      }
      run(op(opcode::SFPSWAP, vd, vc, 0, 0, mode));
      check("SFPSWAP", mode);
    }
  CHECK_FALSE(s.diagnose.any());
}

TEST_CASE_METHOD(exchange_fixture, "after a minimum and maximum the pair is ordered") {
  random_registers();
  for (unsigned r = 0; r < 2; ++r)
    for (auto& x : unit.lreg[r]) x = (any() % 2 ? 0x80000000u : 0) | (0x3f000000u + any() % 0x1000000u);
  unit.lane_enabled = ~0u;
  run(op(opcode::SFPSWAP, 0, 1, 0, 0, 1));
  for (unsigned i = 0; i < lanes; ++i) {
    float small, large;
    std::memcpy(&small, &unit.lreg[0][i], 4);
    std::memcpy(&large, &unit.lreg[1][i], 4);
    CHECK(small <= large);
  }
}

TEST_CASE_METHOD(exchange_fixture, "SFPSHFT2 between lanes and registers") {
  for (unsigned mode = 0; mode < 5; ++mode)
    for (unsigned n = 0; n < 200; ++n) {
      random_registers();
      const unsigned vc = any() % 8, vd = any() % 12;
      for (unsigned i = 0; i < lanes; ++i) {
        if (!on(i)) continue;
        uint32_t moved = 0;
        if (mode == 1) moved = i < 24 ? old[0][i + 8] : 0;
        if (mode == 2 || mode == 3) moved = old[vc][i / 8 * 8 + (i + 7) % 8];
        if (mode == 4) moved = i % 8 ? old[vc][i - 1] : 0;
        if (mode < 3) {
          for (unsigned r = 0; r < 3; ++r) want[r][i] = old[r + 1][i];
          want[3][i] = moved;
        } else if (vd < 8) {
          want[vd][i] = moved;
        }
      }
      run(op(opcode::SFPSHFT2, vd, vc, 0, 0, mode));
      check("SFPSHFT2", mode);
    }
  CHECK_FALSE(s.diagnose.any());
  run(op(opcode::SFPSHFT2, 0, 0, 0, 0, 7));
  REQUIRE(s.diagnose.any());
  CHECK(s.diagnose.reports()[0].text == "SFPSHFT2: mode 7 does not exist (0 to 6 do)");
}

TEST_CASE_METHOD(exchange_fixture, "SFPTRANSP exchanges rows of lanes with registers") {
  for (unsigned n = 0; n < 300; ++n) {
    random_registers();
    for (unsigned r = 0; r < 8; ++r)
      for (unsigned i = 0; i < lanes; ++i)
        if (on(i)) want[r][i] = old[r / 4 * 4 + i / 8][r % 4 * 8 + i % 8];
    run(op(opcode::SFPTRANSP, 0, 0, 0, 0, 0));
    check("SFPTRANSP", 0);
    unit.lane_enabled = ~0u;
  }
  random_registers();
  unit.lane_enabled = ~0u;
  run(op(opcode::SFPTRANSP, 0, 0, 0, 0, 0));
  run(op(opcode::SFPTRANSP, 0, 0, 0, 0, 0));
  check("twice SFPTRANSP", 0);
}

TEST_CASE_METHOD(unit_fixture, "with ENABLE_DEST_INDEX, results in LReg 4 to 7 are reported") {
  s.diagnose.policy = on_undefined::warn;
  run(config(15, 1, 4));
  run(op(opcode::SFPMOV, 3, 1, 0, 0, 0));
  run(op(opcode::SFPSWAP, 1, 2, 0, 0, 1));
  run(op(opcode::SFPTRANSP, 0, 0, 0, 0, 0));
  run(load(5, 4, 0));
  CHECK_FALSE(s.diagnose.any());
  run(op(opcode::SFPMOV, 5, 1, 0, 0, 0));
  REQUIRE(s.diagnose.any());
  CHECK(s.diagnose.reports()[0].text.find("SFPMOV: writes LReg 5 while LaneConfig has ENABLE_DEST_INDEX") == 0);
}

}  // namespace exchange_test
