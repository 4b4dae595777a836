// Standard output that knows why it could not be written, and files that do not take its place.
#pragma once
#include <streambuf>
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

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  std::vector<char> buffer_;
  std::streambuf* before_;
  static int error_;
};

}  // namespace tensix
