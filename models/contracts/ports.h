// SPDX-License-Identifier: Apache-2.0
// Small interfaces by which units, RISC-V ports and the tile know one another beside `issue`, never by class. Contract 1.
#pragma once
#include <array>
#include <functional>
#include <optional>

#include "models/contracts/unit.h"
#include "models/isa/gpr_operands.h"
#include "models/time/strand.h"

namespace tensix {

// ---- Configuration unit

// A read or write of Config by a RISC-V core or the mover, arriving in cycle `arrives`. It waits in front of the pipeline until
// it can enter at stage 0. `done` is called in its stage-0 cycle; a write is in Config, and a read's value may be taken, one
// cycle later.
struct config_request {
  cycle_t arrives = 0;
  bool write = false;
  unsigned bank = 0, index = 0;  // of the word
  std::array<uint32_t, 4> value{};
  unsigned words = 1;       // the mover writes four in one slot
  bool both_banks = false;  // a store to the space of both: one request, one slot
  int core = -1;            // that asks, by its number (cores.h); -1: the mover
  std::function<void(cycle_t stage0)> done;
};

class config_port_if {
 public:
  virtual ~config_port_if() = default;
  virtual void submit(config_request request) = 0;
};

// Who else writes GPRs, for an instruction that writes one later than it is issued.
class gpr_writes_if {
 public:
  virtual ~gpr_writes_if() = default;
  // Is a GPR written in `cycle`, by an instruction or by the data of a load?
  virtual bool writes_gpr(cycle_t cycle) const = 0;
  // Has an instruction (not a load, when its data arrived) written the GPR behind `cycle`?
  virtual bool gpr_written_after(unsigned thread, unsigned gpr, cycle_t cycle) const = 0;
};

class config_unit_if : public tensix_unit, public config_port_if {
 public:
  // A load of the NoC overlay by a core or the scalar unit gets there in `arrives`. Returns the cycle in which it is served.
  virtual cycle_t overlay_load(cycle_t arrives) = 0;
  // Has a THCON word (Config 64 on) been written in `cycle`, which is over? REG2FLOP keeps off then.
  virtual bool wrote_thcon(cycle_t cycle) const = 0;

  // Set by the tile; null: none. RDCFG waits with its own write for another unit's, and takes away one of an instruction that
  // was issued later.
  gpr_writes_if* gpr_writes = nullptr;

  // ---- For --hazards. What an instruction of `thread`, starting now, reads although an earlier one is still writing it.
  struct hazard {
    uint32_t writer;  // instruction word
    unsigned index;   // of the word in Config
  };
  virtual std::optional<hazard> reads_too_early(uint32_t, unsigned) const { return {}; }
  // The instruction of `thread` that has not written the GPR yet; 0: none.
  virtual uint32_t will_write(unsigned, unsigned) const { return 0; }

 protected:
  using tensix_unit::tensix_unit;
};

// ---- Sync unit

class sync_unit_if : public tensix_unit {
 public:
  // A store of T0, T1 or T2 to a semaphore (even: posts, odd: gets) in `cycle`; takes its turn like an instruction.
  // Returns the cycle it takes effect in. `why`: the store, if causes are recorded.
  virtual cycle_t riscv_store(unsigned core, unsigned semaphore_index, uint32_t value, cycle_t cycle,
                              const cause& why = {}) = 0;

 protected:
  using tensix_unit::tensix_unit;
};

// ---- Scalar unit

// What the scalar unit needs of the rest of the tile.
class scalar_environment_if {
 public:
  virtual ~scalar_environment_if() = default;
  // For FLUSHDMA: first cycle >= now in which the thread's STALLWAIT conditions of the mask hold.
  virtual cycle_t conditions_met(unsigned thread, uint32_t conditions, cycle_t now) const = 0;
  // For REG2FLOP: was a THCON word written in `cycle`?
  virtual bool thcon_port_taken(cycle_t cycle) const = 0;
  // For LOADREG: the cycle in which a load of a register, arriving in `arrives`, is served.
  virtual cycle_t register_load(uint32_t address, cycle_t arrives) = 0;
  virtual void gprs_changed() = 0;  // a GPR may have changed (for cores that poll one)
};

class scalar_unit_if : public tensix_unit, public gpr_writes_if {
 public:
  scalar_environment_if* environment = nullptr;  // set by the tile before the run

  // ---- For --hazards, as of the configuration unit.
  virtual uint32_t will_write(unsigned, unsigned) const { return 0; }

 protected:
  using tensix_unit::tensix_unit;
};

// ---- TDMA-RISC

// Accesses of core 0..2 (T0..T2) or 3 (B), by byte offset. False: it waits; ask again after `tdma_changed`. A store takes effect
// in `arrives`, as far as it is a command.
class tdma_port_if {
 public:
  virtual ~tdma_port_if() = default;
  virtual bool store(unsigned core, uint32_t offset, uint32_t value, cycle_t arrives) = 0;
  virtual bool load(unsigned core, uint32_t offset, uint32_t& value) = 0;
  virtual tile_event& tdma_changed() = 0;
};

}  // namespace tensix
