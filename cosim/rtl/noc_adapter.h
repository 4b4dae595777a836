// SPDX-License-Identifier: Apache-2.0
// The pins of tt_noc_if (cosim/rtl/sv) on the side of the tile: an initiator on tensix_tile::noc, for RTL that fills and
// empties L1 in the place of a NoC. docs/cosim-core.md draws the handshakes.
//
// `Block` is verilated_block<VTOP>, or a class in C++ with the same members: `top` with pins named noc_* (noc_wdata and noc_rdata:
// 16 words of 32 bits), settle(), edge(f), reset(bool). noc_active (optional): something will happen in the block without an
// answer of the tile; without it, a block whose request does not change for rtl.quiet_edges edges is left alone.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <array>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cosim/rtl/pins.h"
#include "cosim/rtl/rtl_clock.h"
#include "cosim/rtl/rtl_failure.h"
#include "models/memory/l1_protocol.h"
#include "models/time/strand.h"
#include "support/text/hex_text.h"

namespace tensix {

template <class Top, class = void>
struct has_noc_active : std::false_type {};
template <class Top>
struct has_noc_active<Top, std::void_t<decltype(std::declval<Top&>().noc_active)>> : std::true_type {};

template <class Block>
class noc_adapter : public sc_core::sc_module, public clocked_if, public pins_if {
 public:
  static constexpr unsigned ids = 8, word_bytes = 64, most_words = 256, lanes = 4;
  tlm_utils::simple_initiator_socket<noc_adapter> socket;
  // Whether a request, or a word of a write, is taken in this cycle; unset: whenever there is one.
  std::function<bool(cycle_t)> takes;

  noc_adapter(const sc_core::sc_module_name& name, rtl_clock& clock, Block& block)
      : sc_module(name), socket("socket"), clock_(clock), block_(block), look_(slot::rtl, method<&noc_adapter::look>(this)) {
    for (unsigned i = 0; i < ids; ++i) bursts_[i] = std::make_unique<burst>(*this, i);
    clock_.attach(*this, "noc");
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
    for (auto& b : bursts_) {
      b->forgotten = b->to_do;
      b->words = 0;
    }
    granted_ = false;
    block_.settle();
    look_.arm(sc_core::sc_is_running() ? now_cycle() + 1 : 0);
  }
  bool edge(cycle_t) override {
    const bool granted = std::exchange(granted_, false);
    const auto before = outputs();
    block_.edge([this] { quiet_inputs(); });
    const bool changed = granted || outputs() != before;
    still_ = changed ? 0 : still_ + 1;
    return changed;
  }
  bool at_work() const override {
    if constexpr (has_noc_active<decltype(block_.top)>::value)
      if (block_.top.noc_active) return true;
    return still_ < clock_.quiet_edges();
  }

  std::vector<pin> pins() override {
    const auto& t = block_.top;
    std::vector<pin> all;
    add_pin(all, "noc_req", 1, t.noc_req);
    add_pin(all, "noc_we", 1, t.noc_we);
    add_pin(all, "noc_addr", 32, t.noc_addr);
    add_pin(all, "noc_len", 8, t.noc_len);
    add_pin(all, "noc_id", 3, t.noc_id);
    add_pin(all, "noc_wdata", 512, t.noc_wdata);
    add_pin(all, "noc_wstrb", 64, t.noc_wstrb);
    add_pin(all, "noc_gnt", 1, t.noc_gnt);
    add_pin(all, "noc_rvalid", 1, t.noc_rvalid);
    add_pin(all, "noc_rid", 3, t.noc_rid);
    add_pin(all, "noc_rlast", 1, t.noc_rlast);
    add_pin(all, "noc_rdata", 512, t.noc_rdata);
    if constexpr (has_noc_active<decltype(block_.top)>::value) add_pin(all, "noc_active", 1, t.noc_active);
    return all;
  }

 private:
  struct burst {
    noc_adapter& adapter;
    const unsigned id;
    tlm::tlm_generic_payload payload;
    l1_access access;
    std::vector<uint8_t> data = std::vector<uint8_t>(most_words * word_bytes), enables = data;
    unsigned words = 0;      // of a write, so far
    bool all_bytes = true;   // of it are strobed
    bool to_do = false;      // until L1 has answered
    bool forgotten = false;  // by a reset: no answer
    tile_event asked;
    strand run;
    burst(noc_adapter& owner, unsigned number) : adapter(owner), id(number), run(slot::rtl, method<&burst::play>(this)) {
      access.lanes = lanes;
      payload.set_data_ptr(data.data());
      payload.set_extension(&access);
    }
    ~burst() { payload.clear_extension(&access); }  // not the payload's
    void play() {
      for (;;) {
        while (!to_do) run.sleep_for(asked);
        sc_core::sc_time delay;
        adapter.socket->b_transport(payload, delay);
        to_do = false;
        if (!payload.is_response_ok())
          throw rtl_failure("noc_addr " + hex_text(payload.get_address()) + ": a burst of " +
                            std::to_string(payload.get_data_length()) + " bytes leaves L1");
        if (std::exchange(forgotten, false)) adapter.look_.arm(now_cycle());  // its id may be wanted
        else adapter.answer(id);
      }
    }
  };
  struct answered {
    unsigned id, words, at;
  };

  rtl_clock& clock_;
  Block& block_;
  random_delay grants_later_{clock_.delays("noc noc_gnt")}, answers_later_{clock_.delays("noc noc_rvalid")};
  delayed_once granted_later_;
  std::array<std::unique_ptr<burst>, ids> bursts_;
  std::deque<answered> answers_;  // what is on the pins, and what comes behind it
  cycle_t free_from_ = 0;         // the answer's pins
  bool granted_ = false;          // in this cycle
  bool in_reset_ = false;
  uint32_t still_ = 0;  // edges without a change
  activation look_;

  void quiet_inputs() {
    block_.top.noc_gnt = 0;
    block_.top.noc_rvalid = 0;
    block_.top.noc_rlast = 0;
  }
  std::pair<uint64_t, uint64_t> outputs() const {
    const auto& top = block_.top;
    return {static_cast<uint64_t>(top.noc_addr) << 16 | static_cast<uint64_t>(top.noc_len) << 8 |
                static_cast<uint64_t>(top.noc_id) << 4 | static_cast<uint64_t>(top.noc_we) << 1 | top.noc_req,
            top.noc_wstrb};
  }
  void look() {
    const cycle_t now = activation::begin();
    clock_.up_to(now);
    if (in_reset_) return;
    if (block_.top.noc_req && !granted_) request(now);
    deliver(now);
    drive();
    if (at_work()) look_.arm(now + 1);
  }
  void drive() {
    block_.settle();
    clock_.wake();
  }
  void request(cycle_t now) {
    auto& top = block_.top;
    burst& b = *bursts_[top.noc_id];
    if (b.to_do || (takes && !takes(now))) return;
    if (!granted_later_.may(grants_later_, now)) {
      still_ = 0;
      return;
    }
    granted_later_.happened();
    top.noc_gnt = 1;
    granted_ = true;
    still_ = 0;
    if (top.noc_we) {
      take_word(b);
      if (b.words <= top.noc_len) return;
    }
    const unsigned bytes = (top.noc_len + 1u) * word_bytes;
    b.payload.set_command(top.noc_we ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    b.payload.set_address(top.noc_addr);
    b.payload.set_data_length(bytes);
    b.payload.set_streaming_width(bytes);
    b.payload.set_byte_enable_ptr(top.noc_we && !b.all_bytes ? b.enables.data() : nullptr);
    b.payload.set_byte_enable_length(top.noc_we && !b.all_bytes ? bytes : 0);
    b.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    b.words = 0;
    b.to_do = true;
    b.asked.notify();
  }
  void take_word(burst& b) {
    const auto& top = block_.top;
    const uint64_t strobes = top.noc_wstrb;
    const unsigned from = b.words * word_bytes;
    b.all_bytes = (b.words == 0 || b.all_bytes) && ~strobes == 0;
    for (unsigned i = 0; i < word_bytes; ++i) {
      b.data[from + i] = static_cast<uint8_t>(top.noc_wdata[i / 4] >> (8 * (i % 4)));
      b.enables[from + i] = strobes >> i & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    }
    ++b.words;
  }
  // L1 has done it, in this cycle.
  void answer(unsigned id) {
    const auto& p = bursts_[id]->payload;
    answers_.push_back({id, p.is_read() ? p.get_data_length() / word_bytes : 1, 0});
    const cycle_t now = now_cycle();
    if (answers_.size() == 1) free_from_ = std::max(free_from_, answers_later_.from(now));
    clock_.up_to(now);
    deliver(now);
    drive();
    look_.arm(now + 1);
  }
  // A word a cycle.
  void deliver(cycle_t now) {
    if (answers_.empty()) return;
    if (free_from_ > now) {
      if (!answers_later_.off()) still_ = 0;
      return;
    }
    free_from_ = now + 1;
    still_ = 0;
    auto& top = block_.top;
    answered& a = answers_.front();
    const burst& b = *bursts_[a.id];
    if (b.payload.is_read())
      for (unsigned i = 0; i < word_bytes / 4; ++i) std::memcpy(&top.noc_rdata[i], &b.data[a.at * word_bytes + 4 * i], 4);
    top.noc_rvalid = 1;
    top.noc_rid = static_cast<uint8_t>(a.id);
    top.noc_rlast = ++a.at == a.words;
    if (top.noc_rlast) answers_.pop_front();
  }
};

}  // namespace tensix
