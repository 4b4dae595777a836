// SPDX-License-Identifier: Apache-2.0
// Matrix unit (FPU): takes one instruction a cycle from whichever thread, in order of thread number.
// Source: ISA documentation, MatrixUnit (latencies, pipeline rules), Dst (read hazard); measured silicon for what differs.
#pragma once
#include <systemc>

#include "models/contracts/dst_arbiter.h"
#include "models/contracts/dst_users.h"
#include "models/contracts/unit.h"
#include "models/hand_over/src_hand_over.h"
#include "models/matrix_unit/matrix_unit_function.h"
#include "models/matrix_unit/matrix_unit_parameters.h"
#include "models/matrix_unit/matrix_unit_timing.h"

namespace tensix {

class matrix_unit : public tensix_unit {
 public:
  matrix_unit(sc_core::sc_module_name name, const matrix_unit_parameters& parameters, tensix_state& state,
              matrix_unit_function& function, src_hand_over& hand_over, dst_users& blocks, dst_arbiter& dst);

  // For how long the unit takes no other instruction: that of the table, or `one` where its registers say so.
  static matrix_timing::cycles_t cycles_of(uint32_t word, unsigned thread, const tensix_state& state);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override {
    return now > busy_until_[thread] ? now : busy_until_[thread];
  }
  cause drained_by(unsigned thread) const override { return busy_by_[thread]; }

 private:
  const matrix_unit_parameters parameters_;
  tensix_state& state_;
  matrix_unit_function& function_;
  src_hand_over& hand_over_;
  dst_users& blocks_;
  dst_arbiter& dst_;
  cycle_t free_ = 0;  // first cycle in which it takes an instruction
  cycle_t busy_until_[thread_count] = {};
  cause free_by_, busy_by_[thread_count];  // of free_ and busy_until_, if causes are recorded
  // After a move only some instructions may follow for some cycles.
  cycle_t only_to_srca_until_ = 0, only_to_srcb_until_ = 0, no_dst_readers_until_ = 0;

  inline issue_response check_unit(const issue_request& r);
  inline issue_response check_dst(const issue_request& r, const dst_block_set& waits_for);
  cycle_t allowed_from(matrix_timing::rule_t rule) const;
  inline uint32_t occupancy(uint32_t word, unsigned thread) const;
  work_details banks_of(uint32_t word) const;
  uint32_t latency(uint32_t word, uint32_t occupied) const;
  void note_move(matrix_timing::rule_t rule);
  void tell_waited(const issue_request& r, const dst_block_set& waits_for) const;
};

}  // namespace tensix
