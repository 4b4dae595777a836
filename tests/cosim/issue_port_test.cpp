// SPDX-License-Identifier: Apache-2.0
// Issue over pins, with a block in C++: random ready, hold and latency, at every legal position of the edge, in all modes of the
// clock; reset in the middle; a block that never gets ready, in a tile; answers that are taken back.
#include <algorithm>
#include <memory>
#include <vector>

#include "cosim/rtl/issue_adapter.h"
#include "testbench/run/simulation.h"
#include "tests/cosim/at_pins.h"

using namespace tensix;
using sc_apart::apart;
using sc_apart::expect;
using namespace at_pins;

namespace {

// What the block does, as a function of the cycle: written twice, in pins below and in `expected`.
struct manner {
  uint64_t seed;
  bool never_ready = false, holds = true;
  bool willing(cycle_t c, unsigned t) const { return !never_ready && mixed(seed + t, c) % 3 == 0; }
  unsigned hold(uint32_t word) const { return holds && mixed(seed, word) % 4 == 0 ? mixed(seed, word + 1) % 5 : 0; }
  unsigned latency(uint32_t word) const { return 1 + mixed(seed, word + 2) % 9; }
};

struct basic_pins {
  uint8_t issue_valid = 0, issue_ready = 0, issue_drained = 7;
  uint32_t issue_word[3] = {}, issue_number[3] = {}, issue_hold = 0;
  uint16_t issue_reason = 0;
  void others(bool, const unsigned*) {}
};
struct all_pins : basic_pins {
  uint8_t issue_active = 0;
  uint16_t drained_in[3] = {};
  void others(bool active, const unsigned* left) {
    issue_active = active;
    for (unsigned t = 0; t < 3; ++t) drained_in[t] = static_cast<uint16_t>(left[t]);
  }
};

struct issued {
  cycle_t cycle;
  unsigned thread;
  uint32_t word;
  bool operator==(const issued& o) const { return cycle == o.cycle && thread == o.thread && word == o.word; }
};

template <class Pins>
struct block {
  Pins top;
  manner how;
  cycle_t cycle = 0;  // counts its edges
  unsigned left[3] = {};
  bool reset_low = false;
  std::vector<issued> log;
  uint32_t taken_word = 0;
  void settle() {
    top.issue_ready = 0;
    top.issue_reason = 0;
    top.issue_hold = 0;
    unsigned seen[3];
    for (unsigned t = 0; t < 3; ++t) {
      seen[t] = left[t];
      if (!(top.issue_valid >> t & 1)) continue;
      const bool other = top.issue_ready != 0;
      if (!other && how.willing(cycle, t)) {
        top.issue_ready |= static_cast<uint8_t>(1 << t);
        top.issue_hold |= how.hold(top.issue_word[t]) << (8 * t);
        seen[t] = std::max(left[t], how.latency(top.issue_word[t]));
      } else {
        const auto why = other ? stall_reason::other_thread : stall_reason::unit_busy;
        top.issue_reason = static_cast<uint16_t>(top.issue_reason | static_cast<unsigned>(why) << (5 * t));
      }
    }
    top.others(true, seen);
  }
  template <class Behind>
  void edge(const Behind& behind) {
    for (unsigned t = 0; t < 3; ++t) {
      expect(!(reset_low && top.issue_valid), "valid is low in reset");
      if (left[t]) --left[t];
      if (!(top.issue_valid & top.issue_ready & (1 << t))) continue;
      log.push_back({cycle, t, top.issue_word[t]});
      left[t] = std::max(left[t], how.latency(top.issue_word[t]) - 1);
    }
    if (!reset_low) ++cycle;
    top.issue_drained = 0;
    for (unsigned t = 0; t < 3; ++t) top.issue_drained = static_cast<uint8_t>(top.issue_drained | (left[t] == 0) << t);
    behind();
    settle();
  }
  void reset(bool asserted) {
    reset_low = asserted;
    for (unsigned& l : left) l = 0;
    top.issue_drained = 7;
    settle();
  }
};

// What threads and block do, worked out cycle by cycle without any of it.
struct course {
  std::vector<issued> log;
  std::vector<std::vector<cycle_t>> drained;  // [thread][cycle]: first cycle >= it without an instruction of the thread
};
course expected(const manner& how, uint32_t words, cycle_t cycles) {
  course c;
  uint32_t at[3] = {};
  cycle_t next[3] = {}, empty[3] = {};
  std::vector<std::vector<cycle_t>> busy_until(3, std::vector<cycle_t>(cycles));
  for (cycle_t now = 0; now < cycles; ++now) {
    bool taken = false;
    for (unsigned t = 0; t < 3; ++t) {
      const uint32_t word = 1000 * t + at[t];
      if (at[t] < words && next[t] <= now && !taken && how.willing(now, t)) {
        taken = true;
        c.log.push_back({now, t, word});
        ++at[t];
        next[t] = now + 1 + how.hold(word);
        empty[t] = std::max(empty[t], now + how.latency(word));
      }
      busy_until[t][now] = empty[t];
    }
  }
  for (unsigned t = 0; t < 3; ++t) {
    c.drained.emplace_back();
    for (cycle_t now = 0; now < cycles; ++now) c.drained[t].push_back(std::max(now, busy_until[t][now]));
  }
  return c;
}

struct starter : sc_core::sc_module {
  std::function<void()> start;
  explicit starter(std::function<void()> what)
      : sc_module(sc_core::sc_module_name(sc_core::sc_gen_unique_name("starter"))), start(std::move(what)) {}
  void start_of_simulation() override { start(); }
};

// Three threads with words 1000 t + n, as wait gates offer them.
template <class Port>
struct threads {
  Port& port;
  const uint32_t words;
  uint32_t at[3] = {};
  cycle_t next[3] = {};
  bool told[3] = {};  // waits until it is told
  issue_response last[3] = {};
  std::vector<issued> log;
  activation run[3] = {{slot_of(slot::frontend0, 0), method<&threads::step<0>>(this)},
                       {slot_of(slot::frontend0, 1), method<&threads::step<1>>(this)},
                       {slot_of(slot::frontend0, 2), method<&threads::step<2>>(this)}};
  std::function<void(unsigned t, cycle_t c)> after = [](unsigned, cycle_t) {};
  starter first{[this] {
    for (auto& r : run) r.arm(0);
  }};
  threads(Port& p, uint32_t n) : port(p), words(n) {
    port.changed = [this](cycle_t c) {
      for (unsigned t = 0; t < 3; ++t)
        if (told[t]) run[t].arm(c);
    };
  }
  template <unsigned t>
  void step() {
    const cycle_t now = activation::begin();
    told[t] = false;
    if (at[t] < words && next[t] <= now) {
      const uint32_t word = 1000 * t + at[t];
      const issue_response answer = last[t] = port.ask({word, t, now});
      if (answer.accepted) {
        log.push_back({now, t, word});
        ++at[t];
        next[t] = answer.thread_free;
      } else if (answer.again == never) told[t] = true;
      else next[t] = answer.again;
    }
    after(t, now);
    if (at[t] < words && !told[t]) run[t].arm(std::max(next[t], now + 1));
  }
};

template <class Pins>
struct bench {
  rtl_clock clock;
  block<Pins> b;
  issue_port<block<Pins>> port;
  threads<issue_port<block<Pins>>> t;
  bench(const rtl_clock_parameters& p, const manner& how, uint32_t words)
      : clock("clock", p), b{{}, how}, port("block", clock, b), t(port, words) {}
};

// Threads see, and the block gets, the same instructions in the same cycles, which are those expected; and drained_from is right,
// by the pin that tells it ahead or by being told.
template <class Pins>
void random_block(uint64_t period, uint32_t edge_ps, rtl_clock_mode mode, uint64_t seed) {
  cycle_time::set(period);
  constexpr uint32_t words = 60;
  constexpr cycle_t cycles = 3000;
  manner how{seed};
  // A gated clock leaves out edges where nobody offers, and the block counts its edges: without issue_active somebody has to.
  how.holds = mode != rtl_clock_mode::gated || has_issue_active<Pins>::value;
  const course right = expected(how, words, cycles);
  bench<Pins> x(clock_of(mode, edge_ps, 50), how, words);
  constexpr bool ahead = has_drained_in<Pins>::value;
  uint64_t asked = 0, waits = 0;
  x.t.after = [&](unsigned t, cycle_t now) {
    const auto look = [&](unsigned of) {
      const cycle_t from = x.port.drained_from(of, now), should = right.drained[of][now];
      ++asked;
      if (ahead || should <= now)
        expect(from == should, "drained from " + std::to_string(from) + ", not " + std::to_string(should));
      else expect(from == never, "not known ahead");
      waits += should > now;
      if (now == 0 || should != now) return;
      // Asked afterwards for the cycle before: an instruction may have been over at the edge at which it issued.
      const cycle_t late = x.port.drained_from(of, now - 1), was = right.drained[of][now - 1];
      expect(late == was, "drained from " + std::to_string(late) + ", not " + std::to_string(was) + ", asked a cycle later");
    };
    for (unsigned of = 0; of <= t; ++of) look(of);  // those that have not offered yet may do so in this cycle
  };
  sc_core::sc_start();
  x.clock.up_to(now_cycle() + 1);  // lazy: nobody has looked behind the last issue
  expect(x.t.log == right.log, "the threads' log");
  expect(x.b.log == right.log, "the block's log");
  expect(right.log.size() == 3 * words, "all have issued");
  expect(asked > 500 && waits > 100, "drained_from was asked");
  expect(x.t.at[0] + x.t.at[1] + x.t.at[2] == 3 * words, "all have issued");
}

// A thread that waits for a thread to drain is told in exactly the cycle in which it has.
template <class Pins>
void told_of_drained(rtl_clock_mode mode) {
  cycle_time::set(1000);
  manner how{7};
  bench<Pins> x(clock_of(mode, 0, 50), how, 1);
  cycle_t drained = 0;
  const course right = expected(how, 1, 200);
  const auto first = std::find_if(right.log.begin(), right.log.end(), [](const issued& i) { return i.thread == 0; });
  const cycle_t should = right.drained[0][first->cycle];
  struct awaiting {
    bench<Pins>& x;
    cycle_t& drained;
    activation run{slot::config_requests, method<&awaiting::look>(this)};
    void look() {
      const cycle_t now = activation::begin();
      if (x.t.at[0] == 0) return run.arm(now + 1);
      const cycle_t from = x.port.drained_from(0, now);
      if (from <= now) drained = now;
      else if (from != never) run.arm(from);
    }
  } a{x, drained};
  const auto of_threads = x.port.changed;
  x.port.changed = [&, of_threads](cycle_t c) {
    of_threads(c);
    a.run.arm(c);
  };
  starter s([&] { a.run.arm(0); });
  sc_core::sc_start();
  expect(drained == should && drained > 0, "told in " + std::to_string(drained) + ", not " + std::to_string(should));
}

// In whichever cycle a reset comes: what was in the block is gone, and the threads go on.
template <class Pins>
void reset_in_the_middle(rtl_clock_mode mode, cycle_t when) {
  cycle_time::set(1000);
  const manner how{11};
  bench<Pins> x(clock_of(mode, 0, 50), how, 40);
  uint64_t lost = 0;
  bool done = false;
  x.t.after = [&](unsigned t, cycle_t now) {
    if (t != 2 || now != when || done) return;
    done = true;
    for (const issued& i : x.t.log) lost += i.cycle == now;  // has not seen its edge
    x.clock.reset();
    for (unsigned of = 0; of < 3; ++of) expect(x.port.drained_from(of, now) == now, "a reset leaves nothing behind");
  };
  sc_core::sc_start();
  x.clock.up_to(now_cycle() + 1);
  expect(done, "there was a reset");
  expect(x.t.log.size() == 120, "all have issued");
  expect(x.b.log.size() + lost == 120, "the block has seen all but those of the reset's cycle");
}

void never_ready(rtl_clock_mode mode) {
  cycle_time::set(1000);
  manner how{1};
  how.never_ready = true;
  bench<basic_pins> x(clock_of(mode, 0, 30), how, 3);
  sc_core::sc_start();  // ends, as nothing is left to happen
  expect(now_cycle() < 100, "after rtl.quiet_edges, in " + std::to_string(now_cycle()));
  const std::string who = x.port.waits_for();
  for (const char* t : {"T0", "T1", "T2"}) expect(who.find(t) != std::string::npos, "named: " + who);
  expect(who.find("issue_ready is low") != std::string::npos && who.find("unit_busy") != std::string::npos, "why: " + who);
}

// The same in a tile: the run ends as a deadlock and says who waits for what.
class never_ready_unit : public tensix_unit {
 public:
  never_ready_unit(const tile_context&, rtl_environment& e)
      : tensix_unit("matrix_unit"), port_("matrix_unit", e.clock(), block_) {
    block_.how.never_ready = true;
    port_.changed = [this](cycle_t cycle) { notify(cycle); };
  }
  issue_response offer(const issue_request& r) override { return port_.ask(r); }
  cycle_t drained_from(unsigned thread, cycle_t now) const override { return port_.drained_from(thread, now); }
  std::string waits_for() const override { return port_.waits_for(); }

 private:
  block<all_pins> block_{{}, {5}};
  mutable issue_port<block<all_pins>> port_;
};

struct steps : step_source {
  std::vector<uint32_t> words;
  bool over = false;
  bool next(step& out) override {
    if (over) return false;
    over = true;
    out = {};
    out.kind = step::kind_t::push;
    out.words = words.data();
    out.count = static_cast<uint32_t>(words.size());
    return true;
  }
};

void deadlock_in_a_tile(rtl_clock_mode mode) {
  parameters p = load_configuration("blackhole");
  p.rtl.mode = mode;
  p.rtl.quiet_edges = 200;
  rtl_environment e(p.rtl);
  tile_parts parts;
  parts.matrix_unit = [&](const tile_context& c) { return std::make_unique<never_ready_unit>(c, e); };
  simulation sim(p, on_undefined::stop, parts);
  auto program = std::make_unique<steps>();
  program->words = {encode(opcode::SETRWC, {})};
  sim.play(1, std::move(program));
  const run_result r = sim.run({});
  expect(r.how == run_outcome::deadlock, "it is a deadlock");
  expect(r.text.find("T1 holds") != std::string::npos && r.text.find("unit_busy") != std::string::npos, "who waits: " + r.text);
  expect(r.text.find("issue_ready is low for T1") != std::string::npos, "for what: " + r.text);
}

// A block whose answer to thread 0 depends on thread 1.
struct unfaithful : block<all_pins> {
  void settle() {
    block::settle();
    top.issue_ready = top.issue_valid & 2 ? 2 : top.issue_valid & 1;
    top.issue_reason = 8 | 8 << 5 | 8 << 10;
  }
};
void taken_back() {
  cycle_time::set(1000);
  rtl_clock clock("clock", clock_of(rtl_clock_mode::lazy, 0));
  unfaithful b{{{}, {3}}};
  issue_port<unfaithful> port("crossing", clock, b);
  threads<issue_port<unfaithful>> t(port, 2);
  std::string why;
  t.after = [](unsigned, cycle_t) {};
  try {
    sc_core::sc_start();
  } catch (const std::exception& e) {
    why = e.what();
  }
  expect(why.find("issue_ready[0] has changed") != std::string::npos && why.find("cycle 0") != std::string::npos,
         "refused: " + why);
}

}  // namespace

int sc_main(int, char**) {
  for (const auto mode : modes) {
    for (const uint32_t period : periods_ps)
      for (const uint32_t edge : edges_of(period))
        for (const uint64_t seed : {1, 2, 3}) {
          const std::string where = name(mode, period, edge);
          apart("random, " + where, [&] { random_block<all_pins>(period, edge, mode, seed); });
          apart("random, few pins, " + where, [&] { random_block<basic_pins>(period, edge, mode, seed); });
        }
    apart("told of drained, " + name(mode), [&] { told_of_drained<basic_pins>(mode); });
    apart("told of drained, all pins, " + name(mode), [&] { told_of_drained<all_pins>(mode); });
    for (const cycle_t when : {0, 1, 5, 6, 7, 30})
      apart("reset, " + name(mode), [&] { reset_in_the_middle<all_pins>(mode, when); });
    apart("never ready, " + name(mode), [&] { never_ready(mode); });
    apart("deadlock in a tile, " + name(mode), [&] { deadlock_in_a_tile(mode); });
  }
  apart("taken back", taken_back);
  return sc_apart::errors == 0 ? 0 : 1;
}
