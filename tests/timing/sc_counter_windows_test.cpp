// SPDX-License-Identifier: Apache-2.0
// What counts in a run counts in its parts: windows that meet have the sum of the whole, for every counter, wherever they are cut.
#include <cstdlib>
#include <memory>
#include <vector>

#include "catch.h"
#include "testbench/run/simulation.h"
#include "workload/kernels/kernel_function.h"

using namespace tensix;

TEST_CASE("windows add up, and the whole is what the accounts have") {
  simulation sim(builtin_configuration("blackhole"), on_undefined::stop);
  sim.why.reset();
  kernel_options options;
  options.kernel = &kernels::matmul();
  options.m = options.n = options.k = 64;
  const kernel work(options);
  std::vector<tensor> data;
  for (unsigned i = 0; i < 2; ++i) data.push_back(make_test_tensor(64, 64, i + 1));
  circular_buffer_feed feed(work.inputs(), work.output(), {&data[0], &data[1]}, sim.tile().state().l1.data());
  for (unsigned core = 0; core < 3; ++core) sim.play(core, work.program(core));
  sim.feed(feed);

  tensix_tile& tile = sim.tile();
  const std::vector<cycle_t> cuts = {40, 41, 77, 130, 131, 132, 199, 250, 318, 390};  // first cycles of windows
  tile_counts whole(tile, 0);
  std::vector<std::unique_ptr<tile_counts>> parts;
  parts.push_back(std::make_unique<tile_counts>(tile, 0));
  std::vector<std::vector<uint64_t>> at_its_end;
  const auto all_of = [](tile_counts& counts, cycle_t now) {
    std::vector<uint64_t> values;
    for (const hardware_counter& c : hardware_counters()) values.push_back(counts.value(c.what, now));
    return values;
  };
  sc_core::sc_spawn([&] {
    for (const cycle_t cut : cuts) {
      sc_core::wait(at(cut - 1, slot::riscv) + sc_core::sc_time(10, sc_core::SC_PS) - sc_core::sc_time_stamp());
      at_its_end.push_back(all_of(*parts.back(), cut));  // while it counts: the same as behind the stop
      parts.back()->stop(cut);
      parts.push_back(std::make_unique<tile_counts>(tile, cut));
    }
  });
  const run_result r = sim.run({});
  REQUIRE(r.how == run_outcome::done);
  REQUIRE(r.cycles > cuts.back());
  REQUIRE(parts.size() == cuts.size() + 1);

  std::vector<std::vector<uint64_t>> values;
  for (auto& p : parts) values.push_back(all_of(*p, r.cycles));
  const std::vector<uint64_t> sums = all_of(whole, r.cycles);
  unsigned counting = 0;
  for (size_t c = 0; c < hardware_counters().size(); ++c) {
    CAPTURE(hardware_counters()[c].name);
    uint64_t sum = 0;
    for (size_t p = 0; p < parts.size(); ++p) {
      sum += values[p][c];
      if (p < cuts.size()) CHECK(values[p][c] == at_its_end[p][c]);
      if (p > 0 && p < cuts.size()) CHECK(values[p][c] <= cuts[p] - cuts[p - 1]);
    }
    CHECK(sum == sums[c]);
    counting += sum != 0;
  }
  CHECK(counting > 20);
  const auto of = [&](counter_bank bank, unsigned select) {
    return whole.value(hardware_counter_at(bank, 0, select)->what, r.cycles);
  };
  tile.close_accounts(r.cycles);
  CHECK(of(counter_bank::fpu, 0) == tile.unit(tile_unit::matrix_unit).activity().busy_cycles());
  const account& unpacker = tile.unit(tile_unit::unpacker0).activity();
  CHECK(of(counter_bank::tdma_unpack, 7) == unpacker.elapsed() - unpacker.idle_cycles());
}

int sc_main(int argc, char** argv) { return run_test_cases(argc, argv); }

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
