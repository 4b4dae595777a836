#include "Vpacker_output.h"
#include "testbench/cosim/verilated_block.h"

#include "testbench/cosim/rtl_units.h"
#include "testbench/cosim/shadow_packers.h"

namespace {
using namespace tensix;
using block = verilated_block<Vpacker_output>;

void put(tile_parts& parts, unit_source source, rtl_environment& e) {
  parts.packers = [&e, source](const tile_context& c) -> std::unique_ptr<tensix_unit> {
    if (source == unit_source::shadow) return std::make_unique<shadow_packers<block>>("packers", c, e, "packers");
    return std::make_unique<rtl_packers<block>>("packers", c, e.clock(), "packers");
  };
}

const bool known = register_rtl({"packers", "read interfaces and output buffers (examples/rtl/packer_output)", put});
}  // namespace
