// SPDX-License-Identifier: Apache-2.0
// units.packers=shadow: the model packs, RTL gets the same inputs (offers, beats of the conversion, ends of transfers), and is
// compared: answers, bursts with their cycles, addresses, lengths and data, and when a thread is drained. Behind an acceptance or
// a burst that differs RTL is in another state; then it is not followed any further.
#pragma once
#include <algorithm>
#include <string>

#include "cosim/rtl/l1_watch.h"
#include "cosim/rtl/rtl_packers.h"
#include "cosim/rtl/rtl_units.h"
#include "models/packer/packer.h"
#include "support/text/hex_text.h"

namespace tensix {

template <class Block>
class shadow_packers : public tensix_unit, public pins_if, public clocked_if, private gate_listener_if {
 public:
  template <class... Arguments>
  shadow_packers(const sc_core::sc_module_name& name, const tile_context& c, rtl_environment& environment,
                 Arguments&&... arguments)
      : tensix_unit(name),
        environment_(environment),
        clock_(environment.clock()),
        offer_(c),
        streams_(c.configuration.packer.topology == packer_topology::independent ? 4 : 1),
        pins_(c.configuration.packer, std::forward<Arguments>(arguments)...),
        model_("model", c.configuration.packer, c.state, c.functions.packer, c.dst) {
    clock_.attach(*this, this->basename());
    environment.compares("packers", [this] {
      return std::to_string(answers_compared_) + " answers, " + std::to_string(bursts_compared_) + " bursts, " +
             std::to_string(bytes_compared_) + " bytes of them, when a thread is drained" +
             (lost_ ? "; not followed to the end" : "");
    });
    model_.subscribe(*this);
    static constexpr const char* names[] = {"watch0", "watch1", "watch2", "watch3"};
    for (unsigned i = 0; i < 4; ++i) {
      watch_[i] = std::make_unique<l1_watch>(names[i]);
      model_.packer_[i]->l1.bind(watch_[i]->client);
      watch_[i]->l1.bind(*c.l1);
      watch_[i]->requested = [this, i](tlm::tlm_generic_payload& p) { requested(i, p); };
      watch_[i]->done = [this, i](tlm::tlm_generic_payload& p) { done(i, p); };
    }
  }

  issue_response offer(const issue_request& r) override {
    if (lost_) return model_.offer(r);
    clock_.up_to(r.cycle);
    const auto rtl = offer_.ask(pins_, r);
    const issue_response m = model_.offer(r);
    ++answers_compared_;
    if (rtl.ready != m.accepted || (!rtl.ready && rtl.why != m.why)) {
      differs(r.cycle, rtl_environment::answers(r, rtl.ready, rtl.why, m));
      lost_ |= rtl.ready != m.accepted;
    }
    if (lost_) {
      pins_.withdraw();
    } else if (m.accepted) {
      offer_.took(model_.last_job());
      pins_.take(model_.last_job(), offer_.streams(), offer_.demand);
      clock_.wake();
      step_.arm(r.cycle + 1);
    }
    return m;
  }
  cycle_t drained_from(unsigned thread, cycle_t now) const override { return model_.drained_from(thread, now); }
  std::string waits_for() const override { return model_.waits_for(); }
  std::vector<named_account> accounts() override { return model_.accounts(); }
  unit_traffic traffic() const override { return model_.traffic(); }
  std::vector<pin> pins() override { return pins_.pins(); }
  void settle_pins(uint64_t) override { pins_.settle(); }

 private:
  rtl_environment& environment_;
  rtl_clock& clock_;
  packer_offer offer_;
  const unsigned streams_;
  packer_pins<Block> pins_;
  tensix::packers model_;
  std::unique_ptr<l1_watch> watch_[4];
  bool lost_ = false;
  uint64_t answers_compared_ = 0, bursts_compared_ = 0, bytes_compared_ = 0;
  activation step_{slot::packer0, method<&shadow_packers::step>(this)};

  void differs(cycle_t cycle, const std::string& text) { environment_.differs("packers", cycle, text); }
  void lose(cycle_t cycle, const std::string& text) {
    differs(cycle, text);
    lost_ = true;
  }
  static std::string text(uint32_t address, uint32_t beats) { return std::to_string(beats) + " beats to " + hex_text(address); }

  void state_changed(cycle_t visible_at) override { notify(visible_at); }
  void reset(bool asserted) override { pins_.reset(asserted); }
  bool at_work() const override { return !lost_ && pins_.at_work(); }
  bool edge(cycle_t cycle) override {
    if (lost_) return false;
    typename packer_pins<Block>::burst b;
    for (unsigned i = 0; i < streams_; ++i)
      if (!pins_.writing(i) && pins_.requests(i, b))
        lose(cycle, "stream " + std::to_string(i) + ": RTL asks for " + text(b.address, b.beats) + ", the model for nothing");
    return pins_.edge();
  }

  // The model has requested from L1 a transfer.
  void requested(unsigned i, tlm::tlm_generic_payload& p) {
    if (lost_) return;
    const cycle_t c = now_cycle();
    clock_.up_to(c);
    const uint32_t address = static_cast<uint32_t>(p.get_address()), beats = p.get_data_length() / pack_beat_bytes;
    typename packer_pins<Block>::burst b;
    const bool asks = pins_.requests(i, b);
    ++bursts_compared_;
    if (!asks || b.address != address || b.beats != beats)
      return lose(c, "stream " + std::to_string(i) + ": RTL asks for " + (asks ? text(b.address, b.beats) : "nothing") +
                         ", the model for " + text(address, beats));
    if (const auto action = pins_.given(i, 0).action; b.action != action)
      differs(c, "stream " + std::to_string(i) + ", " + text(address, beats) + ": RTL asks for operation " +
                     std::to_string(static_cast<unsigned>(b.action)) + ", the model for " +
                     std::to_string(static_cast<unsigned>(action)) + " (pins l1_op)");
    pins_.granted(i, b, false);
    clock_.wake();
    step_.arm(c + 1);
  }
  void done(unsigned i, tlm::tlm_generic_payload& p) {
    if (lost_) return;
    const cycle_t c = now_cycle();
    clock_.up_to(c);
    const uint8_t* const rtl = pins_.data(i);
    for (uint32_t n = 0; n < p.get_data_length(); ++n) {
      const uint8_t model = pins_.given(i, n / pack_beat_bytes).data[n % pack_beat_bytes];
      if (rtl[n] == model) continue;
      differs(c, "stream " + std::to_string(i) + ": other data at " + hex_text(p.get_address() + n) + ": RTL " +
                     hex_text(rtl[n]) + ", the model " + hex_text(model));
      break;
    }
    bytes_compared_ += p.get_data_length();
    pins_.done(i);
    clock_.wake();
    step_.arm(c);
  }
  // Behind the model's own processes of this slot.
  void step() {
    const cycle_t c = step_.begin();
    if (lost_) return;
    clock_.up_to(c);
    for (unsigned i = 0; i < streams_; ++i) pins_.ended(i, [](unsigned) {}), pins_.buffered(i, [](const pack_beat&) {});
    again_.arm(c);
    if (pins_.at_work()) step_.arm(c + 1);
  }
  activation again_{slot::mover, method<&shadow_packers::compare>(this)};  // when all packers have had their turn
  void compare() {
    const cycle_t c = again_.begin();
    for (unsigned t = 0; t < thread_count && !lost_; ++t)
      if (const bool rtl = pins_.drained(t), m = model_.drained_from(t, c) != never; rtl != m)
        lose(c, rtl_environment::holds(t, rtl, m));
  }
};

}  // namespace tensix
