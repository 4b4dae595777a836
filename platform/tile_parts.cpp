// SPDX-License-Identifier: Apache-2.0
#include "platform/tile_parts.h"

#include "models/config_unit/config_unit.h"
#include "models/matrix_unit/matrix_unit.h"
#include "models/memory/l1.h"
#include "models/misc_unit/misc_unit.h"
#include "models/mover/mover.h"
#include "models/noc_interface/noc_interface.h"
#include "models/packer/packer.h"
#include "models/scalar_unit/scalar_unit.h"
#include "models/sync_unit/sync_unit.h"
#include "models/unpacker/throttle_arbiter.h"
#include "models/unpacker/unpacker.h"
#include "models/vector_unit/vector_unit.h"

namespace tensix {

noc_causes noc_causes_of(const tensix_state& state, const parameters& p) {
  return {state.causes, p.noc.hop_cycles, p.noc_interface.to_router_cycles,
          p.noc.from_router_cycles + p.noc_interface.receive_cycles};
}

namespace {
auto unpacker_of(unsigned which) {
  return [which](const tile_context& c) {
    auto u = std::make_unique<unpacker>(which ? "unpacker1" : "unpacker0", which, c.configuration.unpacker, c.state,
                                        c.functions.unpacker[which], c.hand_over, c.dst, *c.throttle);
    u->l1.bind(*c.l1);
    return u;
  };
}
auto noc_interface_of(uint8_t noc) {
  return [noc](const tile_context& c) {
    const noc_identity identity{noc, c.place, c.grid->translated(noc, c.place)};
    auto n = std::make_unique<noc_interface>(noc ? "noc1" : "noc0", c.configuration.noc_interface, identity, *c.grid,
                                             *c.registers, noc_causes_of(c.state, c.configuration), c.state.diagnose,
                                             static_cast<uint32_t>(c.state.l1.size()), c.configuration.l1.atomic_cycles);
    n->l1().bind(*c.l1);
    return n;
  };
}
}  // namespace

tile_parts::tile_parts()
    : l1([](const tile_context& c) { return std::make_unique<l1_memory>("l1", c.configuration.l1, c.state.l1); }),
      throttle([](const tile_context& c) {
        return std::make_unique<throttle_arbiter>("throttle_arbiter", c.configuration.throttle);
      }),
      unpacker0(unpacker_of(0)),
      unpacker1(unpacker_of(1)),
      matrix_unit([](const tile_context& c) {
        return std::make_unique<tensix::matrix_unit>("matrix_unit", c.configuration.matrix_unit, c.state,
                                                     c.functions.matrix_unit, c.hand_over, c.dst, c.dst_turn);
      }),
      vector_unit([](const tile_context& c) {
        return std::make_unique<tensix::vector_unit>("vector_unit", c.configuration.vector_unit, c.functions.vector_unit,
                                                     c.dst_turn);
      }),
      packers([](const tile_context& c) {
        auto all = std::make_unique<tensix::packers>("packers", c.configuration.packer, c.state, c.functions.packer, c.dst);
        for (auto& p : all->packer_) p->l1.bind(*c.l1);
        return all;
      }),
      misc_unit([](const tile_context& c) {
        return std::make_unique<tensix::misc_unit>("misc_unit", c.functions.misc_unit, c.hand_over);
      }),
      config_unit([](const tile_context& c) {
        return std::make_unique<tensix::config_unit>("config_unit", c.configuration.config_unit, c.state,
                                                     c.functions.config_unit);
      }),
      sync_unit([](const tile_context& c) {
        return std::make_unique<tensix::sync_unit>("sync_unit", c.configuration.sync_unit, c.state, c.functions.sync_unit);
      }),
      scalar_unit([](const tile_context& c) {
        auto u = std::make_unique<tensix::scalar_unit>("scalar_unit", c.configuration.scalar_unit, c.state,
                                                       c.functions.scalar_unit, c.hand_over);
        u->l1.bind(*c.l1);
        return u;
      }),
      mover([](const tile_context& c) {
        auto u = std::make_unique<tensix::mover>("mover", c.configuration.mover, c.state, c.functions.mover, l1_client::mover,
                                                 l1_client::mover_writes);
        u->l1.bind(*c.l1);
        return u;
      }),
      noc0(noc_interface_of(0)),
      noc1(noc_interface_of(1)) {
  for (unsigned u = 0; u < tile_units; ++u) order[u] = static_cast<tile_unit>(u);
}

}  // namespace tensix
