// SPDX-License-Identifier: Apache-2.0
// Names that stream files and `disasm` have of configuration fields. Layer 1.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/isa/value_names.h"

namespace tensix {

// A field of Config (a 32-bit word) or of ThreadConfig (a 16-bit register of the thread): `width` bits from bit `lo`.
struct configuration_name {
  const char* name;
  bool of_thread;
  uint16_t word;
  uint8_t lo, width;
  uint32_t mask() const { return (width == 32 ? ~0u : (1u << width) - 1u) << lo; }
};
struct configuration_value {
  const configuration_name* field;
  uint32_t value;
};

// Throws std::invalid_argument naming the nearest one.
const configuration_name& configuration_named(const std::string& name);
// "A=1 B=3": fields without overlap that hold all bits of `value` that are in `mask`, those in the table first; empty where the
// table does not name all of them. Fields that are zero are left out, but not the only one.
std::string configuration_text(bool of_thread, uint16_t word, uint32_t value, uint32_t mask);

// The instructions that set exactly these fields: an RMWCIB for each byte of Config that they touch; of ThreadConfig, a SETC16 of
// the whole register, in which fields that are not given become zero.
std::vector<uint32_t> set_configuration(const std::vector<configuration_value>& values);

// As disassemble_with_names(); behind a '#' the configuration fields that it writes: a line of a stream file.
std::string disassemble_by_name(uint32_t word, bool all = false);

}  // namespace tensix
