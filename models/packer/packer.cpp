#include "models/packer/packer.h"

#include <algorithm>
#include <cstring>

#include "models/formats/data_format.h"
#include "models/observe/event_tap.h"

namespace tensix {

packer::packer(sc_core::sc_module_name name, unsigned which, const packer_parameters& parameters, tensix_state& state,
               pack_listener_if& listener)
    : sc_module(name),
      which_(which),
      parameters_(parameters),
      state_(state),
      listener_(listener),
      run_(slot_of(slot::packer0, which), method<&packer::process>(this)) {
  l1.usual.client = static_cast<l1_client>(static_cast<unsigned>(l1_client::packer0) + which);
  l1.usual.lanes = parameters.write_lanes;
  data_.reserve(1024 * pack_beat_bytes);
  runs_.reserve(1024);
  chunks_.reserve(256);
}

inline void packer::append(const pack_beats& beats) {
  const size_t before = data_.size(), bytes = size_t{pack_beat_bytes} * beats.size();
  data_.resize(before + bytes, boost::container::default_init);
  std::memcpy(data_.data() + before, beats.data(), bytes);
  for (const pack_run& run : beats.runs())
    if (run_head_ < runs_.size() && runs_.back().goes_on_with(run)) runs_.back().beats += run.beats;
    else runs_.push_back(run);
}

void packer::push(const pack_job& job, unsigned stream, cycle_t accepted, uint32_t read_cycles, uint32_t bits,
                  const register_store& store, const cause& why) {
  const size_t first = chunks_.size();
  if (chunk_head_ == first) busy_since_ = accepted;
  const pack_beats& beats = job.beats[stream];
  append(beats);
  beats.for_each_part(bits, 8 * parameters_.interface_bytes, read_cycles, [&](uint32_t together, uint32_t cycles) {
    chunk& c = chunks_.emplace_back();
    c.available = accepted + cycles + parameters_.pipeline_latency_cycles;
    c.beats = together;
    c.thread = job.thread;
    c.by = why;
    c.by.cycles = cycles;
  });
  chunks_.back().last = true;
  chunks_.back().store = store;
  if (state_.tap) record_packed(beats, first);
  ++outstanding_[job.thread];
  record_queue(accepted);
  if (!writing_) run_.arm(chunks_[first].available);
}

// The beats of the chunks from `first` on.
void packer::record_packed(const pack_beats& beats, size_t first) const {
  const uint8_t* data = beats.data();
  auto run = beats.runs().begin();
  uint32_t in_run = 0;
  for (size_t i = first; i < chunks_.size(); ++i)
    for (uint32_t left = chunks_[i].beats, n; left > 0; left -= n, in_run += n, data += pack_beat_bytes * n) {
      for (; in_run == run->beats; ++run) in_run = 0;
      n = std::min(left, run->beats - in_run);
      state_.tap->packed(which_, run->address + pack_beat_bytes * in_run, static_cast<unsigned>(run->action), data, n,
                         chunks_[i].available);
    }
}

void packer::finish(uint32_t chunks, cycle_t cycle) {
  unsigned threads = 0;
  for (; chunks > 0; --chunks) {
    const chunk& c = chunks_[chunk_head_++];
    if (!c.last) continue;
    --outstanding_[c.thread];
    threads |= 1u << c.thread;
    if (c.store.valid) listener_.stored(c.store);
  }
  if (threads) listener_.packed(which_, threads, cycle);
}

// Drops what is in L1: at once if that is all, else when it has become much.
void packer::drop_written() {
  constexpr size_t much = 512;
  if (chunk_head_ < chunks_.size() && head_ < much) return;
  const auto drop = [](auto& queue, size_t count) {
    queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(count));
  };
  drop(data_, pack_beat_bytes * head_);
  drop(runs_, run_head_);
  drop(chunks_, chunk_head_);
  head_ = run_head_ = chunk_head_ = 0;
}

// One step of the way to L1: behind the transfer under way, the beats that are there leave as the next one.
void packer::process() {
  const cycle_t c = run_.begin();
  if (writing_) return;  // until L1 has taken them: written()
  if (!has_beats(c)) return;
  begin_transfer(take_together(c), c);
}

// Ends PACRs of which nothing is left. False: there are no beats yet.
inline bool packer::has_beats(cycle_t c) {
  while (chunk_head_ < chunks_.size()) {
    const chunk& first = chunks_[chunk_head_];
    if (first.available > c) {
      run_.arm(first.available);
      return false;
    }
    if (first.beats - split_left_ > 0) return true;
    finish(1, c);  // nothing left the buffers: the PACR is done
    split_left_ = 0;
  }
  account_.busy(busy_since_, c);
  drop_written();
  return false;
}

// The beats of a transfer: as many as lie one behind the other in L1, each there when its turn comes.
inline uint32_t packer::take_together(cycle_t c) {
  const pack_run& first = runs_[run_head_];
  uint32_t n = 0;
  chunks_writing_ = 0;
  for (size_t i = chunk_head_; i < chunks_.size(); ++i) {
    const uint32_t skip = i == chunk_head_ ? split_left_ : 0;
    if (chunks_[i].available > c + n / parameters_.write_lanes ||
        n >= parameters_.longest_transfer_cycles * parameters_.write_lanes)
      break;
    const uint32_t taken = std::min(chunks_[i].beats - skip, first.beats - n);
    n += taken;
    if (skip + taken < chunks_[i].beats) {
      split_left_ = skip + taken;
      break;
    }
    ++chunks_writing_;
    split_left_ = 0;
  }
  return n;
}

inline void packer::begin_transfer(uint32_t n, cycle_t c) {
  const pack_run& first = runs_[run_head_];
  writing_ = n;
  if (state_.causes) causes_.begins(*state_.causes, chunks_[chunk_head_].by, chunks_[chunk_head_].thread, c);
  const bool accumulates = first.action != pack_beat::action_t::write, by_dmi = !state_.l1_elsewhere() || accumulates;
  uint8_t* data = state_.l1.data() + first.address;
  if (!by_dmi) {
    const uint8_t* from = &data_[pack_beat_bytes * head_];
    carried_.assign(from, from + pack_beat_bytes * n);
    data = carried_.data();
  }
  l1_payload& t = l1.get(tlm::TLM_WRITE_COMMAND, first.address, data, pack_beat_bytes * n);
  t.access.operation = accumulates ? l1_operation::accumulate : l1_operation::plain;
  t.access.data_by_dmi = by_dmi;
  l1.send(t);
}

// L1 has taken the beats: their bytes are in L1 from now on. Of those that it refuses, what lies inside is written.
void packer::written(l1_payload& t) {
  const cycle_t c = now_cycle();
  pack_run& first = runs_[run_head_];
  if (!t.is_response_ok())
    state_.diagnose.undefined("packer", chunks_[chunk_head_].thread, 0,
                              t.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE
                                  ? "writes outside L1 at address " + std::to_string(first.address)
                                  : t.response_text());
  if (t.access.data_by_dmi || !t.is_response_ok()) {
    packer_function::commit(state_, {first.address, writing_, first.action}, &data_[pack_beat_bytes * head_]);
  }
  if (state_.causes) causes_.ends(writing_, parameters_.write_lanes, c);
  first.address += pack_beat_bytes * writing_;
  first.beats -= writing_;
  if (first.beats == 0) ++run_head_;
  head_ += writing_;
  bytes_written_ += uint64_t{pack_beat_bytes} * writing_;
  writing_ = 0;
  record_queue(c);
  account_.busy_but(
      busy_since_, c,
      {{stall_reason::l1_port, t.access.port_stall_cycles}, {stall_reason::l1_bank_conflict, t.access.bank_stall_cycles}});
  busy_since_ = c;
  finish(chunks_writing_, c);
  chunks_writing_ = 0;
  if (chunk_head_ < chunks_.size()) run_.arm(c);
  else split_left_ = 0;
  drop_written();
}

packers::packers(sc_core::sc_module_name name, const packer_parameters& parameters, tensix_state& state,
                 packer_function& function, const dst_users& dst)
    : tensix_unit(name),
      parameters_(parameters),
      state_(state),
      function_(function),
      dst_(dst),
      streams_(parameters.topology == packer_topology::independent ? 4 : 1),
      most_waiting_beats_(size_t{parameters.pipeline_latency_cycles + parameters.longest_transfer_cycles} *
                              parameters.write_lanes +
                          parameters.output_buffer_beats),
      register_write_(function.register_write) {
  // PACR_SETREG's write leaves behind the data before it, not when the function executes it.
  function_.register_write = [this](uint32_t address, uint32_t value) { store_ = {true, address, value}; };
  static constexpr const char* names[] = {"packer0", "packer1", "packer2", "packer3"};
  for (unsigned i = 0; i < packer_count; ++i) packer_[i] = std::make_unique<packer>(names[i], i, parameters, state, *this);
}

void packers::packed(unsigned stream, unsigned threads, cycle_t cycle) {
  for (unsigned t = 0; t < thread_count; ++t)
    if (threads >> t & 1) {
      busy_until_[t] = std::max(busy_until_[t], cycle);
      busy_by_[t] = packer_[stream]->written_by();
    }
  notify(cycle);
}

pack_demand demand_of(const packer_parameters& parameters, const tensix_state& state, const pack_job& job) {
  const bool interfaces = parameters.topology == packer_topology::read_interfaces;
  const uint32_t select = insn::PACR::read_intf_sel(job.word);
  const unsigned rows = std::max<unsigned>(job.rows, 1);
  pack_demand d;
  // PACR_SETREG reads nothing; independent packers are selected alike. With fewer than four interfaces the last packers stay idle,
  // with eight each packer's account stands for two.
  if (interfaces && opcode_of(job.word) != opcode::PACR) d.active = 1;
  else if (select) d.active = select;
  else d.active = interfaces ? (1u << std::min(parameters.read_interfaces, packer_count)) - 1 : 1;
  d.datums = (job.datums_in + rows - 1) / rows;
  // On Blackhole what an interface gives a cycle is limited behind the format conversion, not at Dst (measured: 32-bit Dst to
  // BF16 runs as fast as 16-bit Dst).
  d.bits = datum_bits(static_cast<data_format>(cfg::THCON_SEC0_REG1_Out_data_format(state.bank(job.thread))));
  if (parameters.counts_dst_datums && !job.from_l1) d.bits = std::max<uint32_t>(d.bits, 8 * job.dst_datum_bytes);
  return d;
}

// The pipeline. A PACR starts when the read interfaces are free, its Dst blocks may be read and the output buffer has room; it
// reads a row an interface, and its beats reach L1 a pipeline latency later.
issue_response packers::offer(const issue_request& r) {
  // Held up by its own output it works; only the wait for Dst is a stall of the packer.
  for (unsigned i = 0; i < streams_; ++i)
    if (packer_[i]->waiting_beats() > most_waiting_beats_) {
      was_full_ = true;
      return issue_response::refuse(stall_reason::packer_queue_full, never);
    }
  if (read_free_ > r.cycle) return issue_response::refuse(stall_reason::unit_busy, read_free_);
  const packer_function::reading what = function_.look(r.word, r.thread);
  if (const cycle_t from = dst_.readable_from(what.blocks, r.cycle); from > r.cycle) {
    packer_[0]->settle(r.cycle);
    refusals_.refused(packer_[0]->activity(), stall_reason::dst_block_hazard, r.cycle);
    return issue_response::refuse(stall_reason::dst_block_hazard, from);
  }
  refusals_.accepted(packer_[0]->activity(), r.cycle);
  if (state_.tap) state_.tap->dst_used(dst_accessor::packers, what.blocks, {}, r.cycle);

  store_.valid = false;
  function_.execute(what, job_);
  const auto [active, datums, bits] = demand_of(parameters_, state_, job_);
  const uint32_t bytes = (datums * bits + 7) / 8;
  const uint32_t read_cycles = std::max(1u, (bytes + parameters_.interface_bytes - 1) / parameters_.interface_bytes);
  read_free_ = r.cycle + read_cycles;
  trace_sink* const sink = packer_[0]->activity().sink();
  for (unsigned i = 0; sink && i < streams_; ++i)
    if ((active >> i) & 1) packer_[i]->record_details(job_.beats[i]);
  cause why;
  if (cause_recorder* causes = state_.causes) {
    causes_.accepted(*causes, what.blocks, dst_);
    for (unsigned i = 0; i < streams_ && was_full_; ++i) causes->after(packer_[i]->written_by());
    why = causes_.reads(*causes, read_cycles, parameters_.pipeline_latency_cycles);
  }
  was_full_ = false;
  for (unsigned i = 0; sink && i < 4; ++i)
    if ((active >> i) & 1) packer_[i]->activity().executed(static_cast<int>(r.thread), r.word, r.cycle, r.cycle, read_free_);
  if (streams_ > 1) {
    for (unsigned i = 0; i < 4; ++i)
      if ((active >> i) & 1) {
        packer_[i]->push(job_, i, r.cycle, read_cycles, bits, store_, why);
        store_.valid = false;
      }
  } else {
    packer_[0]->push(job_, 0, r.cycle, read_cycles, bits, store_, why);
    for (unsigned i = 1; i < 4; ++i)
      if ((active >> i) & 1) packer_[i]->reads(r.cycle, read_free_);
  }
  return issue_response::accept(r.cycle + 1);
}

cycle_t packers::drained_from(unsigned thread, cycle_t now) const {
  for (unsigned i = 0; i < streams_; ++i)
    if (packer_[i]->outstanding(thread)) return never;
  return std::max(now, busy_until_[thread]);
}

std::vector<tensix_unit::named_account> packers::accounts() {
  std::vector<named_account> all;
  for (auto& p : packer_) all.emplace_back(p->basename(), &p->activity());
  return all;
}

unit_traffic packers::traffic() const {
  unit_traffic all;
  for (const auto& p : packer_) all.bytes += p->bytes_written();
  return all;
}

}  // namespace tensix
