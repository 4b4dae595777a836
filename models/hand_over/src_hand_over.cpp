#include "models/hand_over/src_hand_over.h"

namespace tensix {

src_hand_over::src_hand_over(sc_core::sc_module_name name, const hand_over_parameters& parameters, tensix_state& state)
    : sc_module(name), parameters_(parameters), state_(state) {
  SC_HAS_PROCESS(src_hand_over);
  SC_METHOD(process);
  dont_initialize();
  sensitive << run_.event();
}

void src_hand_over::given_up(unsigned which, unsigned bank, cycle_t cycle, const char* by) {
  src_bank& b = (which ? state_.srcb : state_.srca).bank[bank];
  b.owned_since = cycle + parameters_.latency_cycles;
  if (sink_) sink_->handed_over(by, which, bank, static_cast<unsigned>(b.allowed_client), cycle, b.owned_since);
  if (run_.armed() != never && b.owned_since > run_.armed()) later_ = b.owned_since;
  run_.arm(b.owned_since);
}

// One step: in the cycle in which a bank has its new owner, everybody who subscribed looks again.
void src_hand_over::process() {
  const cycle_t c = run_.begin();
  for (auto* l : listeners_) l->state_changed(c);
  if (later_ != never && later_ > c) run_.arm(later_);
  later_ = never;
}

}  // namespace tensix
