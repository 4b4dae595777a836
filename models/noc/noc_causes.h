// What network interfaces record of causes (models/observe/causes.h): nothing without a recorder.
#pragma once
#include "models/noc/noc_grid_function.h"
#include "models/noc/noc_packet.h"
#include "models/observe/causes.h"
#include "models/time/cycles.h"

namespace tensix {

class noc_causes {
 public:
  // `recorder`: where the simulation has it, null at times. `hop_cycles` a hop, `end_cycles` at both ends together.
  noc_causes(cause_recorder* const& recorder, uint32_t hop_cycles, uint32_t end_cycles)
      : recorder_(recorder), hop_cycles_(hop_cycles), end_cycles_(end_cycles) {}

  cause_recorder* recorder() const { return recorder_; }
  // An event of the present cycle behind up to three causes; 0 without a recorder.
  event_id event(path_use rest, const cause& a = {}, const cause& b = {}, const cause& c = {}) const {
    if (!recorder_) return 0;
    const event_id e = recorder_->begin(now_cycle(), rest);
    for (const cause& x : {a, b, c})
      if (recorder_->cycle_of(x) <= now_cycle()) recorder_->after(x);
    return e;
  }
  // A flit that left with event `left` has come to `place`.
  event_id arrival(const noc_packet& p, event_id left, noc_coordinate place) const {
    if (!recorder_) return 0;
    return event(path_kind::noc_ends, cause(left, path_kind::noc_way, noc_grid::hops(p.noc, p.from, place) * hop_cycles_,
                                            path_kind::noc_ends, end_cycles_));
  }
  cycle_t cycle_of(const cause& c) const { return recorder_ ? recorder_->cycle_of(c) : 0; }

 private:
  cause_recorder* const& recorder_;
  const uint32_t hop_cycles_, end_cycles_;
};

}  // namespace tensix
