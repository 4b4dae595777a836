// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/collect.h"

#include <cstdio>

#include "models/memory/address_map.h"
#include "platform/parameters.h"
#include "support/files/output_file.h"

namespace tensix {

namespace {
// Most runs use no NoC; then its interfaces and DRAM are no rows.
void add_if_used(run_report& report, const std::string& name, const account& a) {
  if (a.idle_cycles() != a.elapsed()) report.units.push_back({name, a, {}});
}
}  // namespace

void collect_counters(tensix_tile& tile, run_report& report) {
  const parameters& p = tile.configuration();
  for (auto& [name, a] : tile.unit_accounts()) report.units.push_back({name, *a, {}});
  for (auto& [name, a] : tile.noc_accounts()) add_if_used(report, name, *a);
  for (auto& [name, a] : tile.thread_accounts()) report.threads.push_back({name, *a, {}});
  l1_served l1 = tile.memory().served();
  report.l1_port_beats = std::move(l1.port_beats);
  report.l1_bank_beats = std::move(l1.bank_beats);
  report.l1_bank_conflicts = std::move(l1.bank_conflicts);
  if (!l1.blocked_by_bank.empty()) report.l1_blocked.emplace();
  constexpr auto clients = static_cast<size_t>(l1_client::count);
  for (size_t i = 0; i < l1.blocked_by_bank.size(); ++i)
    report.l1_blocked->push_back({name(static_cast<l1_client>(i / clients)), name(static_cast<l1_client>(i % clients)),
                                  l1.blocked_by_bank[i], l1.blocked_by_port[i]});
  for (unsigned u = 0; u < 2; ++u) {
    const unit_traffic t = tile.unit(u ? tile_unit::unpacker1 : tile_unit::unpacker0).traffic();
    report.bandwidth.push_back({u ? "unpacker1" : "unpacker0", t.bytes, t.cycles,
                                static_cast<double>(unpack_peak_bytes(p, u, t.fastest)), t.exponent_bytes});
  }
  report.bandwidth.push_back(
      {"pack", tile.unit(tile_unit::packers).traffic().bytes, 0, static_cast<double>(pack_peak_bytes(p))});
}

namespace {
// Shorter than describe(): "semaphore 1", "L1 0x1000".
std::string name_of_word(unsigned core, uint32_t address) {
  const std::string text = address_map::describe(core, address);
  const size_t open = text.find('(');
  if (open == std::string::npos || text.back() != ')') return text;
  std::string name = text.substr(open + 1, text.size() - open - 2);
  if (address_map::decode(core, address).region != address_region::l1) return name;
  char at[16];
  std::snprintf(at, sizeof at, " 0x%x", address);
  return name + at;
}
}  // namespace

namespace {
void collect_links(const noc_network& network, run_report& report) {
  for (unsigned noc = 0; noc < 2; ++noc)
    for (unsigned link = 0; link < noc_links_of_one; ++link) {
      const noc_flights::link_use& use = network.use_of(noc, link);
      if (use.packets == 0) continue;
      const noc_coordinate from = noc_link_from(link);
      const noc_coordinate to = noc_link_port(link) == noc_port::interface ? from : noc_link_to(noc, link);
      report.links.push_back({noc, {from.x, from.y}, {to.x, to.y}, use.flits, use.packets, use.waited, use.busy, use.blocked});
    }
}
}  // namespace

void collect_surroundings(const simulation& sim, uint64_t at, run_report& report) {
  for (const auto& player : sim.players()) {
    const player_account* const a = player->activity();
    if (!a) continue;
    const player_account closed = a->closed(at);
    activity_report core = {std::string("core_") + core_name(player->core()), closed.cycles(), {}};
    core.player = true;
    core.pushes = closed.pushes();
    core.pushing = closed.pushing();
    core.storing = closed.storing();
    for (const polled_word& w : closed.polled())
      core.polled.push_back({w.address, name_of_word(player->core(), w.address), w.cycles});
    report.cores.push_back(std::move(core));
  }
  if (sim.around())
    for (const auto& [name, a] : sim.around()->accounts()) add_if_used(report, name, *a);
  if (sim.around()) collect_links(sim.around()->network(), report);
  for (const auto& [name, a] : sim.feed_accounts(at)) report.feeds.push_back({name, a, {}});
  for (const noc_traffic::counted& c : sim.noc_served()) {
    const noc_stream& s = c.stream;
    report.noc.push_back({c.name, s.pattern_text(), static_cast<double>(s.rate_milli) / 1000, c.bytes, c.requests, s.burst,
                          s.where->address, s.where->address + s.where->bytes});
  }
}

run_report collect(tensix_tile& tile, const run_result& r, riscv_cores* cores) {
  const parameters& p = tile.configuration();
  run_report report;
  report.configuration = p.config_name;
  report.cycles = r.cycles;
  report.clock_mhz = p.clock_mhz;
  report.host_seconds = r.host_seconds;
  collect_counters(tile, report);
  if (cores)
    for (unsigned i = 0; i < riscv_cores::count; ++i) {
      report.cores.push_back({core_names[i].account, cores->core(i).activity(), {}});
      for (const auto& [address, cycles] : cores->core(i).polled_cycles())
        report.cores.back().polled.push_back({address, name_of_word(i, address), cycles});
    }
  for (const auto& i : parameter_list())
    report.parameters.push_back({i.name, i.get(p), i.kind != parameter_kind::number && i.kind != parameter_kind::boolean});
  return report;
}

tile_report collect_tile(tensix_tile& tile, riscv_cores& cores) {
  tile_report r;
  r.x = tile.configuration().tile_place.x;
  r.y = tile.configuration().tile_place.y;
  for (unsigned i = 0; i < riscv_cores::count; ++i) {
    riscv_core& core = cores.core(i);
    if (!core.instructions()) continue;
    r.cycles = std::max<uint64_t>(
        r.cycles, core.state() == riscv_core::condition::stopped ? core.stopped_in() : core.activity().elapsed());
    r.cores.push_back({core_names[i].account, core.activity(), {}});
    for (const auto& [address, cycles] : core.polled_cycles())
      r.cores.back().polled.push_back({address, name_of_word(i, address), cycles});
  }
  for (auto& [name, a] : tile.unit_accounts())
    if (std::string(name) == "matrix_unit") r.matrix_unit = *a;
  return r;
}

void write_metrics(const std::string& file, const run_report& report) {
  write_file(file, "--metrics", metrics_json(report) + "\n");
}

}  // namespace tensix
