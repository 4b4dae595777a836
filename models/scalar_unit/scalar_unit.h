// SPDX-License-Identifier: Apache-2.0
// Scalar unit (ThCon): one instruction in flight for all threads; the issuing thread starts nothing else until it is done.
// GPRs are read in an instruction's first cycle, but the right operand of GPR arithmetic, if it lies in another aligned group
// of four than the left one, behind it: the cycle that makes those instructions longer. A result is written in the last cycle,
// what a load brings when it arrives. Source: ISA documentation, ScalarUnit (latencies); docs/hazards.md.
#pragma once
#include <algorithm>
#include <array>
#include <systemc>
#include <vector>

#include "models/contracts/ports.h"
#include "models/hand_over/src_hand_over.h"
#include "models/memory/l1_initiator.h"
#include "models/scalar_unit/scalar_unit_function.h"
#include "models/scalar_unit/scalar_unit_parameters.h"
#include "models/scalar_unit/scalar_unit_table_function.h"

namespace tensix {

class scalar_unit : public scalar_unit_if {
 public:
  l1_initiator l1{"l1", completes<&scalar_unit::answered>(this)};

  scalar_unit(sc_core::sc_module_name name, const scalar_unit_parameters& parameters, tensix_state& state,
              scalar_unit_function& function, const src_hand_over& hand_over);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override;
  cycle_t memory_idle_from(unsigned thread, cycle_t now) const override;
  // GPRs are written in the last cycle of an instruction with a result, when the data of a load arrive, in the first cycle of
  // LOADIND and STOREIND with an offset to advance.
  bool writes_gpr(cycle_t cycle) const override {
    return std::find(gpr_writes_.begin(), gpr_writes_.end(), cycle) != gpr_writes_.end();
  }
  bool gpr_written_after(unsigned thread, unsigned gpr, cycle_t cycle) const override {
    return written_in_[thread][gpr] != never && written_in_[thread][gpr] > cycle;
  }
  uint32_t will_write(unsigned thread, unsigned gpr) const override;  // the load whose data have not arrived yet

  // How long the instruction has the unit.
  uint32_t duration(uint32_t word) const;

 protected:
  // For RTL in its place (cosim/rtl/rtl_issue_units.h): what else an instruction waits for that has the unit, and that is its turn
  // at L1's atomics; it starts if there is all of it. A refused one may keep the unit, or have had it for one attempt in vain.
  virtual issue_response turn(const issue_request& r);
  bool keeps_unit(unsigned thread) const { return holder_ == static_cast<int>(thread); }
  cycle_t unit_free() const { return free_; }
  const scalar_unit_parameters parameters_;

 private:
  using gpr_result = scalar_unit_function::gpr_result;
  struct memory_request {
    uint8_t thread;
    bool in_use = false;
    uint32_t word;
    gpr_result loaded;
  };
  struct l1_use {  // of an instruction; bytes 0: none
    uint32_t address = 0, bytes = 0;
    bool write = false, atomic = false;
  };
  struct arrival {
    cycle_t cycle;  // first in which the GPR has it
    uint32_t word;
    bool load;
    gpr_result result;
  };
  tensix_state& state_;
  scalar_unit_function& function_;
  const src_hand_over& hand_over_;
  cycle_t free_ = 0;
  cycle_t atomic_free_ = 0;              // the round trip of the last ATINCGET or ATSWAP is over: there is one at a time
  std::array<cycle_t, 8> gpr_writes_{};  // the last cycles in which a GPR is written
  size_t gpr_next_ = 0;
  std::vector<arrival> arrivals_;  // results not yet in their GPRs
  struct {                         // GPR arithmetic whose right operand is still to be read
    cycle_t cycle = never;         // in which it is
    issue_request request;
    uint32_t left;
    cycle_t done;
  } second_read_;
  scalar_unit_function::four_words flop_source_{};  // of the REG2FLOP in the unit
  struct {                                          // REG2FLOP that has had its last cycle, or is in it
    cycle_t cycle = never;                          // first in which its write is visible
    uint32_t word;
    unsigned thread;
  } flop_write_;
  std::array<std::array<cycle_t, gpr_count>, thread_count> written_in_;  // by an instruction other than a load; never: not yet
  activation run_{slot::scalar_unit, method<&scalar_unit::process>(this)};
  int holder_ = -1;  // thread whose FLUSHDMA, REG2FLOP or STOREIND to a Src bank waits in the unit; -1: none
  cycle_t held_since_ = 0;
  cycle_t busy_until_[thread_count] = {}, memory_until_[thread_count] = {};
  unsigned outstanding_[thread_count] = {};
  memory_request requests_[cause_recorder::scalar_requests];
  inline cycle_t may_start(const issue_request& r);
  inline l1_use l1_used_by(const issue_request& r, scalar_timing timing) const;
  inline cycle_t keeps_until(const issue_request& r);
  inline void write_results(const issue_request& r, scalar_timing timing, const gpr_result& late, cycle_t done);
  issue_response flush(const issue_request& r);
  cycle_t flop_from(const issue_request& r);
  void hold(const issue_request& r);
  void release(cycle_t free);
  cycle_t src_bank_from(bool b, cycle_t now) const;
  void indirect_access(const issue_request& r, uint32_t& address, uint32_t& bytes) const;
  uint32_t second_read_after(uint32_t word) const;
  memory_request* free_request();
  void load_arrives(uint32_t word, const gpr_result& loaded, cycle_t cycle);
  void result_in_gpr(uint32_t word, const gpr_result& result, cycle_t cycle);
  void process();
  void deliver(cycle_t now);
  inline void read_right_operand(cycle_t now);
  inline void write_flop(cycle_t now);
  void start_arithmetic(const issue_request& r, cycle_t done);
  void gpr_written_in(cycle_t cycle) { gpr_writes_[gpr_next_++ % gpr_writes_.size()] = cycle; }
  void uses_gprs(const issue_request& r, const gpr_ranges& gprs, bool write, cycle_t cycle) const {
    if (state_.tap) state_.tap->gprs_used({r.word, r.thread, gprs, write, cycle});
  }
  void writes_now(const issue_request& r, gpr_range gprs);
  void request_l1(const issue_request& r, const l1_use& use, const gpr_result& loaded);
  void answered(l1_payload& t);
};

}  // namespace tensix
