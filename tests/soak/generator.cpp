// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/generator.h"

#include <algorithm>

#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {

// What a thread does beside its part of the data path. `free` jobs touch nothing of the data path's.
void job_beside(scene& s, unsigned t) {
  if (s.options.more == stress::config) return configuration_job(s, t);
  if (s.options.more == stress::atomics) return scalar_job(s, t);
  if (s.options.more == stress::hazards && s.r.chance(50)) return semaphore_job(s, t);
  switch (s.r.below(9)) {
    case 6: return counter_job(s, t);
    case 0:
    case 1: return scalar_job(s, t);
    case 2: return configuration_job(s, t);
    case 3: return semaphore_job(s, t);
    case 4: return overlay_job(s, t);
    case 5: return core_job(s, t);
    default: return;
  }
}

}  // namespace

void jobs_of_all(scene& s) {
  const scene::apart apart(s);
  for (unsigned t = 0; t < thread_count; ++t)
    if (s.r.chance(s.options.more == stress::config || s.options.more == stress::atomics ? 100 : 35)) job_beside(s, t);
  if (s.r.chance(15)) core_job(s, core_b);
  if (s.r.chance(10)) mover_job(s);
}

// Bank, threads, configuration; then everybody goes on.
void begin(scene& s, data_path& d, unsigned leader) {
  s.bank = s.r.below(2);
  for (unsigned t = 0; t < thread_count; ++t) {
    s.setc16(t, tcfg::CFG_STATE_ID_StateID.reg, s.bank);
    if (s.r.chance(15)) s.setc16(t, tcfg::TENSIX_TRISC_SYNC_TrackGlobalCfg.reg, s.r.below(32));  // Auto TTSync
  }
  if (s.r.chance(30)) mailbox_block(s);
  configure(s, leader, d.want);
  barrier(s);
}

void choose_threads(scene& s, data_path& d) {
  d.unpack = s.r.below(3), d.math = s.r.below(3), d.vector = s.r.chance(60) ? d.math : s.r.below(3), d.pack = s.r.below(3);
  if (s.r.chance(40)) d.unpack = 0, d.math = d.vector = 1, d.pack = 2;
}

namespace {

// Unpack to SrcA and SrcB, matrix and vector unit, pack: from half to half of Dst. Threads as they come, also one for all.
void pipeline(scene& s) {
  data_path d;
  choose_threads(s, d);
  d.halves = true;
  plan_unpack(s, d);
  plan_math(s, d);
  plan_pack(s, d);
  begin(s, d, s.r.below(thread_count));
  prepare_unpack(s, d);
  prepare_math(s, d, d.math);
  if (d.vector != d.math) prepare_math(s, d, d.vector);
  prepare_pack(s, d);
  vector_reset(s, d.vector);
  {
    const scene::grouped g(s);
    s.push(d.pack, word::seminit(sem_half_full, 2));
    s.push(d.pack, word::seminit(sem_half_free, 2) | insn::SEMINIT::init_value.place(2));
    s.push(d.pack, word::seminit(sem_data_path, 2));
  }
  barrier(s);
  const unsigned tiles = s.r.between(1, 3);
  const bool always =
      d.vector != d.math;  // or the matrix unit's thread would say so of a tile before the vector unit's of the last
  for (unsigned tile = 0; tile < tiles; ++tile) {
    const scene::grouped g(s);
    const unsigned half = tile & 1;
    const dst_span where{512 * half, true};
    await(s, d.math, sem_half_free);
    s.setc16(d.math, tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, where.offset);
    for (unsigned n = s.r.between(1, 3); n > 0; --n) {
      const unsigned banks = unpack_step(s, d);
      jobs_of_all(s);
      math_step(s, d, banks, where);
    }
    if (always || s.r.chance(70)) {
      if (always) {  // handed over as SrcA and SrcB are: after what was done before
        post(s, d.math, sem_data_path, done::math);
        await(s, d.vector, sem_data_path);
        s.setc16(d.vector, tcfg::DEST_TARGET_REG_CFG_MATH_Offset.reg, where.offset);
      } else {
        stall(s, d.vector, done::math);
      }
      vector_step(s, d, where);
      post(s, d.vector, sem_half_full, done::vector | done::math);
    } else {
      post(s, d.math, sem_half_full, done::math | done::vector);
    }
    await(s, d.pack, sem_half_full);
    pack_step(s, d, half);
    if (s.r.chance(50)) {  // clear what was packed
      stall(s, d.pack, done::packer);
      s.push(d.pack, word_of(opcode::ZEROACC) | insn::ZEROACC::clear_mode.place(2) | insn::ZEROACC::where.place(half));
    }
    post(s, d.pack, sem_half_free, done::packer | done::math);
    jobs_of_all(s);
  }
  barrier(s);
}

}  // namespace

program generate(uint64_t seed, const generator_options& options) {
  program p;
  p.seed = seed;
  scene s(seed, options, p);
  s.mover_owner = s.r.below(stream_cores);
  const unsigned phases = std::max(1u, options.size / 4 + s.r.below(std::max(1u, options.size / 2)));
  const unsigned line = options.cross_the_line ? s.r.below(phases) : phases;
  for (unsigned i = 0; i < phases; ++i) {
    if (s.r.chance(55)) pipeline(s);
    else ordered(s);
    if (i == line)
      for (unsigned n = s.r.between(1, 2); n > 0; --n) cross_the_line(s);
  }
  return p;
}

}  // namespace tensix::soak
