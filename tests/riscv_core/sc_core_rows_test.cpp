// What a core takes on silicon for loops of one thing: public measurements of Blackhole, beside own programs that do the same.
// Sources: mesham/tt-sim, docs/bh_arch.md (2026-08); boopdotpng/blackhole-py, docs/riscv-core-microbench.md (commit 079993d73).
#include <cmath>
#include <cstdlib>
#include <memory>
#include <systemc>

#include "catch.h"
#include "riscv_core/core_bench.h"

using namespace tensix;
using namespace tensix::riscv_test;

namespace {

std::unique_ptr<bench> tile;

words times(unsigned n, const words& body) {
  words w;
  for (unsigned i = 0; i < n; ++i) w = w + body;
  return w;
}

// Cycles of a round: the difference between many and few of them, so that what comes before and behind does not count.
double round_cycles(const words& body, const words& before, unsigned core) {
  const auto take = [&](unsigned rounds) {
    words w = before + li(28, rounds) + words{asm_csr("csrrs", 20, 0xb00, 0)};
    while (w.size() % 4) w.push_back(nop);
    const size_t loop = w.size();
    w = w + body;
    w.push_back(asm_i("addi", 28, 28, -1));
    w.push_back(asm_branch("beq", 28, 0, 8));
    w.push_back(word_j(0, 4 * (static_cast<int32_t>(loop) - static_cast<int32_t>(w.size()))));
    w = w + words{asm_csr("csrrs", 21, 0xb00, 0), asm_r("sub", 22, 21, 20), asm_ebreak};
    tile->start(core, w);
    CHECK(tile->run());
    return tile->x(core, 22);
  };
  return (take(50) - take(10)) / 40.0;
}

}  // namespace

TEST_CASE("loops of one instruction take what they take on silicon") {
  // Each cell of a chain of pointers, 64 bytes apart, leads to the next one.
  constexpr unsigned chain = 64;
  for (unsigned i = 0; i < chain; ++i) tile->set_l1(data + 64 * i, data + 64 * ((i + 1) % chain));
  const uint32_t divide = asm_r("divu", 10, 11, 12);
  const words on_data = li(11, data) + li(12, local), chain_of_ram = li(11, local) + words{sw(11, 11)};
  const struct {
    const char* name;
    double silicon;
    words body;
    words before = {};
    unsigned operations = 1;
  } rows[] = {
      {"divide, 12 bits", 14.04, {divide}, li(11, 0xfff) + li(12, 3)},
      {"divide, 3 bits", 6.02, {divide}, li(11, 5) + li(12, 3)},
      {"multiply, each with the result of the one before", 1.985, {asm_r("mul", 10, 10, 11)}},
      {"multiply, independent", 1.003, {asm_r("mul", 10, 13, 11), asm_r("mul", 12, 13, 11)}, {}, 2},
      {"load from the data RAM, of the address", 1.985, {lw(11, 11)}, chain_of_ram},
      {"load from the data RAM, independent", 1.0, {lw(1, 12), lw(2, 12, 4), lw(3, 12, 8), lw(4, 12, 12)}, on_data, 4},
      {"load from L1, of the address", 8.098, {lw(11, 11)}, on_data},
      {"store to L1, coalesced", 0.999, {sw(1, 11), sw(1, 11, 4), sw(1, 11, 8), sw(1, 11, 12)}, on_data, 4},
      {"load of the wall clock", 2.0, {lw(1, 11), lw(2, 11)}, li(11, clock_low), 2},
      {"branch, never taken", 0.999, {asm_branch("bltu", 0, 0, 4)}},
      {".ttinsn NOP", 0.996, {asm_ttinsn(word_of(opcode::NOP))}},
      {".ttinsn SFPNOP", 0.998, {asm_ttinsn(word_of(opcode::SFPNOP))}},
      {".ttinsn SETDMAREG", 0.996, {asm_ttinsn(word_of(opcode::SETDMAREG) | insn::SETDMAREG::reg_index_16b.place(9))}},
      {".ttinsn ADDDMAREG", 2.973, {asm_ttinsn(word_of(opcode::ADDDMAREG))}},
  };
  for (const auto& row : rows) {
    const unsigned n = chain / row.operations;
    // Without the loop's own three instructions, as an empty loop is subtracted.
    const double cycles = (round_cycles(times(n, row.body), row.before, t0) - 3) / chain;
    INFO(row.name << ": " << cycles << ", silicon " << row.silicon);
    CHECK(std::abs(cycles / row.silicon - 1) < 0.05);
  }
}

TEST_CASE("loops of so many bytes take what they take on silicon") {
  const struct {
    unsigned bytes;
    double silicon;  // cycles an instruction
  } rows[] = {{1024, 0.998}, {2048, 0.998}, {4096, 1.000}, {5120, 1.153}, {8192, 1.251}};
  for (const auto& row : rows)
    for (const unsigned core : {t0, t1, t2}) {
      const double cycles = round_cycles(words(row.bytes / 4 - 3, nop), {}, core) / (row.bytes / 4);
      INFO(row.bytes << " bytes: " << cycles << ", silicon " << row.silicon);
      CHECK(std::abs(cycles / row.silicon - 1) < 0.01);
    }
}

int sc_main(int argc, char** argv) {
  tile = std::make_unique<bench>("tile");
  const int failed = run_test_cases(argc, argv);
  tile.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
