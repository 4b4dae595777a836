// The one place where a core's transfers to and from L1 begin and end. Each has a tag: of the fetch, the load or the store that
// it belongs to, whose part gets the completion.
#pragma once
#include "models/memory/l1_initiator.h"
#include "models/riscv_core/riscv_core_surroundings.h"

namespace tensix {

struct riscv_core_parts;

class core_l1 {
 public:
  static constexpr unsigned first_load = core_max_fetches, store = first_load + core_max_loads;  // tags; fetches from 0 on
  core_l1(riscv_core_parts& core, l1_initiator& to);

  // Competes for ports and banks from `cycle` on. `data` stays until the completion: `bytes` bytes, which the core has then.
  void read(unsigned tag, uint32_t address, uint8_t* data, unsigned bytes, cycle_t cycle,
            l1_operation operation = l1_operation::plain, bool poll = false);
  // Of the store queue's word: bytes whose `enable` is 0xff.
  void write(uint32_t address, uint8_t* data, uint8_t* enable, unsigned bytes, cycle_t cycle);
  void complete(l1_payload& t);
  // At once, without time. Returns the bytes read.
  unsigned look(uint32_t address, uint8_t* data, unsigned bytes) { return debug(tlm::TLM_READ_COMMAND, address, data, bytes); }
  void poke(uint32_t address, const uint8_t* data, unsigned bytes) {
    debug(tlm::TLM_WRITE_COMMAND, address, const_cast<uint8_t*>(data), bytes);
  }

 private:
  riscv_core_parts& core_;
  l1_initiator& initiator_;

  void send(l1_payload& t, cycle_t cycle);
  unsigned debug(tlm::tlm_command command, uint32_t address, uint8_t* data, unsigned bytes);
};

}  // namespace tensix
