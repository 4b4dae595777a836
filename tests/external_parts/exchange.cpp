// SPDX-License-Identifier: Apache-2.0
// Exchanges the parts of a tile, one after the other and all together, runs built-in kernels, and compares with the library's
// parts: bytes, cycles, and the accounts of everybody else. Usage: exchange [CASE]
#include <cstdio>
#include <map>
#include <stdexcept>

#include "l1.h"
#include "matrix_unit.h"
#include "misc_unit.h"
#include "packers.h"
#include "runs.h"
#include "testbench/run/simulation.h"
#include "throttle.h"
#include "unpacker.h"
#include "workload/kernels/kernel_function.h"

namespace {
using namespace tensix;
using own::kernel_case;

int errors = 0;
void expect(bool right, const std::string& what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  ++errors;
}
std::string text(const kernel_case& k) {
  return k.configuration + " " + k.kernel + " " + std::to_string(k.size) + " " + k.settings;
}

void library(tile_parts&) {}
void packers(tile_parts& parts) {
  parts.packers = [](const tile_context& c) { return std::make_unique<own::packers>("own_packers", c); };
}
void unpacker1(tile_parts& parts) {
  parts.unpacker1 = [](const tile_context& c) { return std::make_unique<own::unpacker>("own_unpacker1", 1, c); };
}
void unpackers(tile_parts& parts) {
  unpacker1(parts);
  parts.unpacker0 = [](const tile_context& c) { return std::make_unique<own::unpacker>("own_unpacker0", 0, c); };
}
void matrix_unit(tile_parts& parts) {
  parts.matrix_unit = [](const tile_context& c) { return std::make_unique<own::matrix_unit>("matrix_unit", c); };
}
void misc_unit(tile_parts& parts) {
  parts.misc_unit = [](const tile_context& c) { return std::make_unique<own::misc_unit>("misc_unit", c); };
}
void throttle(tile_parts& parts) {
  parts.throttle = [](const tile_context& c) { return std::make_unique<own::throttle>("own_throttle", c); };
}
void l1(tile_parts& parts) {
  parts.l1 = [](const tile_context& c) { return std::make_unique<own::l1>("own_l1", c); };
}
void all(tile_parts& parts) {
  packers(parts), unpackers(parts), matrix_unit(parts), misc_unit(parts), throttle(parts), l1(parts);
}

// How long the unit has worked, if it is of that class; else nothing.
template <class Unit>
uint64_t worked(tensix_tile& tile, tile_unit where) {
  auto* unit = dynamic_cast<Unit*>(&tile.unit(where));
  return unit ? unit->activity().busy_cycles() : 0;
}
uint64_t unpacker1_worked(tensix_tile& t) { return worked<own::unpacker>(t, tile_unit::unpacker1); }
uint64_t rates_changed(tensix_tile&) { return own::throttle::changes; }

struct part {
  const char* name;
  own::exchanging exchange;
  own::counting used;
};
const part parts[] = {
    {"packers", packers, [](tensix_tile& t) { return worked<own::packers>(t, tile_unit::packers); }},
    {"unpacker1", unpacker1, unpacker1_worked},
    {"unpackers", unpackers, [](tensix_tile& t) { return worked<own::unpacker>(t, tile_unit::unpacker0); }},
    {"matrix_unit", matrix_unit, [](tensix_tile& t) { return worked<own::matrix_unit>(t, tile_unit::matrix_unit); }},
    {"misc_unit", misc_unit, [](tensix_tile& t) { return worked<own::misc_unit>(t, tile_unit::misc_unit); }},
    {"throttle", throttle, rates_changed},
    {"l1", l1, [](tensix_tile&) { return own::l1::beats; }},
    {"all", all, unpacker1_worked},
};

// Lines of those who have the same account in both: the own packers and unpackers keep a simpler one under another name.
std::vector<std::string> comparable(const own::outcome& o) {
  std::vector<std::string> lines;
  for (const auto& line : o.accounts)
    if (line.find("packer") == std::string::npos) lines.push_back(line);
  return lines;
}

void compare_kernels(const std::string& only) {
  const kernel_case cases[] = {
      {"blackhole", "datacopy", 96, ""},
      {"blackhole", "mul", 96, ""},
      {"blackhole", "matmul", 96, "l1.banks=4"},
      {"documented", "datacopy", 96, ""},
      {"documented", "add", 96, ""},
      {"documented", "matmul", 96, "l1.banks=4"},
      {"documented", "matmul", 96, "feed.producer_bytes_per_cycle=32"},  // the NoC side competes, too
  };
  for (const kernel_case& k : cases) {
    const own::outcome with_library = own::run(k, library, [](tensix_tile&) { return 0; });
    expect(with_library.end == "done", text(k) + ": " + with_library.end);
    for (const part& p : parts) {
      if (!only.empty() && only != p.name) continue;
      const std::string who = text(k) + " with own " + p.name;
      const own::outcome o = own::run(k, p.exchange, p.used);
      expect(o.end == "done", who + ": " + o.end);
      expect(o.output == with_library.output, who + ": other output");
      expect(o.l1 == with_library.l1, who + ": other bytes in L1");
      expect(o.cycles == with_library.cycles,
             who + ": " + std::to_string(o.cycles) + " cycles, library: " + std::to_string(with_library.cycles));
      expect(comparable(o) == comparable(with_library), who + ": other accounts");
      // Rates change in the midst of a fetch where ports are shared and both unpackers bring operands.
      const bool used = std::string(p.name) != "throttle" || (k.configuration == "documented" && k.kernel != "datacopy");
      expect((o.uses > 0) == used, who + ": used " + std::to_string(o.uses) + " times");
    }
  }
}

// Another timing has exactly its effect: the same as the library's packers with that parameter; and of one tile, whatever comes
// later in the packers' pipeline comes later at the end, in steps of T2's poll of the semaphore that the packed tile posts.
void another_timing() {
  constexpr uint32_t poll_cycles = 3;
  for (const char* configuration : {"blackhole", "documented"}) {
    const uint32_t latency = builtin_configuration(configuration).packer.pipeline_latency_cycles;
    const auto nothing = [](tensix_tile&) { return 0; };
    const kernel_case one_tile{configuration, "datacopy", 32, ""};
    const own::outcome with_library = own::run(one_tile, library, nothing);
    for (const uint32_t later : {1u, 2u, poll_cycles, 7u, 99 * poll_cycles}) {
      kernel_case reference = one_tile;
      reference.settings = "packer.pipeline_latency_cycles=" + std::to_string(latency + later);
      const own::outcome expected = own::run(reference, library, nothing);
      const own::outcome o = own::run(
          one_tile,
          [later = later](tile_parts& p) {
            p.packers = [later](const tile_context& c) { return std::make_unique<own::packers>("own_packers", c, later); };
          },
          nothing);
      const std::string who = std::string(configuration) + ", packers later by " + std::to_string(later) + ": " +
                              std::to_string(o.cycles) + " cycles, library: ";
      expect(o.output == with_library.output, who + "other output");
      expect(o.cycles == expected.cycles, who + std::to_string(expected.cycles));
      if (later % poll_cycles == 0)
        expect(o.cycles == with_library.cycles + later, who + std::to_string(with_library.cycles) + " without");
    }
    // A transfer a cycle instead of one for as many as follow one another: the same where nobody competes for the ports.
    const own::outcome o = own::run(
        one_tile,
        [](tile_parts& p) {
          p.packers = [](const tile_context& c) { return std::make_unique<own::packers>("own_packers", c, 0, 1); };
        },
        nothing);
    expect(o.cycles == with_library.cycles, std::string(configuration) + ": a transfer a cycle: " + std::to_string(o.cycles));
  }
}

// A factory that gives nothing, or none at all, is named.
void missing_parts() {
  const std::map<std::string, std::pair<own::exchanging, own::exchanging>> members = {
#define MEMBER(name)                                                                                                  \
  {                                                                                                                   \
#name, {                                                                                                          \
      [](tile_parts& p) { p.name = [](const tile_context&) { return nullptr; }; }, [](tile_parts& p) { p.name = {}; } \
    }                                                                                                                 \
  }
      MEMBER(l1),      MEMBER(throttle),  MEMBER(unpacker0),   MEMBER(unpacker1), MEMBER(matrix_unit), MEMBER(vector_unit),
      MEMBER(packers), MEMBER(misc_unit), MEMBER(config_unit), MEMBER(sync_unit), MEMBER(scalar_unit), MEMBER(mover)};
#undef MEMBER
  for (const auto& [name, ways] : members)
    for (const auto& [way, why] : {std::pair(ways.first, ": the factory gave nothing"), std::pair(ways.second, " is unset")}) {
      const std::string said = own::apart([way = way] {
        tile_parts p;
        way(p);
        try {
          tensix_tile tile("tile", builtin_configuration("blackhole"), p);
        } catch (const std::invalid_argument& e) {
          return std::string(e.what());
        }
        return std::string("nothing");
      });
      expect(said.find("tile_parts::" + name + why) == 0, "without " + name + " the tile says: " + said);
    }
}

struct list_of_steps : step_source {
  std::vector<step> steps;
  size_t at = 0;
  bool next(step& out) override {
    if (at == steps.size()) return false;
    out = steps[at++];
    return true;
  }
};

// What others ask of the packers is answered by the own ones: signals, registers, histograms, the seed.
void answers() {
  const std::string said = own::apart([] {
    own::packers* mine = nullptr;
    tile_parts p;
    p.packers = [&mine](const tile_context& c) {
      auto made = std::make_unique<own::packers>("own_packers", c);
      mine = made.get();
      return made;
    };
    simulation sim(builtin_configuration("blackhole"), on_undefined::stop, p);
    mine->taken = 0x87654321;
    constexpr uint32_t tdma_register = 0xFFB11000 + own::packers::register_offset, prng_seed = 0xFFEF0000 + 4 * 186;
    // T0: PACRs taken (source 0, low half of packer 0) into GPR 4's low half.
    static const uint32_t words[] = {word_of(opcode::SETDMAREG) | insn::SETDMAREG::set_signals_mode.place(1) |
                                         insn::SETDMAREG::payload_sig_sel_size.place(1) |
                                         insn::SETDMAREG::reg_index_16b.place(8),
                                     word_of(opcode::CLREXPHIST)};
    auto steps = std::make_unique<list_of_steps>();
    step s;
    s.kind = step::kind_t::push, s.count = 2, s.words = words;
    steps->steps.push_back(s);
    s.kind = step::kind_t::sync;
    steps->steps.push_back(s);
    s.kind = step::kind_t::store, s.address = tdma_register, s.value = 0x1234;
    steps->steps.push_back(s);
    s.address = prng_seed, s.value = 0x5eed;
    steps->steps.push_back(s);
    s.kind = step::kind_t::delay, s.cycles = 50;
    steps->steps.push_back(s);
    s.kind = step::kind_t::copy, s.address = 0xFFE00000 + 4 * 4, s.address2 = 0x100;
    steps->steps.push_back(s);
    s.address = tdma_register, s.address2 = 0x104;
    steps->steps.push_back(s);
    sim.play(0, std::move(steps));
    const run_result r = sim.run(10000);
    const auto* l1_words = reinterpret_cast<const uint32_t*>(&sim.tile().state().l1[0x100]);
    char line[200];
    std::snprintf(line, sizeof line, "%s signals %x register %x histograms %u seed %x",
                  r.how == run_outcome::done ? "done" : r.text.c_str(), l1_words[0], l1_words[1], mine->histogram_resets,
                  mine->seed);
    return std::string(line);
  });
  expect(said == "done signals 87654321 register 1235 histograms 1 seed 5eed", "the own packers answer: " + said);
}

// Instructions that pass the wait gates.
struct issue_counter : observer {
  uint64_t issued_by[3] = {};
  void issued(const gate_event& e, uint64_t) override { ++issued_by[e.thread]; }
};

// Two observers of one's own: each instruction that a thread has issued is reported to both; the run takes as long as
// unobserved.
void observers() {
  const kernel_case one_tile{"blackhole", "datacopy", 32, ""};
  const own::outcome unobserved = own::run(one_tile, library, [](tensix_tile&) { return 0; });
  const std::string said = own::apart([&unobserved] {
    issue_counter one, other;
    const kernel work(kernel_options{});
    const tensor data = make_test_tensor(32, 32, 1);
    simulation sim(builtin_configuration("blackhole"), on_undefined::stop);
    circular_buffer_feed feed(work.inputs(), work.output(), {&data}, sim.tile().state().l1.data());
    for (unsigned core = 0; core < 3; ++core) sim.play(core, work.program(core));
    sim.feed(feed);
    sim.tile().attach(one), sim.tile().attach(other);
    const run_result r = sim.run({});
    std::string wrong = r.cycles == unobserved.cycles ? "" : "other cycles ";
    for (unsigned t = 0; t < 3; ++t)
      if (one.issued_by[t] == 0 || one.issued_by[t] != other.issued_by[t] || one.issued_by[t] != sim.tile().thread(t).issued())
        wrong += sim.tile().thread_accounts()[t].first + " ";
    return wrong;
  });
  expect(said.empty(), "an own observer: " + said);
}

// An instruction that a part does not know is said, not guessed.
void unknown_instruction() {
  const std::string said = own::apart([] {
    tile_parts p;
    matrix_unit(p);
    simulation sim(builtin_configuration("blackhole"), on_undefined::stop, p);
    static const uint32_t word = word_of(opcode::SHIFTXB);
    auto steps = std::make_unique<list_of_steps>();
    step s;
    s.kind = step::kind_t::push, s.count = 1, s.words = &word;
    steps->steps.push_back(s);
    sim.play(0, std::move(steps));
    return sim.run(10000).text;
  });
  expect(said.find("own matrix unit") != std::string::npos && said.find("SHIFTXB") != std::string::npos,
         "an unknown instruction: " + said);
}

}  // namespace

int sc_main(int argc, char** argv) {
  const std::string only = argc > 1 ? argv[1] : "";
  const std::pair<const char*, void (*)()> others[] = {{"another_timing", another_timing},
                                                       {"missing_parts", missing_parts},
                                                       {"answers", answers},
                                                       {"observer", observers},
                                                       {"unknown_instruction", unknown_instruction}};
  bool found = only.empty();
  for (const part& p : parts) found |= only == p.name;
  if (found) compare_kernels(only);
  for (const auto& [name, check] : others)
    if (only.empty() || only == name) found = true, check();
  expect(found, "there is no case '" + only + "'");
  return errors == 0 ? 0 : 1;
}
