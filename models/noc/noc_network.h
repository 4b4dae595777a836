// SPDX-License-Identifier: Apache-2.0
// The routers and links between network interfaces, of both NoCs: noc_flights (layer 1) with sockets. One to a simulation.
//
// Of a chip that several processes simulate together each has all of the network, and acts for some of the interfaces (`divide`): what
// these send takes effect in every process alike, when all have it (`sent`, `apply`). A flit needs noc_interface.to_router_cycles to its
// router, so as many cycles can pass between two exchanges, and no cycle differs from that of one process with all interfaces.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <systemc>
#include <vector>

#include "models/noc/noc_causes.h"
#include "models/noc/noc_flights_function.h"
#include "models/noc/noc_grid_function.h"
#include "models/noc/noc_socket.h"

namespace tensix {

class noc_network : public sc_core::sc_module {
 public:
  noc_network(sc_core::sc_module_name name, const noc_network_parameters& parameters, const noc_grid& grid,
              const noc_causes& causes);
  ~noc_network() override;

  // Before the run: the interface at `place` of NoC `noc`. An interface may stand at several places (the ports of a DRAM channel).
  // Within a run: in the place of one that has been there, and has nothing under way.
  void attach(unsigned noc, const std::vector<noc_coordinate>& places, noc_initiator_socket& out, noc_target_socket& in);
  // Behind all that is attached, before the run: interfaces for whose places `here` is false are those of other processes.
  void divide(const std::function<bool(noc_coordinate place)>& here);
  // What interfaces of this process have sent since the last call.
  std::string sent();
  // The same of all processes, in any order; what was sent is not at a router before the present cycle. Behind it: the first cycle in
  // which anything may happen for it, or in the network; never: none.
  cycle_t apply(const std::vector<std::string_view>& sent);
  // A unicast packet for a place where nobody is attached: it is lost. Unset: it is an error of the simulation.
  std::function<void(const noc_packet& lost)> nobody_there;
  // Packets that came to their end, counted at each receiver, and their flits.
  uint64_t packets() const { return packets_; }
  uint64_t flits() const { return flits_; }
  // Flits times the links between routers that they passed, so far.
  uint64_t flit_hops() const;
  // Of both NoCs; null: nobody.
  void watch_links(noc_flights::link_watch_if* watch);
  // At the end of a run, before use_of is asked.
  void close_accounts(cycle_t end);
  // What the links of a NoC have done, by noc_link_number.
  const noc_flights::link_use& use_of(unsigned noc, unsigned link) const;
  bool idle() const;

 private:
  const noc_network_parameters parameters_;
  const noc_grid& grid_;
  const noc_causes causes_;
  class station;
  class one;
  struct division;
  std::vector<std::unique_ptr<station>> stations_, replaced_;  // flights that are over may name those still
  station* at_[2][noc_columns][noc_rows] = {};
  std::unique_ptr<one> noc_[2];
  uint64_t packets_ = 0, flits_ = 0;
  std::unique_ptr<division> divided_;  // null: this process has all interfaces
  tlm::tlm_sync_enum take(station& from, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, const sc_core::sc_time& t);
  void note(station& from, tlm::tlm_generic_payload& payload, bool last, cycle_t cycle);
  std::vector<noc_coordinate> receivers_of(const noc_packet& p) const;
};

}  // namespace tensix
