// SPDX-License-Identifier: Apache-2.0
// Launches of a host without dispatcher: it writes a tile's go word, one word whose highest byte is GO, and polls it until the
// firmware has made that byte DONE. Time is counted from one to the other, whatever the host does meanwhile. Where the go word
// lies is the host's choice. No SystemC.
// Source: tt-metal (dev_msgs.h, llrt.cpp): signals, and how a launch without dispatcher is begun and awaited.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/serve/device_door.h"

namespace tensix {

struct launch {
  door_place place;
  uint32_t go_word = 0;  // its address in L1
  uint64_t go = 0;       // cycle
  std::optional<uint64_t> done;
  std::map<std::string, counted_cycles> counted;  // between the two
};

class launch_log {
 public:
  // Both ends of `device.word_written`.
  explicit launch_log(device_door& device);
  launch_log(const launch_log&) = delete;
  launch_log& operator=(const launch_log&) = delete;

  // A host's access, before it is done to the device.
  void written(const door_place& place, uint64_t address, const std::vector<uint32_t>& words);
  void polled(const door_place& place, uint64_t address, uint32_t size);
  // Those that were polled, in the order of their go.
  std::vector<launch> all() const;
  // A launch waits for this word.
  bool awaited(const door_place& place, uint64_t address) const;

 private:
  struct entry {
    launch of;
    bool polled = false;
  };
  device_door& device_;
  std::vector<entry> entries_;
  std::map<std::pair<door_place, uint64_t>, size_t> open_;  // place and address: index
  void word_written(const door_place& place, uint32_t address, uint32_t value);
  void close(std::map<std::pair<door_place, uint64_t>, size_t>::iterator open);
};

// The contents of --launches.
std::string json_of(const std::vector<launch>& launches);

}  // namespace tensix
