#include "models/scalar_unit/scalar_unit.h"

#include <algorithm>

namespace tensix {

scalar_unit::scalar_unit(sc_core::sc_module_name name, const scalar_unit_parameters& parameters, tensix_state& state)
    : sc_module(name), issue("issue"), l1("l1"), parameters_(parameters), state_(state), function_(state) {
  issue(*this);
  l1.register_nb_transport_bw(this, &scalar_unit::nb_transport_bw);
  for (auto& r : requests_) {
    r.access = new l1_access;
    r.access->client = l1_client::scalar_unit;
    r.access->data_by_dmi = true;
    r.payload.set_extension(r.access);
    r.payload.set_data_ptr(r.data);
    r.payload.set_streaming_width(16);
  }
}

uint32_t scalar_unit::duration(uint32_t word) const {
  switch (opcode_of(word)) {
    case opcode::SETDMAREG:
    case opcode::DMANOP: return parameters_.simple_cycles;
    case opcode::REG2FLOP:
    case opcode::FLUSHDMA: return parameters_.flop_cycles;
    case opcode::ADDDMAREG:
    case opcode::SUBDMAREG:
    case opcode::MULDMAREG:
    case opcode::BITWOPDMAREG:
    case opcode::SHIFTDMAREG:
    case opcode::CMPDMAREG: {
      using namespace insn::ADDDMAREG;
      const bool split = !op_b_is_const(word) && (op_a_reg_index(word) >> 2) != (op_b_reg_index(word) >> 2);
      return split ? parameters_.arithmetic_split_cycles : parameters_.arithmetic_cycles;
    }
    case opcode::ATINCGET:
    case opcode::ATSWAP: return parameters_.atomic_cycles;
    case opcode::ATCAS:
    case opcode::ATINCGETPTR: return parameters_.compare_atomic_cycles;
    default: return parameters_.memory_cycles;
  }
}

// One step: the unit is free or it is not; what it takes it keeps for a fixed time. Memory instructions go on in L1 afterwards.
issue_response scalar_unit::offer(const issue_request& r) {
  if (free_ > r.cycle) return issue_response::refuse(stall_reason::scalar_in_flight, free_);
  if (flushing_ >= 0 && flushing_ != static_cast<int>(r.thread))
    return issue_response::refuse(stall_reason::scalar_in_flight, never);
  const opcode op = opcode_of(r.word);
  if (op == opcode::FLUSHDMA) return flush(r);
  uint32_t l1_address = 0, bytes = 0;
  bool write = false;
  if (op == opcode::LOADIND || op == opcode::STOREIND) {
    using namespace insn::LOADIND;
    l1_address = (state_.gpr[r.thread][addr_reg_index(r.word)] & 0xfffff) * 16;
    bytes = 16;
    write = op == opcode::STOREIND;
  } else if (op == opcode::ATINCGET || op == opcode::ATSWAP || op == opcode::ATCAS || op == opcode::ATINCGETPTR) {
    l1_address = (state_.gpr[r.thread][insn::ATSWAP::addr_reg_index(r.word)] & 0xfffff) * 16;
    bytes = 16;
    write = true;
  }
  const bool succeeded = function_.execute(r.word, r.thread);
  if (executed) executed();
  const cycle_t done = r.cycle + duration(r.word);
  free_ = done;
  if (!succeeded) {  // ATCAS, ATINCGETPTR or STOREIND to a Src bank: one attempt in vain, the thread tries again
    account_.busy(r.cycle, done);
    return issue_response::refuse(stall_reason::scalar_in_flight, done);
  }
  busy_until_[r.thread] = done;
  account_.busy(r.cycle, done);
  if (op == opcode::LOADREG)
    memory_until_[r.thread] = std::max(memory_until_[r.thread], r.cycle + parameters_.memory_latency_cycles);
  const bool atomic = op == opcode::ATINCGET || op == opcode::ATSWAP || op == opcode::ATCAS || op == opcode::ATINCGETPTR;
  if (bytes && l1_address + bytes <= state_.l1.size()) request_l1(r, l1_address, bytes, write, atomic);
  return issue_response::accept(done);
}

// FLUSHDMA occupies the unit for at least two cycles and until the conditions of its mask hold.
issue_response scalar_unit::flush(const issue_request& r) {
  if (flushing_ < 0) {
    flushing_ = static_cast<int>(r.thread);
    flush_began_ = r.cycle;
  }
  const cycle_t earliest = std::max(r.cycle, flush_began_ + parameters_.flop_cycles - 1);
  const cycle_t met = conditions_met ? conditions_met(r.thread, insn::FLUSHDMA::flush_spec(r.word), r.cycle) : r.cycle;
  if (met == never) return issue_response::refuse(stall_reason::stallwait, never);
  if (std::max(met, earliest) > r.cycle) return issue_response::refuse(stall_reason::stallwait, std::max(met, earliest));
  flushing_ = -1;
  free_ = busy_until_[r.thread] = r.cycle + 1;
  account_.busy(flush_began_, free_);
  for (auto* l : listeners_) l->state_changed(free_);
  return issue_response::accept(free_);
}

void scalar_unit::request_l1(const issue_request& r, uint32_t address, uint32_t bytes, bool write, bool atomic) {
  memory_request* free_request = nullptr;
  for (auto& q : requests_)
    if (!q.in_use) free_request = &q;
  if (!free_request) return;  // at most one in flight a few cycles: eight never fill
  memory_request& q = *free_request;
  q.in_use = true;
  q.thread = static_cast<uint8_t>(r.thread);
  q.access->operation = atomic ? l1_operation::atomic : l1_operation::plain;
  q.payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  q.payload.set_address(address);
  q.payload.set_data_length(bytes);
  ++outstanding_[r.thread];
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time t = sc_core::SC_ZERO_TIME;
  l1->nb_transport_fw(q.payload, phase, t);
}

tlm::tlm_sync_enum scalar_unit::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
  for (auto& q : requests_) {
    if (&q.payload != &payload) continue;
    q.in_use = false;
    --outstanding_[q.thread];
    const cycle_t c = now_cycle();
    const cycle_t visible = payload.is_read() ? c + parameters_.memory_latency_cycles : c;
    memory_until_[q.thread] = std::max(memory_until_[q.thread], visible);
    for (auto* l : listeners_) l->state_changed(c);
  }
  return tlm::TLM_COMPLETED;
}

cycle_t scalar_unit::memory_idle_from(unsigned thread, cycle_t now) const {
  return outstanding_[thread] ? never : std::max(now, memory_until_[thread]);
}
cycle_t scalar_unit::drained_from(unsigned thread, cycle_t now) const {
  return outstanding_[thread] ? never : std::max({now, busy_until_[thread], memory_until_[thread]});
}

}  // namespace tensix
