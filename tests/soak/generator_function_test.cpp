// Generated programs are defined, end, and end alike whoever is faster.
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

#include "catch.h"
#include "models/isa/isa.h"
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
  for (unsigned t = 0; t < thread_count; ++t)
    for (unsigned i = 0; i < gpr_count; ++i)
      if (a.gpr[t][i] != b.gpr[t][i]) return "GPR " + std::to_string(i) + " of T" + std::to_string(t);
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

// SOAK_DEBUG
TEST_CASE("debug", "[.]") {
  const uint64_t seed = static_cast<uint64_t>(std::atoi(std::getenv("SOAK_SEED")));
  const unsigned k = static_cast<unsigned>(std::atoi(std::getenv("SOAK_SCHEDULE")));
  const generator_options o = options_of(seed);
  const program p = generate(seed, o);
  struct entry { uint32_t word; uint64_t h[6]; };
  std::vector<entry> log[2][3];
  for (unsigned i = 0; i < 2; ++i) {
    machine m(o.topology);
    random_numbers r(seed * 7 + k);
    if (i) m.m.schedule = [&r] { return r.word(); };
    m.m.executed = [&](unsigned t, uint32_t w, const unpack_job* job) {
      const auto hash = [](const void* d, size_t n) { uint64_t h = 1469598103934665603u; for (size_t j = 0; j < n; ++j) h = (h ^ static_cast<const uint8_t*>(d)[j]) * 1099511628211u; return h; };
      entry e{w, {}};
      const tensix_state& s = m.m.state;
      e.h[0] = hash(s.gpr[t], sizeof s.gpr[t]);
      e.h[1] = hash(&s.adc[t], sizeof s.adc[t]);
      e.h[2] = hash(s.srca.in_use().row, sizeof s.srca.in_use().row);
      e.h[3] = hash(s.srcb.in_use().row, sizeof s.srcb.in_use().row);
      e.h[4] = hash(s.dst.bits, sizeof s.dst.bits / 2) + hash(s.dst.row_valid, 512);
      e.h[5] = hash(s.dst.bits[512], sizeof s.dst.bits / 2) + hash(s.dst.row_valid + 512, 512);
      if (job) {
        e.h[0] = hash(&job->s, sizeof job->s);
        e.h[2] = 0;
        for (const auto& x : job->data_reads) e.h[2] += hash(&s.l1[x.address], x.row_bytes);
        for (const auto& x : job->exponent_reads) e.h[2] += hash(&s.l1[x.address], x.row_bytes);
        e.h[3] = e.h[4] = e.h[5] = 0;
      }
      log[i][t].push_back(e);
    };
    m.run(p);
  }
  const char* only = std::getenv("SOAK_WHAT");
  for (unsigned t = 0; t < 3; ++t)
    for (size_t j = 0, shown = 0; j < std::min(log[0][t].size(), log[1][t].size()) && shown < 6; ++j) {
      const unit_id u = unit_of(log[0][t][j].word);
      if (!only && u != unit_id::matrix_unit && u != unit_id::vector_unit && u != unit_id::unpacker) continue;
      for (unsigned q = 0; q < 6; ++q)
        if (log[0][t][j].h[q] != log[1][t][j].h[q] && (!only || std::strchr(only, static_cast<int>('0' + q)))) { std::cout << "T" << t << " #" << j << " what " << q << ": " << disassemble(log[0][t][j].word) << "\n"; ++shown; break; }
    }
}

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
    if (only && !std::getenv("SOAK_QUIET")) std::cout << stream_text(p);
    if (const char* folder = std::getenv("SOAK_FOLDER")) {
      std::ofstream(std::string(folder) + "/" + std::to_string(seed) + ".scn") << stream_text(p);
    }
    machine plain(o.topology);
    const auto result = plain.run(p);
    instructions += plain.m.instructions_executed();
    if (const char* folder = std::getenv("SOAK_FOLDER")) {
      std::ofstream(std::string(folder) + "/" + std::to_string(seed) + ".l1", std::ios::binary)
          .write(reinterpret_cast<const char*>(plain.m.state.l1.data()), 0x60000);
    }
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
