// What semaphores say.
#pragma once
#include <cstdint>

inline constexpr uint32_t INVALID = 0, VALID = 1;
