// SPDX-License-Identifier: Apache-2.0
// config_issue.sv in the place of the configuration unit.
#include "Vconfig_issue.h"
// Verilator's headers stand in front of SystemC's.
#include "cosim/rtl/rtl_config_unit.h"
#include "cosim/rtl/rtl_units.h"
#include "cosim/rtl/verilated_block.h"

namespace tensix {
namespace {

const bool known = register_rtl({"config_unit", "its pipeline (examples/rtl/config_issue)",
                                 [](tile_parts& parts, unit_source source, rtl_environment& environment) {
                                   put_config_unit<verilated_block<Vconfig_issue>>(parts, source, environment, "config_issue");
                                 }});

}  // namespace
}  // namespace tensix
