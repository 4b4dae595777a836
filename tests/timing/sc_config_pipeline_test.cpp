// SPDX-License-Identifier: Apache-2.0
// The configuration unit against a rigid reference of the documented table of stages: random streams of three threads, requests
// from outside, loads of the overlay and GPR writes of others; every cycle each offer's answer and all registers are compared.
// One simulation a process: units with different parameters run side by side, the streams of one are divided by idle time.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <systemc>
#include <vector>

#include "catch.h"
#include "models/config_unit/config_unit.h"
#include "platform/parameters.h"
#include "tests/effects.h"
#include "tests/seed.h"
#include "timing/config_pipeline_reference.h"

using namespace tensix;

namespace {

using generator = std::mt19937_64;
unsigned below(generator& g, unsigned n) { return static_cast<unsigned>(g() % n); }

uint32_t noise(uint64_t x) {  // of a stream register or a GPR
  x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  return static_cast<uint32_t>((x ^ (x >> 29)) * 0x94d049bb133111ebu >> 32);
}

unsigned some_config_word(generator& g) {
  static constexpr unsigned words[] = {20, 21, 22, 23, 64, 66, 70, 178, 179, 180, 200};
  if (below(g, 6) == 0) return cfg::SCRATCH_SEC0_val.word + below(g, 3);
  return below(g, 200) == 0 ? state_reset_word : words[below(g, 11)];
}

// `kinds`: which instructions this stream prefers, a bit each; NOPs (0) in between.
uint32_t some_instruction(generator& g, unsigned kinds) {
  const unsigned gpr = below(g, 12), word = some_config_word(g);
  unsigned kind = below(g, 8);
  if (!(kinds >> kind & 1)) kind = below(g, 8);
  switch (kind) {
    case 0: return 0;
    case 1: {
      using namespace insn::SETC16;
      static constexpr unsigned regs[] = {tcfg::CFG_STATE_ID_StateID.reg, tcfg::CFG_STATE_ID_StateID.reg,
                                          tcfg::STREAM_ID_SYNC_SEC0_BankSel.reg, 60};
      return word_of(opcode::SETC16) | setc16_reg.place(regs[below(g, 4)]) | setc16_value.place(below(g, 64));
    }
    case 2: {
      using namespace insn::WRCFG;
      return word_of(opcode::WRCFG) | cfg_reg.place(word) | gpr_address.place(gpr) | wr128b.place(below(g, 3) == 0);
    }
    case 3: return word_of(opcode::RDCFG) | insn::RDCFG::cfg_reg.place(word) | insn::RDCFG::gpr_address.place(gpr);
    case 4: {
      using namespace insn::RMWCIB0;
      return (word_of(opcode::RMWCIB0) + (below(g, 4) << 24)) | cfg_reg_addr.place(word) | data.place(below(g, 256)) |
             mask.place(below(g, 256));
    }
    case 5:
    case 6: {
      using namespace insn::CFGSHIFTMASK;
      return word_of(opcode::CFGSHIFTMASK) | cfg_reg.place(word) | scratch_sel.place(below(g, 4)) |
             right_cshift_amt.place(below(g, 32)) | mask_width.place(below(g, 32)) | operation.place(below(g, 8)) |
             disable_mask_on_old_val.place(below(g, 2));
    }
    default: {
      using namespace insn::STREAMWRCFG;
      return word_of(opcode::STREAMWRCFG) | cfg_reg.place(word) | stream_reg_addr.place(below(g, 4)) |
             stream_id_sel.place(below(g, 2));
    }
  }
}

// Registers of the NoC overlay that change with the cycle, or do not.
struct streams : kept_bus {
  explicit streams(bool c) : changing(c) {}
  static uint32_t value(unsigned s, unsigned reg, uint64_t cycle) { return noise(s << 20 ^ reg << 10 ^ cycle << 32); }
  uint32_t stream_register(unsigned s, unsigned reg) override { return value(s, reg, changing ? now_cycle() : 0); }
  const bool changing;
};

// One configuration unit, its surroundings, and the reference beside it.
class bench : public sc_core::sc_module, private gpr_writes_if {
 public:
  tensix_state state{16};
  config_unit_function function{state};
  std::unique_ptr<config_unit> unit;
  reference::config_pipeline expected;
  std::string wrong;  // the first difference
  unsigned streams_done = 0;

  bench(sc_core::sc_module_name name, const config_unit_parameters& p, unsigned streams, uint64_t seed)
      : sc_module(name),
        expected({static_cast<int>(p.cfgshiftmask_cycles), static_cast<int>(p.stream_prepare_cycles),
                  static_cast<int>(p.stream_read_cycles), static_cast<int>(p.rdcfg_gpr_write_cycles),
                  static_cast<int>(p.overlay_read_cycles)}),
        streams_(streams),
        random_(seeded(static_cast<uint32_t>(seed))) {
    unit = std::make_unique<config_unit>("unit", p, state, function);
    function.bus = &bus_;
    expected.overlay = streams::value;
    unit->gpr_writes = this;
    expected.gpr_written_by_others = [this](cycle_t cycle) { return writes_gpr(cycle); };
    SC_HAS_PROCESS(bench);
    SC_THREAD(play);
  }

 private:
  streams bus_{true};
  const unsigned streams_;
  generator random_;
  unsigned gpr_percent_ = 0;
  uint64_t gpr_salt_ = 0;
  std::vector<uint32_t> program_[thread_count];
  size_t next_[thread_count] = {};
  std::vector<reference::outside_request> waiting_;
  std::vector<uint64_t> served_;

  bool writes_gpr(cycle_t cycle) const override { return noise(cycle ^ gpr_salt_) % 100 < gpr_percent_; }
  bool gpr_written_after(unsigned, unsigned, cycle_t) const override { return false; }

  void fail(const std::string& what) {
    if (wrong.empty())
      wrong = "stream " + std::to_string(streams_done) + ", cycle " + std::to_string(now_cycle()) + ": " + what;
  }
  void until(cycle_t cycle, slot s) { wait(at(cycle, s) - sc_core::sc_time_stamp()); }

  void play() {
    cycle_t cycle = 1;
    for (; streams_done < streams_ && wrong.empty(); ++streams_done) {
      prepare();
      const cycle_t last = cycle + 1000;
      for (;; ++cycle) {
        one_cycle(cycle);
        if (!wrong.empty() || finished(cycle)) break;
        if (cycle == last) return fail("the stream does not end");
      }
      cycle += 2;
    }
  }

  void prepare() {
    static constexpr unsigned percents[] = {0, 0, 10, 50, 90};
    gpr_percent_ = percents[below(random_, 5)];
    gpr_salt_ = random_();
    for (unsigned t = 0; t < thread_count; ++t) {
      const unsigned kinds = below(random_, 256);
      program_[t].assign(below(random_, 16), 0);
      for (uint32_t& w : program_[t]) w = some_instruction(random_, kinds);
      next_[t] = 0;
    }
    requests_ = below(random_, 3) ? 0 : below(random_, 8);
    loads_ = below(random_, 3) ? 0 : below(random_, 4);
  }
  unsigned requests_ = 0, loads_ = 0;

  bool finished(cycle_t cycle) const {
    for (unsigned t = 0; t < thread_count; ++t)
      if (next_[t] < program_[t].size()) return false;
    return !requests_ && !loads_ && waiting_.empty() && expected.idle() && unit->idle_from(cycle) == cycle;
  }

  void one_cycle(cycle_t cycle) {
    until(cycle, slot::sync_unit);  // behind the unit's own process
    expected.begin(cycle);
    if (!expected.state.equals(state)) return fail("registers differ");
    if (expected.wrote_thcon != unit->wrote_thcon(cycle - 1)) return fail("writes of THCON words differ");
    // Another's GPR write of the cycle before.
    if (writes_gpr(cycle - 1)) {
      const uint32_t r = noise(cycle);
      const unsigned t = r % thread_count, gpr = r / 4 % 12;
      state.gpr[t][gpr] = expected.state.gpr[t][gpr] = r;
    }
    until(cycle, slot::frontend0);
    for (unsigned t = 0; t < thread_count; ++t) {
      const bool idle = unit->drained_from(t, cycle) == cycle;
      if (idle != expected.idle(t)) return fail("T" + std::to_string(t) + (idle ? " idle too early" : " idle too late"));
      if (next_[t] == program_[t].size()) continue;
      const uint32_t word = program_[t][next_[t]];
      const bool enters = !word || expected.offer(word, t, cycle);
      if (enters) ++next_[t];
      if (!word) continue;
      const issue_response r = unit->offer({word, t, cycle});
      if (r.accepted != enters)
        return fail("T" + std::to_string(t) + "'s " + disassemble(word) + (enters ? " is refused" : " enters"));
      if (!r.accepted && (r.again <= cycle || r.again == never)) return fail("asks again at a wrong time");
    }
    expected.serve(waiting_, cycle);
    until(cycle, slot::riscv);
    if (expected.served != served_) return fail("requests are served in other cycles");
    if (requests_ && below(random_, 4) == 0) submit(cycle);
    if (loads_ && below(random_, 4) == 0) {
      --loads_;
      if (unit->overlay_load(cycle + 1) != expected.load(cycle + 1))
        return fail("a load of the overlay is served in another cycle");
    }
  }

  void submit(cycle_t cycle) {
    --requests_;
    reference::outside_request x;
    x.arrives = cycle + 1 + below(random_, 3);
    if (!waiting_.empty()) x.arrives = std::max(x.arrives, waiting_.back().arrives);
    x.write = below(random_, 3) != 0;
    x.both_banks = below(random_, 4) == 0;
    x.bank = below(random_, 2);
    x.word = some_config_word(random_);
    if (below(random_, 3) == 0) {
      x.word = 20;
      x.words = 4;
    }
    for (uint32_t& v : x.value) v = static_cast<uint32_t>(random_());
    waiting_.push_back(x);
    config_request r;
    r.arrives = x.arrives;
    r.write = x.write;
    r.both_banks = x.both_banks;
    r.bank = x.bank;
    r.index = x.word;
    r.words = x.words;
    std::copy(x.value, x.value + 4, r.value.begin());
    r.done = [this](cycle_t stage0) { served_.push_back(stage0); };
    unit->submit(std::move(r));
  }
};

// One thread alone, everything else quiet: what is in the registers afterwards is what executing its instructions one after the
// other gives, whatever the pipeline's times are. (RDCFG goes to GPRs that no WRCFG here reads.)
class in_order : public sc_core::sc_module {
 public:
  tensix_state state{16}, one_by_one{16};
  config_unit_function function{state};
  config_unit unit;
  std::string wrong;
  unsigned programs_done = 0;

  in_order(sc_core::sc_module_name name, const config_unit_parameters& p, uint64_t seed)
      : sc_module(name), unit("unit", p, state, function), random_(seeded(static_cast<uint32_t>(seed))) {
    function.bus = &bus_;
    SC_HAS_PROCESS(in_order);
    SC_THREAD(play);
  }

 private:
  streams bus_{false};
  generator random_;
  void play() {
    config_unit_function reference_function(one_by_one);
    reference_function.bus = &bus_;
    cycle_t cycle = 1;
    for (unsigned t = 0; t < thread_count; ++t)
      for (unsigned i = 0; i < gpr_count; ++i) state.gpr[t][i] = one_by_one.gpr[t][i] = noise(t << 8 | i);
    for (; programs_done < 200; ++programs_done) {
      const unsigned thread = below(random_, thread_count), kinds = below(random_, 256);
      for (unsigned i = below(random_, 20); i > 0; --i) {
        uint32_t word = some_instruction(random_, kinds);
        if (opcode_of(word) == opcode::RDCFG) word |= insn::RDCFG::gpr_address.place(32);
        if (word) reference_function.execute(word, thread);
        do {
          wait(at(cycle++, slot::frontend0) - sc_core::sc_time_stamp());
        } while (word && !unit.offer({word, thread, cycle - 1}).accepted);
      }
      wait(at(cycle += 100, slot::frontend0) - sc_core::sc_time_stamp());
      reference::registers all;
      std::copy_n(&one_by_one.config.config[0][0], 2 * config_words, &all.config[0][0]);
      std::copy_n(&one_by_one.gpr[0][0], thread_count * gpr_count, &all.gpr[0][0]);
      std::copy_n(&one_by_one.config.thread[0][0], thread_count * thread_config_words, &all.thread[0][0]);
      ++cycle;
      if (all.equals(state)) continue;
      wrong = "program " + std::to_string(programs_done);
      return;
    }
  }
};

struct benches_t {
  bench blackhole{"blackhole", builtin_configuration("blackhole").config_unit, 10000, 1};
  bench documented{"documented", builtin_configuration("documented").config_unit, 10000, 2};
  std::vector<std::unique_ptr<bench>> others;  // what-if
  std::vector<std::unique_ptr<in_order>> alone;
  benches_t() {
    generator random(seeded(3));
    for (uint32_t shiftmask : {1u, 2u, 3u, 4u, 7u, 12u})
      for (uint32_t read : {1u, 3u, 6u}) {
        config_unit_parameters p;
        p.cfgshiftmask_cycles = shiftmask;
        p.stream_read_cycles = read;
        p.stream_prepare_cycles = 1 + below(random, 3);
        p.rdcfg_gpr_write_cycles = 1 + below(random, 3);
        p.overlay_read_cycles = below(random, 6);
        const std::string name = "what_if_" + std::to_string(others.size());
        others.push_back(std::make_unique<bench>(name.c_str(), p, 300, random()));
        p.stream_prepare_cycles = 1;  // with more a STREAMWRCFG is overtaken
        alone.push_back(std::make_unique<in_order>(("alone" + name).c_str(), p, random()));
      }
  }
};
std::unique_ptr<benches_t> benches;

void check(const bench& b, unsigned streams) {
  CHECK(b.wrong == "");
  CHECK(b.streams_done == streams);
}

}  // namespace

TEST_CASE("10,000 random streams are cycle by cycle those of the documented table of stages") {
  check(benches->blackhole, 10000);
  check(benches->documented, 10000);
  // Nothing was left out by chance.
  const auto& seen = benches->blackhole.expected.seen;
  CHECK(seen.rdcfg_held > 1000);
  CHECK(seen.stage_0_held > 1000);
  CHECK(seen.earlier_held > 500);
  CHECK(seen.shiftmask_blocked > 1000);
  CHECK(seen.entered_together > 1000);
  CHECK(seen.overtaken > 500);
  CHECK(seen.starved > 1000);
}

TEST_CASE("the same with other numbers of cycles") {
  for (const auto& b : benches->others) {
    CAPTURE(b->name());
    check(*b, 300);
  }
}

TEST_CASE("times change no data: one thread's registers are those of executing its instructions one by one") {
  for (const auto& b : benches->alone) {
    CAPTURE(b->name());
    CHECK(b->wrong == "");
    CHECK(b->programs_done == 200);
  }
}

int sc_main(int argc, char** argv) {
  benches = std::make_unique<benches_t>();
  sc_core::sc_start();
  const int failed = run_test_cases(argc, argv);
  benches.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
