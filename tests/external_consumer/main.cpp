// SPDX-License-Identifier: Apache-2.0
// A platform of somebody else: its own initiator drives a tile through core socket T0, and its own NoC master looks into L1.
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <cstdio>
#include <systemc>
#include <tlm>

#include "models/isa/isa.h"
#include "platform/parameters.h"
#include "platform/tile.h"

namespace {

class core_and_noc : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<core_and_noc> core[4];
  tlm_utils::simple_initiator_socket<core_and_noc> noc;
  bool finished = false;
  int errors = 0;

  explicit core_and_noc(sc_core::sc_module_name name) : sc_module(name) {
    SC_HAS_PROCESS(core_and_noc);
    SC_THREAD(run);
  }

 private:
  void run() {
    constexpr uint32_t l1_address = 0x1000, gprs = 0xFFE00000, instructions = 0xFFE40000, ttsync = 0xFFE80004;

    // A store of the core is posted; the load behind it sees it, and so does the NoC side.
    store(l1_address, 0x12345678);
    expect("L1 through core 0", load(l1_address), 0x12345678);
    expect("L1 through the NoC side, debug", noc_debug_read(l1_address), 0x12345678);

    // SETDMAREG writes one half of a GPR: two instructions make GPR 5 of thread T0. TTSync holds the core until both are done.
    using namespace tensix::insn;
    const uint32_t setdmareg = tensix::word_of(tensix::opcode::SETDMAREG);
    expect("opcode of SETDMAREG", setdmareg, 0x45000000);
    const auto half = [&](uint32_t index, uint32_t value) {
      return setdmareg | SETDMAREG::payload_sig_sel_size.place(value >> 14) | SETDMAREG::payload_sig_sel.place(value) |
             SETDMAREG::reg_index_16b.place(index);
    };
    const sc_core::sc_time before = sc_core::sc_time_stamp();
    store(instructions, half(10, 0xBEEF));
    store(instructions, half(11, 0xCAFE));
    load(ttsync);
    expect("GPR 5 of T0", load(gprs + 5 * 4), 0xCAFEBEEF);
    if (sc_core::sc_time_stamp() <= before) {
      std::fprintf(stderr, "no time has passed\n");
      ++errors;
    }
    finished = true;
    sc_core::sc_stop();
  }

  void expect(const char* what, uint32_t got, uint32_t wanted) {
    if (got == wanted) return;
    std::fprintf(stderr, "%s: 0x%08x instead of 0x%08x\n", what, got, wanted);
    ++errors;
  }
  static void fill(tlm::tlm_generic_payload& payload, tlm::tlm_command command, uint32_t address, uint32_t& value) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  uint32_t access(tlm::tlm_command command, uint32_t address, uint32_t value) {
    tlm::tlm_generic_payload payload;
    fill(payload, command, address, value);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    core[0]->b_transport(payload, delay);
    if (!payload.is_response_ok()) {
      std::fprintf(stderr, "access to 0x%08x: %s\n", address, payload.get_response_string().c_str());
      ++errors;
    }
    wait(delay);
    return value;
  }
  uint32_t load(uint32_t address) { return access(tlm::TLM_READ_COMMAND, address, 0); }
  void store(uint32_t address, uint32_t value) { access(tlm::TLM_WRITE_COMMAND, address, value); }
  uint32_t noc_debug_read(uint32_t address) {
    tlm::tlm_generic_payload payload;
    uint32_t value = 0;
    fill(payload, tlm::TLM_READ_COMMAND, address, value);
    if (noc->transport_dbg(payload) != 4) {
      std::fprintf(stderr, "debug read of L1 0x%08x failed\n", address);
      ++errors;
    }
    return value;
  }
};

}  // namespace

int sc_main(int, char**) {
  tensix::tensix_tile tile("tile", tensix::builtin_configuration("blackhole"));
  core_and_noc mine("mine");
  for (int i = 0; i < 4; ++i) mine.core[i].bind(tile.core[i]);
  mine.noc.bind(tile.noc);
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  if (!mine.finished) std::fprintf(stderr, "not finished after 1 ms: %s\n", tile.who_waits().c_str());
  return mine.finished && mine.errors == 0 ? 0 : 1;
}
