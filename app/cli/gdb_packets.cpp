// SPDX-License-Identifier: Apache-2.0
#include "app/cli/gdb_packets.h"

namespace tensix {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string hex_of_bytes(const void* bytes, size_t count) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const uint8_t byte = static_cast<const uint8_t*>(bytes)[i];
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::optional<std::string> bytes_of_hex(const std::string& text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); i += 2) {
    const int high = hex_digit(text[i]), low = i + 1 < text.size() ? hex_digit(text[i + 1]) : -1;
    if (high < 0 || low < 0) return {};
    bytes += static_cast<char>(high << 4 | low);
  }
  return bytes;
}

std::optional<uint64_t> take_hex(const std::string& text, size_t& at) {
  uint64_t value = 0;
  size_t end = at;
  for (; end < text.size() && end < at + 16 && hex_digit(text[end]) >= 0; ++end)
    value = value << 4 | static_cast<uint64_t>(hex_digit(text[end]));
  if (end == at) return {};
  at = end;
  return value;
}

std::string gdb_packets::framed(const std::string& packet) {
  unsigned sum = 0;
  for (const char c : packet) sum += static_cast<unsigned char>(c);
  const uint8_t byte = static_cast<uint8_t>(sum);
  return "$" + packet + "#" + hex_of_bytes(&byte, 1);
}

std::optional<gdb_packets::event> gdb_packets::next() {
  using kind = event::kind;
  size_t at = 0;
  const auto found = [&](event e) {
    bytes_.erase(0, at);
    return e;
  };
  while (at < bytes_.size()) {
    const char c = bytes_[at++];
    switch (within_) {
      case within::nothing:
        if (c == '\x03') return found({kind::interrupt, {}});
        if (c == '-') return found({kind::again, {}});
        if (c != '$') break;  // '+', or nothing that has a meaning
        within_ = within::packet;
        packet_.clear();
        too_long_ = false;
        sum_ = 0;
        break;
      case within::packet:
        if (c == '#') {
          within_ = within::first_digit;
        } else if (c == '$') {  // the one before has lost its end
          packet_.clear();
          too_long_ = false;
          sum_ = 0;
        } else {
          sum_ += static_cast<unsigned char>(c);
          if (packet_.size() < longest) packet_ += c;
          else too_long_ = true;
        }
        break;
      case within::first_digit:
        given_ = static_cast<unsigned>(hex_digit(c));
        within_ = within::second_digit;
        break;
      case within::second_digit:
        within_ = within::nothing;
        if (hex_digit(c) < 0 || given_ > 15 || (given_ << 4 | static_cast<unsigned>(hex_digit(c))) != (sum_ & 0xff))
          return found({kind::damaged, {}});
        if (too_long_) return found({kind::too_long, {}});
        return found({kind::packet, packet_});
    }
  }
  bytes_.clear();
  return {};
}

}  // namespace tensix
