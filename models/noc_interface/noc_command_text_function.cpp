// SPDX-License-Identifier: Apache-2.0

#include "support/text/hex_text.h"

#include "models/noc_interface/noc_command_fields_function.h"

namespace tensix {

std::string noc_pair(uint32_t x, uint32_t y) { return "(" + std::to_string(x & 63) + ", " + std::to_string(y & 63) + ")"; }

bool noc_command_is_multicast(uint32_t control) { return control >> 5 & 1; }
bool noc_command_goes_to_target(uint32_t control) { return (control & 3) != noc_type_write || control >> 3 & 1; }

std::string describe_noc_command(const noc_identity& identity, unsigned initiator, const noc_initiator_words& words) {
  const noc_command_fields f{words};
  std::string text = "NoC " + std::to_string(identity.noc) + ", initiator " + std::to_string(initiator) + ": ";
  const bool by_target = noc_command_goes_to_target(f.control());
  const uint32_t hi = f.at((by_target ? noc_offset::target : noc_offset::answer) + 8);
  std::string tile = noc_pair(hi, hi >> 6);
  if (f.multicast()) tile = noc_pair(hi >> 12, hi >> 18) + "-" + tile;
  const std::string there = hex_text(by_target ? f.target() : f.answer()) + " at " + tile;
  if (f.atomic()) return text + "atomic on " + there;
  if (f.type() == noc_type_reserved) return text + "command";
  if (f.inline_data()) return text + "inline write to " + there;
  const std::string bytes = f.byte_enables() ? "with byte enables " : "of " + std::to_string(f.length()) + " bytes ";
  if (f.read()) return text + "read " + bytes + "from " + there + " to " + hex_text(f.answer());
  return text + "write " + bytes + "from " + hex_text(f.target()) + " to " + there;
}

}  // namespace tensix
