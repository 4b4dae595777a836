// SPDX-License-Identifier: Apache-2.0
// What requests of a NoC reach of a tile beside L1.
#pragma once
#include <cstdint>

namespace tensix {

// Registers of the tile as the NoC sees them: words above L1.
class noc_mmio_if {
 public:
  virtual ~noc_mmio_if() = default;
  virtual uint32_t mmio_load(uint32_t address) = 0;
  virtual void mmio_store(uint32_t address, uint32_t value) = 0;
};

}  // namespace tensix
