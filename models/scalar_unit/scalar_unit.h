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
#include "models/scalar_unit/scalar_unit_table_function.h"

namespace tensix {

struct scalar_unit_parameters {
  uint32_t simple_cycles = 1;            // SETDMAREG, DMANOP
  uint32_t flop_cycles = 2;              // REG2FLOP; FLUSHDMA at least
  uint32_t arithmetic_cycles = 3;        // *DMAREG
  uint32_t arithmetic_split_cycles = 4;  // the two GPRs lie in different aligned groups of four: the second is read later
  uint32_t memory_cycles = 3;            // LOADIND, STOREIND, LOADREG, STOREREG; ATINCGET and ATSWAP occupy the unit as long
  uint32_t memory_latency_cycles = 8;    // until a load's data is in its GPR (RISC-V L1 load latency of the documentation)
  uint32_t atomic_cycles = 12;           // from one ATINCGET or ATSWAP to the next, and to the end of its round trip
  uint32_t compare_atomic_cycles = 15;   // ATCAS, ATINCGETPTR, one attempt
};

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

 private:
  using gpr_result = scalar_unit_function::gpr_result;
  struct memory_request {
    uint8_t thread;
    bool in_use = false;
    uint32_t word;
    gpr_result loaded;
  };
  struct arrival {
    cycle_t cycle;  // first in which the GPR has it
    uint32_t word;
    bool load;
    gpr_result result;
  };
  const scalar_unit_parameters parameters_;
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
  issue_response flush(const issue_request& r);
  cycle_t flop_from(const issue_request& r);
  void hold(const issue_request& r);
  void release(cycle_t free);
  cycle_t src_bank_from(bool b, cycle_t now) const;
  void indirect_access(const issue_request& r, uint32_t& address, uint32_t& bytes) const;
  uint32_t duration(uint32_t word) const;
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
    if (on_gpr_use) on_gpr_use({r.word, r.thread, gprs, write, cycle});
  }
  void writes_now(const issue_request& r, gpr_range gprs);
  void request_l1(const issue_request& r, uint32_t address, uint32_t bytes, bool write, bool atomic, const gpr_result& loaded);
  void answered(l1_payload& t);
};

}  // namespace tensix
