// SPDX-License-Identifier: Apache-2.0
// A text file written in large pieces: numbers and plain text, as fast as they can be put there.
#pragma once
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "support/files/output_file.h"

namespace tensix {

class text_file {
 public:
  // `option` is for messages.
  text_file(const std::string& path, const std::string& option) : out_(path, option) { buffer_.resize(piece); }
  text_file& operator<<(std::string_view text) {
    if (text.size() > piece - used_) flush();
    if (text.size() > piece) {
      out_.write(text);
      return *this;
    }
    std::memcpy(&buffer_[used_], text.data(), text.size());
    used_ += text.size();
    return *this;
  }
  text_file& operator<<(const char* text) { return *this << std::string_view(text); }
  text_file& operator<<(const std::string& text) { return *this << std::string_view(text); }
  text_file& operator<<(char c) { return *this << std::string_view(&c, 1); }
  text_file& operator<<(uint64_t value) {
    constexpr size_t most_digits = 20;
    if (piece - used_ < most_digits) flush();
    const auto end = std::to_chars(&buffer_[used_], &buffer_[used_] + most_digits, value).ptr;
    used_ = static_cast<size_t>(end - buffer_.data());
    return *this;
  }
  // Everything is in the file, which is now in its place; `settled`: and on the disk.
  void close(bool settled = false) {
    flush();
    if (settled) out_.settle();
    out_.keep();
  }

 private:
  static constexpr size_t piece = 1 << 18;
  output_file out_;
  std::vector<char> buffer_;
  size_t used_ = 0;
  void flush() {
    out_.write({buffer_.data(), used_});
    used_ = 0;
  }
};

}  // namespace tensix
