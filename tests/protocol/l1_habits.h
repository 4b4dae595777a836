// SPDX-License-Identifier: Apache-2.0
// An L1 that answers as the base protocol lets other targets answer. Its time is a closed formula: nobody meets anybody, and a
// transfer is done `service` cycles behind the end of its request. Its bytes are those of the L1 behind it.
#pragma once
#include <algorithm>
#include <random>
#include <vector>

#include "protocol/l1_front.h"

namespace tensix {

enum class l1_habit : uint8_t {
  end_request_first,  // TLM_ACCEPTED; END_REQ `request_cycles` later; then BEGIN_RESP
  response_only,      // TLM_ACCEPTED; BEGIN_RESP, which implies END_REQ
  completed,          // TLM_COMPLETED with the delay
  begin_response,     // TLM_UPDATED with BEGIN_RESP and the delay
  random              // any of these and TLM_UPDATED with END_REQ, each phase up to three cycles late
};
inline const char* name(l1_habit h) {
  static constexpr const char* names[] = {"END_REQ first", "BEGIN_RESP only", "TLM_COMPLETED", "TLM_UPDATED, BEGIN_RESP",
                                          "random"};
  return names[static_cast<unsigned>(h)];
}

class habit_l1 : public l1_front {
 public:
  template <class Make>
  habit_l1(const sc_core::sc_module_name& n, l1_habit habit, cycle_t request_cycles, uint32_t atomic_cycles, unsigned seed,
           Make&& make)
      : l1_front(n, std::forward<Make>(make)),
        habit_(habit),
        request_cycles_(request_cycles),
        atomic_cycles_(atomic_cycles),
        random_(seed) {}

  // As long as one takes that is alone in l1_memory.
  static cycle_t service(const tlm::tlm_generic_payload& p, uint32_t atomic_cycles) {
    const auto* x = p.get_extension<l1_access>();
    const uint32_t row_bytes = x && x->row_bytes ? x->row_bytes : p.get_data_length(), rows = x && x->row_bytes ? x->rows : 1;
    const uint32_t beats = l1_beats_of(static_cast<uint32_t>(p.get_address()), row_bytes) * rows, lanes = x ? x->lanes : 1;
    return (beats + lanes - 1) / lanes + (x && x->operation == l1_operation::atomic ? atomic_cycles - 1 : 0);
  }
  // It has no idea who is under way: no core sleeps.
  std::pair<bool, cycle_t> use(cycle_t) const override { return {true, never}; }
  bool serves_others(l1_client, unsigned) const override { return true; }

 private:
  struct event {
    enum class kind_t : uint8_t { end_request, response, written } kind;
    cycle_t cycle;
    int client;
    tlm::tlm_generic_payload* payload;
    cycle_t annotated;  // of a response: cycles from the call on
    uint32_t address, bytes;
  };
  const l1_habit habit_;
  const cycle_t request_cycles_;
  const uint32_t atomic_cycles_;
  std::mt19937 random_;
  std::vector<event> events_, written_;
  bool responding_[most_clients] = {};
  activation run_{slot::l1, method<&habit_l1::process>(this)};
  activation told_{slot::noc_writes, method<&habit_l1::tell_written>(this)};  // behind initiators that move their data

  cycle_t some(cycle_t below) { return habit_ == l1_habit::random ? random_() % below : 0; }
  static sc_core::sc_time time(cycle_t cycles) { return sc_core::sc_time::from_value(cycles * cycle_ticks()); }

  tlm::tlm_sync_enum fw(int id, tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t) override {
    if (phase == tlm::END_RESP) {
      responding_[id] = false;
      return tlm::TLM_COMPLETED;
    }
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;  // it knows neither RATE_CHANGE nor GRANTED
    const auto* x = p.get_extension<l1_access>();
    if (used && !(x && x->poll)) used(now_cycle() + t.value() / cycle_ticks());
    const auto status = l1_response_to(p, x, 1536 * 1024);
    p.set_response_status(status == tlm::TLM_INCOMPLETE_RESPONSE ? tlm::TLM_OK_RESPONSE : status);
    if (p.is_response_error()) return tlm::TLM_COMPLETED;
    constexpr l1_habit all[] = {l1_habit::end_request_first, l1_habit::response_only, l1_habit::completed,
                                l1_habit::begin_response, l1_habit::random};
    l1_habit now = habit_ == l1_habit::random ? all[random_() % 5] : habit_;
    if (now == l1_habit::begin_response && responding_[id]) now = l1_habit::random;  // a response is under way
    // One that is made before its time is not executed before it, and what an atomic reads is as of its end.
    const bool atomic = x && x->operation == l1_operation::atomic;
    if ((atomic || t.value() >= cycle_ticks()) && (now == l1_habit::completed || now == l1_habit::begin_response))
      now = l1_habit::response_only;
    const cycle_t delay = t.value() / cycle_ticks(), serve = service(p, atomic_cycles_) + some(4);
    const cycle_t asked = now_cycle() + delay;
    switch (now) {
      case l1_habit::completed:
      case l1_habit::begin_response:
        move(p);
        done(p, asked + serve);
        t += time(serve);
        if (now == l1_habit::completed) return tlm::TLM_COMPLETED;
        phase = tlm::BEGIN_RESP;
        responding_[id] = true;
        return tlm::TLM_UPDATED;
      case l1_habit::random: {  // TLM_UPDATED with END_REQ
        const cycle_t accepts = some(4);
        put({event::kind_t::response, asked + accepts + serve, id, &p, 0, 0, 0});
        t += time(accepts);
        phase = tlm::END_REQ;
        return tlm::TLM_UPDATED;
      }
      case l1_habit::end_request_first: {
        const cycle_t ends = asked + request_cycles_ + some(4);
        put({event::kind_t::end_request, ends, id, &p, 0, 0, 0});
        put({event::kind_t::response, ends + serve, id, &p, atomic ? 0 : some(2), 0, 0});
        return tlm::TLM_ACCEPTED;
      }
      case l1_habit::response_only:
        put({event::kind_t::response, asked + serve, id, &p, atomic ? 0 : some(2), 0, 0});
        return tlm::TLM_ACCEPTED;
    }
    return tlm::TLM_ACCEPTED;
  }
  // A response with a delay is called that much before its time.
  void put(event e) {
    if (e.kind == event::kind_t::response) {
      e.payload->acquire();
      e.payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      e.cycle -= e.annotated;
    }
    events_.push_back(e);
    run_.arm(e.cycle);
  }
  void process() {
    const cycle_t c = activation::begin();
    for (size_t i = 0; i < events_.size();) {
      const event e = events_[i];
      if (e.cycle > c || (e.kind == event::kind_t::response && responding_[e.client])) {
        run_.arm(std::max(e.cycle, c + 1));
        ++i;
        continue;
      }
      events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(i));
      tlm::tlm_phase phase = tlm::END_REQ;
      sc_core::sc_time t = time(e.annotated);
      if (e.kind == event::kind_t::end_request) {
        clients[e.client]->nb_transport_bw(*e.payload, phase, t);
        continue;
      }
      move(*e.payload);
      done(*e.payload, c + e.annotated);
      e.payload->set_response_status(tlm::TLM_OK_RESPONSE);
      phase = tlm::BEGIN_RESP;
      responding_[e.client] = true;
      if (clients[e.client]->nb_transport_bw(*e.payload, phase, t) != tlm::TLM_ACCEPTED) responding_[e.client] = false;
      e.payload->release();
    }
  }
  // What its initiator writes itself is there once it has heard of the completion.
  void done(const tlm::tlm_generic_payload& p, cycle_t cycle) {
    const auto* x = p.get_extension<l1_access>();
    if (!p.is_write() || !(x && x->data_by_dmi)) return;
    written_.push_back(
        {event::kind_t::written, cycle, 0, nullptr, 0, static_cast<uint32_t>(p.get_address()), p.get_data_length()});
    told_.arm(cycle);
  }
  void tell_written() {
    const cycle_t c = activation::begin();
    for (size_t i = 0; i < written_.size();) {
      const event e = written_[i];
      if (e.cycle > c) {
        told_.arm(e.cycle);
        ++i;
        continue;
      }
      written_.erase(written_.begin() + static_cast<std::ptrdiff_t>(i));
      if (written) written(e.address, e.bytes);
    }
  }
  void move(tlm::tlm_generic_payload& p) {
    const auto* x = p.get_extension<l1_access>();
    if (x && x->data_by_dmi) return;
    const uint32_t row_bytes = x && x->row_bytes ? x->row_bytes : p.get_data_length(), rows = x && x->row_bytes ? x->rows : 1;
    const uint8_t* const enable = p.get_byte_enable_ptr();
    tlm::tlm_generic_payload piece;
    piece.set_command(p.get_command());
    for (uint32_t row = 0; row < rows; ++row) {
      const uint32_t step = enable ? 1 : row_bytes;
      for (uint32_t i = 0; i < row_bytes; i += step) {
        if (enable && !enable[i % p.get_byte_enable_length()]) continue;
        piece.set_address(p.get_address() + uint64_t{row} * (x ? x->row_stride : 0) + i);
        piece.set_data_ptr(p.get_data_ptr() + row * row_bytes + i);
        piece.set_data_length(step);
        piece.set_streaming_width(step);
        behind().debug(piece);
      }
    }
  }
};

}  // namespace tensix
