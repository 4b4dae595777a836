// What the C library costs: an idle tile in lockstep (a call a cycle), and a busy one against the same stream in tensix-tlm.
// Prints JSON, for scripts/bench.sh --cosim. Processor time, the least of so many runs.
//
//   capi_bench PROGRAM STREAM [RUNS]
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

// Seconds of the run alone, and cycles.
std::pair<double, uint64_t> in_lockstep(const tensix::stream_file& file) {
  const tt_tile tile = tt_create(nullptr, nullptr);
  capi_test::player p(tile, file);
  const double began = cpu_seconds();
  while (p.step()) {
  }
  const double seconds = cpu_seconds() - began;
  const uint64_t cycles = p.result().cycles;
  tt_destroy(tile);
  return {seconds, cycles};
}

std::pair<double, uint64_t> in_program(const std::string& program, const std::string& stream) {
  const std::string metrics = std::filesystem::temp_directory_path() / ("capi_bench_" + std::to_string(getpid()) + ".json");
  if (std::system((program + " stream " + stream + " --metrics " + metrics + " > /dev/null").c_str()) != 0) return {0, 0};
  std::ifstream in(metrics);
  const auto m = nlohmann::json::parse(in);
  std::filesystem::remove(metrics);
  return {m.at("host_seconds").get<double>(), m.at("cycles").get<uint64_t>()};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: capi_bench PROGRAM STREAM [RUNS]\n"), 2;
  const int runs = argc > 3 ? std::atoi(argv[3]) : 5;
  const tensix::stream_file file = tensix::stream_file::load(argv[2]);
  double idle = 0, lockstep = 1e9, program = 1e9;
  uint64_t cycles = 0;
  for (int i = 0; i < runs; ++i) {
    idle = std::max(idle, idle_rate());
    const auto with = in_lockstep(file), without = in_program(argv[1], argv[2]);
    if (with.second != without.second) return std::fprintf(stderr, "cycles differ\n"), 1;
    cycles = with.second;
    lockstep = std::min(lockstep, with.first);
    program = std::min(program, without.first);
  }
  std::printf(
      "{\"idle_cycles_per_second\": %.0f, \"cycles\": %llu, \"model_seconds\": %.4f, \"lockstep_seconds\": %.4f, \"ratio\": "
      "%.3f}\n",
      idle, static_cast<unsigned long long>(cycles), program, lockstep, lockstep / program);
}
