// SPDX-License-Identifier: Apache-2.0
// The pins of RTL as signals of a VCD, beside those of the tile: a group a block, with clock and reset. What the edge that ends a cycle
// samples is drawn for that cycle. The first difference that is told, or the failure that ends the run, is the event around which
// vcd_trace shows the run.
#pragma once
#include <string>
#include <vector>

#include "cosim/rtl/pins.h"
#include "cosim/rtl/rtl_units.h"
#include "observe/trace/vcd_trace.h"

namespace tensix {

class pin_waves {
 public:
  // Before the run; all three must live until finish(). The environment has a clock.
  pin_waves(rtl_environment& environment, vcd_trace& out);
  pin_waves(const pin_waves&) = delete;
  pin_waves& operator=(const pin_waves&) = delete;
  // After the run of `cycles` cycles: a lazy clock may not have got this far. Returns what RTL has failed at then; empty: nothing.
  std::string finish(cycle_t cycles);

 private:
  struct drawn {
    pin what;
    size_t signal;
    std::vector<uint64_t> shown;  // lowest word first
  };
  rtl_environment& environment_;
  rtl_clock& clock_;
  vcd_trace& out_;
  std::vector<pins_if*> blocks_;
  std::vector<drawn> pins_;
  size_t difference_ = 0, failed_ = 0;  // signals
  bool differed_ = false;
  cycle_t next_ = 0;  // that has not been drawn
  void draw(cycle_t cycle);
  void mark(size_t signal, cycle_t cycle);
};

}  // namespace tensix
