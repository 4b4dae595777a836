// SPDX-License-Identifier: Apache-2.0
// units.unpacker0=shadow, units.unpacker1=shadow: the model unpacks, RTL gets the same inputs (offers, rates, ends of transfers,
// Src banks), and is compared: answers, fetches with their cycles and extents, the cycle of each write, and when a thread is
// drained. Behind a difference RTL is in another state, and is not followed any further.
#pragma once
#include <deque>
#include <string>

#include "cosim/rtl/l1_watch.h"
#include "cosim/rtl/rtl_units.h"
#include "cosim/rtl/src_adapter.h"
#include "cosim/rtl/unpacker_pins.h"
#include "models/unpacker/unpacker.h"
#include "platform/tile_parts.h"
#include "support/text/hex_text.h"

namespace tensix {

template <class Block>
class shadow_unpacker : public unpacker_if, public pins_if, public clocked_if {
 public:
  template <class... Arguments>
  shadow_unpacker(const sc_core::sc_module_name& name, unsigned which, const tile_context& c, rtl_environment& environment,
                  Arguments&&... arguments)
      : unpacker_if(name),
        numbers_(c.configuration.unpacker),
        arbiter_(*c.throttle),
        environment_(environment),
        clock_(environment.clock()),
        src_(which, which ? c.state.srcb : c.state.srca, c.hand_over),
        pins_(numbers_, std::forward<Arguments>(arguments)...),
        step_(slot_of(slot::unpacker0, which), method<&shadow_unpacker::step>(this)),
        model_("model", which, numbers_, c.state, c.functions.unpacker[which], c.hand_over, c.dst, *c.throttle),
        watch_("watch") {
    clock_.attach(*this, this->basename());
    environment.compares(this->basename(), [this] {
      return std::to_string(answers_compared_) + " answers, " + std::to_string(extents_compared_) + " reads of L1, " +
             std::to_string(written_) + " instructions written, when a thread is drained" +
             (lost_ ? "; not followed to the end" : "");
    });
    c.hand_over.subscribe(banks_changed_);
    model_.subscribe(model_changed_);
    model_.l1.bind(watch_.client);
    watch_.l1.bind(*c.l1);
    watch_.requested = [this](tlm::tlm_generic_payload& p) { requested(p); };
    watch_.done = [this](tlm::tlm_generic_payload& p) { done(p); };
    watch_.rate = [this](tlm::tlm_generic_payload& p) { rate(p); };
  }

  issue_response offer(const issue_request& r) override {
    if (lost_) return model_.offer(r);
    clock_.up_to(r.cycle);
    const bool second = pins_.has_taken();  // in this cycle: RTL takes one
    typename unpacker_pins<Block>::answer rtl{false, stall_reason::unit_busy, true};
    if (!second) rtl = pins_.offer(r.thread, opcode_of(r.word) == opcode::UNPACR_NOP, arbiter_.address_phase_free <= r.cycle);
    const issue_response m = model_.offer(r);
    ++answers_compared_;
    if (rtl.ready != m.accepted || (!second && !rtl.ready && rtl.why != m.why)) {
      const std::string what = rtl_environment::answers(r, rtl.ready, rtl.why, m);
      rtl.ready != m.accepted ? lose(r.cycle, what) : differs(r.cycle, what);
    }
    if (lost_) return m;
    if (m.accepted) {
      const unpack_job* job = model_.in_flight(in_flight_of_model() - 1);
      const bool fastest = numbers_.throttle_needs_override && !job->throttle_overridden;
      const uint32_t bytes = arbiter_.wanted_bytes(fastest ? job->fastest : job->speed);
      pins_.take(*job, std::max(1u, bytes / unpacker_pins<Block>::beat_bytes));
      flips_.push_back(job->flips_src);
      ++accepted_;
      step_.arm(r.cycle + 1);
    }
    if (m.accepted || pins_.at_work()) clock_.wake();
    return m;
  }
  cycle_t drained_from(unsigned thread, cycle_t now) const override { return model_.drained_from(thread, now); }
  std::string waits_for() const override { return model_.waits_for(); }
  const unpack_job* in_flight(size_t i) const override { return model_.in_flight(i); }
  std::vector<named_account> accounts() override { return {{basename(), model_.accounts()[0].second}}; }
  unit_traffic traffic() const override { return model_.traffic(); }
  std::vector<pin> pins() override { return pins_.pins(); }
  void settle_pins(uint64_t) override { pins_.settle(); }

 private:
  struct listener : gate_listener_if {
    std::function<void(cycle_t)> notified;
    explicit listener(std::function<void(cycle_t)> f) : notified(std::move(f)) {}
    void state_changed(cycle_t visible_at) override { notified(visible_at); }
  };
  const unpacker_parameters numbers_;
  throttle_if& arbiter_;
  rtl_environment& environment_;
  rtl_clock& clock_;
  src_writer src_;
  unpacker_pins<Block> pins_;
  std::deque<bool> flips_;  // of those that RTL has not written
  uint64_t accepted_ = 0, written_ = 0;
  bool wants_ = false, lost_ = false;
  uint64_t answers_compared_ = 0, extents_compared_ = 0;
  unsigned extents_ = 0, begun_ = 0;  // of the fetch; of those the model has requested
  l1_extent extent_[unpacker_pins<Block>::extents];
  const tlm::tlm_generic_payload* payload_[unpacker_pins<Block>::extents] = {};
  activation step_;  // made in front of the model's: looks at the banks before they change
  activation again_{slot::throttle, method<&shadow_unpacker::compare>(this)};
  tensix::unpacker model_;
  l1_watch watch_;
  listener banks_changed_{[this](cycle_t visible_at) {
    if (!flips_.empty()) step_.arm(visible_at);
  }};
  listener model_changed_{[this](cycle_t visible_at) {
    notify(visible_at);
    again_.arm(now_cycle());
  }};

  size_t in_flight_of_model() const {
    size_t n = 0;
    while (model_.in_flight(n)) ++n;
    return n;
  }
  void differs(cycle_t cycle, const std::string& text) { environment_.differs(basename(), cycle, text); }
  void lose(cycle_t cycle, const std::string& text) {
    differs(cycle, text);
    lost_ = true;
  }
  static std::string text(const l1_extent& e) {
    return std::to_string(e.rows) + " x " + std::to_string(e.row_bytes) + " bytes at " + hex_text(e.address);
  }

  void reset(bool asserted) override {
    pins_.banks(src_.own(now_cycle()), src_.bank(), src_.matrix_bank(now_cycle()));
    pins_.reset(asserted);
  }
  bool at_work() const override { return !lost_ && pins_.at_work(); }
  bool edge(cycle_t) override { return !lost_ && pins_.edge(); }

  // In front of the model's turn.
  void step() {
    const cycle_t c = step_.begin();
    if (lost_) return;
    clock_.up_to(c);
    uint8_t own = src_.own(c), bank = src_.bank();
    bool matrix_bank = src_.matrix_bank(c);
    pins_.banks(own, bank, matrix_bank);
    while (pins_.writes() && !flips_.empty()) {
      ++written_;
      pins_.wrote();
      if (flips_.front()) {
        own = static_cast<uint8_t>(own & ~(1u << bank));
        matrix_bank &= src_.at_matrix_unit() != bank;
        bank ^= 1;
      }
      flips_.pop_front();
      pins_.banks(own, bank, matrix_bank);
    }
    while (pins_.fetches() && !pins_.requests(0)) pins_.began();  // nothing to fetch
    wants_ = pins_.fetches();
    clock_.wake();
    again_.arm(c);
    if (pins_.at_work()) step_.arm(c + 1);
  }
  // Behind it.
  void compare() {
    const cycle_t c = again_.begin();
    if (lost_) return;
    clock_.up_to(c);
    const size_t in_flight = in_flight_of_model();
    if (accepted_ - in_flight != written_)
      return lose(c, "RTL has written " + std::to_string(written_) + " instructions, the model " +
                         std::to_string(accepted_ - in_flight));
    if (wants_) return lose(c, "RTL asks for " + text(pins_.extent(0)) + ", the model for nothing");
    for (unsigned t = 0; t < thread_count; ++t)
      if (const bool rtl = pins_.drained(t), m = model_.drained_from(t, c) != never; rtl != m)
        return lose(c, rtl_environment::holds(t, rtl, m));
  }

  // The model has requested from L1 an extent.
  void requested(tlm::tlm_generic_payload& p) {
    if (lost_) return;
    const cycle_t c = now_cycle();
    clock_.up_to(c);
    const auto& a = *p.get_extension<l1_access>();
    l1_extent e;
    e.address = static_cast<uint32_t>(p.get_address()), e.rows = a.rows, e.row_stride = a.row_stride;
    e.row_bytes = a.row_bytes ? a.row_bytes : p.get_data_length();
    if (begun_ == extents_) {  // the first of a fetch
      if (!pins_.fetches()) return lose(c, "RTL asks for nothing, the model for " + text(e));
      for (begun_ = extents_ = 0; extents_ < unpacker_pins<Block>::extents && pins_.requests(extents_); ++extents_)
        extent_[extents_] = pins_.extent(extents_);
      pins_.rate(a.lanes * unpacker_pins<Block>::beat_bytes);
      pins_.began();
      wants_ = false;
    }
    const l1_extent& x = extent_[begun_];
    ++extents_compared_;
    if (x.address != e.address || x.rows != e.rows || x.row_bytes != e.row_bytes ||
        (e.rows > 1 && x.row_stride != e.row_stride))
      return lose(c, "RTL asks for " + text(x) + ", the model for " + text(e));
    payload_[begun_++] = &p;
    clock_.wake();
    step_.arm(c + 1);
  }
  void rate(tlm::tlm_generic_payload& p) {
    if (lost_) return;
    clock_.up_to(now_cycle());
    pins_.rate(p.get_extension<l1_access>()->lanes * unpacker_pins<Block>::beat_bytes);
  }
  void done(tlm::tlm_generic_payload& p) {
    if (lost_) return;
    const cycle_t c = now_cycle();
    clock_.up_to(c);
    for (unsigned i = 0; i < extents_; ++i)
      if (payload_[i] == &p) payload_[i] = nullptr, pins_.came(i);
    clock_.wake();
    step_.arm(c);
  }
};

}  // namespace tensix
