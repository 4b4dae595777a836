// SPDX-License-Identifier: Apache-2.0
// Addresses and words as they are read in messages.
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>

namespace tensix {

// "0x1f40"
inline std::string hex_text(uint64_t value) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace tensix
