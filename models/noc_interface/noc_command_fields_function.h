// SPDX-License-Identifier: Apache-2.0
// The registers of an initiator as the fields of a command. Layer 1.
// Source: ISA documentation, NoC/MemoryMap (NOC_CTRL, NOC_TARG_ADDR; Blackhole).
#pragma once
#include <cstdint>
#include <string>

#include "models/noc_interface/noc_commands_function.h"
#include "models/noc_interface/noc_names_function.h"

namespace tensix {

enum noc_request_type : unsigned { noc_type_read, noc_type_atomic, noc_type_write, noc_type_reserved };

std::string noc_pair(uint32_t x, uint32_t y);  // of the low 6 bits of each

// The registers as fields.
struct noc_command_fields {
  const noc_initiator_words& w;
  uint32_t at(uint32_t offset) const { return w.word[offset / 4]; }
  uint32_t control() const { return at(noc_offset::control); }
  unsigned type() const { return control() & 3; }
  bool read() const { return type() == noc_type_read; }
  bool atomic() const { return type() == noc_type_atomic; }
  bool inline_data() const { return type() == noc_type_write && control() >> 3 & 1; }
  bool byte_enables() const { return type() == noc_type_write && !inline_data() && control() >> 2 & 1; }
  bool plain_write() const { return type() == noc_type_write && !inline_data(); }
  bool marked() const { return read() || (control() >> 4 & 1); }
  bool multicast() const { return control() >> 5 & 1; }
  uint64_t length() const { return at(noc_offset::length) | uint64_t{at(noc_offset::length_high)} << 32; }
  uint64_t target() const { return at(noc_offset::target) | uint64_t{at(noc_offset::target + 4)} << 32; }
  uint64_t answer() const { return at(noc_offset::answer) | uint64_t{at(noc_offset::answer + 4)} << 32; }
};

}  // namespace tensix
