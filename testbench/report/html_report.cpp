#include "testbench/report/html_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "models/isa/isa.h"
#include "models/memory/address_map.h"
#include "testbench/report/page_files.h"
#include "testbench/report/shell_command.h"

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

// Slices as [from, to, index of a reason or text], instructions with their thread behind, polls with an index of the text that
// names the address.
ordered_json window_of(const html_report& r) {
  const auto& w = r.window;
  ordered_json reasons = ordered_json::array(), rows = ordered_json::array();
  ordered_json texts = ordered_json::array(), labels = ordered_json::array();  // in full, and where there is little room
  for (int i = 0; i < static_cast<int>(stall_reason::count); ++i) reasons.push_back(name(static_cast<stall_reason>(i)));
  reasons[0] = "busy";
  std::map<std::string, size_t> known;
  std::map<uint32_t, size_t> known_words;
  const auto index_of = [&](const std::string& text, const std::string& label) {
    const auto [at, fresh] = known.emplace(text, texts.size());
    if (fresh) texts.push_back(text), labels.push_back(label);
    return at->second;
  };
  const auto index_of_word = [&](uint32_t word) {
    const auto [at, fresh] = known_words.emplace(word, 0);
    const std::string text = fresh ? disassemble(word) : "";
    if (fresh) at->second = index_of(text, text.substr(0, text.find(' ')));
    return at->second;
  };
  unsigned core = 0;
  for (const auto& one : w.rows) {
    const bool is_core = one.what == account_of::core || one.what == account_of::player;
    ordered_json states = ordered_json::array(), instructions = ordered_json::array();
    for (const auto& s : one.states) {
      if (s.what == static_cast<uint32_t>(stall_reason::no_instruction)) continue;
      states.push_back({s.from, s.to, s.what});
      if (s.what == static_cast<uint32_t>(stall_reason::poll))
        states.back().push_back(index_of(address_map::describe(core, s.polled), "poll"));
    }
    for (const auto& s : one.instructions)
      if (is_core)
        instructions.push_back(
            {s.from, s.to, index_of(one.code.text(s.what, s.thread), brief_function(one.code.name(s.what))), 0});
      else instructions.push_back({s.from, s.to, index_of_word(s.what), s.thread});
    rows.push_back({{"name", one.name},
                    {"thread", one.what == account_of::thread},
                    {"core", is_core},
                    {"states", states},
                    {"instructions", instructions}});
    core += is_core;
  }
  return {{"from", w.from},
          {"to", w.to},
          {"wanted_cycles", r.window_cycles},
          {"cut", w.cut},
          {"most_slices", window_recorder::most_slices},
          {"reasons", reasons},
          {"texts", texts},
          {"labels", labels},
          {"rows", rows}};
}

ordered_json memory_of(const html_report& r) {
  ordered_json clients = ordered_json::object();
  for (size_t c = 0; c < r.configuration.l1.client_ports.size(); ++c)
    clients[name(static_cast<l1_client>(c))] = r.configuration.l1.client_ports[c];
  return {{"interval", r.l1.interval}, {"end", r.l1.end},     {"clients", clients},
          {"ports", r.l1.ports},       {"banks", r.l1.banks}, {"bank_conflicts", r.l1.conflicts}};
}

// As the text of a script element: no `<` can end it.
std::string script_data(const ordered_json& data) {
  const std::string text = data.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (const char c : text)
    if (c == '<') out += "\\u003c";
    else out += c;
  return out;
}

std::string html_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '&') out += "&amp;";
    else out += c;
  }
  return out;
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
  data["window"] = window_of(r);
  data["l1_over_time"] = memory_of(r);
  data["parameters"] = parameters_of(r.configuration);

  std::string scripts;
  for (const auto& file : {page::page_js(), page::accounts_js(), page::profile_js(), page::roofline_js(), page::timeline_js(),
                           page::memory_js(), page::tables_js()})
    scripts.append(file);
  const std::string licence = std::string(page::echarts_notice()) + "\n\n" + std::string(page::echarts_license());
  const std::vector<std::pair<std::string, std::string>> parts = {
      {"<!--TITLE-->", html_text(r.subject)},        {"/*STYLE*/", std::string(page::css())},
      {"<!--NOTICE-->", html_text(licence)},         {"<!--DATA-->", script_data(data)},
      {"/*ECHARTS*/", std::string(page::echarts())}, {"/*PAGE*/", scripts}};
  std::string out;
  std::string_view rest = page::html();
  for (const auto& [mark, text] : parts) {  // in the order of the file: nothing is looked for in what was put in
    const size_t at = rest.find(mark);
    if (at == std::string_view::npos) throw std::logic_error("page.html has no place for " + mark);
    out.append(rest.substr(0, at)).append(text);
    rest.remove_prefix(at + mark.size());
  }
  return out.append(rest);
}

}  // namespace tensix
