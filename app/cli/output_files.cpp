// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output_files.h"

#include <algorithm>
#include <stdexcept>

#include "observe/trace/vcd_trace.h"
#include "support/files/output_file.h"

namespace tensix {

void output_files::open(const std::string& path, const std::string& option) {
  if (path.empty()) return;
  note(path, option, true);
  check_writable(path, option);
}

void output_files::close(const std::string& path) {
  const auto it = std::find_if(all_.begin(), all_.end(), [&](const file_report& f) { return f.written && f.path == path; });
  if (it != all_.end()) all_.erase(it);
}

void output_files::open_observations(const output_options& outputs, const observer_options& observers) {
  open(outputs.profile, "--profile");
  if (outputs.metrics != standard_output_name) open(outputs.metrics, "--metrics");
  reads(outputs.energy, "--energy");
  open(outputs.counters, "--counters");
  open(observers.report, "--report");
  open(observers.trace, "--trace");
  if (const std::string wrong = vcd_trace::wrong_name(observers.vcd); !wrong.empty()) throw usage_error("--vcd: " + wrong);
  if (const std::string wrong = vcd_trace::wrong_name(observers.rtl_waves); !wrong.empty())
    throw usage_error("--rtl-waves: " + wrong);
  open(observers.vcd, "--vcd");
  open(observers.events, "--events");
  open(observers.zones_csv, "--zones-csv");
  open(observers.record, "--record");
  open(vcd_trace::view_of(observers.vcd), "the view of --vcd");
}

void output_files::note(const std::string& path, const std::string& option, bool output) {
  std::error_code error;
  // A configuration by its name is no file.
  if (!path.empty() && (output || std::filesystem::exists(path, error))) all_.push_back({option, path, output});
  if (path.empty() || (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))) return;
  const auto file = std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
  for (const auto& [other, whose] : known_)
    if (output && (other == file || std::filesystem::equivalent(other, file, error)))
      throw std::runtime_error(option + " '" + path + "' is the file of " + whose + " too: one would replace the other");
  known_.emplace_back(file, option);
}

}  // namespace tensix
