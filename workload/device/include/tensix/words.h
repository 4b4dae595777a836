// SPDX-License-Identifier: Apache-2.0
// Words of registers and of L1, as programs of all cores see them.
#pragma once
#include "tensix/program.h"

namespace tensix::device {

// A word of a register or of L1. By instructions of our own, of which the compiler knows that they touch none of the program's
// variables: those stay in registers of the core. (Volatile stores would do if GCC 12 did not, told the same by types, make one
// more behind a loop.)
class hardware_word {
 public:
  explicit ALWI hardware_word(uint32_t address) : address_(address) {}
  ALWI void operator=(uint32_t value) const {
    if (__builtin_constant_p(address_)) asm volatile("sw %z1, %2(%0)" ::"r"(upper()), "rJ"(value), "i"(lower()));
    else asm volatile("sw %z1, 0(%0)" ::"r"(address_), "rJ"(value));
  }
  ALWI operator uint32_t() const {
    uint32_t value;
    if (__builtin_constant_p(address_)) asm volatile("lw %0, %2(%1)" : "=r"(value) : "r"(upper()), "i"(lower()));
    else asm volatile("lw %0, 0(%1)" : "=r"(value) : "r"(address_));
    return value;
  }

 private:
  // A constant address in two parts: the registers of a region share the upper one.
  ALWI uint32_t upper() const { return (address_ + 0x800) & ~0xfffu; }
  ALWI int32_t lower() const { return static_cast<int32_t>(address_ - upper()); }
  uint32_t address_;
};
ALWI hardware_word at(uint32_t address) { return hardware_word(address); }
ALWI hardware_word l1(uint32_t address) { return hardware_word(address); }

// Another core writes the word: forget what the L0 data cache has of it, and look again. (Without "::" the compiler would take it
// for one that changes the program's variables, too.)
ALWI uint32_t fresh(uint32_t address) {
  asm volatile("fence" ::);
  return l1(address);
}

}  // namespace tensix::device
