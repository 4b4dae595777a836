// What happens before and after a kernel: stack, variables, and an end that stops the core. The kernel's function is named when
// linking (--defsym=kernel=unpack).
  .section .text.start, "ax"
  .globl _start
  .type _start, @function
_start:
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
  la    a1, bss_end
  j     4f
3:
  sw    zero, 0(a0)
  addi  a0, a0, 4
4:
  bltu  a0, a1, 3b
  call  kernel
  ebreak
  .size _start, . - _start
// SPDX-License-Identifier: Apache-2.0
