// SPDX-License-Identifier: Apache-2.0
// What a host behind the door sees of a device: memories and registers of tiles, and their resets. No SystemC.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace tensix {

// A tile by what a host calls it: coordinates of NoC 0, translated if the device translates.
struct door_place {
  uint64_t x = 0, y = 0;
  bool operator<(const door_place& o) const { return std::pair(x, y) < std::pair(o.x, o.y); }
  bool operator==(const door_place& o) const { return x == o.x && y == o.y; }
};
inline std::string text_of(const door_place& p) { return "(" + std::to_string(p.x) + "," + std::to_string(p.y) + ")"; }

// Cycles of one unit, thread or interface: of its work, and of what it waited for, by the reason's name.
struct counted_cycles {
  uint64_t busy = 0;
  std::map<std::string, uint64_t> stalled;
};

class device_door {
 public:
  virtual ~device_door() = default;

  // These take no time. They throw std::exception with the reason if there is no such tile, or nothing at these addresses.
  virtual void write(const door_place& place, uint64_t address, const uint8_t* bytes, uint32_t size) = 0;
  virtual void read(const door_place& place, uint64_t address, uint8_t* bytes, uint32_t size) = 0;
  // All five cores of a tile into reset; B alone out of it.
  virtual void assert_reset(const door_place& place) = 0;
  virtual void release_reset(const door_place& place) = 0;

  // The present cycle. How far the device runs is said by who calls the server (door_server::serve).
  virtual uint64_t cycle() const = 0;
  // From now on word_written is called whenever the device itself writes this word of a tile's L1, in that cycle.
  virtual void follow(const door_place& place, uint32_t address) = 0;
  virtual void forget(const door_place& place, uint32_t address) = 0;
  std::function<void(const door_place& place, uint32_t address, uint32_t value)> word_written;

  // What has been counted up to the present cycle, by name; from the beginning.
  virtual std::map<std::string, counted_cycles> counted() = 0;
  // Who waits for what, a line each.
  virtual std::string who_waits() = 0;
};

}  // namespace tensix
