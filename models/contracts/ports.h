// Small interfaces by which units, RISC-V ports and the tile know one another beside `issue`, never by class. Contract 1.
#pragma once
#include <functional>
#include <optional>

#include "models/contracts/unit.h"
#include "models/isa/gpr_operands.h"

namespace tensix {

// ---- Configuration unit

// A read or write of Config by a RISC-V core or the mover, arriving in cycle `arrives`. It waits in front of the pipeline until
// it can enter at stage 0. `done` is called in its stage-0 cycle; a write is in Config, and a read's value may be taken, one
// cycle later.
struct config_request {
  cycle_t arrives = 0;
  bool write = false;
  unsigned bank = 0, index = 0;  // of the word
  uint32_t value = 0;
  unsigned words = 1;  // the mover writes four in one slot: value and more
  uint32_t more[3] = {};
  bool both_banks = false;  // a store to the space of both: one request, one slot
  std::function<void(cycle_t stage0)> done;
};

class config_unit_if : public tensix_unit {
 public:
  virtual void submit(config_request request) = 0;
  // A load of the NoC overlay by a core or the scalar unit gets there in `arrives`. Returns the cycle in which it is served.
  virtual cycle_t overlay_load(cycle_t arrives) = 0;
  // Has a THCON word (Config 64 on) been written in `cycle`, which is over? REG2FLOP keeps off then.
  virtual bool wrote_thcon(cycle_t cycle) const = 0;

  // Set by the tile; unset: never. Is a GPR written by another unit in `cycle`? RDCFG then waits with its own write.
  std::function<bool(cycle_t cycle)> gpr_port_taken;
  // Has an instruction of `thread` that was issued later written the GPR behind `cycle`? RDCFG's write then takes that away.
  std::function<bool(unsigned thread, unsigned gpr, cycle_t cycle)> gpr_written_after;

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
  // A core's store to a semaphore (0 posts, 1 gets) in `cycle`; takes its turn like an instruction. Returns the cycle it takes
  // effect in. `why`: the store, if causes are recorded.
  virtual cycle_t riscv_store(unsigned semaphore_index, uint32_t value, cycle_t cycle, const cause& why = {}) = 0;

 protected:
  using tensix_unit::tensix_unit;
};

// ---- Scalar unit

class scalar_unit_if : public tensix_unit {
 public:
  // Is a GPR written in `cycle`, by an instruction or by the data of a load?
  virtual bool writes_gpr(cycle_t cycle) const = 0;
  // Has an instruction (not a load, when its data arrived) written the GPR behind `cycle`?
  virtual bool gpr_written_after(unsigned thread, unsigned gpr, cycle_t cycle) const = 0;

  // Set by the tile. For FLUSHDMA: first cycle >= now in which the thread's STALLWAIT conditions of the mask hold.
  std::function<cycle_t(unsigned thread, uint32_t conditions, cycle_t now)> conditions_met;
  // For REG2FLOP: was a THCON word written in `cycle`? For LOADREG: the cycle in which a load of a register, arriving in
  // `arrives`, is served. Unset: never, at once.
  std::function<bool(cycle_t cycle)> thcon_port_taken;
  std::function<cycle_t(uint32_t address, cycle_t arrives)> register_load;
  std::function<void()> executed;  // a GPR may have changed (for cores that poll one)

  // ---- For --hazards, as of the configuration unit.
  virtual uint32_t will_write(unsigned, unsigned) const { return 0; }

 protected:
  using tensix_unit::tensix_unit;
};

}  // namespace tensix
