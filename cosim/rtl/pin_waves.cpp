// SPDX-License-Identifier: Apache-2.0
#include "cosim/rtl/pin_waves.h"

#include <cstring>
#include <utility>

#include "cosim/rtl/rtl_failure.h"

namespace tensix {

pin_waves::pin_waves(rtl_environment& environment, vcd_trace& out)
    : environment_(environment), clock_(environment.clock()), out_(out) {
  vcd_trace::clock_signals wires{};
  for (size_t i = 0; i < clock_.blocks().size(); ++i) {
    auto* block = dynamic_cast<pins_if*>(clock_.blocks()[i]);
    if (!block) continue;
    const std::string group = clock_.names()[i] + "_pins";
    if (blocks_.empty()) wires = out.add_clock(group, cycle_ticks() / cycle_time::ticks_per_ps(), clock_.edge_ps());
    else out.add_name(group, "clk", wires.clk), out.add_name(group, "rst_n", wires.rst_n);
    blocks_.push_back(block);
    for (const pin& p : block->pins())
      pins_.push_back({p, out.add_signal(group, p.name, p.bits), std::vector<uint64_t>((p.bits + 63) / 64)});
  }
  if (blocks_.empty()) return;
  difference_ = out.add_signal("rtl", "first_difference", 1);
  failed_ = out.add_signal("rtl", "failed", 1);
  clock_.before_edge = [this](cycle_t cycle) {
    for (pins_if* b : blocks_) b->settle_pins(cycle);
    draw(cycle);
    out_.no_event_before(cycle);
  };
  clock_.at_edge = [this](cycle_t cycle) { out_.clock_edge(cycle); };
  clock_.has_reset = [this](cycle_t cycle) { out_.clock_reset(cycle); };
  environment_.diverged = [this](cycle_t cycle) {
    if (std::exchange(differed_, true)) return;
    mark(difference_, cycle);
    out_.event_in(cycle);
  };
}

void pin_waves::draw(cycle_t cycle) {
  next_ = cycle + 1;
  for (drawn& d : pins_) {
    const unsigned bits = d.what.bits;
    const size_t bytes = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : bits <= 64 ? 8 : (bits + 31) / 32 * 4;
    if (std::memcmp(d.shown.data(), d.what.value, bytes) == 0) continue;  // hosts are little-endian, as Verilator's words are
    std::memcpy(d.shown.data(), d.what.value, bytes);
    out_.set_signal(d.signal, cycle, d.shown.data());
  }
}

void pin_waves::mark(size_t signal, cycle_t cycle) {
  constexpr uint64_t on = 1, off = 0;
  out_.set_signal(signal, cycle, &on);
  out_.set_signal(signal, cycle + 1, &off);
}

std::string pin_waves::finish(cycle_t cycles) {
  if (blocks_.empty()) return {};
  std::string what;
  try {
    clock_.up_to(cycles);
  } catch (const rtl_failure& e) {
    what = e.what();
  }
  clock_.before_edge = clock_.at_edge = clock_.has_reset = environment_.diverged = nullptr;
  if (!present_of_rtl().failed) return what;
  // Its cycle is not over for the tile. Pins are as they were when it failed, if that was in front of the edge.
  const cycle_t cycle = present_of_rtl().cycle;
  if (cycle >= next_) draw(cycle);
  mark(failed_, cycle);
  out_.event_in(cycle);
  out_.shows(cycle);
  return what;
}

}  // namespace tensix
