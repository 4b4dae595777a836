// SPDX-License-Identifier: Apache-2.0
// What the two unpackers share: the address phase, one UNPACR at a time, and how much of the ports each gets. An own arbiter
// derives from throttle_if (tile_parts::throttle).
#pragma once
#include <systemc>

#include "models/contracts/fetch_speed.h"
#include "models/contracts/part_memory.h"
#include "models/observe/causes.h"
#include "models/time/calendar.h"

namespace tensix {

// Told when its unpacker's fetch rate changes.
class rate_listener_if {
 public:
  virtual ~rate_listener_if() = default;
  virtual void rate_changed(uint32_t bytes_per_cycle) = 0;
};

class throttle_if : public sc_core::sc_module, public part_memory {
 public:
  cycle_t address_phase_free = 0;  // first cycle in which an UNPACR may start its address phase
  cause address_phase_by;          // of that, if causes are recorded

  void attach(unsigned which, rate_listener_if& listener) { listener_[which] = &listener; }
  // Unpacker `which` (0, 1) starts to fetch in the present cycle; returns the bytes a cycle it starts with. From then until
  // `end` it may be notified of another rate.
  virtual uint32_t begin(unsigned which, fetch_speed wanted) = 0;
  virtual void end(unsigned which) = 0;
  // Bytes a cycle of a speed, undisturbed.
  virtual uint32_t wanted_bytes(fetch_speed s) const = 0;

 protected:
  explicit throttle_if(const sc_core::sc_module_name& name) : sc_module(name) {}
  rate_listener_if* listener_[2] = {};
};

}  // namespace tensix
