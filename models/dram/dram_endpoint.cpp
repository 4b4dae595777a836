#include "models/dram/dram_endpoint.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace tensix {

dram_endpoint::dram_endpoint(sc_core::sc_module_name name, const dram_endpoint_parameters& p, diagnostics& diagnose,
                             uint64_t channel_bytes)
    : sc_module(name),
      parameters_(p),
      diagnose_(diagnose),
      channel_bytes_(channel_bytes),
      link_("to_noc", slot::noc_endpoint_link, *this, p.to_router_cycles, p.packet_gap_cycles),
      input_("from_noc", slot::noc_endpoint, *this, p.receive_cycles),
      server_(*this, *this, link_, 0, p.answer_cycles),
      run_(slot::noc_endpoint, method<&dram_endpoint::process>(this)) {}

// In accesses that end at multiples of access_bytes.
void dram_endpoint::access(tlm::tlm_command command, uint32_t job, uint64_t address, uint32_t bytes, uint8_t* data) {
  for (uint32_t done = 0; done < bytes;) {
    const auto to_end = static_cast<uint32_t>(parameters_.dram.access_bytes - (address + done) % parameters_.dram.access_bytes);
    const uint32_t n = std::min(to_end, bytes - done);
    parts_.push_back({job, command == tlm::TLM_READ_COMMAND, done == 0, done + n == bytes, n});
    memory.send(memory.get(command, address + done, data + done, n));
    done += n;
  }
}

void dram_endpoint::read(uint32_t job, uint64_t address, uint32_t bytes, uint8_t* into) {
  if (address < channel_bytes_ && bytes <= channel_bytes_ - address)
    return access(tlm::TLM_READ_COMMAND, job, address, bytes, into);
  diagnose_.undefined(basename(), -1, 0,
                      "a read of " + std::to_string(bytes) + " bytes at address " + std::to_string(address) +
                          " lies beyond the channel's " + std::to_string(channel_bytes_) + " bytes");
  server_.first_data(job, now_cycle());  // zeros, so that the program goes on where it may
  server_.read_done(job);
}

// The data are taken into the channel's buffer, if there is room, and acknowledged then.
void dram_endpoint::write_ends(uint32_t job, const noc_packet& packet) {
  if (packet.address >= channel_bytes_ || packet.bytes > channel_bytes_ - packet.address) {
    diagnose_.undefined(basename(), -1, 0,
                        "a write of " + std::to_string(packet.bytes) + " bytes at address " +
                            std::to_string(packet.address) + " lies beyond the channel's " +
                            std::to_string(channel_bytes_) + " bytes");
    return server_.write_taken(job);
  }
  put_in_ += packet.bytes;
  ++pending_writes_;
  buffers_.push_back(packet.data);
  held_.push_back({job, put_in_});
  access(tlm::TLM_WRITE_COMMAND, job, packet.address, packet.bytes, buffers_.back().data());
  room();
}

void dram_endpoint::atomic(uint32_t job, const noc_packet& packet, uint32_t&) {
  diagnose_.undefined(basename(), -1, 0,
                      "an atomic at address " + std::to_string(packet.address) +
                          ": DRAM has none; atomics work on L1 of Tensix and Ethernet tiles");
  server_.write_taken(job);
}

void dram_endpoint::moved(l1_payload& t) {
  t.expect_ok();
  const part p = parts_.front();
  parts_.pop_front();
  if (p.read) {
    if (p.first) server_.first_data(p.job, now_cycle());
    if (p.last) server_.read_done(p.job);
    return;
  }
  written_ += p.bytes;
  if (p.last) {
    --pending_writes_;
    buffers_.pop_front();
  }
  room();
}

// Writes whose last byte fits into the buffer now.
void dram_endpoint::room() {
  while (!held_.empty() && held_.front().behind <= written_ + parameters_.dram.write_buffer_bytes) {
    acknowledges_.push_back({held_.front().job, now_cycle() + parameters_.dram.write_cycles});
    held_.pop_front();
    run_.arm(acknowledges_.back().cycle);
  }
}

void dram_endpoint::process() {
  const cycle_t c = run_.begin();
  while (!acknowledges_.empty() && acknowledges_.front().cycle <= c) {
    const uint32_t job = acknowledges_.front().job;
    acknowledges_.pop_front();
    server_.write_taken(job);
  }
  if (!acknowledges_.empty()) run_.arm(acknowledges_.front().cycle);
}

}  // namespace tensix
