// SPDX-License-Identifier: Apache-2.0
// Random programs on a timed tile and on the machine without time: `soak --help`. What is checked: docs/soak.md.
//
// This process builds no tile. It starts workers; a worker starts a process for each batch of programs, which elaborates one tile
// with parameters of its own; and that one starts a child for each program (bench.h).
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <systemc>
#include <vector>

#include "tests/soak/check.h"
#include "tests/soak/coverage.h"
#include "tests/soak/generator.h"
#include "tests/soak/legal.h"
#include "tests/soak/random.h"
#include "tests/soak/shrink.h"

using namespace tensix;
using namespace tensix::soak;

namespace {

constexpr const char* usage =
    "usage: soak [--seed S] [--programs N | --seconds T] [--jobs J] [--findings DIR] [--coverage]\n"
    "       soak --replay PROGRAM_SEED VARIATION_SEED [cores|line]\n"
    "       soak --emit DIR [--profile NAME] [--programs N] [--seed S]\n"
    "  --seed S        of everything (default 1)\n"
    "  --programs N    so many, then stop (default 2000)\n"
    "  --seconds T     stop after so long instead\n"
    "  --jobs J        workers (default: one a processor)\n"
    "  --emit DIR      write N programs (default 20) as stream files for RTL, and run nothing\n"
    "  --profile NAME  what they have more of: mixed (default), hazards, stalls, config, wraps, atomics\n"
    "  --findings DIR  where shrunk streams go (default: soak-findings)\n"
    "  --coverage      print what the programs reached\n"
    "Exit code: 0 nothing found, 1 something found, 2 wrong command line.\n"
    "The last line sums up cycles and data of all programs: equal for the same seed and number on every build.\n";

struct settings {
  uint64_t seed = 1, programs = 2000;
  double seconds = 0;  // 0: as many programs as said
  unsigned jobs = 1;
  std::string findings = "soak-findings";
  bool coverage = false;
};

constexpr unsigned batch_programs = 50;
constexpr unsigned verdicts = static_cast<unsigned>(verdict::hung) + 1;
constexpr size_t most_points = 1 << 16;     // of coverage
constexpr unsigned ways_of_a_finding = 16;  // what is left of a program may be racy where the whole was not
constexpr unsigned most_findings = 20;      // then it stops: the first ones are enough to work on

// What all processes add to.
struct totals {
  std::atomic<uint64_t> next_batch{0}, batches{0}, programs{0}, runs{0}, across{0}, by_cores{0}, twins{0}, instructions{0},
      datums{0}, cycles{0}, sum{0};
  std::atomic<uint64_t> of[verdicts] = {};
  // Digests and cycles of a batch, for the one that repeats it with units in another order; a row a worker.
  struct {
    uint64_t cycles[batch_programs], digest[batch_programs];
  } first[64];
  std::atomic_flag adding = ATOMIC_FLAG_INIT;  // held while `reached` is changed
  uint64_t reached[most_points] = {};          // coverage::counts
  uint64_t findings() const {
    uint64_t all = 0;
    for (unsigned v = 1; v < verdicts; ++v) all += of[v];
    return all;
  }
};

totals& shared_totals() {
  void* pages = mmap(nullptr, sizeof(totals), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) {
    std::perror("soak: mmap");
    std::exit(1);
  }
  return *new (pages) totals;
}

using clock_type = std::chrono::steady_clock;
double seconds_since(clock_type::time_point t) { return std::chrono::duration<double>(clock_type::now() - t).count(); }

uint64_t mixed(uint64_t seed, uint64_t a, uint64_t b) {
  random_numbers r(seed ^ a * 0x9e3779b97f4a7c15 ^ b * 0xc2b2ae3d27d4eb4f);
  return r.next();
}

kind_of_batch kind_of(uint64_t batch) {
  static constexpr kind_of_batch kinds[] = {kind_of_batch::two_orders, kind_of_batch::plain,          kind_of_batch::plain,
                                            kind_of_batch::by_cores,   kind_of_batch::plain,          kind_of_batch::plain,
                                            kind_of_batch::by_cores,   kind_of_batch::across_the_line};
  return kinds[batch % std::size(kinds)];
}

generator_options options_of(uint64_t program_seed, const variation& v, kind_of_batch kind) {
  generator_options o;
  o.cross_the_line = kind == kind_of_batch::across_the_line;
  o.size = 1 + static_cast<unsigned>((program_seed >> 8) % 6);
  o.topology = v.p.packer.topology;
  return o;
}

void keep(const settings& s, bench& b, const variation& v, uint64_t variation_seed, const program& p, kind_of_batch kind,
          const answer& a) {
  const size_t before = instructions_pushed(p);
  std::string told = a.text;  // how it begins: with other words it would be another finding
  told = told.substr(0, told.find_first_of("0123456789"));
  const bool legality = a.what == verdict::undefined || a.what == verdict::stuck;
  const auto fails = [&](const program& candidate) {
    if (kind != kind_of_batch::across_the_line && !legality && a.what != verdict::racy &&
        !legal(candidate, b.packers(), nullptr, ways_of_a_finding).empty())
      return false;
    tally uncounted;
    const answer again = check(b, candidate, kind, uncounted);
    return again.what == a.what && std::strncmp(again.text, told.c_str(), told.size()) == 0;
  };
  const program least = shrink(p, fails, legality ? cuts::groups : cuts::everything);
  tally uncounted;
  const answer now = check(b, least, kind, uncounted);
  const std::string file = s.findings + "/" + std::to_string(p.seed) + ".scn";
  std::filesystem::create_directories(s.findings);
  std::ofstream out(file);
  out << finding_text(least, v, variation_seed, kind, now.what == a.what ? now : a, before);
  std::fprintf(stderr, "soak: %s: %s (%zu instructions pushed, of %zu)\n%s\n", file.c_str(), name(a.what),
               instructions_pushed(least), before, a.text);
  if (!out.flush()) std::fprintf(stderr, "soak: cannot write %s: %s\n", file.c_str(), std::strerror(errno));
}

// In a process of its own: `another`: the same programs on a tile constructed in another order.
void run_batch(const settings& s, totals& all, unsigned worker, uint64_t batch, bool another, clock_type::time_point end) {
  const uint64_t variation_seed = mixed(s.seed, batch, ~0ull);
  variation v = vary(variation_seed);
  if (another) std::reverse(v.order.begin(), v.order.end());
  const kind_of_batch kind = kind_of(batch);
  bench b(v, kind == kind_of_batch::by_cores);
  auto& first = all.first[worker];
  coverage reached;
  tally done;
  done.reached = &reached;
  for (unsigned i = 0; i < batch_programs; ++i) {
    if (s.seconds > 0 ? clock_type::now() >= end : batch * batch_programs + i >= s.programs) break;
    if (all.findings() >= most_findings) break;
    const uint64_t seed = mixed(s.seed, batch, i);
    const program p = generate(seed, options_of(seed, v, kind));
    answer a = check(b, p, kind, done);
    if (another && a.what == verdict::passed && first.digest[i] != 0 &&
        (a.cycles != first.cycles[i] || a.digest != first.digest[i])) {
      a.what = verdict::other_order;
      std::snprintf(a.text, sizeof a.text, "%llu cycles, constructed backwards %llu\n",
                    static_cast<unsigned long long>(first.cycles[i]), static_cast<unsigned long long>(a.cycles));
    }
    if (a.left_out) continue;
    first.cycles[i] = a.cycles;
    first.digest[i] = a.digest;
    all.cycles += a.cycles;
    all.instructions += a.instructions;
    ++all.of[static_cast<unsigned>(a.what)];
    if (another) ++all.twins;
    else {
      ++all.programs;
      all.across += kind == kind_of_batch::across_the_line;
      all.by_cores += kind == kind_of_batch::by_cores;
      all.sum += mixed(seed, a.cycles, a.digest);
    }
    if (a.what != verdict::passed) keep(s, b, v, variation_seed, p, kind, a);
  }
  all.runs += done.simulations;
  all.datums += done.datums;
  while (all.adding.test_and_set()) usleep(100);
  for (size_t i = 0; i < reached.counts().size() && i < most_points; ++i) all.reached[i] += reached.counts()[i];
  all.adding.clear();
  ++all.batches;
}

void work(const settings& s, totals& all, unsigned worker, clock_type::time_point end) {
  while (all.findings() < most_findings) {
    const uint64_t batch = all.next_batch++;
    if (s.seconds > 0 ? clock_type::now() >= end : batch * batch_programs >= s.programs) return;
    std::memset(&all.first[worker], 0, sizeof all.first[worker]);
    for (const bool another : {false, true}) {
      if (another && kind_of(batch) != kind_of_batch::two_orders) break;
      std::fflush(nullptr);
      const pid_t child = fork();
      if (child == 0) {
        run_batch(s, all, worker, batch, another, end);
        std::fflush(nullptr);
        _exit(0);
      }
      int status = 0;
      if (child < 0 || waitpid(child, &status, 0) < 0) {
        std::perror("soak: fork");
        std::exit(1);
      }
      if (status != 0) {
        std::fprintf(stderr, "soak: batch %llu of seed %llu: the process that generates and compares ended with status %d\n",
                     static_cast<unsigned long long>(batch), static_cast<unsigned long long>(s.seed), status);
        ++all.of[static_cast<unsigned>(verdict::crashed)];
      }
    }
  }
}

using number = unsigned long long;

void show(const settings& s, const totals& all, double seconds) {
  std::printf("seed                       %llu\n", number{s.seed});
  std::printf("programs                   %llu (%llu of them undefined on purpose, %llu by RISC-V cores)\n",
              number{all.programs}, number{all.across}, number{all.by_cores});
  std::printf("  again in another order   %llu\n", number{all.twins});
  std::printf("simulations                %llu with %llu sets of parameters\n", number{all.runs}, number{all.batches});
  std::printf("instructions               %llu\n", number{all.instructions});
  std::printf("cycles                     %llu\n", number{all.cycles});
  std::printf("datums of the reference    %llu\n", number{all.datums});
  std::printf("seconds                    %.0f (%.0f programs a second)\n", seconds,
              static_cast<double>(all.programs) / seconds);
  for (unsigned v = 0; v < verdicts; ++v)
    if (v == 0 || all.of[v] != 0) std::printf("%-26s %llu\n", name(static_cast<verdict>(v)), number{all.of[v]});
  if (s.coverage) {
    coverage reached;
    reached.add(all.reached);
    std::fflush(stdout);
    reached.print(std::cout);
    for (const std::string& hole : reached.holes()) std::cout << "never reached: " << hole << "\n";
    std::cout.flush();
  }
  std::printf("sum                        %016llx\n", number{all.sum});
}

int replay(const settings& s, uint64_t program_seed, uint64_t variation_seed, const std::string& kind_name) {
  kind_of_batch kind = kind_of_batch::plain;
  if (kind_name == "cores") kind = kind_of_batch::by_cores;
  if (kind_name == "line") kind = kind_of_batch::across_the_line;
  const variation v = vary(variation_seed);
  const program p = generate(program_seed, options_of(program_seed, v, kind));
  std::printf("# %s\n%s", v.settings.c_str(), stream_text(p).c_str());
  bench b(v, kind == kind_of_batch::by_cores);
  if (const std::string race = legal(p, b.packers(), nullptr, 20 * ways_of_a_finding);
      kind != kind_of_batch::across_the_line && !race.empty())
    std::printf("# not legal: %s\n", race.c_str());
  tally uncounted;
  const answer a = check(b, p, kind, uncounted);
  std::printf("# %s, %llu cycles\n%s\n", name(a.what), number{a.cycles}, a.text);
  if (a.what == verdict::passed) return 0;
  keep(s, b, v, variation_seed, p, kind, a);
  return 1;
}

// `count` programs as DIR/PROFILE_SEED_NUMBER.scn, for RTL in place. A number whose program is not legal on both packers' topologies
// is made again from another seed, the same one each time.
int emit_streams(const std::string& folder, uint64_t seed, uint64_t count, stress more) {
  constexpr unsigned attempts = 20;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    std::fprintf(stderr, "soak: --emit: cannot make the folder %s: %s\n", folder.c_str(), failed.message().c_str());
    return 1;
  }
  for (uint64_t i = 0; i < count; ++i) {
    program p;
    std::string why = "none tried";
    for (unsigned attempt = 0; attempt < attempts && !why.empty(); ++attempt) {
      generator_options o;
      o.more = more;
      const uint64_t of_program = mixed(seed, i, attempt);
      o.size = 1 + static_cast<unsigned>((of_program >> 8) % 6);
      p = generate(of_program, o);
      why = legal(p, {packer_topology::read_interfaces});
      if (why.empty()) why = legal(p, {packer_topology::independent});
    }
    if (!why.empty()) {
      std::fprintf(stderr, "soak: --emit: program %llu: %u attempts and none is legal: %s\n",
                   static_cast<unsigned long long>(i), attempts, why.c_str());
      return 1;
    }
    char name[96];
    std::snprintf(name, sizeof name, "%s_%llu_%05llu.scn", stress_names[static_cast<unsigned>(more)],
                  static_cast<unsigned long long>(seed), static_cast<unsigned long long>(i));
    const std::string file = folder + "/" + name;
    errno = 0;
    std::ofstream out(file, std::ios::binary);
    out << stream_text(p);
    out.close();
    if (!out) {
      std::fprintf(stderr, "soak: cannot write %s: %s\n", file.c_str(), std::strerror(errno));
      return 1;
    }
  }
  return 0;
}

[[noreturn]] void refuse(const std::string& why) {
  std::fprintf(stderr, "soak: %s\n%s", why.c_str(), usage);
  std::exit(2);
}

uint64_t number_of(const std::string& option, const char* text) {
  char* end = nullptr;
  errno = 0;
  const uint64_t n = text ? std::strtoull(text, &end, 10) : 0;
  if (!text || end == text || *end || errno || *text == '-') refuse(option + " wants a number");
  return n;
}

}  // namespace

int sc_main(int argc, char** argv) {
  settings s;
  std::string emit_to, profile;
  bool emit = false, counted = false;
  s.jobs = std::max(1u, static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN)));
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    const auto value = [&] { return i + 1 < argc ? argv[++i] : nullptr; };
    if (option == "--seed") s.seed = number_of(option, value());
    else if (option == "--programs") s.programs = number_of(option, value()), counted = true;
    else if (option == "--seconds") s.seconds = static_cast<double>(number_of(option, value()));
    else if (option == "--jobs") s.jobs = static_cast<unsigned>(std::clamp<uint64_t>(number_of(option, value()), 1, 64));
    else if (option == "--findings") s.findings = i + 1 < argc ? argv[++i] : "";
    else if (option == "--emit") emit = true, emit_to = i + 1 < argc ? argv[++i] : "";
    else if (option == "--profile") {
      profile = i + 1 < argc ? argv[++i] : "";
      if (std::find(std::begin(stress_names), std::end(stress_names), profile) == std::end(stress_names))
        refuse("--profile: '" + profile + "' is none; --help has the list");
    } else if (option == "--coverage") s.coverage = true;
    else if (option == "--replay") {
      const uint64_t of_program = number_of(option, value());
      const uint64_t of_variation = number_of(option, value());
      const std::string kind = i + 1 < argc ? argv[++i] : "";
      if (kind != "" && kind != "cores" && kind != "line") refuse("--replay: 'cores', 'line' or nothing, not '" + kind + "'");
      return replay(s, of_program, of_variation, kind);
    } else if (option == "--help") {
      std::printf("%s", usage);
      return 0;
    } else refuse("unknown option '" + option + "'");
  }
  if (!profile.empty() && !emit) refuse("--profile is for --emit");
  if (emit) {
    if (emit_to.empty()) refuse("--emit wants a folder");
    if (s.seconds > 0 || s.coverage) refuse("--emit runs nothing: neither --seconds nor --coverage");
    const auto* const found = std::find(std::begin(stress_names), std::end(stress_names), profile.empty() ? "mixed" : profile);
    constexpr uint64_t streams = 20;
    return emit_streams(emit_to, s.seed, counted ? s.programs : streams, static_cast<stress>(found - std::begin(stress_names)));
  }
  if (s.findings.empty()) refuse("--findings wants a folder");

  if (coverage().counts().size() > most_points) refuse("most_points is too small for what coverage counts");
  totals& all = shared_totals();
  const auto began = clock_type::now();
  const auto end = began + std::chrono::milliseconds(static_cast<int64_t>(s.seconds * 1000));
  std::vector<pid_t> workers;
  for (unsigned w = 0; w < s.jobs; ++w) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      work(s, all, w, end);
      _exit(0);
    }
    if (child < 0) {
      std::perror("soak: fork");
      return 1;
    }
    workers.push_back(child);
  }
  constexpr double told_every = 10;  // seconds
  double told = 0;
  int status = 0;
  for (size_t left = workers.size(); left > 0;) {
    const pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended > 0) {
      --left;
      if (status != 0) ++all.of[static_cast<unsigned>(verdict::crashed)];
      continue;
    }
    usleep(50'000);
    if (seconds_since(began) - told < told_every) continue;
    told = seconds_since(began);
    std::fprintf(stderr, "soak: %.0f s, %llu programs, %llu findings\n", told, number{all.programs}, number{all.findings()});
  }
  show(s, all, seconds_since(began));
  return all.findings() != 0;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
