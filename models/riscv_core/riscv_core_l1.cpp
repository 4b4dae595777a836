#include "models/riscv_core/riscv_core_l1.h"

#include "models/riscv_core/riscv_core_parts.h"

namespace tensix {

core_l1::core_l1(riscv_core_parts& core, l1_initiator& to) : core_(core), initiator_(to) {
  static constexpr l1_client clients[] = {l1_client::riscv_t0, l1_client::riscv_t1, l1_client::riscv_t2, l1_client::riscv_b};
  initiator_.usual.client = clients[core.number];
  initiator_.usual.ahead = static_cast<uint8_t>(1 + core.number);
}

void core_l1::send(l1_payload& t, cycle_t cycle) {
  const cycle_t now = now_cycle();
  initiator_.send(t, cycle > now ? cycle - now : 0);
}

void core_l1::read(unsigned tag, uint32_t address, uint8_t* data, unsigned bytes, cycle_t cycle, l1_operation operation,
                   bool poll) {
  l1_payload& t = initiator_.get(tlm::TLM_READ_COMMAND, address, data, bytes);
  t.tag = tag;
  t.access.operation = operation;
  t.access.poll = poll;
  send(t, cycle);
}

void core_l1::write(uint32_t address, uint8_t* data, uint8_t* enable, unsigned bytes, cycle_t cycle) {
  l1_payload& t = initiator_.get(tlm::TLM_WRITE_COMMAND, address, data, bytes);
  t.tag = store;
  t.set_byte_enable_ptr(enable);
  t.set_byte_enable_length(bytes);
  send(t, cycle);
}

void core_l1::complete(l1_payload& t) {
  t.expect_ok();  // addresses have been looked at
  if (t.tag < first_load) core_.fetch.arrived(t.tag);
  else if (t.tag < store) core_.memory.arrived(t.tag - first_load);
  else core_.stores.written();
}

unsigned core_l1::debug(tlm::tlm_command command, uint32_t address, uint8_t* data, unsigned bytes) {
  l1_payload payload;
  payload.prepare(command, address, data, bytes);
  return initiator_->transport_dbg(payload);
}

}  // namespace tensix
