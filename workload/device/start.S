// SPDX-License-Identifier: Apache-2.0
// What happens before and after a kernel: the core as TT-Metalium's firmware leaves it, stack, variables, and an end that stops
// the core. Variables without a value are zeros: a reset clears the data RAM.
//
// The firmware turns off two things that a reset leaves on, by csr.cfg0: that adjacent .ttinsn are executed together ("gathering",
// which hangs matrix products: tt-metal issue 16439), and the L0 data cache. No branch is predicted and none is on its way while
// it does (tt-metal, configure_csr).
  .option arch, +zicsr
  .equ  cfg0, 0x7c0
  .equ  no_predictor, 1 << 1
  .equ  no_data_cache, 1 << 3
  .equ  no_ttinsn_fusion, 1 << 18
  .section .text.start, "ax"
  .globl _start
  .type _start, @function
_start:
  csrsi cfg0, no_predictor
  fence
  li    a0, no_ttinsn_fusion | no_data_cache
  csrs  cfg0, a0
  csrci cfg0, no_predictor
  fence
  la    sp, stack_top
  la    a0, data_start
  la    a1, data_end
  la    a2, data_values
  j     2f
1:
  lw    a3, 0(a2)
  sw    a3, 0(a0)
  addi  a0, a0, 4
  addi  a2, a2, 4
2:
  bltu  a0, a1, 1b
  call  tensix_kernel
  ebreak
  .size _start, . - _start
