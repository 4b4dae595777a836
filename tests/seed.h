// SPDX-License-Identifier: Apache-2.0
// Seeds of random tests: the number in the test, unless TENSIX_TEST_SEED=N asks for other ones (scripts/soak.sh does). What fails
// with some N fails again with the same.
#pragma once
#include <cstdint>
#include <cstdlib>

namespace tensix {

inline uint32_t seeded(uint32_t number) {
  const char* text = std::getenv("TENSIX_TEST_SEED");
  const uint64_t n = text ? std::strtoull(text, nullptr, 10) : 0;
  return number ^ static_cast<uint32_t>(n ^ n >> 32) * 0x9e3779b9u;  // 0: as written in the test
}

}  // namespace tensix
