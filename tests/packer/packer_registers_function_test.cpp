// SPDX-License-Identifier: Apache-2.0
// PACR_SETREG, SETDMAREG's signals, TDMA-RISC's registers, RowPadZero, automatic interface masks, stochastic rounding.
#include <cmath>

#include "models/formats/data_format.h"
#include "packer/packer_bench.h"
#include "tests/effects.h"

using namespace tensix;
using f = data_format;

namespace {

constexpr uint32_t pushed = insn::PACR_SETREG::push.place(1) | insn::PACR_SETREG::flush.place(1);

}  // namespace

TEST_CASE("PACR_SETREG flushes and writes a register, four independent packers") {
  packer_bench b;
  b.state.topology = packer_topology::independent;
  b.formats(f::bf16, f::bf16, f::bf16, false);
  b.fill_bf16(4);
  b.columns(0, 2);
  b.pacr(packer_bench::interfaces(1));
  kept_bus bus;
  b.packer.bus = &bus;
  const uint32_t word = word_of(opcode::PACR_SETREG) | pushed | insn::PACR_SETREG::mode_sel.place(1) |
                        insn::PACR_SETREG::wr_data.place(0x12) | insn::PACR_SETREG::stream_id.place(2);
  // Bases and scalers through TDMA-RISC: ten bits and two, nine bits each.
  CHECK(b.packer.tdma_store(0x38, 0x41u << 10 | 1u << 22));
  CHECK(b.packer.tdma_store(0x3c, 3u << 9));
  CHECK(b.packer.setreg_base[0] == 0);
  CHECK(b.packer.setreg_base[1] == 0x40104);
  b.packer.execute(word, 2, b.job);
  CHECK(b.job.store.address == 0xffb42104);
  CHECK(b.job.store.value == 0x12 + (0x36 << 12));
  REQUIRE(b.job.beats[0].size() == 1);
  CHECK(b.job.beats[0][0].data[0] == (packer_bench::sample(0, 0) & 255));
  CHECK(b.job.beats[0][0].data[6] == 0);
  CHECK(!b.state.diagnose.any());
  b.packer.setreg_base[1] = 0;
  b.packer.execute(word, 2, b.job);
  CHECK_FALSE(b.job.store.valid);
  CHECK(b.state.diagnose.any());
}

TEST_CASE("PACR_SETREG of the packer with read interfaces writes a value loaded before") {
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::bf16, false);
  b.fill_bf16(4);
  b.columns(0, 2);
  b.pacr(packer_bench::interfaces(1));
  kept_bus bus;
  b.packer.bus = &bus;
  const uint32_t load = word_of(opcode::PACR_SETREG) | insn::PACR_SETREG::mode_sel.place(1) | insn::PACR_SETREG::push.place(1);
  b.packer.execute(load | 0x4321u << 3, 2, b.job);
  b.packer.execute(load | 4 | 0x8765u << 3, 2, b.job);
  CHECK(b.job.beats[0].empty());
  CHECK_FALSE(b.job.store.valid);
  b.packer.setreg_base[2] = 0x40010;
  b.packer.execute(
      word_of(opcode::PACR_SETREG) | pushed | insn::PACR_SETREG::addr_sel.place(2) | insn::PACR_SETREG::stream_id.place(5), 2,
      b.job);
  CHECK(b.job.store.address == 0xffb45010);
  CHECK(b.job.store.value == 0x87654321);
  CHECK(bus.stores.empty());  // it is its module that writes it
  b.packer.commit(b.job.store);
  CHECK(bus.stores.back() == std::pair<uint32_t, uint32_t>{0xffb45010, 0x87654321});
  CHECK(bus.unit == "packer");
  CHECK(b.job.beats[0].size() == 1);
  CHECK(!b.state.diagnose.any());
  b.packer.execute(word_of(opcode::PACR_SETREG) | insn::PACR_SETREG::flush.place(1), 2, b.job);  // without Push
  CHECK_FALSE(b.job.store.valid);
  CHECK(b.state.diagnose.any());
}

TEST_CASE("signals of the packers: sizes, headers, histogram, maximum") {
  using namespace cfg;
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::bf16, false);
  for (unsigned c = 0; c < 16; ++c) b.row16(0, c, dst_encode_bf16(static_cast<uint16_t>((96 + c) << 7)));
  b.state.config.thread[0][tcfg::ENABLE_ACC_STATS_Enable.reg] = 1;
  b.set(THCON_SEC0_REG1_Add_tile_header_size, 1);
  for (unsigned i = 0; i < 3; ++i) b.pacr(packer_bench::interfaces(1) | packer_bench::last);
  CHECK(b.packer.signals(2, 0, 0)[0] == (9u << 16 | 2));  // three tiles of two beats and a header's one
  CHECK(b.packer.signals(1, 0, 0)[0] == 0);
  CHECK(b.packer.signals(2, 2, 0) == std::array<uint32_t, 4>{3, 5u << 16 | 1u << 20, 0, 0});
  CHECK(b.packer.signals(2, 3, 0)[0] == 1);
  const auto low = b.packer.signals(2, 6, 0), high = b.packer.signals(2, 7, 0);
  CHECK(low == std::array<uint32_t, 4>{0x03030303, 0x03030303, 0x03030303, 0x03030303});
  CHECK(high == std::array<uint32_t, 4>{});
  CHECK(b.packer.signals(2, 6, 1) == std::array<uint32_t, 4>{});
  CHECK(b.packer.signals(2, 9, 0)[0] == 111);
  b.packer.reset_exponent_histograms();
  CHECK(b.packer.signals(2, 6, 0) == std::array<uint32_t, 4>{});
  CHECK(b.packer.signals(2, 9, 0)[0] == 0);
  // The same sizes through TDMA-RISC, and their reset.
  uint32_t value = 0;
  CHECK(b.packer.tdma_load(0x98, value));
  CHECK(value == 2);
  CHECK(b.packer.tdma_load(0x9c, value));
  CHECK(value == 9);
  CHECK(b.packer.tdma_load(0x1c, value));
  CHECK(value == 0);
  b.packer.signals(2, 8, 1);
  CHECK(b.packer.signals(2, 0, 0)[0] == 2);
  b.pacr(packer_bench::interfaces(1) | packer_bench::last);
  CHECK(b.packer.tdma_store(0x1c, 1u << 16 | 0x20));
  CHECK(b.packer.signals(2, 0, 0)[0] == 2);
  b.set(THCON_SEC0_REG1_Add_l1_dest_addr_offset, 1);
  b.pacr(packer_bench::interfaces(1) | packer_bench::last);
  CHECK(b.half(0x10200) == 96 << 7);
  CHECK(!b.packer.tdma_load(0x10, value));
  CHECK(!b.packer.tdma_store(0x10, 0));
  CHECK(!b.state.diagnose.any());
}

TEST_CASE("the end of a tile goes to the metadata FIFO") {
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::bf16, false);
  b.fill_bf16(4);
  b.set(cfg::THCON_SEC0_REG1_Enable_out_fifo, 1);
  struct : tile_metadata_if {
    uint32_t size = 0, calls = 0;
    void push_tile(unsigned packer, uint32_t s, uint32_t) override { size = s, calls += packer == 0; }
  } tiles;
  b.packer.finished_tiles = &tiles;
  b.pacr();
  b.pacr(packer_bench::flush);
  CHECK(tiles.calls == 0);
  b.pacr(packer_bench::last);
  CHECK(tiles.calls == 1);
  CHECK(tiles.size == 8);
  CHECK(!b.state.diagnose.any());
}

TEST_CASE("RowPadZero fills rows, or what has been packed, to 16 datums") {
  const auto pad = [](uint32_t mode) { return insn::PACR::row_pad_zero.place(mode); };
  const struct {
    uint32_t mode, fields;
    bool rows, all;
  } cases[] = {{0, 0, false, false},
               {1, 0, true, false},
               {2, 0, true, false},
               {3, 0, false, false},
               {5, 0, false, true},
               {6, 0, false, true},
               {7, 0, false, false},
               {2, packer_bench::concat, false, false},
               {6, packer_bench::concat, false, false},
               {1, packer_bench::concat, true, false},
               {3, packer_bench::last, true, false},
               {7, packer_bench::last, false, true}};
  for (const auto& c : cases)
    for (const bool block : {false, true}) {
      INFO(c.mode << " " << c.fields << " " << block);
      packer_bench b;
      b.formats(f::bf16, f::bf16, block ? f::bfp8 : f::bf16, false);
      b.set(cfg::THCON_SEC0_REG1_Exp_section_size, 4);
      for (unsigned r = 0; r < 4; ++r)
        for (unsigned i = 0; i < 16; ++i) b.row16(r, i, dst_encode_bf16(0x3f80));
      b.columns(3, 7);
      b.pacr(pad(c.mode) | c.fields);                                                                // four rows of five datums
      if (c.fields != packer_bench::last) b.pacr(packer_bench::interfaces(1) | packer_bench::last);  // five more
      const uint32_t at = block ? 0x10040 : 0x10000;
      for (unsigned i = 0; i < 64 + 16; ++i) {
        const unsigned group = i / 16, column = i % 16;
        bool one = i < 25;
        if (c.rows) one = (group < 4 || c.fields != packer_bench::last) && column < 5;
        if (c.all) one = i < 20 || (i >= 32 && i < 37 && c.fields != packer_bench::last);
        if (c.fields == packer_bench::last && !c.rows && !c.all) one = i < 20;
        const uint32_t got = block ? b.state.l1[at + i] : b.half(at + 2 * i);
        const bool inside = block ? got != 0xee : got != 0xeeee;
        if (one || inside) CHECK(got == (one ? (block ? 64 : 0x3f80) : 0));
      }
      CHECK(!b.state.diagnose.any());
    }
}

TEST_CASE("the last PACR of a plane reads the rows that are left") {
  for (const unsigned rows_of_plane : {5u, 6u, 7u, 8u, 9u}) {
    packer_bench b;
    b.formats(f::bf16, f::bf16, f::bf16, false);
    b.fill_bf16(64);
    b.set(cfg::THCON_SEC0_REG1_Auto_set_last_pacr_intf_sel, 1);
    b.set(cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane, rows_of_plane);
    unsigned packed = 0;
    for (unsigned plane = 0; plane < 2; ++plane)
      for (unsigned done = 0; done < rows_of_plane; done += 4) {
        b.adc(0).y = plane * 32 + done;
        b.pacr();
        CHECK(b.job.rows == std::min(4u, rows_of_plane - done));
        packed += b.job.rows;
      }
    b.pacr(packer_bench::flush);
    CHECK(packed == 2 * rows_of_plane);
    for (unsigned r = 0; r < packed; ++r)
      CHECK(b.half(0x10000 + 32 * r) == packer_bench::sample(r < rows_of_plane ? r : 32 + r - rows_of_plane, 0));
    CHECK(b.untouched(0x10000 + 32 * packed, 64));
    CHECK(!b.state.diagnose.any());
  }
}

TEST_CASE("integers from L1 take the width of the output") {
  const f formats[] = {f::int32, f::int16, f::int8};
  for (const f in : formats)
    for (const f out : formats) {
      packer_bench b;
      b.formats(in, in, out, false);
      b.set(cfg::THCON_SEC0_REG1_Source_interface_selection, 1);
      b.set(cfg::THCON_SEC0_REG1_L1_source_addr, 1);
      const unsigned from = datum_bits(in) / 8, to = datum_bits(out) / 8;
      for (unsigned i = 0; i < 64; ++i) b.state.l1[0x40000 + i] = static_cast<uint8_t>(i * 37 + 5);
      b.pacr(packer_bench::last);
      INFO(name(in) << " to " << name(out));
      if (in == f::int32 && out == f::int8) {
        CHECK(b.state.diagnose.any());
        continue;
      }
      CHECK(!b.state.diagnose.any());
      for (unsigned i = 0; i < 16; ++i) {
        uint64_t x = 0, got = 0;
        for (unsigned k = 0; k < from; ++k) x |= uint64_t{b.state.l1[0x40000 + i * from + k]} << (8 * k);
        for (unsigned k = 0; k < to; ++k) got |= uint64_t{b.state.l1[0x10000 + i * to + k]} << (8 * k);
        CHECK(got == (x << 32 >> (8 * from)) >> (32 - 8 * to));
      }
    }
}

TEST_CASE("stochastic rounding is repeatable by seed, goes to a neighbour, and on the average nowhere") {
  const auto run = [](uint32_t seed, bool gasket, f out, std::vector<uint8_t>& bytes) {
    packer_bench b;
    b.formats(f::bf16, f::bf16, out, true);
    b.set(cfg::ALU_ROUNDING_MODE_Gasket_srnd_en, gasket);
    b.set(cfg::ALU_ROUNDING_MODE_Packer_srnd_en, !gasket);
    b.set(cfg::THCON_SEC0_REG1_Exp_section_size, 4);
    b.packer.seed_prng(seed);
    for (unsigned r = 0; r < 64; ++r)
      for (unsigned i = 0; i < 16; ++i)  // a quarter above the lower neighbour
        b.row32(r, i, i == 0 ? 0 : gasket ? 0x3f804000 : i == 1 ? 0x3f800000 : 0x3c820000);
    b.step_rows(4);
    for (unsigned i = 0; i < 16; ++i) b.pacr(i == 15 ? packer_bench::last : 0);
    CHECK(!b.state.diagnose.any());
    bytes.assign(b.state.l1.begin() + 0x10000, b.state.l1.begin() + 0x10800);
  };
  std::vector<uint8_t> one, again, other;
  for (const bool gasket : {true, false}) {
    const f out = gasket ? f::bf16 : f::bfp8;
    run(1, gasket, out, one);
    run(1, gasket, out, again);
    run(2, gasket, out, other);
    CHECK(one == again);
    CHECK(one != other);
    unsigned up = 0, count = 0;
    for (unsigned r = 0; r < 64; ++r)
      for (unsigned i = 0; i < 16; ++i) {
        const unsigned n = 16 * r + i;
        const unsigned got = gasket ? one[2 * n] | one[2 * n + 1] << 8 : one[64 + n];
        if (i == 0) {
          CHECK(got == 0);
          continue;
        }
        const unsigned below = gasket ? 0x3f80 : i == 1 ? 64 : 1;  // 1.015625 of 64ths: a 64th of the way for blocks
        CHECK((got == below || got == below + 1));
        if (gasket || i > 1) up += got != below, ++count;
      }
    const double share = static_cast<double>(up) / count, expected = gasket ? 0.25 : 1.0 / 64;
    CHECK(std::fabs(share - expected) < (gasket ? 0.06 : 0.03));
  }
}
