// SPDX-License-Identifier: Apache-2.0
// What a tile knows of an unpacker beyond that it is a unit.
#pragma once
#include "models/contracts/unit.h"
#include "models/unpacker/unpacker_function.h"

namespace tensix {

class unpacker_if : public tensix_unit {
 public:
  // For --hazards: the i-th of the instructions that it has accepted and not finished, from the oldest; null: there are no more.
  virtual const unpack_job* in_flight(size_t) const { return nullptr; }

 protected:
  using tensix_unit::tensix_unit;
};

}  // namespace tensix
