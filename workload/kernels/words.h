// SPDX-License-Identifier: Apache-2.0
// Instruction words and addresses that kernels use, by name: of the built-in ones (stream_builder_function.h) and of those
// compiled for the RISC-V cores (examples/elf). Freestanding C++; no SystemC.
#pragma once
#include "models/isa/instruction_words.h"
#include "models/registers/config_words.h"

namespace tensix {

// Addresses as a TRISC sees them (ISA documentation, memory map).
namespace riscv_address {
inline constexpr uint32_t feature_disable = 0xFFB12068, config = 0xFFEF0000, mop_config = 0xFFB80000, semaphores = 0xFFE80020;
}

// STALLWAIT and SEMWAIT: what is held back, and for what (Blackhole numbering).
namespace block {
inline constexpr uint32_t tdma = 1 << 0, sync = 1 << 1, pack = 1 << 2, unpack = 1 << 3, scalar = 1 << 5, math = 1 << 6,
                          config = 1 << 7, vector = 1 << 8;
}
namespace until {
inline constexpr uint32_t scalar_done = 1 << 0, unpacker0_done = 1 << 1, unpacker1_done = 1 << 2, packer_done = 1 << 3,
                          math_done = 1 << 4, srca_given = 1 << 7, srcb_given = 1 << 8, riscv_stores_done = 1 << 10,
                          vector_done = 1 << 11;
inline constexpr uint32_t not_zero = 1, not_max = 2;  // SEMWAIT conditions: go on when
}  // namespace until
namespace sem {
inline constexpr unsigned math_pack = 1, unpacked_to_dst = 2, packed = 4, unpack_context = 5, tiles_read = 6, dst_granted = 7;
}

// Words that several programs use.
namespace word {
inline constexpr uint32_t nop = 0x02000000, mop = word_of(opcode::MOP) | insn::MOP::mop_type.place(1);
constexpr uint32_t stallwait(uint32_t blocked, uint32_t conditions) {
  return word_of(opcode::STALLWAIT) | insn::STALLWAIT::stall_res.place(blocked) | insn::STALLWAIT::wait_res.place(conditions);
}
constexpr uint32_t semwait(uint32_t blocked, unsigned semaphore, uint32_t condition) {
  using namespace insn::SEMWAIT;
  return word_of(opcode::SEMWAIT) | stall_res.place(blocked) | sem_sel.place(1u << semaphore) | wait_sem_cond.place(condition);
}
constexpr uint32_t seminit(unsigned semaphore, uint32_t max) {
  using namespace insn::SEMINIT;
  return word_of(opcode::SEMINIT) | sem_sel.place(1u << semaphore) | max_value.place(max);
}
constexpr uint32_t sempost(unsigned semaphore) {
  return word_of(opcode::SEMPOST) | insn::SEMPOST::sem_sel.place(1u << semaphore);
}
constexpr uint32_t semget(unsigned semaphore) { return word_of(opcode::SEMGET) | insn::SEMGET::sem_sel.place(1u << semaphore); }
constexpr uint32_t setc16(uint32_t reg, uint32_t value) {
  return word_of(opcode::SETC16) | insn::SETC16::setc16_reg.place(reg) | insn::SETC16::setc16_value.place(value);
}
// Makes a face (0..3) of a tile of 32-bit datums valid, in the half of Dst that the thread's offset is in: silicon may leave rows
// invalid that an unpacker fills beside another thread's ZEROACC (tt-llk, llk_math_eltwise_unary_datacopy.h).
constexpr uint32_t mark_face(uint32_t tile, uint32_t face, uint32_t modifier) {
  using namespace insn::ZEROACC;
  return word_of(opcode::ZEROACC) | clear_mode.place(1) | use_32_bit_mode.place(1) | clear_zero_flags.place(1) |
         addr_mode.place(modifier) | where.place((4 * tile & 15) + face);
}
// One byte of a configuration word, only the bits of `mask`.
constexpr uint32_t rmwcib(unsigned byte, uint32_t cfg_word, uint32_t mask, uint32_t data) {
  using namespace insn::RMWCIB0;
  return ((static_cast<uint32_t>(opcode::RMWCIB0) + byte) << 24) | cfg_reg_addr.place(cfg_word) |
         insn::RMWCIB0::mask.place(mask) | insn::RMWCIB0::data.place(data);
}
// GPR halves: `half` 0 low, 1 high.
constexpr uint32_t setdmareg(unsigned gpr, unsigned half, uint32_t value16) {
  using namespace insn::SETDMAREG;
  static_assert(payload_sig_sel.lo + payload_sig_sel.width == payload_sig_sel_size.lo && payload_sig_sel_size.width == 2);
  return word_of(opcode::SETDMAREG) | reg_index_16b.place(gpr * 2 + half) | (value16 & 0xffff) << payload_sig_sel.lo;
}
constexpr uint32_t wrcfg(unsigned gpr, uint32_t cfg_word, bool four_words = false) {
  using namespace insn::WRCFG;
  return word_of(opcode::WRCFG) | gpr_address.place(gpr) | wr128b.place(four_words) | cfg_reg.place(cfg_word);
}
constexpr uint32_t replay(unsigned start, unsigned length, bool load) {
  using namespace insn::REPLAY;
  return word_of(opcode::REPLAY) | start_idx.place(start) | len.place(length) | load_mode.place(load);
}
constexpr uint32_t atgetm(unsigned mutex) { return word_of(opcode::ATGETM) | insn::ATGETM::mutex_index.place(mutex); }
constexpr uint32_t atrelm(unsigned mutex) { return word_of(opcode::ATRELM) | insn::ATRELM::mutex_index.place(mutex); }
// Counters of the units in `units` (bit 0 unpacker 0, bit 1 unpacker 1, bit 2 packers) to zero.
constexpr uint32_t clear_adc_xy(uint32_t units) {
  return word_of(opcode::SETADCXY) | insn::SETADCXY::cnt_set_mask.place(units) | insn::SETADCXY::bit_mask.place(15);
}
constexpr uint32_t clear_adc_zw(uint32_t units) {
  return word_of(opcode::SETADCZW) | insn::SETADCZW::cnt_set_mask.place(units) | insn::SETADCZW::bit_mask.place(15);
}
// Datums 0 .. count-1 of a row (packers) or of a read (unpackers).
constexpr uint32_t set_adc_x(uint32_t units, uint32_t count) {
  return word_of(opcode::SETADCXX) | insn::SETADCXX::cnt_set_mask.place(units) | insn::SETADCXX::x_end2.place(count - 1);
}
}  // namespace word

inline constexpr uint32_t clear_a = 1, clear_b = 2;               // SETRWC, clear_dvalid: give the bank back
inline constexpr uint32_t rwc_ab = 3, rwc_dst = 4, rwc_all = 15;  // SETRWC masks: SrcA, SrcB; Dst; those and the fidelity phase

constexpr uint32_t setrwc(uint32_t clear_valid, uint32_t mask) {
  using namespace insn::SETRWC;
  return word_of(opcode::SETRWC) | clear_ab_vld.place(clear_valid) | bit_mask.place(mask);
}

}  // namespace tensix
