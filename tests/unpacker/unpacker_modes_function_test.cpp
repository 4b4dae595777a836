// SPDX-License-Identifier: Apache-2.0
// What the timed module is told, UNPACR_NOP, contexts, and the reports of undefined combinations.
#include <chrono>
#include <cstring>

#include "catch.h"
#include "models/isa/isa.h"
#include "models/unpacker/unpacker_function.h"
#include "reference_unpacker.h"
#include "tests/effects.h"

using namespace tensix;
using reference::settings;

namespace unpacker_modes_test {
namespace {

struct bench {
  tensix_state state{256 * 1024};
  unpacker_function unpacker[2] = {{state, 0}, {state, 1}};
  unpack_job job;
  bench() { state.diagnose.policy = on_undefined::warn; }

  void accept(const settings& c, uint32_t x_end) {
    c.write_to(state);
    for (auto& t : state.adc) t.set[c.which].channel[1].x = x_end;
    unpacker[c.which].accept(c.word(), c.thread, job);
  }
  bool nop(uint32_t word, unsigned thread = 0) {
    const unsigned which = word >> 23 & 1;
    unpacker[which].accept(word_of(opcode::UNPACR_NOP) | word, thread, job);
    if (!unpacker[which].bank_ready(job)) return false;
    unpacker[which].execute(job);
    unpacker[which].finish(job);
    return true;
  }
};

settings plain(data_format f) {
  settings c;
  c.multi = false;
  c.in = c.out = f;
  c.x_dim = 1024;
  c.base[0] = 0x100;
  c.out_base = 64u * ((datum_bits(f) + 7) / 8);
  return c;
}

bool all_equal(const src_bank& bank, uint32_t value) {
  for (const auto& row : bank.row)
    for (uint32_t v : row)
      if (v != value) return false;
  return true;
}

}  // namespace

TEST_CASE("fetched bytes of contiguous data are one extent behind the header", "[unpack]") {
  bench b;
  b.accept(plain(data_format::bf16), 1023);
  REQUIRE(b.job.data_reads.size() == 1);
  CHECK(b.job.data_reads[0].address == 0x1010);
  CHECK(b.job.data_reads[0].row_bytes == 2048);
  CHECK(b.job.data_reads[0].rows == 1);
  CHECK(b.job.exponent_reads.empty());
  CHECK(b.job.speed == fetch_speed::x4);
  CHECK_FALSE(b.job.to_dst);
}

TEST_CASE("block formats read 16 exponent bytes for 256 datums", "[unpack]") {
  bench b;
  b.accept(plain(data_format::bfp8), 1023);
  REQUIRE(b.job.exponent_reads.size() == 1);
  CHECK(b.job.exponent_reads[0].address == 0x1010);
  CHECK(b.job.exponent_reads[0].row_bytes == 64);
  REQUIRE(b.job.data_reads.size() == 1);
  CHECK(b.job.data_reads[0].address == 0x1010 + 64);
  CHECK(b.job.data_reads[0].row_bytes == 1024);

  settings forced = plain(data_format::bfp8);
  forced.force_exponent = true;  // then the tile has no exponent section
  b.accept(forced, 1023);
  CHECK(b.job.exponent_reads.empty());
  CHECK(b.job.data_reads[0].address == 0x1010);

  settings small = plain(data_format::bfp4);
  b.accept(small, 15);
  CHECK(b.job.exponent_reads[0].row_bytes == 16);
  CHECK(b.job.data_reads[0].row_bytes == 8);
}

TEST_CASE("tilize is one strided extent of 32 datums a row, of 16 for bytes", "[unpack]") {
  bench b;
  settings c = plain(data_format::bf16);
  c.tilize = true;
  c.shift[0] = 8;  // 128 bytes
  c.throttle = 0;
  b.accept(c, 1023);
  REQUIRE(b.job.data_reads.size() == 1);
  CHECK(b.job.data_reads[0].row_bytes == 64);
  CHECK(b.job.data_reads[0].row_stride == 128);
  CHECK(b.job.data_reads[0].rows == 32);
  CHECK(b.job.speed == fetch_speed::x4);
  c.in = c.out = data_format::fp8;
  b.accept(c, 255);
  CHECK(b.job.data_reads[0].row_bytes == 16);
  CHECK(b.job.data_reads[0].rows == 16);
}

TEST_CASE("a circular buffer splits the read", "[unpack]") {
  bench b;
  settings c = plain(data_format::bf16);
  c.limit = 0x11f;  // the row starting at 0x11f0 is the last before the wrap
  c.fifo = 0x80;
  b.accept(c, 511);
  REQUIRE(b.job.data_reads.size() == 2);
  CHECK(b.job.data_reads[0].address == 0x1010);
  CHECK(b.job.data_reads[0].row_bytes == 0x200);
  CHECK(b.job.data_reads[1].address == 0x1210 - 0x800);
  CHECK(b.job.data_reads[1].row_bytes == 0x200);
}

TEST_CASE("forced fetch speeds", "[unpack]") {
  bench b;
  const auto speed = [&](settings c) {  // Throttle_mode's, within what the mode allows: what x4 would give
    b.accept(c, 63);
    const fetch_speed s = b.job.speed, fastest = b.job.fastest;
    c.throttle = 2;
    bench other;
    other.accept(c, 63);
    CHECK(fastest == other.job.speed);
    CHECK(fastest == other.job.fastest);
    return s;
  };
  for (unsigned throttle = 0; throttle < 4; ++throttle) {
    const fetch_speed wanted = throttle == 0 ? fetch_speed::x1 : throttle == 1 ? fetch_speed::x2 : fetch_speed::x4;
    settings c = plain(data_format::bf16);
    c.throttle = throttle;
    CHECK(speed(c) == wanted);
    c.upsample_rate = 1;
    CHECK(speed(c) == std::min(wanted, fetch_speed::x2));
    c.upsample_rate = 2;
    CHECK(speed(c) == fetch_speed::x1);
    c = plain(data_format::bfp2a);
    c.throttle = throttle;
    CHECK(speed(c) == fetch_speed::x1);
    c = plain(data_format::bfp4);
    c.throttle = throttle;
    CHECK(speed(c) == wanted);
    c.to_dst = true;
    c.set_ovrd = false;
    CHECK(speed(c) == std::min(wanted, fetch_speed::x2));
    CHECK(b.job.to_dst);
    c = plain(data_format::bf16);
    c.throttle = throttle;
    c.uncompressed = false;
    c.blobs = 0;
    CHECK(speed(c) == fetch_speed::x1);
    CHECK(b.job.compressed);
  }
  b.state.config.config[0][cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.word] |=
      cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  speed(plain(data_format::bf16));
  CHECK(b.job.throttle_overridden);
}

TEST_CASE("Dst rows announced are those of the two halves of 32-bit datums", "[unpack]") {
  bench b;
  settings c = plain(data_format::fp32);
  c.to_dst = true;
  c.set_ovrd = false;
  b.accept(c, 8 * 16 - 1);
  CHECK(b.job.dst_writes.word[0] == 3);
  c.in = c.out = data_format::bf16;
  c.out_base = 2 * (64 + 520 * 16);
  b.accept(c, 8 * 16);  // one datum into a second block
  CHECK(b.job.dst_writes.word[0] == 0);
  CHECK(b.job.dst_writes.word[1] == 6);
}

TEST_CASE("an UNPACR waits for its bank, also towards Dst", "[unpack]") {
  bench b;
  for (bool to_dst : {false, true}) {
    settings c = plain(data_format::fp16);
    c.to_dst = to_dst;
    c.set_ovrd = !to_dst;
    b.accept(c, 15);
    CHECK(b.unpacker[0].bank_ready(b.job));
    b.state.srca.filling().allowed_client = src_client::matrix_unit;
    CHECK_FALSE(b.unpacker[0].bank_ready(b.job));
    b.state.srca.filling().allowed_client = src_client::unpackers;
  }
}

TEST_CASE("context counter: incremented, wrapped, flushing does nothing", "[unpack]") {
  bench b;
  settings c = plain(data_format::bf16);
  c.multi = c.use_counter = true;
  c.context_count = 2;
  c.write_to(b.state);
  for (bool& u : c.context_uncompressed) u = true;
  for (unsigned i = 0; i < 8; ++i) c.base[i] = 0x100 * (i + 1);
  const uint32_t increment = word_of(opcode::UNPACR) | insn::UNPACR::cfg_context_cnt_inc.place(1);
  const uint32_t flush = word_of(opcode::UNPACR) | insn::UNPACR::search_cache_flush.place(1);
  for (unsigned expected : {1u, 2u, 3u, 0u, 1u}) {
    b.unpacker[0].accept(increment, 0, b.job);
    CHECK(b.job.kind == unpack_job::kind_t::increment_context_counter);
    CHECK_FALSE(b.job.waits_for_bank);
    b.unpacker[0].accept(flush, 0, b.job);
    CHECK(b.job.kind == unpack_job::kind_t::flush_cache);
    settings probe = c;
    bench copy;
    copy.unpacker[0].accept(increment, 0, copy.job);
    b.accept(probe, 15);  // reads with the counter and advances it
    CHECK(b.job.data_reads[0].address == (0x100 * (expected + 1) + 1) * 16);
    for (unsigned i = 0; i < 3; ++i) b.unpacker[0].accept(increment, 0, b.job);
  }
  b.unpacker[0].reset_context_counter(0);
  b.accept(c, 15);
  CHECK(b.job.data_reads[0].address == 0x1010);
}

TEST_CASE("UNPACR_NOP clears a bank", "[unpack]") {
  bench b;
  for (uint32_t unpacker : {0u, 1u << 23}) {
    src_register& source = unpacker ? b.state.srcb : b.state.srca;
    auto fill = [&] {
      for (auto& bank : source.bank)
        for (auto& row : bank.row) std::fill_n(row, 16, 0x12345u);
    };
    fill();
    REQUIRE(b.nop(unpacker | 1));
    CHECK(b.job.kind == unpack_job::kind_t::nop_clear);
    CHECK(all_equal(source.bank[0], 0));
    CHECK(all_equal(source.bank[1], 0x12345));
    REQUIRE(b.nop(unpacker | 1 | 1 << 2));
    CHECK(all_equal(source.bank[0], 0x7ffff));
    const uint32_t one[] = {0x3c00, 0x3f80 << 3, 0x4001};  // FP16, BF16, integer 8
    for (uint32_t format : {0u, 1u, 2u}) {
      REQUIRE(b.nop(unpacker | 1 | 2 << 2 | format << 6));
      CHECK(all_equal(source.bank[0], one[format]));
    }
    for (auto& bank : b.state.config.config)
      bank[(unpacker ? cfg::UNP1_NOP_REG_CLR_VAL_nop_reg_clr_val : cfg::UNP0_NOP_REG_CLR_VAL_nop_reg_clr_val).word] =
          0xfff12345;
    fill();
    REQUIRE(b.nop(unpacker | 1 | 3 << 2 | 1 << 4));  // both banks
    CHECK(all_equal(source.bank[0], 0x12345));
    CHECK(all_equal(source.bank[1], 0x12345));
  }
}

TEST_CASE("UNPACR_NOP waits for the matrix unit's bank or for its own", "[unpack]") {
  bench b;
  b.state.srca.unpack_bank = 1;
  b.state.srca.bank[0].allowed_client = src_client::matrix_unit;
  CHECK_FALSE(b.nop(1));
  CHECK(b.nop(1 | 1 << 5));
  b.state.srca.bank[0].allowed_client = src_client::unpackers;
  b.state.srca.bank[1].allowed_client = src_client::matrix_unit;
  CHECK(b.nop(1));
  CHECK_FALSE(b.nop(1 | 1 << 5));
}

TEST_CASE("UNPACR_NOP hands over banks", "[unpack]") {
  bench b;
  settings c = plain(data_format::bfp4);
  c.set_base = 2;
  c.write_to(b.state);
  b.state.srca.src_row[0] = 5;
  REQUIRE(b.nop(1 | 1 << 8));  // clear and set dvalid
  CHECK(b.state.srca.unpack_bank == 1);
  CHECK(b.state.srca.bank[0].allowed_client == src_client::matrix_unit);
  CHECK(b.state.srca.bank[0].format == 7);
  CHECK(b.state.srca.src_row[0] == 32);
  b.state.srca.bank[1].row[3][3] = 77;
  REQUIRE(b.nop(2 | 3 << 6));  // set dvalid and nothing else
  CHECK(b.job.kind == unpack_job::kind_t::nop_set_dvalid);
  CHECK(b.state.srca.bank[1].row[3][3] == 77);
  CHECK(b.state.srca.bank[1].allowed_client == src_client::matrix_unit);
  REQUIRE(b.nop(2));
  CHECK(b.job.kind == unpack_job::kind_t::nop);
  CHECK(b.state.srca.unpack_bank == 0);
  CHECK_FALSE(b.state.diagnose.any());
}

TEST_CASE("Set_Dvalid of UNPACR_NOP hands over the bank whatever unpack_pop says", "[unpack]") {
  for (uint32_t unpacker : {0u, 1u << 23})
    for (uint32_t pop : {0u, 1u, 2u, 3u})
      for (uint32_t only : {0u, 1u}) {  // 1: nothing but the hand-over
        bench b;
        kept_bus bus;
        for (auto& u : b.unpacker) u.bus = &bus;
        src_register& source = unpacker ? b.state.srcb : b.state.srca;
        source.bank[0].row[5][5] = 99;
        INFO("pop " << pop << " only " << only);
        REQUIRE(b.nop(unpacker | pop | (only ? 3u << 6 : 1u << 8)));
        CHECK(source.bank[0].allowed_client == src_client::matrix_unit);
        CHECK(source.unpack_bank == 1);
        const bool frees = (pop == 0 || pop == 3) && !only;
        CHECK(bus.stores.size() == frees);
        CHECK(source.bank[0].row[5][5] == (pop == 1 && !only ? 0u : 99u));
        REQUIRE(b.nop(unpacker | pop | 1 << 5));  // without the bit (and not waiting for the matrix unit)
        CHECK(source.unpack_bank == 1);
        // A register write has these bits in its value.
        b.unpacker[unpacker ? 1 : 0].setreg_base[0] = 0x20000;
        REQUIRE(b.nop(unpacker | 3 | 1 << 2 | 0x7ffu << 4));
        CHECK(bus.stores.back() == std::pair<uint32_t, uint32_t>{0xffb20000, 0x7ff});
        CHECK(source.unpack_bank == 1);
        CHECK_FALSE(b.state.diagnose.any());
      }
}

TEST_CASE("UNPACR_NOP writes registers", "[unpack]") {
  bench b;
  kept_bus bus;
  b.unpacker[0].bus = &bus;
  const auto address = [&] { return bus.stores.back().first; };
  const auto value = [&] { return bus.stores.back().second; };
  b.unpacker[0].set_register_address((1u << 22 | 0x41u << 10) << 8);  // base 1: 0x40104
  const uint32_t base1 = 1 << 15;
  b.nop(3 | 1 << 2 | base1 | 9 << 16 | 100 << 4 | 1 << 3);
  CHECK(b.job.kind == unpack_job::kind_t::nop_setreg);
  CHECK(address() == 0xffb49104);
  CHECK(bus.unit == "unpacker0");
  CHECK(value() == 100);
  b.nop(3 | 1 << 2 | base1 | 9 << 16 | 50 << 4 | 1 << 3);
  CHECK(value() == 150);
  CHECK(b.unpacker[0].register_write_accumulator() == 150);
  b.nop(3 | 1 << 2 | base1 | 1 << 3);  // accumulator back to zero, nothing written
  CHECK(b.unpacker[0].register_write_accumulator() == 0);
  CHECK(bus.stores.size() == 2);
  b.nop(3 | 1 << 2 | base1 | 8 << 16 | 0x7ff << 4);
  CHECK(address() == 0xffb48104);
  CHECK(value() == 0x7ff);
  for (unsigned i = 0; i < 64; ++i) b.nop(3 | 1 << 2 | base1 | 0x7ff << 4 | 1 << 3);
  CHECK(value() == 64u * 0x7ff);
  b.nop(3 | 1 << 2 | base1 | 0x7ff << 4 | 1 << 3);
  CHECK(value() == ((65u * 0x7ff) & 0x1ffff));
  CHECK_FALSE(b.state.diagnose.any());
  b.nop(3 | 1 << 2 | 3 << 16 | 1 << 4);  // base 0 is not set: below the window
  CHECK(b.state.diagnose.reports().size() == 1);
  b.nop(1 << 23 | 3 | 1 << 2 | 0x3f << 16 | 1 << 4);  // unpacker 1: nobody to write to
  CHECK(b.state.diagnose.reports().size() == 2);
}

TEST_CASE("UNPACR_NOP frees messages of an overlay stream", "[unpack]") {
  bench b;
  kept_bus bus;
  b.unpacker[1].bus = &bus;
  // Register 266 of a stream frees a message, whatever is written.
  const auto stream = [&] { return (bus.stores.back().first - 0xffb40000 - 4 * 266) / 0x1000; };
  b.state.config.thread[0][tcfg::NOC_OVERLAY_MSG_CLEAR_StreamId_1.reg] =
      static_cast<uint16_t>(tcfg::NOC_OVERLAY_MSG_CLEAR_StreamId_1.place(21) | tcfg::NOC_OVERLAY_MSG_CLEAR_MsgNum_1.place(3));
  b.nop(1 << 23);
  CHECK(b.job.kind == unpack_job::kind_t::nop_overlay_clear);
  CHECK(stream() == 21);
  CHECK(bus.unit == "unpacker1");
  CHECK(b.job.s.clear_count == 3);
  b.nop(1 << 23 | 3 | 5 << 16 | 2 << 12);
  CHECK(stream() == 5);
  CHECK(b.job.s.clear_count == 2);
  b.nop(1 << 23 | 3 | 5 << 16);  // count 0: the register's stream
  CHECK(stream() == 21);
  CHECK(bus.stores.size() == 3);
  b.nop(1 << 23 | 2);  // plain
  CHECK(bus.stores.size() == 3);
  CHECK_FALSE(b.state.diagnose.any());
  b.nop(0);  // unpacker 0 without an overlay
  CHECK(b.state.diagnose.reports().size() == 1);
}

TEST_CASE("undefined combinations are reported by name", "[unpack]") {
  const auto report = [](settings c, uint32_t x_end = 15) {
    bench b;
    b.accept(c, x_end);
    return b.state.diagnose.any() ? b.state.diagnose.reports()[0].text : std::string();
  };
  CHECK(report(plain(data_format::bf16)).empty());
  CHECK_THAT(report(plain(data_format::int32)), Contains("INT32 to INT32"));
  settings c = plain(data_format::bf16);
  c.out = data_format::fp16;
  CHECK_THAT(report(c), Contains("BF16 to FP16"));
  c = plain(data_format::bf16);
  c.out_base = 129;
  CHECK_THAT(report(c), Contains("0x81"));
  c = plain(data_format::bf16);
  c.base[0] = 0x10000;
  CHECK_THAT(report(c), Contains("outside L1"));
  c = plain(data_format::bf16);
  c.transpose = true;
  CHECK(report(c).empty());
  c.to_dst = true;
  c.set_ovrd = false;
  CHECK_THAT(report(c), Contains("Haloize"));
  c = plain(data_format::bf16);
  c.multi = true;
  c.which = 1;
  c.context_number = 2;
  for (bool& u : c.context_uncompressed) u = true;
  CHECK_THAT(report(c), Contains("context 2"));
  c.context_number = 0;
  c.context_adc = 3;
  CHECK_THAT(report(c), Contains("addr_cnt_context_id"));
  c = plain(data_format::bf16);
  c.set_ovrd = false;
  CHECK(report(c, 255) == "");
  CHECK_THAT(report(c, 256), Contains("SetOvrdWithAddr"));
}

TEST_CASE("SrcA and SrcB end behind row 63", "[unpack]") {
  const auto report = [](settings c, uint32_t x_end, uint32_t src_row) {
    bench b;
    for (auto* source : {&b.state.srca, &b.state.srcb}) source->src_row[c.thread] = src_row;
    b.accept(c, x_end);
    b.unpacker[c.which].execute(b.job);
    return b.state.diagnose.any() ? b.state.diagnose.reports()[0].text : std::string();
  };
  settings a = plain(data_format::bf16);  // with SetOvrdWithAddr SrcRow does not count
  CHECK(report(a, 1023, 48).empty());
  CHECK_THAT(report(a, 1024, 0), Contains("SrcA has rows 0..63, not row 64"));
  a.out_base += 40 * 32;
  CHECK(report(a, 24 * 16 - 1, 48).empty());
  CHECK_THAT(report(a, 24 * 16, 0), Contains("SrcA has rows 0..63, not row 64"));
  CHECK_THAT(report(a, 1023, 0), Contains("SrcA has rows 0..63, not row 103"));
  a.upsample_rate = 1;
  CHECK(report(a, 12 * 16 - 1, 0).empty());
  CHECK_THAT(report(a, 12 * 16, 0), Contains("row 64"));
  settings b = plain(data_format::bf16);
  b.which = 1;
  b.out_base = 0;
  CHECK(report(b, 1023, 0).empty());
  CHECK_THAT(report(b, 1024, 0), Contains("SrcB has rows 0..63, not row 64"));
  CHECK(report(b, 48 * 16 - 1, 16).empty());
  CHECK_THAT(report(b, 48 * 16, 16), Contains("SrcB has rows 0..63, not row 64"));
  b.upsample_rate = 3;  // one datum, then seven positions skipped: the last datum is what counts
  b.interleave = true;
  CHECK(report(b, 127, 0).empty());
  b.out_base = 2 * 7;
  CHECK(report(b, 127, 0).empty());
  b.out_base = 2 * 8;
  CHECK_THAT(report(b, 127, 0), Contains("row 64"));
}

}  // namespace unpacker_modes_test
