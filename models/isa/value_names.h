// SPDX-License-Identifier: Apache-2.0
// Names of values in fields of instructions: what a wait holds back and what it waits for, semaphores. Layer 1.
// Source: ISA documentation, STALLWAIT (block mask and Blackhole's conditions), SEMWAIT.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/isa/isa.h"

namespace tensix {

// The value of an instruction's field in names, joined by '|' where it is a mask: STALLWAIT stall_res=math|sync. Nothing where
// the field knows no names; throws std::invalid_argument for a wrong one, naming the nearest.
std::optional<uint32_t> value_of_names(opcode op, const std::string& field, const std::string& text);
// The other way; empty: it has none, or not for each bit.
std::string names_of_value(opcode op, std::string_view field, uint32_t value);
// As disassemble(), with these names.
std::string disassemble_with_names(uint32_t word, bool all = false);

}  // namespace tensix
