// SPDX-License-Identifier: Apache-2.0
// What passes between gdb and a program under its control: packets of text, each with its length and sum checked. No SystemC.
// Source: GDB manual, "Remote Protocol": Overview, Packets.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace tensix {

// Bytes in, whole packets out.
class gdb_packets {
 public:
  static constexpr size_t longest = 4096;  // characters between $ and #; the rest of a longer one is read and dropped

  struct event {
    enum class kind : uint8_t { packet, interrupt, again, damaged, too_long } what;
    std::string packet;  // without frame
  };
  // The next thing that the bytes so far hold; nothing: more bytes are needed. `again`: the other side has not understood.
  void add(const char* bytes, size_t count) { bytes_.append(bytes, count); }
  std::optional<event> next();

  static std::string framed(const std::string& packet);

 private:
  std::string bytes_, packet_;
  enum class within : uint8_t { nothing, packet, first_digit, second_digit } within_ = within::nothing;
  bool too_long_ = false;
  unsigned sum_ = 0, given_ = 0;
};

int hex_digit(char c);  // -1: none
std::string hex_of_bytes(const void* bytes, size_t count);
// Whole bytes; nothing: `text` is not that.
std::optional<std::string> bytes_of_hex(const std::string& text);
// A number of at most 16 hexadecimal digits, from `at` on, which is moved behind it; nothing: there is none.
std::optional<uint64_t> take_hex(const std::string& text, size_t& at);

}  // namespace tensix
