// SPDX-License-Identifier: Apache-2.0
// A core out of reset, into it, and its end; its accesses to L1 and to its port. Its instructions: riscv_core_run.cpp.
#include "models/riscv_core/riscv_core.h"

#include <algorithm>
#include <cstring>

#include "support/text/hex_text.h"

namespace tensix {

riscv_core_parts::riscv_core_parts(unsigned core, const riscv_core_parameters& p, const riscv_core_surroundings& s,
                                   callback process)
    : number(core), own_slot(slot_of(slot::riscv, core)), parameters(p), around(s), time(*this, process) {
  l1.usual.client = l1_client_of_core[core];
  l1.usual.ahead = static_cast<uint8_t>(1 + core);
}

riscv_core::riscv_core(sc_core::sc_module_name name, unsigned core, const riscv_core_parameters& p,
                       const riscv_core_surroundings& s)
    : sc_module(name), riscv_core_parts(core, p, s, method<&riscv_core::main>(this)), who_(core_names[core].account) {}

// ---- Accesses -------------------------------------------------------------------------------------------------------------

cycle_t riscv_core_parts::access(tlm::tlm_generic_payload& p, tlm::tlm_command command, uint32_t address, void* data,
                                 unsigned bytes, cycle_t delay) {
  p.set_command(command);
  p.set_address(address);
  p.set_data_ptr(static_cast<uint8_t*>(data));
  p.set_data_length(bytes);
  p.set_streaming_width(bytes);
  p.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time t = sc_core::sc_time::from_value(delay * cycle_ticks());
  bus->b_transport(p, t);
  return t.value() / cycle_ticks();
}

cycle_t riscv_core_parts::delayed(bool push, uint32_t detail, cycle_t e) {
  const cycle_t later = e + delays->cycles({number, execute.pc, push, detail});
  if (later == e) return e;
  polls.side_effect();
  time.stall(stall_reason::execute, e, later);
  time.t = later + 1;
  return later;
}

void riscv_core_parts::l1_done(l1_payload& t) {
  t.expect_ok();  // addresses have been looked at
  if (t.tag < first_load_tag) fetch.arrived(t.tag);
  else if (t.tag < store_tag) memory.arrived(t.tag - first_load_tag);
  else stores.written();
}

// ---- The process ----------------------------------------------------------------------------------------------------------

void riscv_core::start(uint32_t pc, bool clear_ram) {
  start_pc_ = pc;
  clear_ram_ = clear_ram;
  if (executing_) hold();
  start_wanted_ = true;
  stopped_by_.clear();
  enter_condition(condition::running);
  starts_at_ = now_cycle() + starts_later;
  start_.notify();
}

void riscv_core::hold() {
  start_wanted_ = false;
  hold_ = leave_ = true;
  polls.wake();
  if (executing_) return;
  if (condition_ != condition::in_reset) time.enter_reset();
  enter_condition(condition::in_reset);
}

void riscv_core::enter_condition(condition c) {
  if (c == condition_) return;
  condition_ = c;
  condition_changed_.ask();
}

void riscv_core::main() {
  for (;;) {
    while (!start_wanted_ || now_cycle() < starts_at_)
      time.process.sleep_where_notified(start_, start_wanted_ ? starts_at_ : never);
    start_wanted_ = hold_ = leave_ = false;
    executing_ = true;
    for (auto& [address, value] : set_up) {
      tlm::tlm_generic_payload payload;
      access(payload, tlm::TLM_WRITE_COMMAND, address, &value, 4);
    }
    set_up.clear();
    reset();
    if (watch_) run<true>();
    else run<false>();
    memory.settle();
    executing_ = false;
    time.rest();
    if (start_wanted_) continue;
    if (hold_) enter_condition(condition::in_reset);
  }
}

void riscv_core::reset() {
  time.begin();
  execute.reset(start_pc_);
  fetch.reset();
  memory.reset(clear_ram_);
  polls.reset();
  csr_changed();
}

void riscv_core::stop(const char* by) {
  memory.settle();
  time.sync(time.t);
  stopped_by_ = by;
  stopped_in_ = time.t;
  if (!leave_) enter_condition(condition::stopped);
}

bool riscv_core::undefined(const std::string& text, cycle_t e, uint32_t word) {
  memory.settle();
  time.sync(time.t);
  const std::string place = "at pc " + hex_text(pc()) + (word ? ", word " + hex_text(word) : "");
  around.diagnose->undefined_in(e, who_.c_str(), -1, 0, place + ": " + text);
  fault();
  return false;
}

void riscv_core::fault() {
  if (!around.diagnose->stop()) return;
  leave_ = true;
  enter_condition(condition::faulted);
}

void riscv_core::stores_are_out() {
  if (condition_ != condition::running) condition_changed_.ask();
}

void riscv_core::close_account(cycle_t end) {
  polls.close(end);
  time.close(end, executing_, condition_ == condition::in_reset);
}

bool riscv_core::awaits(unsigned n) const {
  for (const core_load* const load : memory.awaited())
    if (load->d.rd == n && n != 0 && execute.writer(n) == load->seq) return true;
  return false;
}

bool riscv_core::look_at(uint32_t address, void* bytes, unsigned count) {
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(address);
  payload.set_data_ptr(static_cast<uint8_t*>(bytes));
  payload.set_data_length(count);
  payload.set_streaming_width(count);
  return bus->transport_dbg(payload) == count;
}

bool riscv_core::put_in_data_ram(uint32_t address, const void* bytes, unsigned count) {
  tlm::tlm_generic_payload payload;
  tlm::tlm_dmi ram;
  payload.set_address(address_map::local_ram_base);
  if (!bus->get_direct_mem_ptr(payload, ram)) return false;
  if (address < ram.get_start_address() || uint64_t{address} + count > ram.get_end_address() + 1) return false;
  std::memcpy(ram.get_dmi_ptr() + (address - ram.get_start_address()), bytes, count);
  return true;
}

std::string riscv_core::waits_for() const {
  const std::string place = " at pc " + hex_text(pc());
  std::string text;
  if (polls.asleep()) return polls.text() + place;
  switch (time.waits_for()) {
    case stall_reason::none: break;
    case stall_reason::store_queue_full: text = "has its store queue full" + place; break;
    case stall_reason::fifo_full: text = "has its instruction FIFO and its store queue full" + place; break;
    case stall_reason::memory_order: text = "waits for its own stores or loads" + place; break;
    case stall_reason::instruction_fetch: text = "fetches" + place; break;
    default: text = "waits for a load" + place; break;
  }
  if (const core_load* const p = memory.at_port()) text += (text.empty() ? "loads from " : ", from ") + describe(p->address);
  if (!stores.empty()) text += (text.empty() ? "" : "; ") + ("its oldest store goes to " + describe(stores.oldest_address()));
  return text;
}

}  // namespace tensix
