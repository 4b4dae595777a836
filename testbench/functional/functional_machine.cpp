#include "testbench/functional/functional_machine.h"

#include <cstdio>
#include <cstring>
#include <utility>

#include "models/isa/isa.h"
#include "models/memory/noc_overlay.h"
#include "models/riscv_port/dst_window_function.h"
#include "models/riscv_port/tracked_resources_function.h"

namespace tensix {

functional_machine::functional_machine(uint32_t l1_bytes) : state(l1_bytes), unit_(state, bus_) {}

uint32_t functional_machine::coprocessor_bus::load(uint32_t address) {
  uint32_t value = 0;
  machine.load(accessor_coprocessor, address, value);
  return value;
}
void functional_machine::coprocessor_bus::store(uint32_t address, uint32_t value) {
  machine.store(accessor_coprocessor, address, value);
}
uint32_t functional_machine::coprocessor_bus::stream_register(unsigned stream, unsigned reg) {
  if (machine.overlay_load) return machine.overlay_load(stream, reg);
  machine.state.diagnose.undefined("config_unit", -1, 0,
                                   "NoC overlay stream " + std::to_string(stream) + " register " + std::to_string(reg) +
                                       " is read, but there is no NoC overlay");
  return 0;
}

functional_machine::result functional_machine::run(std::array<std::unique_ptr<step_source>, core_count> cores) {
  for (unsigned c = 0; c < core_count; ++c) {
    core_[c] = core_context();
    core_[c].source = std::move(cores[c]);
    core_[c].done = !core_[c].source;
  }
  const auto stopped = [this] { return state.diagnose.stop(); };
  while (true) {
    bool progress = false, finished = true;
    for (unsigned c = 0; c < core_count && !stopped(); ++c) {
      if (!core_[c].done) progress |= play_core(c);
      if (c < thread_count) progress |= run_thread(c);
    }
    if (stopped()) return {outcome::undefined, state.diagnose.reports().back().to_string()};
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

// ---- the RISC-V cores ----

bool functional_machine::play_core(unsigned c) {
  core_context& core = core_[c];
  bool progress = false;
  for (unsigned n = 0; n < steps_a_turn && !state.diagnose.stop(); ++n) {
    if (!core.has_step) {
      if (!core.source->next(core.current)) {
        core.done = true;
        return true;
      }
      core.has_step = true;
      core.pushed = 0;
      core.copy_loaded = false;
    }
    const uint32_t pushed = core.pushed;
    // Instructions run as early as they can: a store never overtakes what was pushed before it, unless that waits.
    if (c < thread_count && core.current.kind != step::kind_t::push) {
      progress |= run_thread(c);
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
      if (c < core_count) core_[c].why = "for space in the instruction FIFO";
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

functional_machine::access functional_machine::load(unsigned c, uint32_t address, uint32_t& value) {
  const uint32_t l1_bytes = static_cast<uint32_t>(state.l1.size());
  const auto wait = [&](const char* why) {
    if (c < core_count) core_[c].why = why;
    return access::wait;
  };
  const auto overridden = [this](unsigned t) { return control_.override_enabled(t) && control_.override_busy(t); };
  address &= ~3u;
  if (address < l1_bytes && l1_bytes - address >= 4) {
    std::memcpy(&value, &state.l1[address], 4);
    return access::done;
  }
  const decoded_address d = address_map::decode(c, address, l1_bytes);
  value = 0;
  if (d.readable && auto_sync_holds(c, d, false)) return wait("for instructions that Auto TTSync tracks");
  const char* const who = address_map::core_text(c);
  if (d.readable) switch (d.region) {
      case address_region::gpr: value = state.gpr[d.index][d.item]; return access::done;
      case address_region::config: value = state.config.config[d.index][d.item]; return access::done;
      case address_region::config_dual: value = state.config.config[0][d.item]; return access::done;
      case address_region::thread_config: value = state.config.thread[d.index][d.item]; return access::done;
      case address_region::semaphore: value = state.sem[d.index].value; return access::done;
      case address_region::ttsync_done:
        return thread_[d.index].idle() || overridden(d.index) ? access::done : wait("for the instructions of its thread");
      case address_region::ttsync_mop:
        return mop_pending(thread_[d.index]) && !overridden(d.index) ? wait("for its MOP expander") : access::done;
      case address_region::ttsync_other: return access::done;
      case address_region::pc_buffer: {
        auto& buffer = pc_buffer_[d.index];
        if (c == core_b && overridden(d.index)) return access::done;
        if (c == core_b) {  // waits until the TRISC has taken everything, asks for more, and its thread is idle
          const core_context& other = core_[d.index];
          const bool asks = other.done || (other.has_step && other.current.kind != step::kind_t::push &&
                                           (other.current.address & ~3u) == address_map::pc_buffer_base);
          return buffer.empty() && asks && thread_[d.index].idle() ? access::done
                                                                   : wait("for the TRISC at the other end of the PCBuf");
        }
        if (buffer.empty() && control_.override_enabled(d.index)) {
          value = control_.override_value(d.index);
          return access::done;
        }
        if (buffer.empty()) return wait("for a value in its PCBuf");
        value = buffer.pop();
        return access::done;
      }
      case address_region::mailbox: {
        auto& box = mailbox_[d.index][c];
        if (d.item == 1) {
          value = !box.empty();
          return access::done;
        }
        if (box.empty()) return wait("for a value in the mailbox");
        value = box.pop();
        return access::done;
      }
      case address_region::noc_overlay:
        if (!overlay_load) break;
        value = overlay_load(d.index, d.item);
        return access::done;
      case address_region::local_ram: std::memcpy(&value, ram_.own(c, d.offset), 4); return access::done;
      case address_region::local_ram_of_others: std::memcpy(&value, ram_.by_slow_path(d.offset), 4); return access::done;
      case address_region::tile_control: value = control_.load(state, who, d.offset, executed_); return access::done;
      case address_region::dst_window: value = dst_window_load(state, c, d.offset, 4); return access::done;
      case address_region::tdma_risc:
        return unit_.tdma_risc.load(c, d.offset, value) ? access::done : wait("for the metadata of a packed tile");
      default: break;
    }
  state.diagnose.undefined(address_map::core_text(c), c < thread_count ? static_cast<int>(c) : -1, 0,
                           "load from " + address_map::describe(c, address, l1_bytes) +
                               (d.region == address_region::unknown ? ""
                                : d.readable                        ? ", which is not modelled"
                                                                    : ", which cannot be read"));
  return access::done;
}

functional_machine::access functional_machine::store(unsigned c, uint32_t address, uint32_t value) {
  const uint32_t l1_bytes = static_cast<uint32_t>(state.l1.size());
  const auto wait = [&](const char* why) {
    if (c < core_count) core_[c].why = why;
    return access::wait;
  };
  address &= ~3u;
  if (address < l1_bytes && l1_bytes - address >= 4) {
    std::memcpy(&state.l1[address], &value, 4);
    return access::done;
  }
  const decoded_address d = address_map::decode(c, address, l1_bytes);
  if (d.writable && auto_sync_holds(c, d, true)) return wait("for instructions that Auto TTSync tracks");
  if (d.writable) switch (d.region) {
      case address_region::gpr: state.gpr[d.index][d.item] = value; return access::done;
      case address_region::config: unit_.config_unit.write(d.index, d.item, value); return access::done;
      case address_region::config_dual:
        unit_.config_unit.write(0, d.item, value);
        unit_.config_unit.write(1, d.item, value);
        return access::done;
      case address_region::mop_config: thread_[d.index].mop.write_config(d.item, value); return access::done;
      case address_region::instruction_fifo: return push_word(c, d.index, value, d.behind_mop_expander);
      case address_region::semaphore: unit_.sync_unit.riscv_store(d.index, value); return access::done;
      case address_region::ttsync_done:
      case address_region::ttsync_mop:
      case address_region::ttsync_other: return access::done;  // only orders accesses
      case address_region::pc_buffer:
        if (c != core_b) return access::done;  // discarded
        if (pc_buffer_[d.index].full()) return wait("for space in the PCBuf");
        pc_buffer_[d.index].push(value);
        return access::done;
      case address_region::mailbox: {
        unsigned held = 0;  // four entries in all the mailboxes that one core fills
        for (const auto& box : mailbox_[c]) held += box.size;
        if (held >= mailbox_words) return wait("for space in its mailboxes");
        mailbox_[c][d.index].push(value);
        return access::done;
      }
      case address_region::noc_overlay:
        if (!overlay_store) break;
        overlay_store(d.index, d.item, value);
        return access::done;
      case address_region::local_ram: std::memcpy(ram_.own(c, d.offset), &value, 4); return access::done;
      case address_region::local_ram_of_others: std::memcpy(ram_.by_slow_path(d.offset), &value, 4); return access::done;
      case address_region::tile_control:
        control_.store(state, address_map::core_text(c), d.offset, value, executed_);
        return access::done;
      case address_region::dst_window: dst_window_store(state, c, d.offset, 4, value); return access::done;
      case address_region::tdma_risc:
        if (!unit_.tdma_risc.store(c, d.offset, value)) return wait("for space in TDMA-RISC's command queue");
        while (unit_.tdma_risc.advance()) {
        }
        return access::done;
      default: break;
    }
  state.diagnose.undefined(address_map::core_text(c), c < thread_count ? static_cast<int>(c) : -1, 0,
                           "store to " + address_map::describe(c, address, l1_bytes) +
                               (d.region == address_region::unknown ? ""
                                : d.writable                        ? ", which is not modelled"
                                                                    : ", which cannot be written"));
  return access::done;
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
  for (unsigned c = 0; c < core_count; ++c)
    if (!core_[c].done) add(core_waits(c));
  for (unsigned t = 0; t < thread_count; ++t) add(thread_waits(t));
  return "nothing can make progress any more:\n" + text;
}

}  // namespace tensix
