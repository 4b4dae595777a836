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
constexpr l1_client clients[] = {l1_client::riscv_t0, l1_client::riscv_t1, l1_client::riscv_t2, l1_client::riscv_b};
}  // namespace

riscv_core::riscv_core(sc_core::sc_module_name name, unsigned core, const riscv_core_parameters& parameters,
                       const surroundings& around)
    : sc_module(name),
      bus("bus"),
      core_(core),
      slot_(slot_of(slot::riscv, core)),
      parameters_(parameters),
      around_(around),
      who_("core_" + std::string(address_map::core_text(core))),
      predictor_(parameters.predictor_entries),
      code_(parameters.instruction_cache_bytes[core] / line_bytes),
      data_cache_(parameters.data_cache_lines),
      queue_(around.store_queue_entries),
      main_(slot_, method<&riscv_core::main>(this)),
      port_loads_process_(slot_, method<&riscv_core::load_through_port>(this)),
      queue_process_(slot_, method<&riscv_core::drain_queue>(this)),
      late_in_slot_(slot_, method<&riscv_core::read_late>(this)) {
  l1.usual.client = clients[core];
  l1.usual.ahead = static_cast<uint8_t>(1 + core);
  push_ahead_ = new core_store_extension;
  push_ahead_->only_if_room = true;
  bus_load_.set_extension(load_by_ = new core_store_extension);
  bus_push_.set_extension(push_ahead_);
  ttinsn_ = new ttinsn_extension;
  bus_push_.set_extension(ttinsn_);
  bus_store_.set_extension(store_by_ = new core_store_extension);
  queued_ttinsn_ = new ttinsn_extension;
  bus_store_.set_extension(queued_ttinsn_);
  claims_.reserve(8192);
}

// ---- Reset and end --------------------------------------------------------------------------------------------------------

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
  wake_.notify();
  if (!executing_) {
    if (condition_ != condition::in_reset) reset_from_ = now_cycle();
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
    while (!start_wanted_) main_.sleep_where_notified(start_);
    start_wanted_ = hold_ = faulted_ = false;
    executing_ = true;
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
    claim(stall_reason::in_reset, reset_from_, now_cycle(), pc_);
    reset_state();
    run();
    settle_loads();
    executing_ = false;
    claim(stall_reason::none, busy_from_, t_, pc_);
    busy_from_ = reset_from_ = std::max(t_, now_cycle());
    tell_claims(now_cycle());
    if (start_wanted_) continue;
    if (hold_) enter_condition(condition::in_reset);
  }
}

void riscv_core::reset_state() {
  const cycle_t now = now_cycle();
  s_ = riscv_state{};
  pc_ = start_pc_;
  t_ = busy_from_ = now;
  seq_ = ring;
  instructions_ = 0;
  last_retire_ = 0;
  done_.fill(0);
  retire_.fill(0);
  why_.fill(stall_reason::execute);
  ready_.fill(0);
  writer_.fill(0);
  older_writer_.fill(0);
  predictor_.forget();
  invalidate_instruction_cache();
  flush_data_cache();
  data_requests_ = 0;
  forget_rounds();
  quiet_ = reliving_ = false;
  poll_until_ = 0;
  closing_pc_ = nowhere;
  csr_changed();
  horizon_ = now + run_ahead;
  if (!ram_) {
    tlm::tlm_generic_payload ask;
    tlm::tlm_dmi dmi;
    ask.set_address(local_ram_base);
    if (bus->get_direct_mem_ptr(ask, dmi)) {
      ram_ = dmi.get_dmi_ptr();
      ram_bytes_ = static_cast<uint32_t>(dmi.get_end_address() - dmi.get_start_address() + 1);
    }
  }
  ram_ready_ = 0;
  if (clear_ram_ && ram_) {
    std::fill_n(ram_, ram_bytes_, uint8_t{0});
    ram_ready_ = now + ram_bytes_ / parameters_.ram_reset_bytes_per_cycle;
  }
}

void riscv_core::stop(const char* by) {
  settle_loads();
  sync(t_);
  stopped_by_ = by;
  stopped_in_ = t_;
  if (!leave()) enter_condition(condition::stopped);
}

bool riscv_core::undefined(const std::string& text, cycle_t e, uint32_t word) {
  settle_loads();
  sync(t_);
  around_.diagnose->undefined_in(e, who_.c_str(), -1, 0,
                                 "at pc " + hex(pc_) + (word ? ", word " + hex(word) : "") + ": " + text);
  fault();
  return false;
}

void riscv_core::fault() {
  if (!around_.diagnose->stop()) return;
  faulted_ = true;
  enter_condition(condition::faulted);
}

// ---- Waiting --------------------------------------------------------------------------------------------------------------

void riscv_core::sync(cycle_t cycle) {
  if (cycle < cycle_time::next(slot_)) return;
  main_.sleep_until_slot(cycle);
  const cycle_t now = now_cycle();
  horizon_ = now + run_ahead;
  tell_claims(now);
}

// What the core waits for from cycle `since` on; the stretch is claimed by whoever knows where it ends.
void riscv_core::wait_for(stall_reason why, cycle_t since, tile_event& event, cycle_t until) {
  waiting_why_ = why;
  waiting_since_ = since;
  main_.sleep_where_notified(event, until);
  waiting_why_ = stall_reason::none;
  const cycle_t now = now_cycle();
  horizon_ = now + run_ahead;
  tell_claims(now);
}

std::string riscv_core::waits_for() const {
  const std::string place = " at pc " + hex(pc_);
  std::string text;
  const auto describe = [&](uint32_t address) { return address_map::describe(core_, address, around_.l1_bytes); };
  if (asleep_) return polled() + place;
  switch (waiting_why_) {
    case stall_reason::none: break;
    case stall_reason::store_queue_full: text = "has its store queue full" + place; break;
    case stall_reason::fifo_full: text = "has its instruction FIFO and its store queue full" + place; break;
    case stall_reason::memory_order: text = "waits for its own stores or loads" + place; break;
    case stall_reason::instruction_fetch: text = "fetches" + place; break;
    default: text = "waits for a load" + place; break;
  }
  if (port_count_) {
    const load_slot& p = loads_[port_loads_[port_head_]];
    text += (text.empty() ? "loads from " : ", from ") + describe(p.address);
  }
  if (queued_) text += (text.empty() ? "" : "; ") + ("its oldest store goes to " + describe(in_queue(0).address));
  return text;
}

// ---- The account ----------------------------------------------------------------------------------------------------------

void riscv_core::claim(stall_reason why, cycle_t from, cycle_t to, uint32_t pc) {
  if (from < poll_until_ && why != stall_reason::in_reset) {  // whatever a round of a poll does is polling
    const cycle_t until = std::min(to, poll_until_);
    if (until > from) {
      claims_.push_back({stall_reason::poll, from, until, poll_pc_, poll_address_});
      if (causes()) tell_claim(stall_reason::poll, from, until);
    }
    from = std::max(from, until);
  }
  if (to <= from) return;
  claims_.push_back({why, from, to, pc, 0});
  if (causes()) tell_claim(why, from, to);
}

void riscv_core::stall(stall_reason why, cycle_t from, cycle_t to) {
  if (to <= from) return;
  claim(stall_reason::none, busy_from_, from, pc_);
  claim(why, from, to, pc_);
  busy_from_ = to;
}

// An account cannot take back what has been told: only what lies in the past is.
void riscv_core::tell_claims(cycle_t end) {
  for (; claims_told_ < claims_.size(); ++claims_told_) {
    const stretch& c = claims_[claims_told_];
    if (c.to > end) return;
    if (c.why == stall_reason::in_reset) activity_.stalled(c.why, c.from, c.to);
    else activity_.spent(c.pc, c.polled, c.why, c.from, c.to);
  }
  claims_.clear();
  claims_told_ = 0;
}

void riscv_core::close_account(cycle_t end) {
  if (asleep_) poll_until_ = end;
  if (waiting_why_ != stall_reason::none) stall(waiting_why_, std::max(waiting_since_, busy_from_), end);
  else if (executing_) claim(stall_reason::none, busy_from_, t_, pc_);
  else if (condition_ == condition::in_reset) claim(stall_reason::in_reset, reset_from_, end, pc_);
  busy_from_ = std::max(busy_from_, std::min(t_, end));
  for (size_t i = claims_told_; i < claims_.size(); ++i) claims_[i].to = std::min(claims_[i].to, end);
  tell_claims(end);
  activity_.close(end);
}

}  // namespace tensix
