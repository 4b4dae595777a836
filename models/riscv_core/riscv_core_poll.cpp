// A loop that only loads one word again and again makes no progress until the word changes: the port sleeps for it.
//
// Recognised by its state: at the load of the same address, at the same pc, all registers are what they were one round and two
// rounds ago, the rounds took equally long, and nothing was stored, pushed or read from elsewhere in between. As long as the
// word stays the same the core does the same again. (What is not recognised is simulated load by load.)
#include "models/riscv_core/riscv_core.h"

namespace tensix {

namespace {
// Where the port knows when a word may have changed.
bool can_sleep(address_region region) {
  switch (region) {
    case address_region::l1:
    case address_region::gpr:
    case address_region::config:
    case address_region::config_dual:
    case address_region::thread_config:
    case address_region::semaphore:
    case address_region::noc_overlay: return true;
    default: return false;
  }
}
}  // namespace

// Pushes that wait for room in the instruction FIFO are no concern of a loop of loads, which overtake them.
bool riscv_core::only_pushes_queued() const {
  for (unsigned i = 0; i < queued_; ++i)
    if (in_queue(i).region != address_region::instruction_fifo) return false;
  return true;
}

// True: it was a poll, and the load is done.
bool riscv_core::poll(const riscv_instruction& d, uint32_t address, cycle_t e, const decoded_address& where) {
  const bool again =
      poll_pure_ && poll_.pc == pc_ && poll_.address == address && !loads_out_ && only_pushes_queued() && poll_.reg == s_.reg;
  const cycle_t period = again ? e - poll_.cycle : 0;
  const uint64_t round = instructions_ - poll_.instructions;
  const bool asleep = sleeps_in_polls && again && period == poll_.period && can_sleep(where.region);
  if (!again) poll_.reg = s_.reg;
  poll_.pc = pc_;
  poll_.address = address;
  poll_.cycle = e;
  poll_.period = period;
  poll_.instructions = instructions_;
  poll_.seq = seq_;
  poll_pure_ = true;
  if (!asleep) return false;

  sync(e);
  uint32_t raw = 0;
  poll_extension_->mask = d.bytes == 4 ? ~0u : (1u << (8 * d.bytes)) - 1;
  poll_extension_->value = poll_.raw;
  poll_extension_->period = period;
  bus_poll_.set_command(tlm::TLM_READ_COMMAND);
  bus_poll_.set_address(address);
  bus_poll_.set_data_length(d.bytes);
  bus_poll_.set_data_ptr(reinterpret_cast<uint8_t*>(&raw));
  asleep_ = true;
  waiting_why_ = stall_reason::core_poll;
  waiting_since_ = e;
  sc_core::sc_time t = sc_core::SC_ZERO_TIME;
  bus->b_transport(bus_poll_, t);
  asleep_ = false;
  waiting_why_ = stall_reason::none;
  const cycle_t now = now_cycle(), rounds = (now - e) / period, entered = e + rounds * period;
  horizon_ = now + run_ahead;
  stall(stall_reason::core_poll, e, entered);
  instructions_ += rounds * round;
  poll_.cycle = entered;
  poll_.instructions = instructions_;
  poll_.raw = raw;
  note_read(entered);
  s_.reg[d.rd] = riscv_loaded(d.op, raw);
  record(d.rd, now + t.value() / cycle_ps(),
         where.region == address_region::l1 ? stall_reason::core_l1_load : stall_reason::core_register_load);
  t_ = entered + 1;
  tell_claims(now);
  return true;
}

}  // namespace tensix
