// SPDX-License-Identifier: Apache-2.0
// For shadows: what passes between a model and L1.
#pragma once
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <functional>

#include "models/memory/l1_protocol.h"

namespace tensix {

// Between a client and L1: observes requests, completions and changes of rate.
class l1_watch : public sc_core::sc_module {
 public:
  tlm_utils::passthrough_target_socket<l1_watch, 128> client;  // a simple one would have a thread of the kernel
  tlm_utils::simple_initiator_socket<l1_watch, 128> l1;
  std::function<void(tlm::tlm_generic_payload&)> requested, done, rate;  // behind each; `rate` may be unset

  explicit l1_watch(const sc_core::sc_module_name& name) : sc_module(name), client("client"), l1("l1") {
    client.register_nb_transport_fw(this, &l1_watch::forward);
    l1.register_nb_transport_bw(this, &l1_watch::backward);
  }

 private:
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t) {
    const bool request = phase == tlm::BEGIN_REQ, rate_changed = phase == RATE_CHANGE;
    const auto answer = l1->nb_transport_fw(p, phase, t);
    const bool over = answer == tlm::TLM_COMPLETED || (answer == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP);
    if (request && !(over && p.is_response_error())) {
      requested(p);
      if (over) done(p);
    }
    if (rate_changed && rate) rate(p);
    return answer;
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t) {
    const bool response = phase == tlm::BEGIN_RESP;
    if (response) p.acquire();  // the client may be through with it
    const auto answer = client->nb_transport_bw(p, phase, t);
    if (!response) return answer;
    done(p);
    p.release();
    return answer;
  }
};

}  // namespace tensix
