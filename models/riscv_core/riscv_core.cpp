// A core out of reset, into it, and its end. Its instructions: riscv_core_run.cpp.
#include "models/riscv_core/riscv_core.h"

#include <algorithm>
#include <cstdio>

namespace tensix {

namespace {
std::string hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}
}  // namespace

riscv_core::riscv_core(sc_core::sc_module_name name, unsigned core, const riscv_core_parameters& parameters,
                       const riscv_core_surroundings& around)
    : sc_module(name),
      bus("bus"),
      l1("l1", completes<&core_l1::complete>(&parts_.l1)),
      parts_(core, parameters, around, *this, method<&riscv_core::main>(this), bus, l1),
      who_("core_" + std::string(address_map::core_text(core))) {}

void riscv_core::start(uint32_t pc, bool clear_ram) {
  start_pc_ = pc;
  clear_ram_ = clear_ram;
  if (executing_) hold();
  start_wanted_ = true;
  stopped_by_.clear();
  enter_condition(condition::running);
  start_.notify();
}

void riscv_core::hold() {
  start_wanted_ = false;
  hold_ = true;
  parts_.polls.wake();
  if (!executing_) {
    if (condition_ != condition::in_reset) parts_.time.enter_reset();
    enter_condition(condition::in_reset);
  }
}

void riscv_core::enter_condition(condition c) {
  if (c == condition_) return;
  condition_ = c;
  condition_changed_.ask();
}

void riscv_core::main() {
  for (;;) {
    while (!start_wanted_) parts_.time.process.sleep_where_notified(start_);
    start_wanted_ = hold_ = faulted_ = false;
    executing_ = true;
    make_set_up();
    reset_state();
    run();
    parts_.memory.settle();
    executing_ = false;
    parts_.time.rest();
    if (start_wanted_) continue;
    if (hold_) enter_condition(condition::in_reset);
  }
}

void riscv_core::make_set_up() {
  for (auto& [address, value] : set_up) {
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(address);
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    payload.set_data_ptr(reinterpret_cast<uint8_t*>(&value));
    sc_core::sc_time t = sc_core::SC_ZERO_TIME;
    bus->b_transport(payload, t);
  }
  set_up.clear();
}

void riscv_core::reset_state() {
  parts_.time.begin();
  parts_.execute.reset(start_pc_);
  parts_.fetch.reset();
  parts_.memory.reset(clear_ram_);
  parts_.polls.reset();
  csr_changed();
}

void riscv_core::stop(const char* by) {
  parts_.memory.settle();
  parts_.time.sync(parts_.time.t);
  stopped_by_ = by;
  stopped_in_ = parts_.time.t;
  if (!leave()) enter_condition(condition::stopped);
}

bool riscv_core::undefined(const std::string& text, cycle_t e, uint32_t word) {
  parts_.memory.settle();
  parts_.time.sync(parts_.time.t);
  const std::string place = "at pc " + hex(pc()) + (word ? ", word " + hex(word) : "");
  parts_.around.diagnose->undefined_in(e, who_.c_str(), -1, 0, place + ": " + text);
  fault();
  return false;
}

void riscv_core::fault() {
  if (!parts_.around.diagnose->stop()) return;
  faulted_ = true;
  enter_condition(condition::faulted);
}

void riscv_core::stores_are_out() {
  if (condition_ != condition::running) condition_changed_.ask();
}

void riscv_core::close_account(cycle_t end) {
  parts_.polls.close(end);
  parts_.time.close(end, executing_, condition_ == condition::in_reset);
}

std::string riscv_core::waits_for() const {
  const std::string place = " at pc " + hex(pc());
  std::string text;
  const auto describe = [&](uint32_t address) { return address_map::describe(parts_.number, address, parts_.around.l1_bytes); };
  if (parts_.polls.asleep()) return parts_.polls.text() + place;
  switch (parts_.time.waits_for()) {
    case stall_reason::none: break;
    case stall_reason::store_queue_full: text = "has its store queue full" + place; break;
    case stall_reason::fifo_full: text = "has its instruction FIFO and its store queue full" + place; break;
    case stall_reason::memory_order: text = "waits for its own stores or loads" + place; break;
    case stall_reason::instruction_fetch: text = "fetches" + place; break;
    default: text = "waits for a load" + place; break;
  }
  if (const core_load* const p = parts_.memory.at_port())
    text += (text.empty() ? "loads from " : ", from ") + describe(p->address);
  if (!parts_.stores.empty())
    text += (text.empty() ? "" : "; ") + ("its oldest store goes to " + describe(parts_.stores.oldest_address()));
  return text;
}

}  // namespace tensix
