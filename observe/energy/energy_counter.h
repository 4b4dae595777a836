// SPDX-License-Identifier: Apache-2.0
// Counts what --energy asks for, as it passes between the units of a tile.
#pragma once
#include <utility>
#include <vector>

#include "models/observe/observer.h"
#include "observe/energy/energy_table.h"
#include "platform/tile.h"

namespace tensix {

class energy_counter : public observer {
 public:
  // Before the run; must outlive it.
  explicit energy_counter(tensix_tile& tile);
  ~energy_counter() override;
  energy_counter(const energy_counter&) = delete;
  energy_counter& operator=(const energy_counter&) = delete;
  // After it.
  const event_counts& counts() const { return counts_; }

  l1_wishes wishes() const override { return {false, true}; }
  void offering(const gate_event& e) override;
  void issued(const gate_event& e, uint64_t thread_free) override;
  void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override;
  void l1_complete(const l1_completed& t) override;
  void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) override;
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override;
  void packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats, uint64_t cycle) override;
  void config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) override;

 private:
  tensix_tile& tile_;
  event_counts counts_{};
  // Of the matrix unit, as the registers are before it executes what is offered.
  energy_event mac_ = energy_event::mac_bf16;
  unsigned srca_rows_ = 0;
  std::vector<std::pair<uint64_t, uint64_t>> open_;  // transfers on their way, and their beats so far

  void add(energy_event e, uint64_t n) { counts_[static_cast<size_t>(e)] += n; }
  void matrix_unit_did(uint32_t word);
  void vector_unit_did(uint32_t word);
  void macro_schedules(uint32_t word);
};

}  // namespace tensix
