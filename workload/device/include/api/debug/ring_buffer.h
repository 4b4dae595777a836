// SPDX-License-Identifier: Apache-2.0
// WATCHER_RING_BUFFER_PUSH(word): words for TT-Metalium's watcher. DPRINT says more.
#pragma once
#include <cstdint>
#define WATCHER_RING_BUFFER_PUSH(x) static_cast<void>(x)
inline void push_to_ring_buffer(uint32_t) {}
