// SPDX-License-Identifier: Apache-2.0
#include "Vown_config.h"  // in front of everything with SystemC
#include "cosim/rtl/verilated_block.h"

#include "cosim/rtl/rtl_config_unit.h"
#include "cosim/rtl/rtl_units.h"

namespace {
using namespace tensix;

const bool known =
    register_rtl({"config_unit", "a register for each place", [](tile_parts& parts, unit_source source, rtl_environment& e) {
                    put_config_unit<verilated_block<Vown_config>>(parts, source, e, "own_config");
                  }});
}  // namespace
