// SPDX-License-Identifier: Apache-2.0
# A loop of BODY, COUNT times a round, on one core. Left in L1 at 0xA200 are the cycles of 10 and of 50 rounds: in their
# difference what comes before and behind does not count. BEFORE comes once. For both: a0 to a5; s2 is an address in L1, s3 one
# in the data RAM, s4 that of the wall clock.
  .macro ttinsn word
  .word (\word << 2 & 0xffffffff) | \word >> 30
  .endm

  .macro chain  # of 64 pointers from s2 on, 64 bytes apart; the last one leads to the first
  mv a1, s2
  li a2, 63
1:
  addi a3, a1, 64
  sw a3, 0(a1)
  mv a1, a3
  addi a2, a2, -1
  bnez a2, 1b
  sw s2, 0(a1)
  mv a1, s2
  .endm

  .macro measure rounds, to
  li s6, \rounds
  fence
  csrr s7, mcycle
  .balign 16
1:
  .rept COUNT
  BODY
  .endr
  addi s6, s6, -1
  beqz s6, 2f
  j 1b
2:
  csrr s8, mcycle
  sub s8, s8, s7
  sw s8, \to(s5)
  .endm

  .text
  .globl _start
_start:
  li t0, 1 << 18
  csrrs zero, 0x7c0, t0  # .ttinsn are not fused
  li s2, 0x800c0
  li s3, 0xffb00000
  li s4, 0xffb121f0
  li s5, 0xa200
  BEFORE
  measure 10, 0
  measure 50, 4
  fence
  ebreak
