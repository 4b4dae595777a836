#include "cosim/rtl/pin_waves.h"

#include <cstring>

namespace tensix {

pin_waves::pin_waves(rtl_clock& clock, vcd_trace& out) : clock_(clock), out_(out) {
  for (size_t i = 0; i < clock.blocks().size(); ++i) {
    auto* block = dynamic_cast<pins_if*>(clock.blocks()[i]);
    if (!block) continue;
    blocks_.push_back(block);
    for (const pin& p : block->pins())
      pins_.push_back(
          {p, out.add_signal(clock.names()[i] + "_pins", p.name, p.bits), std::vector<uint64_t>((p.bits + 63) / 64)});
  }
  clock.before_edge = [this](cycle_t cycle) { sample(cycle); };
}

void pin_waves::sample(cycle_t cycle) {
  for (pins_if* b : blocks_) b->settle_pins(cycle);
  for (drawn& d : pins_) {
    const size_t bytes = d.what.bits <= 8 ? 1 : d.what.bits <= 16 ? 2 : (d.what.bits + 31) / 32 * 4;
    now_.assign(d.shown.size(), 0);
    std::memcpy(now_.data(), d.what.value, bytes);  // hosts are little-endian, as Verilator's words are
    if (now_ == d.shown) continue;
    d.shown = now_;
    out_.set_signal(d.signal, cycle, d.shown.data());
  }
}

// A lazy clock may not have got this far.
void pin_waves::finish(cycle_t cycles) {
  clock_.up_to(cycles);
  clock_.before_edge = nullptr;
}

}  // namespace tensix
