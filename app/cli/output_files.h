// SPDX-License-Identifier: Apache-2.0
// Output files that turn out not to be writable after a long run would waste it: that is found before. No output may replace
// another one, or a file that the run reads.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/options/options.h"
#include "testbench/run/run_report.h"

namespace tensix {

class output_files {
 public:
  // A file that the run reads. Empty paths mean nothing, here and below. `option` stands in messages.
  void reads(const std::string& path, const char* option) { note(path, option, false); }
  // Throws std::runtime_error if it cannot be written or is taken.
  void open(const std::string& path, const std::string& option);
  // It is not written after all.
  void close(const std::string& path);
  // Those of --profile, --metrics, --report, --trace and --vcd, --events and --record; --energy is read.
  void open_observations(const output_options& outputs, const observer_options& observers);
  // All of them, as they were named.
  const std::vector<file_report>& all() const { return all_; }

 private:
  std::vector<file_report> all_;
  std::vector<std::pair<std::filesystem::path, std::string>> known_;
  void note(const std::string& path, const std::string& option, bool output);
};

}  // namespace tensix
