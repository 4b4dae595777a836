// SPDX-License-Identifier: Apache-2.0
// Wait gates and sync unit against an independent reference (wait_gate_reference.h): random programs of three threads with
// stores of cores between them, the cycle of every issue compared. The gates, the sync unit, the configuration unit (for
// SETC16), matrix and miscellaneous unit (for the Src banks) are the model's; the other units are hand-made.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <sstream>
#include <systemc>

#include "catch.h"
#include "models/config_unit/config_unit.h"
#include "models/coprocessor/tensix_functions.h"
#include "models/frontend/frontend.h"
#include "models/hand_over/src_hand_over.h"
#include "models/matrix_unit/matrix_unit.h"
#include "models/memory/noc_overlay.h"
#include "models/misc_unit/misc_unit.h"
#include "models/riscv_port/coprocessor_bus.h"
#include "models/sync_unit/sync_unit.h"
#include "platform/parameters.h"
#include "tests/seed.h"
#include "timing/wait_gate_reference.h"

using namespace tensix;
namespace reference = tensix::wait_gate_reference;
using reference::event;
using reference::work;

namespace {

// ---- Random work ------------------------------------------------------------------------------------------------------------

class generator {
 public:
  explicit generator(uint64_t seed) : random_(seeded(static_cast<uint32_t>(seed))) {}
  work program() {
    work w;
    for (auto& s : w.semaphore) s = {static_cast<uint8_t>(below(4)), static_cast<uint8_t>(below(6))};
    for (auto& s : w.overlay) s[0] = target(), s[1] = target();
    for (auto& stream : w.stream) {
      uint64_t cycle = below(6);
      const unsigned words = 3 + below(16);
      for (unsigned i = 0; i < words; ++i) {
        stream.push_back({cycle, word()});
        cycle += one_in(3) ? 1 + below(8) : 1;
      }
    }
    for (unsigned n = below(14); n; --n) w.events.push_back(outside());
    std::stable_sort(w.events.begin(), w.events.end(), [](const event& a, const event& b) { return a.cycle < b.cycle; });
    return w;
  }

 private:
  std::mt19937_64 random_;
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  uint32_t target() { return one_in(4) ? 1024 + below(8) : below(8); }
  uint32_t block() { return one_in(4) ? 0 : one_in(3) ? 0x1ff : one_in(2) ? below(512) : 1u << below(9); }
  uint32_t some_of(unsigned n) { return one_in(6) ? below(1u << n) : (1u << below(n)) | (one_in(2) ? 1u << below(n) : 0); }

  uint32_t wait_word() {
    switch (below(3)) {
      case 0:
        return word_of(opcode::STALLWAIT) | insn::STALLWAIT::stall_res.place(block()) |
               insn::STALLWAIT::wait_res.place(one_in(8) ? 0 : some_of(13));
      case 1:
        return word_of(opcode::SEMWAIT) | insn::SEMWAIT::stall_res.place(block()) | insn::SEMWAIT::sem_sel.place(some_of(8)) |
               insn::SEMWAIT::wait_sem_cond.place(1 + below(3));
      default:
        return word_of(opcode::STREAMWAIT) | insn::STREAMWAIT::stall_res.place(block()) |
               insn::STREAMWAIT::target_value.place(below(8)) | insn::STREAMWAIT::target_sel.place(below(2)) |
               insn::STREAMWAIT::wait_stream_sel.place(below(4));
    }
  }
  uint32_t semaphore_word() {
    switch (below(5)) {
      case 0:
        return word_of(opcode::SEMINIT) | insn::SEMINIT::sem_sel.place(some_of(8)) | insn::SEMINIT::init_value.place(below(4)) |
               insn::SEMINIT::max_value.place(below(6));
      case 1:
      case 2: return word_of(opcode::SEMGET) | insn::SEMGET::sem_sel.place(some_of(8));
      default: return word_of(opcode::SEMPOST) | insn::SEMPOST::sem_sel.place(some_of(8));
    }
  }
  uint32_t config_word() {
    static const uint32_t high[] = {tcfg::STREAMWAIT_PHASE_HI_Val.reg, tcfg::STREAMWAIT_NUM_MSGS_HI_Val.reg};
    const auto setc16 = [](uint32_t reg, uint32_t value) {
      return word_of(opcode::SETC16) | insn::SETC16::setc16_reg.place(reg) | insn::SETC16::setc16_value.place(value);
    };
    if (one_in(6)) return setc16(tcfg::CLR_DVALID_SrcA_Disable.reg, below(4));
    if (one_in(2)) return setc16(high[below(2)], below(2));
    return setc16(tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(below(4)).reg, below(reference::streams));
  }
  uint32_t bank_word() {
    switch (below(4)) {
      case 0:
      case 1: return word_of(opcode::SETDVALID) | insn::SETDVALID::setvalid.place(1 + below(3));
      case 2: return word_of(opcode::SETRWC) | insn::SETRWC::clear_ab_vld.place(1 + below(3));
      default:
        return word_of(opcode::CLEARDVALID) | insn::CLEARDVALID::cleardvalid.place(1 + below(3)) |
               insn::CLEARDVALID::reset.place(one_in(4) ? 2 : 0);
    }
  }
  uint32_t unit_word() {
    static constexpr opcode ops[] = {opcode::PACR,   opcode::SFPMAD, opcode::LOADIND,  opcode::XMOV,
                                     opcode::SETRWC, opcode::NOP,    opcode::SETADCXY, opcode::UNPACR};
    const opcode op = ops[below(8)];
    uint32_t w = word_of(op);
    if (op == opcode::UNPACR) w |= insn::UNPACR::unpack_block_selection.place(below(2));
    if (op == opcode::NOP || op == opcode::SETADCXY || op == opcode::SETRWC) return w;
    return w | below(32);  // how long its unit has it
  }
  uint32_t word() {
    switch (below(10)) {
      case 0:
      case 1:
      case 2: return wait_word();
      case 3:
      case 4: return semaphore_word();
      case 5: return config_word();
      case 6: return bank_word();
      default: return unit_word();
    }
  }
  event outside() {
    const uint64_t cycle = 2 + below(60);
    switch (below(5)) {
      case 0:
      case 1: return {cycle, event::overlay_store, below(reference::streams), below(2), target()};
      case 2: return {cycle, event::core_busy, below(reference::threads), 0, 1 + below(20)};
      default: return {cycle, event::semaphore_store, below(reference::semaphores), 0, below(2)};
    }
  }
};

// ---- The bench --------------------------------------------------------------------------------------------------------------

// A unit that holds what it is given for as long as the word says. `announces`: nobody knows when it is empty before it is.
class hand_made_unit : public tensix_unit {
 public:
  hand_made_unit(sc_core::sc_module_name name, bool announces) : tensix_unit(name), announces_(announces) {}
  issue_response offer(const issue_request& r) override {
    if (free_ > r.cycle) return issue_response::refuse(stall_reason::unit_busy, free_);
    const cycle_t thread_free = r.cycle + reference::hold_of(r.word);
    free_ = reference::keeps_unit(r.word) ? thread_free : r.cycle + 1;
    until_[r.thread] = std::max(until_[r.thread], r.cycle + reference::flight_of(r.word));
    if (announces_) run_.arm(until_[r.thread]);
    return issue_response::accept(thread_free);
  }
  cycle_t drained_from(unsigned thread, cycle_t now) const override {
    if (until_[thread] <= now) return now;
    return announces_ ? never : until_[thread];
  }
  cycle_t idle_from(cycle_t now) const override { return std::max({now, until_[0], until_[1], until_[2]}); }

 private:
  const bool announces_;
  cycle_t free_ = 0, until_[thread_count] = {};
  activation run_{slot::packer0, method<&hand_made_unit::process>(this)};
  void process() {
    const cycle_t c = run_.begin();
    notify(c);
    cycle_t next = never;
    for (cycle_t u : until_)
      if (u > c) next = std::min(next, u);
    run_.arm(next);
  }
};

class bench : public sc_core::sc_module, public observer {
 public:
  std::string failure;  // of the first program that differs
  unsigned played = 0;
  uint64_t issues = 0, released = 0;

  bench(sc_core::sc_module_name name, const parameters& p, unsigned programs, uint64_t seed)
      : sc_module(name),
        hand_over("hand_over", p.hand_over, state),
        sync("sync_unit", p.sync_unit, state, functions.sync_unit),
        config("config_unit", p.config_unit, state, functions.config_unit),
        matrix("matrix_unit", p.matrix_unit, state, functions.matrix_unit, hand_over, blocks, dst),
        misc("misc_unit", functions.misc_unit, hand_over),
        programs_(programs),
        seed_(seed),
        rules_{p.frontend.stage_latency_cycles, p.frontend.replay_fifo_entries, p.frontend.gate_fifo_entries,
               p.frontend.wait_lag_cycles,      p.sync_unit.latency_cycles,     p.hand_over.latency_cycles,
               p.hand_over.set_dvalid_cycles,   p.matrix_unit.drain_cycles,     p.frontend.forget_cycles} {
    state.diagnose.policy = on_undefined::warn;
    state.attach(*this);
    static constexpr const char* names[] = {"t0", "t1", "t2"};
    for (unsigned t = 0; t < thread_count; ++t) {
      gate[t] = std::make_unique<frontend>(names[t], t, p.frontend, state, hand_over, overlay);
      frontend& f = *gate[t];
      f.core_stores = &core_[t];
      hand_over.subscribe(f);
      tensix_unit* const units[] = {&unpacker0, &unpacker1, &matrix, &vector, &packer, &config, &sync, &scalar, &misc, &mover};
      for (unsigned u = 0; u < tile_units; ++u) {
        f.to[u].bind(units[u]->issue);
        units[u]->subscribe(f);
      }
    }
    SC_HAS_PROCESS(bench);
    SC_THREAD(play_all);
  }

  tensix_state state;
  noc_overlay overlay;
  shared_by_cores shared;
  coprocessor_bus bus{state, overlay, shared};
  tensix_functions functions{state, bus};
  dst_users blocks;
  dst_arbiter dst{{}};
  src_hand_over hand_over;
  sync_unit sync;
  config_unit config;
  matrix_unit matrix;
  misc_unit misc;
  hand_made_unit unpacker0{"unpacker0", true}, unpacker1{"unpacker1", true}, packer{"packer", true},
      vector{"vector_unit", false}, scalar{"scalar_unit", false}, mover{"mover", false};
  std::unique_ptr<frontend> gate[thread_count];

  void issued(const gate_event& e, uint64_t) override { seen_[e.thread].push_back(e.cycle - begin_); }

 private:
  static constexpr cycle_t quiet = 64;  // longer than anything stays on the way
  const unsigned programs_;
  const uint64_t seed_;
  const reference::parameters rules_;
  cycle_t begin_ = 0;
  struct core_stores : core_stores_if {
    cycle_t busy_until = 0;
    cycle_t stores_done(cycle_t now) const override { return std::max(now, busy_until); }
    cause stores_by(event_id) const override { return {}; }
  } core_[thread_count];
  reference::issue_cycles seen_;

  void until(cycle_t cycle, slot s) {
    const sc_core::sc_time when = at(cycle, s);
    if (when > sc_core::sc_time_stamp()) wait(when - sc_core::sc_time_stamp());
  }

  void reset(const work& w) {
    for (unsigned s = 0; s < semaphore_count; ++s) state.sem[s] = {w.semaphore[s].value, w.semaphore[s].max};
    for (unsigned s = 0; s < reference::streams; ++s) {
      overlay.write(s, noc_overlay::current_phase_register, w.overlay[s][0]);
      overlay.write(s, noc_overlay::messages_received_register, w.overlay[s][1]);
    }
    for (unsigned t = 0; t < thread_count; ++t) {
      for (unsigned i = 0; i < 4; ++i) state.config.thread[t][tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(i).reg] = 0;
      state.config.thread[t][tcfg::STREAMWAIT_PHASE_HI_Val.reg] = 0;
      state.config.thread[t][tcfg::STREAMWAIT_NUM_MSGS_HI_Val.reg] = 0;
      state.config.thread[t][tcfg::CLR_DVALID_SrcA_Disable.reg] = 0;
      seen_[t].clear();
    }
    for (src_register* r : {&state.srca, &state.srcb}) {
      r->unpack_bank = r->matrix_bank = 0;
      for (auto& b : r->bank) b.allowed_client = src_client::unpackers;
    }
  }

  void happen(const event& e, cycle_t now) {
    switch (e.kind) {
      case event::overlay_store:
        overlay.write(e.index, e.which ? noc_overlay::messages_received_register : noc_overlay::current_phase_register,
                      e.value);
        break;
      case event::core_busy: core_[e.index].busy_until = std::max(core_[e.index].busy_until, now + e.value); break;
      case event::semaphore_store: return;  // has left the core in the cycle before
      case event::release_all:
        for (auto& s : state.sem) s = {1, 15};
        for (unsigned s = 0; s < reference::streams; ++s) {
          overlay.write(s, noc_overlay::current_phase_register, ~0u);
          overlay.write(s, noc_overlay::messages_received_register, ~0u);
        }
        for (src_register* r : {&state.srca, &state.srcb}) {
          r->unpack_bank = 0, r->matrix_bank = 1;
          r->bank[0].allowed_client = src_client::unpackers, r->bank[1].allowed_client = src_client::matrix_unit;
        }
        hand_over.changed({0xf, true}, now - rules_.hand_over_latency, "test");  // usable from now on
        break;
    }
    for (auto& f : gate) f->state_changed(now);
  }

  void play(const work& w, const std::vector<event>& events) {
    size_t next_event = 0, next_word[thread_count] = {};
    for (cycle_t c = 0;; ++c) {
      cycle_t soonest = never;  // idle cycles cost nothing
      if (next_event < events.size()) soonest = events[next_event].cycle;
      for (unsigned t = 0; t < thread_count; ++t)
        if (next_word[t] < w.stream[t].size()) soonest = std::min(soonest, w.stream[t][next_word[t]].cycle);
      if (soonest == never) return;
      c = std::max(c, soonest > 1 ? soonest - 1 : 0);
      if (next_event < events.size() && events[next_event].cycle == c) {
        until(begin_ + c, slot::riscv_stores_t0);
        for (; next_event < events.size() && events[next_event].cycle == c; ++next_event)
          happen(events[next_event], begin_ + c);
      }
      until(begin_ + c, slot::riscv);
      for (unsigned t = 0; t < thread_count; ++t)
        for (; next_word[t] < w.stream[t].size() && w.stream[t][next_word[t]].cycle == c; ++next_word[t])
          gate[t]->push(w.stream[t][next_word[t]].word, begin_ + c);
      for (size_t i = next_event; i < events.size() && events[i].cycle == c + 1; ++i)
        if (events[i].kind == event::semaphore_store) sync.riscv_store(0, events[i].index, events[i].value, begin_ + c + 1);
    }
  }

  void play_all() {
    generator random(seed_);
    for (; played < programs_; ++played) {
      const work w = random.program();
      std::vector<event> events;
      const reference::issue_cycles expected = reference::machine(rules_, w).play(120, events);
      uint64_t last = 0;
      for (const auto& thread : expected) last = std::max(last, thread.back()), issues += thread.size();
      begin_ = now_cycle() + 1;
      reset(w);
      play(w, events);
      if (!events.empty()) last = std::max(last, events.back().cycle);
      until(begin_ + last + quiet, slot::riscv_stores_t0);
      happen({0, event::release_all}, now_cycle());  // of waits that blocked nothing
      until(begin_ + last + 2 * quiet, slot::riscv);
      for (const auto& e : events) released += e.kind == event::release_all;
      if (seen_ != expected) {
        failure = describe(w, events, expected);
        return;
      }
    }
  }

  std::string describe(const work& w, const std::vector<event>& events, const reference::issue_cycles& expected) const {
    std::ostringstream text;
    text << "program " << played << "\n";
    for (unsigned t = 0; t < thread_count; ++t)
      for (size_t i = 0; i < w.stream[t].size(); ++i) {
        text << "T" << t << " pushed " << w.stream[t][i].cycle << ", issued " << expected[t][i] << ", model ";
        if (i < seen_[t].size()) text << seen_[t][i];
        else text << "never";
        text << ": " << disassemble(w.stream[t][i].word)
             << (i >= seen_[t].size() || seen_[t][i] != expected[t][i] ? "   <--" : "") << "\n";
      }
    static constexpr const char* kinds[] = {"overlay", "semaphore", "core busy", "release all"};
    for (const auto& e : events)
      text << "cycle " << e.cycle << " " << kinds[e.kind] << " " << e.index << " " << e.which << " " << e.value << "\n";
    for (unsigned s = 0; s < semaphore_count; ++s)
      text << "semaphore " << s << ": " << unsigned{w.semaphore[s].value} << " of " << unsigned{w.semaphore[s].max} << "\n";
    for (unsigned s = 0; s < reference::streams; ++s)
      text << "stream " << s << ": phase " << w.overlay[s][0] << ", messages " << w.overlay[s][1] << "\n";
    return text.str();
  }
};

std::unique_ptr<bench> blackhole, documented, slow;
constexpr unsigned programs = 10000;

void check(const bench& b, unsigned all) {
  INFO(b.failure);
  REQUIRE(b.failure.empty());
  CHECK(b.played == all);
  CHECK(b.issues > 20 * all);   // they were not empty
  CHECK(b.released < 2 * all);  // and most of what waited was released by what the others did
}

}  // namespace

TEST_CASE("10,000 random programs: every instruction is issued in the cycle of the reference, configuration blackhole") {
  check(*blackhole, programs);
}
TEST_CASE("10,000 random programs: every instruction is issued in the cycle of the reference, configuration documented") {
  check(*documented, programs);
}
TEST_CASE("the rules hold with other latencies, too") { check(*slow, programs); }

int sc_main(int argc, char** argv) {
  blackhole = std::make_unique<bench>("blackhole", builtin_configuration("blackhole"), programs, 1);
  documented = std::make_unique<bench>("documented", builtin_configuration("documented"), programs, 2);
  parameters p = builtin_configuration("documented");
  p.frontend.stage_latency_cycles = 2;
  p.frontend.wait_lag_cycles = 3;
  p.sync_unit.latency_cycles = 4;
  p.hand_over.latency_cycles = 3;
  p.hand_over.set_dvalid_cycles = 5;
  slow = std::make_unique<bench>("slow", p, programs, 3);
  sc_core::sc_start();
  const int failed = run_test_cases(argc, argv);
  blackhole.reset(), documented.reset(), slow.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
