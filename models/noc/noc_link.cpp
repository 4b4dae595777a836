#include "models/noc/noc_link.h"

#include <algorithm>

namespace tensix {

void noc_link::send(uint32_t job, tlm::tlm_generic_payload& payload, cycle_t cycle) {
  const cycle_t at = std::max(cycle, single_free_from_);
  single_free_from_ = at + 1;
  ++flits_;
  owner_.leaves(job, at);
  output.first_flit(payload, at + latency_);
  output.last_flit(payload, at + latency_);
  owner_.has_left(job, at);
  payload.release();
}

void noc_link::begin(uint32_t job, tlm::tlm_generic_payload& payload, cycle_t cycle) {
  waiting_.push_back({job, &payload, cycle});
  run_.arm(cycle);
}

void noc_link::complete(uint32_t job, cycle_t cycle) {
  for (entry& e : waiting_)
    if (e.job == job && e.data_complete == never) {
      e.data_complete = cycle;
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
      owner_.leaves(e.job, c);
      output.first_flit(*e.payload, c + latency_);
    }
    if (e.data_complete == never) return;
    const uint32_t flits = packet_of(*e.payload).flits();
    const cycle_t last = std::max(e.data_complete, e.first + flits - 1);
    if (last > c) return run_.arm(last);
    flits_ += flits;
    free_from_ = c + 1 + gap_;
    const entry left = e;
    waiting_.pop_front();
    output.last_flit(*left.payload, c + latency_);
    owner_.has_left(left.job, c);
    left.payload->release();
  }
}

}  // namespace tensix
