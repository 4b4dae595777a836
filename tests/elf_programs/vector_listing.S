// SPDX-License-Identifier: Apache-2.0
# A program of T1 alone, in the forms that a compiler for Tensix emits: instructions of the vector unit as words of the core
# (.ttinsn: rotated left by two), operands that are known only as the program runs put into a word by the core and stored to the
# thread's FIFO, eight steps of a face recorded once and replayed, lanes by flags, an SFPNOP behind a product that the stall logic
# overlooks. 256 floats at 0x20000 become, for those above a bound (0x20800), x * a + b (0x20804, 0x20808), the others |x|; all of
# them with the integer 0x100 added to their bits. Back at 0x21000.
  .macro ttinsn word
  .word (\word << 2 & 0xffffffff) | \word >> 30
  .endm

  .set fifo, 0xffe40000
  .set done, 0xffe80004
  .set config, 0xffef0000
  .set dst, 0xffbd8000

  .globl _start
  .type _start, @function
_start:
  li s0, config
  sw zero, 12(s0)         # RISC_DEST_ACCESS_CTRL_SEC1: elements of 32 bits, floats
  lw t0, 12(s0)
  and zero, zero, t0
  # Dst, by the core
  li a0, 0x20000
  li a1, dst
  li a2, 256
1:
  lw t0, 0(a0)
  sw t0, 0(a1)
  addi a0, a0, 4
  addi a1, a1, 4
  addi a2, a2, -1
  bnez a2, 1b
  lw t0, -4(a1)           # the last one has arrived
  and zero, zero, t0
  # Numbers that are known only now: SFPLOADI lower and upper half to LReg 4, 5, 6.
  li s1, fifo
  ttinsn 0x8a00300a       # SFPENCC: all lanes
  li a0, 0x20800
  lui a3, 0x714a0         # SFPLOADI LReg 4, lower half
  lui a4, 0x71480         # SFPLOADI LReg 4, upper half
  lui a5, 0x100           # the next LReg
  li a2, 3
2:
  lw t0, 0(a0)
  slli t1, t0, 16
  srli t1, t1, 16
  or t1, t1, a3
  sw t1, 0(s1)
  srli t1, t0, 16
  or t1, t1, a4
  sw t1, 0(s1)
  add a3, a3, a5
  add a4, a4, a5
  addi a0, a0, 4
  addi a2, a2, -1
  bnez a2, 2b
  ttinsn 0x37000004       # SETRWC: Dst's counter is 0
  ttinsn 0xb2010000       # SETC16: no offset
  ttinsn 0xb2130000       # SETC16: address modifier 7 moves nothing
  ttinsn 0xb2230000
  ttinsn 0x71040100       # SFPLOADI LReg 0, 0x100
  ttinsn 0x040000e3       # REPLAY: the next 14 are recorded, and executed
  ttinsn 0x7013e000       # SFPLOAD LReg 1, 32 bits
  ttinsn 0x87000000       # SFPPUSHC
  ttinsn 0x96000411       # SFPLE: lanes where LReg 1 is at most the bound ...
  ttinsn 0x8b000000       # SFPCOMPC ... the others
  ttinsn 0x84015610       # SFPMAD LReg 1 = LReg 1 * LReg 5 + LReg 6
  ttinsn 0x8b000000       # SFPCOMPC
  ttinsn 0x7d000111       # SFPABS
  ttinsn 0x88000000       # SFPPOPC
  ttinsn 0x8f000000       # SFPNOP
  ttinsn 0x79000014       # SFPIADD LReg 1 += LReg 0
  ttinsn 0x7213e000       # SFPSTORE
  ttinsn 0x38008000       # INCRWC: two rows on
  ttinsn 0x8f000000
  ttinsn 0x8f000000
  .rept 7
  ttinsn 0x040000e0       # REPLAY
  .endr
  # Back, when all of it is done
  li a0, done
  lw t0, 0(a0)
  and zero, zero, t0
  li a0, 0x21000
  li a1, dst
  li a2, 256
3:
  lw t0, 0(a1)
  sw t0, 0(a0)
  addi a0, a0, 4
  addi a1, a1, 4
  addi a2, a2, -1
  bnez a2, 3b
  fence
  ebreak
