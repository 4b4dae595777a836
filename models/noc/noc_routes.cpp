#include "models/noc/noc_routes.h"

namespace tensix {

// One interface: what comes from it, and the way to it.
class noc_routes::station : private noc_forward_if, private noc_backward_if {
 public:
  noc_target_socket from;
  noc_initiator_socket to;
  station(noc_routes& routes, const std::string& name)
      : from((name + "_from").c_str()), to((name + "_to").c_str()), routes_(routes) {
    from.bind(static_cast<noc_forward_if&>(*this));
    to.bind(static_cast<noc_backward_if&>(*this));
  }

 private:
  noc_routes& routes_;
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t) override {
    routes_.pass(payload, phase, t);
    return tlm::TLM_ACCEPTED;
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) override {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned int transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

noc_routes::noc_routes(sc_core::sc_module_name name, const noc_routes_parameters& p, const noc_grid& grid)
    : sc_module(name), parameters_(p), grid_(grid) {}
noc_routes::~noc_routes() = default;

void noc_routes::attach(unsigned noc, const std::vector<noc_coordinate>& places, noc_initiator_socket& out,
                        noc_target_socket& in) {
  stations_.push_back(std::make_unique<station>(*this, "station" + std::to_string(stations_.size())));
  out.bind(stations_.back()->from);
  stations_.back()->to.bind(in);
  for (const noc_coordinate c : places) at_[noc][c.x][c.y] = stations_.back().get();
}

void noc_routes::pass(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& t) {
  const noc_packet& p = packet_of(payload);
  const auto deliver = [&](noc_coordinate place) {
    station* const s = at_[p.noc][place.x][place.y];
    if (!s) return false;
    const uint64_t hops = noc_grid::hops(p.noc, p.from, place);
    if (phase == LAST_FLIT) ++packets_, flits_ += p.flits(), flit_hops_ += hops * p.flits();
    tlm::tlm_phase same = phase;
    sc_core::sc_time in =
        t + sc_core::sc_time::from_value((hops * parameters_.hop_cycles + parameters_.from_router_cycles) * cycle_ticks());
    s->to->nb_transport_fw(payload, same, in);
    return true;
  };
  if (p.multicast && !is_answer(p.kind)) {
    for (uint8_t x = 0; x < noc_columns; ++x)
      for (uint8_t y = 0; y < noc_rows; ++y) {
        const noc_coordinate place{x, y}, as_numbered = noc_mirrored(p.noc, place);
        const bool opted_out = (grid_.columns_without_multicast(p.noc) >> as_numbered.x & 1) ||
                               (grid_.rows_without_multicast(p.noc) >> as_numbered.y & 1);
        if (!opted_out && noc_grid::in_rectangle(p, place) && (p.include_source || place != p.from)) deliver(place);
      }
    return;
  }
  if (deliver(p.to) || phase == LAST_FLIT) return;
  if (nobody_there) return nobody_there(p);
  SC_REPORT_ERROR("tensix/noc", ("no interface is attached at (" + std::to_string(p.to.x) + "," + std::to_string(p.to.y) +
                                 ") of NoC " + std::to_string(p.noc))
                                    .c_str());
}

}  // namespace tensix
