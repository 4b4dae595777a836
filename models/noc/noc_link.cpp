// SPDX-License-Identifier: Apache-2.0
#include "models/noc/noc_link.h"

#include <algorithm>

namespace tensix {

void noc_link::send(uint32_t job, tlm::tlm_generic_payload& payload, cycle_t cycle, const cause& by) {
  const cycle_t at = std::max(cycle, single_free_from_);
  single_free_from_ = at + 1;
  if (cause_recorder* const r = causes_.recorder()) {
    noc_packet& p = packet_of(payload);
    p.first_left = p.last_left = r->begin(at, path_kind::noc_link);
    r->after(by);
  }
  owner_.leaves(job, at);
  output.first_flit(payload, at + latency_);
  output.last_flit(payload, at + latency_);
  owner_.has_left(job, at);
  payload.release();
}

void noc_link::begin(uint32_t job, tlm::tlm_generic_payload& payload, cycle_t cycle, const cause& by) {
  waiting_.push_back({job, &payload, cycle, by});
  run_.arm(cycle);
}

void noc_link::complete(uint32_t job, cycle_t cycle, const cause& by) {
  for (entry& e : waiting_)
    if (e.job == job && e.data_complete == never) {
      e.data_complete = cycle;
      e.complete_by = by;
      break;
    }
  run_.arm(cycle);
}

// The first packet of those that wait: its first flit as soon as the link and its data are there, its last one when all data are
// and all flits before have gone.
void noc_link::process() {
  const cycle_t c = run_.begin();
  while (!waiting_.empty()) {
    entry& e = waiting_.front();
    if (e.first == never) {
      const cycle_t first = std::max(e.ready, free_from_);
      if (first > c) return run_.arm(first);
      e.first = c;
      packet_of(*e.payload).first_left =
          causes_.event(path_kind::noc_link, e.ready_by, cause(left_, path_kind::noc_link, 1 + gap_));
      owner_.leaves(e.job, c);
      if (!output.first_flit(*e.payload, c + latency_)) e.room_from = never;
    }
    if (e.data_complete == never || e.room_from == never) return;
    const uint32_t flits = packet_of(*e.payload).flits();
    cycle_t last = std::max(e.data_complete, e.first + flits - 1);
    if (e.room_from > last + latency_) last = e.room_from - latency_;
    if (last > c) return run_.arm(last);
    noc_packet& p = packet_of(*e.payload);
    left_ = p.last_left =
        causes_.event(path_kind::noc_link, cause(p.first_left, path_kind::noc_link, flits - 1), e.complete_by);
    free_from_ = c + 1 + gap_;
    const entry left = e;
    waiting_.pop_front();
    output.last_flit(*left.payload, c + latency_);
    owner_.has_left(left.job, c);
    left.payload->release();
  }
}

void noc_link::room(tlm::tlm_generic_payload& payload, cycle_t cycle) {
  if (waiting_.empty() || waiting_.front().payload != &payload) return;  // of a single flit
  waiting_.front().room_from = cycle;
  run_.arm(now_cycle());
}

}  // namespace tensix
