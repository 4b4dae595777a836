// SPDX-License-Identifier: Apache-2.0
// Names of the registers in the tile's small register regions, so that an access to one that is not modelled says which.
// Source: the register lists of the public kernel libraries and the ISA documentation (TileControlDebugStatus, TDMA-RISC).
#include <algorithm>
#include <iterator>

#include "models/memory/address_map.h"

namespace tensix::address_map {

namespace {
struct named_offset {
  uint32_t offset;
  const char* name;
};

constexpr named_offset tile_control[] = {
    {0x000, "PERF_CNT_INSTRN_THREAD0"},
    {0x004, "PERF_CNT_INSTRN_THREAD1"},
    {0x008, "PERF_CNT_INSTRN_THREAD2"},
    {0x00c, "PERF_CNT_TDMA_UNPACK0"},
    {0x010, "PERF_CNT_TDMA_UNPACK1"},
    {0x014, "PERF_CNT_TDMA_UNPACK2"},
    {0x018, "PERF_CNT_FPU0"},
    {0x01c, "PERF_CNT_FPU1"},
    {0x020, "PERF_CNT_FPU2"},
    {0x030, "PERF_CNT_L1_0"},
    {0x034, "PERF_CNT_L1_1"},
    {0x038, "PERF_CNT_L1_2"},
    {0x03c, "PERF_CNT_ALL"},
    {0x048, "DBG_L1_MEM_REG0"},
    {0x04c, "DBG_L1_MEM_REG1"},
    {0x050, "DBG_L1_MEM_REG2"},
    {0x054, "DBG_BUS_CNTL_REG"},
    {0x058, "CFGREG_RD_CNTL"},
    {0x05c, "DBG_RD_DATA"},
    {0x060, "DBG_ARRAY_RD_EN"},
    {0x064, "DBG_ARRAY_RD_CMD"},
    {0x068, "DBG_FEATURE_DISABLE"},
    {0x06c, "DBG_ARRAY_RD_DATA"},
    {0x070, "CG_CTRL_HYST0"},
    {0x074, "CG_CTRL_HYST1"},
    {0x078, "CFGREG_RDDATA"},
    {0x07c, "CG_CTRL_HYST2"},
    {0x080, "RISC_DBG_CNTL_0"},
    {0x084, "RISC_DBG_CNTL_1"},
    {0x088, "RISC_DBG_STATUS_0"},
    {0x08c, "RISC_DBG_STATUS_1"},
    {0x090, "TRISC_PC_BUF_OVERRIDE"},
    {0x094, "DBG_INVALID_INSTRN"},
    {0x0a0, "INSTRN_BUF_CTRL0"},
    {0x0a4, "INSTRN_BUF_CTRL1"},
    {0x0a8, "INSTRN_BUF_STATUS"},
    {0x0ac, "STOCH_RND_MASK0"},
    {0x0b0, "STOCH_RND_MASK1"},
    {0x0b4, "FPU_STICKY_BITS"},
    {0x0f0, "PERF_CNT_TDMA_PACK0"},
    {0x0f4, "PERF_CNT_TDMA_PACK1"},
    {0x0f8, "PERF_CNT_TDMA_PACK2"},
    {0x100, "PERF_CNT_OUT_L_INSTRN_THREAD"},
    {0x104, "PERF_CNT_OUT_H_INSTRN_THREAD"},
    {0x108, "PERF_CNT_OUT_L_TDMA_UNPACK"},
    {0x10c, "PERF_CNT_OUT_H_TDMA_UNPACK"},
    {0x110, "PERF_CNT_OUT_L_TDMA_PACK"},
    {0x114, "PERF_CNT_OUT_H_TDMA_PACK"},
    {0x118, "PERF_CNT_OUT_L_DBG_L1"},
    {0x11c, "PERF_CNT_OUT_H_DBG_L1"},
    {0x120, "PERF_CNT_OUT_L_FPU"},
    {0x124, "PERF_CNT_OUT_H_FPU"},
    {0x1b0, "SOFT_RESET_0"},
    {0x1c0, "BREAKPOINT_CTRL"},
    {0x1c4, "BREAKPOINT_STATUS"},
    {0x1c8, "BREAKPOINT_DATA"},
    {0x1d0, "ECC_CTRL"},
    {0x1d4, "ECC_STATUS"},
    {0x1e0, "WATCHDOG_TIMER"},
    {0x1e4, "WDT_CNTL"},
    {0x1e8, "WDT_STATUS"},
    {0x1f0, "WALL_CLOCK_L"},
    {0x1f4, "WALL_CLOCK_L+4"},
    {0x1f8, "WALL_CLOCK_H"},
    {0x1fc, "TIMESTAMP"},
    {0x200, "TIMESTAMP+4"},
    {0x204, "TIMESTAMP_STATUS"},
    {0x208, "TIMESTAMP+12"},
    {0x20c, "TIMESTAMP+16"},
    {0x210, "TIMESTAMP+20"},
    {0x214, "TIMESTAMP+24"},
    {0x218, "PERF_CNT_MUX_CTRL"},
    {0x21c, "DBG_L1_READBACK_OFFSET"},
    {0x220, "LFSR_HIT_MASK"},
    {0x224, "DISABLE_RESET"},
    {0x228, "TRISC0_RESET_PC"},
    {0x22c, "TRISC1_RESET_PC"},
    {0x230, "TRISC2_RESET_PC"},
    {0x234, "TRISC_RESET_PC_OVERRIDE"},
    {0x238, "NCRISC_RESET_PC"},
    {0x23c, "NCRISC_RESET_PC_OVERRIDE"},
    {0x240, "DEST_CG_CTRL"},
    {0x244, "CG_CTRL_EN"},
    {0x248, "CG_KICK"},
};

constexpr named_offset tdma_risc[] = {
    {0x00, "XMOV_SRC_ADDR"},
    {0x04, "XMOV_DST_ADDR"},
    {0x08, "XMOV_SIZE"},
    {0x0c, "XMOV_DIRECTION"},
    {0x10, "COMMAND_ADDR"},
    {0x14, "STATUS"},
    {0x18, "PACKED_SIZE"},
    {0x1c, "ACC_PACKED_SIZE"},
    {0x20, "ALL_ZERO_FLAGS"},
    {0x24, "CLK_GATE_EN"},
    {0x28, "CLK_GATE_HYST"},
    {0x2c, "XMOV_L1_BASE_ADDR"},
    {0x30, "FIFO_PACKED_TILE_SIZE"},
    {0x34, "FIFO_PACKED_TILE_ZEROMASK"},
    {0x38, "FIFO_PACKED_TILE_STATUS"},
};

template <size_t N>
const char* find(const named_offset (&list)[N], uint32_t offset) {
  const auto* it = std::lower_bound(std::begin(list), std::end(list), offset,
                                    [](const named_offset& n, uint32_t o) { return n.offset < o; });
  return it != std::end(list) && it->offset == offset ? it->name : nullptr;
}
}  // namespace

const char* tile_control_register(uint32_t offset) { return find(tile_control, offset); }

const char* tdma_risc_register(uint32_t offset) {  // the FIFOs of packed tiles stand there once for each packer
  if (offset >= 0x100 && offset < 0x400 && ((offset & 0xff) == 0x30 || (offset & 0xff) == 0x34)) offset &= 0xff;
  return find(tdma_risc, offset);
}

const char* pic_register(uint32_t offset) {
  static constexpr const char* first[] = {"BRISC_SW_INT_EN",  "BRISC_HW_INT_EN",  "BRISC_INT_NO",
                                          "NCRISC_SW_INT_EN", "NCRISC_HW_INT_EN", "NCRISC_INT_NO"};
  const uint32_t word = offset / 4;
  return word < 6 ? first[word] : word < 38 ? "SW_INT_REGS" : word < 42 ? "HW_INTS" : word < 78 ? "INT_PCS" : nullptr;
}

const char* pc_snapshot_register(uint32_t offset) {
  static constexpr const char* cores[] = {"pc of b", "pc of nc", "pc of t0", "pc of t1", "pc of t2"};
  return offset < 20 ? cores[offset / 4] : nullptr;
}

const char* register_name(const decoded_address& where) {
  switch (where.region) {
    case address_region::tile_control: return tile_control_register(where.offset);
    case address_region::tdma_risc: return tdma_risc_register(where.offset);
    case address_region::pic: return pic_register(where.offset);
    case address_region::pc_snapshot: return pc_snapshot_register(where.offset);
    default: return nullptr;
  }
}

}  // namespace tensix::address_map
