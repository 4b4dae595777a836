// SPDX-License-Identifier: Apache-2.0
// Parameters of time never change what is computed; waiting costs no host time.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.h"
#include "timing/scenario.h"

using namespace tensix;
using namespace tensix::timing;

namespace invariance_test {
namespace {

// One of each kind: unpack, elementwise, products, moves, vector unit, pack, configuration, flow control.
const std::vector<std::string> vectors = {"A_datacopy/bf16_bf16_bfp8_fp32_nrm",
                                          "A_datacopy/tile4_bf16_bf16_fp32_fp32_elwadd",
                                          "B_srcb/movb2d_steps_3",
                                          "B_srcb/movb2d_bfp8_bfp8_m5",
                                          "C_elw/add_bf16_spc_d16",
                                          "C_elw/add_f2h_spc_d16",
                                          "D_matmul/tile_bfp8_ph2",
                                          "D_matmul/tile_bf16_k2_ph4",
                                          "E_moves/trnspsrcb_bfp8_bfp8",
                                          "E_moves/movb2a_fp32_tf32_kd",
                                          "F_sfpu/ldst16_bf16_l2_s2",
                                          "F_sfpu/mad_chain_near",
                                          "G_pack/l1acc_tf32_bf16_bf16_twice",
                                          "G_pack/intf3_fp32_fp32_fp32_step4",
                                          "G_pack/count8_bf16_bf16_n2",
                                          "H_unpack/yz_fp16_fp16_1",
                                          "H_unpack/tilize_fp32_bf16_64",
                                          "H_unpack/nop_stallclr_bf16_bf16",
                                          "I_config/unpacr_banks_0",
                                          "I_config/dmareg_arith_3",
                                          "I_config/mutex_handoff",
                                          "J_flow/mvmul_8",
                                          "J_flow/elwadd_4",
                                          "F_sfpu/loadi_0001"};

const std::vector<arguments> variations = {
    {},
    {"--set", "unpacker.pipeline_latency_cycles=50", "--set", "unpacker.address_phase_cycles=9"},
    {"--set", "unpacker.queue_depth=1", "--set", "hand_over.latency_cycles=7"},
    {"--set", "unpacker.queue_depth=8", "--set", "throttle.bytes.x4=16"},
    {"--set", "matrix_unit.dst_read_hazard_cycles=0", "--set", "matrix_unit.latency_cycles=1"},
    {"--set", "matrix_unit.dst_read_hazard_cycles=40", "--set", "matrix_unit.latency_cycles=30"},
    {"--set", "packer.write_lanes=1", "--set", "packer.output_buffer_beats=1"},
    {"--set", "packer.pipeline_latency_cycles=0", "--set", "packer.interface_bytes=64"},
    {"--set", "packer.pipeline_latency_cycles=100", "--set", "packer.interface_bytes=16"},
    {"--set", "frontend.fifo_entries=2", "--set", "frontend.replay_fifo_entries=1", "--set", "frontend.gate_fifo_entries=1"},
    {"--set", "frontend.stage_latency_cycles=6", "--set", "frontend.wait_lag_cycles=9", "--set", "sync_unit.latency_cycles=2"},
    {"--set", "l1.banks=1"},
    {"--set", "l1.banks=256", "--set", "l1.accumulate_bank_cycles=9"},
    {"--set", "l1.client_ports.unpacker0=0", "--set", "l1.client_ports.unpacker1=0"},
    {"--set", "riscv.store_travel_cycles=1", "--set", "riscv.register_load_cycles=30", "--set", "riscv.l1_load_cycles=60"},
    {"--set", "player.push_cycles=5", "--set", "player.store_cycles=7"},
    {"--set", "vector_unit.multiply_add_cycles=1", "--set", "vector_unit.exchange_cycles=5", "--set",
     "vector_unit.dst_access_cycles=20"},
    {"--set", "dst.in_order=false", "--set", "dst.one_start=false", "--set", "dst.move_keeps_out_cycles=0"},
    {"--set", "dst.move_keeps_out_cycles=40", "--set", "dst.vector_flag_late_cycles=0", "--set", "frontend.forget_cycles=9"},
    {"--set", "frontend.mop_start_cycles=7", "--set", "frontend.ttinsn_cycles=5", "--set", "frontend.ttsync_lag_cycles=30"},
    {"--set", "clock_period_ps=733"},
    {"--config", "documented", "--set", "packer.topology=read_interfaces"},
    {"--config", "documented", "--set", "packer.topology=read_interfaces", "--set", "l1.banks=2"}};

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& l : lines) text += l + "\n";
  return text;
}

std::string file_text(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("parameters of time do not change results", "[invariance]") {
  const std::string vector = GENERATE(from_range(vectors));
  const std::string path = std::string(TENSIX_TEST_DATA) + "/vectors/" + vector;
  CAPTURE(vector);
  REQUIRE(std::filesystem::exists(path + ".scn"));
  const std::string expected = file_text(path + ".expect");
  REQUIRE_FALSE(expected.empty());
  for (const auto& v : variations) {
    CAPTURE(v);
    arguments args{"stream", path + ".scn"};
    args.insert(args.end(), v.begin(), v.end());
    const run_result r = run_program(args);
    INFO(r.errors);
    CHECK(r.status == 0);
    CHECK(joined(r.outs) == expected);
  }
}

TEST_CASE("SystemC's time of a cycle changes no cycle of anybody", "[invariance]") {
  const std::string path = std::string(TENSIX_TEST_DATA) + "/vectors/" + vectors.front() + ".scn";
  for (const char* configuration : {"blackhole", "documented"}) {
    const run_result usual = run_program({"stream", path, "--config", configuration});
    for (const char* period : {"512", "733", "1000000"}) {
      CAPTURE(configuration, period);
      const run_result r =
          run_program({"stream", path, "--config", configuration, "--set", std::string("clock_period_ps=") + period});
      for (const char* part : {"cycles", "units", "threads", "l1", "bandwidth"})
        CHECK(r.metrics.at(part) == usual.metrics.at(part));
    }
  }
}

TEST_CASE("parameters of time change the time", "[invariance]") {
  const std::string path = std::string(TENSIX_TEST_DATA) + "/vectors/" + vectors.front() + ".scn";
  const auto cycles = [&](const arguments& v) {
    arguments args{"stream", path};
    args.insert(args.end(), v.begin(), v.end());
    return run_program(args).metrics.at("cycles").get<uint64_t>();
  };
  const uint64_t usual = cycles({});
  CHECK(cycles({"--set", "unpacker.pipeline_latency_cycles=200"}) > usual);
  CHECK(cycles({"--set", "packer.pipeline_latency_cycles=200"}) > usual);
  CHECK(cycles({"--set", "player.push_cycles=20"}) > usual);
  CHECK(cycles({"--set", "riscv.ttsync_load_cycles=1"}) < usual);
}

TEST_CASE("a billion cycles without work cost next to no host time", "[invariance]") {
  constexpr uint64_t idle = 1000000000;
  const auto play = [](uint64_t between) {
    scenario s;
    configure(s, {});
    s.push(unpacr(0)).sync().mark("first").delay(between).mark("begin").push(unpacr(0)).sync().mark("end");
    return s.run();
  };
  const run_result shortly = play(10), r = play(idle);
  CHECK(r.mark("begin") - r.mark("first") == idle);
  CHECK(r.mark("end") - r.mark("begin") == shortly.mark("end") - shortly.mark("begin"));
  CHECK(r.mark("end") - shortly.mark("end") == idle - 10);
  CHECK(r.host_seconds < 1.0);
  // All of it is idle for every unit, and nothing is counted twice.
  const auto& unpacker = r.metrics.at("units").at("unpacker0");
  CHECK(unpacker.at("busy") == shortly.metrics.at("units").at("unpacker0").at("busy"));
  CHECK(unpacker.at("idle").get<uint64_t>() > idle);
}

TEST_CASE("a thread that waits a billion cycles for another costs no host time either", "[invariance]") {
  constexpr uint64_t idle = 1000000000;
  scenario s;
  s.push(word::seminit(2, 3)).settle();
  s.thread(1).delay(60).push(word::semwait(block_all, 2, until::not_zero)).push(no_effect).sync().mark("end");
  s.thread(2).line("t2 poll 0x1f000 0xffffffff 0x7").mark("polled");
  s.thread(0).delay(idle).mark("begin").push(word::sempost(2)).store(0x1f000, 7);
  const run_result r = s.run();
  const parameter_values p({});
  CHECK(r.mark("end", 1) ==
        r.mark("begin") + p.to_gate() + p("sync_unit.latency_cycles") + p("frontend.wait_lag_cycles") + 1 + p.sync_load());
  CHECK(r.mark("polled", 2) > r.mark("begin"));
  CHECK(r.mark("polled", 2) < r.mark("begin") + 60);
  CHECK(r.host_seconds < 1.0);
}

}  // namespace invariance_test
