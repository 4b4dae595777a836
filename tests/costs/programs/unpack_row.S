// SPDX-License-Identifier: Apache-2.0
# Rows of a matrix product's unpacking as T0 drives them, in the steps that the measured program had, whose code was hand-made:
# wait for a context, two addresses, written into the context that a word of the data RAM names, STALLWAIT, one UNPACR, a MOP of
# REPLAYs, SEMGET, the other context. What is unpacked are NOPs: the core sets the pace. 2 x 2 output tiles take 2 * WIDTH rows,
# one after the other in the code. WIDTH 0: an empty round. At 0xA200 are the cycles of ten rounds, the first ones, between two
# reads of the wall clock.
  .macro ttinsn word
  .word (\word << 2 & 0xffffffff) | \word >> 30
  .endm

  .macro clock to
1:
  lw t0, 8(s4)
  lw \to, 0(s4)
  lw t1, 8(s4)
  bne t0, t1, 1b
  .endm

  .macro write_address value, words  # of the context in t2
  mv t3, \words
  beqz t2, 1f
  addi t3, t3, 4
1:
  sw \value, 0(t3)
  .endm

  .macro row
1:
  lw t1, 0(s6)
  andi t1, t1, 0xfe
  beqz t1, 2f
  fence
  j 1b
2:
  mul a0, s9, a4
  add a0, a0, s2
  addi a0, a0, -1
  mul a1, s10, a4
  add a1, a1, s3
  addi a1, a1, -1
  lw t2, 0(s8)
  write_address a1, a2
  write_address a0, a3
  sw zero, 0(s6)
  ttinsn 0xa2040400  # STALLWAIT: the unpackers, for the stores
  ttinsn 0x02000000
  bnez t2, 1f
  ttinsn 0x01800000  # MOP: there are two, of which each leaves out the other context's REPLAYs
  j 2f
1:
  ttinsn 0x01800000
2:
  ttinsn 0xa5000080  # SEMGET
  li t3, 1
  sub t3, t3, t2
  sw t3, 0(s8)
  beqz t2, 1f
  ttinsn 0xb2290000  # SETC16: context 0
  j 2f
1:
  ttinsn 0xb2290101  # context 1
2:
  .endm

  .text
  .globl _start
_start:
  li t0, 1 << 18
  csrrs zero, 0x7c0, t0  # .ttinsn are not fused
  ttinsn 0xa3200080      # SEMINIT: two contexts
  ttinsn 0x04000021      # REPLAY: of two NOPs
  ttinsn 0x02000000
  ttinsn 0x02000000
  li t0, 0xffb80000      # MOP: once, two REPLAYs, nothing before and behind
  li t1, 1
  sw t1, 0(t0)
  li t1, 2
  sw t1, 4(t0)
  li t1, 0x02000000
  sw t1, 8(t0)
  sw t1, 12(t0)
  sw t1, 16(t0)
  sw t1, 24(t0)
  li t1, 0x04000020
  sw t1, 20(t0)
  sw t1, 28(t0)
  sw t1, 32(t0)
  li t0, 0xffe80004
  lw t0, 0(t0)
  and t0, t0, t0
  li a2, 0xffef0000 + 4 * 76   # THCON_SEC0_REG3_Base_address, behind it that of context 1
  li a3, 0xffef0000 + 4 * 124  # THCON_SEC1_REG3_Base_address
  li a4, 128                   # a tile, in units of 16 bytes
  li s2, 0x2100
  li s3, 0x3100
  li s4, 0xffb121f0
  li s6, 0xffe80020 + 4 * 5
  li s8, 0xffb00000
  sw zero, 0(s8)
  li s5, 10
  clock a6
8:
  beqz s5, 9f
  .set inner, 0
  .rept WIDTH
  li s9, inner
  li s10, 2 * inner
  row
  li s9, WIDTH + inner
  row
  .set inner, inner + 1
  .endr
  .if WIDTH == 0
  addi t6, t6, 1
  .endif
  addi s5, s5, -1
  j 8b
9:
  clock a7
  sub a7, a7, a6
  li t0, 0xa200
  sw a7, 0(t0)
  fence
  ebreak
