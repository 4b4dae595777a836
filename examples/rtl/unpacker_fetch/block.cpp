// SPDX-License-Identifier: Apache-2.0
#include "Vunpacker_fetch.h"
#include "cosim/rtl/verilated_block.h"

#include "cosim/rtl/rtl_units.h"
#include "cosim/rtl/rtl_unpacker.h"
#include "cosim/rtl/shadow_unpacker.h"

namespace {
using namespace tensix;
using block = verilated_block<Vunpacker_fetch>;

void put(tile_parts& parts, unit_source source, rtl_environment& e, unsigned which) {
  (which ? parts.unpacker1 : parts.unpacker0) = [&e, which, source](const tile_context& c) -> std::unique_ptr<unpacker_if> {
    const char* const name = which ? "unpacker1" : "unpacker0";
    if (source == unit_source::shadow) return std::make_unique<shadow_unpacker<block>>(name, which, c, e, name);
    return std::make_unique<rtl_unpacker<block>>(name, which, c, e.clock(), name);
  };
}
const char* const what = "address and fetch stage of an unpacker (examples/rtl/unpacker_fetch)";
const bool first = register_rtl({"unpacker0", what, [](tile_parts& p, unit_source s, rtl_environment& e) { put(p, s, e, 0); }});
const bool second =
    register_rtl({"unpacker1", what, [](tile_parts& p, unit_source s, rtl_environment& e) { put(p, s, e, 1); }});
}  // namespace
