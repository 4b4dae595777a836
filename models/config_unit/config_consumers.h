// SPDX-License-Identifier: Apache-2.0
// Which words of Config an instruction reads while it starts, by the unit it belongs to. Layer 1. Source: ISA documentation
// (the pages of the units name the fields they use) and the register table.
#pragma once
#include <cstdint>

namespace tensix {

// Does `word` read Config[..][index]? (Instructions of the configuration unit itself are ordered by its pipeline: no.)
bool consumes(uint32_t word, unsigned index);
// Does the table say which unit reads the field of this name, or that none does?
bool has_known_consumers(const char* field_name);

}  // namespace tensix
