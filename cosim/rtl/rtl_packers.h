// SPDX-License-Identifier: Apache-2.0
// RTL of the packers' read interfaces and output buffers in the place of units.packers (docs/cosim-move.md). What it does not do
// is here: conversion (the model's function), L1's protocol, accounts.
//
//   parts.packers = [&e](const tile_context& c) {
//     return std::make_unique<rtl_packers<verilated_block<Vmine>>>("packers", c, e.clock(), "mine");
//   };
#pragma once
#include <deque>
#include <memory>

#include "cosim/rtl/packer_offer.h"
#include "cosim/rtl/rtl_clock.h"
#include "models/memory/l1_initiator.h"
#include "models/observe/observer.h"
#include "models/packer/packer_causes.h"
#include "support/text/hex_text.h"

namespace tensix {

// A stream's way to L1: a burst of RTL is a transfer.
class burst_port : public sc_core::sc_module {
 public:
  l1_initiator l1{"l1", completes<&burst_port::completed>(this)};
  std::function<void(const l1_payload&)> done;

  burst_port(const sc_core::sc_module_name& name, unsigned which, uint32_t beats_a_cycle) : sc_module(name) {
    l1.usual.client = static_cast<l1_client>(static_cast<unsigned>(l1_client::packer0) + which);
    l1.usual.lanes = beats_a_cycle;
  }
  void write(uint32_t address, uint32_t bytes, uint8_t* data, bool accumulate, bool data_by_dmi) {
    l1_payload& t = l1.get(tlm::TLM_WRITE_COMMAND, address, data, bytes);
    t.access.operation = accumulate ? l1_operation::accumulate : l1_operation::plain;
    t.access.data_by_dmi = data_by_dmi;
    l1.send(t);
  }

 private:
  void completed(l1_payload& t) { done(t); }
};

template <class Block>
class rtl_packers : public tensix_unit, public pins_if, public clocked_if {
 public:
  template <class... Arguments>
  rtl_packers(const sc_core::sc_module_name& name, const tile_context& c, rtl_clock& clock, Arguments&&... arguments)
      : tensix_unit(name),
        c_(c),
        parameters_(c.configuration.packer),
        clock_(clock),
        offer_(c),
        streams_(parameters_.topology == packer_topology::independent ? 4 : 1),
        pins_(parameters_, std::forward<Arguments>(arguments)...) {
    clock.attach(*this, this->basename());
    static constexpr const char* names[] = {"packer0", "packer1", "packer2", "packer3"};
    for (unsigned i = 0; i < 4; ++i) {
      output& o = output_[i];
      o.name = names[i];
      o.port = std::make_unique<burst_port>(names[i], i, parameters_.write_lanes);
      o.port->l1.bind(*c.l1);
      o.port->done = [this, i](const l1_payload& t) { done(i, t); };
      o.stores.reserve(256);
    }
  }

  issue_response offer(const issue_request& r) override {
    if (const cycle_t from = later_[r.thread].from(offers_later_, r.cycle); from > r.cycle)
      return issue_response::refuse(stall_reason::unit_busy, from);
    clock_.up_to(r.cycle);
    const auto a = offer_.ask(pins_, r);
    account& first = output_[0].activity;
    if (!a.ready) {
      if (a.at_work) clock_.wake();  // so that it becomes ready
      was_full_ |= a.why == stall_reason::packer_queue_full;
      if (a.why != stall_reason::dst_block_hazard)
        return issue_response::refuse(a.why, a.why == stall_reason::unit_busy && a.wait ? r.cycle + a.wait : never);
      if (pins_.under_way(0) > 0) account_to(output_[0], r.cycle);
      refusals_.refused(first, a.why, r.cycle);
      return issue_response::refuse(a.why, std::max(offer_.readable_from(), r.cycle + 1));
    }
    later_[r.thread].happened();
    refusals_.accepted(first, r.cycle);
    if (c_.state.tap) c_.state.tap->dst_used(dst_accessor::packers, offer_.what.blocks, {}, r.cycle);
    c_.functions.packer.execute(offer_.what, job_);
    offer_.took(job_);
    const unsigned streams = offer_.streams();
    for (unsigned i = 0; i < streams_; ++i)
      if ((streams >> i & 1) && pins_.under_way(i) == 0) output_[i].busy_since = r.cycle;
    const uint32_t read_cycles = pins_.take(job_, streams, offer_.demand);
    const cycle_t read = r.cycle + read_cycles;
    if (c_.state.causes) record_accepted(streams, r.cycle);
    was_full_ = false;
    for (unsigned i = 0; i < streams_; ++i)
      if (const pack_beats& beats = job_.beats[i]; c_.state.tap && (streams >> i & 1) && !beats.empty())
        c_.state.tap->works_with(output_[i].name,
                                 {beats.runs().front().address, pack_beat_bytes * static_cast<uint32_t>(beats.size()), -1, -1});
    for (unsigned i = 0; i < 4; ++i) {
      output& o = output_[i];
      const bool reads = offer_.demand.active >> i & 1;
      if (reads) o.activity.executed(static_cast<int>(r.thread), r.word, r.cycle, r.cycle, read);
      if (streams >> i & 1) {
        o.stores.push_back(job_.store);
        job_.store.valid = false;
        record_queue(i, r.cycle);
      } else if (reads && streams_ == 1) {
        o.activity.busy(r.cycle, read);
      }
    }
    clock_.wake();
    quiet_ = 0;
    step_.arm(r.cycle + 1);
    return issue_response::accept(r.cycle + 1);
  }

  cycle_t drained_from(unsigned thread, cycle_t now) const override {
    clock_.up_to(now_cycle());
    return pins_.drained(thread) ? std::max(now, drained_[thread]) : never;  // also asked of cycles that are over
  }
  cause drained_by(unsigned thread) const override { return drained_by_[thread]; }
  std::string waits_for() const override {
    for (unsigned i = 0; i < streams_; ++i)
      if (pins_.under_way(i) > 0)
        return "RTL holds " + std::to_string(pins_.under_way(i)) + " PACRs of " + output_[i].name + ", the first of T" +
               std::to_string(pins_.oldest_thread(i)) + ", " +
               (pins_.writing(i)  ? "and waits for L1"
                : pins_.at_work() ? "and does not ask L1 (l1_req is low, at_work is high)"
                                  : "and does not ask L1 (l1_req and at_work are low)");
    return {};
  }
  std::vector<named_account> accounts() override {
    std::vector<named_account> all;
    for (output& o : output_) all.emplace_back(o.name, &o.activity);
    return all;
  }
  unit_traffic traffic() const override {
    unit_traffic all;
    for (const output& o : output_) all.bytes += o.bytes;
    return all;
  }
  std::vector<pin> pins() override { return pins_.pins(); }
  void settle_pins(uint64_t) override { pins_.settle(); }
  packer_pins<Block>& rtl() { return pins_; }

 private:
  struct part {
    uint32_t beats;
    int thread;
    cause by;  // makes them available
  };
  struct output {
    const char* name = "";
    std::unique_ptr<burst_port> port;
    account activity;
    typename packer_pins<Block>::burst burst;
    std::vector<register_store> stores;  // of the PACRs under way, in order
    size_t stored = 0;
    cycle_t busy_since = 0;
    uint64_t bytes = 0;
    delayed_once granted;  // the burst that RTL asks for
    bool refused = false;  // the burst was: over in the next cycle
    bool by_dmi = false;   // its data are moved here
    uint32_t port_stalls = 0, bank_stalls = 0;
    // If causes are recorded: of its transfers; of beats that are not in L1 yet, those that are complete together.
    pack_write_causes causes;
    std::deque<part> parts;
  };
  const tile_context c_;
  const packer_parameters parameters_;
  rtl_clock& clock_;
  packer_offer offer_;
  random_delay offers_later_{clock_.delays("packers issue")}, grants_later_{clock_.delays("packers l1_gnt")};
  delayed_once later_[thread_count];  // the next offer of each thread
  const unsigned streams_;
  mutable packer_pins<Block> pins_;
  output output_[4];
  pack_job job_;
  cycle_t drained_[thread_count] = {};
  bool was_full_ = false;  // the instruction being offered has been refused for its queue
  pack_read_causes causes_;
  pack_conversion conversion_{parameters_};  // if causes are recorded
  cause drained_by_[thread_count];           // if causes are recorded
  uint32_t quiet_ = 0;                       // cycles in which RTL has done nothing
  activation step_{slot::packer0, method<&rtl_packers::step>(this)};

  // ---- clocked_if
  void reset(bool asserted) override { pins_.reset(asserted); }
  bool edge(cycle_t) override {
    const bool changed = pins_.edge();
    quiet_ = changed ? 0 : quiet_ + 1;
    return changed;
  }
  bool at_work() const override { return pins_.at_work(); }

  void record_queue(unsigned i, cycle_t cycle) {
    if (observer* o = output_[i].activity.tap()) o->queue_changed(output_[i].activity.name(), pins_.waiting(i), cycle);
  }
  void account_to(output& o, cycle_t cycle) { o.activity.busy(o.busy_since, cycle), o.busy_since = cycle; }

  // ---- Causes: RTL says when, the pins say what for.
  void record_accepted(unsigned streams, cycle_t cycle) {
    cause_recorder& causes = *c_.state.causes;
    causes_.accepted(causes, offer_.what.blocks, c_.dst);
    for (unsigned i = 0; i < streams_ && was_full_; ++i) causes.after(output_[i].causes.over());
    const pack_timing timing = conversion_.take(cycle, offer_.demand);
    const cause why = causes_.reads(causes, timing, parameters_.pipeline_latency_cycles);
    for (unsigned i = 0; i < streams_; ++i)
      if (streams >> i & 1)
        job_.beats[i].for_each_part(timing, 8 * parameters_.interface_bytes, [&](uint32_t beats, uint32_t cycles) {
          if (beats == 0) return;
          output_[i].parts.push_back({beats, job_.thread, why});
          output_[i].parts.back().by.cycles = cycles;
        });
  }
  void record_writing(output& o, cycle_t c) {
    if (!o.parts.empty()) o.causes.begins(*c_.state.causes, o.parts.front().by, o.parts.front().thread, c);
  }
  void record_wrote(output& o, cycle_t c) {
    o.causes.ends(o.burst.beats, parameters_.write_lanes, c);
    for (uint32_t left = o.burst.beats; left && !o.parts.empty();) {
      part& first = o.parts.front();
      const uint32_t gone = std::min(left, first.beats);
      left -= gone;
      if ((first.beats -= gone) == 0) o.parts.pop_front();
    }
  }

  // What RTL wants in this cycle. It is looked at in every cycle in which it may want something by itself, but not for ever.
  void step() {
    const cycle_t c = step_.begin();
    clock_.up_to(c);
    bool requested = false;
    for (unsigned i = 0; i < streams_; ++i) {
      if (output_[i].refused) over(i, c);
      if (c_.state.tap)
        pins_.buffered(
            i, [&](const pack_beat& b) { c_.state.tap->packed(i, b.address, static_cast<unsigned>(b.action), b.data, 1, c); });
      else pins_.nothing_reported(i);
      if (end(i, c) && pins_.under_way(i) == 0) account_to(output_[i], c);
      if (!pins_.writing(i)) requested |= request(i, c);
      else if (c_.state.l1_elsewhere()) pins_.collect(i);
    }
    if (requested) clock_.wake();
    if (pins_.at_work() && quiet_ < clock_.quiet_edges()) step_.arm(c + 1);
  }

  bool request(unsigned i, cycle_t c) {
    output& o = output_[i];
    if (!pins_.requests(i, o.burst)) return false;
    if (!o.granted.may(grants_later_, c)) {
      quiet_ = 0;
      step_.arm(c + 1);
      return false;
    }
    o.granted.happened();
    const bool accumulate = o.burst.action != pack_beat::action_t::write;
    if (c_.state.causes) record_writing(o, c);
    const uint32_t bytes = pack_beat_bytes * o.burst.beats;
    const bool by_dmi = !c_.state.l1_elsewhere() || accumulate;
    o.by_dmi = by_dmi;
    const uint8_t* const data = pins_.granted(i, o.burst, !by_dmi);
    o.port->write(o.burst.address, bytes, by_dmi ? c_.state.l1.data() + o.burst.address : const_cast<uint8_t*>(data),
                  accumulate, by_dmi);
    return true;
  }

  // L1 has taken a burst, in its slot; or refused it.
  void done(unsigned i, const l1_payload& t) {
    output& o = output_[i];
    const cycle_t c = now_cycle();
    o.port_stalls = t.access.port_stall_cycles;
    o.bank_stalls = t.access.bank_stall_cycles;
    if (!t.is_response_ok()) {
      c_.state.diagnose.undefined("packer", static_cast<int>(pins_.oldest_thread(i)), 0,
                                  t.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE
                                      ? "writes outside L1 at address " + hex_text(o.burst.address)
                                      : t.response_text());
      o.refused = o.by_dmi = true;  // what lies inside is written
      step_.arm(c + 1);
      return;
    }
    clock_.up_to(c);
    over(i, c);
  }
  void over(unsigned i, cycle_t c) {
    output& o = output_[i];
    o.refused = false;
    const uint32_t bytes = pack_beat_bytes * o.burst.beats;
    pins_.done(i);
    if (o.by_dmi) {
      packer_function::commit(c_.state, {o.burst.address, o.burst.beats, o.burst.action}, pins_.data(i));
    }
    if (c_.state.causes) record_wrote(o, c);
    o.bytes += bytes;
    record_queue(i, c);
    o.activity.busy_but(o.busy_since, c,
                        {{stall_reason::l1_port, o.port_stalls}, {stall_reason::l1_bank_conflict, o.bank_stalls}});
    o.busy_since = c;
    end(i, c);
    clock_.wake();
    quiet_ = 0;
    step_.arm(c);
  }

  // PACRs that RTL says are over: their register writes follow, and listeners are notified.
  bool end(unsigned i, cycle_t c) {
    output& o = output_[i];
    bool any = false;
    pins_.ended(i, [&](unsigned thread) {
      drained_[thread] = std::max(drained_[thread], c);
      drained_by_[thread] = o.causes.over();
      c_.functions.packer.commit(o.stores[o.stored++]);
      any = true;
    });
    if (o.stored == o.stores.size() || o.stored == 1024) {
      o.stores.erase(o.stores.begin(), o.stores.begin() + static_cast<std::ptrdiff_t>(o.stored));
      o.stored = 0;
    }
    if (any) notify(c);
    return any;
  }
};

}  // namespace tensix
