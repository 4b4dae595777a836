// SPDX-License-Identifier: Apache-2.0
// Zero compression: what a packer writes is read back by the layout's description.
#include "packer/packer_bench.h"
#include "tests/seed.h"

using namespace tensix;
using f = data_format;

namespace {

struct expanded {
  std::vector<uint32_t> datums;      // of all rows
  std::vector<unsigned> row_datums;  // after expansion
  std::vector<unsigned> augmented;   // datums stored of each row
  uint32_t bytes = 0;                // of the data section
};

// Rows of a tile whose sections start at the given addresses; block formats give sign and magnitude with the exponent above.
expanded expand(const packer_bench& b, unsigned rows, uint32_t starts, uint32_t exponents, uint32_t data, unsigned bits,
                bool block) {
  expanded e;
  REQUIRE(b.half(starts) == 0);
  const uint32_t group_bytes = 32 * bits / 8 + 16;
  unsigned total = 0;
  for (unsigned r = 0; r < rows; ++r) {
    const unsigned from = b.half(starts + 2 * r), to = b.half(starts + 2 * r + 2);
    REQUIRE(to > from);
    REQUIRE(to - from < 4096);
    e.augmented.push_back(to - from);
    unsigned count = 0;
    for (unsigned i = from; i < to; ++i) {
      const uint32_t group = data + (i >> 5) * group_bytes;
      const unsigned bit = (i & 31) * bits;
      uint32_t x = 0;
      for (unsigned k = 0; k < bits; ++k) x |= uint32_t{(b.state.l1[group + (bit + k) / 8] >> ((bit + k) % 8) & 1u)} << k;
      if (block) x |= uint32_t{b.state.l1[exponents + i / 16]} << 8;
      const unsigned zeroes = b.state.l1[group + 32 * bits / 8 + (i & 31) / 2] >> ((i & 1) * 4) & 15;
      e.datums.push_back(x);
      for (unsigned z = 0; z < zeroes; ++z) e.datums.push_back(0);
      count += 1 + zeroes;
      if (i + 1 == to) CHECK(zeroes == 0);  // the last datum of a row stands for itself
    }
    e.row_datums.push_back(count);
    total = to;
  }
  e.bytes = (total + 31) / 32 * group_bytes;
  return e;
}

}  // namespace

TEST_CASE("compressed tiles expand to what was packed") {
  std::mt19937 random(seeded(21));
  const struct {
    f i, o;
    bool wide;
  } cases[] = {{f::bf16, f::bf16, false}, {f::fp32, f::fp32, true}, {f::fp16, f::fp8, false}, {f::int8, f::int8, true}};
  for (const auto& c : cases)
    for (const unsigned density : {0u, 5u, 50u, 100u}) {
      packer_bench b;
      INFO(name(c.o) << " density " << density);
      b.formats(c.i, c.i, c.o, c.wide);
      b.set(cfg::THCON_SEC0_REG1_Disable_zero_compress, 0);
      b.set(cfg::THCON_SEC0_REG1_Row_start_section_size, 3);
      b.set(cfg::THCON_SEC0_REG1_Exp_section_size, 1);
      const bool narrow = (static_cast<unsigned>(c.o) & 2) != 0;
      std::vector<uint32_t> want;
      for (unsigned r = 0; r < 64; ++r)
        for (unsigned i = 0; i < 16; ++i) {
          const bool zero = random() % 100 >= density;
          const uint32_t bf = zero ? 0 : 0x3f80 + random() % 0x400, fp = zero ? 0 : 0x3c00 + random() % 0x800,
                         in = zero ? 0 : 1 + random() % 127;
          if (c.o == f::fp8) b.row16(r, i, dst_encode_fp16(static_cast<uint16_t>(fp)));
          else if (c.o == f::int8) b.row32(r, i, in);
          else if (c.wide) b.row32(r, i, bf << 16 | (zero ? 0 : 0x123));
          else b.row16(r, i, dst_encode_bf16(static_cast<uint16_t>(bf)));
          want.push_back(c.o == f::fp8 ? fp >> 8 : c.o == f::int8 ? in : c.wide ? bf << 16 | (zero ? 0 : 0x123) : bf);
        }
      b.step_rows(4);
      for (unsigned i = 0; i < 16; ++i) b.pacr(i == 15 ? packer_bench::last : 0);
      const uint32_t data = 0x10030 + (narrow ? 16 : 0);
      const expanded e = expand(b, 16, 0x10000, 0, data, datum_bits(c.o), false);
      CHECK(e.datums == want);
      for (unsigned n : e.row_datums) CHECK(n == 64);
      if (density == 100)
        for (unsigned n : e.augmented) CHECK(n == 64);
      // A row of zeroes: first and last stand for themselves, and counters reach 15.
      if (density == 0)
        for (unsigned n : e.augmented) CHECK(n == 5);
      uint32_t all_zero = 0;
      for (unsigned r = 0; r < 16; ++r) {
        bool zero = true;
        for (unsigned i = 0; i < 64; ++i) zero &= want[64 * r + i] == 0;
        all_zero |= uint32_t{zero} << r;
      }
      CHECK(b.packer.status(0).all_zero_flags == all_zero);
      CHECK(b.untouched(data + e.bytes, 64));
      CHECK(b.half(0x10000 + 34) == 0);
      CHECK(!b.state.diagnose.any());
    }
}

TEST_CASE("compressed blocks share exponents among what is stored, rows concatenate") {
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::bfp8, false);
  b.set(cfg::THCON_SEC0_REG1_Disable_zero_compress, 0);
  b.set(cfg::THCON_SEC0_REG1_Row_start_section_size, 1);
  b.set(cfg::THCON_SEC0_REG1_Exp_section_size, 1);
  // Every third datum is a power of two by its place; blocks of 16 stored datums take the largest exponent.
  for (unsigned r = 0; r < 8; ++r)
    for (unsigned i = 0; i < 16; ++i)
      b.row16(r, i, (r * 16 + i) % 3 ? 0 : dst_encode_bf16(static_cast<uint16_t>((100 + r) << 7)));
  b.step_rows(4);
  b.pacr(packer_bench::concat);
  b.pacr(packer_bench::last);
  const expanded e = expand(b, 1, 0x10000, 0x10010, 0x10020, 8, true);
  REQUIRE(e.datums.size() == 128);
  for (unsigned i = 0; i < 128; ++i) {
    if (i % 3) {
      CHECK((e.datums[i] & 0xff) == 0);
      continue;
    }
    const unsigned exponent = 100 + i / 16, shared = e.datums[i] >> 8;
    REQUIRE(shared >= exponent);
    CHECK((e.datums[i] & 0xff) == 64u >> (shared - exponent));
  }
  CHECK(!b.state.diagnose.any());
}
