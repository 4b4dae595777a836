// SPDX-License-Identifier: Apache-2.0
// Runs tensix-tlm as a child process and tells what came out.
#pragma once
#include <string>
#include <vector>

#include "catch.h"

namespace tensix_cli {

using arguments = std::vector<std::string>;

// A folder of one test's own below the system's temporary folder; it goes with everything in it.
class temporary_folder {
 public:
  temporary_folder();
  ~temporary_folder();
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  void write(const std::string& name, const std::string& bytes) const;
  std::string read(const std::string& name) const;  // fails the test if it is not there
  bool has(const std::string& name) const;

 private:
  std::string path_;
};

struct outcome {
  int code = -1;          // exit code; -1 if it was killed
  std::string killed_by;  // name of the signal; a child that runs for longer than its limit gets SIGALRM
  std::string out, err;   // what it printed; at most the first 256 KiB of each
  std::string last_error_line() const;
};

// Every child runs in `folder`, with two at a time. The results stand in the order of the command lines.
std::vector<outcome> tlm_all(const temporary_folder& folder, const std::vector<arguments>& command_lines,
                             unsigned seconds = 60);
outcome run_tlm(const temporary_folder& folder, const arguments& command_line, unsigned seconds = 60);
// Writes `text` as a stream file of this folder and plays it.
outcome play(const temporary_folder& folder, const std::string& text, arguments more = {}, unsigned seconds = 10);

std::string joined(const arguments& command_line);
std::string described(const arguments& command_line, const outcome& o);  // for messages of a test
bool contains(const std::string& text, const std::string& part);
std::vector<std::string> lines_of(const std::string& text);

// Exit code `code`, one plain message with all of `parts`, nothing else.
void check_refused(const arguments& command_line, const outcome& o, const std::vector<std::string>& parts, int code = 2);

}  // namespace tensix_cli
