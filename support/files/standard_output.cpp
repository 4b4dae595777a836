#include "support/files/standard_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

#include "support/files/output_file.h"

namespace tensix {

void keep_standard_files_apart() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(file, F_GETFD) < 0 && open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file) _exit(EXIT_FAILURE);
}

int standard_output::error_ = 0;

standard_output::standard_output() : buffer_(1 << 16), before_(std::cout.rdbuf(this)) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

standard_output::~standard_output() {
  sync();
  std::cout.rdbuf(before_);
}

int standard_output::sync() {
  for (const char* at = pbase(); at != pptr() && !error_;) {
    const ssize_t n = ::write(STDOUT_FILENO, at, static_cast<size_t>(pptr() - at));
    if (n >= 0) at += n;
    else if (errno != EINTR) error_ = errno;
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ ? -1 : 0;
}

standard_output::int_type standard_output::overflow(int_type c) {
  if (sync() != 0) return traits_type::eof();
  return traits_type::eq_int_type(c, traits_type::eof()) ? traits_type::not_eof(c) : sputc(traits_type::to_char_type(c));
}

void standard_output::require_written() {
  if (std::cout.flush()) return;
  throw host_error(std::string("cannot write to standard output") + (error_ ? std::string(": ") + std::strerror(error_) : ""));
}

}  // namespace tensix
