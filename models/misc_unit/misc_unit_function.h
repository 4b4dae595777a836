// What the miscellaneous unit computes: ADC instructions and SETDVALID. Layer 1.
// Source: ISA documentation, MiscellaneousUnit, SETADC*, INCADC*, ADDRCR*, SETDVALID.
#pragma once
#include <cstdint>

#include "models/registers/tensix_state.h"

namespace tensix {

class misc_unit_function {
 public:
  explicit misc_unit_function(tensix_state& state) : state_(state) {}
  // Executes `word`; returns bit 0 / bit 1 if a SrcA / SrcB bank was handed to the matrix unit (SETDVALID).
  unsigned execute(uint32_t word, unsigned thread);

 private:
  tensix_state& state_;
};

}  // namespace tensix
