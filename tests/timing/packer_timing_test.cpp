// SPDX-License-Identifier: Apache-2.0
// Packers: rate of PACR, what holds it back, and the way to L1.
// Source: ISA documentation, PACR (Blackhole), Packers (Wormhole); Blackhole's rates from published measurements.
#include <algorithm>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace packer_timing_test {
namespace {

constexpr uint32_t output_address = 0x30000;

uint32_t pacr(uint32_t mask, uint32_t modifier, bool close) {
  using namespace insn::PACR;
  return word_of(opcode::PACR) | read_intf_sel.place(mask) | addr_mode.place(modifier) | last.place(close);
}

struct pack_setup {
  bool fp32 = false;         // FP32 from 32-bit Dst, otherwise BF16 from 16-bit Dst
  bool independent = false;  // four packers, `rows` rows each; otherwise four read interfaces of one stream
  unsigned rows = 1;         // of a PACR of independent packers
  int out = -1, in = -1;     // Out_data_format, In_data_format, if not the format of Dst
};

// Thread 0 configures the packers: rows of 16 datums from Dst row 0 on, contiguous output. Address modifier 0: next rows.
void configure_pack(scenario& s, const pack_setup& u) {
  const uint32_t format = u.fp32 ? 0 : 5, row_bytes = u.fp32 ? 64 : 32, in = u.in < 0 ? format : static_cast<uint32_t>(u.in);
  static constexpr config_field formats[4] = {cfg::THCON_SEC0_REG1_Out_data_format, cfg::THCON_SEC0_REG8_Out_data_format,
                                              cfg::THCON_SEC1_REG1_Out_data_format, cfg::THCON_SEC1_REG8_Out_data_format};
  for (unsigned i = 0; i < (u.independent ? 4u : 1u); ++i) {
    const uint16_t w = formats[i].word;
    s.config(w, cfg::THCON_SEC0_REG1_Disable_zero_compress.place(1) |
                    cfg::THCON_SEC0_REG1_Out_data_format.place(u.out < 0 ? format : static_cast<uint32_t>(u.out)) |
                    cfg::THCON_SEC0_REG1_In_data_format.place(in));
    s.config(w - 2u, 0);
    // Packers 1..3 relative to packer 0: 16 KiB apart, and four banks, so that they never meet in one.
    s.config(w - 1u, i == 0 ? (output_address / 16 - 1) | 1u << 31 : i * (1024 + 4) - 1);
  }
  s.config(cfg::ALU_FORMAT_SPEC_REG2_Dstacc.word, cfg::ALU_FORMAT_SPEC_REG2_Dstacc.place(in));
  s.config(cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.word, cfg::PCK0_ADDR_CTRL_XY_REG_0_Ystride.place(row_bytes));
  s.config(cfg::PCK_DEST_RD_CTRL_Read_32b_data.word, cfg::PCK_DEST_RD_CTRL_Read_32b_data.place(u.fp32));
  s.config(cfg::PCK_EDGE_OFFSET_SEC0_mask.word, 0xffff);
  for (unsigned i = 0; i < 4; ++i)
    s.config(cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.word + i,
             cfg::PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.place(16));
  constexpr uint32_t packers = 4;
  s.push(word::clear_adc_xy(packers)).push(word::clear_adc_zw(packers)).push(word::set_adc_x(packers, 16 * u.rows));
  const uint32_t modifier = tcfg::ADDR_MOD_PACK_SEC0_YsrcIncr.reg;
  s.push(word::setc16(modifier, tcfg::ADDR_MOD_PACK_SEC0_YsrcIncr.place(u.independent ? u.rows & 15 : 4)));
  s.push(word::setc16(modifier + 1, tcfg::ADDR_MOD_PACK_SEC0_YsrcClear.place(1) | tcfg::ADDR_MOD_PACK_SEC0_YdstClear.place(1)));
  s.settle();
}

run_result pacrs(const pack_setup& u, unsigned n, uint32_t mask, const arguments& args) {
  scenario s;
  configure_pack(s, u);
  s.mark("begin").push(pacr(mask, 0, false), n - 1).push(pacr(mask, 1, true)).sync().mark("end");
  return s.run(args);
}
uint64_t taken(const run_result& r) { return r.mark("end") - r.mark("begin"); }

}  // namespace

TEST_CASE("PACR with four read interfaces: BF16 one a cycle, FP32 one every two cycles", "[packer]") {
  const parameter_values p({});
  REQUIRE(p("packer.interface_bytes") == 32);
  REQUIRE(p("packer.write_lanes") == 8);
  const bool fp32 = GENERATE(false, true);
  CAPTURE(fp32);
  pack_setup u;
  u.fp32 = fp32;
  const uint64_t row_bytes = fp32 ? 64 : 32;
  const uint64_t read = row_bytes / p("packer.interface_bytes");          // cycles of a PACR at the interfaces
  const uint64_t write = 4 * row_bytes / (16 * p("packer.write_lanes"));  // cycles of its four rows on the way into L1
  REQUIRE(read == (fp32 ? 2 : 1));
  REQUIRE(write == read);
  for (unsigned n : {1u, 2u, 4u, 16u, 40u, 64u}) {
    CAPTURE(n);
    const run_result r = pacrs(u, n, 0, {});
    CHECK(taken(r) == p.to_gate() + n * read + p("packer.pipeline_latency_cycles") + write + p.unit_sync());
    CHECK(r.metrics.at("bandwidth").at("pack").at("bytes").get<uint64_t>() == n * 4 * row_bytes);
    CHECK(r.stall("threads", "t0", "packer_queue_full") == 0);
    CHECK(r.stall("threads", "t0", "unit_busy") == (n - 1) * (read - 1));
  }
}

// BF16 to FP32, BFP8 to BF16, BFP8 to FP32, all from a 16-bit Dst, and those that do not become wider; from a 32-bit Dst FP32.
namespace {
struct widening {
  bool fp32;
  int in, out;
  uint64_t times, out_bytes;
};
constexpr widening widenings[] = {{false, 5, 0, 2, 4}, {false, 6, 5, 2, 2}, {false, 6, 0, 4, 4},
                                  {false, 5, 5, 1, 2}, {true, 0, 0, 1, 4},  {true, 5, 5, 1, 2}};
// With room for all that goes out, so that only the conversion holds PACRs back.
arguments with_places(uint64_t places) {
  return {"--set", "packer.conversion_places=" + std::to_string(places), "--set", "packer.output_buffer_beats=4096"};
}
}  // namespace

TEST_CASE("datums that become n times as wide take n cycles behind the interfaces, which run a few PACRs ahead", "[packer]") {
  const widening w = GENERATE(from_range(std::begin(widenings), std::end(widenings)));
  const unsigned places = GENERATE(0u, 1u, 3u, 8u);
  const parameter_values p(with_places(places));
  REQUIRE(p("packer.interface_bytes") == 32);
  pack_setup u;
  u.fp32 = w.fp32, u.in = w.in, u.out = w.out;
  // What the interfaces count are the datums that go out, or come in where those are fewer bytes.
  const uint64_t read = 16 * w.out_bytes / w.times / 32 > 1 ? 2 : 1;
  const uint64_t write = 4 * 16 * w.out_bytes / (16 * p("packer.write_lanes"));
  // Held back from the PACR on that finds `places` others behind the interfaces; with times 2, places 3 that is the eighth.
  for (uint64_t n : {1u, 2u, 7u, 8u, 9u, 40u}) {
    CAPTURE(w.in, w.out, w.fp32, places, n);
    const run_result r = pacrs(u, static_cast<unsigned>(n), 0, with_places(places));
    CHECK(taken(r) == p.to_gate() + n * read * w.times + p("packer.pipeline_latency_cycles") + write + p.unit_sync());
    const uint64_t last = std::max(read * (n - 1), n - 1 > places ? (n - 1 - places) * read * w.times : 0);
    CHECK(r.stall("threads", "t0", "unit_busy") == last - (n - 1));
  }
}

TEST_CASE("the conversion goes on while the thread does something else, as far as PACRs have been read", "[packer]") {
  const uint64_t places = GENERATE(0u, 1u, 3u), times = 2, n = 16;
  const parameter_values p(with_places(places));
  pack_setup u;
  u.out = 0;
  const uint64_t last = std::max(n - 1, (n - 1 - places) * times);  // of the first PACRs, when it is taken
  const uint64_t idle_from = n * times - last - 1;  // so many instructions later the conversion has nothing to do
  for (uint64_t others : {uint64_t{0}, idle_from - 1, idle_from, idle_from + 1, idle_from + 9}) {
    CAPTURE(places, others);
    scenario s;
    configure_pack(s, u);
    s.mark("begin").push(pacr(0, 0, false), n);
    if (others) s.push(no_effect, static_cast<unsigned>(others));
    s.push(pacr(0, 0, false), n - 1).push(pacr(0, 1, true)).sync().mark("end");
    const uint64_t idle = others > idle_from ? others - idle_from : 0;
    CHECK(taken(s.run(with_places(places))) ==
          p.to_gate() + 2 * n * times + idle + p("packer.pipeline_latency_cycles") + 2 + p.unit_sync());
  }
}

TEST_CASE("without widening_takes_cycles the interfaces count what goes out, however much wider", "[packer]") {
  const arguments args{"--set", "packer.widening_takes_cycles=false"};
  const parameter_values p(args);
  pack_setup u;
  u.out = 0;
  CHECK(taken(pacrs(u, 20, 0, args)) == p.to_gate() + 20 * 2 + p("packer.pipeline_latency_cycles") + 2 + p.unit_sync());
  u.in = 6, u.out = 5;
  CHECK(taken(pacrs(u, 20, 0, args)) == p.to_gate() + 20 + p("packer.pipeline_latency_cycles") + 1 + p.unit_sync());
}

TEST_CASE("the bytes an interface gives a cycle are a parameter", "[packer]") {
  const unsigned bytes = GENERATE(16u, 32u, 64u);
  const arguments args{"--set", "packer.interface_bytes=" + std::to_string(bytes)};
  const parameter_values p(args);
  const uint64_t read = std::max(1u, 32 / bytes);
  CHECK(taken(pacrs({}, 20, 0, args)) == p.to_gate() + 20 * read + p("packer.pipeline_latency_cycles") + 1 + p.unit_sync());
}

TEST_CASE("a documented packer takes a row in two cycles and writes 16 bytes a cycle", "[packer]") {
  const arguments args{"--config", "documented"};
  const parameter_values p(args);
  const bool fp32 = GENERATE(false, true);
  const uint32_t mask = GENERATE(1u, 15u);
  CAPTURE(fp32, mask);
  pack_setup u;
  u.fp32 = fp32;
  u.independent = true;
  const uint64_t read = (fp32 ? 64 : 32) / p("packer.interface_bytes");
  REQUIRE(p("packer.interface_bytes") == 16 * p("packer.write_lanes"));
  for (unsigned n : {1u, 3u, 16u, 64u}) {
    CAPTURE(n);
    // As fast as it reads it writes, each packer on its own port: only the write of the last 16 bytes shows.
    CHECK(taken(pacrs(u, n, mask, args)) == p.to_gate() + n * read + p("packer.pipeline_latency_cycles") + 1 + p.unit_sync());
  }
}

TEST_CASE("a documented packer writes 16 bytes as soon as it has them, not when the PACR has read all", "[packer]") {
  // A face of 256 datums: BF16, FP32, and BFP8 (a beat of 16 datums each row, and the exponents' beat with the last one).
  const uint32_t format = GENERATE(5u, 0u, 6u);
  const unsigned rows = GENERATE(1u, 2u, 7u, 16u);
  const uint32_t mask = GENERATE(1u, 15u);
  const unsigned speed = GENERATE(16u, 32u, 8u);
  const arguments args{"--config", "documented", "--set", "packer.interface_bytes=" + std::to_string(speed)};
  const parameter_values p(args);
  CAPTURE(format, rows, mask, speed);
  pack_setup u;
  u.fp32 = format == 0;
  u.independent = true;
  u.rows = rows;
  u.out = format == 6 ? 6 : -1;
  const uint64_t beats = rows * (format == 0 ? 4 : format == 5 ? 2 : 1);
  const uint64_t read = rows * (format == 0 ? 64 : 32) / speed;  // BFP8, too, comes out of datums of 16 bits
  // At the speed of the port, or slower, a beat leaves as it is complete and only the last one shows; faster, they queue
  // behind the first.
  const uint64_t written = 1 + std::max(read, beats);
  const uint64_t exponents = format == 6;  // complete, or padded, with the last row
  CHECK(taken(pacrs(u, 1, mask, args)) ==
        p.to_gate() + written + exponents + p("packer.pipeline_latency_cycles") + p.unit_sync());
}

TEST_CASE("of 32-bit Dst packed as BF16 the documented packers count what they read, Blackhole's what goes out", "[packer]") {
  const std::string configuration = GENERATE("blackhole", "documented");
  const std::string counts = GENERATE("", "true", "false");
  arguments args{"--config", configuration};
  if (!counts.empty()) args.insert(args.end(), {"--set", "packer.counts_dst_datums=" + counts});
  const parameter_values p(args);
  CAPTURE(configuration, counts);
  pack_setup u;
  u.fp32 = true;
  u.independent = configuration == "documented";
  u.out = 5;
  const bool of_dst = counts.empty() ? u.independent : counts == "true";
  const uint64_t read = (of_dst ? 64 : 32) / p("packer.interface_bytes");
  for (unsigned n : {1u, 3u, 16u}) {
    CAPTURE(n);
    CHECK(taken(pacrs(u, n, 15, args)) == p.to_gate() + n * read + p("packer.pipeline_latency_cycles") + 1 + p.unit_sync());
  }
}

TEST_CASE("PACR waits until its block of Dst can be read", "[packer]") {
  const unsigned hazard = GENERATE(0u, 4u, 9u, 30u);
  const bool same_block = GENERATE(true, false);
  const arguments args{"--set", "matrix_unit.dst_read_hazard_cycles=" + std::to_string(hazard)};
  const parameter_values p(args);
  CAPTURE(hazard, same_block);
  scenario s;
  fill_sources(s);
  configure_pack(s, {});
  s.mark("begin").push(mvmul(same_block ? 0 : 64)).push(pacr(0, 1, true)).sync().mark("end");
  const run_result r = s.run(args);
  // MVMUL in g; PACR in g + 1, or when the block is readable, g + 1 + hazard. The pipeline is longer than the matrix unit's.
  const uint64_t held = same_block ? hazard : 0;
  CHECK(taken(r) == p.to_gate() + 1 + held + 1 + p("packer.pipeline_latency_cycles") + 1 + p.unit_sync());
  CHECK(r.stall("units", "packer0", "dst_block_hazard") == held);
}

TEST_CASE("with fewer write lanes L1 sets the pace and PACR is held back", "[packer]") {
  const unsigned lanes = GENERATE(1u, 2u, 4u);
  const unsigned buffer = GENERATE(1u, 16u, 64u);
  const arguments args{"--set", "packer.write_lanes=" + std::to_string(lanes), "--set",
                       "packer.output_buffer_beats=" + std::to_string(buffer)};
  const parameter_values p(args);
  CAPTURE(lanes, buffer);
  const unsigned n = 60;
  const run_result r = pacrs({}, n, 0, args);
  // Eight beats a PACR; the writes begin when the first is through the pipeline and never pause.
  CHECK(taken(r) == p.to_gate() + 1 + p("packer.pipeline_latency_cycles") + n * 8 / lanes + p.unit_sync());
  CHECK(r.stall("threads", "t0", "packer_queue_full") > 0);
}

TEST_CASE("a write beyond the end of L1 is reported in the cycle in which the packer makes it", "[packer]") {
  constexpr uint32_t last_16_bytes = (1536 * 1024 - 16) / 16;
  for (const unsigned latency : {10u, 77u}) {
    arguments args = {"--set", "packer.pipeline_latency_cycles=" + std::to_string(latency)};
    const parameter_values p(args);
    args.push_back("--on-undefined=warn");
    scenario s;
    configure_pack(s, {});
    s.config(cfg::THCON_SEC0_REG1_L1_Dest_addr.word, (last_16_bytes - 1) | 1u << 31).settle();
    s.mark("begin").push(pacr(0xf, 1, true)).sync().mark("end");
    const run_result r = s.run(args);
    const uint64_t accepted = r.mark("begin") + p.to_gate();
    CHECK(r.diagnosed("write of 16 bytes beyond the end of L1") == r.mark("end") - p.unit_sync());
    CHECK(r.diagnosed("write of 16 bytes beyond the end of L1") == accepted + 1 + latency);
  }
}

TEST_CASE("a larger output buffer lets PACRs run further ahead", "[packer]") {
  uint64_t last = ~uint64_t{0};
  for (unsigned buffer : {1u, 64u, 200u, 1000u}) {
    CAPTURE(buffer);
    const run_result r =
        pacrs({}, 60, 0, {"--set", "packer.write_lanes=1", "--set", "packer.output_buffer_beats=" + std::to_string(buffer)});
    const uint64_t held = r.stall("threads", "t0", "packer_queue_full");
    CHECK(held < last);
    last = held;
  }
  CHECK(last == 0);  // 480 beats fit
}

}  // namespace packer_timing_test
