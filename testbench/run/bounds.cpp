// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/bounds.h"

#include <algorithm>

namespace tensix {
namespace {

// Unpackers with ports of their own work side by side. If ports are shared, each is slower while both fetch: then the better of
// both at once (until one has finished) and one after the other.
double unpack_bound(const parameters& p, const std::array<fetch_speed, 2>& wanted, const std::array<double, 2>& bytes) {
  std::array<double, 2> alone{}, both{};
  const auto granted = p.throttle.granted[static_cast<size_t>(wanted[0])][static_cast<size_t>(wanted[1])];
  for (unsigned u = 0; u < 2; ++u) {
    alone[u] = unpack_peak_bytes(p, u, wanted[u]);
    both[u] = p.throttle.shared_ports ? unpack_peak_bytes(p, u, u ? granted.unpacker1 : granted.unpacker0) : alone[u];
  }
  const double together = std::min(bytes[0] / both[0], bytes[1] / both[1]);
  double overlapped = together;
  for (unsigned u = 0; u < 2; ++u) overlapped += std::max(0.0, bytes[u] - together * both[u]) / alone[u];
  return std::min(overlapped, bytes[0] / alone[0] + bytes[1] / alone[1]);
}

// One tile after the other, at so many bytes a cycle.
double feed_bound(const std::vector<fed_tiles>& fed, bool in, uint64_t bytes_per_cycle) {
  uint64_t cycles = 0;
  if (bytes_per_cycle)
    for (const auto& f : fed)
      if (f.in == in) cycles += f.tiles * ((f.tile_bytes + bytes_per_cycle - 1) / bytes_per_cycle);
  return static_cast<double>(cycles);
}

}  // namespace

matrix_work matrix_work_of(const run_report& r) {
  for (const auto& u : r.units)
    if (u.name == "matrix_unit") {
      const auto busy = static_cast<double>(u.activity.busy_cycles());
      return {"matrix unit cycles", busy, 1, busy};
    }
  return {"matrix unit cycles", 0, 1, 0};
}

bounds bounds_of(const run_report& r, const parameters& p, const std::array<fetch_speed, 2>& wanted, const matrix_work& work) {
  bounds b;
  b.work = work;
  std::array<double, 2> unpacked{};
  for (const auto& w : r.bandwidth) {
    const auto bytes = static_cast<double>(w.bytes);
    b.bytes += bytes;
    if (w.name == "pack") b.pack_cycles = bytes / pack_peak_bytes(p);
    else unpacked[w.name == "unpacker1"] = bytes - static_cast<double>(w.exponent_bytes);
  }
  b.unpack_cycles = unpack_bound(p, wanted, unpacked);
  for (const uint64_t beats : r.l1_bank_beats) b.bank_cycles = std::max(b.bank_cycles, static_cast<double>(beats));
  return b;
}

std::vector<bound_report> all_bounds(const run_report& r, const parameters& p, const unpackers_work& unpackers,
                                     const std::vector<fed_tiles>& fed) {
  const matrix_work work = r.work ? *r.work : matrix_work{};
  const bounds b = bounds_of(r, p, unpackers.wanted, work);
  std::vector<bound_report> all = {
      {"unpack", "the unpackers fetch their bytes at their peak", b.unpack_cycles},
      {"address_phase", "address phases of all UNPACRs, one after the other", static_cast<double>(unpackers.address_cycles)},
      {"math", "the matrix unit's products, sums and moves of the kernel, an instruction a cycle", work.cycles},
      {"pack", "the packer writes its bytes at its peak", b.pack_cycles},
      {"l1_bank", "the accesses of L1's busiest bank, one a cycle", b.bank_cycles},
      {"producer", "all input tiles, one after the other at its rate", feed_bound(fed, true, p.feed.producer_bytes_per_cycle)},
      {"consumer", "all output tiles, likewise", feed_bound(fed, false, p.feed.consumer_bytes_per_cycle)}};
  const auto add = [&all](const activity_report& a, const std::string& name, const std::string& what) {
    all.push_back({name, what, static_cast<double>(a.activity.busy_cycles())});
  };
  for (const auto& u : r.units)
    if (u.name == "matrix_unit" || u.name == "vector_unit")
      add(u, u.name,
          "all instructions that the " + std::string(u.name == "matrix_unit" ? "matrix" : "vector") + " unit executed");
  for (const auto& t : r.threads) {
    add(t, "issue_" + t.name, "the instructions that " + t.name + " issued, one a cycle");
    if (const uint32_t width = p.frontend.issue_width; width > 1) {  // as many as that in a cycle in which it issued
      all.back().what = "the cycles in which " + t.name + " issued, if frontend.issue_width went together in each";
      all.back().cycles /= width;
    }
  }
  const bool sampled = r.sampling && r.sampling->periods_left_out;
  for (const auto& c : r.cores) {
    add(c, c.name, "what the RISC-V core did without waiting");
    if (!sampled)
      all.push_back({"push_" + c.name.substr(c.name.find('_') + 1),
                     "the words that the core's player pushed, one after the other",
                     static_cast<double>(c.pushes) * p.player.push_cycles});
  }
  all.erase(std::remove_if(all.begin(), all.end(), [](const bound_report& x) { return x.cycles <= 0; }), all.end());
  std::stable_sort(all.begin(), all.end(), [](const bound_report& x, const bound_report& y) { return x.cycles > y.cycles; });
  return all;
}

}  // namespace tensix
