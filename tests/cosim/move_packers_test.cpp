// SPDX-License-Identifier: Apache-2.0
// The adapter of the packers' pins with a block in C++ that behaves at random, in every clock mode and at every kind of legal
// position of the edge; reset; and a block that never asks.
#include <algorithm>
#include <cstdio>
#include <string>

#include "cosim/rtl/rtl_packers.h"
#include "cosim/rtl/rtl_units.h"
#include "move_packer_block.h"
#include "testbench/run/simulation.h"
#include "tests/cosim/at_pins.h"
#include "tests/external_parts/runs.h"
#include "workload/kernels/kernel_function.h"

namespace {
using namespace tensix;
using sc_apart::expect;
using namespace at_pins;
using unit = rtl_packers<packer_block>;

own::exchanging with(const packer_block::behaviour& b, rtl_clock_mode mode, uint32_t edge_ps) {
  return [=](tile_parts& parts) {
    auto environment = std::make_shared<rtl_environment>(clock_of(mode, edge_ps));
    parts.packers = [environment, b](const tile_context& c) {
      return std::make_unique<unit>("packers", c, environment->clock(), b);
    };
  };
}
uint64_t nothing(tensix_tile&) { return 0; }

void random_blocks() {
  for (const char* configuration : {"blackhole", "documented"})
    for (const uint32_t period : periods_ps) {
      const own::kernel_case k{configuration, "datacopy", 64, "clock_period_ps=" + std::to_string(period)};
      const own::outcome model = own::run(
          k, [](tile_parts&) {}, nothing);
      expect(model.end == "done", "the model: " + model.end);
      for (uint32_t seed = 1; seed <= 3; ++seed) {
        packer_block::behaviour b;
        b.seed = seed;
        b.busy_percent = 40 * (seed - 1), b.lazy_percent = seed == 1 ? 0 : 95 - 30 * (seed - 2);
        b.registered = seed == 3;
        uint64_t cycles = 0;
        for (const auto mode : modes)
          for (const uint32_t edge : edges_of(period)) {
            const own::outcome o = own::run(k, with(b, mode, edge), nothing);
            const std::string who =
                std::string(configuration) + ", block " + std::to_string(seed) + ", " + name(mode, period, edge);
            expect(o.end == "done", who + ": " + o.end);
            expect(o.output == model.output && o.l1 == model.l1, who + ": other bytes");
            // A gated clock has fewer edges, and with them other random numbers.
            if (mode == rtl_clock_mode::gated) continue;
            if (!cycles) cycles = o.cycles;
            expect(o.cycles == cycles, who + ": " + std::to_string(o.cycles) + " cycles, elsewhere " + std::to_string(cycles));
            expect(seed == 1 || o.cycles > model.cycles, who + ": a packer that dawdles is as fast as one that does not");
          }
      }
    }
}

// It takes a PACR and never asks L1: the run ends, and who waits is named.
void deadlock() {
  packer_block::behaviour b;
  b.busy_percent = 0, b.asks = false;
  for (const auto mode : modes) {
    const own::outcome o = own::run({"blackhole", "datacopy", 64, ""}, with(b, mode, 0), nothing);
    expect(
        o.end.find("RTL holds") != std::string::npos && o.end.find("does not ask L1") != std::string::npos && o.cycles < 20000,
        name(mode) + ", deadlock, " + std::to_string(o.cycles) + " cycles: " + o.end);
  }
}

// It works with at_work low: that is told where it is seen, and else it is said of who waits.
void silent() {
  for (const auto mode : modes) {
    packer_block::behaviour b;
    b.busy_percent = 0, b.lazy_percent = 80, b.silent = true;
    std::string end;
    try {
      end = own::run({"blackhole", "datacopy", 64, ""}, with(b, mode, 0), nothing).end;
    } catch (const std::exception& e) {
      end = e.what();
    }
    const bool all_edges = mode != rtl_clock_mode::gated;
    expect(end.find(all_edges ? "by itself with at_work low" : "l1_req and at_work are low") != std::string::npos,
           name(mode) + ", at_work low: " + end);
  }
}

// Pins of a block that is ready at once, and a PACR of T1 for it, of eight beats.
struct ready_block {
  static packer_block::behaviour behaviour() {
    packer_block::behaviour b;
    b.busy_percent = b.lazy_percent = 0;
    return b;
  }
  packer_pins<packer_block> pins{packer_parameters{}, behaviour()};
  dst_register dst;
  dst_users users;
  const dst_read_port port{dst, users};
  pack_job job;
  uint8_t* const data = job.beats[0].add({0x1000, 8, pack_beat::action_t::write});
  const uint16_t rows[4] = {0, 1, 2, 3};

  ready_block() { job.thread = 1; }
  void reset() { pins.reset(true), pins.edge(), pins.edge(), pins.reset(false); }
  bool give() {
    const bool taken = pins.offer(1, rows, 4, false, port, true, 0).ready;
    if (taken) pins.take(job, 1, {1, 16, 16, 1});
    return taken;
  }
};

// Reset in the midst of a burst: nothing is left, and it works as from the beginning.
void reset() {
  const std::string said = own::apart([] {
    ready_block block;
    packer_pins<packer_block>& pins = block.pins;
    uint8_t* const data = block.data;
    for (unsigned i = 0; i < 128; ++i) data[i] = static_cast<uint8_t>(i);
    std::string wrong;
    for (unsigned round = 0; round < 40; ++round) {
      block.reset();
      pins.settle();
      if (pins.block.top.l1_req || !pins.drained(1) || pins.waiting(0) || pins.under_way(0) || pins.at_work())
        wrong += "round " + std::to_string(round) + ": something is left of what was before the reset\n";
      if (!block.give()) return std::string("it takes nothing");
      pins.edge();
      if (pins.drained(1)) wrong += "drained with a PACR in it\n";
      // Up to `round` cycles, then the reset comes wherever it is.
      std::vector<uint8_t> written;
      unsigned ended = 0;
      bool open = false;
      packer_pins<packer_block>::burst burst;
      for (unsigned c = 0; c < round; ++c) {
        if (open && c % 2) {
          pins.done(0), open = false;
          written.insert(written.end(), pins.data(0), pins.data(0) + pack_beat_bytes * burst.beats);
        }
        pins.ended(0, [&](unsigned thread) { ended += thread == 1; });
        if (!open && pins.requests(0, burst)) pins.granted(0, burst, false), open = true;
        pins.edge();
      }
      if (round == 39 && (ended != 1 || written.size() != 128 || !std::equal(written.begin(), written.end(), data)))
        wrong += "not all of it is written, or other data: " + std::to_string(written.size()) + " bytes, " +
                 std::to_string(ended) + " ended\n";
    }
    return wrong;
  });
  expect(said.empty(), said);
}

// However many PACRs, whether anybody wants to be told of beats or not: those that are over are not kept.
void memory() {
  for (const bool told : {false, true}) {
    const std::string said = own::apart([told] {
      ready_block block;
      packer_pins<packer_block>& pins = block.pins;
      block.reset();
      packer_pins<packer_block>::burst burst;
      unsigned taken = 0, ended = 0, beats = 0;
      size_t most = 0;
      bool open = false;
      for (unsigned c = 0; c < 100'000 && ended < 3000; ++c) {
        if (open) pins.done(0), open = false;
        if (told) pins.buffered(0, [&](const pack_beat&) { ++beats; });
        else pins.nothing_reported(0);
        pins.ended(0, [&](unsigned) { ++ended; });
        if (!open && pins.requests(0, burst)) pins.granted(0, burst, false), open = true;
        if (taken < 3000 && pins.waiting(0) < 64) taken += block.give();
        pins.edge();
        most = std::max(most, pins.kept(0));
      }
      if (ended != 3000 || beats != (told ? 3000 * 8 : 0))
        return std::to_string(ended) + " PACRs ended, " + std::to_string(beats) + " beats told";
      return most < 1024 ? std::string() : std::to_string(most) + " beats kept";
    });
    expect(said.empty(), said);
  }
}

}  // namespace

int sc_main(int, char**) {
  random_blocks();
  deadlock();
  silent();
  reset();
  memory();
  return sc_apart::errors == 0 ? 0 : 1;
}
