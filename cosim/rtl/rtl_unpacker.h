// SPDX-License-Identifier: Apache-2.0
// RTL of an unpacker's address and fetch stage in the place of units.unpacker0 or unpacker1 (docs/cosim-move.md). What it does not
// do is here: the model's conversion, the throttle arbiter's and L1's protocols, accounts.
//
//   parts.unpacker0 = [&e](const tile_context& c) {
//     return std::make_unique<rtl_unpacker<verilated_block<Vmine>>>("unpacker0", 0, c, e.clock(), "mine");
//   };
#pragma once
#include <deque>

#include "cosim/rtl/rtl_clock.h"
#include "cosim/rtl/src_adapter.h"
#include "cosim/rtl/unpacker_pins.h"
#include "models/memory/l1_initiator.h"
#include "models/unpacker/unpacker_bookkeeping.h"
#include "platform/tile_parts.h"
#include "support/text/hex_text.h"

namespace tensix {

template <class Block>
class rtl_unpacker : public unpacker_if, public pins_if, public clocked_if, private gate_listener_if, private rate_listener_if {
 public:
  l1_initiator l1{"l1", completes<&rtl_unpacker::completed>(this)};

  template <class... Arguments>
  rtl_unpacker(const sc_core::sc_module_name& name, unsigned which, const tile_context& c, rtl_clock& clock,
               Arguments&&... arguments)
      : unpacker_if(name),
        which_(which),
        c_(c),
        numbers_(c.configuration.unpacker),
        arbiter_(*c.throttle),
        clock_(clock),
        pins_(numbers_, std::forward<Arguments>(arguments)...),
        registers_(which ? c.state.srcb : c.state.srca),
        src_(which, registers_, c.hand_over),
        books_(which, numbers_, this->account_, c.state, c.functions.unpacker[which], c.hand_over, c.dst, arbiter_),
        step_(slot_of(slot::unpacker0, which), method<&rtl_unpacker::step>(this)) {
    l1.bind(*c.l1);
    clock.attach(*this, this->basename());
    c.hand_over.subscribe(*this);
    arbiter_.attach(which, *this);
  }

  issue_response offer(const issue_request& r) override {
    if (const cycle_t from = later_[r.thread].from(offers_later_, r.cycle); from > r.cycle)
      return issue_response::refuse(stall_reason::unit_busy, from);
    clock_.up_to(r.cycle);
    if (pins_.has_taken()) return issue_response::refuse(stall_reason::unit_busy, r.cycle + 1);  // one a cycle
    const bool nop = opcode_of(r.word) == opcode::UNPACR_NOP;
    const auto a = pins_.offer(r.thread, nop, arbiter_.address_phase_free <= r.cycle);
    if (!a.ready) {
      if (a.by_itself) clock_.wake();  // so that it becomes ready
      return issue_response::refuse(a.why, a.why == stall_reason::unpacr_address_phase ? arbiter_.address_phase_free
                                           : a.by_itself                               ? r.cycle + 1
                                                                                       : never);
    }
    later_[r.thread].happened();
    unpack_in_flight& f = queue_.emplace_back();
    books_.accepted(f, r);
    const auto taken = pins_.take(f.job, books_.full_speed(f));
    f.beats = taken.beats;
    const issue_response response = books_.address_phase(f, nop, taken.hold, not_fetched());
    note_state(r.cycle);
    clock_.wake();
    quiet_ = 0;
    step_.arm(r.cycle + 1);
    return response;
  }

  cycle_t drained_from(unsigned thread, cycle_t now) const override {
    clock_.up_to(now_cycle());
    return pins_.drained(thread) ? std::max(now, books_.last_done(thread)) : never;
  }
  cause drained_by(unsigned thread) const override { return books_.done_by(thread); }
  std::string waits_for() const override {
    if (std::string text = books_.waits_for_bank(queue_); !text.empty() || queue_.empty()) return text;
    return std::string("RTL holds \"") + disassemble(queue_.front().job.word) + "\" of T" +
           std::to_string(queue_.front().job.thread) + (open_ ? ", and waits for L1" : ", and neither fetches nor writes it");
  }
  const unpack_job* in_flight(size_t i) const override { return i < queue_.size() ? &queue_[i].job : nullptr; }
  unit_traffic traffic() const override { return books_.traffic(); }
  std::vector<pin> pins() override { return pins_.pins(); }
  void settle_pins(uint64_t) override { pins_.settle(); }

 private:
  static constexpr unsigned extents = unpacker_pins<Block>::extents;
  using stage = unpack_stage;  // as the model's, for accounts; what happens when is RTL's
  struct fetch_part {
    l1_payload* transfer = nullptr;  // null: it is complete
    std::vector<uint8_t> data;       // if L1 keeps its bytes elsewhere
  };
  const unsigned which_;
  const tile_context c_;
  const unpacker_parameters numbers_;
  throttle_if& arbiter_;
  rtl_clock& clock_;
  random_delay offers_later_{clock_.delays(std::string(this->basename()) + " issue")},
      data_later_{clock_.delays(std::string(this->basename()) + " l1_done")};
  delayed_once later_[thread_count];  // the next offer of each thread
  mutable unpacker_pins<Block> pins_;
  src_register& registers_;
  src_writer src_;
  unpacker_bookkeeping books_;
  std::deque<unpack_in_flight> queue_;
  size_t begun_ = 0;  // of the queue: have begun to fetch
  fetch_part parts_[extents];
  unsigned open_ = 0, data_transfers_ = 0, all_transfers_ = 0;
  unsigned refused_ = 0;  // transfers that L1 has refused, a bit each: RTL is notified in the next cycle
  uint64_t bytes_ = 0, exponent_bytes_ = 0, port_stalls_ = 0, bank_stalls_ = 0;
  bool changed_ = false;
  uint32_t quiet_ = 0;
  activation step_;

  // ---- clocked_if
  void reset(bool asserted) override {
    look_at_banks(now_cycle());
    pins_.reset(asserted);
  }
  bool edge(cycle_t) override {
    const bool changed = pins_.edge();
    quiet_ = changed ? 0 : quiet_ + 1;
    return changed;
  }
  bool at_work() const override { return pins_.at_work(); }

  void state_changed(cycle_t visible_at) override {
    if (!queue_.empty()) quiet_ = 0, step_.arm(visible_at);
  }
  void rate_changed(uint32_t bytes_per_cycle) override {
    clock_.up_to(now_cycle());
    const uint32_t beats_a_cycle = pins_.rate(bytes_per_cycle);
    for (unsigned i = 0; i < data_transfers_; ++i)
      if (parts_[i].transfer) l1.change_rate(*parts_[i].transfer, beats_a_cycle);
  }

  // Of those in front of the last one: their fetch is not over.
  unsigned not_fetched() const {
    const bool fetching = begun_ > 0 && queue_[begun_ - 1].where == stage::fetch;
    return static_cast<unsigned>(queue_.size() - 1 - begun_ + fetching);
  }

  // ---- A cycle: what RTL writes, then what it begins to fetch
  void step() {
    const cycle_t c = step_.begin();
    clock_.up_to(c);
    for (unsigned i = 0; i < extents; ++i)
      if (refused_ >> i & 1) came(i, c);
    refused_ = 0;
    look_at_banks(c);
    while (pins_.writes()) {
      books_.write_back(queue_.front(), c);
      queue_.pop_front();
      --begun_;
      pins_.wrote();
      changed_ = true;
      look_at_banks(c);
    }
    mirror_front(c);
    while (pins_.fetches()) start_fetch(queue_[begun_], c);
    mirror_next(c);
    note_state(c);
    clock_.wake();
    if (changed_) notify(c);
    changed_ = false;
    if (pins_.at_work() && quiet_ < clock_.quiet_edges()) step_.arm(c + 1);
  }
  void look_at_banks(cycle_t c) { pins_.banks(src_.own(c), src_.bank(), src_.matrix_bank(c)); }

  void start_fetch(unpack_in_flight& f, cycle_t cycle) {
    ++begun_;
    books_.fetching(f, f.where == stage::ready, cycle);
    const uint32_t beats_a_cycle = pins_.rate(arbiter_.begin(which_, f.wanted));
    data_transfers_ = all_transfers_ = 0;
    bytes_ = exponent_bytes_ = port_stalls_ = bank_stalls_ = 0;
    for (unsigned i = 0; i < extents && pins_.requests(i); ++i) {
      fetch_part& part = parts_[i];
      const bool data = i < data_extents(f.job), elsewhere = c_.state.l1_elsewhere();
      const l1_extent e = pins_.extent(i);
      const uint32_t bytes = e.row_bytes * e.rows;
      if (elsewhere) part.data.resize(bytes);
      l1_payload& x =
          l1.get(tlm::TLM_READ_COMMAND, e.address, elsewhere ? part.data.data() : c_.state.l1.data() + e.address, bytes);
      part.transfer = &x;
      x.tag = i;
      x.access.client = data ? (which_ ? l1_client::unpacker1 : l1_client::unpacker0)
                             : (which_ ? l1_client::unpacker1_exponents : l1_client::unpacker0_exponents);
      x.access.lanes = data ? beats_a_cycle : 1;
      x.access.row_bytes = e.rows > 1 ? e.row_bytes : 0;
      x.access.row_stride = e.row_stride;
      x.access.rows = e.rows;
      x.access.data_by_dmi = !elsewhere;
      bytes_ += bytes;
      (data ? data_transfers_ : all_transfers_) += 1;
      if (!data) exponent_bytes_ += bytes;
    }
    all_transfers_ += data_transfers_;
    pins_.began();
    if (all_transfers_ == 0) {
      books_.passed(f, cycle);
      f.where = stage::pipeline;
      f.beats = 0;
      changed_ = true;
      step_.arm(cycle + 1);
      return;
    }
    f.where = stage::fetch;
    books_.requested(f);
    open_ = all_transfers_;
    for (unsigned i = 0; i < all_transfers_; ++i) l1.send(*parts_[i].transfer, data_later_.from(cycle) - cycle);
  }
  static unsigned data_extents(const unpack_job& job) {
    unsigned n = 0;
    for (const l1_extent& e : job.data_reads) n += e.rows != 0 && e.row_bytes != 0;
    return n;
  }

  void completed(l1_payload& x) {
    const cycle_t c = now_cycle();
    parts_[x.tag].transfer = nullptr;
    port_stalls_ += x.access.port_stall_cycles;
    bank_stalls_ += x.access.bank_stall_cycles;
    if (!x.is_response_ok()) {
      const unpack_job& job = queue_[begun_ - 1].job;
      const bool outside = x.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE;
      c_.state.diagnose.undefined("unpacker", job.thread, job.word,
                                  outside ? "reads outside L1: address " + hex_text(x.get_address()) + ", " +
                                                std::to_string(x.get_data_length()) + " bytes"
                                          : x.response_text());
      refused_ |= 1u << x.tag;
      step_.arm(c + 1);
      return;
    }
    clock_.up_to(c);
    if (c_.state.l1_elsewhere()) {  // to where the function reads it
      const uint32_t bytes = x.get_data_length(), row_bytes = x.access.row_bytes ? x.access.row_bytes : bytes;
      uint8_t* to = c_.state.l1.data() + x.get_address();
      for (size_t from = 0; from < bytes; from += row_bytes, to += x.access.row_stride)
        std::copy_n(x.get_data_ptr() + from, row_bytes, to);
    }
    came(x.tag, c);
  }
  void came(unsigned i, cycle_t c) {
    --open_;
    const bool over = pins_.came(i);
    clock_.wake();
    quiet_ = 0;
    step_.arm(c);
    if (over) end_fetch(queue_[begun_ - 1], c);
  }

  void end_fetch(unpack_in_flight& f, cycle_t cycle) {
    f.where = stage::pipeline;
    changed_ = true;  // there is room for another
    books_.fetched(f, bytes_, exponent_bytes_, port_stalls_, bank_stalls_, cycle);
    account_.executed(f.job.thread, f.job.word, f.accepted, f.fetch_start, std::max(cycle, f.fetch_start + 1));
    note_state(cycle);
  }

  // ---- Accounts: who works, who waits for a bank
  void mirror_front(cycle_t c) {
    if (!queue_.empty() && begun_ > 0) {
      unpack_in_flight& f = queue_.front();
      if ((f.where == stage::pipeline || f.where == stage::bank) && f.until <= c && !f.bank_seen) {
        const bool ours = !f.job.waits_for_bank || pins_.owns_bank(f.job);
        f.late = ours && f.where == stage::bank;
        f.where = ours ? stage::pipeline : stage::bank;
        f.bank_seen = ours;
        if (ours) f.until = books_.writes_until(f);
      }
    }
  }
  void mirror_next(cycle_t c) {
    const bool fetching = begun_ > 0 && queue_[begun_ - 1].where == stage::fetch;
    if (!fetching && begun_ < queue_.size() && queue_[begun_].until <= c) queue_[begun_].where = stage::ready;
  }
  void note_state(cycle_t cycle) {
    bool waiting = false, fetching = false;
    for (const unpack_in_flight& f : queue_) waiting |= waits_for_bank(f.where), fetching |= f.where == stage::fetch;
    unpacker_activity(queue_, which_, waiting, fetching, cycle, [this](cycle_t c) { step_.arm(c); }).enter(account_, cycle);
  }
};

}  // namespace tensix
