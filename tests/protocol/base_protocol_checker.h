// SPDX-License-Identifier: Apache-2.0
// Between an initiator and a target: looks at every call of the base protocol of TLM-2.0, on both paths, and passes it on.
// What it holds them to is IEEE 1666 (transport interface, generic payload, base protocol): permitted phases and returns, one
// request and one response at a time, attributes that do not change, memory management, times that do not go back.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/memory/l1_protocol.h"

namespace tensix {

class base_protocol_checker {
 public:
  using forward = std::function<tlm::tlm_sync_enum(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&)>;

  base_protocol_checker(std::string where) : where_(std::move(where)) {}
  // What breaks a rule. Unset: it is written to standard error, and the program ends.
  static inline std::function<void(const std::string&)> violation;
  static inline bool odd_requests = false;  // attributes that a target has to refuse are no violation
  static inline uint64_t transfers = 0;     // that have been looked at, blocking ones included

  tlm::tlm_sync_enum fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t, const forward& target);
  tlm::tlm_sync_enum bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t,
                        const forward& initiator);
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& t,
                   const std::function<void(tlm::tlm_generic_payload&, sc_core::sc_time&)>& target);

 private:
  enum class progress : uint8_t { requesting, accepted, responding };
  struct attributes {
    tlm::tlm_command command;
    uint64_t address;
    const uint8_t *data, *enables;
    unsigned bytes, streaming, enable_bytes;
    std::vector<uint8_t> written, enabled;  // of a write whose data go with it
  };
  struct open {
    progress where = progress::requesting;
    attributes as_sent;
    uint64_t last_ps = 0;  // of the last phase
  };
  const std::string where_;
  std::unordered_map<const tlm::tlm_generic_payload*, open> open_;
  const tlm::tlm_generic_payload *request_ = nullptr, *response_ = nullptr;

  void wrong(const tlm::tlm_generic_payload& payload, const std::string& what) const;
  void check_request(const tlm::tlm_generic_payload& payload) const;
  void check_unchanged(const tlm::tlm_generic_payload& payload, const open& o) const;
  void check_time(const tlm::tlm_generic_payload& payload, open& o, const sc_core::sc_time& t) const;
  void check_status(const tlm::tlm_generic_payload& payload) const;
  void begin_response(const tlm::tlm_generic_payload& payload, open& o);
  void end_request(const tlm::tlm_generic_payload& payload, open& o);
  void end(const tlm::tlm_generic_payload& payload);
  static attributes attributes_of(const tlm::tlm_generic_payload& payload);
};

// The same as a module, for one connection.
template <unsigned Width>
class checked_link : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<checked_link, Width> from{"from"};
  tlm_utils::simple_initiator_socket<checked_link, Width> to{"to"};
  explicit checked_link(const sc_core::sc_module_name& n) : sc_module(n), checker_(name()) {
    from.register_nb_transport_fw(this, &checked_link::fw);
    from.register_b_transport(this, &checked_link::b_transport);
    from.register_transport_dbg(this, &checked_link::debug);
    from.register_get_direct_mem_ptr(this, &checked_link::dmi);
    to.register_nb_transport_bw(this, &checked_link::bw);
    to.register_invalidate_direct_mem_ptr(this, &checked_link::invalidate);
  }

 private:
  base_protocol_checker checker_;
  tlm::tlm_sync_enum fw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t) {
    return checker_.fw(p, phase, t, [&](auto& x, auto& ph, auto& when) { return to->nb_transport_fw(x, ph, when); });
  }
  tlm::tlm_sync_enum bw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t) {
    return checker_.bw(p, phase, t, [&](auto& x, auto& ph, auto& when) { return from->nb_transport_bw(x, ph, when); });
  }
  void b_transport(tlm::tlm_generic_payload& p, sc_core::sc_time& t) {
    checker_.b_transport(p, t, [&](auto& x, auto& when) { to->b_transport(x, when); });
  }
  unsigned debug(tlm::tlm_generic_payload& p) { return to->transport_dbg(p); }
  bool dmi(tlm::tlm_generic_payload& p, tlm::tlm_dmi& d) { return to->get_direct_mem_ptr(p, d); }
  void invalidate(sc_dt::uint64 first, sc_dt::uint64 last) { from->invalidate_direct_mem_ptr(first, last); }
};

}  // namespace tensix
