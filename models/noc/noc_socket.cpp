// SPDX-License-Identifier: Apache-2.0
#include "models/noc/noc_socket.h"

#include <algorithm>

namespace tensix {

tlm::tlm_sync_enum noc_input::nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t) {
  const cycle_t cycle = now_cycle() + t.value() / cycle_ticks() + latency_;
  if (phase == FIRST_FLIT) {
    payload.acquire();
    entry e;
    e.payload = &payload;
    e.first = cycle;
    e.waited = payload.get_extension<noc_transfer>()->waited;
    open_.push_back(e);
    ++live_;
  } else if (phase == LAST_FLIT) {
    for (auto e = open_.rbegin(); e != open_.rend(); ++e)
      if (e->payload == &payload && !e->over) {
        const uint32_t flits = e->packet().flits();
        e->last = cycle;
        if (flits > 1) {
          e->last = std::max(cycle, std::max(e->first, data_free_from_) + flits - 1);
          data_free_from_ = e->last + 1;
        }
        break;
      }
  }
  run_.arm(cycle);
  return tlm::TLM_ACCEPTED;
}

// Packets from several places may come in another order than they were announced; of one cycle, in that order.
void noc_input::process() {
  const cycle_t c = run_.begin();
  cycle_t next = never;
  const size_t known = open_.size();
  for (size_t i = 0; i < known; ++i) {
    entry& e = open_[i];
    if (e.over) continue;
    if (!e.shown && e.first <= c) {
      e.shown = true;
      owner_.first_flit(e);
    }
    if (e.shown && !e.complete && e.last <= c) {
      e.complete = true;
      owner_.last_flit(e);
    }
    if (!e.shown) next = std::min(next, e.first);
    else if (!e.complete) next = std::min(next, e.last);
  }
  clean();
  if (next != never) run_.arm(next);
}

void noc_input::done(noc_arrival& a) {
  auto& e = static_cast<entry&>(a);
  e.over = true;
  --live_;
  e.payload->release();
  e.payload = nullptr;
}

}  // namespace tensix
