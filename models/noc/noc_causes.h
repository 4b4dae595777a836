// SPDX-License-Identifier: Apache-2.0
// What network interfaces record of causes (models/observe/causes.h): nothing without a recorder.
#pragma once
#include "models/noc/noc_grid_function.h"
#include "models/noc/noc_socket.h"
#include "models/observe/causes.h"
#include "models/time/cycles.h"

namespace tensix {

class noc_causes {
 public:
  // `recorder`: where the simulation has it, null at times. `hop_cycles` a hop; cycles from an interface to its router, and from the last
  // router to where packets are acted on.
  noc_causes(cause_recorder* const& recorder, uint32_t hop_cycles, uint32_t to_router_cycles, uint32_t from_router_cycles)
      : recorder_(recorder),
        hop_cycles_(hop_cycles),
        to_router_cycles_(to_router_cycles),
        from_router_cycles_(from_router_cycles) {}

  cause_recorder* recorder() const { return recorder_; }
  // An event of the present cycle behind up to three causes; 0 without a recorder.
  event_id event(path_use rest, const cause& a = {}, const cause& b = {}, const cause& c = {}) const {
    if (!recorder_) return 0;
    const event_id e = recorder_->begin(now_cycle(), rest);
    for (const cause& x : {a, b, c})
      if (recorder_->cycle_of(x) <= now_cycle()) recorder_->after(x);
    return e;
  }
  // The first flit has come to `place`; the last one has.
  event_id first_arrival(noc_arrival& a, noc_coordinate place) const {
    return a.here = arrival(a, a.packet().first_left, place, {});
  }
  event_id last_arrival(const noc_arrival& a, noc_coordinate place) const {
    const uint32_t flits = a.packet().flits();
    return arrival(a, a.packet().last_left, place, flits > 1 ? cause(a.here, path_kind::noc_link, flits - 1) : cause());
  }
  // It has come as far as `hops` links behind the first router, or behind where it has waited.
  cause way(event_id left, const noc_wait& waited, uint32_t hops) const {
    if (waited.last) return {waited.last, path_kind::noc_way, waited.hops * hop_cycles_};
    return {left, path_kind::noc_way, hops * hop_cycles_, path_kind::noc_ends, to_router_cycles_};
  }
  cycle_t cycle_of(const cause& c) const { return recorder_ ? recorder_->cycle_of(c) : 0; }

 private:
  cause_recorder* const& recorder_;
  const uint32_t hop_cycles_, to_router_cycles_, from_router_cycles_;

  event_id arrival(const noc_arrival& a, event_id left, noc_coordinate place, const cause& before) const {
    if (!recorder_) return 0;
    const noc_packet& p = a.packet();
    cause c = way(left, left == p.first_left ? a.waited : noc_wait(), noc_grid::hops(p.noc, p.from, place));
    c.also = path_kind::noc_ends;
    c.also_cycles += from_router_cycles_;
    return event(path_kind::noc_ends, c, before);
  }
};

}  // namespace tensix
