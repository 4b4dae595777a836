// SPDX-License-Identifier: Apache-2.0
// Linked into a program (`tensix_checked` in tests/timed.cmake): a checker stands in front of the L1 of every tile_parts, as
// long as nobody exchanges it. The linker hands every call of the constructor to the functions here, and these its own to it;
// compilers call it by either of two names.
#include <utility>

#include "platform/tile_parts.h"
#include "protocol/l1_front.h"

using namespace tensix;

extern "C" {
// Mangled: tensix::tile_parts::tile_parts(), of a whole object and of a base.
void __real__ZN6tensix10tile_partsC1Ev(tile_parts* parts);  // NOLINT
void __real__ZN6tensix10tile_partsC2Ev(tile_parts* parts);  // NOLINT
void __wrap__ZN6tensix10tile_partsC1Ev(tile_parts* parts);  // NOLINT
void __wrap__ZN6tensix10tile_partsC2Ev(tile_parts* parts);  // NOLINT
}

namespace {
void check_l1(tile_parts& parts) {
  parts.l1 = [make = std::move(parts.l1)](const tile_context& c) -> std::unique_ptr<l1_if> {
    return std::make_unique<checked_l1>("checked_l1", [&] { return make(c); });
  };
}
}  // namespace

void __wrap__ZN6tensix10tile_partsC1Ev(tile_parts* parts) {  // NOLINT
  __real__ZN6tensix10tile_partsC1Ev(parts);
  check_l1(*parts);
}
void __wrap__ZN6tensix10tile_partsC2Ev(tile_parts* parts) {  // NOLINT
  __real__ZN6tensix10tile_partsC2Ev(parts);
  check_l1(*parts);
}
