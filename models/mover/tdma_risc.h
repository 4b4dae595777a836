// SPDX-License-Identifier: Apache-2.0
// TDMA-RISC in time: the command queue in front of the mover, and the write it can make to L1 itself.
#pragma once
#include <deque>
#include <systemc>

#include "models/contracts/issue.h"
#include "models/memory/l1_initiator.h"
#include "models/mover/mover_if.h"
#include "models/mover/tdma_risc_function.h"
#include "models/mover/tdma_risc_parameters.h"
#include "models/time/strand.h"

namespace tensix {

class tdma_risc : public sc_core::sc_module,
                  public gate_listener_if,
                  public tile_metadata_if,
                  public tdma_port_if,
                  private tdma_actions_if {
 public:
  l1_initiator l1{"l1", completes<&tdma_risc::written>(this)};

  // `writes`: its connection to L1, the one of the mover's writes.
  tdma_risc(sc_core::sc_module_name name, const tdma_risc_parameters& parameters, tdma_risc_function& function, mover_if& mover,
            const tensix_unit& packers, l1_client writes = l1_client::mover);

  bool store(unsigned core, uint32_t offset, uint32_t value, cycle_t arrives) override;
  bool load(unsigned core, uint32_t offset, uint32_t& value) override { return function_.load(core, offset, value); }
  bool peek(unsigned core, uint32_t offset, uint32_t& value) const { return function_.peek(core, offset, value); }
  // A tile's metadata (tdma_risc_function::push_tile), and `changed` is notified.
  void push_tile(unsigned packer, uint32_t tile_size, uint32_t all_zero_flags) override;

  tile_event changed;  // room in the queue, or metadata
  tile_event& tdma_changed() override { return changed; }
  bool idle() const { return function_.queued() == 0 && outstanding_ == 0; }
  std::string waits_for() const;
  void state_changed(cycle_t visible_at) override { run_.arm(visible_at); }  // the mover is free

 private:
  struct l1_write {
    uint8_t data[8] = {};
    bool in_use = false;
  };
  const tdma_risc_parameters parameters_;
  tdma_risc_function& function_;
  mover_if& mover_;
  const tensix_unit& packers_;
  std::deque<cycle_t> arrivals_;  // of the queued commands
  cycle_t free_ = 0;
  l1_write writes_[4];
  unsigned outstanding_ = 0;
  activation run_{slot::tdma_risc, method<&tdma_risc::process>(this)};

  void process();
  bool mover_busy() const override { return mover_.busy(); }
  void start_move(const move_job& job) override { mover_.start(job, now_cycle()); }
  bool write_l1(uint32_t address, unsigned bytes, uint64_t value) override;
  bool packer_busy() const override { return packers_.drained_from(2, now_cycle()) > now_cycle(); }
  void written(l1_payload& t);
};

}  // namespace tensix
