// SPDX-License-Identifier: Apache-2.0
// The mover, by XMOV and by TDMA-RISC's commands.
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {
constexpr uint32_t tdma = 0xFFB11000;
constexpr uint32_t command_move = 0x40, command_wait = 0x46, command_write_l1 = 0x66, command_nop = 0x89;
}  // namespace

// TDMA-RISC's parameters are one set for all cores.
void mover_job(scene& s) {
  const unsigned owner = s.mover_owner;
  const scene::grouped g(s);
  const uint32_t units = s.r.between(1, 24), bytes = 16 * units;
  const uint32_t source = s.filled_area(bytes), destination = s.area(bytes);
  if (source == 0 || destination == 0) return;
  const uint32_t mode = s.r.chance(30) ? 0 : 3;
  if (owner < thread_count && s.r.chance(50)) {
    const unsigned word = cfg::THCON_SEC0_REG6_Source_address.word;
    const uint32_t value[3] = {source / 16, destination / 16, units | mode << 30};
    for (unsigned i = 0; i < 3; ++i) {
      s.gpr(owner, first_config_gpr, value[i]);
      stall(s, owner, done::scalar, block::config);
      s.push(owner, word::wrcfg(first_config_gpr, word + i));
      s.config[s.bank][word + i] = value[i];
    }
    stall(s, owner, done::config);
    s.push(owner, word_of(opcode::XMOV) | insn::XMOV::last.place(s.r.below(2)));
    stall(s, owner, done::mover);
    return;
  }
  // The load of the same word goes behind the store; without it a poll could see the queue as it was before. Bit 31: the command
  // takes none of the two sets of parameters.
  constexpr uint32_t no_parameters = 1u << 31;
  const auto command = [&](uint32_t word) {
    s.store(owner, tdma + 0x10, word);
    s.load(owner, tdma + 0x10);
  };
  s.poll(owner, tdma + 0x14, 8, comparison::ne, 0);  // the queue is empty
  s.store(owner, tdma + 0, source / 16);
  s.store(owner, tdma + 4, destination / 16);
  s.store(owner, tdma + 8, units);
  s.store(owner, tdma + 0xc, mode);
  command(command_move);
  if (s.r.chance(40)) command(command_wait | no_parameters);
  if (s.r.chance(20)) command(command_nop | no_parameters);
  s.poll(owner, tdma + 0x14, 8, comparison::ne, 0);
  s.poll(owner, tdma + 0x14, 1, comparison::eq, 0);  // and the mover idle
  if (s.r.chance(40)) {
    const bool eight = s.r.chance(50);
    s.store(owner, tdma + 0, destination + (eight ? 8 : 4) * s.r.below(2));
    s.store(owner, tdma + 8, s.r.word());
    s.store(owner, tdma + 0xc, s.r.word());
    command(command_write_l1 | 0x600 | (eight ? 0x100 : 0));
    s.poll(owner, tdma + 0x14, 8, comparison::ne, 0);
  }
}

}  // namespace tensix::soak
