// SPDX-License-Identifier: Apache-2.0
// Nanoseconds an instruction of the matrix unit, for each instruction set of this machine. Not part of the test run.
#include <cstdio>
#include <ctime>
#include <memory>

#include "models/isa/isa.h"
#include "models/matrix_unit/matrix_unit_function.h"

using namespace tensix;

int main() {
  const auto state = std::make_unique<tensix_state>(16);
  tensix_state& s = *state;
  matrix_unit_function unit(s);
  uint32_t seed = 1;
  for (src_register* src : {&s.srca, &s.srcb})
    for (auto& bank : src->bank) {
      bank.format = 5;
      for (auto& row : bank.row)
        for (uint32_t& x : row) {
          seed = seed * 1664525u + 1013904223u;
          x = ((seed >> 8) & 0x403f8) | ((124 + (seed >> 28)) << 10);
        }
    }
  const auto time = [&](const char* what, uint32_t word, bool wide, unsigned phases) {
    for (auto& bank : s.config.config) bank[cfg::ALU_ACC_CTRL_Fp32_enabled.word] = cfg::ALU_ACC_CTRL_Fp32_enabled.place(wide);
    for (auto& valid : s.dst.row_valid) valid = false;
    constexpr unsigned count = 200000;
    const std::clock_t start = std::clock();  // processor time: other load does not count
    for (unsigned i = 0; i < count; ++i) {
      s.rwc[0].dst = (i * 8) & 511;
      s.rwc[0].fidelity_phase = i % phases;
      unit.execute(word, 0);
    }
    const double elapsed = 1e9 / CLOCKS_PER_SEC * static_cast<double>(std::clock() - start);
    std::printf("%-7s %-24s %8.1f ns\n", unit.instruction_set_name(), what, elapsed / count);
  };
  using set = matrix_unit_function::instruction_set;
  for (set which : {set::plain, set::avx2, set::avx512}) {
    if (!unit.use(which)) continue;
    time("MVMUL LoFi 16-bit", word_of(opcode::MVMUL), false, 1);
    time("MVMUL LoFi 32-bit", word_of(opcode::MVMUL), true, 1);
    time("MVMUL HiFi4 16-bit", word_of(opcode::MVMUL), false, 4);
    time("MVMUL HiFi4 32-bit", word_of(opcode::MVMUL), true, 4);
    time("GMPOOL 16-bit", word_of(opcode::GMPOOL), false, 1);
    time("ELWADD 16-bit", word_of(opcode::ELWADD), false, 1);
    time("ELWADD 32-bit accum", word_of(opcode::ELWADD) | insn::ELWADD::dest_accum_en.place(1), true, 1);
    time("ELWMUL 16-bit", word_of(opcode::ELWMUL), false, 1);
    time("MOVA2D 8 rows", word_of(opcode::MOVA2D) | insn::MOVA2D::instr_mod.place(2), false, 1);
    time("MOVD2B 4 rows", word_of(opcode::MOVD2B) | insn::MOVD2B::instr_mod.place(2), false, 1);
    time("INCRWC", word_of(opcode::INCRWC), false, 1);
  }
  constexpr unsigned count = 2000000;
  uint64_t sum = 0;
  const std::clock_t start = std::clock();  // processor time: other load does not count
  for (unsigned i = 0; i < count; ++i) {
    dst_block_set reads, writes;
    s.rwc[0].dst = (i * 8) & 511;
    unit.dst_access(word_of(opcode::MVMUL), 0, reads, writes);
    sum += reads.word[0] ^ writes.word[1];
  }
  const double elapsed = 1e9 / CLOCKS_PER_SEC * static_cast<double>(std::clock() - start);
  std::printf("dst_access %.1f ns (%llx)\n", elapsed / count, static_cast<unsigned long long>(sum));
}
