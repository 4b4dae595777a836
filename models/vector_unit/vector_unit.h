// Vector unit (SFPU): takes one instruction a cycle; two-cycle operations hold back what needs their result, exchanges
// everything but SFPNOP. What SFPLOADMACRO schedules executes beside, without such care.
// Source: ISA documentation, VectorUnit, SFPSWAP, SFPSHFT2, SFPLOADMACRO (Blackhole).
#pragma once
#include <systemc>

#include "models/contracts/dst_arbiter.h"
#include "models/contracts/unit.h"
#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

struct vector_unit_parameters {
  uint32_t multiply_add_cycles = 2;  // SFPADD(I), SFPMUL(I), SFPMAD, SFPLUT*, SFPMUL24
  uint32_t exchange_cycles = 2;      // SFPSWAP, SFPSHFT2 between lanes: not pipelined
  uint32_t drain_cycles = 1;         // from the last instruction to an idle pipeline (STALLWAIT C11)
  uint32_t dst_access_cycles = 1;    // from SFPLOAD and SFPSTORE until their access to Dst is complete
};

class vector_unit : public tensix_unit {
 public:
  vector_unit(sc_core::sc_module_name name, const vector_unit_parameters& parameters, vector_unit_function& function,
              dst_arbiter& dst);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override {
    return now > busy_until_[thread] ? now : busy_until_[thread];
  }
  cause drained_by(unsigned thread) const override { return busy_by_[thread]; }

 private:
  const vector_unit_parameters parameters_;
  vector_unit_function& function_;
  dst_arbiter& dst_;
  cycle_t free_ = 0;
  cycle_t exchange_until_ = 0;  // until then SFPNOP only
  cycle_t lreg_ready_[17] = {};
  cycle_t busy_until_[thread_count] = {};
  cause free_by_, exchange_by_, lreg_by_[17], busy_by_[thread_count];  // of these, if causes are recorded
  uint64_t stored_[thread_count] = {};  // the cycle behind the last scheduled store of which the arbiter was notified
  activation run_{slot::vector_unit, method<&vector_unit::process>(this)};
  void process();
  void look_ahead(unsigned thread);
  void record_causes(const issue_request& r, uint32_t reads, uint32_t writes, uint32_t occupied, uint32_t latency);
  void accessed(unsigned thread, cycle_t cycle, bool store);
  issue_response check(const issue_request& r, bool uses_dst, uint32_t reads);
};

}  // namespace tensix
