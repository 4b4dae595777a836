// SPDX-License-Identifier: Apache-2.0
#include "cosim/capi/cosim_tile.h"

#include <stdexcept>
#include <utility>

#include "cosim/capi/cosim_tile_time.h"

namespace tensix {

// SystemC would end the process at an error of severity fatal. Infos and warnings are of how it is used here.
void cosim_tile::throw_reports(const sc_core::sc_report& report, const sc_core::sc_actions&) {
  if (report.get_severity() < sc_core::SC_ERROR) return;
  throw std::runtime_error(report.get_msg());
}

// ---- Construction ---------------------------------------------------------------------------------------------------------

cosim_tile::simulated::simulated(const parameters& p, chosen_parts chosen, cores_are who, cosim_tile& of)
    : rtl(std::move(chosen.environment)), tile("tile", p, chosen.parts) {
  noc.socket.bind(tile.noc);
  if (who == cores_are::programs) {
    programs = std::make_unique<riscv_cores>("cores", tile);
    return;
  }
  for (unsigned c = 0; c < core_count; ++c) {
    cores[c] = std::make_unique<core_initiator>(core_names[c].account, c, of.seen_[c], of.news_);
    cores[c]->socket.bind(tile.core[c]);
    if (c < thread_count) cores[c]->pushes = &tile.pushes(c);
  }
}

cosim_tile::cosim_tile(const parameters& p, on_undefined policy, cores_are cores)
    : has_programs_(cores == cores_are::programs), programs_(std::make_unique<elf_programs>(p.l1.size_kib * 1024)) {
  const inside here(*this);
  chosen_parts chosen = parts_of(p);
  cycle_time::refine_for(p.clock_period_fs);
  if (chosen.environment)
    chosen.environment->told = [this](cycle_t cycle, const std::string& text) { of_rtl_.push_back({cycle, text}); };
  sim_ = std::make_unique<simulated>(p, std::move(chosen), cores, *this);
  its_last_cycle_ = std::min(last_cycle, ~uint64_t{0} / cycle_ticks() - 1);
  sim_->tile.state().diagnose.policy = policy;
  sim_->tile.on_report = [](const diagnosis&) {};               // asked for by the C library
  sim_->tile.on_fault = [this] { faulted_in_ = now_cycle(); };  // the calendar stops by itself
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  run_calendar(0);
}

cosim_tile::~cosim_tile() {
  const inside here(*this);
  events_.reset();
  sim_.reset();
}

// ---- Time -----------------------------------------------------------------------------------------------------------------

bool cosim_tile::stopped_by_program() {
  stopped_ = true;
  cycle_ = std::max(cycle_, faulted_in_);
  return false;
}

void cosim_tile::wake_cores() {
  to_present();
  for (; awake_; awake_ &= awake_ - 1) sim_->cores[static_cast<unsigned>(__builtin_ctz(awake_))]->wake(cycle_);
}

void cosim_tile::find_next_news() {
  for (auto& c : sim_->cores) c->note_known(cycle_);
}

// Nothing is due before it, so the calendar does not have it yet.
void cosim_tile::to_present() {
  if (!stopped_ && now_cycle() != cycle_) cycle_time::enter(cycle_, slot::l1);
}

// ---- Programs -------------------------------------------------------------------------------------------------------------

std::function<void(unsigned, uint32_t, const std::vector<uint8_t>&)> cosim_tile::into_data_ram() {
  return [this](unsigned core, uint32_t offset, const std::vector<uint8_t>& bytes) {
    tlm::tlm_generic_payload where;
    tlm::tlm_dmi ram;
    where.set_address(address_map::local_ram_base);
    if (sim_->programs->core(core).bus->get_direct_mem_ptr(where, ram))
      std::copy(bytes.begin(), bytes.end(), ram.get_dmi_ptr() + offset);
  };
}

void cosim_tile::add_program(unsigned core, const std::string& file, bool held) {
  auto all = std::make_unique<elf_programs>(*programs_);
  all->add_program(core, file);  // looks at it beside the others
  elf_programs one(l1_bytes());
  one.add_program(core, file);
  const inside here(*this);
  one.load(sim_->tile.state().l1.data(), into_data_ram());
  programs_ = std::move(all);
  held_[core] = held;
}

bool cosim_tile::programs_given() const {
  bool any = false;
  for (unsigned c = 0; c < core_count; ++c) any |= programs_->program(c) != nullptr;
  return any;
}

// As `tensix-tlm elf` does: those that are not held begin, and if some are, B begins as one that releases them.
void cosim_tile::begin_programs() {
  began_ = true;
  riscv_cores& cores = *sim_->programs;
  bool any_held = false;
  for (unsigned c = 0; c < core_count; ++c) {
    const auto& program = programs_->program(c);
    if (!program || c == riscv_cores::b) continue;
    any_held |= held_[c];
    if (held_[c]) cores.reset_address(c, program->entry());
    else cores.start(c, program->entry());
  }
  if (const auto& program = programs_->program(riscv_cores::b)) {
    if (any_held) cores.start_b(program->entry());
    else cores.start(riscv_cores::b, program->entry());
  }
}

// ---- Reset ----------------------------------------------------------------------------------------------------------------

void cosim_tile::reset() {
  const inside here(*this);
  to_present();
  sim_->tile.reset();
  for (auto& c : sim_->cores)
    if (c) c->reset(cycle_);
  if (sim_->programs) {
    std::vector<uint8_t> elsewhere(l1_bytes());  // L1 keeps what it has
    programs_->load(elsewhere.data(), into_data_ram());
    began_ = false;
  }
  news_ = {};
  awake_ = 0;
  asked_ = false;
  quiet_until_ = cycle_;
}

// ---- The cores ------------------------------------------------------------------------------------------------------------

template <typename Access>
bool cosim_tile::access(unsigned core, Access make) {
  if (!takes_access(core)) return false;
  make(*sim_->cores[core]);
  awake_ |= 1u << core;
  asked_ = true;
  quiet_until_ = cycle_;
  return true;
}

bool cosim_tile::push(unsigned core, uint32_t word) {
  return access(core, [&](core_initiator& c) { c.push(word); });
}
bool cosim_tile::store(unsigned core, unsigned id, uint32_t address, unsigned bytes, uint32_t value) {
  return access(core, [&](core_initiator& c) { c.store(id, address, bytes, value); });
}
bool cosim_tile::load(unsigned core, unsigned id, uint32_t address, unsigned bytes) {
  return access(core, [&](core_initiator& c) { c.load(id, address, bytes, cycle_); });
}
bool cosim_tile::poll(unsigned core, unsigned id, uint32_t address, const poll_extension& until) {
  return access(core, [&](core_initiator& c) { c.poll(id, address, until, cycle_); });
}

// ---- The rest -------------------------------------------------------------------------------------------------------------

void cosim_tile::move_l1(tlm::tlm_command command, uint32_t address, uint8_t* bytes, uint32_t count) {
  if (count == 0) return;
  const inside here(*this);
  to_present();
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(bytes);
  payload.set_data_length(count);
  payload.set_streaming_width(count);
  if (sim_->tile.memory().debug(payload) != count) throw std::runtime_error("L1 has not moved the bytes");
  if (!stopped_) quiet_until_ = std::min(quiet_until_, calendar::present().due());  // who polls a word of them looks again
}

cosim_tile::activity cosim_tile::what_goes_on() {
  if (stopped_) return activity::stuck;
  if (sim_->programs) {
    if (quiet_until_ <= last_cycle) return began_ || programs_given() ? activity::running : activity::idle;
    const bool over = sim_->programs->all_stopped() && sim_->tile.background_idle() && who_waits().empty();
    return over ? activity::idle : activity::stuck;
  }
  if (!asked_) return activity::idle;
  if (quiet_until_ <= last_cycle) return activity::running;
  bool held = false;
  for (const auto& c : sim_->cores) {
    if (c->answer_to_come(cycle_)) return activity::running;
    held |= c->held();
  }
  return held || !sim_->tile.background_idle() || !who_waits().empty() ? activity::stuck : activity::idle;
}

std::string cosim_tile::who_waits() {
  const inside here(*this);
  to_present();
  return (sim_->programs ? sim_->programs->who_waits() : "") + sim_->tile.who_waits();
}

std::vector<diagnosis> cosim_tile::take_reports() {
  const auto& all = sim_->tile.state().diagnose.reports();
  std::vector<diagnosis> fresh(all.begin() + static_cast<std::ptrdiff_t>(reports_taken_), all.end());
  reports_taken_ = all.size();
  return fresh;
}

void cosim_tile::tell_events(event_data data) {
  const inside here(*this);
  events_ = std::make_unique<tile_events>(sim_->tile, data);
}

void cosim_tile::check_events(event_comparison_settings settings) {
  events_->check(std::move(settings), [this] { return sim_->tile.who_waits(); });
}

void cosim_tile::settle_events() {
  if (!events_ || settled_in_ == cycle_) return;
  settled_in_ = cycle_;
  const inside here(*this);
  to_present();
  events_->settle();
}

void cosim_tile::finish_events() {
  const inside here(*this);
  to_present();
  events_->finish(cycle_);
}

void cosim_tile::record_wave(const std::string& path) {
  const parameters& p = sim_->tile.configuration();
  vcd_.emplace(path, trace_window{}, trace_origin{"tensix-tlm " TENSIX_TLM_VERSION, p.config_name, p.clock_mhz, {}},
               p.l1.ports);
  const inside here(*this);
  sim_->tile.attach(*vcd_);
  if (sim_->programs) sim_->programs->report_to(*vcd_);
}

void cosim_tile::finish() {
  if (!vcd_) return;
  const inside here(*this);
  to_present();
  if (sim_->programs) sim_->programs->close_accounts(cycle_);
  sim_->tile.close_accounts(cycle_);
  sim_->tile.memory().served();  // L1 works out the last cycles
  sim_->tile.detach(*vcd_);
  vcd_->write(cycle_);
  vcd_.reset();
}

}  // namespace tensix
