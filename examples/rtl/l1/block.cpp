// SPDX-License-Identifier: Apache-2.0
#include "examples/rtl/l1/block.h"

#include "cosim/rtl/l1_shadow.h"
#include "cosim/rtl/rtl_l1.h"
#include "cosim/rtl/rtl_units.h"

namespace {
using namespace tensix;

const bool known = register_rtl(
    {"l1", "arbiter and banks that own their bytes (examples/rtl/l1)",
     [](tile_parts& parts, unit_source source, rtl_environment& environment) {
       parts.l1 = [source, &environment](const tile_context& c) -> std::unique_ptr<l1_if> {
         auto block = std::make_unique<rtl_examples::l1_example>(c.configuration.l1);
         if (source == unit_source::shadow)
           return std::make_unique<l1_shadow>("l1", c, environment, std::move(block), l1_pin_order::by_age);
         auto l1 =
             std::make_unique<rtl_l1>("l1", c.configuration.l1, environment.clock(), std::move(block), l1_pin_order::by_age);
         l1->wrong_data = [&environment](cycle_t cycle, const std::string& text) { environment.wrong_data("l1", cycle, text); };
         return l1;
       };
     }});
}  // namespace
