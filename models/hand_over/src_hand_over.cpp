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
  run_.arm(b.owned_since);
  side_changed(cycle);
}

void src_hand_over::side_changed(cycle_t cycle) {
  for (auto* l : listeners_) l->state_changed(cycle);
}

// One step: in the cycle in which a bank has its new owner, everybody who subscribed looks again.
void src_hand_over::process() {
  const cycle_t c = run_.begin();
  side_changed(c);
  for (const src_register* r : {&state_.srca, &state_.srcb})
    for (const src_bank& b : r->bank)
      if (b.owned_since > c) run_.arm(b.owned_since);
}

}  // namespace tensix
