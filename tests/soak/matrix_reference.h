// SPDX-License-Identifier: Apache-2.0
// Calculates once more what the matrix unit calculates, with the plain reference of its tests (tests/matrix_unit): MVMUL, DOTPV,
// ELWMUL, ELWADD and ELWSUB of floats. Integers, stochastic rounding and forced or exotic modes are left to those tests.
#pragma once
#include <cstdint>
#include <string>

#include "tests/functional/functional_machine.h"

namespace tensix::soak {

class matrix_reference {
 public:
  // From now on it watches `machine`, which must not outlive it.
  void watch(functional_machine& machine);
  void executed(unsigned thread, uint32_t word);  // to be told what functional_machine::executed is
  uint64_t datums() const { return datums_; }     // compared
  const std::string& wrong() const { return wrong_; }

 private:
  functional_machine* machine_ = nullptr;
  bool expects_ = false, wide_ = false;
  unsigned rows_ = 0, thread_ = 0;
  uint32_t word_ = 0;
  unsigned row_[8] = {};  // physical, of the high halves
  uint32_t expected_[8][row_datums] = {};
  uint64_t datums_ = 0;
  std::string wrong_;

  void calculate(unsigned thread, uint32_t word);
};

}  // namespace tensix::soak
