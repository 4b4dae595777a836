// A text file written in large pieces: numbers and plain text, as fast as they can be put there.
#pragma once
#include <charconv>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tensix {

class text_file {
 public:
  // `option` is for messages.
  text_file(const std::string& path, std::string option)
      : path_(path), option_(std::move(option)), out_(path, std::ios::binary) {
    buffer_.reserve(piece + 4096);
  }
  text_file& operator<<(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() >= piece) flush();
    return *this;
  }
  text_file& operator<<(char c) {
    buffer_.push_back(c);
    return *this;
  }
  text_file& operator<<(uint64_t value) {
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    buffer_.append(digits, static_cast<size_t>(end - digits));
    return *this;
  }
  // Throws if not everything is in the file.
  void close() {
    flush();
    out_.close();
    if (!out_) throw std::runtime_error("cannot write '" + path_ + "' (" + option_ + ")");
  }

 private:
  static constexpr size_t piece = 1 << 18;
  const std::string path_, option_;
  std::ofstream out_;
  std::string buffer_;
  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
  }
};

}  // namespace tensix
