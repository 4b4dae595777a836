// SPDX-License-Identifier: Apache-2.0
// Which of the tile's eight semaphores are for what. Number 1 hands Dst from T1 to T2 (tensix/dst.h); 5 is the unpackers'.
#pragma once
#include <cstdint>

namespace ckernel {
namespace semaphore {
inline constexpr uint32_t FPU_SFPU = 0, MATH_PACK = 1, UNPACK_TO_DEST = 2, UNPACK_OPERAND_SYNC = 3, PACK_DONE = 4,
                          UNPACK_SYNC = 5, UNPACK_PACK = 6, UNPACK_MATH_DONE = 7, MATH_DONE = 7;
constexpr uint16_t t6_sem(uint8_t index) { return static_cast<uint16_t>(1 << index); }
}  // namespace semaphore
namespace mutex {
inline constexpr uint32_t REG_RMW = 0;
}
}  // namespace ckernel
