// RTL of an unpacker's address and fetch stage in the place of units.unpacker0 or unpacker1 (docs/cosim-move.md). What it does not
// do is here: the model's conversion, the throttle arbiter's and L1's protocols, accounts.
//
//   parts.unpacker0 = [&e](const tile_context& c) {
//     return std::make_unique<rtl_unpacker<verilated_block<Vmine>>>("unpacker0", 0, c, e.clock(), "mine");
//   };
#pragma once
#include <tlm_utils/simple_initiator_socket.h>

#include <deque>

#include "cosim/rtl/rtl_clock.h"
#include "cosim/rtl/src_adapter.h"
#include "cosim/rtl/unpacker_pins.h"
#include "models/isa/isa.h"
#include "models/memory/l1_protocol.h"
#include "models/observe/observer.h"
#include "models/unpacker/unpacker_activity.h"
#include "models/unpacker/unpacker_causes.h"
#include "platform/tile_parts.h"

namespace tensix {

template <class Block>
class rtl_unpacker : public unpacker_if, public pins_if, public clocked_if, private gate_listener_if, private rate_listener_if {
 public:
  tlm_utils::simple_initiator_socket<rtl_unpacker, 128> l1;

  template <class... Arguments>
  rtl_unpacker(const sc_core::sc_module_name& name, unsigned which, const tile_context& c, rtl_clock& clock,
               Arguments&&... arguments)
      : unpacker_if(name),
        l1("l1"),
        which_(which),
        c_(c),
        numbers_(c.configuration.unpacker),
        function_(c.functions.unpacker[which]),
        arbiter_(*c.throttle),
        clock_(clock),
        pins_(numbers_, std::forward<Arguments>(arguments)...),
        registers_(which ? c.state.srcb : c.state.srca),
        src_(which, registers_, c.hand_over),
        causes_(which, numbers_.queue_depth, c.state, c.hand_over, arbiter_),
        step_(slot_of(slot::unpacker0, which), method<&rtl_unpacker::step>(this)) {
    l1.bind(*c.l1);
    l1.register_nb_transport_bw(this, &rtl_unpacker::completed);
    clock.attach(*this, this->basename());
    c.hand_over.subscribe(*this);
    arbiter_.attach(which, *this);
    for (transfer& t : transfers_) {
      t.access.client = which ? l1_client::unpacker1 : l1_client::unpacker0;
      t.payload.set_extension(&t.access);
      t.payload.set_command(tlm::TLM_READ_COMMAND);
    }
  }
  ~rtl_unpacker() override {
    for (transfer& t : transfers_) t.payload.clear_extension(&t.access);
  }

  issue_response offer(const issue_request& r) override {
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
    in_flight& f = queue_.emplace_back();
    f.accepted = r.cycle;
    function_.accept(r.word, r.thread, f.job);
    f.wanted = f.job.speed;
    if (numbers_.throttle_needs_override && !f.job.throttle_overridden) f.wanted = f.job.fastest;
    else if (f.job.throttle_undefined)
      c_.state.diagnose.undefined(which_ ? "unpacker1" : "unpacker0", static_cast<int>(r.thread), r.word,
                                  "Throttle_mode 3 is not documented (0, 1, 2 are x1, x2, x4)");
    const auto taken = pins_.take(f.job, full_speed(f.wanted));
    f.beats = taken.beats;
    f.until = r.cycle + taken.hold;
    if (c_.state.causes) f.by = causes_.accepted(nop, not_fetched(), taken.hold);
    if (!nop) {
      arbiter_.address_phase_free = f.until;
      traffic_.address_cycles += taken.hold;
    }
    note_state(r.cycle);
    clock_.wake();
    quiet_ = 0;
    step_.arm(r.cycle + 1);
    return issue_response::accept(f.until, {nop ? path_kind::unpack_nop : path_kind::address_phase, which_});
  }

  cycle_t drained_from(unsigned thread, cycle_t now) const override {
    clock_.up_to(now_cycle());
    return pins_.drained(thread) ? std::max(now, last_done_[thread]) : never;
  }
  cause drained_by(unsigned thread) const override { return causes_.done(thread); }
  std::string waits_for() const override {
    for (const in_flight& f : queue_)
      if (f.where == stage::bank || f.where == stage::ready)
        return std::string("holds \"") + disassemble(f.job.word) + "\" of T" + std::to_string(f.job.thread) + ", waits until " +
               (which_ ? "SrcB" : "SrcA") + " bank " + std::to_string(registers_.unpack_bank) +
               " belongs to the unpackers (AllowedClient is MatrixUnit: nobody has cleared its dvalid)";
    if (!queue_.empty())
      return std::string("RTL holds \"") + disassemble(queue_.front().job.word) + "\" of T" +
             std::to_string(queue_.front().job.thread) + (open_ ? ", and waits for L1" : ", and neither fetches nor writes it");
    return {};
  }
  void for_each_in_flight(const std::function<void(const unpack_job&)>& look) const override {
    for (const in_flight& f : queue_) look(f.job);
  }
  unit_traffic traffic() const override { return traffic_; }
  std::vector<pin> pins() override { return pins_.pins(); }
  void settle_pins(uint64_t) override { pins_.settle(); }

 private:
  static constexpr unsigned extents = unpacker_pins<Block>::extents;
  using stage = unpack_stage;  // as the model's, for accounts; what happens when is RTL's
  struct in_flight {
    unpack_job job;
    stage where = stage::address;
    cycle_t until = 0, accepted = 0, fetch_start = 0;
    fetch_speed wanted = fetch_speed::x1;
    uint32_t beats = 0;
    bool bank_seen = false, late = false;
    cause by;  // of the stage it is in, if causes are recorded
  };
  struct transfer {
    tlm::tlm_generic_payload payload;
    l1_access access;
    std::vector<uint8_t> data;
  };
  const unsigned which_;
  const tile_context c_;
  const unpacker_parameters numbers_;
  unpacker_function& function_;
  throttle_if& arbiter_;
  rtl_clock& clock_;
  mutable unpacker_pins<Block> pins_;
  src_register& registers_;
  src_writer src_;
  unpacker_causes causes_;
  std::deque<in_flight> queue_;
  size_t begun_ = 0;  // of the queue: have begun to fetch
  transfer transfers_[extents];
  unsigned open_ = 0, data_transfers_ = 0, all_transfers_ = 0;
  unsigned refused_ = 0;  // transfers that leave L1, a bit each: RTL hears of them in the next cycle
  uint64_t bytes_ = 0, exponent_bytes_ = 0;
  cycle_t last_done_[thread_count] = {};
  unit_traffic traffic_;
  bool changed_ = false;
  uint32_t quiet_ = 0;
  uint8_t no_data_[16] = {};
  activation step_;

  // ---- clocked_if
  void reset(bool asserted) override {
    pins_.banks(src_.own(now_cycle()), src_.bank());
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
    for (unsigned i = 0; i < data_transfers_; ++i) {
      transfers_[i].access.lanes = beats_a_cycle;
      tlm::tlm_phase phase = RATE_CHANGE;
      sc_core::sc_time t = sc_core::SC_ZERO_TIME;
      l1->nb_transport_fw(transfers_[i].payload, phase, t);
    }
  }

  // Of those in front of the last one: their fetch is not over.
  unsigned not_fetched() const {
    const bool fetching = begun_ > 0 && queue_[begun_ - 1].where == stage::fetch;
    return static_cast<unsigned>(queue_.size() - 1 - begun_ + fetching);
  }
  uint32_t full_speed(fetch_speed wanted) const {  // beats a cycle
    return std::max(1u, arbiter_.wanted_bytes(wanted) / unpacker_pins<Block>::beat_bytes);
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
      write_back(queue_.front(), c);
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
  void look_at_banks(cycle_t c) { pins_.banks(src_.own(c), src_.bank()); }

  void write_back(in_flight& f, cycle_t cycle) {
    const unsigned bank = registers_.unpack_bank;
    const uint64_t rows = c_.state.tap ? function_.rows_written(f.job) : 0;
    function_.execute(f.job);
    if (c_.state.tap) {
      if (f.job.kind == unpack_job::kind_t::nop_clear) {
        for (unsigned b = 0; b < 2; ++b)
          if (b == bank || f.job.s.both_banks) c_.state.tap->src_cleared(which_, b, cycle);
      } else if (rows) {
        c_.state.tap->src_written(which_, bank, rows, cycle);
      }
      if (f.job.to_dst)
        c_.state.tap->dst_used(which_ ? dst_accessor::unpacker1 : dst_accessor::unpacker0, {}, f.job.dst_writes, cycle);
    }
    cause written;
    if (c_.state.causes) written = causes_.written(f.job, f.by, bank, undisturbed(f), cycle);
    if (f.job.to_dst) c_.dst.written(f.job.dst_writes, cycle, written);
    c_.hand_over.changed(function_.finish(f.job), cycle - 1, account_.name(), written);
    last_done_[f.job.thread] = cycle;
  }

  void start_fetch(in_flight& f, cycle_t cycle) {
    ++begun_;
    f.fetch_start = cycle;
    if (c_.state.causes) f.by = causes_.fetching(f.job, f.by, f.where == stage::ready, cycle);
    const uint32_t beats_a_cycle = pins_.rate(arbiter_.begin(which_, f.wanted));
    data_transfers_ = all_transfers_ = 0;
    bytes_ = exponent_bytes_ = 0;
    for (unsigned i = 0; i < extents && pins_.requests(i); ++i) {
      transfer& x = transfers_[i];
      const bool data = i < data_extents(f.job);
      const l1_extent e = pins_.extent(i);
      x.access.client = data ? (which_ ? l1_client::unpacker1 : l1_client::unpacker0)
                             : (which_ ? l1_client::unpacker1_exponents : l1_client::unpacker0_exponents);
      x.access.lanes = data ? beats_a_cycle : 1;
      x.access.row_bytes = e.rows > 1 ? e.row_bytes : 0;
      x.access.row_stride = e.row_stride;
      x.access.rows = e.rows;
      x.access.data_by_dmi = !c_.state.l1_elsewhere();
      x.payload.set_address(e.address);
      x.payload.set_data_length(e.row_bytes * e.rows);
      x.payload.set_data_ptr(no_data_);
      if (c_.state.l1_elsewhere()) x.data.resize(size_t{e.row_bytes} * e.rows), x.payload.set_data_ptr(x.data.data());
      bytes_ += uint64_t{e.row_bytes} * e.rows;
      (data ? data_transfers_ : all_transfers_) += 1;
      if (!data) exponent_bytes_ += uint64_t{e.row_bytes} * e.rows;
    }
    all_transfers_ += data_transfers_;
    pins_.began();
    if (all_transfers_ == 0) {  // nothing to fetch: UNPACR_NOP, or no datums
      arbiter_.end(which_);
      f.where = stage::pipeline;
      f.until = cycle;
      f.beats = 0;
      if (c_.state.causes) f.by = causes_.passed(f.by);
      changed_ = true;
      account_.executed(f.job.thread, f.job.word, f.accepted, cycle, cycle + 1);
      step_.arm(cycle + 1);
      return;
    }
    f.where = stage::fetch;
    traffic_.fastest = std::max(traffic_.fastest, f.wanted);
    open_ = all_transfers_;
    for (unsigned i = 0; i < all_transfers_; ++i) {
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time now = sc_core::SC_ZERO_TIME;
      if (l1->nb_transport_fw(transfers_[i].payload, phase, now) != tlm::TLM_COMPLETED) continue;
      c_.state.diagnose.undefined("unpacker", f.job.thread, f.job.word,
                                  "reads outside L1: address " + std::to_string(transfers_[i].payload.get_address()) + ", " +
                                      std::to_string(transfers_[i].payload.get_data_length()) + " bytes");
      refused_ |= 1u << i;
      step_.arm(cycle + 1);
    }
  }
  static unsigned data_extents(const unpack_job& job) {
    unsigned n = 0;
    for (const l1_extent& e : job.data_reads) n += e.rows != 0 && e.row_bytes != 0;
    return n;
  }

  tlm::tlm_sync_enum completed(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    const cycle_t c = now_cycle();
    clock_.up_to(c);
    for (unsigned i = 0; i < all_transfers_; ++i)
      if (&transfers_[i].payload == &payload) came(i, c);
    return tlm::TLM_COMPLETED;
  }
  void came(unsigned i, cycle_t c) {
    transfer& x = transfers_[i];
    if (c_.state.l1_elsewhere() && !(refused_ >> i & 1)) {  // to where the function reads it
      const uint32_t row_bytes = x.access.row_bytes ? x.access.row_bytes : x.payload.get_data_length();
      uint8_t* to = c_.state.l1.data() + x.payload.get_address();
      for (size_t from = 0; from < x.data.size(); from += row_bytes, to += x.access.row_stride)
        std::copy_n(x.data.data() + from, row_bytes, to);
    }
    --open_;
    const bool over = pins_.came(i);
    clock_.wake();
    quiet_ = 0;
    step_.arm(c);
    if (over) end_fetch(queue_[begun_ - 1], c);
  }

  void end_fetch(in_flight& f, cycle_t cycle) {
    arbiter_.end(which_);
    f.where = stage::pipeline;
    changed_ = true;  // there is room for another
    f.until = cycle + numbers_.pipeline_latency_cycles;
    const uint64_t taken = cycle - f.fetch_start;
    uint64_t lost = taken - std::min<uint64_t>(taken, undisturbed(f));
    uint64_t port = 0, bank = 0;
    for (unsigned i = 0; i < all_transfers_; ++i)
      port += transfers_[i].access.port_stall_cycles, bank += transfers_[i].access.bank_stall_cycles;
    port = std::min(port, lost);
    bank = std::min(bank, lost - port);
    if (c_.state.causes) f.by = causes_.fetched(f.job, f.by, taken, lost, numbers_.pipeline_latency_cycles, cycle);
    lost -= port + bank;
    traffic_.cycles += taken;
    traffic_.bytes += bytes_;
    traffic_.exponent_bytes += exponent_bytes_;
    account_.settle(
        cycle,
        {{stall_reason::l1_port, port}, {stall_reason::l1_bank_conflict, bank}, {stall_reason::throttle_arbitration, lost}});
    account_.executed(f.job.thread, f.job.word, f.accepted, f.fetch_start, std::max(cycle, f.fetch_start + 1));
    note_state(cycle);
  }
  uint32_t undisturbed(const in_flight& f) const {
    const uint32_t full = full_speed(f.wanted);
    return (f.beats + full - 1) / full;
  }

  // ---- Accounts: who works, who waits for a bank
  void mirror_front(cycle_t c) {
    if (!queue_.empty() && begun_ > 0) {
      in_flight& f = queue_.front();
      if ((f.where == stage::pipeline || f.where == stage::bank) && f.until <= c && !f.bank_seen) {
        const bool ours = !f.job.waits_for_bank || pins_.owns_bank();
        f.late = ours && f.where == stage::bank;
        f.where = ours ? stage::pipeline : stage::bank;
        f.bank_seen = ours;
        if (ours && f.job.waits_for_bank)
          f.until = std::max(f.until, c_.hand_over.owned_since(which_, registers_.unpack_bank) + undisturbed(f));
      }
    }
  }
  void mirror_next(cycle_t c) {
    const bool fetching = begun_ > 0 && queue_[begun_ - 1].where == stage::fetch;
    if (!fetching && begun_ < queue_.size() && queue_[begun_].until <= c) queue_[begun_].where = stage::ready;
  }
  void note_state(cycle_t cycle) {
    bool waiting = false, fetching = false;
    for (const in_flight& f : queue_) waiting |= waits_for_bank(f.where), fetching |= f.where == stage::fetch;
    unpacker_activity(queue_, which_, waiting, fetching, cycle, [this](cycle_t c) { step_.arm(c); }).tell(account_, cycle);
  }
};

}  // namespace tensix
