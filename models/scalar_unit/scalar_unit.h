// Scalar unit (ThCon): one instruction in flight for all threads; the issuing thread starts nothing else until it is done.
// Source: ISA documentation, ScalarUnit (latencies).
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <vector>

#include "models/contracts/issue.h"
#include "models/memory/l1_protocol.h"
#include "models/observe/account.h"
#include "models/scalar_unit/scalar_unit_function.h"

namespace tensix {

struct scalar_unit_parameters {
  uint32_t simple_cycles = 1;            // SETDMAREG, DMANOP
  uint32_t flop_cycles = 2;              // REG2FLOP; FLUSHDMA at least
  uint32_t arithmetic_cycles = 3;        // *DMAREG
  uint32_t arithmetic_split_cycles = 4;  // the two GPRs lie in different aligned groups of four
  uint32_t memory_cycles = 3;            // LOADIND, STOREIND, LOADREG, STOREREG
  uint32_t memory_latency_cycles = 8;    // until a load's data is in its GPR (RISC-V L1 load latency of the documentation)
  uint32_t atomic_cycles = 12;           // ATINCGET, ATSWAP sustained
  uint32_t compare_atomic_cycles = 15;   // ATCAS, ATINCGETPTR, one attempt
};

class scalar_unit : public sc_core::sc_module, public issue_if {
 public:
  sc_core::sc_export<issue_if> issue;
  tlm_utils::simple_initiator_socket<scalar_unit, 128> l1;

  scalar_unit(sc_core::sc_module_name name, const scalar_unit_parameters& parameters, tensix_state& state);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override;
  // First cycle from which no memory request of `thread` is outstanding (STALLWAIT C0).
  cycle_t memory_idle_from(unsigned thread, cycle_t now) const;
  void subscribe(gate_listener_if& listener) { listeners_.push_back(&listener); }
  // For FLUSHDMA: first cycle >= now in which the thread's STALLWAIT conditions of the mask hold; set by the tile.
  std::function<cycle_t(unsigned thread, uint32_t conditions, cycle_t now)> conditions_met;
  scalar_unit_function& function() { return function_; }
  std::function<void()> executed;  // a GPR may have changed (for whoever polls one)
  account& activity() { return account_; }

 private:
  struct memory_request {
    tlm::tlm_generic_payload payload;
    l1_access* access;
    uint8_t data[16];
    uint8_t thread;
    bool in_use = false;
  };
  const scalar_unit_parameters parameters_;
  tensix_state& state_;
  scalar_unit_function function_;
  cycle_t free_ = 0;
  int flushing_ = -1;  // thread whose FLUSHDMA occupies the unit, -1: none
  cycle_t flush_began_ = 0;
  cycle_t busy_until_[thread_count] = {}, memory_until_[thread_count] = {};
  unsigned outstanding_[thread_count] = {};
  memory_request requests_[8];
  std::vector<gate_listener_if*> listeners_;
  account account_;
  issue_response flush(const issue_request& r);
  uint32_t duration(uint32_t word) const;
  void request_l1(const issue_request& r, uint32_t address, uint32_t bytes, bool write, bool atomic);
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t);
};

}  // namespace tensix
