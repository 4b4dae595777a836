// SPDX-License-Identifier: Apache-2.0
// Words of L1 as RTL engineers read them, for messages.
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>

#include "support/text/hex_text.h"

namespace tensix {

// The 16 bytes of a word of L1, byte 15 first, as waves show it.
inline std::string hex_word(const uint8_t* bytes) {
  std::string text;
  for (unsigned i = 16; i-- > 0;) {
    char byte[3];
    std::snprintf(byte, sizeof byte, "%02x", bytes[i]);
    text += byte;
  }
  return text;
}

}  // namespace tensix
