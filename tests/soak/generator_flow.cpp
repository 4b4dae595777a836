// SPDX-License-Identifier: Apache-2.0
// Order: barriers, semaphores, mutexes, waits; MOP and REPLAY.
#include <algorithm>

#include "models/frontend/expanders.h"
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {
constexpr uint32_t semaphores_at = riscv_address::semaphores, ttsync = 0xFFE80004, mop_sync = 0xFFE80008;

uint32_t semwait(unsigned semaphore, uint32_t condition, uint32_t blocked) {
  return word::semwait(blocked, semaphore, condition);
}
}  // namespace

void stall(scene& s, unsigned t, uint32_t conditions, uint32_t blocked) { s.push(t, word::stallwait(blocked, conditions)); }

void settle(scene& s, unsigned core) {
  switch (s.r.below(3)) {
    case 0: s.load(core, ttsync); break;
    default: s.sync(core); break;
  }
}

void post(scene& s, unsigned from, unsigned semaphore, uint32_t conditions) {
  if (conditions) stall(s, from, conditions, s.r.chance(50) ? block::sync : block_all);
  s.push(from, word::sempost(semaphore));
}

void await(scene& s, unsigned t, unsigned semaphore) {
  s.push(t, semwait(semaphore, until::not_zero, block_all));
  s.push(t, word::semget(semaphore));
}

// T1 and T2 post to T0 and wait for its post. The waits are by the threads or, sometimes, by their cores.
void barrier(scene& s) {
  const scene::grouped g(s);
  for (unsigned t = 1; t < thread_count; ++t) post(s, t, sem_arrived, done::drained);
  stall(s, 0, done::drained);
  const bool cores = s.r.chance(20);
  for (unsigned t = 1; t < thread_count; ++t) {
    if (cores) {
      s.sync(0);
      s.poll(0, semaphores_at + 4 * sem_arrived, ~0u, comparison::ge, 1);
      s.store(0, semaphores_at + 4 * sem_arrived, 1);
    } else {
      await(s, 0, sem_arrived);
    }
  }
  if (cores) stall(s, 0, done::stores);
  s.push(0, word_of(opcode::SEMPOST) | insn::SEMPOST::sem_sel.place(1u << sem_go1 | 1u << sem_go2));
  for (unsigned t = 1; t < thread_count; ++t) {
    const unsigned sem_go = t == 1 ? sem_go1 : sem_go2;
    if (s.r.chance(15)) {
      s.sync(t);
      s.poll(t, semaphores_at + 4 * sem_go, 0xf, comparison::ne, 0);
      s.store(t, semaphores_at + 4 * sem_go, 1);
      stall(s, t, done::stores);
    } else {
      await(s, t, sem_go);
    }
  }
}

namespace {

void emit_plain(scene& s, unsigned t, const std::vector<uint32_t>& words, unsigned times) {
  for (unsigned i = 0; i < times; ++i)
    for (const uint32_t w : words) s.push(t, w);
}

void emit_replay(scene& s, unsigned t, const std::vector<uint32_t>& words, unsigned times) {
  using namespace insn::REPLAY;
  const auto length = static_cast<unsigned>(words.size());
  const unsigned first = s.r.below(replay_expander::slots);  // it wraps
  const bool executes = s.r.chance(60);
  const uint32_t place = word_of(opcode::REPLAY) | start_idx.place(first) | len.place(length);
  s.push(t, place | load_mode.place(1) | execute_while_loading.place(executes));
  for (const uint32_t w : words) s.push(t, w);
  for (unsigned i = executes; i < times; ++i) s.push(t, place | execute_while_loading.place(s.r.below(2)));
}

void write_mop(scene& s, unsigned t, const uint32_t (&config)[9]) {
  if (s.r.chance(50)) s.load(t, mop_sync);
  else s.sync(t);
  for (unsigned i = 0; i < 9; ++i) {
    if (s.thread[t].mop[i] == config[i] && s.r.chance(80)) continue;
    s.store(t, riscv_address::mop_config + 4 * i, config[i]);
    s.thread[t].mop[i] = config[i];
  }
  s.sync(t);
}

uint32_t filler(scene& s) { return s.r.chance(50) ? word::nop : word_of(opcode::DMANOP); }

// Template 1: one or two words in turn; what stands before and behind them does nothing.
void emit_mop1(scene& s, unsigned t, const std::vector<uint32_t>& words, unsigned times) {
  const uint32_t a = words[0], b = words.size() > 1 ? words[1] : word::nop;
  unsigned inner = times, outer = 1;
  for (unsigned d = 2; d <= 4; ++d)
    if (times % d == 0 && s.r.chance(40)) inner = times / d, outer = d;
  const uint32_t last = b == word::nop ? a : b;
  const auto beside = [&] { return s.r.chance(30) ? word_of(opcode::DMANOP) : word::nop; };
  const uint32_t start = beside();
  uint32_t end0 = beside(), end1 = end0 == word::nop ? word::nop : beside();
  const uint32_t config[9] = {outer, inner, start, end0, end1, a, b, last, last};
  write_mop(s, t, config);
  s.push(t, word::mop);
}

// Template 0: a mask bit each; cleared for the words, set for something that does nothing.
void emit_mop0(scene& s, unsigned t, const std::vector<uint32_t>& words, unsigned times) {
  const auto n = static_cast<unsigned>(words.size());  // 1, 2, 4 or 5
  const bool has_b = n == 2 || n == 5, has_a123 = n >= 4;
  uint32_t config[9] = {s.r.word(),
                        uint32_t{has_b} | uint32_t{has_a123} << 1,
                        has_b ? words[n - 1] : filler(s),
                        words[0],
                        filler(s),
                        filler(s),
                        filler(s),
                        filler(s),
                        filler(s)};
  if (has_a123) config[4] = words[1], config[5] = words[2], config[6] = words[3];
  write_mop(s, t, config);
  const unsigned idle = s.r.chance(25) ? s.r.below(33 - times) : std::min(s.r.below(4), 32 - times), count = times + idle;
  uint32_t mask = 0;
  for (unsigned set = 0; set < idle;) {
    const uint32_t bit = 1u << s.r.below(count);
    set += !(mask & bit);
    mask |= bit;
  }
  s.push(t, word_of(opcode::MOP_CFG) | insn::MOP_CFG::zmask_hi16.place(mask >> 16));
  s.push(t, word_of(opcode::MOP) | insn::MOP::zmask_lo16_or_loop_count.place(mask) | insn::MOP::loop_count.place(count - 1));
}

}  // namespace

void emit(scene& s, unsigned t, const std::vector<uint32_t>& words, unsigned times) {
  if (words.empty() || times == 0) return;
  const size_t n = words.size();
  const scene::grouped g(s);
  const unsigned how = s.r.below(100);
  if (n <= 2 && times <= 64 && times >= 2 && how < 35) return emit_mop1(s, t, words, times);
  if ((n == 1 || n == 2 || n == 4 || n == 5) && times <= 20 && how < (times > 1 ? 55u : 5u))
    return emit_mop0(s, t, words, times);
  if (n <= replay_expander::slots && how < (times > 1 ? 85u : 25u)) return emit_replay(s, t, words, times);
  emit_plain(s, t, words, times);
}

// Things about waiting that change nothing for the others.
void semaphore_job(scene& s, unsigned t) {
  const scene::grouped g(s);
  const bool close = s.options.more == stress::hazards;
  switch ((close || t == 2) && s.r.chance(50) ? 0 : s.r.below(6)) {
    case 0: {  // a mutex around something of its own
      const unsigned m = s.r.pick({0u, 2u, 3u, 4u});
      s.push(t, word::atgetm(m));
      s.push(t, s.r.chance(50) ? word::nop : word_of(opcode::DMANOP));
      s.push(t, word::atrelm(m));
      for (unsigned n = close ? s.r.between(2, 6) : 0; n > 0; --n) s.push(t, {word::atgetm(2), word::atrelm(2)});
      break;
    }
    case 1: {  // a semaphore of its own
      if (t == 2) break;
      const unsigned own = sem_own + t, max = s.r.chance(50) ? 15 : s.r.below(16), init = s.r.below(max + 1);
      s.push(t, word::seminit(own, max) | insn::SEMINIT::init_value.place(init));
      if (init > 0) s.push(t, semwait(own, until::not_zero, 1 + s.r.below(0x1ff)));
      if (init < max) s.push(t, semwait(own, until::not_max, 1 + s.r.below(0x1ff)));
      if (init > 0 && init < max) s.push(t, semwait(own, 3, s.r.below(0x200)));
      for (unsigned i = s.r.below(4); i > 0; --i) s.push(t, s.r.chance(50) ? word::sempost(own) : word::semget(own));
      if (s.r.chance(40)) {  // its core reads it, and moves it
        s.sync(t);
        s.load(t, semaphores_at + 4 * own);
        s.store(t, semaphores_at + 4 * own, s.r.below(2));
        stall(s, t, done::stores);
      }
      s.push(t, word::seminit(own, 2));
      break;
    }
    case 2: {  // of every drain
      const uint32_t conditions = s.r.word() & done::drained;
      stall(s, t, conditions, s.r.below(0x200));
      break;
    }
    case 3: s.push(t, word::nop); break;
    case 4: settle(s, t); break;
    default: s.push(t, word_of(opcode::RESOURCEDECL) | (s.r.chance(25) ? s.r.below(16) : s.r.word() & 0xffffff)); break;
  }
}

}  // namespace tensix::soak
