#include "testbench/report/bounds.h"

#include <algorithm>

namespace tensix {
namespace {

// One instruction of the matrix unit: eight rows of 16 datums; MVMUL multiplies and adds 16 times for each.
constexpr double datums = 8 * 16, mvmul_operations = 2 * datums * 16;

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

}  // namespace

matrix_work matrix_work_of(const kernel& k) {
  const kernel_options& o = k.options();
  const double phases = k.plan().phases, tiles = static_cast<double>(k.plan().tiles);
  const double tile_cycles = tile_datums / datums * phases;
  switch (o.kernel) {
    case kernel_name::matmul:
      return {"operations", static_cast<double>(k.operations()), mvmul_operations / phases,
              2 * tile_cycles * tiles * k.plan().kt};  // 32 columns of the inner dimension, 16 at a time
    case kernel_name::datacopy:
      if (k.plan().unpack_to_dst) return {"datums", static_cast<double>(o.m) * o.n, 0, 0};
      return {"datums", static_cast<double>(o.m) * o.n, datums, tile_cycles * tiles};
    default: return {"operations", static_cast<double>(k.operations()), datums / phases, tile_cycles * tiles};
  }
}

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

}  // namespace tensix
