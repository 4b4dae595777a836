// SPDX-License-Identifier: Apache-2.0
// More versions of a function, for AVX2 and AVX-512, chosen at run time where the compiler offers that: the same operations in the
// same order (integers, or -ffp-contract=off), so the same values.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#if __GNUC__ >= 12
#define TENSIX_HOST_CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else  // does not know that name
#define TENSIX_HOST_CLONES __attribute__((target_clones("avx2", "default")))
#endif
#else
#define TENSIX_HOST_CLONES
#endif
