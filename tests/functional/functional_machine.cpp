// SPDX-License-Identifier: Apache-2.0
#include "tests/functional/functional_machine.h"

#include <cstdio>
#include <utility>

#include "models/isa/isa.h"
#include "models/memory/noc_overlay.h"
#include "models/riscv_port/tracked_resources_function.h"

namespace tensix {

functional_machine::functional_machine(uint32_t l1_bytes)
    : state(l1_bytes), unit_(state, bus_), space_(state, shared_, overlay_, &owners_) {}

uint32_t functional_machine::coprocessor_bus::load(const char*, uint32_t address) {
  uint32_t value = 0;
  machine.load(accessor_coprocessor, address, value);
  return value;
}
void functional_machine::coprocessor_bus::store(const char*, uint32_t address, uint32_t value) {
  machine.store(accessor_coprocessor, address, value);
}
uint32_t functional_machine::coprocessor_bus::stream_register(unsigned stream, unsigned reg) {
  if (machine.overlay_load) return machine.overlay_load(stream, reg);
  machine.state.diagnose.undefined("config_unit", -1, 0,
                                   "NoC overlay stream " + std::to_string(stream) + " register " + std::to_string(reg) +
                                       " is read, but there is no NoC overlay");
  return 0;
}

functional_machine::result functional_machine::run(std::array<std::unique_ptr<step_source>, stream_cores> cores) {
  for (unsigned c = 0; c < stream_cores; ++c) {
    core_[c] = core_context();
    core_[c].source = std::move(cores[c]);
    core_[c].done = !core_[c].source;
    if (c < thread_count) shared_.pc[c].reader_waits = core_[c].done;  // for B: it will take nothing more
  }
  while (true) {
    bool progress = false, finished = true;
    if (schedule) progress = play_round();
    const bool everybody = !progress;  // without a schedule, or to make sure that nobody can go on
    for (unsigned c = 0; c < stream_cores && everybody && !stopped(); ++c) {
      if (!core_[c].done) progress |= play_core(c, steps_a_turn);
      if (c < thread_count) progress |= run_thread(c);
    }
    if (state.diagnose.stop()) return {outcome::undefined, state.diagnose.reports().back().to_string()};
    if (stopped()) return {outcome::gave_up, "not done after " + std::to_string(executed_) + " instructions"};
    for (const auto& core : core_) finished &= core.done;
    for (const auto& th : thread_) finished &= th.idle();
    if (finished) {
      for (unsigned t = 0; t < thread_count; ++t) unit_.vector_unit.drain(t);
      return {};
    }
    if (background && background()) progress = true;
    if (!progress) return {outcome::deadlock, who_waits()};
  }
}

bool functional_machine::play_round() {
  const uint32_t order = schedule();
  bool progress = false;
  for (unsigned i = 0; i < stream_cores && !stopped(); ++i) progress |= play_turn((i ^ order) % stream_cores);
  instructions_left_ = no_limit;
  return progress;
}

bool functional_machine::play_turn(unsigned c) {
  const uint32_t number = schedule();
  const bool thread_first = number & 1;
  const unsigned steps = number >> 1 & 15;
  instructions_left_ = number >> 8 & 31;
  bool progress = c < thread_count && thread_first && run_thread(c);
  if (!core_[c].done) progress |= play_core(c, steps);
  if (c < thread_count && !thread_first) progress |= run_thread(c);
  return progress;
}

// ---- the RISC-V cores ----

bool functional_machine::play_core(unsigned c, unsigned most_steps) {
  core_context& core = core_[c];
  bool progress = false;
  for (unsigned n = 0; n < most_steps && !stopped(); ++n) {
    if (!core.has_step) {
      if (!core.source->next(core.current)) {
        core.done = true;
        if (c < thread_count) shared_.pc[c].reader_waits = true;
        return true;
      }
      core.has_step = true;
      core.pushed = 0;
      core.copy_loaded = false;
    }
    const uint32_t pushed = core.pushed;
    // Instructions run as early as they can: a store never overtakes what was pushed before it, unless that waits.
    if (c < thread_count && core.current.kind != step::kind_t::push) {
      if (!schedule) progress |= run_thread(c);
      if (thread_[c].idle()) unit_.vector_unit.drain(c);
    }
    if (!play_step(c, core)) return progress || core.pushed != pushed;
    core.has_step = false;
    progress = true;
  }
  return progress;
}

bool functional_machine::play_step(unsigned c, core_context& core) {
  const step& s = core.current;
  switch (s.kind) {
    case step::kind_t::push:
      if (c >= thread_count) {
        state.diagnose.undefined("core", -1, 0, "BRISC has no push");
        return true;
      }
      while (core.pushed < s.count) {
        if (push_word(c, c, s.words[core.pushed], false) == access::wait) return false;
        ++core.pushed;
      }
      return true;
    case step::kind_t::store: return store(c, s.address, s.value) == access::done;
    case step::kind_t::load: return load(c, s.address, core.last_read) == access::done;
    case step::kind_t::copy:
      if (!core.copy_loaded) {
        if (load(c, s.address, core.last_read) == access::wait) return false;
        core.copy_loaded = true;
      }
      return store(c, s.address2, core.last_read) == access::done;
    case step::kind_t::poll:
      if (load(c, s.address, core.last_read) == access::wait) return false;
      if (compare(core.last_read & s.mask, s.how, s.value)) return true;
      core.why = "for another value";
      return false;
    case step::kind_t::sync:
      if (c >= thread_count || thread_[c].idle()) return true;
      core.why = "for the instructions of its thread";
      return false;
    default: return true;  // mark, delay: nothing without time
  }
}

functional_machine::access functional_machine::push_word(unsigned c, unsigned t, uint32_t word, bool bypass_mop) {
  thread_context& th = thread_[t];
  if (th.fifo.full()) {
    run_thread(t);
    if (th.fifo.full()) {
      if (c < stream_cores) core_[c].why = "for space in the instruction FIFO";
      return access::wait;
    }
  }
  if (!bypass_mop) {
    if (th.tracking.tracking()) th.note_gone();
    th.tracking.push(word, ++th.pushed, state.thread_config(t));
  }
  th.fifo.push(word | (bypass_mop ? behind_mop : 0));
  return access::done;
}

// Auto TTSync: the access waits for the instructions pushed before it that use what it stores to, or write what it loads. The
// other direction needs nothing, as a store takes effect at once.
bool functional_machine::auto_sync_holds(unsigned c, const decoded_address& where, bool store) {
  if (c >= thread_count) return false;
  auto_ttsync& tracking = thread_[c].tracking;
  if (!tracking.tracking()) return false;
  thread_[c].note_gone();
  return tracking.free_from(resources_of_access(where, state.thread_config(c)), store, 0) == auto_ttsync::never;
}

region_access functional_machine::access_of(unsigned c, uint32_t address) const {
  const uint32_t l1_bytes = static_cast<uint32_t>(state.l1.size());
  return {c, address_map::core_text(c), address & ~3u, 4, address_map::decode(c, address, l1_bytes)};
}

functional_machine::access functional_machine::waits(unsigned c, const char* why) {
  if (c < stream_cores) core_[c].why = why;
  return access::wait;
}

functional_machine::access functional_machine::refused(const region_access& a, bool store) {
  state.diagnose.undefined(a.who, a.core < thread_count ? static_cast<int>(a.core) : -1, 0, space_.refusal(a, store));
  return access::done;
}

functional_machine::access functional_machine::load(unsigned c, uint32_t address, uint32_t& value) {
  const region_access a = access_of(c, address);
  value = 0;
  if (!a.where.readable || (a.where.region == address_region::noc_overlay && !overlay_load)) return refused(a, false);
  if (auto_sync_holds(c, a.where, false)) return waits(c, "for instructions that Auto TTSync tracks");
  const region_result r = space_.load(a, value, executed_);
  if (r.waits()) return waits(c, r.why);
  return r.done() ? access::done : refused(a, false);
}

functional_machine::access functional_machine::store(unsigned c, uint32_t address, uint32_t value) {
  const region_access a = access_of(c, address);
  if (!a.where.writable || (a.where.region == address_region::noc_overlay && !overlay_store)) return refused(a, true);
  if (auto_sync_holds(c, a.where, true)) return waits(c, "for instructions that Auto TTSync tracks");
  if (a.where.region == address_region::instruction_fifo)
    return push_word(c, a.where.index, value, a.where.behind_mop_expander);
  const region_result r = space_.store(a, value, executed_, 0);
  if (r.waits()) return waits(c, r.why);
  return r.done() ? access::done : refused(a, true);
}

// ---- what units own ----

uint32_t functional_machine::overlay_registers::read(unsigned stream, unsigned reg) const {
  return machine.overlay_load(stream, reg);
}
void functional_machine::overlay_registers::write(unsigned stream, unsigned reg, uint32_t value) {
  machine.overlay_store(stream, reg, value);
}

uint64_t functional_machine::region_owners::idle_from(unsigned thread, uint64_t now) const {
  return machine.thread_[thread].idle() ? now : address_space::never;
}
uint64_t functional_machine::region_owners::mop_idle_from(unsigned thread, uint64_t now) const {
  return machine.mop_pending(machine.thread_[thread]) ? address_space::never : now;
}
void functional_machine::region_owners::store_config(unsigned bank, unsigned word, uint32_t value, bool both_banks) {
  machine.unit_.config_unit.write(bank, word, value);
  if (both_banks) machine.unit_.config_unit.write(1 - bank, word, value);
}
void functional_machine::region_owners::store_mop_config(unsigned thread, unsigned word, uint32_t value) {
  machine.thread_[thread].mop.write_config(word, value);
}
void functional_machine::region_owners::store_semaphore(unsigned index, uint32_t value) {
  machine.unit_.sync_unit.riscv_store(index, value);
}
bool functional_machine::region_owners::load_tdma(unsigned core, uint32_t offset, uint32_t& value) {
  return machine.unit_.tdma_risc.load(core, offset, value);
}
bool functional_machine::region_owners::store_tdma(unsigned core, uint32_t offset, uint32_t value) {
  if (!machine.unit_.tdma_risc.store(core, offset, value)) return false;
  while (machine.unit_.tdma_risc.advance()) {
  }
  return true;
}

// ---- the report of a deadlock ----

std::string functional_machine::core_waits(unsigned c) const {
  static constexpr const char* kinds[] = {"push", "store to", "load from", "copy of", "poll of", "sync", "mark", "delay"};
  const core_context& core = core_[c];
  const step& s = core.current;
  std::string text = core_name(c);
  if (s.line) text += " (line " + std::to_string(s.line) + ")";
  text += std::string(" waits in ") + kinds[static_cast<int>(s.kind)];
  const uint32_t l1_bytes = static_cast<uint32_t>(state.l1.size());
  const bool second = s.kind == step::kind_t::copy && core.copy_loaded;
  if (s.kind == step::kind_t::store || s.kind == step::kind_t::load || s.kind == step::kind_t::copy ||
      s.kind == step::kind_t::poll)
    text += " " + address_map::describe(c, second ? s.address2 : s.address, l1_bytes);
  text += std::string(" ") + core.why;
  if (s.kind == step::kind_t::poll) {
    static constexpr const char* operators[] = {"==", "!=", "<", "<=", ">", ">="};
    char numbers[112];
    std::snprintf(numbers, sizeof numbers, ": reads 0x%x, (0x%x & 0x%x) %s 0x%x is false", core.last_read, core.last_read,
                  s.mask, operators[static_cast<int>(s.how)], s.value);
    text += numbers;
  }
  return text;
}

std::string functional_machine::who_waits() const {
  std::string text;
  const auto add = [&text](const std::string& line) {
    if (line.empty()) return;
    if (!text.empty()) text += "\n";
    text += line;
  };
  for (unsigned c = 0; c < stream_cores; ++c)
    if (!core_[c].done) add(core_waits(c));
  for (unsigned t = 0; t < thread_count; ++t) add(thread_waits(t));
  return "nothing can make progress any more:\n" + text;
}

}  // namespace tensix
