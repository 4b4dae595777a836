// SPDX-License-Identifier: Apache-2.0
// A comparison as tables, and the command that prints it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/compare.h"
#include "app/options/command_table.h"
#include "app/sweep/sweep_options.h"
#include "pages/compare/compare_page.h"
#include "support/files/output_file.h"
#include "support/text/plain_text.h"
#include "support/text/text_columns.h"
#include "testbench/run/run_report.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace tensix {
namespace {

using nlohmann::ordered_json;
using row = std::vector<std::string>;

std::string percent_text(const ordered_json& value, bool with_sign) {
  return value.is_null() ? "-" : with_sign ? signed_fixed(value.get<double>(), 1) : fixed(value.get<double>(), 1);
}

std::string value_text(const ordered_json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>().empty() ? "-" : value.get<std::string>();
  if (value.is_number_unsigned()) return grouped(value.get<uint64_t>());
  if (value.is_number_float()) return fixed(value.get<double>(), 8, "%.*g");
  return value.dump();
}

// The first `left` columns are texts, and those from `texts` on; the others numbers.
void print_table(std::ostream& out, const std::vector<row>& rows, size_t left, size_t texts = ~size_t{0}) {
  std::vector<size_t> width;
  for (const auto& r : rows)
    for (size_t i = 0; i < r.size(); ++i) {
      if (width.size() <= i) width.push_back(0);
      width[i] = std::max(width[i], r[i].size());
    }
  for (const auto& r : rows) {
    std::string line;
    for (size_t i = 0; i < r.size(); ++i) {
      const std::string space(width[i] - r[i].size(), ' ');
      line += (i ? "  " : "") + (i < left || i >= texts ? r[i] + space : space + r[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << "\n";
  }
  out << "\n";
}

void print_settings(std::ostream& out, const ordered_json& rows, const char* heading) {
  std::vector<row> table = {{heading, "a", "b"}};
  for (const auto& r : rows) table.push_back({r.at("name"), value_text(r.at("a")), value_text(r.at("b"))});
  if (table.size() > 1) print_table(out, table, 3);
}

void print_zone_comparison(std::ostream& out, const ordered_json& zones) {
  if (zones.is_null()) return;
  std::vector<row> table = {{"core", "zone", "a", "% of a", "b", "% of b", "b - a", "% of a", "times"}};
  for (const auto& r : zones) {
    const ordered_json& count = r.at("count");
    const std::string a = grouped(count.at("a")), b = grouped(count.at("b"));
    const bool outside = r.at("name").is_null();
    table.push_back({r.at("core"), outside ? "(no zone)" : plain_text(r.at("name").get<std::string>()), grouped(r.at("a")),
                     percent_text(r.at("a_percent"), false), grouped(r.at("b")), percent_text(r.at("b_percent"), false),
                     signed_count(r.at("difference")), percent_text(r.at("difference_percent"), true),
                     outside  ? ""
                     : a == b ? a
                              : a + ", " + b});
  }
  if (table.size() > 1) print_table(out, table, 2, 8);
  else out << "zones take the same cycles in both\n\n";
}

void print_path_comparison(std::ostream& out, const ordered_json& path) {
  if (path.is_null()) {
    out << "critical path: not compared, a file does not have it\n\n";
    return;
  }
  if (!path.at("whole").get<bool>())
    out << "critical path: of " << grouped(path.at("a")) << " cycles of a and " << grouped(path.at("b"))
        << " of b, no more is recorded\n";
  std::vector<row> table = {{"critical path", "a", "% of a", "b", "% of b", "b - a", "% of a", "what it does"}};
  for (const auto& r : path.at("resources")) {
    const std::string parameter = r.at("parameter");
    table.push_back({r.at("name"), grouped(r.at("a")), percent_text(r.at("a_percent"), false), grouped(r.at("b")),
                     percent_text(r.at("b_percent"), false), signed_count(r.at("difference")),
                     percent_text(r.at("difference_percent"), true),
                     r.at("does").get<std::string>() + (parameter.empty() ? "" : " (" + parameter + ")")});
  }
  if (table.size() > 1) print_table(out, table, 1, 7);
  else out << "the critical path is the same in both\n\n";
}

}  // namespace

void print_comparison(std::ostream& out, const ordered_json& c) {
  const ordered_json& cycles = c.at("cycles");
  for (const char* which : {"a", "b"}) {
    out << which << ": " << grouped(cycles.at(which)) << " cycles";
    if (c.contains("files")) out << ", " << c.at("files").at(which).get<std::string>();
    if (const auto& limit = c.at("limited_by").at(which); limit.is_string() && !limit.get<std::string>().empty())
      out << "\n   limited by " << limit.get<std::string>();
    out << "\n";
  }
  out << "difference: " << signed_count(cycles.at("difference")) << " cycles";
  if (!cycles.at("difference_percent").is_null()) out << " = " << percent_text(cycles.at("difference_percent"), true) << " %";
  out << "\n";
  if (const ordered_json& j = c.at("jitter"); !j.is_null())
    out << "from other starts: a " << grouped(j.at("a")[0]) << " to " << grouped(j.at("a")[1]) << ", b "
        << grouped(j.at("b")[0]) << " to " << grouped(j.at("b")[1])
        << (j.at("inside").get<bool>() ? ": the difference may be one of the start\n" : ": these do not meet\n");
  out << "\n";

  std::vector<row> table = {{"", "cycles spent on", "a", "% of a", "b", "% of b", "b - a", "% of a"}};
  for (const auto& r : c.at("accounts"))
    table.push_back({r.at("name"), r.at("spent"), grouped(r.at("a")), percent_text(r.at("a_percent"), false),
                     grouped(r.at("b")), percent_text(r.at("b_percent"), false), signed_count(r.at("difference")),
                     percent_text(r.at("difference_percent"), true)});
  if (table.size() > 1) print_table(out, table, 2);
  else out << "no unit and no thread spends its cycles otherwise\n\n";
  print_zone_comparison(out, c.at("zones"));
  print_path_comparison(out, c.at("path"));

  table = {{"L1 traffic", "", "a", "b", "b - a"}};
  for (const auto& r : c.at("traffic")) {
    const bool whole = r.at("a").is_number_unsigned() && r.at("b").is_number_unsigned();
    const double difference = r.at("difference");
    const auto number = [&](const ordered_json& v) { return whole || v.is_null() ? value_text(v) : fixed(v.get<double>(), 2); };
    const bool countable = whole && std::fabs(difference) < 0x1p63;
    table.push_back({r.at("name"), r.at("what"), number(r.at("a")), number(r.at("b")),
                     countable ? signed_count(static_cast<int64_t>(difference)) : signed_fixed(difference, whole ? 0 : 2)});
  }
  if (table.size() > 1) print_table(out, table, 2);
  print_settings(out, c.at("kernel"), "kernel");
  print_settings(out, c.at("accuracy"), "accuracy");
  for (const char* which : {"a", "b"})
    if (c.at("options").is_object() && !c.at("options").at(which).empty()) {
      out << "only " << which << ":";
      for (const auto& word : c.at("options").at(which)) out << " " << word.get<std::string>();
      out << "\n";
    }
  if (c.at("parameters").is_null()) out << "parameters: not compared, a file does not have them\n";
  else if (c.at("parameters").empty()) out << "parameters: all the same\n";
  else print_settings(out, c.at("parameters"), "parameter");
}

int compare_command(const std::vector<std::string>& arguments) {
  const auto v = parse_options(arguments, row_of("compare").groups(),
                               boost::program_options::positional_options_description().add("operand", 2));
  const auto files = v["operand"].as<std::vector<std::string>>();
  const ordered_json a = read_metrics(files[0]), b = read_metrics(files[1]);
  ordered_json c = compare_metrics(a, b, v.count("all") != 0);
  c["files"] = {{"a", files[0]}, {"b", files[1]}};
  if (const std::string page = page_option(v); !page.empty()) {
    for (const auto& file : files)
      if (std::error_code error; std::filesystem::equivalent(file, page, error))
        throw usage_error("--page='" + page + "' is a file that is compared: it would be replaced");
    check_writable(page, "--page");
    write_file(page, "--page", compare_page(c, TENSIX_TLM_VERSION));
  }
  if (v.count("json")) std::cout << c.dump(2, ' ', false, ordered_json::error_handler_t::replace) << "\n";
  else print_comparison(std::cout, c);
  return exit_done;
}

}  // namespace tensix
