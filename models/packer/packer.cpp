#include "models/packer/packer.h"

#include <algorithm>
#include <cstring>

#include "models/formats/data_format.h"
#include "models/observe/observer.h"

namespace tensix {

packer::packer(sc_core::sc_module_name name, unsigned which, const packer_parameters& parameters, tensix_state& state)
    : sc_module(name),
      l1("l1"),
      which_(which),
      parameters_(parameters),
      state_(state),
      run_(slot_of(slot::packer0, which), method<&packer::process>(this)) {
  l1.register_nb_transport_bw(this, &packer::nb_transport_bw);
  access_ = new l1_access;
  access_->client = static_cast<l1_client>(static_cast<unsigned>(l1_client::packer0) + which);
  access_->data_by_dmi = true;
  access_->lanes = parameters.write_lanes;
  payload_.set_extension(access_);
  payload_.set_command(tlm::TLM_WRITE_COMMAND);
  payload_.set_data_ptr(no_data_);
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
  if (state_.tap) tell_packed(beats, first);
  ++outstanding_[job.thread];
  tell_queue(accepted);
  if (!writing_) run_.arm(chunks_[first].available);
}

// The beats of the chunks from `first` on.
void packer::tell_packed(const pack_beats& beats, size_t first) const {
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
    if (c.store.valid) register_write(c.store.address, c.store.value);
  }
  if (threads) done(threads, cycle);
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

// One step: take the beats that are there as one transfer, as long as they lie one behind the other in L1 and each is there
// when its turn comes.
void packer::process() {
  const cycle_t c = run_.begin();
  if (writing_) return;
  while (chunk_head_ < chunks_.size()) {
    const chunk& first = chunks_[chunk_head_];
    if (first.available > c) {
      run_.arm(first.available);
      return;
    }
    if (first.beats - split_left_ > 0) break;
    finish(1, c);  // nothing left the buffers: the PACR is done
    split_left_ = 0;
  }
  if (chunk_head_ == chunks_.size()) {
    account_.busy(busy_since_, c);
    drop_written();
    return;
  }
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
  writing_ = n;
  if (state_.causes) causes_.begins(*state_.causes, chunks_[chunk_head_].by, chunks_[chunk_head_].thread, c);
  access_->operation = first.action == pack_beat::action_t::write ? l1_operation::plain : l1_operation::accumulate;
  payload_.set_address(first.address);
  payload_.set_data_length(pack_beat_bytes * n);
  access_->data_by_dmi = !state_.l1_elsewhere() || access_->operation == l1_operation::accumulate;
  if (!access_->data_by_dmi) {
    const uint8_t* data = &data_[pack_beat_bytes * head_];
    carried_.assign(data, data + pack_beat_bytes * n);
    payload_.set_data_ptr(carried_.data());
  }
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time t = sc_core::SC_ZERO_TIME;
  if (l1->nb_transport_fw(payload_, phase, t) == tlm::TLM_COMPLETED) {
    state_.diagnose.undefined("packer", chunks_[chunk_head_].thread, 0,
                              "writes outside L1 at address " + std::to_string(first.address));
    access_->data_by_dmi = true;  // what lies inside is written
    nb_transport_bw(payload_, phase, t);
  }
}

// L1 has taken the beats: their bytes are in L1 from now on.
tlm::tlm_sync_enum packer::nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
  const cycle_t c = now_cycle();
  pack_run& first = runs_[run_head_];
  if (access_->data_by_dmi) {
    state_.bring_l1(first.address, pack_beat_bytes * writing_);
    packer_function::commit(state_, {first.address, writing_, first.action}, &data_[pack_beat_bytes * head_]);
    state_.take_l1(first.address, pack_beat_bytes * writing_);
  }
  if (state_.causes) causes_.ends(writing_, parameters_.write_lanes, c);
  first.address += pack_beat_bytes * writing_;
  first.beats -= writing_;
  if (first.beats == 0) ++run_head_;
  head_ += writing_;
  bytes_written_ += uint64_t{pack_beat_bytes} * writing_;
  writing_ = 0;
  tell_queue(c);
  account_.busy_but(
      busy_since_, c,
      {{stall_reason::l1_port, access_->port_stall_cycles}, {stall_reason::l1_bank_conflict, access_->bank_stall_cycles}});
  busy_since_ = c;
  finish(chunks_writing_, c);
  chunks_writing_ = 0;
  if (chunk_head_ < chunks_.size()) run_.arm(c);
  else split_left_ = 0;
  drop_written();
  return tlm::TLM_COMPLETED;
}

packers::packers(sc_core::sc_module_name name, const packer_parameters& parameters, tensix_state& state,
                 packer_function& function, const dst_users& dst)
    : tensix_unit(name),
      parameters_(parameters),
      state_(state),
      function_(function),
      dst_(dst),
      streams_(parameters.topology == packer_topology::independent ? 4 : 1),
      active_if_none_selected_(streams_ > 1 ? 1 : (1u << std::min(parameters.read_interfaces, 4u)) - 1),
      most_waiting_beats_(size_t{parameters.pipeline_latency_cycles + parameters.longest_transfer_cycles} *
                              parameters.write_lanes +
                          parameters.output_buffer_beats) {
  // PACR_SETREG's write leaves behind the data before it, not when the function executes it.
  const auto write = function_.register_write;
  function_.register_write = [this](uint32_t address, uint32_t value) { store_ = {true, address, value}; };
  static constexpr const char* names[] = {"packer0", "packer1", "packer2", "packer3"};
  for (unsigned i = 0; i < 4; ++i) {
    packer_[i] = std::make_unique<packer>(names[i], i, parameters, state);
    packer_[i]->register_write = write;
    packer_[i]->done = [this, i](unsigned threads, cycle_t cycle) {
      for (unsigned t = 0; t < thread_count; ++t)
        if (threads >> t & 1) {
          busy_until_[t] = std::max(busy_until_[t], cycle);
          busy_by_[t] = packer_[i]->written_by();
        }
      notify(cycle);
    };
  }
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
  const unsigned select = insn::PACR::read_intf_sel(r.word);
  const bool reads = streams_ > 1 || !what.setreg;  // PACR_SETREG reads nothing; independent packers are selected alike
  const unsigned active = !reads ? 1 : select ? select : active_if_none_selected_;
  const unsigned rows = std::max<unsigned>(job_.rows, 1);
  // On Blackhole what an interface gives a cycle is limited behind the format conversion, not at Dst (measured: 32-bit Dst to
  // BF16 runs as fast as 16-bit Dst).
  const auto out = static_cast<data_format>(cfg::THCON_SEC0_REG1_Out_data_format(state_.bank(r.thread)));
  uint32_t bits = datum_bits(out);
  if (parameters_.counts_dst_datums && !job_.from_l1) bits = std::max<uint32_t>(bits, 8 * job_.dst_datum_bytes);
  const uint32_t bytes = ((job_.datums_in + rows - 1) / rows * bits + 7) / 8;
  const uint32_t read_cycles = std::max(1u, (bytes + parameters_.interface_bytes - 1) / parameters_.interface_bytes);
  read_free_ = r.cycle + read_cycles;
  observer* const tap = packer_[0]->activity().tap();
  for (unsigned i = 0; tap && i < streams_; ++i)
    if ((active >> i) & 1) packer_[i]->tell_details(job_.beats[i]);
  cause why;
  if (cause_recorder* causes = state_.causes) {
    causes_.accepted(*causes, what.blocks, dst_);
    for (unsigned i = 0; i < streams_ && was_full_; ++i) causes->after(packer_[i]->written_by());
    why = causes_.reads(*causes, read_cycles, parameters_.pipeline_latency_cycles);
  }
  was_full_ = false;
  for (unsigned i = 0; tap && i < 4; ++i)
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
