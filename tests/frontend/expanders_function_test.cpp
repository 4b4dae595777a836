// SPDX-License-Identifier: Apache-2.0
#include "models/frontend/expanders.h"

#include <deque>
#include <random>
#include <vector>

#include "catch.h"
#include "tests/seed.h"

using namespace tensix;

namespace {

constexpr uint32_t nop = 0x02000000, dmanop = 0x60000000;
using words = std::vector<uint32_t>;
using config = std::array<uint32_t, 9>;

// Plain reference, step by step as documented.
words reference0(const config& c, uint32_t mask, unsigned count1) {
  words out;
  for (unsigned i = 0; i <= count1; ++i, mask >>= 1) {
    if (mask & 1) {
      out.push_back(c[7]);
      if (c[1] & 1) out.push_back(c[8]);
      continue;
    }
    out.push_back(c[3]);
    if (c[1] & 2) out.insert(out.end(), {c[4], c[5], c[6]});
    if (c[1] & 1) out.push_back(c[2]);
  }
  return out;
}
bool is_nop(uint32_t w) { return w >> 24 == 2; }
bool only_end_ops(const config& c) { return is_nop(c[2]) && !is_nop(c[3]); }
words reference1(const config& c, uint32_t outer_override = 0, uint32_t inner_override = 0) {
  const uint32_t limit = (1u << mop_expander::count_bits) - 1;
  uint32_t outer = outer_override ? outer_override : c[0] & limit, inner = inner_override ? inner_override : c[1] & limit;
  uint32_t loop = c[5];
  const uint32_t flip = is_nop(c[6]) ? 0 : c[5] ^ c[6];
  if (!is_nop(c[6])) inner *= 2;
  if (inner == 0 && only_end_ops(c)) outer += is_nop(c[4]) ? 1 : outer == 1 ? limit + 1 : 0;
  words out;
  for (uint32_t j = 0; j < outer; ++j) {
    if (!is_nop(c[2])) out.push_back(c[2]);
    for (uint32_t i = 0; i < inner; ++i) {
      out.push_back(i + 1 != inner ? loop : j + 1 != outer ? c[8] : c[7]);
      loop ^= flip;
    }
    if (!is_nop(c[3])) {
      out.push_back(c[3]);
      if (!is_nop(c[4])) out.push_back(c[4]);
    }
  }
  return out;
}

words run(mop_expander& m, uint32_t word) {
  words out;
  REQUIRE(m.idle());
  if (!m.accept(word)) return {word};
  for (uint32_t w; m.next(w);) {
    out.push_back(w);
    REQUIRE(out.size() < 5000000);
  }
  REQUIRE(m.idle());
  return out;
}
void set(mop_expander& m, const config& c) {
  for (unsigned i = 0; i < c.size(); ++i) m.write_config(i, c[i]);
}
uint32_t mop0(uint32_t mask_lo, unsigned count1) { return 0x01000000 | count1 << 16 | mask_lo; }
constexpr uint32_t mop1 = 0x01800000;
uint32_t mop_cfg(uint32_t mask_hi) { return 0x03000000 | mask_hi; }

}  // namespace

TEST_CASE("MOP template 0 equals its pseudocode") {
  mop_expander m;
  std::mt19937 random(seeded(3));
  for (int repeat = 0; repeat < 2000; ++repeat) {
    config c;
    for (auto& w : c) w = static_cast<uint32_t>(random());
    set(m, c);
    const uint32_t mask = static_cast<uint32_t>(random());
    const unsigned count = repeat < 128 ? static_cast<unsigned>(repeat) : static_cast<unsigned>(random() % 128);
    REQUIRE(run(m, mop_cfg(mask >> 16)).empty());
    REQUIRE(run(m, mop0(mask & 0xffff, count)) == reference0(c, mask, count));
  }
}

TEST_CASE("the upper mask stays until the next MOP_CFG") {
  mop_expander m;
  set(m, {0, 0, 0, 0x11, 0, 0, 0, 0x22, 0});
  run(m, mop_cfg(1));
  for (int repeat = 0; repeat < 2; ++repeat) {
    const words out = run(m, mop0(0, 17));
    REQUIRE(out.size() == 18);
    CHECK(out[15] == 0x11);
    CHECK(out[16] == 0x22);
    CHECK(out[17] == 0x11);
  }
}

TEST_CASE("MOP template 1 equals its pseudocode") {
  mop_expander m;
  std::mt19937 random(seeded(4));
  for (int repeat = 0; repeat < 4000; ++repeat) {
    config c;
    for (unsigned i = 0; i < 9; ++i) {
      const unsigned kind = random() % 4;
      c[i] = i < 2       ? static_cast<uint32_t>(random() % 5) | (static_cast<uint32_t>(random()) << mop_expander::count_bits)
             : kind == 0 ? nop
             : kind == 1 ? dmanop
                         : static_cast<uint32_t>(random());
    }
    set(m, c);
    REQUIRE(run(m, mop1) == reference1(c));
    REQUIRE((m.unsupported() != nullptr) == ((c[1] & 1023) == 0 && only_end_ops(c)));
  }
}

TEST_CASE("counts in a MOP of template 1 replace those of its configuration, and are unsupported") {
  mop_expander m;
  const config c{2, 3, nop, nop, nop, 0x50, nop, 0x70, 0x80};
  set(m, c);
  for (const uint32_t outer : {0u, 1u, 5u, 1023u})
    for (const uint32_t inner : {0u, 1u, 4u, 1023u}) {
      REQUIRE(run(m, mop1 | outer << 10 | inner) == reference1(c, outer, inner));
      CHECK((m.unsupported() != nullptr) == (outer || inner));
    }
  run(m, mop1);
  CHECK(m.unsupported() == nullptr);
  run(m, mop0(0xffff, 127));
  CHECK(m.unsupported() == nullptr);
}

TEST_CASE("MOP template 1 of EndOp0 alone runs once more, and is unsupported") {
  mop_expander m;
  for (const uint32_t outer : {0u, 1u, 3u, 1023u}) {
    set(m, {outer, 0, nop, 0x30, nop, nop, nop, nop, nop});
    CHECK(run(m, mop1) == words(outer + 1, 0x30));
    CHECK(m.unsupported() != nullptr);
    set(m, {outer, 0, nop, 0x30, 0x40, nop, nop, nop, nop});
    CHECK(run(m, mop1).size() == 2 * (outer == 1 ? 1025 : outer));
    CHECK(m.unsupported() != nullptr);
    set(m, {outer, 0, 0x20, 0x30, nop, nop, nop, nop, nop});  // with a StartOp
    CHECK(run(m, mop1).size() == 2 * outer);
    CHECK(m.unsupported() == nullptr);
    set(m, {outer, 1, nop, 0x30, nop, 0x50, nop, 0x70, 0x80});  // or an inner loop
    CHECK(run(m, mop1).size() == 2 * outer);
    CHECK(m.unsupported() == nullptr);
  }
}

TEST_CASE("MOP template 1, large counts") {
  mop_expander m;
  const config c{1000, 3, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70};
  set(m, c);
  const words out = run(m, mop1);
  CHECK(out.size() == 1000 * (1 + 6 + 2));
  CHECK(out == reference1(c));
}

TEST_CASE("MOP template 1 with counts of other widths") {
  for (const unsigned bits : {1u, 4u, 9u, 10u, 12u, 16u})
    for (const uint32_t outer : {1u, 3u, 15u, 16u, 700u})
      for (const uint32_t inner : {0u, 1u, 16u, 1023u}) {
        CAPTURE(bits, outer, inner);
        mop_expander m(bits), chip;
        const config c{outer | 0xffff0000, inner | 0xffff0000, 0x10, nop, nop, 0x40, nop, 0x60, 0x70};
        set(m, c), set(chip, c);
        const bool fits = std::max(outer, inner) < 1u << bits;
        const words out = run(m, mop1);
        CHECK((m.unsupported() == nullptr) == fits);
        if (fits) CHECK(out == run(chip, mop1));
        else CHECK(std::string(m.unsupported()).find("frontend.mop_count_bits") != std::string::npos);
      }
  mop_expander wide(16);
  set(wide, {3, 5000, nop, nop, nop, 0x40, nop, 0x60, 0x70});
  CHECK(run(wide, mop1).size() == 15000);
  CHECK(wide.unsupported() == nullptr);
}

TEST_CASE("LoopOp and LoopOp1 alternate, the last one is replaced") {
  mop_expander m;
  set(m, {2, 2, nop, nop, nop, 0x40, 0x50, 0x60, 0x70});
  CHECK(run(m, mop1) == words{0x40, 0x50, 0x40, 0x70, 0x40, 0x50, 0x40, 0x60});
  set(m, {2, 3, nop, nop, nop, 0x40, nop, 0x60, 0x70});
  CHECK(run(m, mop1) == words{0x40, 0x40, 0x70, 0x40, 0x40, 0x60});
}

TEST_CASE("nothing to do is nothing done") {
  mop_expander m;
  set(m, {1, 0, nop, nop, 0x30, 0x40, nop, 0x60, 0x70});
  CHECK(run(m, mop1).empty());
  set(m, {0, 3, 0x10, 0x20, 0x30, 0x40, nop, 0x60, 0x70});
  CHECK(run(m, mop1).empty());
}

TEST_CASE("everything else passes through the MOP expander") {
  mop_expander m;
  for (uint32_t code = 0; code < 256; ++code)
    if (code != 1 && code != 3) CHECK_FALSE(m.accept(code << 24 | 0x123));
}

namespace {
uint32_t replay(unsigned start, unsigned length, bool load, bool execute) {
  return 0x04000000 | start << 14 | length << 4 | (execute ? 2u : 0u) | (load ? 1u : 0u);
}
words run(replay_expander& r, std::deque<uint32_t> in) {
  words out;
  while (!in.empty() || r.replaying()) {
    uint32_t w = 0;
    if (r.replaying()) {
      out.push_back(r.next());
      continue;
    }
    const uint32_t incoming = in.front();
    in.pop_front();
    if (r.accept(incoming, w)) out.push_back(w);
  }
  return out;
}
}  // namespace

TEST_CASE("REPLAY records silently, then replays") {
  replay_expander r;
  CHECK(run(r, {replay(4, 3, true, false), 0x10, 0x20, 0x30, 0x40}) == words{0x40});
  CHECK(run(r, {replay(4, 3, false, false), 0x99, replay(5, 2, false, false)}) == words{0x10, 0x20, 0x30, 0x99, 0x20, 0x30});
}

TEST_CASE("REPLAY executes while it records") {
  replay_expander r;
  CHECK(run(r, {replay(0, 2, true, true), 0x10, 0x20, 0x30}) == words{0x10, 0x20, 0x30});
  CHECK(run(r, {replay(0, 2, false, true)}) == words{0x10, 0x20});
}

TEST_CASE("a REPLAY that is being recorded is not expanded") {
  replay_expander r;
  const uint32_t inner = replay(8, 1, false, false);
  CHECK(run(r, {replay(0, 2, true, false), inner, 0x20}).empty());
  CHECK(run(r, {replay(1, 1, false, false)}) == words{0x20});
}

TEST_CASE("the replay buffer wraps at 32, and a count of 0 means 64") {
  replay_expander r;
  std::deque<uint32_t> in{replay(30, 4, true, false), 1, 2, 3, 4};
  CHECK(run(r, in).empty());
  CHECK(run(r, {replay(30, 4, false, false)}) == words{1, 2, 3, 4});
  CHECK(run(r, {replay(0, 2, false, false)}) == words{3, 4});
  in = {replay(0, 0, true, true)};
  for (uint32_t i = 0; i < 64; ++i) in.push_back(100 + i);
  CHECK(run(r, in).size() == 64);
  const words out = run(r, {replay(0, 0, false, false)});
  REQUIRE(out.size() == 64);
  for (uint32_t i = 0; i < 64; ++i) CHECK(out[i] == 132 + i % 32);
}

TEST_CASE("a replay buffer of another size has what fits, and refuses what needs more") {
  for (const unsigned entries : {1u, 8u, 31u, 33u, 40u, 64u}) {
    CAPTURE(entries);
    for (unsigned start = 0; start < 32; start += 5)
      for (unsigned length = 1; length <= 64; length += 3) {
        CAPTURE(start, length);
        replay_expander r(entries);
        std::deque<uint32_t> in{replay(start, length % 64, true, false)};
        words sent;
        for (uint32_t i = 0; i < length; ++i) sent.push_back(100 + i);
        in.insert(in.end(), sent.begin(), sent.end());
        CHECK(run(r, in).empty());
        const bool fits = start + length <= entries;
        CHECK(r.refused().empty() == fits);
        if (fits) {
          CHECK(run(r, {replay(start, length % 64, false, false)}) == sent);
          CHECK(r.refused().empty());
        } else {
          CHECK(r.refused().find("needs " + std::to_string(start + length) + " entries") != std::string::npos);
        }
      }
  }
}

TEST_CASE("a larger replay buffer finds who counts on the chip's to wrap") {
  const auto record = [](replay_expander& r, unsigned start, unsigned length) {
    std::deque<uint32_t> in{replay(start, length, true, false)};
    for (uint32_t i = 0; i < length; ++i) in.push_back(1 + i);
    run(r, in);
  };
  const auto replays = [](replay_expander& r, unsigned start, unsigned length) {
    run(r, {replay(start, length, false, false)});
    return r.refused().empty();
  };
  replay_expander r(64);
  CHECK(replays(r, 0, 4));  // nobody has recorded anything
  record(r, 30, 4);
  CHECK(replays(r, 30, 4));
  CHECK(replays(r, 4, 20));
  CHECK_FALSE(replays(r, 0, 2));  // on the chip: the end of what was recorded
  CHECK(r.refused().find("frontend.replay_entries=32") != std::string::npos);
  record(r, 0, 2);
  CHECK(replays(r, 0, 2));
  replay_expander behind(64);
  record(behind, 0, 8);
  CHECK_FALSE(replays(behind, 28, 10));  // entries 32 to 37: on the chip 0 to 5
}
