// SPDX-License-Identifier: Apache-2.0
// The initiator's side of L1's protocol (docs/l1-protocol.md): a socket, the payloads that go through it, and every phase and
// return value by which the base protocol of TLM-2.0 lets a target answer. A unit sends transfers; each comes back as one call.
//
//   l1_initiator l1{"l1", completes<&my_unit::done>(this)};
//
//   l1_payload& t = l1.get(tlm::TLM_READ_COMMAND, address, data, bytes);  // with the extension `l1.usual`
//   t.tag = slot;
//   l1.send(t);
//   void my_unit::done(l1_payload& t) { ... t.is_response_ok() ... t.tag ... }
#pragma once
#include <deque>
#include <string>
#include <tlm>
#include <vector>

#include "models/memory/l1_protocol.h"
#include "models/time/calendar.h"

namespace tensix {

// A generic payload with the extension; by itself for b_transport, or from the pool of an l1_initiator.
class l1_payload : public tlm::tlm_generic_payload {
 public:
  l1_access access;
  uint32_t tag = 0;  // the initiator's own

  explicit l1_payload(tlm::tlm_mm_interface* pool = nullptr) : tlm_generic_payload(pool) { set_extension(&access); }
  ~l1_payload() override { clear_extension(&access); }  // it is not the payload's to delete

  // All attributes of a request but the extension. `data`: `bytes` bytes, until the completion.
  void prepare(tlm::tlm_command command, uint64_t address, uint8_t* data, uint32_t bytes) {
    set_command(command);
    set_address(address);
    set_data_ptr(data);
    set_data_length(bytes);
    set_streaming_width(bytes);
    set_byte_enable_ptr(nullptr);
    set_byte_enable_length(0);
    set_dmi_allowed(false);
    set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  // For a report: "L1 answers TLM_..._RESPONSE for 16 bytes at address 64".
  std::string response_text() const;
  // For who asks only for what lies in L1: an answer that is no success is an error of the simulation.
  void expect_ok() const {
    if (!is_response_ok()) report_error();
  }

 private:
  friend class l1_initiator;
  l1_payload* next_ = nullptr;  // in the queue of requests
  cycle_t start_ = 0;           // first cycle in which it may compete
  cycle_t done_ = 0;            // of an answer that lies ahead
  uint64_t answer_ticks_ = 0;   // of one that END_RESP follows
  bool sent_ = false;           // BEGIN_REQ has been sent, and it is not complete
  bool end_response_ = false;   // END_RESP is to be sent
  void report_error() const;
};

class l1_initiator : public tlm::tlm_initiator_socket<128>, private tlm::tlm_bw_transport_if<>, private tlm::tlm_mm_interface {
 public:
  struct completion {
    void* object;
    void (*call)(void* object, l1_payload& t);
  };
  // `done` is called once for each transfer: in the slot `l1` of the cycle that the target has annotated, or at once if that has
  // begun, which may be within `send`. It may send other transfers. Behind it the transfer belongs to the pool again.
  l1_initiator(const char* name, completion done);

  l1_access usual;  // what `get` begins with

  // One of the pool, which grows when it is empty.
  l1_payload& get(tlm::tlm_command command, uint64_t address, uint8_t* data, uint32_t bytes) {
    if (free_.empty()) grow();
    l1_payload& t = *free_.back();
    free_.pop_back();
    t.acquire();
    t.access = usual;
    t.prepare(command, address, data, bytes);
    return t;
  }
  // It may compete from `delay` cycles on. As long as the target has not ended the request before, it waits here, in order.
  void send(l1_payload& t, cycle_t delay = 0);
  // RATE_CHANGE, of one that has been sent and is not complete. A target need not know the phase.
  void change_rate(l1_payload& t, uint32_t lanes);
  // GRANTED, likewise: whether the target says that the last beat has had its bank before the cycle `delay` cycles from now.
  bool granted(l1_payload& t, cycle_t delay);

 private:
  const completion done_;
  std::deque<l1_payload> all_;
  std::vector<l1_payload*> free_;
  l1_payload* request_ = nullptr;                  // BEGIN_REQ has been sent, END_REQ has not come
  l1_payload *first_ = nullptr, *last_ = nullptr;  // requests that wait for it
  cycle_t free_from_ = 0;                          // the last request ends in this cycle, if that lies ahead
  bool sending_ = false;                           // send_waiting is at work
  std::vector<l1_payload*> answered_;              // whose annotated answer lies ahead
  activation run_{slot::l1, method<&l1_initiator::process>(this)};

  void grow();
  void wait(l1_payload& t);
  inline void begin_request(l1_payload& t, cycle_t delay);
  void returned(l1_payload& t, tlm::tlm_sync_enum answer, const tlm::tlm_phase& phase, const sc_core::sc_time& when);
  void end_request(const l1_payload& t, cycle_t cycle);
  void send_waiting(cycle_t now);
  void answered(l1_payload& t, const sc_core::sc_time& when, bool end_response);
  void end_response(l1_payload& t);
  void complete(l1_payload& t);
  void process();
  [[noreturn]] void illegal(const l1_payload& t, const std::string& what) const;
  static cycle_t cycles(const sc_core::sc_time& t) { return t.value() / cycle_ticks(); }

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t) override;
  // Who moves the bytes is settled for a tile as a whole (docs/l1-protocol.md).
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
  void free(tlm::tlm_generic_payload* payload) override {
    payload->reset();
    free_.push_back(static_cast<l1_payload*>(payload));
  }
};

template <auto Done, typename Owner>
l1_initiator::completion completes(Owner* owner) {
  return {owner, [](void* object, l1_payload& t) { (static_cast<Owner*>(object)->*Done)(t); }};
}

}  // namespace tensix
