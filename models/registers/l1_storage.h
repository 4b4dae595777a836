// The bytes of L1.
#pragma once
#include <cstdint>
#include <vector>

#include "models/registers/zeroed_memory.h"

namespace tensix {

// Not to be made smaller and larger again.
using l1_storage = std::vector<uint8_t, zeroed_memory<uint8_t>>;

}  // namespace tensix
