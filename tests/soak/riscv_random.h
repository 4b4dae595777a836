// SPDX-License-Identifier: Apache-2.0
// Random numbers of the cores' programs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "tests/soak/random.h"

namespace tensix::soak {

class riscv_random : public random_numbers {
 public:
  using random_numbers::random_numbers;
  bool one_in(uint32_t n) { return below(n) == 0; }
  template <typename T, size_t n>
  const T& of(const T (&all)[n]) {
    return pick(all);
  }
  // For something that belongs to `what`, whatever was drawn before.
  static riscv_random of_part(uint64_t seed, uint64_t what) {
    riscv_random r(seed ^ what * 0xd1342543de82ef95u);
    r.next();
    return r;
  }
};

// A word that makes mistakes show: often at an edge.
inline uint32_t telling_word(riscv_random& r) {
  static constexpr uint32_t edges[] = {0,          1,          2,          0xffffffff, 0xfffffffe, 0x80000000, 0x80000001,
                                       0x7fffffff, 0x7f,       0x80,       0xff,       0x7fff,     0x8000,     0xffff,
                                       0xffff8000, 0xffffff80, 0x55555555, 0xaaaaaaaa, 0x00010000, 31,         32};
  switch (r.below(4)) {
    case 0: return r.word();
    case 1: {
      const uint32_t word = r.word();
      return word >> r.below(32);
    }
    case 2: return 1u << r.below(32);
    default: return r.of(edges);
  }
}

}  // namespace tensix::soak
