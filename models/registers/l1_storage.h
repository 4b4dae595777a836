// SPDX-License-Identifier: Apache-2.0
// The bytes of L1.
#pragma once
#include <cstdint>

#include "models/registers/zeroed_array.h"

namespace tensix {

using l1_storage = zeroed_array<uint8_t>;

}  // namespace tensix
