// SPDX-License-Identifier: Apache-2.0
// The links that a packet takes. Layer 1.
// Source: ISA documentation, NoC/RoutingPaths (Wormhole's page; Blackhole's grid), NoC (virtual channels, broadcasts).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/noc/noc_grid_function.h"

namespace tensix {

// Out of a router: to the tile's interface, along x (right on NoC 0, left on NoC 1), along y (down on NoC 0, up on NoC 1).
enum class noc_port : uint8_t { interface, x, y };

// A link by number: of a NoC, out of a router.
constexpr unsigned noc_ports = 3, noc_links_of_one = noc_columns * noc_rows * noc_ports;
constexpr unsigned noc_link_number(noc_coordinate at, noc_port port) {
  return (unsigned{at.x} * noc_rows + at.y) * noc_ports + static_cast<unsigned>(port);
}
constexpr noc_coordinate noc_link_from(unsigned link) {
  return {static_cast<uint8_t>(link / noc_ports / noc_rows), static_cast<uint8_t>(link / noc_ports % noc_rows)};
}
constexpr noc_port noc_link_port(unsigned link) { return static_cast<noc_port>(link % noc_ports); }
// Where it leads, for x and y.
noc_coordinate noc_link_to(unsigned noc, unsigned link);

// "(3,4) to (4,4) of NoC 0", "(3,4) to its interface of NoC 0"
std::string noc_link_text(unsigned noc, unsigned link);

// One link of a packet's way. Of a multicast the ways are a tree, each step behind its parent.
struct noc_step_of_way {
  uint16_t link = 0;
  uint16_t parent = no_parent;
  bool dateline = false;  // the packet has passed the edge of the grid on this axis: it has another virtual channel
  static constexpr uint16_t no_parent = 0xFFFF;
};

// From `from` to the interface at `to`.
void noc_way(unsigned noc, noc_coordinate from, noc_coordinate to, std::vector<noc_step_of_way>& way);
// To those of `receivers` (by place, in the packet's rectangle): along the major axis until it is beside the rectangle no more, along
// the other one through it, and along the major axis inside. Parts of the tree that lead to no receiver are left out.
void noc_tree(const noc_packet& multicast, const std::vector<noc_coordinate>& receivers, std::vector<noc_step_of_way>& way);

}  // namespace tensix
