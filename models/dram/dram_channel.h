// SPDX-License-Identifier: Apache-2.0
// A channel of DRAM: a TLM-2.0 target (base protocol, AT: BEGIN_REQ, END_REQ, BEGIN_RESP, END_RESP; and b_transport, debug).
// Data pass one access after the other at the channel's rate; a read has its first data `read_cycles` behind its request or right
// behind those of the access before. What is behind the socket can be another DRAM model: docs/noc.md.
#pragma once
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/dram/dram_parameters.h"
#include "models/observe/account.h"
#include "models/time/calendar.h"

namespace tensix {

class dram_channel : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<dram_channel, 128> socket;  // any number of initiators

  dram_channel(sc_core::sc_module_name name, const dram_parameters& parameters, uint32_t clock_mhz);

  // Without time, at any time: `bytes` bytes at `address`. Nothing written reads as zero. False: beyond its end.
  bool peek(uint64_t address, uint8_t* data, uint32_t bytes);
  bool poke(uint64_t address, const uint8_t* data, uint32_t bytes);
  account& activity() { return account_; }
  uint64_t bytes_read() const { return bytes_read_; }
  uint64_t bytes_written() const { return bytes_written_; }

 private:
  const dram_parameters parameters_;
  const uint64_t bytes_;
  const uint64_t rate_, clock_;  // `rate_` bytes in `clock_` cycles: those of a microsecond
  // In pages that are made when they are first written.
  static constexpr uint64_t page_bytes = 1 << 16;
  std::map<uint64_t, std::unique_ptr<uint8_t[]>> pages_;
  struct access {
    tlm::tlm_generic_payload* payload;
    int from;  // initiator
    cycle_t done;
  };
  std::deque<access> waiting_;  // in the order of their requests, which is that of their data
  uint64_t busy_until_ = 0;     // the data before are through, in cycles times rate_
  uint64_t bytes_read_ = 0, bytes_written_ = 0;
  account account_;
  activation run_;

  cycle_t take(uint64_t bytes, bool read, cycle_t from);
  void process();
  tlm::tlm_response_status move(tlm::tlm_generic_payload& payload);
  tlm::tlm_sync_enum nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t);
  void b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t);
  unsigned int transport_dbg(int id, tlm::tlm_generic_payload& payload);
};

}  // namespace tensix
