// SPDX-License-Identifier: Apache-2.0
// Before a kernel: the core as TT-Metalium's firmware leaves it (no fused .ttinsn, no data cache: workload/device/start.S), and a
// stack. Variables are in the data RAM, where they have been put by whoever loaded the program.
  .option arch, +zicsr
  .section .text.start, "ax"
  .globl _start
_start:
  csrsi 0x7c0, 1 << 1
  fence
  li    a0, 1 << 18 | 1 << 3
  csrs  0x7c0, a0
  csrci 0x7c0, 1 << 1
  fence
  li    sp, 0xffb01000
  call  kernel
  fence
  ebreak
