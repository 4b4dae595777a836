// SPDX-License-Identifier: Apache-2.0
#include "models/dram/dram_channel.h"

#include <algorithm>
#include <cstring>

namespace tensix {

dram_channel::dram_channel(sc_core::sc_module_name name, const dram_parameters& p, uint32_t clock_mhz)
    : sc_module(name),
      socket("socket"),
      parameters_(p),
      bytes_(uint64_t{p.channel_mib} << 20),
      rate_(p.channel_mb_per_second),
      clock_(clock_mhz),
      run_(slot::dram, method<&dram_channel::process>(this)) {
  socket.register_nb_transport_fw(this, &dram_channel::nb_transport_fw);
  socket.register_b_transport(this, &dram_channel::b_transport);
  socket.register_transport_dbg(this, &dram_channel::transport_dbg);
}

// ---- Time. MB a second by MHz is bytes a cycle: rate_ bytes take clock_ cycles. Times are kept in 1/rate_ of a cycle, exactly.

cycle_t dram_channel::take(uint64_t bytes, bool read, cycle_t from) {
  const uint64_t earliest = (from + (read ? parameters_.read_cycles : 0)) * rate_;
  const uint64_t begins = std::max(busy_until_, earliest);
  busy_until_ = begins + bytes * clock_;
  const cycle_t done = (busy_until_ + rate_ - 1) / rate_;
  account_.busy(begins / rate_, done);
  return done;
}

void dram_channel::process() {
  const cycle_t c = run_.begin();
  while (!waiting_.empty() && waiting_.front().done <= c) {
    tlm::tlm_generic_payload& payload = *waiting_.front().payload;
    const int from = waiting_.front().from;
    waiting_.pop_front();
    payload.set_response_status(move(payload));
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    socket[from]->nb_transport_bw(payload, phase, none);  // END_RESP, now or later, changes nothing here
    payload.release();
  }
  if (!waiting_.empty()) run_.arm(waiting_.front().done);
}

// ---- Bytes

bool dram_channel::peek(uint64_t address, uint8_t* data, uint32_t bytes) {
  if (address >= bytes_ || bytes > bytes_ - address) return false;
  while (bytes) {
    const uint64_t page = address / page_bytes, at = address % page_bytes;
    const auto n = static_cast<uint32_t>(std::min<uint64_t>(bytes, page_bytes - at));
    const auto found = pages_.find(page);
    if (found == pages_.end()) std::memset(data, 0, n);
    else std::memcpy(data, found->second.get() + at, n);
    address += n, data += n, bytes -= n;
  }
  return true;
}

bool dram_channel::poke(uint64_t address, const uint8_t* data, uint32_t bytes) {
  if (address >= bytes_ || bytes > bytes_ - address) return false;
  while (bytes) {
    const uint64_t page = address / page_bytes, at = address % page_bytes;
    const auto n = static_cast<uint32_t>(std::min<uint64_t>(bytes, page_bytes - at));
    auto& place = pages_[page];
    if (!place) place = std::make_unique<uint8_t[]>(page_bytes);
    std::memcpy(place.get() + at, data, n);
    address += n, data += n, bytes -= n;
  }
  return true;
}

tlm::tlm_response_status dram_channel::move(tlm::tlm_generic_payload& payload) {
  const uint32_t bytes = payload.get_data_length();
  uint8_t* const data = payload.get_data_ptr();
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  if (payload.get_byte_enable_ptr()) {  // byte by byte: who writes less than all is rare
    for (uint32_t i = 0; i < bytes; ++i) {
      if (!payload.get_byte_enable_ptr()[i % payload.get_byte_enable_length()]) continue;
      const bool ok =
          payload.is_read() ? peek(payload.get_address() + i, data + i, 1) : poke(payload.get_address() + i, data + i, 1);
      if (!ok) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
    return tlm::TLM_OK_RESPONSE;
  }
  const bool ok = payload.is_read() ? peek(payload.get_address(), data, bytes) : poke(payload.get_address(), data, bytes);
  (payload.is_read() ? bytes_read_ : bytes_written_) += bytes;
  return ok ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE;
}

// ---- The socket

tlm::tlm_sync_enum dram_channel::nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                 sc_core::sc_time& t) {
  if (phase != tlm::BEGIN_REQ) return phase == tlm::END_RESP ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
  const cycle_t from = now_cycle() + t.value() / cycle_ticks();
  payload.acquire();
  access& a = waiting_.emplace_back();
  a.payload = &payload, a.from = id, a.done = take(payload.get_data_length(), payload.is_read(), from);
  run_.arm(a.done);
  phase = tlm::END_REQ;  // any number may be outstanding
  return tlm::TLM_UPDATED;
}

void dram_channel::b_transport(int, tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  const cycle_t now = now_cycle(), from = now + t.value() / cycle_ticks();
  const cycle_t done = take(payload.get_data_length(), payload.is_read(), from);
  payload.set_response_status(move(payload));
  t = sc_core::sc_time::from_value((done - now) * cycle_ticks());
}

unsigned int dram_channel::transport_dbg(int, tlm::tlm_generic_payload& payload) {
  const uint64_t address = payload.get_address();
  if (address >= bytes_) return 0;
  const auto n = static_cast<uint32_t>(std::min<uint64_t>(payload.get_data_length(), bytes_ - address));
  const bool ok = payload.is_read() ? peek(address, payload.get_data_ptr(), n) : poke(address, payload.get_data_ptr(), n);
  return ok ? n : 0;
}

}  // namespace tensix
