// A host that writes words of L1 over the NoC while programs run, each in its cycle.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <utility>
#include <vector>

#include "models/contracts/cycles.h"
#include "models/memory/l1_protocol.h"
#include "testbench/run/host_store.h"

namespace tensix {

class host_writer : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<host_writer> noc;

  host_writer(sc_core::sc_module_name name, std::vector<host_store> stores)
      : sc_module(name), noc("noc"), stores_(std::move(stores)) {
    SC_HAS_PROCESS(host_writer);
    SC_THREAD(write);
  }

 private:
  std::vector<host_store> stores_;  // by cycle

  void write() {
    for (host_store& s : stores_) {
      if (s.cycle > now_cycle()) wait(at(s.cycle, slot::l1) - sc_core::sc_time_stamp());
      tlm::tlm_generic_payload payload;
      auto* access = new l1_access;
      access->client = l1_client::noc;
      payload.set_extension(access);
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_address(s.address);
      payload.set_data_length(4);
      payload.set_streaming_width(4);
      payload.set_data_ptr(reinterpret_cast<uint8_t*>(&s.value));
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      noc->b_transport(payload, delay);
    }
  }
};

}  // namespace tensix
