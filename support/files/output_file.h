// SPDX-License-Identifier: Apache-2.0
// A file that is there whole or not at all: written without a name in the folder of its place, and put there by keep(), in one
// step. Whatever ends the process before leaves what was there, and nothing else. A file system without nameless files gets a
// named one beside it (.tensix-tlm-PID-N); so does, between two system calls, one that takes another's place, which SIGKILL alone
// can leave. What is no file of its own (a pipe, /dev/stdout) is written directly. No SystemC.
#pragma once
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tensix {

// The machine gave out: no room on the disk, no memory, nobody to read standard output. Neither the input's fault nor the
// program's.
struct host_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class output_file {
 public:
  // `whose` (an option) stands in messages. Throws std::runtime_error if there can be no such file.
  explicit output_file(const std::string& path, const std::string& whose = {}) : output_file(path, whose, true) {}
  ~output_file();
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  // These throw host_error.
  void write(std::string_view bytes);
  void settle();  // waits until the bytes are on the disk
  void keep();

 private:
  friend void check_writable(const std::string&, const std::string&);
  enum class way : uint8_t { nameless, beside, direct };
  const std::string shown_;  // in messages
  std::filesystem::path path_, beside_;
  way way_ = way::nameless;
  int file_ = -1;

  output_file(const std::string& path, const std::string& whose, bool to_write);
  void open(bool to_write);
  bool open_beside();
  void publish();
  [[noreturn]] void fail() const;
};

// The whole file at once.
void write_file(const std::string& path, const std::string& whose, std::string_view bytes);
// Throws what output_file would throw, and leaves everything as it is: before a long run.
void check_writable(const std::string& path, const std::string& whose);
// A file without a name in that folder, or -1 (errno).
int nameless_file(const std::filesystem::path& folder);

}  // namespace tensix
