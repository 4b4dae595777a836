// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/formats/data_format.h"
#include "packer/packer_bench.h"
#include "tests/seed.h"

using namespace tensix;
using f = data_format;

TEST_CASE("a tile of every format has its documented size and layout") {
  struct {
    f intermediate, out;
    bool wide;
    uint32_t bytes;
  } const cases[] = {{f::fp32, f::fp32, true, 4096},   {f::int32, f::int32, true, 4096}, {f::tf32, f::tf32, true, 4096},
                     {f::bf16, f::bf16, false, 2048},  {f::fp16, f::fp16, false, 2048},  {f::int16, f::int16, false, 2048},
                     {f::bf16, f::bfp8, false, 1088},  {f::bf16, f::bfp4, false, 576},   {f::bf16, f::bfp2, false, 320},
                     {f::fp16, f::bfp8a, false, 1088}, {f::fp16, f::bfp4a, false, 576},  {f::fp16, f::bfp2a, false, 320},
                     {f::int8, f::int8, true, 1024},   {f::fp16, f::fp8, false, 1024}};
  for (const auto& c : cases) {
    packer_bench b;
    INFO(name(c.out));
    b.formats(c.intermediate, c.intermediate, c.out, c.wide);
    b.set(cfg::THCON_SEC0_REG1_Exp_section_size, is_block_format(c.out) ? 4 : 0);
    std::mt19937 random(seeded(1));
    for (unsigned r = 0; r < 1024; ++r)
      for (unsigned i = 0; i < 16; ++i) b.row16(r, i, static_cast<uint16_t>(random() | 1));
    b.step_rows(4);
    unsigned beats = 0;
    for (unsigned i = 0; i < 16; ++i) {
      b.pacr(i == 15 ? packer_bench::last : 0);
      beats += static_cast<unsigned>(b.job.beats[0].size());
      CHECK(b.job.rows == 4);
      CHECK(b.job.datums_in == 64);
      CHECK(b.job.dst_datum_bytes == (c.wide ? 4 : 2));
      CHECK(b.job.flush == (i == 15));
    }
    CHECK(c.bytes == tile_bytes(c.out));
    CHECK(beats * 16 == c.bytes);
    CHECK(b.packer.status(0).last_tile_size * 16u == c.bytes);
    CHECK(b.packer.status(0).accumulated_tile_size[2] * 16u == c.bytes);
    CHECK(b.untouched(0xff00, 0x100));
    CHECK(b.untouched(0x10000 + c.bytes, 256));
    CHECK(!b.state.diagnose.any());
    if (is_block_format(c.out)) {
      // Exponents of rows in order, then the data in order.
      for (unsigned r = 0; r < 64; ++r) {
        uint16_t in[16];
        uint8_t data[16];
        const bool a = !has_wide_shared_exponent(c.out);
        for (unsigned i = 0; i < 16; ++i) {
          const uint16_t x = b.state.dst.bits[r][i];
          in[i] = a ? dst_decode_fp16(x) & ((dst_decode_fp16(x) & 0x7c00) ? 0xfff8 : 0) : dst_decode_bf16(x);
          if (!a && (in[i] & 0x7f80) == 0) in[i] = 0;
          if (!a && (in[i] & 0x7fff) > 0x7f80) in[i] = (in[i] & 0x8000) | 0x7f80;
        }
        const unsigned bytes = 2 * datum_bits(c.out);
        CHECK(b.state.l1[0x10000 + r] == block_datums(a, datum_bits(c.out), in, data));
        CHECK(std::memcmp(&b.state.l1[0x10040 + r * bytes], data, bytes) == 0);
      }
    }
  }
}

TEST_CASE("with DBG_FEATURE_DISABLE bit 11, 16-bit reads take the high halves of 32-bit datums") {
  packer_bench b;
  b.formats(data_format::bf16, data_format::bf16, data_format::bf16, false);
  for (unsigned r = 0; r < 24; ++r)
    for (unsigned i = 0; i < 16; ++i) b.row32(r, i, uint32_t{packer_bench::sample(r, i)} << 16 | 0x1234);
  b.state.dst.narrow_is_high_half = true;
  b.step_rows(4);
  for (unsigned i = 0; i < 6; ++i) b.pacr(i == 5 ? packer_bench::last : 0);
  for (unsigned r = 0; r < 24; ++r)
    for (unsigned i = 0; i < 16; ++i) REQUIRE(b.half(0x10000 + 2 * (16 * r + i)) == packer_bench::sample(r, i));
  CHECK(!b.state.diagnose.any());
}

TEST_CASE("read interfaces append the rows of their mask") {
  for (uint32_t mask = 0; mask < 16; ++mask) {
    packer_bench b;
    b.formats(f::bf16, f::bf16, f::bf16, false);
    b.fill_bf16(64);
    b.adc(0).y = 8;
    b.pacr(packer_bench::interfaces(mask) | packer_bench::last);
    uint32_t at = 0x10000;
    unsigned rows = 0;
    for (unsigned i = 0; i < 4; ++i) {
      if (mask != 0 && !(mask >> i & 1)) continue;
      ++rows;
      for (unsigned c = 0; c < 16; ++c, at += 2) CHECK(b.half(at) == packer_bench::sample(8 + i, c));
    }
    CHECK(b.job.rows == rows);
    CHECK(b.untouched(at, 64));
    CHECK(!b.state.diagnose.any());
  }
  // Relative to an unaligned start row; leaving the group of four is reported.
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::bf16, false);
  b.fill_bf16(64);
  b.adc(0).y = 9;
  b.pacr(packer_bench::interfaces(5) | packer_bench::last);
  CHECK(b.half(0x10000) == packer_bench::sample(9, 0));
  CHECK(b.half(0x10020) == packer_bench::sample(11, 0));
  CHECK(!b.state.diagnose.any());
  b.pacr(packer_bench::interfaces(9));
  CHECK(b.state.diagnose.any());
}

// A what-if: with eight read interfaces a bit of PACR's mask selects two, with one or two the upper bits select nothing.
TEST_CASE("another number of read interfaces") {
  for (unsigned interfaces : {1, 2, 8})
    for (uint32_t mask = 0; mask < 16; ++mask) {
      packer_bench b;
      b.state.read_interfaces = static_cast<uint8_t>(interfaces);
      b.formats(f::bf16, f::bf16, f::bf16, false);
      b.fill_bf16(64);
      b.adc(0).y = 24;
      b.pacr(packer_bench::interfaces(mask) | packer_bench::last);
      CAPTURE(interfaces, mask);
      if (interfaces < 4 && mask >> interfaces) {
        CHECK(b.state.diagnose.any());
        continue;
      }
      CHECK(!b.state.diagnose.any());
      uint32_t at = 0x10000;
      unsigned rows = 0;
      for (unsigned i = 0; i < interfaces; ++i) {
        if (mask != 0 && !(mask >> (interfaces == 8 ? i / 2 : i) & 1)) continue;
        ++rows;
        for (unsigned c = 0; c < 16; ++c, at += 2) CHECK(b.half(at) == packer_bench::sample(24 + i, c));
      }
      CHECK(b.job.rows == rows);
      CHECK(b.untouched(at, 64));
    }
  packer_bench b;  // leaves the aligned group of eight
  b.state.read_interfaces = 8;
  b.formats(f::bf16, f::bf16, f::bf16, false);
  b.fill_bf16(64);
  b.adc(0).y = 4;
  b.pacr();
  CHECK(b.state.diagnose.any());
}

TEST_CASE("datums wait for a whole beat and flushing pads with zeroes") {
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::bf16, false);
  b.fill_bf16(16);
  b.columns(0, 4);
  b.step_rows(1);
  b.pacr(packer_bench::interfaces(1));
  CHECK(b.job.beats[0].empty());
  CHECK(b.job.datums_in == 16);
  b.pacr(packer_bench::interfaces(1));
  CHECK(b.job.beats[0].size() == 1);
  CHECK(b.half(0x10000 + 8) == packer_bench::sample(0, 4));
  CHECK(b.half(0x10000 + 10) == packer_bench::sample(1, 0));
  b.pacr(packer_bench::flush);
  CHECK(b.job.beats[0].size() == 1);
  CHECK(b.job.rows == 0);
  CHECK(b.half(0x10010) == packer_bench::sample(1, 3));
  CHECK(b.half(0x10012) == packer_bench::sample(1, 4));
  CHECK(b.half(0x10014) == 0);
  // The next one starts at the programmed address again.
  b.columns(8, 15);
  b.adc(0).y = 2;
  b.set(cfg::THCON_SEC0_REG1_L1_Dest_addr, 0x1fff);
  b.pacr(packer_bench::interfaces(1));
  CHECK(b.half(0x20000) == packer_bench::sample(2, 8));
  // Blocks of 16 are made of what is left of several rows.
  b.pacr(packer_bench::flush);
  b.formats(f::bf16, f::bf16, f::bfp8, false);
  b.strides(2);
  b.set(cfg::THCON_SEC0_REG1_Exp_section_size, 1);
  b.adc(0).y = 0;
  b.pacr(packer_bench::interfaces(3) | packer_bench::last);
  uint16_t in[16];
  uint8_t data[16];
  for (unsigned i = 0; i < 16; ++i) in[i] = packer_bench::sample(i / 8, 8 + i % 8);
  CHECK(b.state.l1[0x20000] == block_datums(false, 8, in, data));
  CHECK(std::memcmp(&b.state.l1[0x20010], data, 16) == 0);
  CHECK(b.state.l1[0x20001] == 0);
}

TEST_CASE("output address: header, counters, limit, offset, relative packers") {
  using namespace cfg;
  const auto first_address = [](packer_bench& b) {
    b.formats(f::bf16, f::bf16, f::bf16, false);
    b.fill_bf16(64);
    b.pacr(packer_bench::interfaces(1) | packer_bench::last);
    REQUIRE(b.job.beats[0].size() == 2);
    return b.job.beats[0][0].address;
  };
  packer_bench b;
  CHECK(first_address(b) == 0x10000);
  b.set(THCON_SEC0_REG1_Sub_l1_tile_header_size, 1);
  CHECK(first_address(b) == 0xfff0);
  b.set(PCK0_ADDR_CTRL_XY_REG_1_Ystride, 0x40);
  b.set(PCK0_ADDR_CTRL_ZW_REG_1_Zstride, 0x100);
  b.set(PCK0_ADDR_CTRL_ZW_REG_1_Wstride, 0x400);
  b.adc(1).y = 3, b.adc(1).z = 2, b.adc(1).w = 1;
  CHECK(first_address(b) == 0xfff0 + 0xc0 + 0x200 + 0x400);
  b.adc(1).y = b.adc(1).z = b.adc(1).w = 0;
  b.set(THCON_SEC0_REG9_Pack_0_2_limit_address, 0x7fe);
  b.set(THCON_SEC0_REG9_Pack_0_2_fifo_size, 0x100);
  CHECK(first_address(b) == 0xfff0 - 0x2000);
  b.set(THCON_SEC0_REG9_Pack_0_2_limit_address, 0x7ff);
  CHECK(first_address(b) == 0xfff0);
  b.set(THCON_SEC0_REG1_L1_Dest_addr, 0x80000fff);
  CHECK(first_address(b) == 0xfff0);
  b.set(THCON_SEC0_REG1_Add_l1_dest_addr_offset, 1);
  b.set(THCON_SEC0_REG9_Pack_0_2_limit_address, 0x1ffff);
  b.packer.reset_accumulated_tile_sizes(0x10000 + 5);
  CHECK(first_address(b) == 0xfff0 + 0x50);
  CHECK(b.packer.status(0).accumulated_tile_size[2] == 2);
  CHECK(!b.state.diagnose.any());
}

TEST_CASE("counters after a PACR") {
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::bf16, false);
  using namespace tcfg;
  b.state.config.thread[2][37] = static_cast<uint16_t>(
      ADDR_MOD_PACK_SEC0_YsrcIncr.place(4) | ADDR_MOD_PACK_SEC0_YdstIncr.place(2) | ADDR_MOD_PACK_SEC0_ZdstIncr.place(1));
  b.state.config.thread[2][38] = static_cast<uint16_t>(
      ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | ADDR_MOD_PACK_SEC0_YdstCR.place(1) | ADDR_MOD_PACK_SEC0_YdstIncr.place(3) |
      ADDR_MOD_PACK_SEC0_ZsrcIncr.place(1) | ADDR_MOD_PACK_SEC0_ZdstClear.place(1));
  b.state.config.thread[2][39] = static_cast<uint16_t>(
      ADDR_MOD_PACK_SEC0_YsrcCR.place(1) | ADDR_MOD_PACK_SEC0_YsrcIncr.place(5) | ADDR_MOD_PACK_SEC0_YdstClear.place(1));
  b.pacr();
  b.pacr();
  CHECK(b.adc(0).y == 8);
  CHECK(b.adc(1).y == 4);
  CHECK(b.adc(1).z == 2);
  b.pacr(insn::PACR::addr_mode.place(1));
  CHECK(b.adc(0).y == 0);
  CHECK(b.adc(1).y == 3);
  CHECK(b.adc(1).y_cr == 3);
  CHECK(b.adc(0).z == 1);
  CHECK(b.adc(1).z == 0);
  b.adc(0).y_cr = 0x1ffe;
  b.pacr(insn::PACR::addr_mode.place(2));
  CHECK(b.adc(0).y == 3);
  CHECK(b.adc(1).y == 0);
  // Another thread's counters.
  b.state.adc[1].set[2].channel[1].x = 15;
  b.pacr(insn::PACR::ovrd_thread_id.place(1) | insn::PACR::addr_cnt_context.place(1));
  CHECK(b.state.adc[1].set[2].channel[0].y == 4);
  CHECK(b.adc(0).y == 3);
  CHECK(!b.state.diagnose.any());
}

TEST_CASE("edge masks by row and by face") {
  using namespace cfg;
  for (const bool infinity : {false, true})
    for (const bool by_face : {false, true}) {
      packer_bench b;
      b.formats(f::bf16, f::bf16, f::bf16, false);
      b.fill_bf16(64);
      b.step_rows(4);
      const uint16_t masks[4] = {0xffff, 0x00ff, 0x0001, 0xa5a5};
      for (unsigned i = 0; i < 4; ++i) b.set(PCK_EDGE_OFFSET_SEC0_mask.further(i), masks[i]);
      b.set(PCK_EDGE_MODE_mode, infinity);
      // Row sets 1 and 2 map tile rows to sections; faces 0.. take sets 1, 2, 1, 2 when faces decide.
      std::mt19937 random(seeded(3));
      const uint32_t set[4] = {0, static_cast<uint32_t>(random()), static_cast<uint32_t>(random()), 0};
      for (unsigned i = 0; i < 4; ++i)
        for (uint32_t* bank : {b.state.config.config[0], b.state.config.config[1]}) bank[20 + i] = set[i];
      b.set(PCK_EDGE_TILE_ROW_SET_SELECT_select, 2);
      b.set(PCK_EDGE_TILE_FACE_SET_SELECT_enable, by_face);
      b.set(PCK_EDGE_TILE_FACE_SET_SELECT_select, 3);
      for (uint32_t* bank : {b.state.config.config[0], b.state.config.config[1]}) bank[39] = 0x99999999;
      b.set(DEST_TARGET_REG_CFG_PACK_SEC0_ZOffset, 2);
      for (unsigned i = 0; i < 16; ++i) b.pacr(i == 15 ? packer_bench::last : 0);
      for (unsigned r = 0; r < 64; ++r)
        for (unsigned c = 0; c < 16; ++c) {
          const unsigned which = by_face ? ((r / 16 + 2) % 2 == 0 ? 1 : 2) : 2;
          const unsigned section = set[which] >> (2 * (r % 16)) & 3;
          const uint16_t want = masks[section] >> c & 1 ? packer_bench::sample(r, c) : infinity ? 0xff80 : 0;
          CHECK(b.half(0x10000 + (r * 16 + c) * 2) == want);
        }
      CHECK(!b.state.diagnose.any());
    }
  // A plane ends only where the position lands exactly on its size.
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::bf16, false);
  b.fill_bf16(64);
  b.step_rows(4);
  b.set(PACK_COUNTERS_SEC0_pack_reads_per_xy_plane, 4);
  for (uint32_t* bank : {b.state.config.config[0], b.state.config.config[1]}) bank[20] = 1u << (2 * 5);
  b.pacr(packer_bench::interfaces(7));
  b.pacr(packer_bench::interfaces(7) | packer_bench::last);  // positions 3, 4, 5
  CHECK(b.half(0x10000 + 4 * 32) == packer_bench::sample(5, 0));
  CHECK(b.half(0x10000 + 5 * 32) == 0);
}

TEST_CASE("downsampling, thresholds, histogram, zero write") {
  using namespace cfg;
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::bf16, false);
  b.fill_bf16(16);
  b.set(THCON_SEC0_REG1_Downsample_mask, 0x8421);
  b.pacr(packer_bench::interfaces(3) | packer_bench::last);
  for (unsigned i = 0; i < 8; ++i) CHECK(b.half(0x10000 + 2 * i) == packer_bench::sample(i / 4, i % 4 * 5));
  CHECK(b.untouched(0x10010, 16));
  b.set(THCON_SEC0_REG1_Downsample_mask, 0);

  b.packer.reset_exponent_histograms();
  for (unsigned c = 0; c < 16; ++c) b.row16(0, c, dst_encode_bf16(static_cast<uint16_t>((100 + c) << 7)));
  b.state.config.thread[0][tcfg::ENABLE_ACC_STATS_Enable.reg] = 1;
  b.set(THCON_SEC0_REG1_Exp_threshold_en, 1);
  b.set(THCON_SEC0_REG1_Exp_threshold, 105);
  b.columns(0, 9);
  b.pacr(packer_bench::interfaces(1) | packer_bench::last);
  for (unsigned c = 0; c < 10; ++c) CHECK(b.half(0x10000 + 2 * c) == (c < 5 ? 0 : (100 + c) << 7));
  CHECK(b.packer.status(0).max_exponent == 109);
  for (unsigned i = 0; i < 32; ++i) CHECK(b.packer.status(0).exponent_histogram[i] == (i >= 4 && i < 14 ? 1 : 0));
  b.packer.reset_exponent_histograms();
  CHECK(b.packer.status(0).max_exponent == 0);

  b.columns(0, 15);
  b.pacr(insn::PACR::zero_write.place(1) | packer_bench::last);
  for (unsigned i = 0; i < 64; ++i) CHECK(b.half(0x10000 + 2 * i) == 0);
  CHECK(b.job.datums_in == 0);
  CHECK(b.packer.status(0).max_exponent == 0);
  CHECK(!b.state.diagnose.any());

  // Without a read interface named, a longer X range is that of all zeroes; with one it is too long.
  for (const unsigned datums : {32u, 1024u}) {
    packer_bench c;
    c.formats(f::bf16, f::bf16, f::bf16, false);
    c.columns(0, datums - 1);
    c.pacr(insn::PACR::zero_write.place(1) | packer_bench::last);
    for (unsigned i = 0; i < datums; ++i) CHECK(c.half(0x10000 + 2 * i) == 0);
    CHECK(c.untouched(0x10000 + 2 * datums, 64));
    CHECK(!c.state.diagnose.any());
    c.pacr(insn::PACR::zero_write.place(1) | packer_bench::interfaces(1) | packer_bench::last);
    CHECK(c.state.diagnose.any());
  }
}

TEST_CASE("the short way for plain rows computes what the long way does") {
  using namespace cfg;
  const struct {
    f i, o;
    bool wide;
  } cases[] = {{f::bf16, f::bf16, false},  {f::fp16, f::fp16, false},  {f::fp32, f::fp32, true},  {f::bf16, f::bfp8, false},
               {f::bf16, f::bf16, true},   {f::bfp8, f::bfp4, true},   {f::bfp8, f::bf16, false}, {f::int16, f::int16, true},
               {f::int32, f::int32, true}, {f::int16, f::int16, false}};
  for (const auto& c : cases)
    for (const auto topology : {packer_topology::read_interfaces, packer_topology::independent}) {
      packer_bench plain, full;
      for (packer_bench* b : {&plain, &full}) {
        std::mt19937 random(seeded(11));
        b->state.topology = topology;
        b->formats(c.i, c.i, c.o, c.wide);
        b->set(THCON_SEC0_REG1_Exp_section_size, 4);
        if (topology == packer_topology::independent) b->columns(0, 63);
        for (unsigned r = 0; r < 1024; ++r)
          for (unsigned i = 0; i < 16; ++i) b->row16(r, i, static_cast<uint16_t>(random()));
        b->state.dst.row_valid[2] = false;
        b->step_rows(4);
      }
      full.state.config.thread[1][tcfg::ENABLE_ACC_STATS_Enable.reg] = 1;
      for (unsigned i = 0; i < 8; ++i) {
        plain.pacr(i == 7 ? packer_bench::last : 0);
        full.pacr(i == 7 ? packer_bench::last : 0);
        CHECK(plain.packer.status(0).max_exponent == full.packer.status(0).max_exponent);
      }
      CHECK(plain.state.l1 == full.state.l1);
      CHECK(!plain.state.diagnose.any());
    }
}

TEST_CASE("integers: descaling and sign-magnitude accumulation in L1") {
  using namespace cfg;
  packer_bench b;
  b.formats(f::int8, f::int8, f::int8, true);
  for (unsigned c = 0; c < 16; ++c) b.row32(0, c, c * 100 | (c & 1) << 31);
  b.set(INT_DESCALE_Enable, 1);
  b.set(INT_DESCALE_VALUES_SEC0_Value, 3);
  b.set(THCON_SEC0_REG1_Pack_L1_Acc, 0);
  b.pacr(packer_bench::interfaces(1) | packer_bench::last);
  for (unsigned c = 0; c < 16; ++c) CHECK(b.state.l1[0x10000 + c] == ((c & 1) << 7 | std::min(127u, (c * 100 + 4) / 8)));
  b.formats(f::int32, f::int32, f::int32, true);
  b.set(THCON_SEC0_REG1_Pack_L1_Acc, 1);
  for (unsigned i = 0; i < 64; ++i) b.state.l1[0x10000 + i] = 0;
  b.state.l1[0x10000] = 7;
  b.pacr(packer_bench::interfaces(1) | packer_bench::last);
  b.pacr(packer_bench::interfaces(1) | packer_bench::last);
  CHECK(b.word(0x10000) == 7);
  CHECK(b.word(0x10004) == (200u | 0x80000000));
  CHECK(b.word(0x10008) == 400);
  CHECK(!b.state.diagnose.any());
}

TEST_CASE("packer 0 can read L1") {
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::fp32, false);
  b.set(cfg::THCON_SEC0_REG1_Source_interface_selection, 1);
  b.set(cfg::THCON_SEC0_REG1_L1_source_addr, 1);  // 0x40000
  b.adc(0).y = 2;                                 // 32 bytes a row
  b.columns(0, 31);
  for (unsigned i = 0; i < 32; ++i) b.state.l1[0x40040 + 2 * i] = static_cast<uint8_t>(i), b.state.l1[0x40041 + 2 * i] = 0x40;
  b.pacr(packer_bench::last);
  CHECK(b.job.from_l1);
  CHECK(b.job.datums_in == 32);
  for (unsigned i = 0; i < 32; ++i) CHECK(b.word(0x10000 + 4 * i) == (0x4000u + i) << 16);
  CHECK(!b.state.diagnose.any());
  b.set(cfg::THCON_SEC0_REG1_L1_source_addr, 6);  // end of L1
  b.pacr(packer_bench::last);
  CHECK(b.state.diagnose.any());
}

TEST_CASE("four independent packers") {
  using namespace cfg;
  packer_bench b;
  b.state.topology = packer_topology::independent;
  const uint16_t base[4] = {68, 96, 116, 144};
  for (unsigned i = 0; i < 4; ++i) {
    for (uint32_t* bank : {b.state.config.config[0], b.state.config.config[1]}) {
      bank[base[i] + 1] = i == 0 ? 0x80000fff : 0x100 * i - 1;  // relative to packer 0
      bank[base[i] + 2] = 1 | 5 << 4 | 5 << 8;
      bank[180 + i] = 64 * i;
    }
  }
  b.set(ALU_FORMAT_SPEC_REG2_Dstacc, 5);
  b.fill_bf16(256);
  b.columns(0, 255);
  b.pacr(packer_bench::interfaces(15) | packer_bench::last);
  CHECK(b.job.rows == 4);
  CHECK(b.job.datums_in == 1024);
  for (unsigned i = 0; i < 4; ++i) {
    REQUIRE(b.job.beats[i].size() == 32);
    for (unsigned k = 0; k < 256; ++k)
      CHECK(b.half(0x10000 + 0x1000 * i + 2 * k) == packer_bench::sample(64 * i + k / 16, k % 16));
  }
  b.pacr(packer_bench::last);  // mask 0 is packer 0
  CHECK(b.job.rows == 1);
  CHECK(b.job.beats[0].size() == 32);
  b.pacr(packer_bench::interfaces(12) | packer_bench::last);
  CHECK(b.job.beats[0].empty());
  CHECK(b.job.beats[3].size() == 32);
  CHECK(!b.state.diagnose.any());
  // The documented masks work, all others are undefined.
  for (uint32_t mask = 0; mask < 16; ++mask) {
    packer_bench c;
    c.state.topology = packer_topology::independent;
    for (const uint16_t word : base)
      for (uint32_t* bank : {c.state.config.config[0], c.state.config.config[1]}) bank[word + 2] = 1 | 5 << 4 | 5 << 8;
    c.set(ALU_FORMAT_SPEC_REG2_Dstacc, 5);
    c.pacr(packer_bench::interfaces(mask) | packer_bench::last);
    CAPTURE(mask);
    const bool defined = mask < 5 || mask == 8 || mask == 12 || mask == 15;
    CHECK(c.state.diagnose.any() == !defined);
  }
}

TEST_CASE("the address in L1 is that of PACR's context") {
  using namespace cfg;
  constexpr config_field address[] = {THCON_SEC0_REG1_L1_Dest_addr, THCON_SEC0_REG8_L1_Dest_addr, THCON_SEC1_REG1_L1_Dest_addr,
                                      THCON_SEC1_REG8_L1_Dest_addr};
  packer_bench b;
  b.formats(f::bf16, f::bf16, f::bfp8, false);  // with exponents
  b.set(THCON_SEC0_REG1_Exp_section_size, 1);
  b.fill_bf16(16);
  for (unsigned i = 0; i < 4; ++i) b.set(address[i], 0xfff + 0x1000 * i);
  for (const unsigned context : {1u, 0u, 3u, 2u, 2u, 1u}) {
    CAPTURE(context);
    std::memset(b.state.l1.data(), 0xee, b.state.l1.size());
    const uint32_t fields = insn::PACR::cfg_context.place(context);
    b.pacr(fields);
    b.pacr(fields | packer_bench::last);
    for (unsigned i = 0; i < 4; ++i) {
      CHECK((b.state.l1[0x10000 + 0x10000 * i] != 0xee) == (i == context));
      CHECK((b.state.l1[0x10010 + 0x10000 * i] != 0xee) == (i == context));
    }
    CHECK(b.state.l1[0x10010 + 0x10000 * context + 127] != 0xee);
  }
  CHECK(!b.state.diagnose.any());
  // What becomes of a started output is not public.
  const auto changes = [&](unsigned first, uint32_t first_fields, unsigned then, uint32_t fields) {
    packer_bench other;
    other.formats(f::bf16, f::bf16, f::bf16, false);
    other.pacr(insn::PACR::cfg_context.place(first) | first_fields);
    other.pacr(insn::PACR::cfg_context.place(then) | fields);
    return other.state.diagnose.any();
  };
  CHECK(changes(0, 0, 1, packer_bench::last));
  CHECK(changes(1, 0, 0, packer_bench::last));
  CHECK(changes(2, 0, 3, packer_bench::flush));
  CHECK(!changes(2, 0, 2, packer_bench::last));
  CHECK(!changes(1, packer_bench::last, 0, 0));
  CHECK(!changes(0, packer_bench::flush, 3, 0));
}

TEST_CASE("undefined uses are reported and harmless") {
  using namespace cfg;
  const auto reports = [](auto change, uint32_t fields = 0) {
    packer_bench b;
    b.formats(f::bf16, f::bf16, f::bf16, false);
    change(b);
    b.pacr(fields | packer_bench::last);
    return b.state.diagnose.any();
  };
  CHECK(!reports([](packer_bench&) {}));
  CHECK(reports([](packer_bench&) {}, insn::PACR::row_pad_zero.place(4)));
  CHECK(!reports([](packer_bench&) {}, insn::PACR::row_pad_zero.place(1)));
  CHECK(reports([](packer_bench& b) { b.set(THCON_SEC0_REG1_Disable_zero_compress, 0); }, insn::PACR::row_pad_zero.place(1)));
  CHECK(reports([](packer_bench& b) { b.set(THCON_SEC0_REG1_Enable_out_fifo, 1); }));
  CHECK(reports([](packer_bench& b) { b.set(THCON_SEC0_REG1_pack_dis_y_pos_start_offset, 1); }));
  CHECK(reports([](packer_bench& b) {
    b.formats(f::bf16, f::bf16, f::bfp8, false), b.set(THCON_SEC0_REG1_Dis_shared_exp_assembler, 1);
  }));
  CHECK(reports([](packer_bench& b) { b.state.topology = packer_topology::independent; }, insn::PACR::cfg_context.place(1)));
  CHECK(reports([](packer_bench&) {}, insn::PACR::dst_access_mode.place(1)));
  CHECK(reports([](packer_bench& b) { b.columns(0, 16); }));
  CHECK(reports([](packer_bench& b) { b.columns(5, 3); }));
  CHECK(reports([](packer_bench& b) { b.formats(f::int8, f::bf16, f::bf16, true); }));
  CHECK(reports([](packer_bench& b) { b.formats(f::bfp4, f::bfp4, f::bfp4, true); }));
  CHECK(reports([](packer_bench& b) { b.set(STACC_RELU_ApplyRelu, 2), b.set(STACC_RELU_ReluThreshold, 0xbf80); }));
  CHECK(!reports([](packer_bench& b) { b.set(THCON_SEC0_REG1_Downsample_rate, 1); }));  // nothing uses it
  CHECK(reports([](packer_bench& b) { b.set(PACK_COUNTERS_SEC0_pack_per_xy_plane, 4); }));
  CHECK(reports([](packer_bench& b) { b.set(PACK_COUNTERS_SEC0_pack_xys_per_tile, 1); }));
  CHECK(!reports([](packer_bench& b) { b.set(PACK_COUNTERS_SEC1_pack_per_xy_plane, 4); }));  // another packer's
  CHECK(reports([](packer_bench& b) { b.set(ALU_ACC_CTRL_Zero_Flag_disabled_dst, 1); }));
  CHECK(!reports([](packer_bench& b) { b.set(ALU_ACC_CTRL_Zero_Flag_disabled_src, 1); }));
  CHECK(!reports([](packer_bench&) {}, packer_bench::concat));
  for (const uint32_t beside : {1u << 5, 1u << 6, 3u << 5}) CHECK(reports([](packer_bench&) {}, packer_bench::concat | beside));
  CHECK(reports([](packer_bench& b) { b.formats(f::bf16, f::bf16, f::bfp8, false), b.set(THCON_SEC0_REG1_Pack_L1_Acc, 1); }));
  CHECK(reports([](packer_bench& b) { b.set(THCON_SEC0_REG1_L1_Dest_addr, 0x17fff); }));
}

TEST_CASE("beats that follow each other with one action are one run") {
  using a = pack_beat::action_t;
  pack_beats beats;
  const auto add = [&](uint32_t address, uint32_t count, a action, uint8_t value) {
    std::memset(beats.add({address, count, action}), value, size_t{16} * count);
  };
  add(0x100, 2, a::write, 1);
  add(0x120, 1, a::write, 2);      // goes on
  add(0x130, 1, a::add_int32, 3);  // another action
  add(0x150, 3, a::add_int32, 4);  // a gap
  add(0x140, 1, a::add_int32, 5);  // back
  beats.date(7);
  REQUIRE(beats.runs().size() == 4);
  CHECK(beats.runs()[0].beats == 3);
  REQUIRE(beats.size() == 8);
  const uint32_t addresses[] = {0x100, 0x110, 0x120, 0x130, 0x150, 0x160, 0x170, 0x140};
  const uint8_t values[] = {1, 1, 2, 3, 4, 4, 4, 5};
  size_t i = 0;
  for (const pack_beat& b : beats) {
    CHECK(b.address == addresses[i]);
    CHECK(b.action == (i < 3 ? a::write : a::add_int32));
    CHECK(b.data[0] == values[i]);
    CHECK(b.data[15] == values[i]);
    CHECK(b.datums == (i == 0 ? 7 : 0));
    ++i;
  }
  CHECK(i == 8);
  beats.clear();
  CHECK(beats.empty());
  CHECK(beats.runs().empty());
  CHECK(beats.dated() == 0);
}

TEST_CASE("a run is performed as its beats one by one, up to the end of L1") {
  using a = pack_beat::action_t;
  for (const a action : {a::write, a::add_fp32, a::add_fp16, a::add_bf16, a::add_int32, a::add_int8})
    for (uint32_t count = 1; count <= 11; ++count)
      for (uint32_t beyond = 0; beyond <= count; ++beyond) {
        constexpr uint32_t end = 1024;
        tensix_state at_once(end), one_by_one(end);
        at_once.diagnose.policy = one_by_one.diagnose.policy = on_undefined::warn;
        pack_beats beats;
        uint8_t* data = beats.add({end - 16 * (count - beyond), count, action});
        for (uint32_t i = 0; i < 16 * count; ++i) {
          data[i] = static_cast<uint8_t>(37 * i + 11);
          const uint8_t before = static_cast<uint8_t>(91 * i + 5);
          at_once.l1[end - 16 * count + i] = one_by_one.l1[end - 16 * count + i] = before;
        }
        packer_function::commit(at_once, beats);
        for (const pack_beat& b : beats) packer_function::commit(one_by_one, b);
        CHECK(at_once.l1 == one_by_one.l1);
        CHECK(at_once.diagnose.reports().size() == beyond);
        CHECK(one_by_one.diagnose.reports().size() == beyond);
      }
}
