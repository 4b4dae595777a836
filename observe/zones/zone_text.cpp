// SPDX-License-Identifier: Apache-2.0
#include "observe/zones/zone_text.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <sstream>
#include <tuple>

#include "support/files/output_file.h"
#include "support/text/csv_cell.h"
#include "support/text/plain_text.h"
#include "support/text/text_columns.h"
#include "workload/elf/elf_image.h"

namespace tensix {
namespace {

double share(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

// What the zone's own core did in it: "busy 60 %, fifo_full 30 %", the longest two reasons.
std::string core_text(const zone_report& z) {
  const auto own = std::find_if(z.accounts.begin(), z.accounts.end(), [&](const zone_account& a) { return a.name == z.core; });
  if (own == z.accounts.end() || !z.cycles()) return "";
  std::vector<std::pair<uint64_t, std::string>> waits;
  for (size_t why = 1; why < own->cycles.size(); ++why)
    if (own->cycles[why]) waits.emplace_back(own->cycles[why], name(static_cast<stall_reason>(why)));
  std::stable_sort(waits.begin(), waits.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text = "busy " + fixed(share(own->cycles[0], z.cycles()), 0) + " %";
  for (size_t i = 0; i < std::min<size_t>(waits.size(), 2); ++i)
    text += ", " + waits[i].second + " " + fixed(share(waits[i].first, z.cycles()), 0) + " %";
  return text;
}

// How TT-Metalium's profiler names the cores.
std::string processor_of(const std::string& core) {
  static constexpr by_core<const char*> names = per_core<const char*>("TRISC_0", "TRISC_1", "TRISC_2", "BRISC", "NCRISC");
  for (unsigned i = 0; i < core_count; ++i)
    if (core == core_names[i].account) return names[i];
  return core;
}

}  // namespace

std::string text_of(const zone_report& zone) {
  if (zone.outside()) return "(no zone)";
  return plain_text(zone.name) + " (" + plain_text(base_name(zone.file)) + ":" + std::to_string(zone.line) + ")";
}

void print_zones(std::ostream& out, const zones_report& zones, uint64_t cycles) {
  if (zones.zones.empty()) return;
  size_t names = 12;
  for (const zone_report& z : zones.zones) names = std::max(names, text_of(z).size());
  const size_t number = std::max<size_t>(grouped(cycles).size(), 7) + 2;
  out << "\n"
      << left("core", 9) << left("zone", names) << right("times", 9) << right("cycles", number) << right("%", 7)
      << right("first", number) << right("least", number) << right("mean", number + 2) << right("most", number)
      << "  the core meanwhile\n";
  for (const zone_report& z : zones.zones) {
    out << left(z.core, 9) << left(text_of(z), names) << right(z.outside() ? "" : grouped(z.count), 9)
        << right(grouped(z.cycles()), number) << right(fixed(share(z.cycles(), cycles), 1), 7);
    const bool times = z.count && !z.sum;
    out << right(times ? grouped(z.first) : "", number) << right(times ? grouped(z.least) : "", number)
        << right(z.count ? fixed(static_cast<double>(z.total) / static_cast<double>(z.count), 1) : "", number + 2)
        << right(times ? grouped(z.most) : "", number);
    if (const std::string core = core_text(z); !core.empty()) out << "  " << core;
    if (z.unfinished)
      out << (z.unfinished == 1 ? "; once" : "; " + grouped(z.unfinished) + " times") << " not finished, "
          << grouped(z.unfinished_cycles) << (z.unfinished_cycles == 1 ? " cycle of it" : " cycles of it");
    out << "\n";
  }
}

void write_zone_log(const std::string& file, uint32_t clock_mhz, unsigned compute_cores,
                    const std::vector<zone_log_tile>& tiles) {
  std::ostringstream out;
  out << "ARCH: blackhole, CHIP_FREQ[MHz]: " << clock_mhz << ", Max Compute Cores: " << compute_cores << "\n"
      << "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, run host ID, trace id, "
         "trace id counter, zone name, type, source line, source file, meta data\n";
  std::map<std::tuple<std::string, std::string, unsigned>, unsigned> numbers;  // by name, file, line: unique, unlike a hash
  const auto row = [&](const zone_log_tile& t, const zone_report& z, uint64_t cycle, uint64_t data, const char* type) {
    const unsigned number =
        numbers.emplace(std::tuple(z.name, z.file, z.line), static_cast<unsigned>(numbers.size()) + 1).first->second;
    out << "0," << t.x << "," << t.y << "," << processor_of(z.core) << "," << number << "," << cycle << "," << data << ",0,,,"
        << csv_cell(z.name) << "," << type << "," << z.line << "," << csv_cell(z.file) << ",\n";
  };
  struct place {
    uint64_t cycle;
    size_t tile, event;
  };
  std::vector<place> all;
  std::vector<std::vector<uint64_t>> last(tiles.size());  // of sums: the cycle of their last end
  for (size_t t = 0; t < tiles.size(); ++t) {
    const zones_report& zones = *tiles[t].zones;
    last[t].resize(zones.zones.size());
    for (size_t e = 0; e < zones.events.size(); ++e) {
      const zone_event& event = zones.events[e];
      if (!zones.zones[event.zone].sum) all.push_back({event.cycle, t, e});
      else if (!event.begins) last[t][event.zone] = event.cycle;
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const place& a, const place& b) { return a.cycle < b.cycle; });
  for (const place& p : all) {
    const zones_report& zones = *tiles[p.tile].zones;
    const zone_event& event = zones.events[p.event];
    row(tiles[p.tile], zones.zones[event.zone], p.cycle, 0, event.begins ? "ZONE_START" : "ZONE_END");
  }
  for (size_t t = 0; t < tiles.size(); ++t)
    for (size_t z = 0; z < last[t].size(); ++z)
      if (const zone_report& zone = tiles[t].zones->zones[z]; zone.sum && zone.count)
        row(tiles[t], zone, last[t][z], zone.total, "ZONE_TOTAL");
  write_file(file, "--zones-csv", out.str());
}

}  // namespace tensix
