// SPDX-License-Identifier: Apache-2.0
// noc_command.sv in the place of the network interfaces' command stages.
#include "Vnoc_command.h"
// Verilator's headers stand in front of SystemC's.
#include "cosim/rtl/rtl_noc.h"
#include "cosim/rtl/rtl_units.h"
#include "cosim/rtl/verilated_block.h"

namespace tensix {
namespace {

using unit = rtl_noc<verilated_block<Vnoc_command>>;
constexpr const char* what = "command stage of a network interface (examples/rtl/noc_command)";

template <unsigned number>
void put(tile_parts& parts, unit_source source, rtl_environment& environment) {
  (number ? parts.noc1 : parts.noc0) = [source, &environment](const tile_context& c) {
    return std::make_unique<unit>(number, c, source, environment, number ? "noc_command1" : "noc_command0");
  };
}
const bool known = register_rtl({"noc0", what, put<0>}) && register_rtl({"noc1", what, put<1>});

}  // namespace
}  // namespace tensix
