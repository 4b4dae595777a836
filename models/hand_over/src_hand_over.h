// Contract 3, operand hand-over: a SrcA or SrcB bank changes hands (AllowedClient) one latency after its owner gives it up, and
// whoever waits for that is told in that cycle.
#pragma once
#include <systemc>
#include <vector>

#include "models/contracts/issue.h"
#include "models/observe/trace_sink.h"
#include "models/registers/tensix_state.h"

namespace tensix {

struct hand_over_parameters {
  uint32_t latency_cycles = 1;  // >= 1: from giving a bank up to its use by the other side
};

class src_hand_over : public sc_core::sc_module {
 public:
  src_hand_over(sc_core::sc_module_name name, const hand_over_parameters& parameters, tensix_state& state);

  // The owner has just given up bank `bank` of SrcA (which = 0) or SrcB (1) at the end of cycle `cycle`; AllowedClient names
  // the new owner already. `by`: the account of who gave it up, for the trace.
  void given_up(unsigned which, unsigned bank, cycle_t cycle, const char* by);
  // A side has gone on to its other bank in cycle `cycle`, whoever that belongs to: who waits looks again, in this cycle if its
  // turn is still to come. (Part of `given_up`.)
  void side_changed(cycle_t cycle);
  void report_to(trace_sink* sink) { sink_ = sink; }
  void subscribe(gate_listener_if& listener) { listeners_.push_back(&listener); }

 private:
  const hand_over_parameters parameters_;
  tensix_state& state_;
  std::vector<gate_listener_if*> listeners_;
  trace_sink* sink_ = nullptr;
  activation run_{slot::hand_over};
  void process();
};

}  // namespace tensix
