// Configuration unit: the pipeline of stages -4 .. +1 in front of Config and ThreadConfig.
//   STREAMWRCFG enters at -4 (prepare; -3 issue read; -2, -1 wait; 0 write), WRCFG at -1 (GPR read; 0 write), CFGSHIFTMASK at 0
//   for two cycles (read, write; it blocks -1 in its first), RMWCIB, RDCFG and requests from outside at 0 for one. SETC16
//   stands apart.
// An instruction enters if its stage is free and no earlier stage is occupied; stage -4 does not count (a hardware bug, with
// which other instructions overtake a STREAMWRCFG that is still being prepared). Source: ISA documentation, ConfigurationUnit
// (Blackhole).
#pragma once
#include <deque>
#include <functional>
#include <optional>
#include <systemc>
#include <vector>

#include "models/config_unit/config_unit_function.h"
#include "models/contracts/issue.h"
#include "models/observe/account.h"

namespace tensix {

struct config_unit_parameters {
  uint32_t cfgshiftmask_cycles = 2;     // in stage 0, not pipelined
  uint32_t stream_prepare_cycles = 1;   // STREAMWRCFG in stage -4, at least
  uint32_t stream_read_cycles = 3;      // STREAMWRCFG in stages -3 to -1: the read of the NoC overlay
  uint32_t rdcfg_gpr_write_cycles = 1;  // RDCFG in stage +1, at least
  uint32_t overlay_read_cycles = 1;     // for which a core's load of the NoC overlay keeps it from other reads
};

class config_unit : public sc_core::sc_module, public issue_if {
 public:
  sc_core::sc_export<issue_if> issue;

  config_unit(sc_core::sc_module_name name, const config_unit_parameters& parameters, tensix_state& state);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override;
  // First cycle from which no instruction of any thread is in the pipeline (STALLWAIT C12).
  cycle_t idle_from(cycle_t now) const;
  // A request from outside (RISC-V core, mover), arriving in cycle `arrives`. It waits in front of the pipeline until it can
  // enter at stage 0, behind the requests before it and as long as instructions keep it out. `done` is called in its stage-0
  // cycle; a write is in Config, and a read's value may be taken, one cycle later.
  struct request {
    cycle_t arrives = 0;
    bool write = false;
    unsigned bank = 0, index = 0;
    uint32_t value = 0;
    unsigned words = 1;  // the mover writes four in one slot: value and more
    uint32_t more[3] = {};
    bool both_banks = false;  // a store to the space of both: one request, one slot
    std::function<void(cycle_t stage0)> done;
  };
  void submit(request r);
  // A core's load reaches the NoC overlay in `arrives`. Returns the cycle in which it is served: it waits for the loads before
  // it and for a STREAMWRCFG that reads there, and a STREAMWRCFG that comes later waits for it in its prepare stage.
  cycle_t overlay_load(cycle_t arrives);
  // Did stage 0 write a THCON word (Config 64 on) in `cycle`, which is over?
  bool wrote_thcon(cycle_t cycle) const { return thcon_written_in_ == cycle; }
  // Is a GPR written by somebody else in `cycle`? RDCFG then stays in stage +1. Set by the tile; unset: never.
  std::function<bool(cycle_t cycle)> gpr_port_taken;

  // The configuration word that an instruction of `thread` for `unit` (unpacker: which one), starting now, reads although an
  // earlier instruction of the same thread is still writing it; nothing if there is none.
  struct hazard {
    uint32_t writer;  // instruction word
    unsigned index;   // of the word in Config
  };
  std::optional<hazard> reads_too_early(uint32_t word, unsigned thread) const;
  void subscribe(gate_listener_if& listener) { listeners_.push_back(&listener); }
  config_unit_function& function() { return function_; }
  account& activity() { return account_; }

 private:
  struct entry {
    uint32_t word;  // instruction, 0: request from outside
    uint8_t thread;
    bool done;
    cycle_t stage0;        // its first cycle in stage 0
    cycle_t leaves0;       // first cycle after stage 0
    cycle_t entered;       // cycle in which it entered
    cycle_t left_prepare;  // STREAMWRCFG: first cycle in stage -3, otherwise 0
    unsigned bank, index;  // request from outside
    uint32_t value;
    bool write;
    uint32_t behind = 0;  // RDCFG: cycles in stage +1
    // RDCFG has left stage 0, STREAMWRCFG has read the overlay, WRCFG the GPR: `source` is what they write, if anything.
    bool read = false;
    config_unit_function::words source = {};
  };
  const config_unit_parameters parameters_;
  tensix_state& state_;
  config_unit_function function_;
  std::vector<entry> pipeline_;
  std::deque<request> waiting_;  // requests from outside, oldest first
  std::vector<gate_listener_if*> listeners_;
  account account_;
  activation run_{slot::config_unit}, requests_{slot::config_requests};

  struct overlay_window {
    cycle_t begin, end;
  };
  cycle_t thcon_written_in_ = never;
  void note_thcon(const entry& e);
  std::deque<overlay_window> overlay_loads_;  // in which cores' loads are served, oldest first

  int stage_of(const entry& e, cycle_t cycle) const;  // -4 .. 0; 1: has left
  static bool reads_first(const entry& e);
  cycle_t effect(const entry& e) const;
  cycle_t due(const entry& e) const;
  cycle_t may_enter(int stage, cycle_t cycle) const;
  void hold_rdcfg(cycle_t now);
  void process();
  void process_requests();
};

}  // namespace tensix
