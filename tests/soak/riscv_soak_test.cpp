// SPDX-License-Identifier: Apache-2.0
// Random programs on the timed cores against a reference that shares nothing with them, and Tensix programs played by cores
// against the same played by stream players.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <systemc>

#include "catch.h"
#include "testbench/run/simulation.h"
#include "tests/alike.h"
#include "tests/soak/riscv_carried.h"
#include "tests/soak/riscv_forked.h"
#include "tests/soak/riscv_line.h"
#include "tests/soak/riscv_run.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;
using namespace tensix_tests;
using namespace tensix::soak;

namespace {

constexpr uint64_t most_cycles_of_a_run = 20'000'000;

struct tuning {
  cycle_t run_ahead = 1000;
  bool sleeps = true;
};

// One program on a tile with cores: "" or what is wrong.
std::string run_cores(simulation& s, const riscv_program& p, const riscv_reference& expected, const program* carried = nullptr,
                      const tuning& how = {}) {
  for (unsigned i = 0; i < core_count; ++i) {
    s.cores()->core(i).set_run_ahead(how.run_ahead);
    s.cores()->core(i).set_sleeps_in_polls(how.sleeps);
  }
  load_cores(p, s.tile(), *s.cores(), carried);
  const run_result r = s.run(most_cycles_of_a_run);
  if (r.how != run_outcome::done) return std::string(name(r.how)) + ": " + r.text + "\n";
  return differences(p, expected, s.tile(), *s.cores()) + account_differences(s.tile(), s.cores(), r.cycles);
}

// Programs of seeds [first, first + count) on a tile with these settings, built once.
std::string run_seeds(const std::vector<std::string>& settings, uint64_t first, unsigned count) {
  return in_child([&] {
    parameters p = load_configuration("blackhole");
    apply_settings(p, settings);
    simulation s(p, on_undefined::stop);
    s.use_cores();
    std::string wrong;
    for (uint64_t seed = first; seed < first + count; ++seed) {
      const riscv_program program = generate_cores(seed, nullptr);
      riscv_reference reference(program);
      reference.run();
      const std::string one = in_child([&] { return run_cores(s, program, reference); });
      if (!one.empty()) wrong += "seed " + std::to_string(seed) + ":\n" + one;
    }
    return wrong;
  });
}

// Some parameters of time at random values.
std::vector<std::string> random_settings(riscv_random& random) {
  std::vector<const parameter_info*> rows;
  for (const parameter_info& row : parameter_list()) {
    const auto begins = [&](const char* prefix) { return row.name.rfind(prefix, 0) == 0; };
    // Not l1.atomic_cycles, nor a fixed order of clients: cores that poll by atomics may then keep another from L1 for ever.
    const bool of_l1 = row.name == "l1.banks" || row.name == "l1.accumulate_bank_cycles";
    if (begins("riscv_core.") || begins("riscv.") || begins("frontend.") || of_l1) rows.push_back(&row);
  }
  std::vector<std::string> settings;
  parameters p = load_configuration("blackhole");
  for (unsigned tries = 0; settings.size() < 8 && tries < 100; ++tries) {
    const parameter_info& row = *rows[random.below(static_cast<uint32_t>(rows.size()))];
    const uint32_t drawn = random.below(row.kind == parameter_kind::number ? std::min(row.most - row.least, 40u) + 1 : 1000);
    std::string value = std::to_string(row.least + drawn);
    if (!row.choices.empty()) value = row.choices[drawn % row.choices.size()];
    settings.push_back(row.name + "=" + value);
    try {
      parameters q = p;
      apply_settings(q, settings);
    } catch (const parameter_error&) {
      settings.pop_back();
    }
  }
  return settings;
}

// A stream file as a program.
program program_of(const stream_file& file) {
  program p;
  l1_storage l1(default_l1_bytes);
  file.initialise(l1);
  for (uint32_t at = 0; at < l1.size(); at += 16) {
    uint32_t words[4];
    std::memcpy(words, &l1[at], 16);
    if (words[0] | words[1] | words[2] | words[3]) p.memory.push_back({at, {words, words + 4}});
  }
  for (unsigned core = 0; core < stream_cores; ++core) {
    const auto source = file.core(core);
    step s;
    while (source && source->next(s)) {
      directive d;
      d.kind = s.kind;
      d.words.assign(s.words, s.words + (s.kind == step::kind_t::push ? s.count : 0));
      d.address = s.address, d.address2 = s.address2, d.value = s.value, d.mask = s.mask;
      d.how = s.how;
      d.cycles = s.cycles;
      p.core[core].push_back(d);
    }
  }
  return p;
}

uint64_t digest_of(uint64_t hash, const void* data, size_t bytes) {
  const auto* at = static_cast<const uint8_t*>(data);
  for (size_t i = 0; i < bytes; ++i) hash = (hash ^ at[i]) * 0x100000001b3u;
  return hash;
}
// What the Tensix program leaves: L1 but for the cores' window, Dst, configuration, GPRs, semaphores.
std::string tensix_digest(tensix_state& s, const core_window& window) {
  std::fill_n(s.l1.begin() + window.base, window.bytes, uint8_t{0});
  std::string text;
  const auto add = [&](const char* what, const void* data, size_t bytes) {
    text += std::string(what) + " " + std::to_string(digest_of(0xcbf29ce484222325u, data, bytes)) + "\n";
  };
  add("L1", s.l1.data(), s.l1.size());
  add("Dst", s.dst.bits, sizeof s.dst.bits);
  add("Config", s.config.config, sizeof s.config.config);
  add("ThreadConfig", s.config.thread, sizeof s.config.thread);
  add("GPRs", s.gpr, sizeof s.gpr);
  for (const semaphore& one : s.sem) text += "semaphore " + std::to_string(one.value) + "\n";
  return text;
}

}  // namespace

TEST_CASE("the same seed is the same program on every compiler") {
  uint64_t hash = 0xcbf29ce484222325u;
  for (uint64_t seed = 1; seed <= 100; ++seed)
    for (const riscv_core_program& c : generate_cores(seed, nullptr).core) {
      hash = digest_of(hash, c.words.data(), 4 * c.words.size());
      hash = digest_of(hash, c.area_words.data(), 4 * c.area_words.size());
    }
  CHECK(hash == 4670025868047346741u);
}

TEST_CASE("programs reach every instruction, and leave nothing open") {
  std::vector<unsigned> seen(riscv_test::encodings().size());
  unsigned waits = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const riscv_program p = generate_cores(seed, nullptr);
    riscv_reference reference(p);
    REQUIRE_NOTHROW(reference.run());
    waits += p.waits;
    for (const riscv_core_program& c : p.core)
      for (const uint32_t w : c.words)
        for (size_t i = 0; i < seen.size(); ++i)
          seen[i] += (w & riscv_test::encodings()[i].mask) == riscv_test::encodings()[i].match;
  }
  for (size_t i = 0; i < seen.size(); ++i) {
    const std::string name = riscv_test::encodings()[i].name;
    if (name == "ecall") continue;  // ends a program as ebreak does
    INFO(name);
    CHECK(seen[i] > 0);
  }
  CHECK(waits > 100);
}

TEST_CASE("the timed cores leave what the reference leaves, and account for every cycle") {
  CHECK(run_seeds({}, 1, alike(400)) == "");
}

TEST_CASE("whatever the parameters of time are, the data stays") {
  for (unsigned set = 0; set < alike(12, 3); ++set) {
    riscv_random random(1000 + set);
    const std::vector<std::string> settings = random_settings(random);
    std::string all;
    for (const std::string& s : settings) all += " " + s;
    INFO("settings" << all);
    REQUIRE(settings.size() == 8);
    CHECK(run_seeds(settings, 10000 + 100 * set, 30) == "");
  }
}

// How far a core runs ahead of the simulation is the host's affair. That it sleeps in polls may cost another core a turn in L1
// (docs/elf.md, "Not seen"), but no data.
TEST_CASE("running ahead changes no cycle, sleeping no data") {
  const std::string wrong = in_child([] {
    simulation s(load_configuration("blackhole"), on_undefined::stop);
    s.use_cores();
    std::string text;
    for (uint64_t seed = 20000; seed < 20000 + alike(60); ++seed) {
      const riscv_program p = generate_cores(seed, nullptr);
      riscv_reference reference(p);
      reference.run();
      const auto told = [&](const tuning& how, bool with_cycles) {
        return in_child([&] {
          std::string t = run_cores(s, p, reference, nullptr, how);
          for (unsigned i = 0; with_cycles && i < core_count; ++i)
            t += core_name(i) + (" stops in " + std::to_string(s.cores()->core(i).stopped_in())) + "\n";
          return t;
        });
      };
      const std::string ahead = told({}, true), close = told({0, true}, true), awake = told({1000, false}, false);
      if (ahead != close) text += "seed " + std::to_string(seed) + "\nahead\n" + ahead + "step by step\n" + close;
      if (!awake.empty()) text += "seed " + std::to_string(seed) + "\nawake\n" + awake;
    }
    return text;
  });
  CHECK(wrong == "");
}

TEST_CASE("a Tensix program played by cores leaves what it leaves when stream players play it") {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(std::string(TENSIX_TEST_DATA) + "/vectors"))
    if (entry.path().extension() == ".scn") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() > 500);
  unsigned played = 0;
  riscv_random random(7);
  const std::string wrong = in_child([&] {
    std::string text;
    for (unsigned n = 0; n < alike(60, 3); ++n) {
      const std::string& name = files[random.below(static_cast<uint32_t>(files.size()))];
      const stream_file file = stream_file::load(name);
      const program carried = program_of(file);
      riscv_program p;
      try {
        p = generate_cores(n, &carried);
      } catch (const std::exception&) {
        continue;  // too long, or it uses the window
      }
      ++played;
      carried_checker checker(carried, n);
      riscv_reference reference(p, &checker);
      std::string one;
      try {
        reference.run();
        checker.finished();
      } catch (const std::exception& e) {
        text += name + ": " + e.what() + "\n";
        continue;
      }
      const std::string by_cores = in_child([&] {
        simulation s(load_configuration("blackhole"), on_undefined::stop);
        s.use_cores();
        const std::string bad = run_cores(s, p, reference, &carried);
        return bad + tensix_digest(s.tile().state(), p.window);
      });
      const std::string by_players = in_child([&] {
        simulation s(load_configuration("blackhole"), on_undefined::stop);
        file.initialise(s.tile().state().l1);
        for (unsigned core = 0; core < stream_cores; ++core) s.play(core, file.core(core));
        const run_result r = s.run(most_cycles_of_a_run);
        return (r.how == run_outcome::done ? "" : r.text) + tensix_digest(s.tile().state(), p.window);
      });
      if (by_cores != by_players) text += name + "\ncores\n" + by_cores + "players\n" + by_players;
    }
    return played < alike(40, 3) ? "only " + std::to_string(played) + " were played\n" + text : text;
  });
  CHECK(wrong == "");
}

TEST_CASE("the proof of the carried steps sees what deviates") {
  program carried;
  directive push, store;
  push.kind = step::kind_t::push;
  push.words = {0x02000000, 0x45000001};
  store.kind = step::kind_t::store;
  store.address = 0x20000;
  store.value = 17;
  carried.core[0] = {push, store};
  const riscv_program p = generate_cores(3, &carried);
  const auto told = [&](const program& steps) -> std::string {
    carried_checker checker(steps, 1);
    riscv_reference reference(p, &checker);
    try {
      reference.run();
      checker.finished();
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "";
  };
  CHECK(told(carried) == "");
  program other = carried;
  other.core[0][0].words[1] ^= 1;
  CHECK(told(other) != "");
  other = carried;
  other.core[0][1].value = 18;
  CHECK(told(other) != "");
  other = carried;
  std::swap(other.core[0][0], other.core[0][1]);
  CHECK(told(other) != "");
  other = carried;
  other.core[0].push_back(store);
  CHECK(told(other) != "");
  other = carried;
  other.core[0].pop_back();
  CHECK(told(other) != "");
}

TEST_CASE("a failing program is cut down to what fails") {
  const riscv_program p = generate_cores(6, nullptr);
  const auto has_remainder = [](const riscv_program& q) {
    riscv_reference r(q);
    try {
      r.run(200'000);
    } catch (const std::runtime_error&) {
      return false;
    }
    for (const auto& c : q.core)
      for (const uint32_t w : c.words)
        if ((w & 0xfe00707f) == 0x02006033) return true;
    return false;
  };
  REQUIRE(has_remainder(p));
  const riscv_program q = shortened(p, has_remainder);
  size_t left = 0;
  for (const auto& c : q.core)
    for (size_t i = 0; i + 5 < c.words.size(); ++i) left += c.words[i] != riscv_test::asm_nop;
  CHECK(left == 1);
  CHECK(listing(q).find("rem ") != std::string::npos);
}

TEST_CASE("what a legal program does not do is diagnosed with core, pc and cycle") {
  const std::string wrong = in_child([] {
    simulation s(load_configuration("blackhole"), on_undefined::stop);
    s.use_cores();
    std::string text;
    for (uint64_t seed = 0; seed < 20 * line_kinds; ++seed) {
      const line_crossing x = cross_the_line(seed);
      const std::string one = in_child(
          [&] {
            load_cores(x.program, s.tile(), *s.cores());
            const run_result r = s.run(most_cycles_of_a_run);
            char pc[32];
            std::snprintf(pc, sizeof pc, "0x%x", x.pc);
            std::string t;
            if (r.how != run_outcome::undefined) return std::string("ends as ") + name(r.how) + ": " + r.text + "\n";
            if (r.text.find(x.expected) == std::string::npos) t += "the text is other than \"" + x.expected + "\"\n";
            if (x.exact_pc && r.text.find(std::string("at pc ") + pc) == std::string::npos)
              t += std::string("no pc ") + pc + "\n";
            if (r.text.find("cycle ") == std::string::npos) t += "no cycle\n";
            static constexpr const char* who[] = {"t0", "t1", "t2", "b"};
            std::string lower = r.text;
            std::transform(lower.begin(), lower.end(), lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            if (lower.find(who[x.core]) == std::string::npos) t += "no core\n";
            return t.empty() ? t : t + r.text + "\n";
          },
          20);
      if (!one.empty()) text += x.what + ", seed " + std::to_string(seed) + ": " + one;
    }
    return text;
  });
  CHECK(wrong == "");
}

// What a soak of many programs relies on.
TEST_CASE("a tile is built once and forked for every program") {
  const std::string seconds = in_child([] {
    simulation s(load_configuration("blackhole"), on_undefined::stop);
    s.use_cores();
    double best = 1;
    for (unsigned i = 0; i < 20; ++i) {
      const auto from = std::chrono::steady_clock::now();
      if (!in_child([] { return std::string(); }).empty()) return std::string("9");
      best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count());
    }
    return std::to_string(best);
  });
  WARN("a fork of a tile that is built, and its end: " << 1000 * std::stod(seconds) << " ms");
  CHECK(std::stod(seconds) < 0.1);
}

int sc_main(int argc, char** argv) { return run_test_cases(argc, argv); }

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
