// SPDX-License-Identifier: Apache-2.0
// Mailboxes between cores, PC buffers, and BRISC's words into the threads' FIFOs.
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {
constexpr uint32_t mailboxes = 0xFFEC0000, pc_buffer = 0xFFE80000, instructions = 0xFFE40000, a_core = 0x10000;
// Numbers of cores in addresses of mailboxes: B, T0, T1, T2.
uint32_t mailbox(unsigned core) { return mailboxes + 0x1000 * (core == core_b ? 0 : core + 1); }
}  // namespace

// Every word is taken before the sender has more than four on the way.
void mailbox_block(scene& s) {
  const scene::grouped g(s);
  for (unsigned n = s.r.between(1, 3); n > 0; --n) {
    const unsigned from = s.r.below(stream_cores), to = (from + s.r.between(1, 3)) % stream_cores;
    const unsigned words = s.r.between(1, 4);
    const uint32_t at = s.filled_area(16);
    for (unsigned i = 0; i < words; ++i) s.store(from, mailbox(to), s.r.word());
    for (unsigned i = 0; i < words; ++i) {
      if (s.r.chance(30)) s.poll(to, mailbox(from) + 4, 0xff, comparison::ne, 0);
      if (at && s.r.chance(70)) s.copy(to, mailbox(from), at + 4 * i);
      else s.load(to, mailbox(from));
    }
  }
  if (s.r.chance(40)) {  // a value for a TRISC, and BRISC sees that it was taken
    const unsigned t = s.r.below(thread_count);
    const uint32_t at = s.area(16);
    s.store(core_b, pc_buffer + a_core * t, s.r.word());
    if (at) s.copy(t, pc_buffer, at);
    else s.load(t, pc_buffer);
  }
  if (s.r.chance(30)) {  // an instruction behind the MOP expander, while the thread has nothing else
    const unsigned t = s.r.below(thread_count);
    s.sync(t);
    s.store(t, mailbox(core_b), 1);
    s.load(core_b, mailbox(t));
    s.store(core_b, instructions + a_core * t, s.r.chance(50) ? word::nop : word_of(opcode::DMANOP));
    s.store(core_b, mailbox(t), 2);
    s.load(t, mailbox(core_b));
  }
}

}  // namespace tensix::soak
