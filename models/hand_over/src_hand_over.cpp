// SPDX-License-Identifier: Apache-2.0
#include "models/hand_over/src_hand_over.h"

#include "models/observe/observer.h"

namespace tensix {

src_hand_over::src_hand_over(sc_core::sc_module_name name, const hand_over_parameters& parameters, tensix_state& state)
    : sc_module(name), parameters_(parameters), state_(state) {
  state.srca.banks = state.srcb.banks = parameters.banks;
}

void src_hand_over::note(const src_changes& changes, cycle_t cycle, const char* by, const cause& why) {
  const cycle_t now = now_cycle(), late = changes.sent_on ? parameters_.set_dvalid_cycles - 1 : 0, end = cycle + late;
  const auto further = [&](cycle_t cycles) {
    cause c = why;
    c.also = path_kind::hand_over;
    c.also_cycles = static_cast<uint32_t>(cycles);
    return c;
  };
  bool at_once = false;
  for (unsigned left = changes.given_up; left; left &= left - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctz(left)), which = bit / most_src_banks,
               bank = bit % most_src_banks;  // as src_bank_bit has it
    const cycle_t since = owned_since_[which][bank] = end + parameters_.latency_cycles;
    if (state_.causes) owned_by_[which][bank] = further(late + parameters_.latency_cycles - 1);
    if (state_.tap) {
      const src_client owner = (which ? state_.srcb : state_.srca).bank[bank].allowed_client;
      state_.tap->handed_over(by, which, bank, static_cast<unsigned>(owner), end, since);
    }
    if (since > now) run_.arm(since);
    else at_once = true;
  }
  for (unsigned which = 0; which < 2; ++which)
    if (changes.sent_on >> which & 1) sent_on_[which] = {end + 1, further(late)};
  // What the matrix unit may use changes when it goes on to its other bank; what is given up, only when the new owner has it.
  const unsigned in_use = state_.srca.matrix_bank + most_src_banks * state_.srcb.matrix_bank;
  if (at_once || in_use != in_use_) notify(cycle);
  else if (changes.went_on)
    for (auto* l : listeners_) {
      if (l->waits_for_units()) l->unit_changed(cycle);
    }
  in_use_ = in_use;
}

void src_hand_over::notify(cycle_t cycle) {
  for (auto* l : listeners_)
    if (l->waits_for_banks()) l->state_changed(cycle);
}

// One step: in the cycle in which a bank has its new owner, all subscribers look again.
void src_hand_over::process() {
  const cycle_t c = run_.begin();
  notify(c);
  for (const auto& side : owned_since_)
    for (const cycle_t since : side)
      if (since > c) run_.arm(since);
}

}  // namespace tensix
