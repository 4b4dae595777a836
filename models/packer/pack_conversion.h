// SPDX-License-Identifier: Apache-2.0
// How long a PACR takes of what the packers share: their read interfaces, and behind them the late conversion, which takes longer
// where datums become wider. In order; a few PACRs that have been read may wait for it, then the next one is held back.
#pragma once
#include <algorithm>
#include <cstdint>

#include "models/packer/pack_beats_function.h"
#include "models/packer/packer_parameters.h"
#include "models/time/cycle.h"

namespace tensix {

// What a PACR that has been executed takes of the read interfaces: packers or interfaces at work, a bit each; datums that each
// reads; bits a datum, as far as interface_bytes counts them; cycles of the late conversion for each of the read.
struct pack_demand {
  uint32_t active, datums, bits, widening;
};

class pack_conversion {
 public:
  explicit pack_conversion(const packer_parameters& p) : interface_bytes_(p.interface_bytes), places_(p.conversion_places) {}

  // A PACR is taken.
  pack_timing take(cycle_t cycle, const pack_demand& d) {
    const uint32_t bytes = (d.datums * d.bits + 7) / 8, read = std::max(1u, (bytes + interface_bytes_ - 1) / interface_bytes_);
    const cycle_t begins = std::max(cycle, free_);
    free_ = begins + cycle_t{read} * d.widening;
    begun_[count_++ % most_conversion_places] = begins;
    const cycle_t next = std::max(cycle + read, place_from());
    return {read, d.bits, static_cast<uint32_t>(begins - cycle), d.widening, static_cast<uint32_t>(next - cycle)};
  }

 private:
  const uint32_t interface_bytes_, places_;
  cycle_t free_ = 0;
  cycle_t begun_[most_conversion_places] = {};
  uint64_t count_ = 0;

  // From when on the next PACR has a place, at the conversion or among those that wait for it.
  cycle_t place_from() const {
    if (places_ == 0) return free_;
    return count_ < places_ ? 0 : begun_[(count_ - places_) % most_conversion_places];
  }
};

}  // namespace tensix
