// SPDX-License-Identifier: Apache-2.0
// Parameters change cycles, never results; and they change cycles the way they should.
#include <nlohmann/json.hpp>

#include "kernel_run.h"

using namespace tensix_cli;

namespace kernel_settings_test {
namespace {

std::vector<arguments> timing_settings() {
  const std::vector<std::vector<std::string>> sets = {
      {},
      {"l1.banks=1"},
      {"l1.banks=4", "l1.atomic_cycles=20"},
      {"l1.banks=256"},
      {"l1.client_ports.unpacker0=0", "l1.client_ports.unpacker1=0", "l1.client_ports.unpacker0_exponents=0",
       "l1.client_ports.unpacker1_exponents=0"},
      {"l1.client_ports.packer0=0-7", "l1.client_ports.unpacker0=0-7", "l1.client_ports.unpacker1=0-7"},
      {"l1.client_ports.packer0=0", "packer.write_lanes=1", "packer.output_buffer_beats=1"},
      {"throttle.shared_ports=true", "throttle.bytes.x4=64"},
      {"throttle.bytes.x4=16", "throttle.shared_ports=true", "throttle.arbitration.x4_x4=x1,x4"},
      {"unpacker.queue_depth=1", "unpacker.address_phase_cycles=17"},
      {"unpacker.queue_depth=64", "unpacker.pipeline_latency_cycles=0", "unpacker.address_phase_cycles=1"},
      {"unpacker.pipeline_latency_cycles=1000"},
      {"hand_over.latency_cycles=100"},
      {"packer.interface_bytes=1", "packer.pipeline_latency_cycles=500"},
      {"packer.interface_bytes=1024", "packer.pipeline_latency_cycles=0", "packer.output_buffer_beats=4096"},
      {"matrix_unit.latency_cycles=50", "matrix_unit.move_latency_cycles=1", "matrix_unit.dst_read_hazard_cycles=0"},
      {"matrix_unit.latency_cycles=1", "matrix_unit.move_latency_cycles=60", "matrix_unit.dst_read_hazard_cycles=40"},
      {"config_unit.cfgshiftmask_cycles=30", "scalar_unit.simple_cycles=20", "scalar_unit.flop_cycles=40",
       "scalar_unit.arithmetic_cycles=50"},
      {"sync_unit.latency_cycles=200"},
      {"frontend.fifo_entries=1", "frontend.replay_fifo_entries=1", "frontend.gate_fifo_entries=1"},
      {"frontend.fifo_entries=4096", "frontend.replay_fifo_entries=64", "frontend.gate_fifo_entries=64",
       "frontend.mop_bubble_cycles=0"},
      {"frontend.stage_latency_cycles=30", "frontend.wait_lag_cycles=70"},
      {"frontend.wait_lag_cycles=0", "frontend.mop_bubble_cycles=25"},
      {"riscv.l1_load_cycles=300", "riscv.store_travel_cycles=90"},
      {"riscv.store_travel_cycles=1", "riscv.l1_load_cycles=1", "riscv.semaphore_load_cycles=1",
       "riscv.register_load_cycles=1"},
      {"riscv.semaphore_load_cycles=150", "riscv.ttsync_load_cycles=99"},
      {"player.push_cycles=0", "player.store_cycles=0"},
      {"player.push_cycles=13", "player.store_cycles=29"},
      {"feed.producer_bytes_per_cycle=1"},
      {"feed.consumer_bytes_per_cycle=3"},
      {"feed.producer_bytes_per_cycle=37", "feed.consumer_bytes_per_cycle=1000"},
  };
  std::vector<arguments> variants;
  for (const auto& set : sets) {
    arguments a;
    for (const auto& s : set) a.insert(a.end(), {"--set", s});
    variants.push_back(a);
  }
  return variants;
}

// Cycles of a run that must be fine.
uint64_t cycles_of(const arguments& command_line) {
  const temporary_folder folder;
  arguments a = command_line;
  a.insert(a.end(), {"--metrics", "m.json"});
  const outcome o = run_tlm(folder, a);
  INFO(described(a, o));
  REQUIRE(o.code == 0);
  return nlohmann::json::parse(folder.read("m.json")).at("cycles").get<uint64_t>();
}

kernel_options some_kernel(const kernel_description* k, tile_format format, bool wide, math_fidelity fidelity) {
  kernel_options o;
  o.kernel = k;
  o.m = 96;
  o.n = 160;
  o.k = 96;
  o.format = o.output_format = format;
  o.fp32_dest = wide;
  o.fidelity = fidelity;
  return o;
}

}  // namespace

TEST_CASE("no timing parameter changes a bit of any kernel's output") {
  comparison_batch batch;
  const auto variants = timing_settings();
  batch.add(some_kernel(&kernels::datacopy(), tile_format::fp32, true, math_fidelity::lofi), variants);
  batch.add(some_kernel(&kernels::sub(), tile_format::bf16, false, math_fidelity::lofi), variants);
  batch.add(some_kernel(&kernels::matmul(), tile_format::bfp8, false, math_fidelity::hifi2), variants);
  kernel_options repeated = some_kernel(&kernels::mul(), tile_format::fp16, false, math_fidelity::hifi3);
  repeated.repeat = broadcast::column;
  repeated.sync = dst_sync::full;
  repeated.buffer_tiles = 3;
  batch.add(repeated, variants);
  batch.check();
}

TEST_CASE("the same run takes the same cycles every time") {
  const arguments a = {"run", "matmul", "--shape", "128x128x128", "--format", "bfp8", "--feed-bytes", "40"};
  const uint64_t first = cycles_of(a);
  for (int i = 0; i < 3; ++i) CHECK(cycles_of(a) == first);
}

TEST_CASE("feed bandwidth bounds the run from below, and little more is lost") {
  constexpr uint64_t bytes = 256 * 256 * 2;  // 64 tiles
  const arguments copy = {"run", "datacopy", "--shape", "256x256"};
  const auto with = [](arguments a, const std::vector<std::string>& more) {
    a.insert(a.end(), more.begin(), more.end());
    return a;
  };
  const uint64_t unlimited = cycles_of(copy);
  CHECK(unlimited >= bytes / 128);
  for (uint64_t rate : {1, 4, 16}) {
    CAPTURE(rate);
    const uint64_t cycles = cycles_of(with(copy, {"--feed-bytes", std::to_string(rate)}));
    CHECK(cycles >= bytes / rate);
    CHECK(cycles <= bytes / rate + 8 * 2048 / rate * 2 + 2000);  // filling and emptying: some tiles
  }
  for (const char* one_way : {"feed.producer_bytes_per_cycle=8", "feed.consumer_bytes_per_cycle=8"}) {
    CAPTURE(one_way);
    const uint64_t cycles = cycles_of(with(copy, {"--set", one_way}));
    CHECK(cycles >= bytes / 8);
    CHECK(cycles <= bytes / 8 + 2 * 8 * 2048 / 8 + 2000);
  }
  // Slower feeds never make a run faster.
  uint64_t before = unlimited;
  for (const char* rate : {"1024", "256", "64", "32", "8", "2"}) {
    const uint64_t cycles = cycles_of(with(copy, {"--feed-bytes", rate}));
    CHECK(cycles >= before * 99 / 100);
    before = cycles;
  }
}

TEST_CASE("the producer's rate is that of all inputs together") {
  constexpr uint64_t bytes = 256 * 256 * 2;  // of one operand
  const arguments sum = {"run", "add", "--shape", "256x256", "--set", "feed.producer_bytes_per_cycle=8"};
  const uint64_t cycles = cycles_of(sum);
  CHECK(cycles >= 2 * bytes / 8);
  CHECK(cycles <= 2 * bytes / 8 + 10000);
}

TEST_CASE("slower hardware takes longer") {
  const auto check_slower = [](const arguments& run, const std::vector<std::string>& settings) {
    arguments slow = run;
    for (const auto& s : settings) slow.insert(slow.end(), {"--set", s});
    INFO(joined(slow));
    CHECK(cycles_of(slow) > cycles_of(run));
  };
  const arguments copy = {"run", "datacopy", "--shape", "256x256"}, product = {"run", "matmul", "--shape", "128x128x128"};
  check_slower(copy, {"l1.banks=1"});
  check_slower(copy, {"throttle.bytes.x4=16"});
  check_slower(copy, {"packer.interface_bytes=2"});
  check_slower(copy, {"player.push_cycles=50"});
  check_slower(copy, {"unpacker.address_phase_cycles=100"});
  check_slower(product, {"l1.banks=1"});
  check_slower(product, {"matrix_unit.dst_read_hazard_cycles=100"});
  check_slower(product, {"hand_over.latency_cycles=100"});
  check_slower({"run", "datacopy", "--shape", "256x256", "--throttle", "x4"}, {"throttle.bytes.x4=16"});
  CHECK(cycles_of({"run", "datacopy", "--shape", "256x256", "--throttle", "x1"}) > cycles_of(copy));
  CHECK(cycles_of({"run", "matmul", "--shape", "128x128x128", "--fidelity", "hifi4"}) > cycles_of(product));
}

// What an isolated stage moves is what it moves otherwise, and the others move nothing.
TEST_CASE("isolated stages") {
  const temporary_folder folder;
  const auto bytes_of = [&folder](arguments a, const arguments& isolated = {}) {
    a.insert(a.end(), isolated.begin(), isolated.end());
    a.insert(a.end(), {"--metrics", "m.json"});
    const outcome o = run_tlm(folder, a);
    INFO(described(a, o));
    REQUIRE(o.code == 0);
    const auto m = nlohmann::json::parse(folder.read("m.json"));
    CHECK(m["accuracy"].is_null() == !isolated.empty());
    return std::array<uint64_t, 3>{m["bandwidth"]["unpacker0"]["bytes"], m["bandwidth"]["unpacker1"]["bytes"],
                                   m["bandwidth"]["pack"]["bytes"]};
  };
  for (const char* configuration : {"blackhole", "documented"})
    for (const arguments& kernel : {arguments{"run", "add", "--shape", "96x64"},
                                    {"run", "matmul", "--shape", "64x96x64"},
                                    {"run", "datacopy", "--shape", "64x64"}}) {
      arguments a = kernel;
      a.insert(a.end(), {"--config", configuration});
      const auto all = bytes_of(a);
      CHECK(all[0] > 0);
      CHECK(all[2] > 0);
      const auto only = [&](const char* stage) { return bytes_of(a, {"--isolate", stage}); };
      CHECK(only("unpack") == std::array<uint64_t, 3>{all[0], all[1], 0});
      CHECK(only("math") == std::array<uint64_t, 3>{0, 0, 0});
      CHECK(only("pack") == std::array<uint64_t, 3>{0, 0, all[2]});
    }
}

TEST_CASE("the order of fidelity phases costs what the Dst hazard asks for") {
  const auto tile_product = [](const char* loop) {  // cycles of 64 tile products, the other stages out of the way
    const arguments base = {"run",   "matmul",    "--shape", "128x128x128",     "--fidelity",
                            "hifi4", "--isolate", "math",    "--fidelity-loop", loop};
    return static_cast<double>(cycles_of(base)) / 64;
  };
  // 64 MVMUL, one a cycle; but the next phase of a block begins six cycles after the last one: three times for each of eight
  // faces, or for each of 16 positions. Up to 5 % for the kernel's set-up and its blocks.
  for (const auto& [loop, least] : {std::pair{"tile", 64.0}, {"face", 8 * (3 * 6 + 2.0)}, {"position", 16 * (3 * 6 + 1.0)}}) {
    CAPTURE(loop);
    CHECK(tile_product(loop) >= least);
    CHECK(tile_product(loop) <= least * 1.03 + 5);
  }
}

}  // namespace kernel_settings_test
