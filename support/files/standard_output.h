// SPDX-License-Identifier: Apache-2.0
// Standard output that knows why it could not be written, and files that do not take its place.
#pragma once
#include <streambuf>
#include <string>
#include <vector>

namespace tensix {

// At the start of the program: whoever closed standard input, output or error must not find another file in their place. Writing
// to what was closed is an error.
void keep_standard_files_apart();

// std::cout writes through it as long as it lives.
class standard_output : public std::streambuf {
 public:
  standard_output();
  ~standard_output() override;
  standard_output(const standard_output&) = delete;
  standard_output& operator=(const standard_output&) = delete;
  // Throws host_error unless everything is written.
  static void require_written();
  // What is written from here on is for people: on a terminal it is made to fit its width, at least 80 letters ($COLUMNS, or what
  // the terminal says); in a file or pipe it stays as it is. For what programs read, or is copied as it stands: not called.
  static void fit_terminal();

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  void write(const char* bytes, size_t count);
  void take();               // what is in the buffer
  void write_up_to(size_t);  // of what is taken

  std::vector<char> buffer_;
  std::string taken_;    // of a text that is to fit: up to an empty line its lines may be one table
  static size_t width_;  // 0: as it is
  std::streambuf* before_;
  static int error_;
};

}  // namespace tensix
