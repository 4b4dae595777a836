// SPDX-License-Identifier: Apache-2.0
// The tile as a program of T0, T1 or T2 sees it: instructions for its thread, registers, semaphores, GPRs, MOPs.
#pragma once
#include "tensix/words.h"
#include "workload/kernels/words.h"  // instruction words and configuration fields by name

namespace tensix::device {

// A Tensix instruction that is known when compiling is an instruction of the core as well (.ttinsn): its word, rotated left by
// two. Up to four adjacent ones are pushed in one cycle.
template <uint32_t instruction>
ALWI void ttinsn() {
  asm volatile(".word %0" ::"i"(instruction << 2 | instruction >> 30));
}
template <uint32_t... instructions>
ALWI void ttinsns() {
  (ttinsn<instructions>(), ...);
}
// 0 to n - 1, for those of a constexpr array.
template <uint32_t... i>
struct indices {};
template <uint32_t n>
using indices_to = indices<__integer_pack(n)...>;
// Any other is stored to the thread's FIFO.
ALWI void push(uint32_t instruction) { at(0xFFE40000) = instruction; }

// Until all instructions of the thread have been executed: the load does not return before, and is waited for by its use.
ALWI void sync() {
  const uint32_t done = at(0xFFE80004);
  asm volatile("and zero, zero, %0" ::"r"(done));
}
// Until no MOP of the thread is being expanded: its words may be written.
ALWI void mop_sync() {
  const uint32_t done = at(0xFFE80008);
  asm volatile("and zero, zero, %0" ::"r"(done));
}

ALWI void set_config(uint32_t word, uint32_t value) { at(riscv_address::config + 4 * word) = value; }

ALWI void set_gpr(uint32_t gpr, uint32_t value) {
  push(word::setdmareg(gpr, 0, value & 0xffff));
  push(word::setdmareg(gpr, 1, value >> 16));
}

// A word that T0 has, for T1 and T2: they wait for it. Mailboxes hold four words.
ALWI uint32_t from_t0(uint32_t value) {
  constexpr uint32_t mailboxes = 0xFFEC0000, stride = 0x1000, t0 = 1, t1 = 2, t2 = 3;  // by the other core
  if constexpr (!unpacks) return at(mailboxes + stride * t0);
  at(mailboxes + stride * t1) = value;
  at(mailboxes + stride * t2) = value;
  return value;
}

ALWI uint32_t semaphore(uint32_t i) { return at(riscv_address::semaphores + 4 * i); }
ALWI void post_semaphore(uint32_t i) { at(riscv_address::semaphores + 4 * i) = 0; }
ALWI void get_semaphore(uint32_t i) { at(riscv_address::semaphores + 4 * i) = 1; }

// STALLWAIT conditions beyond those of words.h.
inline constexpr uint32_t until_vector_done = 1 << 11, until_config_done = 1 << 12;

// MOP template 1: outer x { start, inner x { op, op1 }, end0, end1 }; `last` takes the place of the last op of an inner loop,
// `last_outer` that of the very last. 0: as the others.
struct mop {
  uint32_t outer = 1, inner = 1, op = word::nop, op1 = word::nop, start = word::nop, end0 = word::nop, end1 = word::nop;
  uint32_t last = 0, last_outer = 0;
  ALWI void set() const {
    const uint32_t usual = op1 == word::nop ? op : op1;
    mop_sync();
    set_word<0>(outer), set_word<1>(inner), set_word<2>(start), set_word<3>(end0), set_word<4>(end1), set_word<5>(op);
    set_word<6>(op1), set_word<7>(last_outer ? last_outer : usual), set_word<8>(last ? last : usual);
  }
  template <uint32_t i>
  static ALWI void set_word(uint32_t value) {
    at(riscv_address::mop_config + 4 * i) = value;
  }
};

inline constexpr uint32_t face_datums = 256, tile_datums = 1024, row_datums = 16;

// GPRs of each thread: its own, so the same numbers may mean other things on T0 and T2.
namespace gpr {
inline constexpr uint32_t count_address = 16,
                          count = 17;  // STOREIND of a buffer's counter; the lower half of 18 is its offset, 0
inline constexpr uint32_t no_offset = 18;
}  // namespace gpr

// One word of L1, written by the thread's own instructions in their order: after what STALLWAIT `until` waits for.
template <uint32_t until_mask>
ALWI void store_word_when(uint32_t address, uint32_t value) {
  using namespace insn::STOREIND;
  set_gpr(gpr::count_address, address / 16);
  set_gpr(gpr::count, value);
  ttinsns<word::stallwait(block::scalar, until_mask),
          word_of(opcode::STOREIND) | addr_reg_index.place(gpr::count_address) | data_reg_index.place(gpr::count) |
              offset_index.place(2 * gpr::no_offset) | reg_size_sel.place(1) | mem_hier_sel.place(1)>();
}

// The lower half of a register of the NoC overlay, alike.
template <uint32_t until_mask>
ALWI void store_register_when(uint32_t address, uint32_t value) {
  constexpr uint32_t registers = 0xFFB00000;
  push(word::setdmareg(gpr::count, 0, value & 0xffff));
  ttinsn<word::stallwait(block::scalar, until_mask)>();
  push(word_of(opcode::STOREREG) | insn::STOREREG::reg_addr.place((address - registers) / 4) |
       insn::STOREREG::tdma_data_reg_index.place(gpr::count));
}

}  // namespace tensix::device
