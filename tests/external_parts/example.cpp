// SPDX-License-Identifier: Apache-2.0
// The built-in kernel datacopy on a tile with one unit of one's own (docs/extending.md shows this file).
#include <cstdio>

#include "misc_unit.h"
#include "testbench/run/simulation.h"
#include "workload/kernels/kernel_function.h"

int sc_main(int, char**) {
  using namespace tensix;
  tile_parts parts;  // the library's, and instead of one of them:
  parts.misc_unit = [](const tile_context& c) { return std::make_unique<own::misc_unit>("misc_unit", c); };
  simulation sim(builtin_configuration("blackhole"), on_undefined::stop, parts);  // tensix_tile takes them as well

  const kernel work(kernel_options{});  // of one tile
  const tensor data = make_test_tensor(32, 32, 1);
  circular_buffer_feed feed(work.inputs(), work.output(), {&data}, sim.tile().state().l1.data());
  for (unsigned core = 0; core < 3; ++core) sim.play(core, work.program(core));
  sim.feed(feed);
  const run_result r = sim.run({});  // until all are done
  std::printf("%llu cycles, %llu of them in the own unit\n", static_cast<unsigned long long>(r.cycles),
              static_cast<unsigned long long>(sim.tile().unit(tile_unit::misc_unit).activity().busy_cycles()));
  return r.how == run_outcome::done && feed.output().data == data.data ? 0 : 1;
}
