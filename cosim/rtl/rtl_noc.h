// SPDX-License-Identifier: Apache-2.0
// RTL of a NIU's command stage in the place of units.noc0 or noc1 (docs/cosim-noc.md), or beside the model (shadow). What it does
// not do is the model's, from which this derives: link, L1, requests of others, answers, accounts.
//
//   parts.noc0 = [&e](const tile_context& c) {
//     return std::make_unique<rtl_noc<verilated_block<Vmine>>>(0, c, unit_source::rtl, e, "mine");
//   };
//
// The model's registers go along. Software's errors are theirs to diagnose, and a command that means nothing is not given to RTL;
// what software loads and which packets go out is RTL's.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "cosim/rtl/niu_pins.h"
#include "cosim/rtl/rtl_units.h"
#include "models/noc_interface/noc_interface.h"

namespace tensix {

template <class Block>
class rtl_noc : public noc_interface, public pins_if, public clocked_if {
 public:
  template <class... Arguments>
  rtl_noc(unsigned number, const tile_context& c, unit_source source, rtl_environment& environment, Arguments&&... arguments)
      : noc_interface(number ? "noc1" : "noc0", c.configuration.noc_interface, noc_identity_of(number, c), *c.grid,
                      *c.registers, noc_causes_of(c.state, c.configuration), c.state.diagnose,
                      static_cast<uint32_t>(c.state.l1.size()), c.configuration.l1.atomic_cycles),
        shadow_(source == unit_source::shadow),
        environment_(environment),
        clock_(environment.clock()),
        pins_(registers_.identity(), *c.grid, registers_, c.configuration.noc_interface.command_cycles,
              std::forward<Arguments>(arguments)...) {
    this->l1().bind(*c.l1);
    clock_.attach(*this, this->basename());
    if (shadow_)
      environment.compares(this->basename(), [this] {
        finish();
        return std::to_string(packets_compared_) + " headers of packets, " + std::to_string(loads_compared_) +
               " loads of registers";
      });
  }

  uint32_t load(const char* who, uint32_t offset) override {
    clock_.up_to(now_cycle());
    const uint32_t rtl = pins_.load(offset, true), model = noc_interface::load(who, offset);
    if (pins_.driven()) clock_.wake();
    if (!shadow_) return rtl;
    ++loads_compared_;
    if (rtl != model)
      environment_.differs(
          this->basename(), now_cycle(),
          noc_registers::name(offset) + " is " + std::to_string(rtl) + " in RTL, " + std::to_string(model) + " in the model");
    return model;
  }
  bool peek(uint32_t offset, uint32_t& value) const override {
    if (shadow_) return noc_interface::peek(offset, value);
    clock_.up_to(now_cycle());
    value = pins_.load(offset, false);
    return true;
  }
  void store(const char* who, uint32_t offset, uint32_t value, event_id by) override {
    clock_.up_to(now_cycle());
    const size_t before = queue_.size();
    noc_interface::store(who, offset, value, by);
    const bool command = noc_register_kind(offset) == noc_register::command;
    if (command && queue_.size() == before) return;
    pins_.store(offset, value);
    quiet_ = 0;
    clock_.wake();
  }
  std::string waits_for() const override {
    if (!shadow_ && !queue_.empty() && !pins_.offers()) return "RTL has commands, and offers no packet";
    return noc_interface::waits_for();
  }
  std::vector<pin> pins() override { return pins_.pins(); }
  void settle_pins(uint64_t) override { pins_.settle(); }

 private:
  const bool shadow_;
  rtl_environment& environment_;
  rtl_clock& clock_;
  random_delay grants_later_{clock_.delays(std::string(this->basename()) + " out_gnt")};
  delayed_once granted_later_;
  mutable niu_pins<Block> pins_;
  uint32_t quiet_ = 0;  // edges without a change

  static noc_identity noc_identity_of(unsigned number, const tile_context& c) {
    const auto noc = static_cast<uint8_t>(number);
    return {noc, c.place, c.grid->translated(noc, c.place)};
  }

  // ---- clocked_if
  void reset(bool asserted) override { pins_.reset(asserted); }
  bool edge(cycle_t) override {
    if (clock_.mode() == rtl_clock_mode::lazy && !pins_.at_work() && !pins_.driven() && sc_core::sc_is_running() && begun_)
      return false;
    begun_ = sc_core::sc_is_running();
    const bool changed = pins_.edge();
    quiet_ = changed ? 0 : quiet_ + 1;
    return changed;
  }
  bool at_work() const override { return pins_.at_work(); }
  bool begun_ = false, finished_ = false;
  uint64_t packets_compared_ = 0, loads_compared_ = 0;

  // ---- noc_interface
  void process() override {
    if (shadow_) return noc_interface::process();
    const cycle_t c = activation::begin();
    clock_.up_to(c);
    if (pins_.offers() && !queue_.empty()) {
      const auto o = pins_.offered();
      if (!granted_later_.may(grants_later_, c)) {
        quiet_ = 0;
        run_.arm(c + 1);
      } else if (channel_free(o.packet)) {
        granted_later_.happened();
        pins_.grant();
        give(o.packet, o.source, o.last);
        run_.arm(c + 1);
      }  // otherwise has_left goes on
    } else if (!queue_.empty() && quiet_ < clock_.quiet_edges()) {
      run_.arm(c + 1);
    }
    update();
  }
  void step(noc_step s, const noc_packet& packet, event_id by) override {
    clock_.up_to(now_cycle());
    if (s != noc_step::channel_given) pins_.step(s, packet);
    else if (shadow_) compare(packet);
    clock_.wake();
    noc_interface::step(s, packet, by);
  }
  // Shadow: the model gives `packet`.
  void compare(const noc_packet& packet) {
    ++packets_compared_;
    if (!pins_.offers())
      return environment_.differs(this->basename(), now_cycle(), "the model gives a packet, RTL offers none");
    const auto o = pins_.offered();
    const auto& q = queue_.front();
    if (const std::string d = niu_difference(o.packet, o.source, packet, q.command.source[q.next]); !d.empty())
      environment_.differs(this->basename(), now_cycle(), "packet of initiator " + std::to_string(packet.initiator) + ": " + d);
    pins_.grant();
  }
  // At the end of a run: what only RTL has to give.
  void finish() {
    if (std::exchange(finished_, true) || !pins_.offers() || !queue_.empty()) return;
    environment_.differs(
        this->basename(), now_cycle(),
        "RTL offers a packet of initiator " + std::to_string(pins_.offered().packet.initiator) + ", the model none");
  }
};

}  // namespace tensix
