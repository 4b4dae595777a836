// SPDX-License-Identifier: Apache-2.0
// How packets pass between network interfaces and what lies between them. TLM-2.0 sockets of a protocol of their own (a base-
// protocol socket cannot be bound): one packet an access, one way; an answer is another packet.
//
//   payload   A generic payload with the extension noc_transfer, reference counted. Whoever keeps it acquires it.
//   first     nb_transport_fw(FIRST_FLIT, t): the first flit of the packet is at the receiver's end of the link in now + t.
//             The packet's fields are valid, its data need not be yet.
//   last      nb_transport_fw(LAST_FLIT, t), not before FIRST_FLIT of it: the last flit is there in now + t; its data are
//             complete in `packet.data`.
//   return    Of the first flit TLM_ACCEPTED: there is room for all of them. TLM_UPDATED: there may not be, LAST_FLIT waits for
//   room      nb_transport_bw(ROOM, t): the last flit may be at the receiver's end of the link in now + t, not before.
// b_transport, transport_dbg and DMI mean nothing here.
#pragma once
#include <deque>
#include <tlm>
#include <vector>

#include "models/noc/noc_packet.h"
#include "models/observe/causes.h"
#include "models/time/calendar.h"

namespace tensix {

DECLARE_EXTENDED_PHASE(FIRST_FLIT);
DECLARE_EXTENDED_PHASE(LAST_FLIT);
DECLARE_EXTENDED_PHASE(ROOM);

struct noc_protocol {
  using tlm_payload_type = tlm::tlm_generic_payload;
  using tlm_phase_type = tlm::tlm_phase;
};

// Of a flit that is at a receiver: the last of the waits on its way (an event; 0: none), and the links behind that.
struct noc_wait {
  event_id last = 0;
  uint32_t hops = 0;
};

struct noc_transfer : tlm::tlm_extension<noc_transfer> {
  noc_packet packet;
  noc_wait waited;  // on the way to the receiver of the present call, of its first flit; if causes are recorded
  tlm::tlm_extension_base* clone() const override { return new noc_transfer(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const noc_transfer&>(other); }
};

inline noc_packet& packet_of(tlm::tlm_generic_payload& payload) { return payload.get_extension<noc_transfer>()->packet; }

using noc_forward_if = tlm::tlm_fw_transport_if<noc_protocol>;
using noc_backward_if = tlm::tlm_bw_transport_if<noc_protocol>;
using noc_target_socket = tlm::tlm_base_target_socket<512, noc_forward_if, noc_backward_if, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
using noc_initiator_socket =
    tlm::tlm_base_initiator_socket<512, noc_forward_if, noc_backward_if, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

// What sends packets: the socket, and payloads to send. Nothing bound: `bound` is false, and nothing may be sent.
class noc_output : private noc_backward_if {
 public:
  struct owner_if {
    virtual ~owner_if() = default;
    virtual void room(tlm::tlm_generic_payload& payload, cycle_t cycle) = 0;  // for its last flit at the end of the link
  };
  noc_initiator_socket socket;
  noc_output(const char* name, owner_if& owner) : socket(name), owner_(owner) {
    socket.bind(static_cast<noc_backward_if&>(*this));
  }

  bool bound() { return socket.size() != 0; }
  // A payload for a packet, with one reference, which the caller releases.
  tlm::tlm_generic_payload& get() { return pool_.get(); }
  // Whether there is room for all of it; otherwise `room` will be called.
  bool first_flit(tlm::tlm_generic_payload& payload, cycle_t in) { return send(payload, FIRST_FLIT, in) == tlm::TLM_ACCEPTED; }
  void last_flit(tlm::tlm_generic_payload& payload, cycle_t in) { send(payload, LAST_FLIT, in); }

 private:
  owner_if& owner_;
  struct pool : tlm::tlm_mm_interface {
    std::vector<tlm::tlm_generic_payload*> all, unused;
    ~pool() override {
      for (auto* p : all) delete p;
    }
    tlm::tlm_generic_payload& get() {
      if (unused.empty()) {
        all.push_back(new tlm::tlm_generic_payload(this));
        all.back()->set_extension(new noc_transfer);
        unused.push_back(all.back());
      }
      tlm::tlm_generic_payload& p = *unused.back();
      unused.pop_back();
      packet_of(p) = {};
      p.acquire();
      return p;
    }
    void free(tlm::tlm_generic_payload* p) override { unused.push_back(p); }
  } pool_;

  tlm::tlm_sync_enum send(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase, cycle_t in) {
    const cycle_t now = now_cycle();
    sc_core::sc_time delay = sc_core::sc_time::from_value((in > now ? in - now : 0) * cycle_ticks());
    return socket->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t) override {
    if (phase == ROOM) owner_.room(payload, now_cycle() + t.value() / cycle_ticks());
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

// What takes packets: each is shown to its owner in the cycle of its first flit. The link to it has a flit a cycle, and
// packets with data come one after the other: of those from several places, the later ones end so much later. (Measured on silicon:
// four reads of 16 KiB from four channels take longer than their flits.)
struct noc_arrival {
  tlm::tlm_generic_payload* payload = nullptr;  // acquired; released when `done`
  cycle_t first = 0, last = never;              // cycles of its flits; never: not known yet
  uint32_t job = 0;                             // its owner's
  noc_wait waited;                              // its first flit has
  event_id here = 0;                            // it is there
  noc_packet& packet() const { return packet_of(*payload); }
};

class noc_input : private noc_forward_if {
 public:
  noc_target_socket socket;
  // `first(arrival&)` is called for each packet in slot `where` of the cycle of its first flit; `last(arrival&)` in that of its
  // last flit, or in that of its first if they are the same. `done` ends an arrival, not before `last`.
  struct owner_if {
    virtual ~owner_if() = default;
    virtual void first_flit(noc_arrival& a) = 0;
    virtual void last_flit(noc_arrival& a) = 0;
  };
  // `latency`: cycles from the end of the link to where packets are acted on.
  noc_input(const char* name, slot where, owner_if& owner, uint32_t latency)
      : socket(name), owner_(owner), latency_(latency), run_(where, method<&noc_input::process>(this)) {
    socket.bind(static_cast<noc_forward_if&>(*this));
  }
  void done(noc_arrival& a);
  bool idle() const { return live_ == 0; }

 private:
  owner_if& owner_;
  const uint32_t latency_;
  struct entry : noc_arrival {
    bool shown = false, complete = false, over = false;
  };
  std::deque<entry> open_;  // in the order in which they were announced
  size_t live_ = 0;         // not over
  cycle_t data_free_from_ = 0;
  activation run_;
  void process();
  void clean() {
    while (!open_.empty() && open_.front().over) open_.pop_front();
  }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t) override;
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) override {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned int transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
};

}  // namespace tensix
