#include "models/riscv_core/riscv_core_l1.h"

#include "models/riscv_core/riscv_core_parts.h"

namespace tensix {

core_l1::core_l1(riscv_core_parts& core, socket& to) : core_(core), socket_(to) {
  static constexpr l1_client clients[] = {l1_client::riscv_t0, l1_client::riscv_t1, l1_client::riscv_t2, l1_client::riscv_b};
  socket_.register_nb_transport_bw(this, &core_l1::complete);
  for (unsigned i = 0; i < transfers_.size(); ++i) {
    transfer& x = transfers_[i];
    x.tag = i;
    x.access = new l1_access;
    x.access->client = clients[core.number];
    x.access->ahead = static_cast<uint8_t>(1 + core.number);
    x.set_extension(x.access);
  }
}

void core_l1::send(transfer& x, tlm::tlm_command command, uint32_t address, uint8_t* data, unsigned bytes, cycle_t cycle) {
  x.set_command(command);
  x.set_address(address);
  x.set_data_ptr(data);
  x.set_data_length(bytes);
  const cycle_t now = now_cycle();
  sc_core::sc_time delay = sc_core::sc_time::from_value(cycle > now ? (cycle - now) * cycle_ps() : 0);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  socket_->nb_transport_fw(x, phase, delay);
}

void core_l1::read(unsigned tag, uint32_t address, uint8_t* data, unsigned bytes, cycle_t cycle, l1_operation operation,
                   bool poll) {
  transfer& x = transfers_[tag];
  x.access->operation = operation;
  x.access->poll = poll;
  send(x, tlm::TLM_READ_COMMAND, address, data, bytes, cycle);
}

void core_l1::write(uint32_t address, uint8_t* data, uint8_t* enable, unsigned bytes, cycle_t cycle) {
  transfer& x = transfers_[store];
  x.set_byte_enable_ptr(enable);
  x.set_byte_enable_length(bytes);
  send(x, tlm::TLM_WRITE_COMMAND, address, data, bytes, cycle);
}

tlm::tlm_sync_enum core_l1::complete(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
  const unsigned tag = static_cast<transfer&>(payload).tag;
  if (tag < first_load) core_.fetch.arrived(tag);
  else if (tag < store) core_.memory.arrived(tag - first_load);
  else core_.stores.written();
  return tlm::TLM_COMPLETED;
}

unsigned core_l1::debug(tlm::tlm_command command, uint32_t address, uint8_t* data, unsigned bytes) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(bytes);
  return socket_->transport_dbg(payload);
}

}  // namespace tensix
