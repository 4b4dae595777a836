// SPDX-License-Identifier: Apache-2.0
// The pins of tt_core_if (cosim/rtl/sv) on the side of the tile: an initiator on tensix_tile::core[i], for RTL that stands in
// the place of a RISC-V core. docs/cosim-core.md draws the handshakes.
//
// `Block` is verilated_block<VTOP>, or a class in C++ with the same members: `top` with pins named core_*, settle(), edge(f),
// reset(bool). core_active (optional): something will happen in the block without an answer of the tile, for example a counter
// runs; without it, a block whose core_req does not change for rtl.quiet_edges edges is left alone.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "cosim/rtl/pins.h"
#include "cosim/rtl/rtl_clock.h"
#include "models/time/strand.h"

namespace tensix {

template <class Top, class = void>
struct has_core_active : std::false_type {};
template <class Top>
struct has_core_active<Top, std::void_t<decltype(std::declval<Top&>().core_active)>> : std::true_type {};

template <class Block>
class core_adapter : public sc_core::sc_module, public clocked_if, public pins_if {
 public:
  static constexpr unsigned ids = 8;
  tlm_utils::simple_initiator_socket<core_adapter> socket;

  core_adapter(const sc_core::sc_module_name& name, unsigned core, rtl_clock& clock, Block& block)
      : sc_module(name),
        socket("socket"),
        clock_(clock),
        block_(block),
        grants_later_(clock.delays(std::string(basename()) + " core_gnt")),
        answers_later_(clock.delays(std::string(basename()) + " core_rvalid")),
        slot_(slot_of(slot::riscv, core)),
        look_(slot_, method<&core_adapter::look>(this)),
        store_(slot_, method<&core_adapter::store>(this)) {
    for (unsigned i = 0; i < ids; ++i) loads_[i] = std::make_unique<load>(*this, i);
    clock_.attach(*this, "core" + std::to_string(core));
    quiet_inputs();
  }

  // ---- clocked_if
  void reset(bool asserted) override {
    quiet_inputs();
    block_.reset(asserted);
    in_reset_ = asserted;
    if (asserted) return;
    // What the tile still owes is dropped.
    answers_.clear();
    last_answer_ = 0;
    write_forgotten_ = writing_;
    asked_ = false;
    for (auto& l : loads_) l->forgotten = l->to_do;
    granted_ = false;
    block_.settle();
    look_.arm(sc_core::sc_is_running() ? now_cycle() + 1 : 0);
  }
  bool edge(cycle_t) override {
    const bool granted = granted_;
    const uint64_t before = outputs();
    block_.edge([this] {
      quiet_inputs();
      fall();
    });
    granted_ = false;
    if (granted) asked_ = false;
    const bool changed = granted || outputs() != before;
    still_ = changed ? 0 : still_ + 1;
    return changed;
  }
  bool at_work() const override {
    if constexpr (has_core_active<decltype(block_.top)>::value) return block_.top.core_active || still_ < 2;
    else return still_ < clock_.quiet_edges();
  }

  std::vector<pin> pins() override {
    const auto& t = block_.top;
    std::vector<pin> all;
    add_pin(all, "core_req", 1, t.core_req);
    add_pin(all, "core_we", 1, t.core_we);
    add_pin(all, "core_addr", 32, t.core_addr);
    add_pin(all, "core_wdata", 32, t.core_wdata);
    add_pin(all, "core_be", 4, t.core_be);
    add_pin(all, "core_id", 3, t.core_id);
    add_pin(all, "core_gnt", 1, t.core_gnt);
    add_pin(all, "core_rvalid", 1, t.core_rvalid);
    add_pin(all, "core_rid", 3, t.core_rid);
    add_pin(all, "core_rdata", 32, t.core_rdata);
    if constexpr (has_core_active<decltype(block_.top)>::value) add_pin(all, "core_active", 1, t.core_active);
    return all;
  }

 protected:
  // Inputs of its own: what they are from an edge on.
  virtual void fall() {}
  // In every cycle in which the block is looked at, before its request is.
  virtual void cycle(cycle_t) {}
  // The payload of a request, before it goes to the tile: extensions.
  virtual void decorate(tlm::tlm_generic_payload&) {}
  Block& block() { return block_; }
  // Something else will make it go on.
  void wake() {
    still_ = 0;
    look_.arm(now_cycle());
  }

 private:
  struct access {
    tlm::tlm_generic_payload payload;
    uint8_t data[4] = {};
    access() {
      payload.set_data_ptr(data);
      payload.set_byte_enable_ptr(nullptr);
    }
  };
  struct load {
    core_adapter& adapter;
    const unsigned id;
    access a;
    bool to_do = false;      // until the tile has answered
    bool forgotten = false;  // by a reset: no answer
    cycle_t granted = 0;
    tile_event asked;
    strand run;
    load(core_adapter& owner, unsigned number) : adapter(owner), id(number), run(owner.slot_, method<&load::play>(this)) {}
    void play() {
      for (;;) {
        while (!to_do) run.sleep_for(asked);
        sc_core::sc_time delay;
        adapter.socket->b_transport(a.payload, delay);
        to_do = false;
        if (std::exchange(forgotten, false)) adapter.look_.arm(now_cycle());  // its id may be wanted
        else adapter.answer(*this, now_cycle() + (delay.value() + cycle_ticks() - 1) / cycle_ticks());
      }
    }
  };
  struct answered {
    cycle_t cycle;  // in which it is on the pins
    unsigned id;
    uint32_t data;
  };

  rtl_clock& clock_;
  Block& block_;
  random_delay grants_later_, answers_later_;
  delayed_once granted_later_;
  const slot slot_;
  std::array<std::unique_ptr<load>, ids> loads_;
  access write_;
  tile_event write_asked_;
  bool writing_ = false, write_forgotten_ = false;
  bool asked_ = false;    // the request on the pins has been passed on
  bool granted_ = false;  // in this cycle
  bool in_reset_ = false;
  uint32_t still_ = 0;  // edges without a change
  std::deque<answered> answers_;
  cycle_t last_answer_ = 0;  // the cycle behind it
  activation look_;
  strand store_;

  void quiet_inputs() {
    block_.top.core_gnt = 0;
    block_.top.core_rvalid = 0;
  }
  uint64_t outputs() const {
    const auto& top = block_.top;
    return static_cast<uint64_t>(top.core_addr) << 16 | static_cast<uint64_t>(top.core_id) << 4 |
           static_cast<uint64_t>(top.core_we) << 1 | top.core_req;
  }
  // Every cycle: the request on the pins, and the answer that is due. Nobody looks while the block only waits for the tile.
  void look() {
    const cycle_t now = activation::begin();
    clock_.up_to(now);
    if (in_reset_) return;
    cycle(now);
    if (block_.top.core_req && !asked_ && !is_busy()) {
      if (granted_later_.may(grants_later_, now)) {
        granted_later_.happened();
        asked_ = true;
        start();
      } else {
        still_ = 0;
        look_.arm(now + 1);
      }
    }
    deliver(now);
    block_.settle();
    clock_.wake();
    if (at_work()) look_.arm(now + 1);
    else if (!answers_.empty()) look_.arm(answers_.front().cycle);
  }
  // With what a reset has left behind.
  bool is_busy() const { return block_.top.core_we ? writing_ : loads_[block_.top.core_id]->to_do; }
  void deliver(cycle_t now) {
    if (answers_.empty() || answers_.front().cycle > now) return;
    const answered a = answers_.front();
    answers_.pop_front();
    block_.top.core_rvalid = 1;
    block_.top.core_rid = static_cast<uint8_t>(a.id);
    block_.top.core_rdata = a.data;
    still_ = 0;
  }
  void start() {
    auto& top = block_.top;
    const unsigned first = static_cast<unsigned>(__builtin_ctz(top.core_be)),
                   bytes = static_cast<unsigned>(__builtin_popcount(top.core_be));
    access& a = top.core_we ? write_ : loads_[top.core_id]->a;
    a.payload.set_command(top.core_we ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    a.payload.set_address((top.core_addr & ~3u) + first);
    a.payload.set_data_length(bytes);
    a.payload.set_streaming_width(bytes);
    a.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    decorate(a.payload);
    if (top.core_we) {
      const uint32_t value = top.core_wdata >> (8 * first);
      std::memcpy(a.data, &value, 4);
      writing_ = true;
      write_asked_.notify();
      return;
    }
    load& l = *loads_[top.core_id];
    l.to_do = true;
    l.granted = now_cycle();
    l.asked.notify();
    grant();
  }
  void store() {
    for (;;) {
      while (!writing_) store_.sleep_for(write_asked_);
      sc_core::sc_time delay;
      socket->b_transport(write_.payload, delay);
      writing_ = false;
      if (std::exchange(write_forgotten_, false)) {
        look_.arm(now_cycle());  // another one may wait
        continue;
      }
      clock_.up_to(now_cycle());
      grant();
    }
  }
  void grant() {
    block_.top.core_gnt = 1;
    granted_ = true;
    still_ = 0;
    block_.settle();
    clock_.wake();
    look_.arm(now_cycle() + 1);
  }
  // A load is back; the core may use its data in `usable`, so they are on the pins in the cycle before, but behind the grant and
  // the answers in front of it.
  void answer(load& l, cycle_t usable) {
    uint32_t data = 0;
    std::memcpy(&data, l.a.data, l.a.payload.get_data_length());
    const cycle_t now = now_cycle(), cycle = answers_later_.from(std::max({usable - 1, l.granted + 1, now, last_answer_}));
    last_answer_ = cycle + 1;
    answers_.push_back({cycle, l.id, data << (8 * (l.a.payload.get_address() & 3))});
    if (cycle > now) return look_.arm(cycle);
    clock_.up_to(now);
    deliver(now);
    block_.settle();
    clock_.wake();
    look_.arm(now + 1);
  }
};

}  // namespace tensix
