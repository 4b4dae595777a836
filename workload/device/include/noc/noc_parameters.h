// SPDX-License-Identifier: Apache-2.0
// Registers of a network interface, and addresses on a network, by TT-Metalium's names. Source: ISA documentation, NoC/MemoryMap.
#pragma once
#include <cstdint>

inline constexpr uint32_t NUM_NOCS = 2, NOC_0 = 0, NOC_1 = 1;

// Registers: of initiator 0 of network 0; those of initiator i of network n are 0x800 i + 0x10000 n bytes behind.
inline constexpr uint32_t NOC_REG_SPACE_START_ADDR = 0xFF000000, NOC_REGS_START_ADDR = 0xFFB20000;
inline constexpr uint32_t NOC_CMD_BUF_OFFSET = 0x800, NOC_CMD_BUF_OFFSET_BIT = 11;
inline constexpr uint32_t NOC_INSTANCE_OFFSET = 0x10000, NOC_INSTANCE_OFFSET_BIT = 16;
inline constexpr uint32_t NOC_TARG_ADDR_LO = NOC_REGS_START_ADDR + 0x00, NOC_TARG_ADDR_MID = NOC_REGS_START_ADDR + 0x04;
inline constexpr uint32_t NOC_TARG_ADDR_HI = NOC_REGS_START_ADDR + 0x08, NOC_RET_ADDR_LO = NOC_REGS_START_ADDR + 0x0C;
inline constexpr uint32_t NOC_RET_ADDR_MID = NOC_REGS_START_ADDR + 0x10, NOC_RET_ADDR_HI = NOC_REGS_START_ADDR + 0x14;
inline constexpr uint32_t NOC_PACKET_TAG = NOC_REGS_START_ADDR + 0x18, NOC_CTRL = NOC_REGS_START_ADDR + 0x1C;
inline constexpr uint32_t NOC_AT_LEN_BE = NOC_REGS_START_ADDR + 0x20, NOC_AT_LEN_BE_1 = NOC_REGS_START_ADDR + 0x24;
inline constexpr uint32_t NOC_AT_DATA = NOC_REGS_START_ADDR + 0x28, NOC_BRCST_EXCLUDE = NOC_REGS_START_ADDR + 0x2C;
inline constexpr uint32_t NOC_CMD_CTRL = NOC_REGS_START_ADDR + 0x40, NOC_NODE_ID = NOC_REGS_START_ADDR + 0x44;
inline constexpr uint32_t NOC_ENDPOINT_ID = NOC_REGS_START_ADDR + 0x48;
inline constexpr uint32_t NOC_CLEAR_OUTSTANDING_REQ_CNT = NOC_REGS_START_ADDR + 0x60;
inline constexpr uint32_t NOC_TARG_ADDR_COORDINATE = NOC_TARG_ADDR_HI, NOC_RET_ADDR_COORDINATE = NOC_RET_ADDR_HI;
constexpr uint32_t NOC_CFG(uint32_t i) { return NOC_REGS_START_ADDR + 0x100 + 4 * i; }
constexpr uint32_t NOC_STATUS(uint32_t i) { return NOC_REGS_START_ADDR + 0x200 + 4 * i; }
inline constexpr uint32_t NIU_CFG_0 = 0, ROUTER_CFG_0 = 1, NOC_ID_LOGICAL = 0x12;  // of NOC_CFG

// Of NOC_STATUS.
inline constexpr uint32_t NIU_MST_ATOMIC_RESP_RECEIVED = 0, NIU_MST_WR_ACK_RECEIVED = 1, NIU_MST_RD_RESP_RECEIVED = 2;
inline constexpr uint32_t NIU_MST_RD_DATA_WORD_RECEIVED = 3, NIU_MST_CMD_ACCEPTED = 4, NIU_MST_RD_REQ_SENT = 5;
inline constexpr uint32_t NIU_MST_NONPOSTED_ATOMIC_SENT = 6, NIU_MST_POSTED_ATOMIC_SENT = 7;
inline constexpr uint32_t NIU_MST_NONPOSTED_WR_DATA_WORD_SENT = 8, NIU_MST_POSTED_WR_DATA_WORD_SENT = 9;
inline constexpr uint32_t NIU_MST_NONPOSTED_WR_REQ_SENT = 10, NIU_MST_POSTED_WR_REQ_SENT = 11;
inline constexpr uint32_t NIU_MST_NONPOSTED_WR_REQ_STARTED = 12, NIU_MST_POSTED_WR_REQ_STARTED = 13;
inline constexpr uint32_t NIU_MST_RD_REQ_STARTED = 14, NIU_MST_NONPOSTED_ATOMIC_STARTED = 15;
constexpr uint32_t NIU_MST_REQS_OUTSTANDING_ID(uint32_t id) { return 16 + id; }
constexpr uint32_t NIU_MST_WRITE_REQS_OUTGOING_ID(uint32_t id) { return 32 + id; }

// Of NOC_CTRL.
inline constexpr uint32_t NOC_CMD_CPY = 0, NOC_CMD_RD = 0, NOC_CMD_AT = 1 << 0, NOC_CMD_WR = 1 << 1, NOC_CMD_WR_BE = 1 << 2;
inline constexpr uint32_t NOC_CMD_WR_INLINE = 1 << 3, NOC_CMD_RESP_MARKED = 1 << 4, NOC_CMD_BRCST_PACKET = 1 << 5;
inline constexpr uint32_t NOC_CMD_VC_LINKED = 1 << 6, NOC_CMD_VC_STATIC = 1 << 7, NOC_CMD_PATH_RESERVE = 1 << 8;
inline constexpr uint32_t NOC_CMD_BRCST_SRC_INCLUDE = 1 << 17;
constexpr uint32_t NOC_CMD_STATIC_VC(uint32_t vc) { return vc << 13; }
constexpr uint32_t NOC_CMD_BRCST_XY(uint32_t y) { return y << 16; }
constexpr uint32_t NOC_CMD_ARB_PRIORITY(uint32_t p) { return p << 27; }
inline constexpr uint32_t NOC_CTRL_SEND_REQ = 1, NOC_CTRL_STATUS_READY = 0;  // of NOC_CMD_CTRL
constexpr uint32_t NOC_PACKET_TAG_TRANSACTION_ID(uint32_t id) { return id << 10; }

// Of NOC_AT_LEN_BE of an atomic.
inline constexpr uint32_t NOC_AT_INS_NOP = 0, NOC_AT_INS_INCR_GET = 1, NOC_AT_INS_INCR_GET_PTR = 2, NOC_AT_INS_SWAP = 3;
inline constexpr uint32_t NOC_AT_INS_CAS = 4, NOC_AT_INS_GET_TILE_MAP = 5, NOC_AT_INS_STORE_IND = 6, NOC_AT_INS_SWAP_4B = 7;
inline constexpr uint32_t NOC_AT_INS_ACC = 9;
constexpr uint32_t NOC_AT_IND_32(uint32_t word) { return word; }
constexpr uint32_t NOC_AT_IND_32_SRC(uint32_t word) { return word << 10; }
constexpr uint32_t NOC_AT_WRAP(uint32_t bits) { return bits << 2; }
constexpr uint32_t NOC_AT_INS(uint32_t operation) { return operation << 12; }

// Sizes.
inline constexpr uint32_t NOC_WORD_BYTES = 64, NOC_MAX_BURST_WORDS = 256,
                          NOC_MAX_BURST_SIZE = NOC_MAX_BURST_WORDS * NOC_WORD_BYTES;
inline constexpr uint32_t NOC_MAX_TRANSACTION_ID = 15, NOC_MAX_TRANSACTION_ID_COUNT = 255;
inline constexpr uint32_t NOC_L1_READ_ALIGNMENT_BYTES = 16, NOC_L1_WRITE_ALIGNMENT_BYTES = 16;
inline constexpr uint32_t NOC_DRAM_READ_ALIGNMENT_BYTES = 64, NOC_DRAM_WRITE_ALIGNMENT_BYTES = 16;
inline constexpr uint32_t NOC_PCIE_READ_ALIGNMENT_BYTES = 64, NOC_PCIE_WRITE_ALIGNMENT_BYTES = 16;
inline constexpr uint32_t DRAM_ALIGNMENT = 64, PCIE_ALIGNMENT = 64;

// Addresses on a network: 36 bits, x, y; of a rectangle end x, end y, start x, start y.
inline constexpr uint32_t NOC_ADDR_LOCAL_BITS = 36, NOC_ADDR_COORD_SHIFT = 36, NOC_ADDR_NODE_ID_BITS = 6;
inline constexpr uint32_t NOC_NODE_ID_MASK = 63, NOC_COORDINATE_MASK = 0xffffff;
constexpr uint32_t NOC_XY_COORD(uint32_t x, uint32_t y) { return y << 6 | x; }
constexpr uint32_t NOC_XY_ENCODING(uint32_t x, uint32_t y) { return y << 6 | x; }
constexpr uint32_t NOC_MULTICAST_COORD(uint32_t x_start, uint32_t y_start, uint32_t x_end, uint32_t y_end) {
  return y_start << 18 | x_start << 12 | y_end << 6 | x_end;
}
constexpr uint32_t NOC_MULTICAST_ENCODING(uint32_t x_start, uint32_t y_start, uint32_t x_end, uint32_t y_end) {
  return NOC_MULTICAST_COORD(x_start, y_start, x_end, y_end);
}
constexpr uint64_t NOC_XY_ADDR(uint32_t x, uint32_t y, uint64_t address) {
  return static_cast<uint64_t>(NOC_XY_COORD(x, y)) << 36 | address;
}
constexpr uint64_t NOC_MULTICAST_ADDR(uint32_t x_start, uint32_t y_start, uint32_t x_end, uint32_t y_end, uint64_t address) {
  return static_cast<uint64_t>(NOC_MULTICAST_COORD(x_start, y_start, x_end, y_end)) << 36 | address;
}
constexpr uint64_t NOC_LOCAL_ADDR_OFFSET(uint64_t address) { return address & 0xfffffffff; }
constexpr uint32_t NOC_UNICAST_ADDR_X(uint64_t address) { return address >> 36 & 63; }
constexpr uint32_t NOC_UNICAST_ADDR_Y(uint64_t address) { return address >> 42 & 63; }
constexpr uint32_t NOC_MCAST_ADDR_END_X(uint64_t address) { return address >> 36 & 63; }
constexpr uint32_t NOC_MCAST_ADDR_END_Y(uint64_t address) { return address >> 42 & 63; }
constexpr uint32_t NOC_MCAST_ADDR_START_X(uint64_t address) { return address >> 48 & 63; }
constexpr uint32_t NOC_MCAST_ADDR_START_Y(uint64_t address) { return address >> 54 & 63; }
// Coordinates are the same numbers on both networks.
constexpr uint32_t NOC_X(uint32_t x) { return x; }
constexpr uint32_t NOC_Y(uint32_t y) { return y; }
inline constexpr uint32_t VIRTUAL_TENSIX_START_X = 1, VIRTUAL_TENSIX_START_Y = 2;  // of the tile that is logically (0, 0)
constexpr uint32_t DYNAMIC_NOC_X(uint32_t, uint32_t x) { return x; }
constexpr uint32_t DYNAMIC_NOC_Y(uint32_t, uint32_t y) { return y; }
