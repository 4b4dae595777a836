// SPDX-License-Identifier: Apache-2.0
// Another Tensix tile of the chip as far as packets know it: L1 and two network interfaces, no cores and no coprocessor. It answers
// reads, writes and atomics of L1 in the time that a whole tile takes. Registers of a tile that nothing runs on have no meaning: an
// access is diagnosed.
#pragma once
#include <memory>
#include <systemc>

#include "models/memory/l1.h"
#include "models/noc/noc_network.h"
#include "models/noc_interface/noc_interface.h"
#include "platform/parameters.h"

namespace tensix {

class passive_tile : public sc_core::sc_module, private noc_mmio_if {
 public:
  // At `place` (raw coordinates of NoC 0) of `network`, before the run.
  passive_tile(sc_core::sc_module_name name, const parameters& p, const noc_grid& grid, noc_coordinate place,
               const noc_causes& causes, diagnostics& diagnose, noc_network& network);

  l1_storage& bytes() { return bytes_; }
  bool idle() const { return interface_[0]->idle() && interface_[1]->idle(); }
  bool busy() const { return interface_[0]->busy() || interface_[1]->busy(); }

 private:
  diagnostics& diagnose_;
  const noc_coordinate place_;
  l1_storage bytes_;
  l1_memory l1_;
  std::unique_ptr<noc_interface> interface_[2];

  void no_register(uint32_t address);
  uint32_t mmio_load(uint32_t address) override {
    no_register(address);
    return 0;
  }
  void mmio_store(uint32_t address, uint32_t) override { no_register(address); }
};

}  // namespace tensix
