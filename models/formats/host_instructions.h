// SPDX-License-Identifier: Apache-2.0
// Rows are worked out in code compiled once for each instruction set: wider vectors have more of the operations that it needs.
// A function marked TENSIX_EVERY_TARGET goes into one for each of them, of which the widest that the host has is taken.
#pragma once

#if defined(__GNUC__)
#define TENSIX_EVERY_TARGET __attribute__((always_inline))
#else
#define TENSIX_EVERY_TARGET
#endif
#if defined(__GNUC__) && defined(__x86_64__)
#define TENSIX_AVX2
#define TENSIX_TARGET_AVX2 __attribute__((target("avx2")))
#endif

namespace tensix {

#ifdef TENSIX_AVX2
inline const bool has_avx2 = __builtin_cpu_supports("avx2");
#endif

}  // namespace tensix
