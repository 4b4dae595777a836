#include "app/cli/program_memory.h"

#include <algorithm>

namespace tensix {

void simulated_memory::write(tensor_buffer::memory where, unsigned bank, uint64_t address, const uint8_t* bytes, size_t count) {
  if (where == tensor_buffer::memory::l1) std::copy_n(bytes, count, tile_.state().l1.data() + address);
  else around_.write_dram(around_.grid().dram_channel_of_bank(bank), address, bytes, count);
}

void simulated_memory::read(tensor_buffer::memory where, unsigned bank, uint64_t address, uint8_t* bytes, size_t count) const {
  if (where == tensor_buffer::memory::l1) std::copy_n(tile_.state().l1.data() + address, count, bytes);
  else around_.read_dram(around_.grid().dram_channel_of_bank(bank), address, bytes, count);
}

uint32_t simulated_memory::word(uint32_t address) const {
  constexpr uint32_t interfaces = 0xffb20000, interface_bytes = 0x10000;
  if (address >= program_layout::streams_address) {
    const uint32_t offset = address - program_layout::streams_address;
    return tile_.overlay().read(offset / program_layout::stream_bytes, offset % program_layout::stream_bytes / 4);
  }
  if (address >= interfaces && address < interfaces + 2 * interface_bytes) {
    uint32_t value = 0;
    tile_.noc_interface((address - interfaces) / interface_bytes).peek(address % interface_bytes, value);
    return value;
  }
  if (uint64_t{address} + 4 > tile_.state().l1.size()) return 0;
  const uint8_t* const p = tile_.state().l1.data() + address;
  return p[0] | p[1] << 8 | p[2] << 16 | static_cast<uint32_t>(p[3]) << 24;
}

}  // namespace tensix
