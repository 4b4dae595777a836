// SPDX-License-Identifier: Apache-2.0
// What a tile is made of, part by part: each is built by a factory, and any may be exchanged for a class of one's own.
//
//   tile_parts parts;
//   parts.packers = [](const tile_context& c) { return std::make_unique<my_packers>("packers", c); };
//   tensix_tile tile("tile", parameters, parts);
//
// A part binds its own L1 sockets to `c.l1`, takes the instructions that its contract names (contracts/issue.h), and names its
// accounts. docs/extending.md walks through one; tests/external_parts replaces several from outside.
#pragma once
#include <array>
#include <functional>
#include <memory>

#include "models/contracts/dst_arbiter.h"
#include "models/contracts/dst_users.h"
#include "models/contracts/noc_port.h"
#include "models/contracts/ports.h"
#include "models/contracts/throttle.h"
#include "models/coprocessor/tensix_functions.h"
#include "models/hand_over/src_hand_over.h"
#include "models/memory/l1_if.h"
#include "models/memory/overlay_if.h"
#include "models/mover/mover_if.h"
#include "models/noc/noc_causes.h"
#include "models/noc/noc_grid_function.h"
#include "models/noc_interface/noc_mmio_if.h"
#include "models/unpacker/unpacker_if.h"
#include "platform/parameters.h"

namespace tensix {

// What a part may use of its tile; all of it outlives the part. In the constructor of L1 and of the throttle arbiter, `l1` and
// `throttle` are not there yet.
struct tile_context {
  const parameters& configuration;
  tensix_state& state;          // architectural registers, and the bytes of L1
  tensix_functions& functions;  // what each unit computes; a part with state of its own is connected in its place
  src_hand_over& hand_over;
  dst_users& dst;         // when its blocks may be read
  dst_arbiter& dst_turn;  // whose turn it is, matrix or vector unit
  overlay_if& overlay;
  throttle_if* throttle = nullptr;
  l1_socket* l1 = nullptr;
  const noc_grid* grid = nullptr;    // the chip
  noc_coordinate place;              // of the tile on it
  noc_mmio_if* registers = nullptr;  // of the tile, as the NoC sees them
};

// What packets' ways are told with: of the simulation that `state` belongs to.
noc_causes noc_causes_of(const tensix_state& state, const parameters& p);

struct tile_parts {
  template <class Part>
  using factory = std::function<std::unique_ptr<Part>(const tile_context&)>;

  tile_parts();  // the models of this library

  factory<l1_if> l1;
  factory<throttle_if> throttle;
  factory<unpacker_if> unpacker0, unpacker1;
  factory<tensix_unit> matrix_unit, vector_unit, packers, misc_unit;
  factory<config_unit_if> config_unit;
  factory<sync_unit_if> sync_unit;
  factory<scalar_unit_if> scalar_unit;
  factory<mover_if> mover;
  factory<noc_interface_if> noc0, noc1;

  // Of tensix_tile::reset, for what parts share beside the tile (the clock of RTL): called in front of the parts' end (true), and when
  // new ones stand (false). May be unset.
  std::function<void(bool before)> reset;

  // In which order units are constructed. No result depends on it (tests/timing/sc_construction_order_test.cpp).
  std::array<tile_unit, tile_units> order;
};

}  // namespace tensix
