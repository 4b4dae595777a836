// One whole tile with its surroundings, as a host behind the door sees it: L1 and registers of the tile, and the DRAM channels. Every
// other place of the chip is refused, by name.
#pragma once
#include <set>

#include "app/serve/device_door.h"
#include "testbench/run/simulation.h"

namespace tensix {

class tile_device : public device_door {
 public:
  // Before the run, which must be one of a host (simulation::host): whenever that is called it may be used.
  explicit tile_device(simulation& sim);
  // In cycle 0: SOFT_RESET_0 shows that the cores are held, as they are.
  void hold_cores() { tile_.registers_of_noc().mmio_store(soft_reset, all_cores); }

  void write(const door_place& place, uint64_t address, const uint8_t* bytes, uint32_t size) override;
  void read(const door_place& place, uint64_t address, uint8_t* bytes, uint32_t size) override;
  void assert_reset(const door_place& place) override;
  void release_reset(const door_place& place) override;
  uint64_t cycle() const override { return now_cycle(); }
  void follow(const door_place& place, uint32_t address) override;
  void forget(const door_place& place, uint32_t address) override;
  std::map<std::string, counted_cycles> counted() override;
  std::string who_waits() override { return simulation_.state(); }

 private:
  static constexpr uint32_t soft_reset = 0xFFB121B0;
  static constexpr uint32_t all_cores = 0x47800, all_but_b = 0x47000;  // bits of SOFT_RESET_0
  simulation& simulation_;
  tensix_tile& tile_;
  std::map<uint32_t, door_place> followed_;  // words of L1, and what the host calls the tile
  bool host_writes_ = false;

  enum class memory : uint8_t { l1, registers, dram };
  struct target {
    memory what = memory::l1;
    unsigned channel = 0;
  };
  target target_of(const door_place& place, uint64_t address, uint32_t size, bool store) const;
  void require_tile(const door_place& place) const;
  void move_l1(tlm::tlm_command command, uint64_t address, uint8_t* bytes, uint32_t size);
  void l1_written(uint32_t address, uint32_t bytes);
};

}  // namespace tensix
