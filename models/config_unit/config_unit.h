// SPDX-License-Identifier: Apache-2.0
// Configuration unit: the pipeline of stages -4 .. +1 in front of Config and ThreadConfig.
//   STREAMWRCFG enters at -4 (prepare; -3 issue read; -2, -1 wait; 0 write), WRCFG at -1 (GPR read; 0 write), CFGSHIFTMASK at 0
//   for two cycles (read, write; it blocks -1 but in its last), RMWCIB, RDCFG (+1: GPR write) and requests from outside at 0
//   for one. SETC16 stands apart.
// An instruction enters if its stage is free and no earlier stage is occupied; stage -4 does not count (a hardware bug, with
// which other instructions overtake a STREAMWRCFG that is still being prepared). Each cycle what has a free stage ahead moves
// up. Source: ISA documentation, ConfigurationUnit (Blackhole).
#pragma once
#include <deque>
#include <systemc>
#include <vector>

#include "models/config_unit/config_unit_function.h"
#include "models/config_unit/config_unit_parameters.h"
#include "models/contracts/ports.h"

namespace tensix {

class config_unit : public config_unit_if {
 public:
  config_unit(sc_core::sc_module_name name, const config_unit_parameters& parameters, tensix_state& state,
              config_unit_function& function);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override;
  cycle_t idle_from(cycle_t now) const override;
  // Requests go in behind those before them, as long as no instruction keeps them out.
  void submit(config_request r) override;
  // A load waits for the loads before it and for a STREAMWRCFG that reads there; a STREAMWRCFG that comes later waits for it in
  // its prepare stage.
  cycle_t overlay_load(cycle_t arrives) override;
  bool wrote_thcon(cycle_t cycle) const override { return thcon_written_in_ == cycle; }
  uint32_t will_write(unsigned thread, unsigned gpr) const override;  // by RDCFG
  std::optional<hazard> reads_too_early(uint32_t word, unsigned thread) const override;

 protected:
  // stages_[0] is stage +1; the last one -4. Between -4 and 0 there are as many as STREAMWRCFG's read takes.
  static constexpr size_t stage_plus_1 = 0, stage_0 = 1, stage_minus_1 = 2;
  // What RTL in its place does otherwise (cosim/rtl/rtl_config_unit.h), and what it makes use of.
  struct occupant {  // of a stage
    bool present = false;
    config_unit_function::operation operation;  // of word 0: a request from outside
    cycle_t entered = 0;                        // the pipeline
    cycle_t stays_until = 0;                    // first cycle in which it may be in the next stage, or gone
    // What it will write, if anything: taken in the cycle in which it enters, by STREAMWRCFG when it leaves its prepare stage.
    bool writes = false;
    config_unit_function::words value{};
    // Where, for a request.
    bool both_banks = false;
    unsigned index = 0, words = 1;
    int core = -1;  // whose it is; -1: the mover's
  };
  const config_unit_parameters parameters_;
  tensix_state& state_;
  config_unit_function& function_;
  // Has a request from outside its turn at stage 0?
  virtual bool request_enters(cycle_t now) { return may_enter(stage_0, false, now); }
  virtual void enter(size_t stage, occupant e, cycle_t now);
  virtual void read(occupant& e);
  virtual void process();
  // The cycle in which the STREAMWRCFG in its prepare stage reads the NoC overlay; never: there is none.
  virtual cycle_t stream_reads_in() const;
  // What an instruction does behind its last cycle: visible from `now` on.
  virtual void write_config(const occupant& e, cycle_t now);
  virtual void write_gpr(const occupant& e, cycle_t now);
  virtual void write_thread_config(unsigned thread, uint32_t word, cycle_t now);
  cycle_t overlay_free_from(cycle_t cycle) const;
  static std::optional<hazard> consumed_by(uint32_t word, const occupant& e);  // of what `e` writes
  virtual void process_requests();
  std::deque<config_request> waiting_;  // requests from outside, oldest first
  activation run_{slot::config_unit, method<&config_unit::process>(this)};

 private:
  size_t prepare_stage() const { return stages_.size() - 1; }

  std::vector<occupant> stages_;
  uint32_t setc16_[thread_count] = {};  // of the present cycle; 0: none
  activation requests_{slot::config_requests, method<&config_unit::process_requests>(this)};
  cycle_t thcon_written_in_ = never;

  struct overlay_window {
    cycle_t begin, end;
  };
  std::deque<overlay_window> overlay_loads_;  // in which cores' loads are served, oldest first

  bool may_enter(size_t stage, bool blocks_behind, cycle_t now) const;
  bool blocks_minus_1(cycle_t now) const;
  bool leave_plus_1(cycle_t now);
  bool leave_stage_0(cycle_t now);
  inline bool write_thread_configs(cycle_t now);
  void record_written(unsigned bank, unsigned first, unsigned count, bool both_banks, cycle_t now) const;
  void move_up(size_t from, cycle_t now);
  template <class F>
  void for_each_end(cycle_t now, F f) const;
};

}  // namespace tensix
