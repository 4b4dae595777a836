// SPDX-License-Identifier: Apache-2.0
// What a core gets from outside, and what the headers of its parts share.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/contracts/core_access.h"
#include "models/contracts/reasons.h"
#include "models/memory/address_map.h"
#include "models/observe/causes.h"
#include "models/observe/diagnostics.h"
#include "models/riscv_core/riscv_instruction.h"
#include "models/time/strand.h"

namespace tensix {

struct riscv_core_parts;  // riscv_core.h

// The tile, as a core reads it and reports to it.
class riscv_core_owner_if {
 public:
  // Has L1 been used since `cycle`, except by poll loops that may sleep? And in which cycle is it used next (never: not known)?
  virtual std::pair<bool, cycle_t> l1_use(cycle_t cycle) = 0;
  // tt_cfg_qstatus and tt_cfg_bstatus of the core, now.
  virtual std::pair<uint32_t, uint32_t> status(unsigned core) = 0;
  // A store of a core to configuration was processed.
  virtual void register_stored(uint32_t address, uint32_t value) = 0;
  // It has stopped, faulted, entered or left reset; or the last store of a core that does not run is out.
  virtual void core_changed(unsigned core) = 0;

 protected:
  ~riscv_core_owner_if() = default;
};

struct riscv_core_surroundings {
  riscv_core_owner_if* owner;
  diagnostics* diagnose;
  uint32_t l1_bytes;
  // Parameters of other units that a core depends on: cycles, cycles, entries, cycles.
  uint32_t l1_load_cycles, local_load_cycles, store_queue_entries, l1_atomic_cycles;
  cause_recorder* const* causes;  // the recorder of causes (observe/causes.h), null if there is none
};

inline constexpr uint32_t core_line_bytes = 16, core_no_line = ~0u;        // a line of the instruction and data caches
inline constexpr unsigned core_max_loads = 32, core_max_fetches = 9;       // in flight
inline constexpr unsigned core_ring = 64, core_ring_mask = core_ring - 1;  // the last instructions, by number
inline constexpr cycle_t core_unknown = cycle_t{1} << 62;                  // of what has not come back yet

}  // namespace tensix
