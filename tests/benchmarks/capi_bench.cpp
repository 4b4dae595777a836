// SPDX-License-Identifier: Apache-2.0
// What the C library costs: an idle tile in lockstep (a call a cycle), and a busy one against the same stream in tensix-tlm, with a
// call a cycle and all cores asked, with a tt_wait a cycle and those asked that it names, and with tt_wait alone.
// Prints JSON, for scripts/bench.sh --cosim. Processor time, the least of so many runs: of the program that of its process less
// that of one whose stream is empty, here reading the stream and playing it; neither writes metrics, whose causes take time.
//
//   capi_bench PROGRAM STREAM [RUNS]
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cosim/capi_player.h"

namespace {

double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double idle_rate() {
  constexpr int cycles = 5'000'000;
  const tt_tile tile = tt_create(nullptr, nullptr);
  const double began = cpu_seconds();
  for (int i = 0; i < cycles; ++i) tt_advance(tile, 1);
  const double seconds = cpu_seconds() - began;
  const bool right = tt_cycle(tile) == cycles;
  tt_destroy(tile);
  return right ? cycles / seconds : 0;
}

using pace = capi_test::player::pace;

// Seconds, the stream's reading included, and cycles.
std::pair<double, uint64_t> in_lockstep(const std::string& stream, pace how) {
  const tt_tile tile = tt_create(nullptr, nullptr);
  const double began = cpu_seconds();
  const tensix::stream_file file = tensix::stream_file::load(stream);
  capi_test::player p(tile, file);
  p.to_end(how);
  const double seconds = cpu_seconds() - began;
  const uint64_t cycles = p.result().cycles;
  tt_destroy(tile);
  return {seconds, cycles};
}

// Processor time of a process of its own; exits if it fails.
double child_seconds(const std::string& command) {
  const auto spent = [] {
    rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return static_cast<double>(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
  };
  const double before = spent();
  if (std::system((command + " > /dev/null").c_str()) == 0) return spent() - before;
  std::fprintf(stderr, "capi_bench: %s has failed\n", command.c_str());
  std::exit(1);
}

// A file that is gone with this.
struct temporary_file {
  const std::string path;
  explicit temporary_file(const char* ending)
      : path(std::filesystem::temp_directory_path() / ("capi_bench_" + std::to_string(getpid()) + ending)) {}
  ~temporary_file() { std::filesystem::remove(path); }
};

uint64_t cycles_in_program(const std::string& program, const std::string& stream) {
  const temporary_file metrics(".json");
  child_seconds(program + " stream " + stream + " --metrics " + metrics.path);
  std::ifstream in(metrics.path);
  return nlohmann::json::parse(in).at("cycles").get<uint64_t>();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: capi_bench PROGRAM STREAM [RUNS]\n"), 2;
  const int runs = argc > 3 ? std::atoi(argv[3]) : 5;
  const std::string program = argv[1], stream = argv[2];
  const temporary_file empty(".scn");
  std::ofstream(empty.path) << "t0 delay 1\n";
  const uint64_t cycles = cycles_in_program(program, stream);
  double idle = 0, lockstep = 1e9, news = 1e9, waiting = 1e9, whole = 1e9, start = 1e9;
  for (int i = 0; i < runs; ++i) {
    idle = std::max(idle, idle_rate());
    const auto played = in_lockstep(stream, pace::cycle);
    const auto told = in_lockstep(stream, pace::cycle_for_news);
    const auto waited = in_lockstep(stream, pace::to_news);
    if (played.second != cycles || told.second != cycles || waited.second != cycles)
      return std::fprintf(stderr, "cycles differ\n"), 1;
    lockstep = std::min(lockstep, played.first);
    news = std::min(news, told.first);
    waiting = std::min(waiting, waited.first);
    whole = std::min(whole, child_seconds(program + " stream " + stream));
    start = std::min(start, child_seconds(program + " stream " + empty.path));
  }
  const double model = whole - start;
  std::printf(
      "{\"idle_cycles_per_second\": %.0f, \"cycles\": %llu, \"model_seconds\": %.4f, \"lockstep_seconds\": %.4f, \"ratio\": "
      "%.3f, \"news_ratio\": %.3f, \"waiting_ratio\": %.3f}\n",
      idle, static_cast<unsigned long long>(cycles), model, lockstep, lockstep / model, news / model, waiting / model);
}
