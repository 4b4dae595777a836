// SPDX-License-Identifier: Apache-2.0
// Beyond the line: what no document defines, or what the machine has not. Each of these is diagnosed when it executes; none of them
// waits for anything that need not come.
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {

void a_word(scene& s, unsigned t) {
  using namespace insn;
  const uint32_t words[] = {
      word_of(opcode::TRNSPSRCA),
      word_of(opcode::RAREB),
      word_of(opcode::SETASHRMH0) | s.r.below(0x1000000),
      word_of(opcode::SETASHRMH1) | s.r.below(0x1000000),
      word_of(opcode::SETASHRMV) | s.r.below(0x1000000),
      word_of(opcode::SETASHRMH) | s.r.below(0x1000000),
      word_of(opcode::SETPKEDGOF) | s.r.below(0x10000),
      word_of(opcode::SETIBRWC) | s.r.below(0x1000000),
      word_of(opcode::RSTDMA),
      word_of(opcode::TBUFCMD),
      word_of(opcode::ZEROACC) | ZEROACC::clear_zero_flags.place(1) | ZEROACC::clear_mode.place(s.r.between(2, 3)),
      word_of(opcode::SFPLOADI) | SFPLOADI::instr_mod0.place(s.r.pick({3u, 5u, 6u, 7u, 9u, 11u, 12u, 15u})),
      word_of(opcode::SFPSHFT2) | SFPSHFT2::instr_mod1.place(s.r.between(7, 15)),
      word_of(opcode::SFP_STOCH_RND) | SFP_STOCH_RND::rnd_mode.place(3),
      word_of(opcode::SFPPOPC),
      word_of(opcode::SFPPUSHC) | SFPPUSHC::instr_mod1.place(s.r.between(1, 15)),
      word_of(opcode::SETDMAREG) | SETDMAREG::set_signals_mode.place(1) |
          SETDMAREG::payload_sig_sel.place(s.r.between(10, 15) << 3),
      word_of(opcode::BITWOPDMAREG) | BITWOPDMAREG::op_sel.place(s.r.between(3, 7)),
      word_of(opcode::SHIFTDMAREG) | SHIFTDMAREG::op_sel.place(s.r.between(2, 7)),
      word_of(opcode::CMPDMAREG) | CMPDMAREG::op_sel.place(s.r.between(3, 7)),
      word_of(opcode::REG2FLOP) | REG2FLOP::target_sel.place(1),
      word_of(opcode::REG2FLOP) | REG2FLOP::flop_index.place(s.r.between(116, 127)) | REG2FLOP::size_sel.place(1),
      word_of(opcode::LOADREG) | LOADREG::reg_addr.place(s.r.below(0x4400)),
      word_of(opcode::STOREREG) | STOREREG::reg_addr.place(s.r.below(0x4400)),
      word_of(opcode::ATGETM) | ATGETM::mutex_index.place(s.r.pick({1u, 5u, 6u, 0xffffu})),
      word_of(opcode::ATRELM) | ATRELM::mutex_index.place(s.r.pick({1u, 5u, 7u})),
      word_of(opcode::SEMWAIT) | SEMWAIT::sem_sel.place(1u << s.r.below(8)) | SEMWAIT::stall_res.place(1),
      word_of(opcode::RDCFG) | RDCFG::cfg_reg.place(s.r.between(config_words, 2047)),
      word_of(opcode::WRCFG) | WRCFG::cfg_reg.place(s.r.between(config_words, 2047)),
      word_of(opcode::RMWCIB2) | RMWCIB2::cfg_reg_addr.place(s.r.between(config_words, 255)),
      word_of(opcode::CFGSHIFTMASK) | CFGSHIFTMASK::cfg_reg.place(s.r.between(config_words, 255)),
      word_of(opcode::SETC16) | SETC16::setc16_reg.place(s.r.between(thread_config_words, 255)),
      word_of(opcode::XMOV) | XMOV::mov_block_selection.place(1),
      word_of(opcode::PACR) | PACR::ctxt_ctrl.place(s.r.between(1, 3)) | PACR::flush.place(1),
      word_of(opcode::PACR) | PACR::row_pad_zero.place(4) | PACR::flush.place(1),
      word_of(opcode::PACR_SETREG) | PACR_SETREG::push.place(1),
      word_of(opcode::UNPACR) | UNPACR::srcb_bcast.place(1),
      word_of(opcode::UNPACR) | UNPACR::ovrd_thread_id.place(1) | UNPACR::addr_cnt_context_id.place(3),
      0xff000000u,
      0x06000000u,
  };
  s.push(t, s.r.pick(words));
}

void an_access(scene& s, unsigned core) {
  // 0xFFB20FF0 and 0xFFB3FFF0 lie in the NIUs' ranges, where they have no register.
  const uint32_t addresses[] = {0xFFB20FF0, 0xFFB3FFF0, 0xFFB13000, 0xFFF00000, 0x80000000, 0xFFB12060, 0xFFB120B4, 0xFFB11018};
  const uint32_t address = s.r.pick(addresses);
  if (s.r.chance(50) || address == 0xFFB11018) s.load(core, address == 0xFFB11018 ? 0xFFB110F8 : address);
  else if (address == 0xFFB120B4) s.load(core, address);  // only a load of it is diagnosed
  else s.store(core, address, 1);
}

void beyond_l1(scene& s, unsigned t) {
  using namespace insn;
  s.gpr(t, 60, 0x20000 + s.r.below(0x10000));
  s.gpr(t, 61, 0);
  stall(s, t, done::scalar);
  const uint32_t fields = LOADIND::addr_reg_index.place(60) | LOADIND::offset_index.place(122);
  s.push(t, s.r.pick({word_of(opcode::LOADIND) | fields, word_of(opcode::STOREIND) | fields | STOREIND::mem_hier_sel.place(1),
                      word_of(opcode::ATINCGET) | ATINCGET::addr_reg_index.place(60),
                      word_of(opcode::ATSWAP) | ATSWAP::addr_reg_index.place(60)}));
}

void wrong_command(scene& s) {  // of TDMA-RISC
  const unsigned core = s.mover_owner;
  s.store(core, 0xFFB11000, 0x3);
  s.store(core, 0xFFB11010, s.r.pick({0x41u, 0x66u, 0x766u, 0u}));
}

}  // namespace

void cross_the_line(scene& s) {
  const scene::grouped g(s);
  const unsigned t = s.r.below(thread_count);
  switch (s.r.below(8)) {
    case 0: return an_access(s, s.r.below(stream_cores));
    case 1: return beyond_l1(s, t);
    case 2: return wrong_command(s);
    default: return a_word(s, t);
  }
}

}  // namespace tensix::soak
