// SPDX-License-Identifier: Apache-2.0
// Changes of semaphores that had no effect: a get of one that is 0, a post of one that is at its most.
#pragma once
#include <string>

namespace tensix {

// Of the sync unit, if its part keeps them.
class semaphore_losses_if {
 public:
  virtual ~semaphore_losses_if() = default;
  // "semaphore 1: the get of T1 in cycle 32 was lost (it was 0)", the last of each semaphore and kind, a line each.
  virtual std::string semaphore_losses() const = 0;
};

}  // namespace tensix
