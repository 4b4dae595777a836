// SPDX-License-Identifier: Apache-2.0
// A host that writes words of L1 over the NoC while programs run, each in its cycle.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <utility>
#include <vector>

#include "models/memory/l1_protocol.h"
#include "models/observe/report_ids.h"
#include "models/time/strand.h"
#include "testbench/run/host_store.h"

namespace tensix {

class host_writer : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<host_writer> noc;

  host_writer(const sc_core::sc_module_name& name, std::vector<host_store> stores)
      : sc_module(name), noc("noc"), stores_(std::move(stores)) {
    access_.client = l1_client::noc;
    payload_.set_extension(&access_);
    payload_.set_command(tlm::TLM_WRITE_COMMAND);
    payload_.set_data_length(4);
    payload_.set_streaming_width(4);
  }
  ~host_writer() override { payload_.clear_extension(&access_); }  // ours, not the payload's, wherever the run ended

  bool done() const { return done_ == stores_.size(); }  // all are in L1

 private:
  std::vector<host_store> stores_;  // by cycle
  size_t done_ = 0;
  tlm::tlm_generic_payload payload_;
  l1_access access_;

  void write() {
    for (host_store& s : stores_) {
      wait_until_cycle(s.cycle);
      payload_.set_address(s.address);
      payload_.set_data_ptr(reinterpret_cast<uint8_t*>(&s.value));
      payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      noc->b_transport(payload_, delay);
      if (payload_.is_response_error())
        SC_REPORT_ERROR(report_id::host, ("L1 answers " + payload_.get_response_string()).c_str());
      ++done_;
    }
  }
  strand run_{slot::noc_writes, method<&host_writer::write>(this)};
};

}  // namespace tensix
