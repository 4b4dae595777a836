// SPDX-License-Identifier: Apache-2.0
// What is recorded and reported of the arbitration of L1; it decides nothing. No SystemC.
#pragma once
#include <memory>
#include <vector>

#include "models/memory/l1_counts.h"
#include "models/memory/l1_rule.h"
#include "models/observe/observer.h"

namespace tensix {

// What a client got in each cycle of [from, to): the ports granted, how many beats were refused, and how many of these by a bank.
l1_traffic l1_traffic_of(const l1_wiring& w, l1_client client, cycle_t from, cycle_t to, uint64_t granted, uint32_t refused,
                         uint32_t conflicts);

class l1_observer {
 public:
  explicit l1_observer(const l1_wiring& w) : w_(w), counts_(w) {}
  // What `tap` wishes; null: to none.
  void report_to(observer* tap) {
    traffic_tap_ = tap && tap->wishes().traffic ? tap : nullptr;
    beat_tap_ = tap && tap->wishes().beats ? tap : nullptr;
  }
  void count_blocked();                                                 // from now on also who blocked whom
  bool wants_single_cycles() const { return traffic_tap_ != nullptr; }  // traffic is reported in the order of cycles
  // A decision; then what each gets by it, before its l1_serve.
  void record(const l1_state& s, const l1_competitors& competing, const l1_decision& d) {
    if (blocked_) record_blocked(s, competing, d);
  }
  void record(const l1_transfer& t, const l1_share& got, cycle_t cycle, cycle_t cycles) {
    counts_.add(t, got, cycles);
    if (beat_tap_) report_beats(t, got, cycle, cycles);
    if (traffic_tap_) report_traffic(t, got, cycle, cycles);
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
  observer *traffic_tap_ = nullptr, *beat_tap_ = nullptr;  // null: it does not wish that

  void record_blocked(const l1_state& s, const l1_competitors& competing, const l1_decision& d);
  void report_beats(const l1_transfer& t, const l1_share& got, cycle_t cycle, cycle_t cycles);
  void report_traffic(const l1_transfer& t, const l1_share& got, cycle_t cycle, cycle_t cycles);
};

}  // namespace tensix
