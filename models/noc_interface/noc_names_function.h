// SPDX-License-Identifier: Apache-2.0
// Names and kinds of the registers of a network interface, by byte offset in its 64 KiB. Layer 1.
// Source: ISA documentation, NoC/MemoryMap, NoC/Counters (Blackhole); names that those leave out: tt-metal, noc_parameters.h.
#pragma once
#include <cstdint>
#include <string>

namespace tensix {

enum class noc_register : uint8_t {
  none,
  initiator,  // TARG_ADDR_LO ... SEC_CTRL of each initiator
  command,    // CMD_CTRL
  node_id,
  endpoint_id,
  errors,  // of memories and headers: none happen
  clear,   // of outstanding counts
  fifo_status,
  configuration,  // 0x100-0x174
  counter,
  zero_enable,  // NIU_TRANS_COUNT_RTZ_CFG: which counts that reach zero interrupt
  zero_clear,
  zero_number,
  zero_source,
  unmodelled  // has a name, and that is all
};

namespace noc_offset {
inline constexpr uint32_t initiator_stride = 0x800;
// Of an initiator.
inline constexpr uint32_t target = 0x00, answer = 0x0C;  // TARG_ADDR, RET_ADDR: LO, MID, HI
inline constexpr uint32_t tag = 0x18, control = 0x1C, length = 0x20, length_high = 0x24, data = 0x28, exclude = 0x2C,
                          security = 0x34, command = 0x40;
// Of the interface.
inline constexpr uint32_t configuration = 0x100, counters = 0x200;
inline constexpr uint32_t niu_cfg_0 = 0x100, router_cfg_0 = 0x104, columns_without = 0x108, rows_without = 0x110,
                          x_table = 0x118, y_table = 0x130, logical = 0x148, memory_shutdown = 0x14C, column_mask = 0x150,
                          row_mask = 0x154, dram_table = 0x158, column_swap = 0x170, debug_reset = 0x174;
}  // namespace noc_offset

noc_register noc_register_kind(uint32_t offset);
// "TARG_ADDR_LO of initiator 1", "NIU_MST_RD_RESP_RECEIVED"; empty: there is none.
std::string noc_register_name(uint32_t offset);

}  // namespace tensix
