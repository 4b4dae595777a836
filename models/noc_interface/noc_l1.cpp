// SPDX-License-Identifier: Apache-2.0
#include "models/noc_interface/noc_l1.h"

#include <algorithm>
#include <cstring>

#include "models/noc_interface/noc_atomics_function.h"

namespace tensix {

noc_l1::noc_l1(owner_if& owner, noc_mmio_if& mmio, const noc_causes& causes, diagnostics& diagnose, uint32_t l1_bytes,
               uint8_t stream, uint32_t first_data_cycles, uint32_t change_cycles, slot where)
    : owner_(owner),
      mmio_(mmio),
      causes_(causes),
      diagnose_(diagnose),
      l1_bytes_(l1_bytes),
      first_data_cycles_(first_data_cycles),
      change_cycles_(change_cycles),
      run_(where, method<&noc_l1::process>(this)) {
  l1.usual.client = l1_client::noc;
  l1.usual.lanes = noc_flit_bytes / l1_beat_bytes;
  l1.usual.stream = stream;
}

// ---- Reads

void noc_l1::read(uint32_t job, uint64_t address, uint32_t bytes, uint8_t* into, event_id asked) {
  if (address >= l1_bytes_) {
    const uint32_t value = mmio_.mmio_load(static_cast<uint32_t>(address));
    std::memcpy(into, &value, std::min<uint32_t>(bytes, 4));
    owner_.first_data(job, now_cycle() + first_data_cycles_, {asked, path_kind::noc_ends, first_data_cycles_});
    owner_.read_done(job, asked);
    return;
  }
  reads_.push_back({job, address, bytes, into, asked});
  if (reads_.size() == 1) begin_read();
}

void noc_l1::begin_read() {
  reading& r = reads_.front();
  r.begun = causes_.event(path_kind::noc_l1, r.asked, last_read_);
  l1_payload& t = l1.get(tlm::TLM_READ_COMMAND, r.address, r.into, r.bytes);
  owner_.first_data(r.job, now_cycle() + first_data_cycles_, {r.begun, path_kind::noc_ends, first_data_cycles_});
  l1.send(t);
}

// ---- Writes

// The transfer takes its time in L1 from the first flit on; the bytes follow when all are here.
void noc_l1::time_write(writing& w, uint64_t address, uint32_t bytes, l1_operation operation) {
  l1_payload& t = l1.get(tlm::TLM_WRITE_COMMAND, address, scratch_, bytes);
  t.access.data_by_dmi = true;
  t.access.operation = operation;
  t.tag = w.job;
  l1.send(t);
}

void noc_l1::write_begins(uint32_t job, const noc_packet& packet, event_id asked) {
  writes_.push_back({job, &packet, asked});
  if (packet.address >= l1_bytes_) writes_.back().in_memory = true;
  else time_write(writes_.back(), packet.address, packet.bytes, l1_operation::plain);
}

void noc_l1::write_ends(uint32_t job, const noc_packet&, event_id asked) {
  for (auto w = writes_.begin(); w != writes_.end(); ++w)
    if (w->job == job && !w->all_here) {
      w->all_here = true;
      w->last = asked;
      if (w->in_memory) finish(w);
      return;
    }
}

void noc_l1::atomic(uint32_t job, const noc_packet& packet, uint32_t& before, event_id asked) {
  writes_.push_back({job, &packet, asked});
  writes_.back().before = &before;
  writes_.back().all_here = true;
  time_write(writes_.back(), packet.address & ~uint64_t{l1_beat_bytes - 1}, l1_beat_bytes, l1_operation::atomic);
}

void noc_l1::finish(std::deque<writing>::iterator w) {
  const writing done = *w;
  writes_.erase(w);
  const noc_packet& p = *done.packet;
  if (done.before) {
    uint8_t line[l1_beat_bytes] = {};
    const uint64_t at = p.address & ~uint64_t{l1_beat_bytes - 1};
    debug(tlm::TLM_READ_COMMAND, at, line, l1_beat_bytes);
    *done.before = noc_atomic(p, line, diagnose_, "noc");
    debug(tlm::TLM_WRITE_COMMAND, at, line, l1_beat_bytes);
  } else if (p.address >= l1_bytes_) {
    uint32_t value = 0;
    std::memcpy(&value, p.data.data(), std::min<size_t>(p.data.size(), 4));
    mmio_.mmio_store(static_cast<uint32_t>(p.address), value);
  } else {
    std::memcpy(scratch_, p.data.data(), p.bytes);
    if (p.byte_enables) {  // those without their bit stay
      uint8_t here[noc_flit_bytes];
      debug(tlm::TLM_READ_COMMAND, p.address, here, p.bytes);
      for (uint32_t i = 0; i < p.bytes; ++i)
        if (!(p.enabled >> i & 1)) scratch_[i] = here[i];
    }
    debug(tlm::TLM_WRITE_COMMAND, p.address, scratch_, p.bytes);
  }
  const event_id there =
      causes_.event(path_kind::noc_l1,
                    cause(done.first, path_kind::noc_l1, p.address < l1_bytes_ ? beats(p.address, p.bytes) : 0), done.last);
  tell_words(p, there);
  // What is not whole beats is there, but its bank is still at it, and only then it is acknowledged.
  const bool whole = p.address >= l1_bytes_ || (!done.before && (p.address | p.bytes) % l1_beat_bytes == 0);
  if (whole) return owner_.write_taken(done.job, there);
  changes_.push_back({done.job, now_cycle() + change_cycles_ - 1, there});
  run_.arm(changes_.back().done);
}

void noc_l1::process() {
  const cycle_t c = run_.begin();
  while (!changes_.empty() && changes_.front().done <= c) {
    const change x = changes_.front();
    changes_.pop_front();
    owner_.write_taken(x.job, {x.by, path_kind::noc_l1, change_cycles_ - 1});
  }
  if (!changes_.empty()) run_.arm(changes_.front().done);
}

void noc_l1::moved(l1_payload& t) {
  t.expect_ok();  // addresses have been looked at
  lost_to_ports_ += t.access.port_stall_cycles;
  lost_to_banks_ += t.access.bank_stall_cycles;
  if (t.is_read()) {
    const reading r = reads_.front();
    reads_.pop_front();
    last_read_ = causes_.event(path_kind::noc_l1, cause(r.begun, path_kind::noc_l1, beats(r.address, r.bytes)));
    const event_id done = last_read_;
    if (!reads_.empty()) begin_read();
    owner_.read_done(r.job, done);
    return;
  }
  for (auto w = writes_.begin(); w != writes_.end(); ++w)
    if (w->job == t.tag && !w->in_memory) {
      w->in_memory = true;
      if (w->all_here) finish(w);
      return;
    }
}

// Words that cores may poll: of short packets.
void noc_l1::tell_words(const noc_packet& p, event_id by) {
  if (!by || p.address >= l1_bytes_ || p.bytes > noc_flit_bytes) return;
  for (uint64_t at = p.address & ~uint64_t{3}; at < p.address + p.bytes; at += 4) {
    uint32_t value = 0;
    debug(tlm::TLM_READ_COMMAND, at, reinterpret_cast<uint8_t*>(&value), 4);
    causes_.recorder()->word_written(static_cast<uint32_t>(at), value, by);
  }
}

unsigned noc_l1::debug(tlm::tlm_command command, uint64_t address, uint8_t* data, uint32_t bytes) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  return l1->transport_dbg(payload);
}

}  // namespace tensix
