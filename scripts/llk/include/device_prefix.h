// SPDX-License-Identifier: Apache-2.0
// In front of every program of tt-llk when Debian's compiler stands in for SFPI's.
#pragma once
// .ttinsn: the word, rotated left by two.
__asm__(
    ".macro .ttinsn word\n"
    ".word (((\\word) & 0xffffffff) << 2 | ((\\word) & 0xffffffff) >> 30) & 0xffffffff\n"
    ".endm");
// What GCC calls without a C library. Under names of their own, so that it still puts a few bytes of known size in line.
extern "C" {
[[gnu::used, gnu::weak, gnu::optimize("no-tree-loop-distribute-patterns")]] void* stand_in_memcpy(void* to, const void* from,
                                                                                                 decltype(sizeof 0) bytes) {
  decltype(bytes) i = 0;
  using word [[gnu::may_alias]] = unsigned;
  if (((__UINTPTR_TYPE__)to | (__UINTPTR_TYPE__)from) % 4 == 0)
    for (; i + 4 <= bytes; i += 4) *(word*)((char*)to + i) = *(const word*)((const char*)from + i);
  for (; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}
[[gnu::used, gnu::weak, gnu::optimize("no-tree-loop-distribute-patterns")]] void* stand_in_memset(void* to, int value,
                                                                                                 decltype(sizeof 0) bytes) {
  for (decltype(bytes) i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<char>(value);
  return to;
}
}
__asm__(".weak memcpy\n.weak memset\n.set memcpy, stand_in_memcpy\n.set memset, stand_in_memset");
