// SPDX-License-Identifier: Apache-2.0
// Registers of a network interface, as the RISC-V cores and the coprocessor see them.
#pragma once
#include <cstdint>

#include "models/observe/causes.h"

namespace tensix {

class noc_registers_if {
 public:
  virtual ~noc_registers_if() = default;
  // Words of its 64 KiB, by byte offset, in the present cycle; `who` stands in diagnoses. `by`: the event of the store, if causes are
  // recorded.
  virtual uint32_t load(const char* who, uint32_t offset) = 0;
  virtual void store(const char* who, uint32_t offset, uint32_t value, event_id by) = 0;
  // A load without any effect or diagnosis; false: there is no such register.
  virtual bool peek(uint32_t offset, uint32_t& value) const = 0;
};

}  // namespace tensix
