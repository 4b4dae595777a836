#include "platform/riscv_cores.h"

#include <algorithm>

namespace tensix {

namespace {
constexpr const char* core_names[] = {"core_t0", "core_t1", "core_t2", "core_b"};
// By core: its bit of SOFT_RESET_0, that of DISABLE_RESET which keeps its data RAM, and where it starts.
constexpr unsigned reset_bit[] = {12, 13, 14, 11}, keep_ram_bit[] = {0, 2, 4, 6};
constexpr uint32_t fixed_pc[] = {0x6000, 0xA000, 0xE000, 0};
// RISCV_IC_INVALIDATE: a bit each for B, T0, T1, T2, NC.
constexpr unsigned invalidate_bit[] = {1, 2, 3, 0};
}  // namespace

riscv_cores::riscv_cores(sc_core::sc_module_name name, tensix_tile& tile) : sc_module(name), tile_(tile) {
  const parameters& p = tile.configuration();
  const riscv_core_surroundings around{this,
                                       &tile.state().diagnose,
                                       p.l1.size_kib * 1024,
                                       p.riscv.l1_load_cycles,
                                       p.riscv.local_load_cycles,
                                       p.riscv.store_queue_entries,
                                       p.l1.atomic_cycles,
                                       &tile.state().causes};
  tile.memory().used = [this](cycle_t cycle) {
    for (auto& c : core_) c->l1_used(cycle);
  };
  tile.listen_to_registers(listener_);
  for (unsigned i = 0; i < count; ++i) {
    core_[i] = std::make_unique<riscv_core>(core_names[i], i, p.riscv_core, around);
    core_[i]->bus.bind(tile.core[i]);
    if (i < p.start.later.size()) core_[i]->starts_later = p.start.later[i];
    core_[i]->l1.bind(tile.memory().client_socket());
    tile.l1_written.push_back([this, i](uint32_t address, uint32_t bytes) { core_[i]->l1_written(address, bytes); });
  }
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
  held_ = ~(1u << reset_bit[b]);
  core_[b]->set_up.emplace_back(soft_reset, 0x47800u & ~(1u << reset_bit[b]));
  core_[b]->start(pc);
}

void riscv_cores::reset_address(unsigned core, uint32_t pc) {
  reset_pc_[core] = pc;
  override_ |= 1u << core;
  core_[b]->set_up.emplace_back(reset_pc_t0 + 4 * core, pc);
  core_[b]->set_up.emplace_back(reset_pc_override, override_);
}

// A store to tile control, by a core, or by the coprocessor (STOREREG and others).
void riscv_cores::control_stored(uint32_t address, uint32_t value) {
  switch (address) {
    case soft_reset: return soft_reset_written(value);
    case disable_reset: no_ram_reset_ = value; return;
    case reset_pc_override: override_ = value; return;
    case reset_pc_t0:
    case reset_pc_t0 + 4:
    case reset_pc_t0 + 8: reset_pc_[(address - reset_pc_t0) / 4] = value; return;
    default: return;
  }
}

// A store of a core to configuration.
void riscv_cores::register_stored(uint32_t address, uint32_t value) {
  const decoded_address d = address_map::decode(b, address);
  if (d.item != invalidate_register || (d.region != address_region::config && d.region != address_region::config_dual)) return;
  for (unsigned i = 0; i < count; ++i)
    if ((value >> invalidate_bit[i]) & 1) core_[i]->invalidate_instruction_cache();
}

void riscv_cores::soft_reset_written(uint32_t value) {
  const uint32_t changed = held_ ^ value;
  held_ = value;
  for (unsigned i = 0; i < count; ++i) {
    const uint32_t bit = 1u << reset_bit[i];
    if (!(changed & bit)) continue;
    if (value & bit) {
      core_[i]->hold();
      continue;
    }
    const bool chosen = i != b && ((override_ >> i) & 1);
    core_[i]->start(chosen ? reset_pc_[i] : fixed_pc[i], !((no_ram_reset_ >> keep_ram_bit[i]) & 1));
  }
}

bool riscv_cores::all_stopped() const {
  bool any = false;
  for (const auto& c : core_) {
    if (c->state() == riscv_core::condition::running || !c->store_queue_empty()) return false;
    any = any || c->state() != riscv_core::condition::in_reset;
  }
  return any;
}

std::vector<std::pair<std::string, account*>> riscv_cores::accounts() {
  std::vector<std::pair<std::string, account*>> all;
  for (unsigned i = 0; i < count; ++i) all.emplace_back(core_names[i], &core_[i]->activity());
  return all;
}

void riscv_cores::close_accounts(cycle_t end) {
  for (auto& c : core_) c->close_account(end);
}

void riscv_cores::report_to(observer& tap) {
  for (unsigned i = 0; i < count; ++i) {
    tap.introduced(core_names[i], account_of::core);
    core_[i]->activity().report_to(&tap, core_names[i]);
  }
}

std::string riscv_cores::who_waits() const {
  static constexpr const char* cores[] = {"RISC-V T0", "RISC-V T1", "RISC-V T2", "RISC-V B"};
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    const std::string what = core_[i]->waits_for();
    if (!what.empty()) text += std::string(cores[i]) + " " + what + "\n";
  }
  return text;
}

}  // namespace tensix
