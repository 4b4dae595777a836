// SPDX-License-Identifier: Apache-2.0
// The target's side of L1's protocol: a response begins once the initiator has ended the one before on its socket.
#pragma once
#include <algorithm>
#include <deque>
#include <tlm>
#include <utility>
#include <vector>

namespace tensix {

// `Clients`: a multi_passthrough_target_socket.
template <class Clients>
class l1_responses {
 public:
  explicit l1_responses(Clients& clients) : clients_(clients) {}

  // At BEGIN_REQ of a transfer that is taken: it is kept until its response has begun.
  static void keep(tlm::tlm_generic_payload& payload) {
    if (payload.has_mm()) payload.acquire();
  }
  // BEGIN_RESP, now or as soon as that may be.
  void begin(int socket, tlm::tlm_generic_payload& payload) {
    const auto i = static_cast<size_t>(socket);
    if (open_.size() <= i) open_.resize(i + 1);
    if (open_[i]) {
      waiting_.emplace_back(socket, &payload);
      return;
    }
    open_[i] = 1;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum answer = clients_[socket]->nb_transport_bw(payload, phase, none);
    if (answer == tlm::TLM_COMPLETED || (answer == tlm::TLM_UPDATED && phase == tlm::END_RESP)) end(socket);
    if (payload.has_mm()) payload.release();
  }
  // END_RESP.
  void end(int socket) {
    open_[static_cast<size_t>(socket)] = 0;
    if (waiting_.empty()) return;
    const auto next = std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& w) { return w.first == socket; });
    if (next == waiting_.end()) return;
    tlm::tlm_generic_payload& payload = *next->second;
    waiting_.erase(next);
    begin(socket, payload);
  }

 private:
  Clients& clients_;
  std::vector<uint8_t> open_;  // by socket: BEGIN_RESP has been sent, END_RESP has not come
  std::deque<std::pair<int, tlm::tlm_generic_payload*>> waiting_;
};

}  // namespace tensix
