// SPDX-License-Identifier: Apache-2.0
#include "pages/run/html_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pages/run/frame.h"
#include "pages/run/page_files.h"
#include "pages/run/shell_command.h"
#include "pages/run/timeline_data.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace tensix {
namespace {

using nlohmann::ordered_json;

// What --metrics writes, without the one member that differs from run to run.
ordered_json metrics_of(const run_report& r) {
  ordered_json m = ordered_json::parse(metrics_json(r));
  m.erase("host_seconds");
  return m;
}

struct builtin {
  std::string name;
  parameters values;
  size_t departures = 0;
};

// Every parameter, and from which built-in configurations it departs. "compared_with" is always blackhole, the default; and
// documented too, where the configuration is nearer to that.
ordered_json parameters_of(const parameters& p) {
  std::vector<builtin> known;
  for (const auto& name : builtin_configuration_names()) known.push_back({name, builtin_configuration(name)});
  ordered_json rows = ordered_json::array();
  for (const auto& i : parameter_list()) {
    const std::string value = i.get(p);
    ordered_json row = {{"name", i.name},
                        {"value", value},
                        {"unit", i.unit},
                        {"range", i.range()},
                        {"meaning", i.meaning},
                        {"source", i.source},
                        {"departs_from", ordered_json::array()}};
    for (auto& b : known) {
      row[b.name] = i.get(b.values);
      if (row[b.name] == value) continue;
      row["departs_from"].push_back(b.name);
      ++b.departures;
    }
    rows.push_back(std::move(row));
  }
  ordered_json out = {
      {"configuration", p.config_name}, {"compared_with", {"blackhole"}}, {"departures", ordered_json::object()}};
  for (const auto& b : known) {
    out["departures"][b.name] = b.departures;
    if (b.name != "blackhole" && b.departures < known.front().departures) out["compared_with"].push_back(b.name);
  }
  out["list"] = std::move(rows);
  return out;
}

ordered_json minimum_of(const bounds& b) {
  return {
      {"work", {{"unit", b.work.unit}, {"amount", b.work.amount}, {"peak_per_cycle", b.work.peak_per_cycle}}},
      {"bytes", b.bytes},
      {"cycles", {{"unpack", b.unpack_cycles}, {"math", b.work.cycles}, {"pack", b.pack_cycles}, {"l1_bank", b.bank_cycles}}}};
}

ordered_json memory_of(const html_report& r) {
  ordered_json clients = ordered_json::object();
  for (size_t c = 0; c < r.configuration.l1.client_ports.size(); ++c)
    clients[name(static_cast<l1_client>(c))] = r.configuration.l1.client_ports[c];
  return {{"interval", r.l1.interval}, {"end", r.l1.end},     {"clients", clients},
          {"ports", r.l1.ports},       {"banks", r.l1.banks}, {"bank_conflicts", r.l1.conflicts}};
}

ordered_json links_of(const link_recorder::history& h) {
  ordered_json rows = ordered_json::array();
  for (const auto& r : h.rows) {
    const noc_coordinate from = noc_link_from(r.link);
    const noc_coordinate to = noc_link_port(r.link) == noc_port::interface ? from : noc_link_to(r.noc, r.link);
    rows.push_back(
        {{"noc", r.noc}, {"from", {from.x, from.y}}, {"to", {to.x, to.y}}, {"busy", r.busy}, {"blocked", r.blocked}});
  }
  return {{"interval", h.interval}, {"end", h.end}, {"rows", rows}};
}

}  // namespace

std::string html_page(const html_report& r) {
  ordered_json data;
  data["format"] = "tensix-tlm-report";
  data["version"] = 1;
  data["program"] = TENSIX_TLM_VERSION;
  data["command"] = shell_command(r.arguments);
  data["subject"] = r.subject;
  data["end"] = {{"how", r.end}, {"text", r.end_text}};
  data["metrics"] = metrics_of(r.report);
  data["minimum"] = minimum_of(r.minimum);
  data["window"] = window_data(r.window, r.window_cycles, r.movements);
  data["density"] = density_data(r.density);
  if (r.report.path) data["path"] = path_data(*r.report.path, r.density.interval, r.window.from, r.window.to);
  data["l1_over_time"] = memory_of(r);
  if (!r.links.rows.empty()) data["links_over_time"] = links_of(r.links);
  data["parameters"] = parameters_of(r.configuration);

  constexpr std::string_view behind_links = "<!--MAIN-->";  // page.html: links to the sections, this, the sections
  const std::string_view html = page::html();
  const size_t links = html.find(behind_links);
  page_frame frame;
  frame.title = r.subject + " - tensix-tlm report";
  frame.content = "report";
  frame.drawn = "charts and tables";
  frame.sections = html.substr(0, links);
  frame.main = html.substr(links + behind_links.size());
  frame.scripts = {page::page_js(),         page::wide_tables_js(),  page::path_js(),     page::accounts_js(),
                   page::profile_js(),      page::roofline_js(),     page::timeline_js(), page::timeline_draw_js(),
                   page::timeline_map_js(), page::timeline_use_js(), page::memory_js(),   page::links_js(),
                   page::costs_js(),        page::tables_js()};
  return framed(frame, data);
}

}  // namespace tensix
