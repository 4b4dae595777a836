#include "models/riscv_port/coprocessor_bus.h"

#include <cstring>

namespace tensix {

uint32_t coprocessor_bus::load(uint32_t address) {
  const decoded_address d = address_map::decode(accessor_coprocessor, address);
  switch (d.region) {
    case address_region::noc_overlay: return overlay_.read(d.index, d.item);
    case address_region::local_ram_of_others: {
      uint32_t value;
      std::memcpy(&value, shared_.ram.by_slow_path(d.offset & ~3u), 4);
      return value;
    }
    case address_region::tile_control:
      return shared_.control.load(state_, address_map::core_text(accessor_coprocessor), d.offset, now_cycle());
    default: break;
  }
  state_.diagnose.undefined("scalar_unit", -1, 0,
                            "unsupported: load from " + address_map::describe(accessor_coprocessor, address));
  return 0;
}

void coprocessor_bus::store(uint32_t address, uint32_t value) {
  const decoded_address d = address_map::decode(accessor_coprocessor, address);
  switch (d.region) {
    case address_region::noc_overlay:
      overlay_.write(d.index, d.item, value);
      if (overlay_written) overlay_written();
      return;
    case address_region::local_ram_of_others:
      std::memcpy(shared_.ram.by_slow_path(d.offset & ~3u), &value, 4);
      shared_.poll_again();
      return;
    case address_region::tile_control:
      shared_.control.store(state_, address_map::core_text(accessor_coprocessor), d.offset, value, now_cycle());
      shared_.changed.notify(sc_core::SC_ZERO_TIME);
      shared_.poll_again();
      return;
    default: break;
  }
  state_.diagnose.undefined("scalar_unit", -1, 0,
                            "unsupported: store to " + address_map::describe(accessor_coprocessor, address));
}

}  // namespace tensix
