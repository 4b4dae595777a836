// SPDX-License-Identifier: Apache-2.0
// Vector unit (SFPU): takes one instruction a cycle; two-cycle operations hold back what needs their result, exchanges
// everything but SFPNOP. What SFPLOADMACRO schedules executes beside, without such care.
// Source: ISA documentation, VectorUnit, SFPSWAP, SFPSHFT2, SFPLOADMACRO (Blackhole).
#pragma once
#include <algorithm>
#include <systemc>

#include "models/contracts/dst_arbiter.h"
#include "models/contracts/unit.h"
#include "models/vector_unit/vector_unit_function.h"
#include "models/vector_unit/vector_unit_parameters.h"
#include "models/vector_unit/vector_unit_table_function.h"

namespace tensix {

class vector_unit : public tensix_unit {
 public:
  vector_unit(sc_core::sc_module_name name, const vector_unit_parameters& parameters, vector_unit_function& function,
              dst_arbiter& dst);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override {
    return std::max({now, busy_until_[thread], beside_until_[thread]});
  }
  cause drained_by(unsigned thread) const override { return busy_by_[thread]; }

 protected:
  // For RTL in its place (cosim/rtl/rtl_issue_units.h): whose turn it is at Dst, once nothing else is in the way; the instruction
  // starts; until when what SFPLOADMACRO scheduled for the thread is in the unit.
  virtual issue_response turn(const issue_request& r);
  void start(const issue_request& r);
  cycle_t beside_until(unsigned thread) const { return beside_until_[thread]; }
  const vector_unit_parameters parameters_;

 private:
  vector_unit_function& function_;
  dst_arbiter& dst_;
  cycle_t free_ = 0;
  cycle_t exchange_until_ = 0;  // until then SFPNOP only
  cycle_t lreg_ready_[17] = {};
  cycle_t busy_until_[thread_count] = {}, beside_until_[thread_count] = {};
  cause free_by_, exchange_by_, lreg_by_[17], busy_by_[thread_count];  // of these, if causes are recorded
  uint64_t stored_[thread_count] = {};  // the cycle behind the last scheduled store of which the arbiter was notified
  activation run_{slot::vector_unit, method<&vector_unit::process>(this)};
  void process();
  void look_ahead(unsigned thread);
  void record_causes(const issue_request& r, uint32_t reads, uint32_t writes, uint32_t occupied, uint32_t latency);
  cycle_t accessed(unsigned thread, cycle_t cycle);
  void start(const issue_request& r, sfpu::dst_use dst, uint32_t reads);
  issue_response check(const issue_request& r, bool uses_dst, uint32_t reads);
};

}  // namespace tensix
