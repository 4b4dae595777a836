// SPDX-License-Identifier: Apache-2.0
// NoC traffic beside a kernel: streams of reads and writes at L1, each a client `noc` with an order of its own, until the run
// ends. One request of a stream is under way at a time; it is made when the bytes before it are due at the asked rate, or as
// soon as the one before is done if that is later (docs/noc-traffic.md).
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/memory/l1_initiator.h"
#include "models/observe/account.h"
#include "models/time/strand.h"
#include "platform/tile.h"
#include "testbench/run/noc_stream.h"

namespace tensix {

class noc_traffic : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<noc_traffic, 128> l1;

  // Streams that are placed (place_noc_streams).
  noc_traffic(const sc_core::sc_module_name& name, const std::vector<noc_stream>& streams, tensix_tile& tile);

  struct counted {
    std::string name;  // "noc_read0"
    noc_stream stream;
    uint64_t bytes = 0, requests = 0;  // that are done
  };
  std::vector<counted> served() const;
  // By those names, up to cycle `at`.
  std::vector<std::pair<std::string, account>> accounts(cycle_t at) const;
  void close_accounts(cycle_t end);
  // Whether anything is due but traffic, RISC-V cores, and L1 for these.
  bool others_due_but_cores() const;
  void report_to(observer& tap);

 private:
  struct source {
    source(noc_traffic& owner, unsigned number, std::string name, const noc_stream& s);
    noc_traffic& owner;
    counted count;
    const uint32_t lanes;
    std::vector<uint8_t> data;
    l1_payload to_l1;
    account activity;
    uint64_t random;
    uint32_t next = 0;  // linear: byte of the range; strided: word
    void run();
    uint32_t ask();
    strand strand_;
  };
  tensix_tile& tile_;
  std::vector<std::unique_ptr<source>> sources_;

  bool alone() const;
  bool is_ours(const activation& a) const;
};

}  // namespace tensix
