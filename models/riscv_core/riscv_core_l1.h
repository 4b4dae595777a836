// The one place where a core's transfers to and from L1 begin and end. Each has a tag: of the fetch, the load or the store that
// it belongs to, whose part gets the completion.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <array>
#include <tlm>

#include "models/memory/l1_protocol.h"
#include "models/riscv_core/riscv_core_surroundings.h"

namespace tensix {

struct riscv_core_parts;

class core_l1 {
 public:
  using socket = tlm_utils::simple_initiator_socket<core_l1, 128>;
  static constexpr unsigned first_load = core_max_fetches, store = first_load + core_max_loads;  // tags; fetches from 0 on
  core_l1(riscv_core_parts& core, socket& to);

  // Competes for ports and banks from `cycle` on. `data` stays until the completion: `bytes` bytes, which the core has then.
  void read(unsigned tag, uint32_t address, uint8_t* data, unsigned bytes, cycle_t cycle,
            l1_operation operation = l1_operation::plain, bool poll = false);
  // Of the store queue's word: bytes whose `enable` is 0xff.
  void write(uint32_t address, uint8_t* data, uint8_t* enable, unsigned bytes, cycle_t cycle);
  // At once, without time. Returns the bytes read.
  unsigned look(uint32_t address, uint8_t* data, unsigned bytes) { return debug(tlm::TLM_READ_COMMAND, address, data, bytes); }
  void poke(uint32_t address, const uint8_t* data, unsigned bytes) {
    debug(tlm::TLM_WRITE_COMMAND, address, const_cast<uint8_t*>(data), bytes);
  }

 private:
  struct transfer : tlm::tlm_generic_payload {
    l1_access* access = nullptr;
    unsigned tag = 0;
  };
  riscv_core_parts& core_;
  socket& socket_;
  std::array<transfer, store + 1> transfers_;

  void send(transfer& x, tlm::tlm_command command, uint32_t address, uint8_t* data, unsigned bytes, cycle_t cycle);
  unsigned debug(tlm::tlm_command command, uint32_t address, uint8_t* data, unsigned bytes);
  tlm::tlm_sync_enum complete(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t);
};

}  // namespace tensix
