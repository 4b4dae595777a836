// SPDX-License-Identifier: Apache-2.0
#include "models/mover/tdma_risc.h"

#include <algorithm>
#include <cstring>

namespace tensix {

tdma_risc::tdma_risc(sc_core::sc_module_name name, const tdma_risc_parameters& parameters, tdma_risc_function& function,
                     mover_if& mover, const tensix_unit& packers, l1_client writes)
    : sc_module(name), changed("changed"), parameters_(parameters), function_(function), mover_(mover), packers_(packers) {
  l1.usual.client = writes;
  function_.actions = this;
  mover.subscribe(*this);
}

bool tdma_risc::store(unsigned core, uint32_t offset, uint32_t value, cycle_t arrives) {
  if (!function_.store(core, offset, value)) return false;
  if (function_.queued() > arrivals_.size()) {
    arrivals_.push_back(arrives);
    run_.arm(std::max(arrivals_.front(), free_));
  }
  return true;
}

// One command a time, in order; one that waits for the mover holds those behind it.
void tdma_risc::process() {
  const cycle_t c = run_.begin();
  if (arrivals_.empty()) return;
  const cycle_t from = std::max(arrivals_.front(), free_);
  if (from > c) return run_.arm(from);
  if (!function_.advance()) return;  // until the mover is free, or a write has got through
  arrivals_.pop_front();
  free_ = c + parameters_.command_cycles;
  changed.notify();
  if (!arrivals_.empty()) run_.arm(std::max(arrivals_.front(), free_));
}

bool tdma_risc::write_l1(uint32_t address, unsigned bytes, uint64_t value) {
  const auto w = std::find_if(std::begin(writes_), std::end(writes_), [](const l1_write& x) { return !x.in_use; });
  if (w == std::end(writes_)) return false;
  w->in_use = true;
  ++outstanding_;
  std::memcpy(w->data, &value, sizeof w->data);
  l1_payload& t = l1.get(tlm::TLM_WRITE_COMMAND, address, w->data, bytes);
  t.tag = static_cast<uint32_t>(w - writes_);
  l1.send(t);
  return true;
}

void tdma_risc::written(l1_payload& t) {
  t.expect_ok();  // its function has looked
  writes_[t.tag].in_use = false;
  --outstanding_;
  run_.arm(now_cycle());
}

void tdma_risc::push_tile(unsigned packer, uint32_t tile_size, uint32_t all_zero_flags) {
  function_.push_tile(packer, tile_size, all_zero_flags);
  changed.notify();
}

std::string tdma_risc::waits_for() const {
  return function_.queued() ? "holds " + std::to_string(function_.queued()) + " commands" : std::string();
}

}  // namespace tensix
