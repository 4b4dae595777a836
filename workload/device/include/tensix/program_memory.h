// SPDX-License-Identifier: Apache-2.0
// What the host tells a kernel that moves data about memory (tensix_program.h, which it generates). No code.
#pragma once
#include <cstdint>

namespace tensix::device {

// Where in L1 things lie that firmware has set up on a card.
struct program_memory {
  uint32_t semaphores, semaphore_count;  // 16 bytes each
  uint32_t atomic_sink;                  // where atomics put the values that nobody wants
  uint32_t inline_words;                 // 16 bytes for each core that moves data and each network
};

}  // namespace tensix::device
