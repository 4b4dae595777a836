// SPDX-License-Identifier: Apache-2.0
#include "Vpacker_output.h"
#include "Vpacker_output_one.h"
#include "cosim/rtl/verilated_block.h"

#include "cosim/rtl/rtl_units.h"
#include "cosim/rtl/shadow_packers.h"

namespace {
using namespace tensix;

template <class Top>
std::unique_ptr<tensix_unit> make(const tile_context& c, unit_source source, rtl_environment& e) {
  using block = verilated_block<Top>;
  if (source == unit_source::shadow) return std::make_unique<shadow_packers<block>>("packers", c, e, "packers");
  return std::make_unique<rtl_packers<block>>("packers", c, e.clock(), "packers");
}

void put(tile_parts& parts, unit_source source, rtl_environment& e) {
  parts.packers = [&e, source](const tile_context& c) {
    const bool independent = c.configuration.packer.topology == packer_topology::independent;
    return independent ? make<Vpacker_output>(c, source, e) : make<Vpacker_output_one>(c, source, e);
  };
}

const bool known = register_rtl({"packers", "read interfaces and output buffers (examples/rtl/packer_output)", put});
}  // namespace
