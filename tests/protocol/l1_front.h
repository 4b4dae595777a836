// SPDX-License-Identifier: Apache-2.0
// An L1 in front of an L1: every client keeps a socket of its own to the one behind, and a derived class sees each call.
#pragma once
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <deque>
#include <memory>
#include <string>

#include "models/memory/l1_if.h"
#include "protocol/base_protocol_checker.h"

namespace tensix {

class l1_front : public l1_if {
 public:
  static constexpr int most_clients = 32;
  tlm_utils::multi_passthrough_target_socket<l1_front, 128> clients{"clients"};

  // `make`: the L1 behind it, which becomes its child.
  template <class Make>
  l1_front(const sc_core::sc_module_name& name, Make&& make) : l1_if(name), behind_(make()) {
    clients.register_nb_transport_fw(this, &l1_front::fw);
    clients.register_b_transport(this, &l1_front::b_transport);
    clients.register_transport_dbg(this, &l1_front::transport_dbg);
    clients.register_get_direct_mem_ptr(this, &l1_front::dmi);
    for (int i = 0; i < most_clients; ++i) {
      auto& s = to_.emplace_back(("to_" + std::to_string(i)).c_str());
      s.register_nb_transport_bw(this, &l1_front::bw, i);
      s.register_invalidate_direct_mem_ptr(this, &l1_front::invalidate, i);
      s.bind(behind_->client_socket());
    }
    behind_->used = [this](cycle_t cycle) {
      if (used) used(cycle);
    };
    behind_->written = [this](uint32_t address, uint32_t bytes) {
      if (written) written(address, bytes);
    };
  }
  l1_if& behind() { return *behind_; }
  l1_socket& client_socket() override { return clients; }
  unsigned int debug(tlm::tlm_generic_payload& payload) override { return behind_->debug(payload); }
  l1_served served() override { return behind_->served(); }
  void count_blocked() override { behind_->count_blocked(); }
  bool serves_others(l1_client client, unsigned first) const override { return behind_->serves_others(client, first); }
  void report_to(observer* tap) override { behind_->report_to(tap); }
  cycle_t first_unreported() const override { return behind_->first_unreported(); }
  void report_open() override { behind_->report_open(); }
  std::pair<bool, cycle_t> use(cycle_t cycle) const override { return behind_->use(cycle); }
  std::string waits_for() const override { return behind_->waits_for(); }

 protected:
  virtual tlm::tlm_sync_enum fw(int id, tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t) {
    return to(id)->nb_transport_fw(p, phase, t);
  }
  virtual tlm::tlm_sync_enum bw(int id, tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t) {
    return clients[id]->nb_transport_bw(p, phase, t);
  }
  virtual void b_transport(int id, tlm::tlm_generic_payload& p, sc_core::sc_time& t) { to(id)->b_transport(p, t); }
  using socket = tlm_utils::simple_initiator_socket_tagged<l1_front, 128>;
  socket& to(int id) { return to_[static_cast<size_t>(id)]; }

 private:
  std::unique_ptr<l1_if> behind_;
  std::deque<socket> to_;

  unsigned transport_dbg(int, tlm::tlm_generic_payload& p) { return behind_->debug(p); }
  bool dmi(int id, tlm::tlm_generic_payload& p, tlm::tlm_dmi& d) { return to(id)->get_direct_mem_ptr(p, d); }
  void invalidate(int id, sc_dt::uint64 first, sc_dt::uint64 last) {
    if (static_cast<unsigned>(id) < clients.size()) clients[id]->invalidate_direct_mem_ptr(first, last);
  }
};

// One checker a client.
class checked_l1 : public l1_front {
 public:
  template <class Make>
  checked_l1(const sc_core::sc_module_name& n, Make&& make) : l1_front(n, std::forward<Make>(make)) {
    for (int i = 0; i < most_clients; ++i) checkers_.emplace_back(std::string(name()) + ", client " + std::to_string(i));
  }

 private:
  std::deque<base_protocol_checker> checkers_;
  tlm::tlm_sync_enum fw(int id, tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t) override {
    return checkers_[static_cast<size_t>(id)].fw(
        p, phase, t, [&](auto& x, auto& ph, auto& when) { return to(id)->nb_transport_fw(x, ph, when); });
  }
  tlm::tlm_sync_enum bw(int id, tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t) override {
    return checkers_[static_cast<size_t>(id)].bw(
        p, phase, t, [&](auto& x, auto& ph, auto& when) { return clients[id]->nb_transport_bw(x, ph, when); });
  }
  void b_transport(int id, tlm::tlm_generic_payload& p, sc_core::sc_time& t) override {
    checkers_[static_cast<size_t>(id)].b_transport(p, t, [&](auto& x, auto& when) { to(id)->b_transport(x, when); });
  }
};

}  // namespace tensix
