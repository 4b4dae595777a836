// What an event_tap may be as well: told of stores of the cores to semaphores, which take their turn at the sync unit and are no
// offers. Only who plays that unit alone wants it (docs/events.md, "One unit").
#pragma once
#include <cstdint>

namespace tensix {

class semaphore_store_tap {
 public:
  virtual ~semaphore_store_tap() = default;
  // As sync_unit_if::riscv_store was called, and what it has answered.
  virtual void semaphore_stored(unsigned index, uint32_t value, uint64_t arrives, uint64_t from) = 0;
};

}  // namespace tensix
