// SPDX-License-Identifier: Apache-2.0
// Speeds at which an unpacker fetches from L1, by the names of Throttle_mode; the bytes a cycle behind each name are
// parameters. Layer 1.
#pragma once
#include <cstdint>

namespace tensix {

enum class fetch_speed : uint8_t { x1, x2, x4 };

}  // namespace tensix
