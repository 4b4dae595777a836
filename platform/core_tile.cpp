// SPDX-License-Identifier: Apache-2.0
#include "platform/core_tile.h"

namespace tensix {

namespace {
parameters at(const parameters& all, uint32_t column, uint32_t row) {
  parameters p = all.without_rtl();
  p.tile_place = {column, row};
  return p;
}
}  // namespace

core_tile::core_tile(sc_core::sc_module_name name, const parameters& p, uint32_t column, uint32_t row, noc_network& network)
    : sc_module(name), tile("tile", at(p, column, row)), cores("cores", tile) {
  for (unsigned noc = 0; noc < 2; ++noc)
    network.attach(noc, {tile.place()}, tile.noc_interface(noc).to_noc(), tile.noc_interface(noc).from_noc());
}

void core_tile::before_end_of_elaboration() {
  if (noc_taken) return;
  silent_.emplace("silent");
  silent_->socket.bind(tile.noc);
}

void core_tile::close_accounts(cycle_t end) {
  cores.close_accounts(end);
  tile.close_accounts(end);
}

}  // namespace tensix
