// SPDX-License-Identifier: Apache-2.0
// L1 in RTL under random traffic, compared with the pseudo-code of docs/l1-protocol.md (tests/timing/l1_reference.h): in every
// mode of the clock and at every legal end of an edge's range. Built once more with a planted bug, which must be found.
#include "examples/rtl/l1/block.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "cosim/rtl/rtl_l1.h"
#include "models/time/calendar.h"
#include "timing/l1_bench.h"
#include "timing/l1_traffic.h"

using namespace tensix;
using namespace tensix::l1_reference;

namespace {

enum class end : int { fine, differs, broken };

// In a child process: what came of `test`, which counts differences.
end apart(const std::string& name, const std::function<int()>& test) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    end how = end::broken;
    try {
      how = test() ? end::differs : end::fine;
    } catch (const std::exception& e) {
      std::fprintf(stderr, "%s\n", e.what());
    }
    std::fflush(nullptr);
    _exit(static_cast<int>(how));
  }
  int status = 0;
  waitpid(child, &status, 0);
  const end how = WIFEXITED(status) ? static_cast<end>(WEXITSTATUS(status)) : end::broken;
  if (how != end::fine) std::fprintf(stderr, "%s: %s\n", how == end::differs ? "differs" : "broken", name.c_str());
  return how;
}

constexpr uint32_t window_beats = 96;  // pins of the example

// So that all windows together have pins; and that nobody reads what somebody writes, for RTL moves data beat by beat, the
// reference at completion: reads go to the lower half, every write has bytes of its own in the upper one.
traffic fitting(traffic t, uint32_t clients, bool streams, bool own_bytes) {
  const uint32_t most = std::max(1u, window_beats / std::min(32u, 2 * clients * (streams ? 4 : 1)));
  constexpr uint32_t half = 1 << 18, all = 1536 << 10;  // bytes
  uint32_t free = half;
  for (request& r : t.requests) {
    r.lanes = std::min(r.lanes, most);
    for (auto& [when, lanes] : r.rates) lanes = std::min(lanes, most);
    if (!own_bytes || !r.write) continue;
    const uint32_t end = r.row_bytes ? (r.rows - 1) * r.row_stride + r.row_bytes : r.bytes;
    if (r.row_bytes && r.row_stride < r.row_bytes) r.row_stride = (r.row_bytes + 31) / 16 * 16;
    r.address = free + r.address % 4096;
    free = r.address + std::max(end, (r.rows - 1) * r.row_stride + r.row_bytes) + 16;
  }
  if (own_bytes) {
    if (free > all) throw std::runtime_error("the writes do not fit into L1: fewer requests");
    t.before = l1_storage(all);
    t.parameters.size_kib = all / 1024;
  }
  return t;
}

struct run {
  std::vector<std::unique_ptr<bench>> benches;
  std::vector<bool> data;
  uint64_t wrong_data = 0;
  rtl_clock clock;
  explicit run(const rtl_clock_parameters& p) : clock("clock", p) {}

  void add(l1_parameters p, unsigned seed, size_t requests, uint32_t pressure, uint32_t clients, bool streams, bool own_bytes) {
    source from(seed);
    p.banks = std::min(p.banks, 32u);
    p.size_kib = memory_bytes / 1024;
    traffic t = fitting(from.over(p, requests, pressure, clients, streams), clients, streams, own_bytes);
    data.push_back(own_bytes);
    benches.push_back(std::make_unique<bench>(
        sc_core::sc_gen_unique_name("bench"), std::move(t), [this](const l1_parameters& numbers, l1_storage& bytes) {
          auto l1 = std::make_unique<rtl_l1>("l1", numbers, clock, std::make_unique<rtl_examples::l1_example>(numbers),
                                             l1_pin_order::by_age);
          l1->wrong_data = [this](cycle_t, const std::string&) { ++wrong_data; };
          move(*l1, tlm::TLM_WRITE_COMMAND, bytes);
          return l1;
        }));
  }
  static void move(l1_if& l1, tlm::tlm_command command, l1_storage& bytes) {
    tlm::tlm_generic_payload p;
    p.set_command(command);
    p.set_address(0);
    p.set_data_ptr(bytes.data());
    p.set_data_length(static_cast<unsigned>(bytes.size()));
    if (l1.debug(p) != bytes.size()) std::abort();
  }
  // Transfers that are otherwise than the reference has them.
  int compare() {
    int wrong = 0;
    size_t transfers = 0, stalled = 0;
    for (size_t i = 0; i < benches.size(); ++i) {
      bench& b = *benches[i];
      b.finish();
      move(b.memory(), tlm::TLM_READ_COMMAND, b.got.bytes);
      const result want = l1(b.play).run();
      for (size_t k = 0; k < want.of.size(); ++k) {
        outcome w = want.of[k], g = b.got.of[k];
        ++transfers;
        stalled += g.bank_stall + g.port_stall > 0;
        if (!data[i]) g.data = w.data;
        if (w == g) continue;
        if (++wrong <= 5)
          std::fprintf(
              stderr,
              "bench %zu, transfer %zu of %s: done %llu, reference %llu; first beat %llu, %llu; stalls %u+%u, %u+%u; data %s\n",
              i, k, name(b.play.requests[k].client), static_cast<unsigned long long>(g.done),
              static_cast<unsigned long long>(w.done), static_cast<unsigned long long>(g.first_beat),
              static_cast<unsigned long long>(w.first_beat), g.bank_stall, g.port_stall, w.bank_stall, w.port_stall,
              g.data == w.data ? "equal" : "differ");
      }
      const bool counts = b.got.port_beats == want.port_beats && b.got.bank_beats == want.bank_beats &&
                          b.got.bank_conflicts == want.bank_conflicts;
      if (!counts || (data[i] && b.got.bytes != want.bytes)) {
        ++wrong;
        std::fprintf(stderr, "bench %zu: %s\n", i, counts ? "bytes of L1" : "counts of ports and banks");
      }
    }
    if (wrong_data) ++wrong, std::fprintf(stderr, "%llu words hold other bytes\n", static_cast<unsigned long long>(wrong_data));
    if (stalled < transfers / 10) ++wrong, std::fprintf(stderr, "hardly anybody met anybody\n");
    return wrong;
  }
};

int traffic_of_all_kinds(const rtl_clock_parameters& p, uint64_t period, unsigned sets, size_t requests) {
  cycle_time::set(period);
  run r(p);
  for (const char* name : {"blackhole", "documented"})
    for (const bool own_bytes : {false, true})
      r.add(builtin_configuration(name).l1, 11, requests, own_bytes ? 20 : 60, own_bytes ? 5 : 16, false, own_bytes);
  for (unsigned i = 0; i < sets; ++i) {
    source from(2000 + i);
    l1_parameters numbers = from.ports(i % 2 == 0);
    r.add(numbers, 100 + i, requests, 1 + from.below(60), 1 + from.below(16), i % 3 == 0, i % 2 == 1);
  }
  sc_core::sc_start(at(20000 + 100 * requests, slot::l1));
  return r.compare();
}

rtl_clock_parameters with(rtl_clock_mode mode, uint32_t edge_ps) {
  rtl_clock_parameters p;
  p.mode = mode, p.edge_ps = edge_ps;
  return p;
}

}  // namespace

int sc_main(int argc, char** argv) {
  const bool bug = argc > 1 && std::strcmp(argv[1], "--lost-grant") == 0;
  if (bug) {
    const end found = apart("a lost grant", [] { return traffic_of_all_kinds(with(rtl_clock_mode::lazy, 0), 1000, 2, 100); });
    std::printf("%s\n", found == end::differs ? "the lost grant was found" : "the lost grant was NOT found");
    return found == end::differs ? 0 : 1;
  }
  int wrong = 0;
  wrong += end::fine != apart("lazy", [] { return traffic_of_all_kinds(with(rtl_clock_mode::lazy, 0), 1000, 12, 200); });
  const uint32_t first = static_cast<unsigned>(slot::riscv) + 4;
  for (const auto mode : {rtl_clock_mode::free, rtl_clock_mode::gated, rtl_clock_mode::lazy})
    for (const uint64_t period : {uint64_t{1000}, least_cycle_ps})
      for (const uint32_t edge : {first, first + 1, 0u, static_cast<uint32_t>(period) - 1})
        wrong += end::fine != apart("mode " + std::to_string(static_cast<int>(mode)) + ", period " + std::to_string(period) +
                                        ", edge " + std::to_string(edge),
                                    [&] { return traffic_of_all_kinds(with(mode, edge), period, 1, 25); });
  return wrong ? 1 : 0;
}
