// What the two unpackers share: the address phase (one UNPACR at a time) and, where their L1 read ports are shared, the
// documented arbitration: both state the speed they want (x1, x2, x4) and get what the table gives for the pair. Source: ISA
// documentation, UNPACR_Regular (performance).
#pragma once
#include <array>
#include <systemc>

#include "models/contracts/cycles.h"
#include "models/unpacker/unpacker_function.h"

namespace tensix {

struct throttle_parameters {
  bool shared_ports = false;                     // false: private ports, everybody gets what he wants
  std::array<uint32_t, 3> bytes = {16, 32, 64};  // bytes a cycle of x1, x2, x4
  struct pair {
    fetch_speed unpacker0, unpacker1;
  };
  // granted[wish of unpacker 0][wish of unpacker 1]
  std::array<std::array<pair, 3>, 3> granted = {{
      {{{fetch_speed::x1, fetch_speed::x1}, {fetch_speed::x1, fetch_speed::x2}, {fetch_speed::x1, fetch_speed::x4}}},
      {{{fetch_speed::x2, fetch_speed::x1}, {fetch_speed::x1, fetch_speed::x1}, {fetch_speed::x1, fetch_speed::x2}}},
      {{{fetch_speed::x4, fetch_speed::x1}, {fetch_speed::x2, fetch_speed::x1}, {fetch_speed::x2, fetch_speed::x2}}},
  }};
};

// Told when its unpacker's fetch rate changes.
class rate_listener_if {
 public:
  virtual ~rate_listener_if() = default;
  virtual void rate_changed(uint32_t bytes_per_cycle) = 0;
};

class throttle_arbiter : public sc_core::sc_module {
 public:
  throttle_arbiter(sc_core::sc_module_name name, const throttle_parameters& parameters);

  cycle_t address_phase_free = 0;  // first cycle in which an UNPACR may start its address phase

  void attach(unsigned which, rate_listener_if& listener) { side_[which].listener = &listener; }
  // Unpacker `which` starts (stops) fetching; returns the bytes a cycle it starts with.
  uint32_t begin(unsigned which, fetch_speed wanted);
  void end(unsigned which);
  uint32_t wanted_bytes(fetch_speed s) const { return parameters_.bytes[static_cast<unsigned>(s)]; }

 private:
  struct side {
    rate_listener_if* listener = nullptr;
    bool active = false;
    fetch_speed wanted = fetch_speed::x1;
    uint32_t bytes = 0;
  };
  const throttle_parameters parameters_;
  side side_[2];
  activation run_{slot::throttle};
  uint32_t granted(unsigned which) const;
  void process();
};

}  // namespace tensix
