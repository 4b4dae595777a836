// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program_memory.h"

#include <algorithm>

namespace tensix {

void simulated_memory::write(const memory_bank& bank, uint64_t address, const uint8_t* bytes, size_t count) {
  if (bank.where == tensor_buffer::memory::l1) std::copy_n(bytes, count, tiles_.at(bank.core)->state().l1.data() + address);
  else around_.write_dram(around_.grid().dram_channel_of_bank(bank.number), address, bytes, count);
}

void simulated_memory::read(const memory_bank& bank, uint64_t address, uint8_t* bytes, size_t count) const {
  if (bank.where == tensor_buffer::memory::l1) std::copy_n(tiles_.at(bank.core)->state().l1.data() + address, count, bytes);
  else around_.read_dram(around_.grid().dram_channel_of_bank(bank.number), address, bytes, count);
}

uint32_t simulated_memory::word(logical_core core, uint32_t address) const {
  tensix_tile& tile = *tiles_.at(core);
  constexpr uint32_t interfaces = 0xffb20000, interface_bytes = 0x10000;
  if (address >= program_layout::streams_address) {
    const uint32_t offset = address - program_layout::streams_address;
    return tile.overlay().read(offset / program_layout::stream_bytes, offset % program_layout::stream_bytes / 4);
  }
  if (address >= interfaces && address < interfaces + 2 * interface_bytes) {
    uint32_t value = 0;
    tile.noc_interface((address - interfaces) / interface_bytes).peek(address % interface_bytes, value);
    return value;
  }
  if (uint64_t{address} + 4 > tile.state().l1.size()) return 0;
  const uint8_t* const p = tile.state().l1.data() + address;
  return p[0] | p[1] << 8 | p[2] << 16 | static_cast<uint32_t>(p[3]) << 24;
}

}  // namespace tensix
