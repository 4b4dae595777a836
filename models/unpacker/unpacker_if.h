// What a tile knows of an unpacker beyond that it is a unit.
#pragma once
#include <functional>

#include "models/contracts/unit.h"
#include "models/unpacker/unpacker_function.h"

namespace tensix {

class unpacker_if : public tensix_unit {
 public:
  // For --hazards: every instruction that it has accepted and not finished, oldest first. By default it tells of none.
  virtual void for_each_in_flight(const std::function<void(const unpack_job&)>&) const {}

 protected:
  using tensix_unit::tensix_unit;
};

}  // namespace tensix
