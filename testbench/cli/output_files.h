// Output files that turn out not to be writable after a long run would waste it: they are opened before, and removed again if
// the run never comes to fill them. No output may replace another one, or a file that the run reads.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "testbench/options/options.h"

namespace tensix {

class output_files {
 public:
  output_files() = default;
  output_files(const output_files&) = delete;
  output_files& operator=(const output_files&) = delete;
  ~output_files();  // removes what was made and not kept

  // A file that the run reads. Empty paths mean nothing, here and below. `option` stands in messages.
  void reads(const std::string& path, const char* option) { note(path, option, false); }
  // A file that the run writes by itself.
  void writes(const std::string& path, const char* option) { note(path, option, true); }
  // Throws std::runtime_error if it cannot be written or is taken.
  void open(const std::string& path, const char* option);
  void keep(const std::string& path);
  // Those of --metrics, --report, --trace and --vcd, and their keeping.
  void open_observations(const command_line& options);
  void keep_observations(const command_line& options);

 private:
  std::vector<std::string> created_;
  std::vector<std::pair<std::filesystem::path, std::string>> known_;
  void note(const std::string& path, const std::string& option, bool output);
};

}  // namespace tensix
