// SPDX-License-Identifier: Apache-2.0
// DPRINT when somebody listens (--dprint): each thing that is printed goes into the core's ring in L1, which the host empties; who
// finds it full waits. That costs cycles, so what is measured is the program with its prints.
#pragma once
#include <type_traits>

#include "tensix/checks.h"
#include "tensix/print_record.h"

namespace tensix::device {

struct print_end {
  uint32_t produced, pc;
};
static print_end printing;

inline __attribute__((noinline)) void print(print_kind kind, uint32_t low = 0, uint32_t high = 0) {
  const uint32_t counters = tensix_program::print_counters + 32 * core;
  while (printing.produced - fresh(counters + 16) >= print_slots) {
  }
  const uint32_t slot =
      tensix_program::print_rings + (core * print_slots + printing.produced % print_slots) * sizeof(print_record);
  const uint32_t words[] = {static_cast<uint32_t>(kind), printing.pc, low, high};
  for (uint32_t i = 0; i < 4; ++i) l1(slot + 4 * i) = words[i];
  l1(counters) = ++printing.produced;
}
// Until the host has all of it: it reads what is printed by address when it takes the record.
inline __attribute__((noinline)) void print_seen() {
  while (fresh(tensix_program::print_counters + 32 * core + 16) != printing.produced) {
  }
}
// The core's own memory the host does not read.
inline __attribute__((noinline)) void print_text(const char* text) {
  constexpr uint32_t own_memory = 0xFFB00000;
  if (reinterpret_cast<uint32_t>(text) < own_memory) return print(print_kind::text, reinterpret_cast<uint32_t>(text));
  while (*text) {
    uint32_t words[2] = {};
    for (uint32_t i = 0; i < 8 && *text; ++i, ++text)
      words[i / 4] |= static_cast<uint32_t>(static_cast<uint8_t>(*text)) << 8 * (i % 4);
    print(print_kind::characters, words[0], words[1]);
  }
}

template <class T>
ALWI void print_value(const T& value) {
  using bare = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<bare, char>) print(print_kind::characters, static_cast<uint8_t>(value));
  else if constexpr (std::is_enum_v<bare>) print_value(static_cast<std::underlying_type_t<bare>>(value));
  else if constexpr (std::is_same_v<bare, float>) print(print_kind::float32, __builtin_bit_cast(uint32_t, value));
  else if constexpr (std::is_same_v<bare, double>) print_value(static_cast<float>(value));
  else if constexpr (std::is_integral_v<bare> && sizeof(bare) == 8)
    print(std::is_signed_v<bare> ? print_kind::signed64 : print_kind::unsigned64, static_cast<uint32_t>(value),
          static_cast<uint32_t>(static_cast<uint64_t>(value) >> 32));
  else if constexpr (std::is_integral_v<bare>)
    print(std::is_signed_v<bare> ? print_kind::signed32 : print_kind::unsigned32, static_cast<uint32_t>(value));
  else if constexpr (std::is_convertible_v<const bare&, const char*>) print_text(value);
  else if constexpr (std::is_pointer_v<bare>) print(print_kind::pointer, reinterpret_cast<uint32_t>(value));
  else if constexpr (std::is_convertible_v<const bare&, uint32_t>) print_value(static_cast<uint32_t>(value));
  else print_text("?");
}

}  // namespace tensix::device
