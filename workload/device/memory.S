// SPDX-License-Identifier: Apache-2.0
// What the compiler calls for copies of structures and loops over bytes, also where a kernel names none of it. By words where
// addresses are aligned. Each in a section of its own: what is not called is not linked.
.macro function name
  .section .text.\name, "ax"
  .globl \name
  .type \name, @function
\name:
.endm

// void* memcpy(void* to, const void* from, size_t bytes)
function memcpy
  mv    a3, a0
  add   a4, a0, a2            // the end
  or    a5, a0, a1
  andi  a5, a5, 3
  bnez  a5, 4f
  andi  a5, a2, -4
  add   a5, a5, a0            // of whole words
  j     2f
1:
  lw    a6, 0(a1)
  addi  a1, a1, 4
  sw    a6, 0(a3)
  addi  a3, a3, 4
2:
  bltu  a3, a5, 1b
  j     4f
3:
  lbu   a6, 0(a1)
  addi  a1, a1, 1
  sb    a6, 0(a3)
  addi  a3, a3, 1
4:
  bltu  a3, a4, 3b
  ret

// void* memmove(void* to, const void* from, size_t bytes)
function memmove
  sub   a3, a0, a1
  bltu  a3, a2, 1f            // to lies in what is copied: backwards
  tail  memcpy
1:
  add   a3, a0, a2
  add   a1, a1, a2
  or    a5, a3, a1
  andi  a5, a5, 3
  bnez  a5, 5f
  andi  a5, a2, 3
  add   a5, a5, a0            // of whole words, from behind
  j     3f
2:
  addi  a1, a1, -4
  lw    a6, 0(a1)
  addi  a3, a3, -4
  sw    a6, 0(a3)
3:
  bltu  a5, a3, 2b
  j     5f
4:
  addi  a1, a1, -1
  lbu   a6, 0(a1)
  addi  a3, a3, -1
  sb    a6, 0(a3)
5:
  bltu  a0, a3, 4b
  ret

// void* memset(void* to, int value, size_t bytes)
function memset
  mv    a3, a0
  add   a4, a0, a2
  andi  a5, a0, 3
  bnez  a5, 4f
  andi  a1, a1, 0xff
  slli  a5, a1, 8
  or    a1, a1, a5
  slli  a5, a1, 16
  or    a1, a1, a5
  andi  a5, a2, -4
  add   a5, a5, a0
  j     2f
1:
  sw    a1, 0(a3)
  addi  a3, a3, 4
2:
  bltu  a3, a5, 1b
  j     4f
3:
  sb    a1, 0(a3)
  addi  a3, a3, 1
4:
  bltu  a3, a4, 3b
  ret

// int memcmp(const void* a, const void* b, size_t bytes)
function memcmp
  add   a2, a2, a0
  mv    a3, a0
  li    a0, 0
  j     2f
1:
  lbu   a0, 0(a3)
  lbu   a4, 0(a1)
  sub   a0, a0, a4
  addi  a3, a3, 1
  addi  a1, a1, 1
  bnez  a0, 3f
2:
  bltu  a3, a2, 1b
3:
  ret
