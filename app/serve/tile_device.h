// SPDX-License-Identifier: Apache-2.0
// Whole tiles with their surroundings, as a host behind the door sees them: L1 and registers of the tiles, and the DRAM channels.
// Every other place of the chip is refused, by name. A tile is made whole when the host first writes or reads it; till then its place
// has L1 and two network interfaces, as places have that nothing runs on.
#pragma once
#include <map>
#include <utility>
#include <vector>

#include "app/serve/device_door.h"
#include "testbench/run/simulation.h"

namespace tensix {

class tile_device : public device_door {
 public:
  // Before the run, which must be one of a host (simulation::host): whenever that is called it may be used. `tiles`: column and row
  // among the Tensix tiles; the first one is that of `sim`.
  tile_device(simulation& sim, const std::vector<std::pair<uint32_t, uint32_t>>& tiles);
  // In cycle 0: SOFT_RESET_0 shows that the cores are held, as they are.
  void hold_cores() { hold_cores(simulation_.tile()); }

  void write(const door_place& place, uint64_t address, const uint8_t* bytes, uint32_t size) override;
  void read(const door_place& place, uint64_t address, uint8_t* bytes, uint32_t size) override;
  void assert_reset(const door_place& place) override;
  void release_reset(const door_place& place) override;
  uint64_t cycle() const override { return now_cycle(); }
  void follow(const door_place& place, uint32_t address) override;
  void forget(const door_place& place, uint32_t address) override;
  std::map<std::string, counted_cycles> counted() override;
  std::string who_waits() override { return simulation_.standing(); }

 private:
  static constexpr uint32_t soft_reset = 0xFFB121B0;
  static constexpr uint32_t all_cores = 0x47800, all_but_b = 0x47000;  // bits of SOFT_RESET_0
  simulation& simulation_;
  struct served_tile {
    noc_coordinate raw;
    std::pair<uint32_t, uint32_t> place;  // column, row
    tensix_tile* tile;                    // null: the host has not used it
  };
  std::vector<served_tile> tiles_;
  std::map<std::pair<const tensix_tile*, uint32_t>, door_place> followed_;  // words of L1, and what the host calls the tile
  bool host_writes_ = false;

  enum class memory : uint8_t { l1, registers, dram };
  struct target {
    memory what = memory::l1;
    unsigned channel = 0;
    tensix_tile* tile = nullptr;
  };
  target target_of(const door_place& place, uint64_t address, uint32_t size, bool store);
  tensix_tile* find_tile(const door_place& place) const;  // nullptr: the host has used none there
  tensix_tile& tile_at(const door_place& place);
  void begin_to_serve(served_tile& t);
  static void hold_cores(tensix_tile& t) { t.registers_of_noc().mmio_store(soft_reset, all_cores); }
  void move_l1(tensix_tile& tile, tlm::tlm_command command, uint64_t address, uint8_t* bytes, uint32_t size);
  void l1_written(tensix_tile& tile, uint32_t address, uint32_t bytes);
};

}  // namespace tensix
