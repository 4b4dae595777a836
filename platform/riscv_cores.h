// SPDX-License-Identifier: Apache-2.0
// The RISC-V cores T0, T1, T2, B and NC of a tile: an initiator for each of its core[] sockets, and what resets them.
//
//   tensix_tile tile("tile", p);
//   riscv_cores cores("cores", tile);             // all in reset; load the programs into L1 (and data RAMs) before they start
//   cores.start(0, 0x6000);                       // T0 from this address on, as a debugger would
//   cores.start_b();                              // or B alone, which releases the others through SOFT_RESET_0
//   sc_start(...);                                // until cores.all_stopped(), or nothing moves any more: cores.who_waits()
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/riscv_core/riscv_core.h"
#include "platform/tile.h"

namespace tensix {

class riscv_cores : public sc_core::sc_module, private riscv_core_owner_if, private reset_with_tile_if {
 public:
  static constexpr unsigned count = core_count, b = core_b;
  riscv_cores(sc_core::sc_module_name name, tensix_tile& tile);

  riscv_core& core(unsigned i) { return *core_[i]; }
  void start(unsigned core, uint32_t pc) { core_[core]->start(pc); }
  // B out of reset at address 0; the others as SOFT_RESET_0 says, which holds them from now on.
  void start_b(uint32_t pc = 0);
  // Before start_b: where another core starts once it is released, unless B says otherwise, as a debugger sets it.
  void reset_address(unsigned core, uint32_t pc);

  // tensix_tile::reset resets them too: then all are in reset, until they are started again. Their data RAMs are zero.

  // Before the simulation: what a debugger would put into a core's data RAM.
  void preload_data_ram(unsigned core, uint32_t offset, std::vector<uint8_t> bytes) {
    preload_.push_back({core, offset, std::move(bytes)});
  }

  // A core is not in reset and has not stopped, or its stores are not out.
  bool any_runs() const;
  // None runs, and not all are in reset.
  bool all_stopped() const;
  // Called when a core stops, faults, or enters or leaves reset.
  std::function<void(unsigned core)> condition_changed;

  // By their names ("core_t0").
  std::vector<std::pair<std::string, account*>> accounts();
  void close_accounts(cycle_t end);
  void report_to(observer& tap);
  // One line for every core that waits, with its pc; empty: none does.
  std::string who_waits() const;

 private:
  static constexpr uint32_t tile_control = 0xFFB12000, soft_reset = tile_control + 0x1B0, disable_reset = tile_control + 0x224,
                            invalidate_register = 185;
  tensix_tile& tile_;
  by_core<std::unique_ptr<riscv_core>> core_;
  uint32_t held_ = ~0u;

  struct ram_block {
    unsigned core;
    uint32_t offset;
    std::vector<uint8_t> bytes;
  };
  std::vector<ram_block> preload_;

  // riscv_core_owner_if
  std::pair<bool, cycle_t> l1_use(cycle_t cycle) override { return tile_.memory().use(cycle); }
  std::pair<uint32_t, uint32_t> status(unsigned core) override { return tile_.status_of(core); }
  void register_stored(uint32_t address, uint32_t value) override;
  void core_changed(unsigned core) override {
    if (condition_changed) condition_changed(core);
  }

  // reset_with_tile_if
  void unmake() override;
  void make_again() override;
  riscv_core_surroundings around();
  void surround();
  std::vector<account> counted_;  // within a reset

  void start_of_simulation() override;
  void control_stored(uint32_t address, uint32_t value);
  uint32_t control_word(uint32_t address) const { return tile_.control_word(address - tile_control); }
  void soft_reset_written(uint32_t value);
  uint32_t program_counter(unsigned core);

  struct register_listener : core_registers_listener_if {
    explicit register_listener(riscv_cores& c) : cores(c) {}
    void registers_changed() override {
      for (auto& c : cores.core_) c->register_written();
    }
    void control_stored(uint32_t offset, uint32_t value) override { cores.control_stored(tile_control + offset, value); }
    uint32_t program_counter(unsigned core) override { return cores.program_counter(core); }
    riscv_cores& cores;
  } listener_{*this};
};

}  // namespace tensix
