// The tile as a program of T0, T1 or T2 sees it: instructions for its thread, registers, semaphores.
#pragma once
#include "workload/kernels/words.h"  // instruction words and configuration fields by name

using namespace tensix;

inline volatile uint32_t& at(uint32_t address) { return *reinterpret_cast<volatile uint32_t*>(address); }

// A Tensix instruction that is known when compiling is an instruction of the core as well (.ttinsn): its word, rotated left by
// two. Up to four adjacent ones are pushed in one cycle.
template <uint32_t instruction>
inline __attribute__((always_inline)) void ttinsn() {
  asm volatile(".word %0" ::"i"(instruction << 2 | instruction >> 30));
}
// Any other is stored to the thread's FIFO.
inline void push(uint32_t instruction) { at(0xFFE40000) = instruction; }

// Until all instructions of the thread have been executed: the load does not return before, and is waited for by its use.
inline void sync() {
  const uint32_t done = at(0xFFE80004);
  asm volatile("and zero, zero, %0" ::"r"(done));
}

inline void set_config(uint32_t word, uint32_t value) { at(riscv_address::config + 4 * word) = value; }

inline void set_gpr(uint32_t gpr, uint32_t value) {
  push(word::setdmareg(gpr, 0, value & 0xffff));
  push(word::setdmareg(gpr, 1, value >> 16));
}

inline uint32_t semaphore(uint32_t i) { return at(riscv_address::semaphores + 4 * i); }
inline void post_semaphore(uint32_t i) { at(riscv_address::semaphores + 4 * i) = 0; }
inline void get_semaphore(uint32_t i) { at(riscv_address::semaphores + 4 * i) = 1; }

// MOP template 1: outer x { start, inner x { op, op1 }, end0, end1 }; `last` takes the place of the last op of an inner loop,
// `last_outer` that of the very last. 0: as the others. (Set after a sync: the expander looks at these words as it runs.)
struct mop {
  uint32_t outer = 1, inner = 1, op = word::nop, op1 = word::nop, start = word::nop, end0 = word::nop, end1 = word::nop;
  uint32_t last = 0, last_outer = 0;
  void set() const {
    const uint32_t usual = op1 == word::nop ? op : op1;
    set_word<0>(outer), set_word<1>(inner), set_word<2>(start), set_word<3>(end0), set_word<4>(end1), set_word<5>(op);
    set_word<6>(op1), set_word<7>(last_outer ? last_outer : usual), set_word<8>(last ? last : usual);
  }
  template <uint32_t i>
  static void set_word(uint32_t value) {
    at(riscv_address::mop_config + 4 * i) = value;
  }
};

inline constexpr uint32_t code_fp16 = 1, code_bf16 = 5;  // data formats
inline constexpr uint32_t face_datums = 256, tile_datums = 1024, row_datums = 16;
// SPDX-License-Identifier: Apache-2.0
