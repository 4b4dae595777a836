// SPDX-License-Identifier: Apache-2.0
#include "platform/passive_tile.h"

#include <cstdio>
#include <string>

namespace tensix {

passive_tile::passive_tile(sc_core::sc_module_name name, const parameters& p, const noc_grid& grid, noc_coordinate place,
                           const noc_causes& causes, diagnostics& diagnose, noc_network& network)
    : sc_module(name), diagnose_(diagnose), place_(place), bytes_(p.l1.size_kib * 1024), l1_("l1", p.l1, bytes_) {
  noc_mmio_if& registers = *this;
  for (uint8_t noc = 0; noc < 2; ++noc) {
    const noc_identity identity{noc, place, grid.translated(noc, place)};
    interface_[noc] = std::make_unique<noc_interface>(noc ? "noc1" : "noc0", p.noc_interface, identity, grid, registers, causes,
                                                      diagnose, static_cast<uint32_t>(bytes_.size()), p.l1.atomic_cycles);
    interface_[noc]->l1().bind(l1_.client_socket());
    network.attach(noc, {place}, interface_[noc]->to_noc(), interface_[noc]->from_noc());
  }
}

void passive_tile::no_register(uint32_t address) {
  char where[16];
  std::snprintf(where, sizeof where, "0x%08x", address);
  diagnose_.undefined(basename(), -1, 0,
                      std::string("an access over the NoC to address ") + where + " of the tile at (" +
                          std::to_string(place_.x) + "," + std::to_string(place_.y) + "), of which only L1 is simulated");
}

}  // namespace tensix
