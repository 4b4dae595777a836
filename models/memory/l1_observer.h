// What is recorded and reported of the arbitration of L1; it decides nothing. No SystemC.
#pragma once
#include <memory>
#include <vector>

#include "models/memory/l1_counts.h"
#include "models/memory/l1_rule.h"
#include "models/observe/event_tap.h"
#include "models/observe/trace_sink.h"

namespace tensix {

// What a client got in each cycle of [from, to): the ports granted, how many beats were refused, and how many of these by a bank.
l1_traffic l1_traffic_of(const l1_wiring& w, l1_client client, cycle_t from, cycle_t to, uint64_t granted, uint32_t refused,
                         uint32_t conflicts);

class l1_observer {
 public:
  explicit l1_observer(const l1_wiring& w) : w_(w), counts_(w) {}
  void report_to(trace_sink* sink) { sink_ = sink; }             // null: to none
  void report_events_to(event_tap* tap) { tap_ = tap; }          // likewise
  void count_blocked();                                          // from now on also who blocked whom
  bool wants_single_cycles() const { return sink_ != nullptr; }  // a sink gets the clients' traffic in the order of cycles
  // Before l1_serve.
  void record(const l1_state& s, const l1_competitors& competing, const l1_decision& d) {
    if (blocked_) record_blocked(s, competing, d);
    for (size_t i = 0; i < d.count; ++i) {
      const l1_share& got = d.share[i];
      const l1_transfer& t = *competing.transfer[got.competitor];
      counts_.add(t, got, d.cycles);
      if (tap_) report_beats(t, got, s.cycle, d.cycles);
      if (sink_) report_traffic(t, got, s.cycle, d.cycles);
    }
  }
  l1_served served() const;

 private:
  // Who blocked whom; and for that who holds, or had last, each bank and port.
  struct blocked {
    std::vector<uint64_t> by_bank, by_port;  // waiting * clients + holding
    std::vector<l1_client> bank, port;
  };
  const l1_wiring& w_;
  l1_counts counts_;
  std::unique_ptr<blocked> blocked_;
  trace_sink* sink_ = nullptr;
  event_tap* tap_ = nullptr;

  void record_blocked(const l1_state& s, const l1_competitors& competing, const l1_decision& d);
  void report_beats(const l1_transfer& t, const l1_share& got, cycle_t cycle, cycle_t cycles);
  void report_traffic(const l1_transfer& t, const l1_share& got, cycle_t cycle, cycle_t cycles);
};

}  // namespace tensix
