// SPDX-License-Identifier: Apache-2.0
#include "support/files/standard_output.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "support/files/output_file.h"
#include "support/text/fitted.h"

namespace tensix {

void keep_standard_files_apart() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(file, F_GETFD) < 0 && open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file) _exit(EXIT_FAILURE);
}

int standard_output::error_ = 0;
size_t standard_output::width_ = 0;

standard_output::standard_output() : buffer_(1 << 16), before_(std::cout.rdbuf(this)) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

standard_output::~standard_output() {
  sync();
  std::cout.rdbuf(before_);
}

void standard_output::fit_terminal() {
  constexpr size_t fewest = 80, most = 100000;
  if (!isatty(STDOUT_FILENO)) return;
  winsize size = {};
  size_t columns = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
  if (const char* given = std::getenv("COLUMNS"); given && *given >= '0' && *given <= '9')
    columns = std::strtoul(given, nullptr, 10);
  width_ = std::min(std::max(columns, fewest), most);
}

void standard_output::write(const char* bytes, size_t count) {
  for (const char *at = bytes, *const end = bytes + count; at != end && !error_;) {
    const ssize_t n = ::write(STDOUT_FILENO, at, static_cast<size_t>(end - at));
    if (n >= 0) at += n;
    else if (errno != EINTR) error_ = errno;
  }
}

void standard_output::take() {
  const auto count = static_cast<size_t>(pptr() - pbase());
  if (width_) taken_.append(pbase(), count);
  else write(pbase(), count);
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

void standard_output::write_up_to(size_t end) {
  const std::string text = fitted(taken_.substr(0, end), width_);
  taken_.erase(0, end);
  write(text.data(), text.size());
}

int standard_output::sync() {
  take();
  if (!taken_.empty()) write_up_to(taken_.size());
  return error_ ? -1 : 0;
}

standard_output::int_type standard_output::overflow(int_type c) {
  take();
  if (const size_t end = taken_.rfind("\n\n"); end != std::string::npos) write_up_to(end + 2);
  if (error_) return traits_type::eof();
  return traits_type::eq_int_type(c, traits_type::eof()) ? traits_type::not_eof(c) : sputc(traits_type::to_char_type(c));
}

void standard_output::require_written() {
  if (std::cout.flush()) return;
  throw host_error(std::string("cannot write to standard output") + (error_ ? std::string(": ") + std::strerror(error_) : ""));
}

}  // namespace tensix
