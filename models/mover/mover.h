// SPDX-License-Identifier: Apache-2.0
// The mover: memcpy out of L1 and memset to zero in the background, for XMOV of any thread and for TDMA-RISC.
//
// A copy goes in groups: 16-byte reads on the mover's read port, one a cycle, the writes following some cycles behind on its
// write port (or in the configuration unit), then a gap to the next group. While other clients take its ports away the mover
// goes word by word. Source: ISA documentation, Mover (rates), XMOV, L1 (ports).
#pragma once
#include <systemc>
#include <vector>

#include "models/memory/l1_initiator.h"
#include "models/mover/mover_if.h"
#include "models/mover/mover_parameters.h"

namespace tensix {

class mover : public mover_if {
 public:
  l1_initiator l1{"l1", completes<&mover::moved>(this)};

  // `reads` and `writes`: the mover's two connections. If both are the same client, L1 serves one after the other.
  mover(sc_core::sc_module_name name, const mover_parameters& parameters, tensix_state& state, mover_function& function,
        l1_client reads = l1_client::mover, l1_client writes = l1_client::mover);

  // XMOV takes one cycle once the mover is free; it goes on in the background and holds nothing of the thread.
  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override;
  std::string waits_for() const override;
  void start(move_job job, cycle_t cycle) override;
  bool busy() const override { return active_; }
  cycle_t idle_from(cycle_t now) const override { return active_ ? never : now; }
  uint64_t bytes_moved() const { return bytes_moved_; }

 protected:
  // For RTL in its place (cosim/rtl/rtl_issue_units.h): that the mover is free.
  virtual issue_response turn(const issue_request& r);

 private:
  struct connection {
    l1_client client;
    bool pending = false;
    cycle_t done = 0;
    uint32_t port_stalls = 0, bank_stalls = 0;  // of the present group
  };
  static constexpr uint32_t most_group_beats = 64;

  const mover_parameters parameters_;
  tensix_state& state_;
  mover_function& function_;
  connection read_, write_;
  uint8_t data_[most_group_beats * move_unit_bytes] = {};
  bool active_ = false;
  move_job job_;
  uint32_t next_ = 0;            // first unit of the present group
  uint32_t group_ = 0;           // units of the present group, 0: none yet
  cycle_t began_ = 0;            // of the present group; before the first one: when it may begin
  uint32_t interval_ = 0;        // cycles the present group takes at least
  uint32_t written_ = 0;         // of the present group, to registers
  cycle_t next_write_ = 0;       // to registers
  uint32_t in_config_unit_ = 0;  // writes it has not done yet
  uint32_t cautious_ = 0;        // word by word for so many units more
  cycle_t issued_[thread_count] = {};
  cycle_t account_from_ = 0, job_from_ = 0;
  uint64_t bytes_moved_ = 0;
  activation run_{slot::mover, method<&mover::process>(this)};

  void process();
  void begin(move_job job, cycle_t cycle);
  void begin_group(cycle_t cycle);
  bool write_registers(cycle_t cycle);
  void write_config(unsigned bank, unsigned index, const uint8_t* data, cycle_t arrives);
  void end_group(cycle_t cycle);
  void request(tlm::tlm_command command, uint32_t address, cycle_t delay);
  void moved(l1_payload& t);
};

}  // namespace tensix
