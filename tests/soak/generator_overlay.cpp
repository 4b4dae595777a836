// SPDX-License-Identifier: Apache-2.0
// NoC overlay: registers of streams that a thread has for itself.
#include "models/memory/overlay_if.h"
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {
constexpr uint32_t overlay = 0xFFB40000, stream_bytes = 0x1000;
constexpr unsigned phase_register = overlay_if::current_phase_register,
                   messages_register = overlay_if::messages_received_register;
unsigned own_stream(scene& s, unsigned t) { return 20 + 4 * t + s.r.below(4); }
uint32_t address(unsigned stream, unsigned reg) { return overlay + stream * stream_bytes + 4 * reg; }
}  // namespace

void overlay_job(scene& s, unsigned t) {
  using namespace insn;
  const scene::grouped g(s);
  const unsigned stream = own_stream(s, t), gpr = s.r.below(8);
  const auto reg_of = [](uint32_t a) { return (a - 0xFFB00000) >> 2; };
  const unsigned reg = s.r.below(64);
  switch (s.r.below(5)) {
    case 0:  // by the core, behind what the thread's instructions do there
      s.sync(t);
      s.store(t, address(stream, reg), s.r.word());
      s.load(t, address(stream, reg));
      break;
    case 1:
      s.gpr(t, gpr, s.r.word());
      stall(s, t, done::scalar);
      s.push(t, word_of(opcode::STOREREG) | STOREREG::reg_addr.place(reg_of(address(stream, reg))) |
                    STOREREG::tdma_data_reg_index.place(gpr));
      stall(s, t, done::scalar);
      s.push(t, word_of(opcode::LOADREG) | LOADREG::reg_addr.place(reg_of(address(stream, reg))) |
                    LOADREG::tdma_data_reg_index.place(s.r.below(8)));
      stall(s, t, done::scalar);
      break;
    case 2: {  // STOREIND to registers
      s.gpr(t, gpr, s.r.word());
      s.gpr(t, 60, address(stream, 0) - 0xFFB00000);
      s.gpr(t, 61, (4 * reg) << 4 | s.r.below(16));
      stall(s, t, done::scalar);
      s.push(t, word_of(opcode::STOREIND) | STOREIND::addr_reg_index.place(60) | STOREIND::data_reg_index.place(gpr) |
                    STOREIND::offset_index.place(122) | STOREIND::size_sel.place(1) |
                    STOREIND::auto_inc_spec.place(s.r.below(4)));
      stall(s, t, done::scalar);
      break;
    }
    default: {  // STREAMWAIT for what is there, or what the core brings after it
      const unsigned section = s.r.below(4), target = s.r.chance(10) ? 0 : s.r.below(0x400);
      const bool messages = s.r.chance(50);
      s.setc16(t, tcfg::STREAM_ID_SYNC_SEC0_BankSel.reg + section, stream);
      const uint32_t at = address(stream, messages ? messages_register : phase_register);
      const bool before = s.r.chance(50);
      s.sync(t);
      if (before) {
        s.store(t, at, target + s.r.below(3));
        s.load(t, at);
      }
      s.push(t, word_of(opcode::STREAMWAIT) | STREAMWAIT::wait_stream_sel.place(section) |
                    STREAMWAIT::target_sel.place(messages) | STREAMWAIT::target_value.place(target) |
                    STREAMWAIT::stall_res.place(s.r.below(0x200)));
      if (!before) s.store(t, at, target + s.r.below(3));
      stall(s, t, done::scalar);  // passes the gate behind the STREAMWAIT, whose stream stays selected until then
      s.sync(t);
      break;
    }
  }
}

}  // namespace tensix::soak
