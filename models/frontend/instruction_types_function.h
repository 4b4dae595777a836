// SPDX-License-Identifier: Apache-2.0
// The eleven types of instructions of the CSRs tt_cfg_qstatus and tt_cfg_bstatus, a bit each. Layer 1.
// Source: ISA documentation, BabyRISCV (Blackhole), CSRs.
#pragma once
#include <cstdint>

#include "models/isa/isa.h"

namespace tensix::instruction_type {

inline constexpr uint32_t replay = 1u << 0, mop = 1u << 1, scalar = 1u << 2, mover = 1u << 3, unpacker = 1u << 4,
                          packer = 1u << 5, config = 1u << 6, sync = 1u << 7, misc = 1u << 8, vector = 1u << 9,
                          matrix = 1u << 10;

// Those of a unit. Bit 8 counts the miscellaneous unit and four others.
inline uint32_t of_unit(unit_id unit) {
  switch (unit) {
    case unit_id::sync_unit: return sync;
    case unit_id::unpacker: return unpacker | misc;
    case unit_id::matrix_unit: return matrix;
    case unit_id::packer: return packer | misc;
    case unit_id::vector_unit: return vector;
    case unit_id::scalar_unit: return scalar | misc;
    case unit_id::config_unit: return config;
    case unit_id::mover: return mover | misc;
    case unit_id::misc_unit: return misc;
    case unit_id::frontend:  // MOP and REPLAY: of_word
    case unit_id::nop:
    case unit_id::none: break;
  }
  return 0;
}

inline uint32_t of_word(uint32_t word) {
  switch (opcode_of(word)) {
    case opcode::MOP: return mop;
    case opcode::REPLAY: return insn::REPLAY::execute_while_loading(word) || !insn::REPLAY::load_mode(word) ? replay : 0;
    default: return of_unit(unit_of(word));
  }
}

}  // namespace tensix::instruction_type
