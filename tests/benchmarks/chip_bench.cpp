// SPDX-License-Identifier: Apache-2.0
// What tiles that do nothing cost the host, beside eight that work: B of each sums, stores to L1 and sends packets to the next one.
// Runs for so many cycles, and prints how many packets came to their end. tests/benchmarks/chip_test.py counts its instructions.
//
//   chip_bench alone|passive|polling CYCLES
//
//   alone    no other tiles
//   passive  at all other places tiles that nothing runs on, as around a program
//   polling  at all other places whole tiles, of which B polls a word of L1: booted firmware without a launch
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>

#include "platform/core_tile.h"
#include "platform/noc_surroundings.h"
#include "platform/parameters.h"
#include "riscv_core/riscv_assembler.h"

using namespace tensix;
using namespace tensix::riscv_test;

namespace {

constexpr unsigned working = 8;
constexpr uint32_t go_at = 0x400, from = 0x8000, to = 0x9000;

struct program {
  std::vector<uint32_t> words;
  void operator()(uint32_t word) { words.push_back(word); }
  void li(unsigned rd, uint32_t value) { append_li(words, rd, value); }
  size_t here() const { return words.size(); }
  void branch(const char* name, unsigned a, unsigned b, size_t target) {
    (*this)(asm_branch(name, a, b, 4 * (static_cast<int32_t>(target) - static_cast<int32_t>(here()))));
  }
};

// Of B: waits for the go word, then works for ever; `next`: the translated place that its packets go to.
std::vector<uint32_t> program_of(noc_coordinate own, noc_coordinate next) {
  constexpr unsigned zero = 0, niu = 5, value = 6, sum = 7, count = 8;
  const auto place = [](noc_coordinate c) { return static_cast<uint32_t>(c.y << 6 | c.x); };
  program p;
  const size_t poll = p.here();
  p(asm_fence);
  p(asm_i("lw", value, zero, go_at));
  p.branch("beq", value, zero, poll);
  p.li(niu, 0xFFB20000);
  const std::pair<uint32_t, uint32_t> registers[] = {{0x00, from},        {0x08, place(own)},           {0x0C, to},
                                                     {0x14, place(next)}, {0x1C, 2 | 1 << 7 | 1 << 13}, {0x20, 256}};
  for (const auto& [offset, word] : registers) {
    p.li(value, word);
    p(asm_store("sw", value, niu, static_cast<int32_t>(offset)));
  }
  const size_t round = p.here();
  p.li(count, 100);
  const size_t add = p.here();
  p(asm_r("add", sum, sum, count));
  p(asm_i("addi", count, count, -1));
  p.branch("bne", count, zero, add);
  p(asm_store("sw", sum, zero, 0x404));
  p(asm_i("addi", value, zero, 1));
  p(asm_store("sw", value, niu, 0x40));  // CMD_CTRL
  const size_t sent = p.here();
  p(asm_i("lw", value, niu, 0x40));
  p.branch("bne", value, zero, sent);
  p(word_j(0, 4 * (static_cast<int32_t>(round) - static_cast<int32_t>(p.here()))));
  return p.words;
}

void begin(tensix_tile& tile, riscv_cores& cores, bool works, noc_coordinate next) {
  const auto translated = [&](noc_coordinate c) { return tile.grid().translated(0, c); };
  const std::vector<uint32_t> words = program_of(translated(tile.place()), translated(next));
  std::memcpy(tile.state().l1.data(), words.data(), 4 * words.size());
  tile.state().l1.data()[go_at] = works;
  cores.start_b();
}

}  // namespace

int sc_main(int argc, char** argv) {
  const std::string others = argc == 3 ? argv[1] : "";
  const uint64_t cycles = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if ((others != "alone" && others != "passive" && others != "polling") || cycles == 0) {
    std::fprintf(stderr, "usage: chip_bench alone|passive|polling CYCLES\n");
    return 2;
  }
  const parameters p = builtin_configuration("blackhole");
  tensix_tile tile("tile", p);
  riscv_cores cores("cores", tile);
  silent_initiator silent("silent");
  silent.socket.bind(tile.noc);
  noc_surroundings around("around", tile);
  const noc_grid& grid = tile.grid();
  begin(tile, cores, true, grid.tensix(1, 0));
  const unsigned columns = grid.tensix_columns(), rows = noc_grid::tensix_rows;
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column) {
      const bool works = row == 0 && column < working;
      if ((row == 0 && column == 0) || (!works && others != "polling")) continue;
      core_tile& other = around.add_core_tile(column, row);
      begin(other.tile, other.cores, works, grid.tensix((column + 1) % working, 0));
    }
  if (others == "passive") around.add_others();
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time(100, sc_core::SC_US));
  const sc_core::sc_time end = at(cycles, slot::l1);
  calendar::present().stop_at(end.value());
  sc_core::sc_start(end, sc_core::SC_RUN_TO_TIME);
  std::printf("%llu packets\n", static_cast<unsigned long long>(around.network().packets()));
  return 0;
}
