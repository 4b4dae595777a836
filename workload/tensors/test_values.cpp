// SPDX-License-Identifier: Apache-2.0
#include "workload/tensors/test_values.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "workload/tensors/host_clones.h"

namespace tensix {
namespace {

inline uint64_t hash(uint64_t x) {  // a 64-bit finaliser: every input bit reaches every output bit
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

constexpr uint32_t drawn = 32;  // values made together

// `drawn` of them each time, without branches, so that the compiler makes several at once.
TENSIX_HOST_CLONES
void make_piece(uint64_t base, unsigned bits, float* values) {
  uint32_t low[drawn], high[drawn], word[drawn];
  for (uint32_t i = 0; i < drawn; ++i) {
    const uint64_t h = hash(base + i);
    low[i] = static_cast<uint32_t>(h);
    high[i] = static_cast<uint32_t>(h >> 32);
  }
  const uint32_t fraction = (1u << (bits - 1)) - 1, place = 24 - bits;
  for (uint32_t i = 0; i < drawn; ++i) {
    const uint32_t exponent = 124 + high[i] % 5, sign = (high[i] >> 8 & 1) << 31;
    const uint32_t value = sign | exponent << 23 | (low[i] & fraction) << place;
    word[i] = (high[i] >> 27) == 0 ? 0 : value;
  }
  std::memcpy(values, word, sizeof word);
}

}  // namespace

test_values::test_values(uint64_t seed, unsigned significant_bits) : base_(hash(seed)), bits_(significant_bits) {
  if (significant_bits < 1 || significant_bits > 24)
    throw std::invalid_argument("significant_bits = " + std::to_string(significant_bits) + " is not in 1..24");
}

void test_values::make(uint64_t first, uint32_t count, float* values) const {
  if (count == drawn) return make_piece(base_ + first, bits_, values);  // a row of a tile
  for (; count >= drawn; count -= drawn, first += drawn, values += drawn) make_piece(base_ + first, bits_, values);
  if (count == 0) return;
  float rest[drawn];
  make_piece(base_ + first, bits_, rest);
  std::copy_n(rest, count, values);
}

}  // namespace tensix
