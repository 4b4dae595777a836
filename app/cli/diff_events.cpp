// SPDX-License-Identifier: Apache-2.0
// tensix-tlm diff-events: where two event logs diverge first.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/options/command_table.h"
#include "app/options/option_groups.h"
#include "observe/events/event_comparison.h"
#include "observe/events/event_file.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

// Which parameters differ, a line each; at most so many.
void print_configurations(std::ostream& out, const event_reader& a, const event_reader& b) {
  constexpr size_t most = 20;
  if (a.header().configuration.empty() || b.header().configuration.empty()) return;
  const auto read = [](const event_reader& r) {
    try {
      return nlohmann::json::parse(r.header().configuration).flatten();
    } catch (const nlohmann::json::exception& e) {
      throw event_line_error(r.path() + ":1: \"configuration\": " + e.what());
    }
  };
  const auto left = read(a), right = read(b);
  names lines;
  for (const auto& [key, value] : left.items())
    if (!right.contains(key)) lines.push_back(key + ": " + value.dump() + ", not in " + b.path());
    else if (right.at(key) != value) lines.push_back(key + ": " + value.dump() + " and " + right.at(key).dump());
  for (const auto& [key, value] : right.items())
    if (!left.contains(key)) lines.push_back(key + ": " + value.dump() + ", not in " + a.path());
  if (lines.empty()) return;
  out << "the configurations differ:\n";
  for (size_t i = 0; i < std::min(most, lines.size()); ++i) {
    std::replace(lines[i].begin() + 1, lines[i].begin() + static_cast<std::ptrdiff_t>(lines[i].find(':')), '/', '.');
    out << "  " << lines[i].substr(1) << "\n";
  }
  if (lines.size() > most) out << "  and " << lines.size() - most << " more\n";
}

std::string hex_crc(uint32_t crc) {
  char text[12];
  std::snprintf(text, sizeof text, "0x%08x", crc);
  return text;
}

void compare_files(event_reader& a, event_reader& b, event_comparison& comparison) {
  event_reader* const file[] = {&a, &b};
  bool over[] = {false, false};
  uint64_t cycle[] = {0, 0};
  while (!comparison.finished() && !(over[0] && over[1])) {
    // Both are read side by side, by their cycles; without time by how many events wait for the other side.
    unsigned side = comparison.settings().ignore_time ? comparison.waiting(1) < comparison.waiting(0) : cycle[1] < cycle[0];
    if (over[side]) side = 1 - side;
    const auto item = file[side]->next();
    if (item == event_reader::item::event) {
      cycle[side] = file[side]->event().cycle;
      comparison.happened(side, file[side]->event());
    } else if (item == event_reader::item::watermark) {
      cycle[side] = file[side]->event().cycle;
      comparison.watermark(side, cycle[side]);
    } else {
      over[side] = true;
      if (item == event_reader::item::end) {
        comparison.end(side);
        file[side]->next();  // nothing may follow
      }
    }
  }
  comparison.close();
}

}  // namespace

int diff_events_command(const std::vector<std::string>& arguments) {
  const auto v =
      parse_options(arguments, row_of("diff-events").groups(), po::positional_options_description().add("operand", 2));
  const names operand = v.count("operand") ? v["operand"].as<names>() : names();
  event_comparison_settings settings;
  if (v.count("slack")) settings.slack = parse_count(text_of(v, "slack"), "--slack");
  settings.ignore_time = v.count("ignore-time") != 0;
  if (settings.ignore_time && v.count("slack")) throw usage_error("--slack has no meaning with --ignore-time");
  if (v.count("only")) settings.only = v["only"].as<names>();
  if (v.count("allow")) settings.allowed = read_allowed(text_of(v, "allow"));
  settings.name[0] = operand[0];
  settings.name[1] = operand[1];
  event_comparison comparison(settings);

  event_reader a(operand[0]), b(operand[1]);
  print_configurations(std::cout, a, b);
  compare_files(a, b, comparison);
  for (const auto& d : comparison.found()) std::cout << "first divergence: " << text_of(d, comparison.settings());
  const bool cut = a.cut_off() || b.cut_off();
  for (const event_reader* r : {&a, &b})
    if (r->cut_off())
      std::cout << r->path() << " has no last line: it was cut off; its last watermark is " << r->watermark() << "\n";
  if (!comparison.finished() && !cut && !settings.ignore_time && a.watermark() != b.watermark())
    std::cout << "the ends differ: " << a.path() << " ends in cycle " << a.watermark() << ", " << b.path() << " in cycle "
              << b.watermark() << "\n";
  const bool other_l1 = !comparison.finished() && settings.only.empty() && a.l1() && b.l1() && *a.l1() != *b.l1();
  if (other_l1)
    std::cout << "L1 holds other bytes at the end (CRC-32 " << hex_crc(*a.l1()) << " and " << hex_crc(*b.l1()) << ")\n";
  if (!comparison.finished()) {
    std::cout << unused_allowances(comparison.settings());
    std::cout << "no divergence: " << comparison.compared() << " events are equal\n";
  }
  return comparison.found().empty() && !cut && !other_l1 ? 0 : 1;
}

}  // namespace tensix
