// SPDX-License-Identifier: Apache-2.0
// What the miscellaneous unit computes: ADC instructions and SETDVALID. Layer 1.
// Source: ISA documentation, MiscellaneousUnit, SETADC*, INCADC*, ADDRCR*, SETDVALID.
#pragma once
#include <cstdint>

#include "models/registers/tensix_state.h"

namespace tensix {

class misc_unit_function {
 public:
  explicit misc_unit_function(tensix_state& state) : state_(state) {}
  src_changes execute(uint32_t word, unsigned thread);

 private:
  tensix_state& state_;
};

}  // namespace tensix
