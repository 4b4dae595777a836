// SPDX-License-Identifier: Apache-2.0
// What every unit of a tile is: a module that takes instructions, accounts for each of its cycles, and notifies what waits for
// it that something has changed. A tile knows a unit as this and by the small interfaces of models/contracts/ports.h, never by
// its class: whatever derives from it can stand in a unit's place (platform/tile_parts.h, docs/extending.md).
#pragma once
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/contracts/fetch_speed.h"
#include "models/contracts/issue.h"
#include "models/contracts/part_memory.h"
#include "models/observe/account.h"

namespace tensix {

// What an unpacker or packer has moved so far, for bandwidths.
struct unit_traffic {
  uint64_t bytes = 0;                     // from or to L1
  uint64_t exponent_bytes = 0;            // of those, exponent sections of block formats
  uint64_t cycles = 0;                    // in which it fetched (unpackers)
  fetch_speed fastest = fetch_speed::x1;  // that it asked for (unpackers)
  uint64_t address_cycles = 0;            // of address phases, which exclude one another (unpackers)
};

class tensix_unit : public sc_core::sc_module, public issue_if, public part_memory {
 public:
  using named_account = std::pair<std::string, account*>;

  sc_core::sc_export<issue_if> issue;

  // Notified when what drained_from or idle_from answered with `never`, or a refusal that gave no cycle, may have changed.
  void subscribe(gate_listener_if& listener) { listeners_.push_back(&listener); }
  // The names stand in metrics and traces; they are unique in a tile. One account under the module's name, unless it says
  // otherwise.
  virtual std::vector<named_account> accounts() { return {{basename(), &account_}}; }
  virtual unit_traffic traffic() const { return {}; }
  account& activity() { return account_; }
  // First cycle of the work under way that its accounts do not have yet; never: none. Of units that claim it when it is over.
  virtual cycle_t unclaimed_since() const { return never; }

 protected:
  explicit tensix_unit(const sc_core::sc_module_name& name) : sc_module(name), issue("issue") { issue(*this); }

  void notify(cycle_t visible_at) const {
    for (auto* l : listeners_)
      if (l->waits_for_units()) l->unit_changed(visible_at);
  }
  // An instruction had the unit in [from, to).
  void worked(const issue_request& r, cycle_t from, cycle_t to) {
    account_.busy(from, to);
    account_.executed(static_cast<int>(r.thread), r.word, r.cycle, from, to);
  }

  account account_;
  refusals refusals_;

 private:
  std::vector<gate_listener_if*> listeners_;
};

}  // namespace tensix
