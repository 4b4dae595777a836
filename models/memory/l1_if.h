// SPDX-License-Identifier: Apache-2.0
// What a tile knows of its L1: where clients bind (docs/l1-protocol.md), what it reports of writes, and what it has served.
#pragma once
#include <functional>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>

#include "models/contracts/part_memory.h"
#include "models/memory/l1_counts.h"
#include "models/memory/l1_protocol.h"
#include "models/observe/observer.h"

namespace tensix {

using l1_socket = tlm::tlm_base_target_socket_b<128>;

class l1_if : public sc_core::sc_module, public part_memory {
 public:
  virtual l1_socket& client_socket() = 0;  // takes any number of clients
  // transport_dbg of an address in L1; at any time, also before the end of elaboration. Returns the bytes it has moved.
  virtual unsigned int debug(tlm::tlm_generic_payload& payload) = 0;
  virtual l1_served served() { return {}; }
  // Before the run: who blocked whom is counted too.
  virtual void count_blocked() {}
  // Transfers are under way but those of the streams of `client` from number `first` on.
  virtual bool serves_others(l1_client, unsigned) const { return true; }
  // What `tap` wishes (observer::wishes) is reported to it from now on; null: there is no observer.
  virtual void report_to(observer*) {}
  // The first cycle of which a beat may still be reported, of transfers asked for so far; never: none.
  virtual cycle_t first_unreported() const { return never; }
  // At the end of a run: transfers that are still open are reported as if they were complete.
  virtual void report_open() {}
  // For RISC-V cores that sleep in a poll of L1. Was a transfer that is no poll (l1_access::poll) under way between `cycle` and
  // now, and when does the next of those asked for begin (never: none)? An L1 that does not know says yes: then no core sleeps.
  virtual std::pair<bool, cycle_t> use(cycle_t) const { return {true, never}; }
  // If a run ends because nothing happens any more: which clients it has not granted what; empty: none.
  virtual std::string waits_for() const { return {}; }
  // To be called for every transfer that is no poll, when it is asked for, with the cycle in which it begins; may be unset.
  std::function<void(cycle_t cycle)> used;
  // To be called whenever bytes of L1 have been written, with the range (for those that poll a word). Set by the tile.
  std::function<void(uint32_t address, uint32_t bytes)> written;

 protected:
  explicit l1_if(const sc_core::sc_module_name& name) : sc_module(name) {}
};

}  // namespace tensix
