// SPDX-License-Identifier: Apache-2.0
// The adapter of the unpackers' pins with a block in C++ that behaves at random, in every clock mode and at every kind of legal
// position of the edge; reset; and a block that never fetches.
#include <cstdio>
#include <string>

#include "cosim/rtl/rtl_units.h"
#include "cosim/rtl/rtl_unpacker.h"
#include "move_unpacker_block.h"
#include "tests/cosim/at_pins.h"
#include "tests/external_parts/runs.h"

namespace {
using namespace tensix;
using sc_apart::expect;
using namespace at_pins;
using unit = rtl_unpacker<unpacker_block>;

own::exchanging with(const unpacker_block::behaviour& b, rtl_clock_mode mode, uint32_t edge_ps) {
  return [=](tile_parts& parts) {
    auto environment = std::make_shared<rtl_environment>(clock_of(mode, edge_ps));
    parts.unpacker0 = [environment, b](const tile_context& c) {
      return std::make_unique<unit>("unpacker0", 0, c, environment->clock(), b);
    };
    parts.unpacker1 = [environment, b](const tile_context& c) {
      unpacker_block::behaviour other = b;
      other.seed += 100;
      return std::make_unique<unit>("unpacker1", 1, c, environment->clock(), other);
    };
  };
}
uint64_t nothing(tensix_tile&) { return 0; }

void random_blocks() {
  for (const char* configuration : {"blackhole", "documented"})
    for (const char* kernel : {"add", "matmul"})
      for (const uint32_t period : periods_ps) {
        const own::kernel_case k{configuration, kernel, 64, "clock_period_ps=" + std::to_string(period)};
        const own::outcome model = own::run(
            k, [](tile_parts&) {}, nothing);
        expect(model.end == "done", "the model: " + model.end);
        for (uint32_t seed = 1; seed <= 2; ++seed) {
          unpacker_block::behaviour b;
          b.seed = seed, b.busy_percent = 35 * seed, b.lazy_percent = 120 - 50 * seed;
          b.registered = seed == 2;
          uint64_t cycles = 0;
          for (const auto mode : modes)
            for (const uint32_t edge : edges_of(period)) {
              const own::outcome o = own::run(k, with(b, mode, edge), nothing);
              const std::string who = std::string(configuration) + " " + kernel + ", block " + std::to_string(seed) + ", " +
                                      name(mode, period, edge);
              expect(o.end == "done", who + ": " + o.end);
              expect(o.output == model.output && o.l1 == model.l1, who + ": other bytes");
              if (mode == rtl_clock_mode::gated) continue;  // fewer edges, other random numbers
              if (!cycles) cycles = o.cycles;
              expect(o.cycles == cycles,
                     who + ": " + std::to_string(o.cycles) + " cycles, elsewhere " + std::to_string(cycles));
              // Elsewhere they need not be the slowest unit; and they have no pipeline.
              expect(std::string(kernel) != "add" || o.cycles > model.cycles,
                     who + ": " + std::to_string(o.cycles) + " cycles, as fast as the model's " + std::to_string(model.cycles));
            }
        }
      }
}

void deadlock() {
  unpacker_block::behaviour b;
  b.busy_percent = 0, b.fetches = false;
  for (const auto mode : modes) {
    const own::outcome o = own::run({"blackhole", "add", 64, ""}, with(b, mode, 0), nothing);
    expect(o.end.find("RTL holds \"UNPACR") != std::string::npos && o.cycles < 20000,
           name(mode) + ", deadlock, " + std::to_string(o.cycles) + " cycles: " + o.end);
  }
}

// Reset in the midst of an instruction: nothing is left, and it works as from the beginning.
void reset() {
  const std::string said = own::apart([] {
    unpacker_block::behaviour b;
    b.busy_percent = b.lazy_percent = 0;
    unpacker_pins<unpacker_block> pins(unpacker_parameters{}, b);
    unpack_job job;
    job.waits_for_bank = job.flips_src = true;
    job.data_reads.push_back({0x1000, 64, 128, 4});
    job.exponent_reads.push_back({0x3000, 16, 16, 1});
    std::string wrong;
    constexpr unsigned last = 12;  // cycles
    for (unsigned round = 0; round <= last; ++round) {
      pins.banks(3, 0, true);
      pins.reset(true), pins.edge(), pins.edge(), pins.reset(false);
      if (pins.fetches() || pins.writes() || pins.at_work() || !pins.drained(1) || pins.has_taken())
        wrong += "round " + std::to_string(round) + ": something is left of what was before the reset\n";
      if (!pins.offer(1, false, true).ready) return std::string("it takes nothing");
      const auto taken = pins.take(job, 4);
      if (taken.beats != 16 || taken.hold != 2) wrong += "beats or hold of the job\n";
      // The bank is ours from cycle 8 on. Up to `round` cycles, then the reset comes wherever it is.
      unsigned fetched = 0, written = 0;
      for (unsigned c = 1; c <= round; ++c) {
        pins.edge();
        if (c < round && pins.drained(1) != (written > 0)) wrong += "cycle " + std::to_string(c) + ": drained\n";
        pins.banks(c < 8 ? 0 : 3, 0, c >= 8);
        if (pins.fetches()) {
          const l1_extent e = pins.extent(0), x = pins.extent(1);
          if (!pins.requests(1) || pins.requests(2) || e.address != 0x1000 || e.rows != 4 || e.row_stride != 128 ||
              e.row_bytes != 64 || x.address != 0x3000 || pins.rate(64) != 4)
            wrong += "what it asks of L1\n";
          pins.began();
          fetched = c;
        } else if (fetched && (c == fetched + 1 || c == fetched + 3)) {
          if (pins.came(c == fetched + 1 ? 0 : 1) != (c == fetched + 3)) wrong += "end of the fetch\n";
        }
        if (pins.writes()) {
          if (c < 8) wrong += "written into a bank that is not its own\n";
          pins.wrote(), pins.banks(2, 1, false), written = c;
        }
      }
      if (round == last && (fetched != 1 || written != 8))
        wrong += "fetched in cycle " + std::to_string(fetched) + ", written in " + std::to_string(written) + "\n";
    }
    return wrong;
  });
  expect(said.empty(), said);
}

}  // namespace

int sc_main(int, char**) {
  random_blocks();
  deadlock();
  reset();
  return sc_apart::errors == 0 ? 0 : 1;
}
