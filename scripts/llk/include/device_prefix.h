// In front of every program of tt-llk when Debian's compiler stands in for SFPI's.
#pragma once
// .ttinsn: the word, rotated left by two.
__asm__(
    ".macro .ttinsn word\n"
    ".word (((\\word) & 0xffffffff) << 2 | ((\\word) & 0xffffffff) >> 30) & 0xffffffff\n"
    ".endm");
// What GCC calls without a C library.
extern "C" {
[[gnu::weak, gnu::optimize("no-tree-loop-distribute-patterns")]] void* memcpy(void* to, const void* from, decltype(sizeof 0) bytes) {
  for (decltype(bytes) i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}
[[gnu::weak, gnu::optimize("no-tree-loop-distribute-patterns")]] void* memset(void* to, int value, decltype(sizeof 0) bytes) {
  for (decltype(bytes) i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<char>(value);
  return to;
}
}
