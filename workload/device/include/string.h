// SPDX-License-Identifier: Apache-2.0
// Copies and comparisons of memory (memory.S); of texts there is only their length.
#pragma once
#include <stddef.h>

extern "C" {
void* memcpy(void* to, const void* from, size_t bytes);
void* memmove(void* to, const void* from, size_t bytes);
void* memset(void* to, int value, size_t bytes);
int memcmp(const void* a, const void* b, size_t bytes);
}
inline constexpr size_t strlen(const char* text) { return __builtin_strlen(text); }
