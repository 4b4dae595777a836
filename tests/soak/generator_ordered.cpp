// SPDX-License-Identifier: Apache-2.0
// A phase in which one unit works after the other, each of a thread of its own or all of one, with all of Dst, and with what must
// not happen beside anything else.
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {

constexpr unsigned first_receiver = sem_half_full;  // and the two behind it: one a thread, or one would take another's post

// Goes on in thread `to` when what `from` has started is done.
void hand_over(scene& s, unsigned& from, unsigned to) {
  if (from == to) {
    stall(s, to, done::drained);
    return;
  }
  post(s, from, first_receiver + to, done::drained);
  await(s, to, first_receiver + to);
  from = to;
}

}  // namespace

// Dst as a core sees it. What it loads goes to L1.
void dst_window(scene& s, unsigned core) {
  constexpr uint32_t window = 0xFFBD8000;
  const uint32_t at = s.area(64);
  if (at == 0) return;
  settle(s, core);
  for (unsigned n = s.r.between(1, 4); n > 0; --n) {
    const uint32_t place = window + 4 * s.r.below(core == 2 ? 0x1000 : 0x2000);
    if (s.r.chance(50)) s.store(core, place, s.value());
    s.copy(core, place, at + 4 * s.r.below(16));
  }
  stall(s, core, done::stores);
}

void ordered(scene& s) {
  data_path d;
  choose_threads(s, d);
  d.to_dst = s.r.chance(45);
  d.pack_from_l1 = s.options.topology == packer_topology::read_interfaces && s.r.chance(12);
  plan_unpack(s, d);
  plan_math(s, d);
  plan_pack(s, d);
  d.want.set(cfg::RISC_DEST_ACCESS_CTRL_SEC0_fmt, s.r.below(2));  // of 32 bits; only T2 accesses several narrower ones at once
  d.want.set(cfg::RISC_DEST_ACCESS_CTRL_SEC1_fmt, s.r.below(2));
  d.want.set(cfg::RISC_DEST_ACCESS_CTRL_SEC2_fmt, s.r.below(6));
  d.want.set(cfg::RISC_DEST_ACCESS_CTRL_SEC0_no_swizzle, s.r.below(2));
  d.want.set(cfg::RISC_DEST_ACCESS_CTRL_SEC1_unsigned_int, s.r.below(2));
  const unsigned leader = s.r.below(thread_count);
  begin(s, d, leader);
  if (s.r.chance(12)) {  // DBG_FEATURE_DISABLE bit 11: 16-bit datums of Dst are the high halves of 32-bit ones, from here on
    constexpr uint32_t feature_disable = 0xFFB12068;
    s.sync(leader);
    s.store(leader, feature_disable, s.r.below(2) << 11);
    s.load(leader, feature_disable);
    stall(s, leader, done::stores);
  }
  prepare_unpack(s, d);
  prepare_math(s, d, d.math);
  if (d.vector != d.math) prepare_math(s, d, d.vector);
  prepare_pack(s, d);
  vector_reset(s, d.vector);
  s.push(d.pack, word::seminit(first_receiver, 2) | insn::SEMINIT::sem_sel.place(7u << first_receiver));
  barrier(s);
  unsigned now = d.unpack;
  const dst_span all;
  for (unsigned n = s.r.between(2, 6); n > 0; --n) {
    const scene::grouped g(s);
    if (s.r.chance(15)) {  // which waits here for nothing that others must do
      hand_over(s, now, s.r.below(thread_count));
      s.push(now, word_of(opcode::FLUSHDMA) | insn::FLUSHDMA::flush_spec.place(s.r.below(16)));
    }
    switch (d.to_dst && s.r.chance(25) ? 3 : s.r.below(12)) {
      case 0:
      case 1:
      case 2: {
        hand_over(s, now, d.math);
        const unsigned banks = unpack_step(s, d);
        math_step(s, d, banks, all);
        break;
      }
      case 3:
        if (!d.to_dst) break;
        hand_over(s, now, d.unpack);
        unpack_to_dst(s, d);
        break;
      case 4:
        hand_over(s, now, d.math);
        math_step(s, d, 0, all);
        break;
      case 5:
        // Both sides of SrcA and SrcB at rest: nothing that the unpackers' thread was given before is on its way.
        hand_over(s, now, d.unpack);
        hand_over(s, now, d.math);
        math_alone(s, d);
        hand_over(s, now, d.unpack);
        break;
      case 6:
      case 7:
        hand_over(s, now, d.vector);
        vector_step(s, d, all);
        break;
      case 8:
        hand_over(s, now, d.pack);
        pack_registers(s, d);
        break;
      case 9:
        hand_over(s, now, d.unpack);
        unpack_registers(s, d);
        break;
      case 10: {
        const unsigned core = s.r.below(thread_count);
        hand_over(s, now, core);
        dst_window(s, core);
        break;
      }
      default:
        hand_over(s, now, d.pack);
        pack_step(s, d, 0);
        break;
    }
    jobs_of_all(s);
  }
  barrier(s);
}

}  // namespace tensix::soak
