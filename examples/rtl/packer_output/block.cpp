#include "testbench/cosim/verilated_block.h"
#include "Vpacker_output.h"

#include "testbench/cosim/rtl_packers.h"
#include "testbench/cosim/rtl_units.h"

namespace {
using namespace tensix;
using block = verilated_block<Vpacker_output>;

const bool known = register_rtl({"packers", "read interfaces and output buffers of the packers (examples/rtl/packer_output)",
                                 [](tile_parts& parts, unit_source, rtl_environment& e) {
                                   parts.packers = [&e](const tile_context& c) {
                                     return std::make_unique<rtl_packers<block>>("packers", c, e.clock(), "packers");
                                   };
                                 }});
}  // namespace
