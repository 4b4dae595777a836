// SPDX-License-Identifier: Apache-2.0
#include "platform/riscv_cores.h"

#include <algorithm>
#include <memory>
#include <new>

namespace tensix {

namespace {
// How a core is reset (ISA documentation, SoftReset, and BackendConfiguration: RISCV_IC_INVALIDATE).
struct reset_of_core {
  unsigned held, keeps_ram, invalidated;  // bits of SOFT_RESET_0, DISABLE_RESET, RISCV_IC_INVALIDATE
  uint32_t pc;                            // where it starts,
  uint32_t chosen_pc, chosen;             // or at what this register says, if a bit of that one is set (0: there is none)
  unsigned chosen_bit;
};
constexpr uint32_t trisc_override = 0xFFB12234, ncrisc_override = 0xFFB1223C;
constexpr by_core<reset_of_core> resets =
    per_core<reset_of_core>(reset_of_core{12, 0, 1, 0x6000, 0xFFB12228, trisc_override, 0},
                            reset_of_core{13, 2, 2, 0xA000, 0xFFB1222C, trisc_override, 1},
                            reset_of_core{14, 4, 3, 0xE000, 0xFFB12230, trisc_override, 2}, reset_of_core{11, 6, 0, 0, 0, 0, 0},
                            reset_of_core{18, 8, 4, 0x12000, 0xFFB12238, ncrisc_override, 0});
constexpr uint32_t all_held() {
  uint32_t bits = 0;
  for (const reset_of_core& r : resets) bits |= 1u << r.held;
  return bits;
}
}  // namespace

riscv_core_surroundings riscv_cores::around() {
  const parameters& p = tile_.configuration();
  return {this,
          &tile_.state().diagnose,
          p.l1.size_kib * 1024,
          p.riscv.l1_load_cycles,
          p.riscv.local_load_cycles,
          p.riscv.store_queue_entries,
          p.l1.atomic_cycles,
          &tile_.state().causes};
}

riscv_cores::riscv_cores(sc_core::sc_module_name name, tensix_tile& tile) : sc_module(name), tile_(tile) {
  tile.listen_to_registers(listener_);
  tile.reset_with(*this);
  for (unsigned i = 0; i < count; ++i) {
    core_[i] = std::make_unique<riscv_core>(core_names[i].account, i, tile.configuration().riscv_core, around());
    core_[i]->bus.bind(tile.core[i]);
    tile.l1_written.push_back([this, i](uint32_t address, uint32_t bytes) { core_[i]->l1_written(address, bytes); });
  }
  surround();
}

// What a core has of the tile beside its socket.
void riscv_cores::surround() {
  tile_.memory().used = [this](cycle_t cycle) {
    for (auto& c : core_) c->l1_used(cycle);
  };
  for (unsigned i = 0; i < count; ++i) {
    core_[i]->starts_later = tile_.configuration().start.later[i];
    core_[i]->l1.bind(tile_.memory().client_socket());
  }
}

// What was counted stays.
void riscv_cores::unmake() {
  counted_.clear();
  for (auto& c : core_) {
    c->close_account(now_cycle());
    counted_.push_back(c->activity());
    std::destroy_at(c.get());
  }
}

void riscv_cores::make_again() {
  for (unsigned i = 0; i < count; ++i) {
    ::new (static_cast<void*>(core_[i].get())) riscv_core(core_names[i].account, i, tile_.configuration().riscv_core, around());
    // The tile's socket is not elaborated again, and has no way back that a core would use.
    core_[i]->bus.get_base_port()(tile_.core[i].get_base_export());
    core_[i]->activity() = counted_[i];
  }
  surround();
  held_ = ~0u;
}

void riscv_cores::start_of_simulation() {
  for (const ram_block& block : preload_) {
    tlm::tlm_generic_payload payload;
    tlm::tlm_dmi dmi;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(address_map::local_ram_base);
    if (core_[block.core]->bus->get_direct_mem_ptr(payload, dmi))
      std::copy(block.bytes.begin(), block.bytes.end(), dmi.get_dmi_ptr() + block.offset);
  }
  preload_.clear();
}

void riscv_cores::start_b(uint32_t pc) {
  held_ = ~(1u << resets[b].held);
  core_[b]->set_up.emplace_back(soft_reset, all_held() & ~(1u << resets[b].held));
  core_[b]->start(pc);
}

void riscv_cores::reset_address(unsigned core, uint32_t pc) {
  const reset_of_core& r = resets[core];
  core_[b]->set_up.emplace_back(r.chosen_pc, pc);
  uint32_t bits = 1u << r.chosen_bit;
  for (const auto& [address, value] : core_[b]->set_up)
    if (address == r.chosen) bits |= value;
  core_[b]->set_up.emplace_back(r.chosen, bits);
}

// A store to tile control, by a core, or by the coprocessor (STOREREG and others).
void riscv_cores::control_stored(uint32_t address, uint32_t value) {
  if (address == soft_reset) soft_reset_written(value);
}

// A store of a core to configuration.
void riscv_cores::register_stored(uint32_t address, uint32_t value) {
  const decoded_address d = address_map::decode(b, address);
  if (d.item != invalidate_register || (d.region != address_region::config && d.region != address_region::config_dual)) return;
  for (unsigned i = 0; i < count; ++i)
    if ((value >> resets[i].invalidated) & 1) core_[i]->invalidate_instruction_cache();
}

void riscv_cores::soft_reset_written(uint32_t value) {
  const uint32_t changed = held_ ^ value;
  held_ = value;
  for (unsigned i = 0; i < count; ++i) {
    const reset_of_core& r = resets[i];
    const uint32_t bit = 1u << r.held;
    if (!(changed & bit)) continue;
    if (value & bit) {
      core_[i]->hold();
      continue;
    }
    const bool chosen = r.chosen && ((control_word(r.chosen) >> r.chosen_bit) & 1);
    core_[i]->start(chosen ? control_word(r.chosen_pc) : r.pc, !((control_word(disable_reset) >> r.keeps_ram) & 1));
  }
}

// Of the instruction that enters EX1 next. A core may be ahead of the present cycle when it is asked for the first time; from
// then on none is.
uint32_t riscv_cores::program_counter(unsigned core) {
  for (auto& c : core_) c->set_run_ahead(0);
  return core_[core]->pc();
}

bool riscv_cores::any_runs() const {
  return std::any_of(core_.begin(), core_.end(),
                     [](const auto& c) { return c->state() == riscv_core::condition::running || !c->store_queue_empty(); });
}

bool riscv_cores::all_stopped() const {
  return !any_runs() &&
         std::any_of(core_.begin(), core_.end(), [](const auto& c) { return c->state() != riscv_core::condition::in_reset; });
}

std::vector<std::pair<std::string, account*>> riscv_cores::accounts() {
  std::vector<std::pair<std::string, account*>> all;
  for (unsigned i = 0; i < count; ++i) all.emplace_back(core_names[i].account, &core_[i]->activity());
  return all;
}

void riscv_cores::close_accounts(cycle_t end) {
  for (auto& c : core_) c->close_account(end);
}

void riscv_cores::report_to(observer& tap) {
  for (unsigned i = 0; i < count; ++i) {
    tap.introduced(core_names[i].account, account_of::core);
    core_[i]->activity().report_to(&tap, core_names[i].account);
  }
}

std::string riscv_cores::who_waits() const {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    const std::string what = core_[i]->waits_for();
    if (!what.empty()) text += std::string(core_names[i].text) + " " + what + "\n";
  }
  return text;
}

}  // namespace tensix
