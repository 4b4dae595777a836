// SPDX-License-Identifier: Apache-2.0
// Numbers made multiples.
#pragma once
#include <cstdint>

template <typename T>
constexpr T align_up(T value, T alignment) {
  return (value + alignment - 1) / alignment * alignment;
}
template <typename T>
constexpr T align_down(T value, T alignment) {
  return value / alignment * alignment;
}
constexpr uint32_t round_up_to_mult_of_4(uint32_t value) { return (value + 3) & ~3u; }
