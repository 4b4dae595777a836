// What lies between network interfaces where only the ways' lengths count: every packet takes the hops of its route, and nobody waits
// for a link but the sender for its own. One to a simulation, for both NoCs.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "models/noc/noc_grid_function.h"
#include "models/noc/noc_routes_parameters.h"
#include "models/noc/noc_socket.h"

namespace tensix {

class noc_routes : public sc_core::sc_module {
 public:
  noc_routes(sc_core::sc_module_name name, const noc_routes_parameters& parameters, const noc_grid& grid);
  ~noc_routes() override;

  // Before the run: the interface at `place` of NoC `noc`. An interface may stand at several places (the ports of a DRAM channel).
  void attach(unsigned noc, const std::vector<noc_coordinate>& places, noc_initiator_socket& out, noc_target_socket& in);
  // A unicast packet for a place where nobody is attached: it is lost. Unset: it is an error of the simulation.
  std::function<void(const noc_packet& lost)> nobody_there;
  // Packets, their flits, and flits times the links that they passed, so far.
  uint64_t packets() const { return packets_; }
  uint64_t flits() const { return flits_; }
  uint64_t flit_hops() const { return flit_hops_; }

 private:
  const noc_routes_parameters parameters_;
  const noc_grid& grid_;
  class station;
  std::vector<std::unique_ptr<station>> stations_;
  station* at_[2][noc_columns][noc_rows] = {};
  uint64_t packets_ = 0, flits_ = 0, flit_hops_ = 0;
  void pass(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& t);
};

}  // namespace tensix
