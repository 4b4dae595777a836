// SPDX-License-Identifier: Apache-2.0
// Which of Auto TTSync's resources a RISC-V access touches. Layer 1.
// Source: ISA documentation, AutoTTSync (Blackhole), RISCV address to resource mapping.
#pragma once
#include <cstdint>

#include "models/frontend/auto_ttsync.h"
#include "models/memory/address_map.h"
#include "models/registers/backend_config.h"

namespace tensix {

// Parts of a Config word (config_part bits) when configuration is tracked in parts.
uint8_t config_parts_of_word(unsigned word);

// The resources of an access to `where` by the core of a thread with these ThreadConfig registers; 0: not tracked.
resource_set resources_of_access(const decoded_address& where, const uint16_t* thread_registers);

}  // namespace tensix
