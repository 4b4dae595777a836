// SPDX-License-Identifier: Apache-2.0
#include "Vown_packer.h"  // in front of everything with SystemC
#include "cosim/rtl/verilated_block.h"

#include "cosim/rtl/rtl_units.h"
#include "cosim/rtl/shadow_packers.h"

namespace {
using namespace tensix;
using block = verilated_block<Vown_packer>;

const bool known =
    register_rtl({"packers", "a buffer with a place a beat", [](tile_parts& parts, unit_source source, rtl_environment& e) {
                    parts.packers = [&e, source](const tile_context& c) -> std::unique_ptr<tensix_unit> {
                      if (source == unit_source::shadow)
                        return std::make_unique<shadow_packers<block>>("packers", c, e, "own_packer");
                      return std::make_unique<rtl_packers<block>>("packers", c, e.clock(), "own_packer");
                    };
                  }});
}  // namespace
