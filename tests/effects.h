// SPDX-License-Identifier: Apache-2.0
// What stands in the place of other units, and keeps what a unit has asked of them.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "models/contracts/side_effects.h"

namespace tensix {

struct kept_bus : coprocessor_bus_if {
  std::vector<std::pair<uint32_t, uint32_t>> stores;
  std::vector<uint32_t> loads;
  std::string unit;  // of the last access
  uint32_t load(const char* u, uint32_t address) override { return unit = u, loads.push_back(address), address + 1; }
  void store(const char* u, uint32_t address, uint32_t value) override { unit = u, stores.emplace_back(address, value); }
  uint32_t stream_register(unsigned stream, unsigned reg) override { return stream * 1000 + reg; }
};

struct kept_signals : packer_signals_if {
  std::vector<std::pair<uint32_t, uint32_t>> stores;
  std::array<uint32_t, 4> signals(unsigned thread, unsigned input, unsigned packers) override {
    return {0x11110000 + thread, 0x22220000 + input, 0x33330000 + packers, 0x44444444};
  }
  void reset_exponent_histograms() override {}
  bool tdma_load(uint32_t offset, uint32_t& value) const override {
    value = offset == 0x38 ? 0x12345655 : offset == 0x13c ? 7 : 100 + offset;
    return offset == 0x38 || offset == 0x13c || offset == 0x118;
  }
  bool tdma_store(uint32_t offset, uint32_t value) override { return stores.emplace_back(offset, value), offset == 0x1c; }
};

}  // namespace tensix
