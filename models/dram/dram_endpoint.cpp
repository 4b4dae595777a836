// SPDX-License-Identifier: Apache-2.0
#include "models/dram/dram_endpoint.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "support/text/hex_text.h"

namespace tensix {

dram_endpoint::dram_endpoint(sc_core::sc_module_name name, const dram_endpoint_parameters& p, const noc_causes& causes,
                             dram_causes& of_channel, diagnostics& diagnose, uint64_t channel_bytes)
    : sc_module(name),
      parameters_(p),
      causes_(causes),
      of_channel_(of_channel),
      diagnose_(diagnose),
      channel_bytes_(channel_bytes),
      link_("to_noc", slot::noc_endpoint_link, *this, causes, p.to_router_cycles, p.packet_gap_cycles),
      input_("from_noc", slot::noc_endpoint, *this, p.receive_cycles),
      server_(*this, *this, link_, causes, 0, p.answer_cycles),
      run_(slot::noc_endpoint, method<&dram_endpoint::process>(this)) {}

// In accesses that end at multiples of access_bytes.
void dram_endpoint::access(tlm::tlm_command command, uint32_t job, uint64_t address, uint32_t bytes, uint8_t* data,
                           event_id asked) {
  for (uint32_t done = 0; done < bytes;) {
    const auto to_end = static_cast<uint32_t>(parameters_.dram.access_bytes - (address + done) % parameters_.dram.access_bytes);
    const uint32_t n = std::min(to_end, bytes - done);
    parts_.push_back({job, command == tlm::TLM_READ_COMMAND, done == 0, done + n == bytes, n, asked});
    memory.send(memory.get(command, address + done, data + done, n));
    done += n;
  }
}

void dram_endpoint::read(uint32_t job, uint64_t address, uint32_t bytes, uint8_t* into, event_id asked) {
  if (address < channel_bytes_ && bytes <= channel_bytes_ - address)
    return access(tlm::TLM_READ_COMMAND, job, address, bytes, into, asked);
  diagnose_.undefined(basename(), -1, 0,
                      "a read of " + std::to_string(bytes) + " bytes at address " + hex_text(address) +
                          " lies beyond the channel's " + std::to_string(channel_bytes_) + " bytes");
  server_.first_data(job, now_cycle(), asked);  // zeros, so that the program goes on where it may
  server_.read_done(job, asked);
}

// The data are taken into the channel's buffer, if there is room, and acknowledged then.
void dram_endpoint::write_ends(uint32_t job, const noc_packet& packet, event_id asked) {
  if (packet.address >= channel_bytes_ || packet.bytes > channel_bytes_ - packet.address) {
    diagnose_.undefined(basename(), -1, 0,
                        "a write of " + std::to_string(packet.bytes) + " bytes at address " + hex_text(packet.address) +
                            " lies beyond the channel's " + std::to_string(channel_bytes_) + " bytes");
    return server_.write_taken(job, asked);
  }
  put_in_ += packet.bytes;
  ++pending_writes_;
  buffers_.push_back(packet.data);
  held_.push_back({job, asked, put_in_});
  access(tlm::TLM_WRITE_COMMAND, job, packet.address, packet.bytes, buffers_.back().data(), asked);
  room(0);
}

void dram_endpoint::atomic(uint32_t job, const noc_packet& packet, uint32_t&, event_id asked) {
  diagnose_.undefined(
      basename(), -1, 0,
      "an atomic at address " + hex_text(packet.address) + ": DRAM has none; atomics work on L1 of Tensix and Ethernet tiles");
  server_.write_taken(job, asked);
}

void dram_endpoint::moved(l1_payload& t) {
  t.expect_ok();
  const part p = parts_.front();
  parts_.pop_front();
  const event_id through = data_of(p);
  if (p.read) {
    if (p.first) server_.first_data(p.job, now_cycle(), through);
    if (p.last) server_.read_done(p.job, through);
    return;
  }
  written_ += p.bytes;
  if (p.last) {
    --pending_writes_;
    buffers_.pop_front();
  }
  room(through);
}

// Data that came right behind others are behind those; else the access has taken its latency, and then they came.
event_id dram_endpoint::data_of(const part& p) {
  if (!causes_.recorder()) return of_channel_.last = 0;
  const path_use data{path_kind::dram_data, of_channel_.channel}, latency{path_kind::dram_read, of_channel_.channel};
  const cycle_t cycles = uint64_t{p.bytes} * parameters_.clock_mhz / parameters_.dram.channel_mb_per_second;
  const cycle_t waits = p.read ? parameters_.dram.read_cycles : 0, last = causes_.cycle_of(of_channel_.last);
  const bool behind = last > causes_.cycle_of(p.asked) + waits;
  const cause before(of_channel_.last, data, behind ? now_cycle() - last : cycles);
  return of_channel_.last = causes_.event(data, before, cause(p.asked, latency, waits, data, cycles));
}

// Writes whose last byte fits into the buffer now.
void dram_endpoint::room(event_id by) {
  while (!held_.empty() && held_.front().behind <= written_ + parameters_.dram.write_buffer_bytes) {
    const event_id taken = causes_.event(path_use(path_kind::dram_data, of_channel_.channel), held_.front().here, by);
    acknowledges_.push_back({held_.front().job,
                             {taken, path_use(path_kind::dram_write, of_channel_.channel), parameters_.dram.write_cycles},
                             now_cycle() + parameters_.dram.write_cycles});
    held_.pop_front();
    run_.arm(acknowledges_.back().cycle);
  }
}

void dram_endpoint::process() {
  const cycle_t c = run_.begin();
  while (!acknowledges_.empty() && acknowledges_.front().cycle <= c) {
    const acknowledge a = acknowledges_.front();
    acknowledges_.pop_front();
    server_.write_taken(a.job, a.by);
  }
  if (!acknowledges_.empty()) run_.arm(acknowledges_.front().cycle);
}

}  // namespace tensix
