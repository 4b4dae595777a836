#include "testbench/cli/output_files.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "testbench/trace/vcd_trace.h"

namespace tensix {

output_files::~output_files() {
  std::error_code error;
  for (const auto& path : created_) std::filesystem::remove(path, error);
}

void output_files::open(const std::string& path, const char* option) {
  if (path.empty()) return;
  note(path, option, true);
  std::error_code error;
  const bool existed = std::filesystem::exists(path, error);
  std::ofstream file(path, std::ios::app);
  if (!file) throw std::runtime_error("cannot write '" + path + "' (" + option + ")");
  if (!existed) created_.push_back(path);
}

void output_files::keep(const std::string& path) {
  created_.erase(std::remove(created_.begin(), created_.end(), path), created_.end());
}

void output_files::open_observations(const command_line& options) {
  open(options.metrics, "--metrics");
  open(options.report, "--report");
  open(options.trace, "--trace");
  open(options.vcd, "--vcd");
  open(vcd_trace::view_of(options.vcd), "the view of --vcd");
}

void output_files::keep_observations(const command_line& options) {
  for (const auto& path : {options.metrics, options.report, options.trace, options.vcd, vcd_trace::view_of(options.vcd)})
    keep(path);
}

void output_files::note(const std::string& path, const std::string& option, bool output) {
  std::error_code error;
  if (path.empty() || (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))) return;
  const auto file = std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
  for (const auto& [other, whose] : known_)
    if (output && (other == file || std::filesystem::equivalent(other, file, error)))
      throw std::runtime_error(option + " '" + path + "' is the file of " + whose + " too: one would replace the other");
  known_.emplace_back(file, option);
}

}  // namespace tensix
