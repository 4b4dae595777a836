// SPDX-License-Identifier: Apache-2.0
// The two ends of a command: what an address is there, and how addresses must lie to one another. Layer 1.
// Source: ISA documentation, NoC/MemoryMap (NOC_AT_LEN_BE; Blackhole); alignment: tt-metal, noc_parameters.h.
#pragma once
#include <cstdint>
#include <string>

#include "models/noc/noc_translation_function.h"

namespace tensix {

struct noc_side {
  noc_tile tile = noc_tile::tensix;
  uint64_t address = 0;

  bool is_register() const;
  bool is_l1() const;
  bool is_outside() const { return tile == noc_tile::dram || tile == noc_tile::pcie; }
};

// What is wrong with so many bytes at an end, and with the two ends of a move; empty: nothing.
std::string noc_memory_fault(const noc_side& side, uint64_t bytes, uint32_t l1_bytes);
std::string noc_alignment_fault(const noc_side& from, const noc_side& to);

}  // namespace tensix
