// SPDX-License-Identifier: Apache-2.0
// How the lines of --hazards name things.
#pragma once
#include <string>

#include "models/contracts/cores.h"
#include "models/isa/isa.h"
#include "models/registers/dst_register.h"

namespace tensix {

inline constexpr uint32_t c4_matrix_unit = 1u << 4;  // of STALLWAIT's conditions: the thread's instructions there are done

// Who writes, if no instruction does: a core, or the mover.
inline std::string name_of_core(int by) { return by < 0 ? "the mover" : core_names[static_cast<unsigned>(by)].text; }
inline std::string quoted(uint32_t word) { return "\"" + disassemble(word) + "\""; }
inline std::string of_thread(uint32_t word, unsigned thread) { return quoted(word) + " of T" + std::to_string(thread); }
inline std::string source_name(unsigned which) { return which ? "SrcB" : "SrcA"; }
inline std::string bank_name(unsigned which, unsigned bank) { return source_name(which) + " bank " + std::to_string(bank); }
inline std::string rows_of(unsigned block) {
  return "rows " + std::to_string(block * dst_block_rows) + " to " + std::to_string((block + 1) * dst_block_rows - 1) +
         " of Dst";
}

inline unsigned first_of(const dst_block_set& blocks) {
  unsigned w = 0;
  while (w + 1 < dst_block_set::words && !blocks.word[w]) ++w;
  return w * 64 + static_cast<unsigned>(__builtin_ctzll(blocks.word[w]));
}
inline dst_block_set both(const dst_block_set& a, const dst_block_set& b) {
  dst_block_set all;
  for (unsigned w = 0; w < dst_block_set::words; ++w) all.word[w] = a.word[w] & b.word[w];
  return all;
}
// Calls f(block) for each.
template <class F>
void for_each_block(const dst_block_set& blocks, F&& f) {
  for (unsigned w = 0; w < dst_block_set::words; ++w)
    for (uint64_t bits = blocks.word[w]; bits; bits &= bits - 1) f(w * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
}

}  // namespace tensix
