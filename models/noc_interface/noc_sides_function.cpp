// SPDX-License-Identifier: Apache-2.0
#include "models/noc_interface/noc_sides_function.h"

#include "models/noc_interface/noc_command_fields_function.h"
#include "support/text/hex_text.h"

namespace tensix {
namespace {

// In the map of a Tensix or Ethernet tile; of a channel of DRAM tt-metal uses as much, too.
constexpr uint64_t first_register = 0xFF000000, dram_end = first_register;

bool has_cores(noc_tile t) { return t == noc_tile::tensix || t == noc_tile::ethernet; }

}  // namespace

bool noc_side::is_register() const { return has_cores(tile) && address >= first_register && address >> 32 == 0; }
bool noc_side::is_l1() const { return has_cores(tile) && address < first_register; }

std::string noc_memory_fault(const noc_side& side, uint64_t bytes, uint32_t l1_bytes) {
  const uint64_t a = side.address;
  if (has_cores(side.tile)) {
    if (a >> 32)
      return hex_text(a) + ": a Tensix or Ethernet tile has addresses of 32 bits, TARG_ADDR_MID or RET_ADDR_MID must be 0";
    if (side.tile == noc_tile::tensix && side.is_l1() && (a > l1_bytes || bytes > l1_bytes - a))
      return hex_text(a) + ": " + std::to_string(bytes) + " bytes from there are not in L1, which ends at " +
             hex_text(l1_bytes) + ", and no register";
  }
  if (side.tile == noc_tile::dram && (a > dram_end || bytes > dram_end - a))
    return hex_text(a) + ": the memory of a channel of DRAM ends at " + hex_text(dram_end) +
           "; registers and core of its tile are not modelled";
  return {};
}

std::string noc_alignment_fault(const noc_side& from, const noc_side& to) {
  if (from.is_register() || to.is_register() || from.tile == noc_tile::other || to.tile == noc_tile::other) return {};
  const unsigned modulus = from.is_outside() ? 64 : 16;
  if ((from.address ^ to.address) % modulus == 0) return {};
  return "addresses " + hex_text(from.address) + " and " + hex_text(to.address) + " must agree modulo " +
         std::to_string(modulus) + (from.is_outside() ? " (out of DRAM or PCIe)" : "");
}

}  // namespace tensix
