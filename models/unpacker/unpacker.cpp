#include "models/unpacker/unpacker.h"

#include <algorithm>
#include <cstring>

#include "models/observe/observer.h"

namespace tensix {

namespace {
constexpr size_t most_in_pipeline = 64;  // instructions behind their fetch; far more than any latency lets in
}  // namespace

unpacker::unpacker(sc_core::sc_module_name name, unsigned which, const unpacker_parameters& parameters, tensix_state& state,
                   unpacker_function& function, src_hand_over& hand_over, dst_users& dst, throttle_if& arbiter)
    : unpacker_if(name),
      l1("l1"),
      which_(which),
      parameters_(parameters),
      state_(state),
      function_(function),
      hand_over_(hand_over),
      dst_(dst),
      arbiter_(arbiter),
      queue_(parameters.queue_depth + most_in_pipeline),
      causes_(which, parameters.queue_depth, state, hand_over, arbiter),
      run_(slot_of(slot::unpacker0, which), method<&unpacker::process>(this)) {
  waits_for_ = waited_change::none;  // see `enter`
  l1.register_nb_transport_bw(this, &unpacker::nb_transport_bw);
  hand_over.subscribe(*this);
  arbiter.attach(which, *this);
  for (auto& t : transfers_) {
    t.access = new l1_access;
    t.access->data_by_dmi = true;
    t.payload.set_extension(t.access);
    t.payload.set_command(tlm::TLM_READ_COMMAND);
    t.payload.set_data_ptr(no_data_);
  }
}

// Acceptance: one UNPACR at a time is in its address phase, whichever unpacker and thread; its thread waits for the phase to
// end.
issue_response unpacker::offer(const issue_request& r) {
  if (queue_.full() || before_pipeline() >= parameters_.queue_depth)
    return issue_response::refuse(stall_reason::unit_busy, never);
  const bool nop = opcode_of(r.word) == opcode::UNPACR_NOP;
  if (!nop && arbiter_.address_phase_free > r.cycle)
    return issue_response::refuse(stall_reason::unpacr_address_phase, arbiter_.address_phase_free);
  in_flight& f = queue_.push();
  f.where = stage::address;
  ++at_[static_cast<unsigned>(f.where)];
  f.accepted = r.cycle;
  f.fetch_start = 0;
  f.beats = 0;
  f.bank_seen = f.held = f.late = false;
  function_.accept(r.word, r.thread, f.job);
  f.until = r.cycle + (nop                ? parameters_.nop_cycles
                       : f.job.compressed ? parameters_.compressed_address_phase_cycles
                                          : parameters_.address_phase_cycles);
  if (!nop) {
    arbiter_.address_phase_free = f.until;
    traffic_.address_cycles += f.until - r.cycle;
  }
  if (state_.causes) f.by = causes_.accepted(nop, before_pipeline() - 1, f.until - r.cycle);
  f.wanted = f.job.speed;
  if (parameters_.throttle_needs_override && !f.job.throttle_overridden) f.wanted = f.job.fastest;
  else if (f.job.throttle_undefined)
    state_.diagnose.undefined(which_ ? "unpacker1" : "unpacker0", static_cast<int>(r.thread), r.word,
                              "Throttle_mode 3 is not documented (0, 1, 2 are x1, x2, x4)");
  ++on_the_way_[r.thread];
  note_state(r.cycle);
  run_.arm(f.until);
  return issue_response::accept(f.until, use(nop ? path_kind::unpack_nop : path_kind::address_phase));
}

// The pipeline, oldest instruction first: what has come through and has its bank is written and handed over; the oldest that
// has its address fetches, if nobody before it still does.
void unpacker::process() {
  const cycle_t c = run_.begin();
  while (!queue_.empty() && write_front(c)) changed_ = true;
  if (before_pipeline() > 0) fetch_next(c);
  note_state(c);
  if (changed_) notify(c);
  changed_ = false;
}

// The oldest instruction that is not fetched yet: starts its fetch, if it has its address and its turn.
void unpacker::fetch_next(cycle_t cycle) {
  if (number_at(stage::fetch) > 0) return;
  const in_flight& next = queue_[number_at(stage::pipeline) + number_at(stage::bank)];
  if (next.where == stage::address && next.until > cycle) return run_.arm(next.until);
  unsigned flips_ahead = 0;
  uint32_t held_bytes = 0;
  for (auto& f : queue_) {
    if (f.where == stage::address && f.until <= cycle) enter(f, stage::ready);
    if (f.where == stage::address) return run_.arm(f.until);
    if (f.where == stage::ready) {
      if (!may_fetch(f, flips_ahead, held_bytes, cycle)) return;
      if (state_.causes) f.by = causes_.fetching(f.job, f.by, f.held, cycle);
      start_fetch(f, cycle);
      if (f.where == stage::fetch) return;
    }
    // What flows into its bank holds nothing up; what waits, or will, fills the pipeline.
    if (!f.bank_seen && !bank_ready(f, flips_ahead, cycle)) held_bytes += f.beats * l1_beat_bytes;
    flips_ahead += f.job.flips_src;
  }
}

// The oldest instruction: written if its data are there and its bank is ours; false if there is nothing to do yet.
bool unpacker::write_front(cycle_t cycle) {
  in_flight& f = queue_.front();
  if (f.where != stage::pipeline && f.where != stage::bank) return false;
  if (f.where == stage::pipeline && f.until > cycle) {
    run_.arm(f.until);
    return false;
  }
  if (!f.bank_seen) {
    const unsigned bank = src().unpack_bank;
    if (!bank_ready(f, 0, cycle)) {
      enter(f, stage::bank);
      run_.arm(hand_over_.usable_from(which_, bank, src_client::unpackers, cycle));
      return false;
    }
    f.bank_seen = true;
    f.late = f.where == stage::bank;
    enter(f, stage::pipeline);
    // Writing cannot have begun before the bank was ours, and takes as long as an undisturbed fetch.
    if (f.job.waits_for_bank) f.until = std::max(f.until, hand_over_.owned_since(which_, bank) + write_cycles(f));
    if (f.until > cycle) {
      run_.arm(f.until);
      return false;
    }
  }
  write_back(f, cycle);
  --at_[static_cast<unsigned>(f.where)];
  queue_.pop_front();
  return true;
}

uint32_t unpacker::write_cycles(const in_flight& f) const {
  const uint32_t lanes = std::max(1u, arbiter_.wanted_bytes(f.wanted) / l1_beat_bytes);
  return (f.beats + lanes - 1) / lanes;
}

// The bank an instruction writes: the one being filled, or the other if an instruction before it will hand that over.
bool unpacker::bank_ready(const in_flight& f, unsigned flips_ahead, cycle_t cycle) const {
  if (!f.job.waits_for_bank) return true;
  if (flips_ahead > 1) return false;
  return hand_over_.usable_from(which_, src().unpack_bank ^ flips_ahead, src_client::unpackers, cycle) <= cycle;
}

bool unpacker::may_fetch(in_flight& f, unsigned flips_ahead, uint32_t held_bytes, cycle_t cycle) {
  if (held_bytes < parameters_.prefetch_bytes || bank_ready(f, flips_ahead, cycle)) return true;
  if (flips_ahead <= 1) run_.arm(hand_over_.usable_from(which_, src().unpack_bank ^ flips_ahead, src_client::unpackers, cycle));
  f.held = true;
  return false;
}

void unpacker::start_fetch(in_flight& f, cycle_t cycle) {
  f.fetch_start = cycle;
  transfers_open_ = 0;
  f.beats = 0;
  bytes_ = 0;
  const uint32_t lanes = std::max(1u, arbiter_.begin(which_, f.wanted) / l1_beat_bytes);
  unsigned n = 0;
  const auto request = [&](const l1_extent& e, l1_client client, uint32_t with_lanes) {
    if (e.rows == 0 || e.row_bytes == 0) return;
    transfer& t = transfers_[n++];
    t.access->client = client;
    t.access->lanes = with_lanes;
    t.access->row_bytes = e.rows > 1 ? e.row_bytes : 0;
    t.access->row_stride = e.row_stride;
    t.access->rows = e.rows;
    t.payload.set_address(e.address);
    t.payload.set_data_length(e.row_bytes * e.rows);
    t.access->data_by_dmi = !state_.l1_elsewhere();
    if (state_.l1_elsewhere()) {
      t.data.resize(size_t{e.row_bytes} * e.rows);
      t.payload.set_data_ptr(t.data.data());
    }
    f.beats += l1_beats_of(e.address, e.row_bytes) * e.rows;
    bytes_ += uint64_t{e.row_bytes} * e.rows;
  };
  for (const auto& e : f.job.data_reads) request(e, which_ ? l1_client::unpacker1 : l1_client::unpacker0, lanes);
  data_transfers_ = n;
  const uint32_t data_beats = f.beats;
  const uint64_t data_bytes = bytes_;
  for (const auto& e : f.job.exponent_reads)
    request(e, which_ ? l1_client::unpacker1_exponents : l1_client::unpacker0_exponents, 1);
  f.beats = data_beats;
  exponent_bytes_ = bytes_ - data_bytes;
  all_transfers_ = n;
  if (n == 0) {  // nothing to fetch: UNPACR_NOP, or no datums
    arbiter_.end(which_);
    if (state_.causes) f.by = causes_.passed(f.by);
    enter(f, stage::pipeline);
    changed_ = true;
    f.until = cycle;
    account_.executed(f.job.thread, f.job.word, f.accepted, cycle, cycle + 1);
    run_.arm(cycle + 1);
    return;
  }
  enter(f, stage::fetch);
  traffic_.fastest = std::max(traffic_.fastest, f.wanted);
  transfers_open_ = n;
  for (unsigned i = 0; i < n; ++i) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time t = sc_core::SC_ZERO_TIME;
    if (l1->nb_transport_fw(transfers_[i].payload, phase, t) == tlm::TLM_COMPLETED) {  // refused: outside L1, already diagnosed
      state_.diagnose.undefined("unpacker", f.job.thread, f.job.word,
                                "reads outside L1: address " + std::to_string(transfers_[i].payload.get_address()) + ", " +
                                    std::to_string(transfers_[i].payload.get_data_length()) + " bytes");
      if (--transfers_open_ == 0) end_fetch(cycle);
    }
  }
}

void unpacker::rate_changed(uint32_t bytes_per_cycle) {
  for (unsigned i = 0; i < data_transfers_; ++i) {
    transfers_[i].access->lanes = std::max(1u, bytes_per_cycle / l1_beat_bytes);
    tlm::tlm_phase phase = RATE_CHANGE;
    sc_core::sc_time t = sc_core::SC_ZERO_TIME;
    l1->nb_transport_fw(transfers_[i].payload, phase, t);
  }
}

tlm::tlm_sync_enum unpacker::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
  if (state_.l1_elsewhere())
    for (const transfer& t : transfers_)
      if (&t.payload == &payload) keep(t);
  if (--transfers_open_ == 0) end_fetch(now_cycle());
  return tlm::TLM_COMPLETED;
}

// What has come in the payload, to where the function reads it.
void unpacker::keep(const transfer& t) {
  const uint32_t row_bytes = t.access->row_bytes ? t.access->row_bytes : t.payload.get_data_length();
  uint8_t* to = state_.l1.data() + t.payload.get_address();
  for (size_t from = 0; from < t.data.size(); from += row_bytes, to += t.access->row_stride)
    std::memcpy(to, t.data.data() + from, row_bytes);
}

void unpacker::end_fetch(cycle_t cycle) {
  arbiter_.end(which_);
  in_flight* f = nullptr;
  for (auto& q : queue_)
    if (q.where == stage::fetch) f = &q;
  enter(*f, stage::pipeline);
  changed_ = true;  // there is room for another
  f->until = cycle + parameters_.pipeline_latency_cycles;
  // Cycles beyond what the wanted speed alone takes were lost to ports, banks or the other unpacker.
  const uint64_t taken = cycle - f->fetch_start;
  const uint32_t lanes = std::max(1u, arbiter_.wanted_bytes(f->wanted) / l1_beat_bytes);
  uint64_t lost = taken - std::min<uint64_t>(taken, (f->beats + lanes - 1) / lanes);
  uint64_t port = 0, bank = 0;
  for (unsigned i = 0; i < all_transfers_; ++i)
    port += transfers_[i].access->port_stall_cycles, bank += transfers_[i].access->bank_stall_cycles;
  port = std::min(port, lost);
  bank = std::min(bank, lost - port);
  if (state_.causes) f->by = causes_.fetched(f->job, f->by, taken, lost, parameters_.pipeline_latency_cycles, cycle);
  lost -= port + bank;
  traffic_.cycles += taken;
  traffic_.bytes += bytes_;
  traffic_.exponent_bytes += exponent_bytes_;
  account_.settle(
      cycle,
      {{stall_reason::l1_port, port}, {stall_reason::l1_bank_conflict, bank}, {stall_reason::throttle_arbitration, lost}});
  if (account_.tap()) tell_details(*f);
  account_.executed(f->job.thread, f->job.word, f->accepted, f->fetch_start, std::max(cycle, f->fetch_start + 1));
  run_.arm(cycle);
  if (run_.armed() > cycle) note_state(cycle);  // otherwise `process` is about to
}

// What was fetched, and the bank for which: the one being filled once all before it are written.
void unpacker::tell_details(const in_flight& f) const {
  work_details d;
  d.address = static_cast<uint32_t>(transfers_[0].payload.get_address());
  d.bytes = static_cast<uint32_t>(bytes_);
  if (!f.job.to_dst) {
    unsigned bank = src().unpack_bank;
    for (const auto& q : queue_) {
      if (&q == &f) break;
      bank ^= static_cast<unsigned>(q.job.flips_src);
    }
    (which_ ? d.srcb_bank : d.srca_bank) = static_cast<int>(bank);
  }
  account_.tap()->works_with(account_.name(), d);
}

void unpacker::write_back(in_flight& f, cycle_t cycle) {
  const unsigned bank = src().unpack_bank;
  const uint64_t rows = state_.tap ? function_.rows_written(f.job) : 0;  // before SrcRow moves on
  function_.execute(f.job);
  if (state_.tap) tell_rows(f.job, bank, rows, cycle);
  cause written;
  if (state_.causes) written = causes_.written(f.job, f.by, bank, write_cycles(f), cycle);
  if (f.job.to_dst) dst_.written(f.job.dst_writes, cycle, written);
  hand_over_.changed(function_.finish(f.job), cycle - 1, account_.name(), written);
  --on_the_way_[f.job.thread];
  last_done_[f.job.thread] = cycle;
}

void unpacker::tell_rows(const unpack_job& job, unsigned bank, uint64_t rows, cycle_t cycle) const {
  if (job.kind == unpack_job::kind_t::nop_clear) {
    for (unsigned b = 0; b < 2; ++b)
      if (b == bank || job.s.both_banks) state_.tap->src_cleared(which_, b, cycle);
  } else if (rows) {
    state_.tap->src_written(which_, bank, rows, cycle);
  }
  if (job.to_dst) state_.tap->dst_used(which_ ? dst_accessor::unpacker1 : dst_accessor::unpacker0, {}, job.dst_writes, cycle);
}

void unpacker::state_changed(cycle_t visible_at) { run_.arm(visible_at); }

void unpacker::note_state(cycle_t cycle) {
  if (queue_.empty()) return unpacker_activity().tell(account_, cycle);
  unpacker_activity(queue_, which_, waiting() > 0, number_at(stage::fetch) > 0, cycle, [this](cycle_t c) {
    run_.arm(c);
  }).tell(account_, cycle);
}

cycle_t unpacker::drained_from(unsigned thread, cycle_t now) const {
  return on_the_way_[thread] ? never : std::max(now, last_done_[thread]);
}

std::string unpacker::waits_for() const {
  for (const auto& f : queue_)
    if (f.where == stage::bank || f.where == stage::ready)
      return std::string("holds \"") + disassemble(f.job.word) + "\" of T" + std::to_string(f.job.thread) + ", waits until " +
             (which_ ? "SrcB" : "SrcA") + " bank " + std::to_string(src().unpack_bank) +
             " belongs to the unpackers (AllowedClient is MatrixUnit: nobody has cleared its dvalid)";
  return {};
}

}  // namespace tensix
