// SPDX-License-Identifier: Apache-2.0
// LReg 0 to 7 given out by the compiler. A vFloat or vInt holds a `float` of the core that is never calculated with: the
// compiler keeps it in one of the registers ft0 to ft7 (it is told that there are no others), and the number of that
// register is the number of the LReg. Words of instructions are put together by the assembler, which knows what the
// register became. Where the compiler copies the register, the macro below makes a copy of the LReg of it, in all lanes.
// Where it runs out of registers and saves one to memory, what it loads from there is no LReg any more: at its next use the
// assembler leaves a symbol, which workload/compile/lreg_errors.h makes an error with the line of the kernel.
#pragma once
#include "tensix/vector.h"

#if defined(TENSIX_MATH)
#ifndef __riscv_flen
#error "T1's program is compiled with -march=rv32imf_zba_zbb, and -ffixed- for all floating-point registers but ft0 to ft7"
#endif
asm(R"(
.irp n, 0, 1, 2, 3, 4, 5, 6, 7
  .set tensix_lreg_ft\n, \n
  .set tensix_holds_ft\n, 0
.endr
.set tensix_result, -1
.macro tensix_reads r
  .if tensix_holds_\r == 0
    tensix_lregs_ran_out_\@:
  .endif
.endm
.macro tensix_writes r
  .set tensix_holds_\r, 1
  .set tensix_result, -1
.endm
.macro tensix_multiplies r
  .set tensix_holds_\r, 1
  .set tensix_result, tensix_lreg_\r
.endm
.macro tensix_overlooked r
  .if tensix_result == tensix_lreg_\r
    .word 0x3c000002
  .endif
.endm
.macro fmv.s d, s
  .set tensix_holds_\d, tensix_holds_\s
  .if tensix_holds_\s
    .word 0xf0000009 + (tensix_lreg_\d << 6) + (tensix_lreg_\s << 10)
    .set tensix_result, -1
  .endif
  fsgnj.s \d, \s, \s
.endm
.macro flw d, a
  .set tensix_holds_\d, 0
  .insn i 0x07, 2, \d, \a
.endm
.macro fmv.w.x d, a
  .set tensix_holds_\d, 0
  .insn r 0x53, 0, 0x78, \d, \a, x0
.endm
)");
#ifdef TENSIX_OWN_VECTOR_CODE  // for the host: the kernel has vector code of its own
asm(".set tensix_own_vector_code, 0\n.globl tensix_own_vector_code\n.type tensix_own_vector_code, @function");
#endif
#endif

namespace tensix::device {

// As the core has it: rotated left by two. Fields of LRegs are two bits further up.
constexpr uint32_t rotated(uint32_t word) { return word << 2 | word >> 30; }

// d = op(c), op(c, b), op(c, b, a): fields VD at 4, VC at 8, VB at 12, VA at 16. `kind`: tensix_writes or tensix_multiplies.
#define TENSIX_LREG_1(kind, word, d, c)                                                                           \
  asm volatile inline("tensix_reads %1\n .word %2 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10)\n " kind " %0" \
                      : d                                                                                         \
                      : "f"(c), "i"(::tensix::device::rotated(word)))
#define TENSIX_LREG_2(kind, word, d, c, b)                                                               \
  asm volatile inline(                                                                                   \
      "tensix_reads %1\n tensix_reads %2\n .word %3 + (tensix_lreg_%0 << 6) + (tensix_lreg_%1 << 10) + " \
      "(tensix_lreg_%2 << 14)\n " kind " %0"                                                             \
      : d                                                                                                \
      : "f"(c), "f"(b), "i"(::tensix::device::rotated(word)))
#define TENSIX_LREG_3(kind, word, d, c, b, a)                                                     \
  asm volatile inline(                                                                            \
      "tensix_reads %1\n tensix_reads %2\n tensix_reads %3\n .word %4 + (tensix_lreg_%0 << 6) + " \
      "(tensix_lreg_%1 << 10) + (tensix_lreg_%2 << 14) + (tensix_lreg_%3 << 18)\n " kind " %0"    \
      : d                                                                                         \
      : "f"(c), "f"(b), "f"(a), "i"(::tensix::device::rotated(word)))

// A word with an LReg at bit 20 (SFPLOAD, SFPSTORE, SFPLOADI) that is known only as the program runs is stored to the FIFO.
#define TENSIX_LREG_PUSH(d, word)                                                                     \
  asm volatile inline("lui %1, tensix_lreg_%0 << 8\n or %1, %1, %2\n sw %1, 0(%3)\n tensix_writes %0" \
                      : d, "=&r"(tensix_scratch)                                                      \
                      : "r"(word), "r"(0xFFE40000))

// d = op(c) of a word whose immediate may be known only as the program runs: LRegs at bits 4 and 8 of what is then stored.
ALWI void lreg_instruction(float& d, float c, uint32_t word) {
  if (__builtin_constant_p(word)) {
    TENSIX_LREG_1("tensix_writes", word, "=f"(d), c);
  } else {
    uint32_t scratch;
    asm volatile inline(
        "tensix_reads %2\n ori %1, %3, tensix_lreg_%0 << 4\n addi %1, %1, tensix_lreg_%2 << 8\n sw %1, 0(%4)\n tensix_writes %0"
        : "=f"(d), "=&r"(scratch)
        : "f"(c), "r"(word), "r"(0xFFE40000));
  }
}

}  // namespace tensix::device
