// SPDX-License-Identifier: Apache-2.0
#include "models/noc_interface/noc_atomics_function.h"

#include <cstring>
#include <string>

namespace tensix {
namespace {

enum operation : unsigned {
  increment = 1,
  increment_pointer,
  swap_halves,
  compare_and_swap,
  tile_map,
  store_indirect,
  swap_word,
  accumulate = 9
};

const char* operation_name(unsigned o) {
  switch (o) {
    case 0: return "no operation";
    case increment_pointer: return "increment of a pointer";
    case tile_map: return "tile map";
    case store_indirect: return "indirect store";
    case accumulate: return "accumulate";
    default: return "unknown operation";
  }
}

uint32_t word_at(const uint8_t* at) {
  uint32_t v;
  std::memcpy(&v, at, 4);
  return v;
}

}  // namespace

uint32_t noc_atomic(const noc_packet& request, uint8_t* line, diagnostics& diagnose, const char* who) {
  const uint32_t operands = request.atomic, data = request.atomic_data;
  const uint32_t result = word_at(line + (request.address & 12));
  uint8_t* const at = line + 4 * (operands & 3);
  const uint32_t before = word_at(at);
  const auto set = [&](uint8_t* where, uint32_t v) { std::memcpy(where, &v, 4); };
  switch (const unsigned o = operands >> 12) {
    case increment: {
      const uint32_t mask = static_cast<uint32_t>((uint64_t{2} << (operands >> 2 & 31)) - 1);
      set(at, ((before + data) & mask) | (before & ~mask));
      break;
    }
    case swap_halves:
      for (unsigned i = 0; i < 8; ++i)
        if (operands >> (2 + i) & 1) std::memcpy(line + 2 * i, reinterpret_cast<const uint8_t*>(&data) + 2 * (i & 1), 2);
      break;
    case compare_and_swap:
      if (before == (operands >> 2 & 15)) set(at, operands >> 6 & 15);
      break;
    case store_indirect:
      if (!(operands >> 2 & 1)) goto unknown;
      set(at, data);
      break;
    case swap_word: set(line + 4 * (operands >> 2 & 3), data); break;
    default:
    unknown:
      diagnose.undefined(who, -1, 0,
                         "atomic over NoC " + std::to_string(request.noc) + ": operation " + std::to_string(o) + " (" +
                             operation_name(o) + ") is not documented; 1 increments, 3 and 7 swap, 4 compares and swaps");
  }
  return result;
}

}  // namespace tensix
