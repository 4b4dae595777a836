// SPDX-License-Identifier: Apache-2.0
// Loops for B as blackhole-py's benchmarks assemble them (README.md, BP). Its assembler keeps a constant in a register where it can:
// the address of the first register that is written is loaded, the others are offsets from it; a label makes it forget.
//   WHAT    1 issue only, 2 each transfer waited for, 3 a stream with one wait for 64, 4 pages of DRAM with one wait, 5 as 4 with
//           state, 6 as 4 with a table of banks, 7 atomic increments, 8 semaphore, 9 wait_front, 10 push_back,
//           11 multicasts, each until it is sent, 12 the same with a word stored first
//   READ    1 or 0 (write). NOC. TARGET: coordinates, row x 64 + column. OWN: those of the tile. BYTES. TRANSFERS: rounds.
// Left at 0xA400: cycles of TRANSFERS rounds, of TRANSFERS empty ones.
  .equ base, 0xffb20000 + (NOC << 16)
  .equ clock, 0xffb121f0
  .equ source, 0x40000
  .equ destination, 0x80000
  .equ table, 0xffb00200      // of places by bank: the first one
  .equ interface, 0xffb00100  // of a circular buffer: base, end, bytes of a page, pages, read and write pointer, counters
#if WHAT == 11 || WHAT == 12
  .equ initiator, base
  .equ answers, 0x228
  .equ control, 0xa1b2
#elif READ
  .equ initiator, base + 0x800
  .equ answers, 0x208
#else
  .equ control, 0x2092
  .equ initiator, base
  .equ answers, 0x204
#endif

  .macro ready of
  li   t3, \of + 0x40
1:
  lw   t4, 0(t3)
  bne  t4, zero, 1b
  .endm

// t3 stays at CTRL of the initiator. Local address t5, the other one a0, coordinates a2, bytes s2; s5: own coordinates.
  .macro transfer
  ready initiator
  li   t3, initiator + 0x1c
#if READ
  li   t4, 0x2090
  sw   t4, 0(t3)
  sw   t5, -0x10(t3)
  sw   zero, -0x0c(t3)
  sw   s5, -0x08(t3)
  sw   a0, -0x1c(t3)
  sw   zero, -0x18(t3)
  sw   a2, -0x14(t3)
#else
  li   t4, control
  sw   t4, 0(t3)
  sw   t5, -0x1c(t3)
  sw   a0, -0x10(t3)
  sw   zero, -0x0c(t3)
  sw   a2, -0x08(t3)
#endif
  sw   s2, 0x04(t3)
  sw   zero, 0x08(t3)
  li   t4, 1
  sw   t4, 0x24(t3)
  .endm

// Until the count is s6; behind a transfer its address is near, behind a label it is not.
  .macro flush near
  .if \near
  addi t3, t3, base + answers - initiator - 0x1c
  .else
  li   t3, base + answers
  .endif
2:
  lw   t4, 0(t3)
  bltu t4, s6, 2b
  fence
  .endm

  .macro atomic
  ready base + 0x1800
  li   t3, base + 0x180c
  li   t4, 4
  sw   t4, 0(t3)
  sw   zero, 0x04(t3)
  sw   s5, 0x08(t3)
  sw   a0, -0x0c(t3)
  sw   zero, -0x08(t3)
  sw   a2, -0x04(t3)
  li   t4, 0x2091
  sw   t4, 0x10(t3)
  li   t4, 0x107c
  sw   t4, 0x14(t3)
  sw   zero, 0x18(t3)
  li   t4, 1
  sw   t4, 0x1c(t3)
  sw   t4, 0x34(t3)
  .endm

#if WHAT == 1
  .macro step
  transfer
  addi s6, s6, 1
  .endm
#elif WHAT == 12
  .macro step
  li   t0, 1
  sw   t0, 0(t5)
  transfer
  addi s6, s6, 1
  flush 1
  .endm
#elif WHAT == 2 || WHAT == 11
  .macro step
  transfer
  addi s6, s6, 1
  flush 1
  .endm
#elif WHAT == 7
  .macro step  // one more on a word of the target, and its answer
  atomic
  addi s6, s6, 1
  li   t3, base + 0x200
2:
  lw   t4, 0(t3)
  bltu t4, s6, 2b
  .endm
#elif WHAT == 8
  .macro step  // a semaphore of the own tile is set
  li   t0, 1
  sw   t0, 0(t5)
  fence
  .endm
#elif WHAT == 9
  .macro step  // wait_front: a page is there
  li   t0, interface + 24
  lw   t1, 0(t0)
  slli t2, t1, 16
  srli t2, t2, 16
  li   t6, 1
1:
  li   t0, 0xffb40028
  lhu  t3, 0(t0)
  sub  t4, t3, t2
  bgeu t4, t6, 2f
  fence
  j    1b
2:
  fence
  .endm
#elif WHAT == 10
  .macro step  // push_back
  li   t0, interface + 20
  lw   t1, 0(t0)
  li   t2, 2048
  add  t1, t1, t2
  lw   t3, -16(t0)
  bltu t1, t3, 1f
  lw   t3, -20(t0)
  sub  t1, t1, t3
1:
  li   t0, interface + 20
  sw   t1, 0(t0)
  lw   t1, 4(t0)
  slli t2, t1, 16
  srli t2, t2, 16
  srli t3, t1, 16
  addi t3, t3, 1
  slli t4, t3, 16
  or   t1, t4, t2
  sw   t1, 4(t0)
  li   t0, 0xffb40028
  sw   t3, 0(t0)
  fence
  .endm
#endif

  .macro read_clock low, high
  li   t0, clock
  lw   \low, 0(t0)
  lw   \high, 4(t0)
  .endm

  .text
  .globl kernel
kernel:
#ifdef KERNELS
  addi sp, sp, -32  // arguments: where results go, own coordinates, TARGET, first page
  sw   a0, 0(sp)
  sw   ra, 4(sp)
  sw   s0, 8(sp)
  sw   a2, 12(sp)
  sw   a3, 16(sp)
  mv   s5, a1
#else
  li   s5, OWN
#endif
  li   s2, BYTES
  li   t5, source
  li   a0, destination
  li   a2, TARGET
#if READ
  li   t5, destination
  li   a0, source
#endif
  li   t0, base
#if !READ
  mv   t1, s5  // the local side of writes: firmware's to write
  sw   zero, 0x04(t0)
  sw   t1, 0x08(t0)
#endif
  lw   s6, answers(t0)
#if WHAT >= 7 && WHAT <= 10
  lw   s6, 0x200(t0)
#endif
#if WHAT == 9 || WHAT == 10
  li   t0, interface
  li   t1, 0x100000
  sw   t1, 0(t0)
  sw   t1, 20(t0)
  li   t2, 64 * 2048
  add  t1, t1, t2
  sw   t1, 4(t0)
  li   t0, 0xffb40028
  li   t1, 1
  sw   t1, 0(t0)
#endif
  fence

#if WHAT < 3 || WHAT >= 7
  read_clock s10, s11
  li   s0, TRANSFERS
3:
  beq  s0, zero, 4f
  addi s1, s1, 1
  addi s0, s0, -1
  j    3b
4:
  read_clock a4, a5
  sub  s11, a4, s10
  read_clock s10, a5
  li   s0, TRANSFERS
5:
  beq  s0, zero, 6f
  step
  addi s0, s0, -1
  j    5b
6:
  read_clock a4, a5
  sub  s10, a4, s10
#if WHAT < 3
  flush 0
#endif

#elif WHAT == 3
  read_clock s10, a5
  li   s0, TRANSFERS / 64
7:
  beq  s0, zero, 9f
  li   s3, 64
8:
  transfer
  addi s6, s6, 1
  addi s3, s3, -1
  bne  s3, zero, 8b
  flush 0
  addi s0, s0, -1
  j    7b
9:
  read_clock a4, a5
  sub  s10, a4, s10

#else
  li   s0, 0x100000     // of the buffer in its bank
  li   s1, 7            // banks
  li   s3, TRANSFERS
  li   s4, 0            // bank
  li   a7, 0            // first page
  li   s11, TARGET
#ifdef KERNELS
  lw   s11, 12(sp)
  lw   a7, 16(sp)
#endif
#if WHAT == 6
  li   t0, table
  sh   s11, 0(t0)
#endif
#if WHAT == 5
  ready initiator
  li   t3, initiator + 0x1c
#if READ
  li   t4, 0x2090
  sw   t4, 0(t3)
  sw   zero, -0x0c(t3)
  sw   s5, -0x08(t3)
  sw   zero, -0x18(t3)
  sw   s11, -0x14(t3)
#else
  li   t4, 0x2092
  sw   t4, 0(t3)
  sw   zero, -0x0c(t3)
  sw   s11, -0x08(t3)
#endif
  sw   s2, 0x04(t3)
  sw   zero, 0x08(t3)
#endif
  read_clock s10, a3
  li   s9, 0xa440
  sw   s10, 0x20(s9)
  sw   a3, 0x24(s9)
  mv   s8, zero
7:
  beq  s8, s3, 9f
#if WHAT == 6
  add  a1, a7, s8
  mul  a1, a1, s1
  add  a1, a1, s4
  mv   a0, s0
  mv   a2, s1
  mv   t0, a1
  remu a1, t0, a2
  divu t0, t0, a2
  slli t0, t0, 11
  add  a0, a0, t0
  addi t1, a1, 0
  slli t1, t1, 1
  li   t2, table
  add  t2, t2, t1
  lhu  a2, 0(t2)
#else
  add  a1, a7, s8
  mul  t0, a1, s2
  mv   a0, s0
  add  a0, a0, t0
  mv   a2, s11
#endif
  andi t5, s8, 63
  mul  t5, t5, s2
  li   t6, source
  add  t5, t5, t6
#if WHAT == 5
  ready initiator
#if READ
  li   t3, initiator + 0x0c
  sw   t5, 0(t3)
  sw   a0, -0x0c(t3)
  li   t4, 1
  sw   t4, 0x34(t3)
#else
  li   t3, initiator
  sw   t5, 0(t3)
  sw   a0, 0x0c(t3)
  li   t4, 1
  sw   t4, 0x40(t3)
#endif
#else
  transfer
#endif
  addi s6, s6, 1
  addi s8, s8, 1
  j    7b
9:
  flush 0
  read_clock a4, a5
  sub  s10, a4, s10
#endif

#ifdef KERNELS
  lw   t0, 0(sp)
  lw   ra, 4(sp)
  lw   s0, 8(sp)
  addi sp, sp, 32
#else
  li   t0, 0xa400
#endif
  sw   s10, 0(t0)
  sw   s11, 4(t0)
  ret
