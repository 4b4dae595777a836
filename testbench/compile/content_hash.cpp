#include "testbench/compile/content_hash.h"

#include <cstdio>

namespace tensix {

// Times the prime 2^88 + 0x13b.
void content_hash::add_byte(uint8_t byte) {
  words_[0] ^= byte;
  const auto old = words_;
  uint64_t carry = 0;
  for (unsigned i = 0; i < 4; ++i) {
    carry += uint64_t{old[i]} * 0x13b;
    if (i == 2) carry += uint64_t{old[0]} << 24;
    if (i == 3) carry += uint64_t{old[1]} << 24;
    words_[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
}

void content_hash::add(std::string_view piece) {
  for (uint64_t length = piece.size(), i = 0; i < 8; ++i) add_byte(static_cast<uint8_t>(length >> (8 * i)));
  for (const char c : piece) add_byte(static_cast<uint8_t>(c));
}

std::string content_hash::text() const {
  char text[33];
  std::snprintf(text, sizeof text, "%08x%08x%08x%08x", words_[3], words_[2], words_[1], words_[0]);
  return text;
}

}  // namespace tensix
