// The adapter of the unpackers' pins with a block in C++ that behaves at random, in every clock mode and at every kind of legal
// position of the edge; and a block that never fetches.
#include <cstdio>
#include <string>

#include "move_unpacker_block.h"
#include "testbench/cosim/rtl_units.h"
#include "testbench/cosim/rtl_unpacker.h"
#include "tests/external_parts/runs.h"

namespace {
using namespace tensix;
using unit = rtl_unpacker<unpacker_block>;

int errors = 0;
void expect(bool right, const std::string& what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  ++errors;
}

own::exchanging with(const unpacker_block::behaviour& b, rtl_clock_mode mode, uint32_t edge_ps) {
  return [=](tile_parts& parts) {
    rtl_clock_parameters p;
    p.mode = mode, p.edge_ps = edge_ps, p.quiet_edges = 300;
    auto environment = std::make_shared<rtl_environment>(p);
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
const char* const modes[] = {"free", "gated", "lazy"};

void random_blocks() {
  for (const char* configuration : {"blackhole", "documented"})
    for (const char* kernel : {"add", "matmul"})
      for (const uint32_t period : {512u, 1000u}) {
        const own::kernel_case k{configuration, kernel, 64, "clock_period_ps=" + std::to_string(period)};
        const own::outcome model = own::run(
            k, [](tile_parts&) {}, nothing);
        expect(model.end == "done", "the model: " + model.end);
        for (uint32_t seed = 1; seed <= 2; ++seed) {
          unpacker_block::behaviour b;
          b.seed = seed, b.busy_percent = 35 * seed, b.lazy_percent = 120 - 50 * seed;
          uint64_t cycles = 0;
          for (const auto mode : {rtl_clock_mode::free, rtl_clock_mode::lazy, rtl_clock_mode::gated})
            for (const uint32_t edge : {0u, 204u, 205u, period - 1}) {
              const own::outcome o = own::run(k, with(b, mode, edge), nothing);
              const std::string who = std::string(configuration) + " " + kernel + ", period " + std::to_string(period) +
                                      ", block " + std::to_string(seed) + ", " + modes[static_cast<int>(mode)] +
                                      " clock, edge " + std::to_string(edge);
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
  for (const auto mode : {rtl_clock_mode::free, rtl_clock_mode::gated, rtl_clock_mode::lazy}) {
    const own::outcome o = own::run({"blackhole", "add", 64, ""}, with(b, mode, 0), nothing);
    expect(o.end.find("RTL holds \"UNPACR") != std::string::npos && o.cycles < 20000,
           std::string(modes[static_cast<int>(mode)]) + " clock, deadlock, " + std::to_string(o.cycles) + " cycles: " + o.end);
  }
}

}  // namespace

int sc_main(int, char**) {
  random_blocks();
  deadlock();
  return errors == 0 ? 0 : 1;
}
