// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_port/coprocessor_bus.h"

namespace tensix {

uint32_t coprocessor_bus::load(const char* unit, uint32_t address) {
  const region_access a = access(unit, address);
  uint32_t value = 0;
  if (!a.where.readable || !space_.load(a, value, now_cycle()).done())
    state_.diagnose.undefined(unit, -1, 0, space_.refusal(a, false));
  return value;
}

void coprocessor_bus::store(const char* unit, uint32_t address, uint32_t value) {
  const region_access a = access(unit, address);
  const region_result r =
      a.where.writable ? space_.store(a, value, now_cycle(), now_cycle()) : region_result{region_result::outcome::not_modelled};
  if (!r.done()) return state_.diagnose.undefined(unit, -1, 0, space_.refusal(a, true));
  if (r.waiters) shared_.changed.notify();
  if (r.watchers) shared_.poll_again();
  if (a.where.region != address_region::noc_overlay) return;
  if (state_.causes) state_.causes->word_written(a.address, value, state_.causes->last());
  for (gate_listener_if* l : overlay_listeners_) l->state_changed(now_cycle() + 1);
}

}  // namespace tensix
