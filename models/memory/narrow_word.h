// SPDX-License-Identifier: Apache-2.0
// Layer 1.
#pragma once
#include <cstdint>
#include <cstring>

namespace tensix {

// 1, 2 or 4 bytes as the low ones of a word. Not std::memcpy of `bytes` into it: that is a loop, and what is written byte by byte and
// read whole waits in the processor.
inline uint32_t narrow_word(const uint8_t* from, unsigned bytes) {
  if (bytes == 1) return *from;
  if (bytes == 2) {
    uint16_t half;
    std::memcpy(&half, from, sizeof half);
    return half;
  }
  uint32_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

}  // namespace tensix
