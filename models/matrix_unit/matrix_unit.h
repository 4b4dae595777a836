// Matrix unit (FPU): takes one instruction a cycle from whichever thread, in order of thread number.
// Source: ISA documentation, MatrixUnit (latencies, pipeline rules), Dst (read hazard); measured silicon for what differs.
#pragma once
#include <systemc>

#include "models/contracts/dst_arbiter.h"
#include "models/contracts/dst_users.h"
#include "models/contracts/issue.h"
#include "models/hand_over/src_hand_over.h"
#include "models/matrix_unit/matrix_unit_function.h"
#include "models/observe/account.h"

namespace tensix {

struct matrix_unit_parameters {
  uint32_t latency_cycles = 5;            // of instructions that compute
  uint32_t move_latency_cycles = 4;       // between SrcA, SrcB and Dst
  uint32_t drain_cycles = 0;              // beyond the latency, until the pipeline is empty and its access to Dst complete
  uint32_t dst_read_hazard_cycles = 4;    // cycles after a write in which its 8x16 block of Dst cannot be read
  uint32_t mova2d_upper_half_cycles = 1;  // MOVA2D of SrcA rows 32..63 into a 32-bit Dst
  uint32_t zeroacc_cycles = 1;            // ZEROACC of 16 rows or more
  uint32_t zeroacc_latency_cycles = 1;    // ZEROACC
  bool overwriting_waits = false;         // ELWADD, ELWSUB without accumulation wait for their blocks like those with it
};

class matrix_unit : public sc_core::sc_module, public issue_if {
 public:
  sc_core::sc_export<issue_if> issue;

  matrix_unit(sc_core::sc_module_name name, const matrix_unit_parameters& parameters, tensix_state& state,
              src_hand_over& hand_over, dst_arbiter& dst);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override {
    return now > busy_until_[thread] ? now : busy_until_[thread];
  }
  matrix_unit_function& function() { return function_; }
  account& activity() { return account_; }

 private:
  const matrix_unit_parameters parameters_;
  tensix_state& state_;
  matrix_unit_function function_;
  src_hand_over& hand_over_;
  dst_arbiter& dst_;
  cycle_t free_ = 0;  // first cycle in which it takes an instruction
  cycle_t busy_until_[thread_count] = {};
  // After a move only some instructions may follow for some cycles.
  cycle_t only_d2a_b2a_until_ = 0, only_d2b_until_ = 0, no_dst_readers_until_ = 0;
  account account_;
  refusals refusals_;

  issue_response check(const issue_request& r, const dst_block_set& waits_for, bool uses_dst);
  cycle_t pipeline_rule(opcode op, cycle_t cycle) const;
  uint32_t occupancy(uint32_t word, unsigned thread) const;
  uint32_t latency(uint32_t word, uint32_t occupied, bool uses_dst) const;
  void note_pipeline_rule(opcode op, cycle_t cycle);
};

}  // namespace tensix
