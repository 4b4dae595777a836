// SPDX-License-Identifier: Apache-2.0
// Contract 3, operand hand-over: a SrcA or SrcB bank changes hands (AllowedClient) one latency after its owner gives it up, and
// what waits for that is notified in that cycle.
#pragma once
#include <algorithm>
#include <systemc>
#include <vector>

#include "models/contracts/issue.h"
#include "models/hand_over/hand_over_parameters.h"
#include "models/registers/tensix_state.h"

namespace tensix {

class src_hand_over : public sc_core::sc_module {
 public:
  src_hand_over(sc_core::sc_module_name name, const hand_over_parameters& parameters, tensix_state& state);

  // An instruction has changed the banks at the end of cycle `cycle`; AllowedClient names the new owners already. `by`: the
  // account of the unit that did, for observers; `why`: what makes the cycle behind the present one, if causes are recorded. Who waits
  // looks again when the new owners may use their banks; if a side has gone on to its other bank, in this cycle, too, should
  // its turn still be to come. SETDVALID is accepted in `cycle`, and takes longer.
  void changed(const src_changes& changes, cycle_t cycle, const char* by, const cause& why = {}) {
    if (changes.given_up || changes.went_on) note(changes, cycle, by, why);
  }
  // First cycle >= now in which `client` may use bank `bank` of SrcA (which = 0) or SrcB (1); never: it belongs to the other
  // side, all that have subscribed will be notified.
  cycle_t usable_from(unsigned which, unsigned bank, src_client client, cycle_t now) const {
    if ((which ? state_.srcb : state_.srca).bank[bank].allowed_client != client) return never;
    const cycle_t since = client == src_client::unpackers ? std::max(owned_since_[which][bank], sent_on_[which].since)
                                                          : owned_since_[which][bank];
    return now > since ? now : since;
  }
  // First cycle >= now in which the unpackers may use the bank that the matrix unit is at (UNPACR_NOP waits so). That it has left the
  // other one is seen as late as that it has given that one up.
  cycle_t matrix_bank_usable_from(unsigned which, cycle_t now) const {
    const src_register& src = which ? state_.srcb : state_.srca;
    if (src.in_use().allowed_client != src_client::unpackers) return never;
    return std::max(now, owned_since_[which][last_given_back(which)]);
  }
  // The bank that the unpackers have got last; the one that the matrix unit is at belongs to them.
  unsigned last_given_back(unsigned which) const {
    const src_register& src = which ? state_.srcb : state_.srca;
    const unsigned at = src.matrix_bank, left = src.previous(at);
    const bool later =
        src.bank[left].allowed_client == src_client::unpackers && owned_since_[which][left] > owned_since_[which][at];
    return later ? left : at;
  }
  // First cycle in which the present owner may use the bank.
  cycle_t owned_since(unsigned which, unsigned bank) const { return owned_since_[which][bank]; }
  // What made it the present owner's, if causes are recorded.
  const cause& owned_by(unsigned which, unsigned bank) const { return owned_by_[which][bank]; }
  // What sent the unpacker to the bank it is at, if that was a SETDVALID.
  const cause& sent_on_by(unsigned which) const { return sent_on_[which].by; }
  cause_recorder* causes() const { return state_.causes; }
  void subscribe(gate_listener_if& listener) { listeners_.push_back(&listener); }

 private:
  const hand_over_parameters parameters_;
  tensix_state& state_;
  std::vector<gate_listener_if*> listeners_;
  cycle_t owned_since_[2][most_src_banks] = {};
  cause owned_by_[2][most_src_banks];
  struct {
    cycle_t since = 0;  // first cycle in which the unpacker is at its bank
    cause by;
  } sent_on_[2];
  unsigned in_use_ = 0;  // banks that the matrix unit uses, as of the last note: SrcA's + most_src_banks * SrcB's
  activation run_{slot::hand_over, method<&src_hand_over::process>(this)};
  void process();
  void note(const src_changes& changes, cycle_t cycle, const char* by, const cause& why);
  void notify(cycle_t cycle);
};

}  // namespace tensix
