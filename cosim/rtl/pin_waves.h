// The pins of RTL as signals of a VCD, beside those of the tile: a group a block. What the edge that ends a cycle samples is drawn
// for that cycle.
#pragma once
#include <vector>

#include "cosim/rtl/pins.h"
#include "cosim/rtl/rtl_clock.h"
#include "observe/trace/vcd_trace.h"

namespace tensix {

class pin_waves {
 public:
  // Before the run; all three must live until finish().
  pin_waves(rtl_clock& clock, vcd_trace& out);
  pin_waves(const pin_waves&) = delete;
  pin_waves& operator=(const pin_waves&) = delete;
  // After the run of `cycles` cycles.
  void finish(cycle_t cycles);

 private:
  struct drawn {
    pin what;
    size_t signal;
    std::vector<uint64_t> shown;  // lowest word first
  };
  rtl_clock& clock_;
  vcd_trace& out_;
  std::vector<pins_if*> blocks_;
  std::vector<drawn> pins_;
  std::vector<uint64_t> now_;
  void sample(cycle_t cycle);
};

}  // namespace tensix
