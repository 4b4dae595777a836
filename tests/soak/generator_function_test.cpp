// Generated programs are defined, end, and end alike whoever is faster.
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

#include "catch.h"
#include "models/memory/noc_overlay.h"
#include "testbench/functional/functional_machine.h"
#include "testbench/streams/stream_file_function.h"
#include "tests/soak/coverage.h"
#include "tests/soak/generator.h"
#include "tests/soak/generator_random.h"

using namespace tensix;
using namespace tensix::soak;

namespace {

struct machine {
  functional_machine m;
  noc_overlay overlay;
  explicit machine(packer_topology topology) {
    m.state.topology = topology;
    m.overlay_load = [this](unsigned stream, unsigned reg) { return overlay.read(stream, reg); };
    m.overlay_store = [this](unsigned stream, unsigned reg, uint32_t value) { overlay.write(stream, reg, value); };
  }
  functional_machine::result run(const program& p) {
    for (const memory_fill& f : p.memory) std::memcpy(&m.state.l1[f.address], f.words.data(), 4 * f.words.size());
    return m.run({steps_of(p, 0), steps_of(p, 1), steps_of(p, 2), steps_of(p, 3)});
  }
};

// The first difference of two end states, empty: none.
std::string difference(const tensix_state& a, const tensix_state& b) {
  for (size_t i = 0; i < a.l1.size(); ++i)
    if (a.l1[i] != b.l1[i]) return "L1 at " + std::to_string(i);
  for (unsigned r = 0; r < dst_rows; ++r) {
    if (std::memcmp(a.dst.bits[r], b.dst.bits[r], sizeof a.dst.bits[r]) != 0) return "Dst row " + std::to_string(r);
    if (a.dst.row_valid[r] != b.dst.row_valid[r]) return "Dst row_valid " + std::to_string(r);
  }
  for (unsigned i = 0; i < 2; ++i) {
    if (std::memcmp(a.srca.bank[i].row, b.srca.bank[i].row, sizeof a.srca.bank[i].row) != 0) return "SrcA";
    if (std::memcmp(a.srcb.bank[i].row, b.srcb.bank[i].row, sizeof a.srcb.bank[i].row) != 0) return "SrcB";
  }
  if (std::memcmp(a.gpr, b.gpr, sizeof a.gpr) != 0) return "GPRs";
  if (std::memcmp(&a.config, &b.config, sizeof a.config) != 0) return "Config";
  if (std::memcmp(a.adc, b.adc, sizeof a.adc) != 0) return "ADCs";
  if (std::memcmp(a.rwc, b.rwc, sizeof a.rwc) != 0) return "RWCs";
  for (unsigned i = 0; i < semaphore_count; ++i)
    if (a.sem[i].value != b.sem[i].value || a.sem[i].max != b.sem[i].max) return "semaphore " + std::to_string(i);
  return {};
}

unsigned seeds() {
  const char* text = std::getenv("SOAK_SEEDS");
  return text ? static_cast<unsigned>(std::atoi(text)) : 300;
}

generator_options options_of(uint64_t seed) {
  generator_options o;
  if (seed % 4 == 3) o.topology = packer_topology::independent;
  return o;
}

}  // namespace

TEST_CASE("coverage", "[.]") {
  coverage reached;
  for (uint64_t seed = 0; seed < seeds(); ++seed) {
    const generator_options o = options_of(seed);
    const program p = generate(seed, o);
    machine plain(o.topology);
    reached.forget_phases();
    plain.m.executed = [&](unsigned t, uint32_t w, const unpack_job* job) { reached.note(plain.m.state, t, w, job); };
    plain.run(p);
  }
  reached.print(std::cout);
  for (const std::string& hole : reached.holes()) std::cout << "hole: " << hole << "\n";
}

TEST_CASE("generated programs are legal and free of races") {
  unsigned failed = 0;
  uint64_t instructions = 0;
  const char* only = std::getenv("SOAK_SEED");
  const unsigned first = only ? static_cast<unsigned>(std::atoi(only)) : 0, last = only ? first + 1 : seeds();
  for (uint64_t seed = first; seed < last && failed < 12; ++seed) {
    const generator_options o = options_of(seed);
    const program p = generate(seed, o);
    if (only) std::cout << stream_text(p);
    if (const char* folder = std::getenv("SOAK_FOLDER")) {
      std::ofstream(std::string(folder) + "/" + std::to_string(seed) + ".scn") << stream_text(p);
    }
    machine plain(o.topology);
    const auto result = plain.run(p);
    instructions += plain.m.instructions_executed();
    if (result.how != functional_machine::outcome::done) {
      std::cout << "seed " << seed << ": " << result.text << "\n";
      ++failed;
      continue;
    }
    for (unsigned k = 0; k < 2; ++k) {
      machine other(o.topology);
      random_numbers r(seed * 7 + k);
      other.m.schedule = [&r] { return r.word(); };
      const auto again = other.run(p);
      const std::string differs =
          again.how == functional_machine::outcome::done ? difference(plain.m.state, other.m.state) : again.text;
      if (differs.empty()) continue;
      std::cout << "seed " << seed << " schedule " << k << ": " << differs << "\n";
      ++failed;
      break;
    }
  }
  std::cout << instructions / (last - first) << " instructions on average\n";
  REQUIRE(failed == 0);
}
