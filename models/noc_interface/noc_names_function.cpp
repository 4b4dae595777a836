// SPDX-License-Identifier: Apache-2.0
#include "models/noc_interface/noc_names_function.h"

#include <algorithm>
#include <iterator>

namespace tensix {
namespace {

using kind = noc_register;

// A register, or `count` of them, whose number stands in its name.
struct row {
  uint32_t offset;
  kind is;
  const char* name;
  uint8_t count = 1;
};

constexpr row of_initiators[] = {
    {0x00, kind::initiator, "TARG_ADDR_LO"},     {0x04, kind::initiator, "TARG_ADDR_MID"},
    {0x08, kind::initiator, "TARG_ADDR_HI"},     {0x0C, kind::initiator, "RET_ADDR_LO"},
    {0x10, kind::initiator, "RET_ADDR_MID"},     {0x14, kind::initiator, "RET_ADDR_HI"},
    {0x18, kind::initiator, "PACKET_TAG"},       {0x1C, kind::initiator, "CTRL"},
    {0x20, kind::initiator, "AT_LEN_BE"},        {0x24, kind::initiator, "AT_LEN_BE_1"},
    {0x28, kind::initiator, "AT_DATA"},          {0x2C, kind::initiator, "BRCST_EXCLUDE"},
    {0x30, kind::initiator, "L1_ACC_AT_INSTRN"}, {0x34, kind::initiator, "SEC_CTRL"},
    {0x40, kind::command, "CMD_CTRL"},           {0x44, kind::node_id, "NODE_ID"},
    {0x48, kind::endpoint_id, "ENDPOINT_ID"},    {0x64, kind::fifo_status, "CMD_BUF_AVAIL"},
    {0x68, kind::fifo_status, "CMD_BUF_OVFL"},
};

constexpr row of_interface[] = {
    {0x050, kind::errors, "NUM_MEM_PARITY_ERR"},
    {0x054, kind::errors, "NUM_HEADER_1B_ERR"},
    {0x058, kind::errors, "NUM_HEADER_2B_ERR"},
    {0x05C, kind::unmodelled, "ECC_CTRL"},
    {0x060, kind::clear, "NOC_CLEAR_OUTSTANDING_REQ_CNT"},
    {0x100, kind::configuration, "NIU_CFG_0"},
    {0x104, kind::configuration, "ROUTER_CFG_", 5},
    {0x118, kind::configuration, "NOC_X_ID_TRANSLATE_TABLE_", 6},
    {0x130, kind::configuration, "NOC_Y_ID_TRANSLATE_TABLE_", 6},
    {0x148, kind::configuration, "NOC_ID_LOGICAL"},
    {0x14C, kind::configuration, "MEMORY_SHUTDOWN_CONTROL"},
    {0x150, kind::configuration, "NOC_ID_TRANSLATE_COL_MASK"},
    {0x154, kind::configuration, "NOC_ID_TRANSLATE_ROW_MASK"},
    {0x158, kind::configuration, "DDR_COORD_TRANSLATE_TABLE_", 6},
    {0x170, kind::configuration, "DDR_COORD_TRANSLATE_COL_SWAP"},
    {0x174, kind::configuration, "DEBUG_COUNTER_RESET"},
    {0x178, kind::zero_enable, "NIU_TRANS_COUNT_RTZ_CFG"},
    {0x17C, kind::zero_clear, "NIU_TRANS_COUNT_RTZ_CLR"},
    {0x200, kind::counter, "NIU_MST_ATOMIC_RESP_RECEIVED"},
    {0x204, kind::counter, "NIU_MST_WR_ACK_RECEIVED"},
    {0x208, kind::counter, "NIU_MST_RD_RESP_RECEIVED"},
    {0x20C, kind::counter, "NIU_MST_RD_DATA_WORD_RECEIVED"},
    {0x210, kind::counter, "NIU_MST_CMD_ACCEPTED"},
    {0x214, kind::counter, "NIU_MST_RD_REQ_SENT"},
    {0x218, kind::counter, "NIU_MST_NONPOSTED_ATOMIC_SENT"},
    {0x21C, kind::counter, "NIU_MST_POSTED_ATOMIC_SENT"},
    {0x220, kind::counter, "NIU_MST_NONPOSTED_WR_DATA_WORD_SENT"},
    {0x224, kind::counter, "NIU_MST_POSTED_WR_DATA_WORD_SENT"},
    {0x228, kind::counter, "NIU_MST_NONPOSTED_WR_REQ_SENT"},
    {0x22C, kind::counter, "NIU_MST_POSTED_WR_REQ_SENT"},
    {0x230, kind::counter, "NIU_MST_NONPOSTED_WR_REQ_STARTED"},
    {0x234, kind::counter, "NIU_MST_POSTED_WR_REQ_STARTED"},
    {0x238, kind::counter, "NIU_MST_RD_REQ_STARTED"},
    {0x23C, kind::counter, "NIU_MST_NONPOSTED_ATOMIC_STARTED"},
    {0x240, kind::counter, "NIU_MST_REQS_OUTSTANDING_ID_", 16},
    {0x280, kind::counter, "NIU_MST_WRITE_REQS_OUTGOING_ID_", 16},
    {0x2C0, kind::counter, "NIU_SLV_ATOMIC_RESP_SENT"},
    {0x2C4, kind::counter, "NIU_SLV_WR_ACK_SENT"},
    {0x2C8, kind::counter, "NIU_SLV_RD_RESP_SENT"},
    {0x2CC, kind::counter, "NIU_SLV_RD_DATA_WORD_SENT"},
    {0x2D0, kind::counter, "NIU_SLV_REQ_ACCEPTED"},
    {0x2D4, kind::counter, "NIU_SLV_RD_REQ_RECEIVED"},
    {0x2D8, kind::counter, "NIU_SLV_NONPOSTED_ATOMIC_RECEIVED"},
    {0x2DC, kind::counter, "NIU_SLV_POSTED_ATOMIC_RECEIVED"},
    {0x2E0, kind::counter, "NIU_SLV_NONPOSTED_WR_DATA_WORD_RECEIVED"},
    {0x2E4, kind::counter, "NIU_SLV_POSTED_WR_DATA_WORD_RECEIVED"},
    {0x2E8, kind::counter, "NIU_SLV_NONPOSTED_WR_REQ_RECEIVED"},
    {0x2EC, kind::counter, "NIU_SLV_POSTED_WR_REQ_RECEIVED"},
    {0x2F0, kind::counter, "NIU_SLV_NONPOSTED_WR_REQ_STARTED"},
    {0x2F4, kind::counter, "NIU_SLV_POSTED_WR_REQ_STARTED"},
    {0x2F8, kind::counter, "counter 62, which counts nothing"},
    {0x2FC, kind::counter, "counter 63, which counts nothing"},
    {0x300, kind::unmodelled, "debug register of the router ", 30},
    {0x378, kind::zero_number, "NIU_TRANS_COUNT_RTZ_NUM"},
    {0x37C, kind::zero_source, "NIU_TRANS_COUNT_RTZ_SOURCE"},
    {0x380, kind::unmodelled, "debug register of the interface ", 32},
    {0x400, kind::unmodelled, "NOC_SEC_FENCE_RANGE_", 32},
    {0x480, kind::unmodelled, "NOC_SEC_FENCE_ATTRIBUTE_", 8},
    {0x4A0, kind::unmodelled, "NOC_SEC_FENCE_MASTER_LEVEL"},
    {0x4A4, kind::unmodelled, "NOC_SEC_FENCE_FIFO_STATUS"},
    {0x4A8, kind::unmodelled, "NOC_SEC_FENCE_FIFO_RDDATA"},
    {0x500, kind::unmodelled, "word of PORT1_FLIT_COUNTER ", 32},
    {0x580, kind::unmodelled, "word of PORT2_FLIT_COUNTER ", 32},
};

constexpr uint32_t initiators_end = 4 * noc_offset::initiator_stride;

// Both tables ascend: the row that begins last at or before the offset, if it reaches that far.
template <size_t n>
const row* find(const row (&table)[n], uint32_t offset) {
  const auto after =
      std::upper_bound(std::begin(table), std::end(table), offset, [](uint32_t o, const row& r) { return o < r.offset; });
  if (after == std::begin(table)) return nullptr;
  const row* r = std::prev(after);
  return offset - r->offset < 4u * r->count ? r : nullptr;
}

// The row, and the number of the initiator, -1: of none, or the same at all.
const row* find(uint32_t offset, int& initiator) {
  offset &= ~3u;
  initiator = -1;
  if (offset >= initiators_end) return nullptr;
  if (const row* r = find(of_initiators, offset % noc_offset::initiator_stride)) {
    if (r->is == kind::initiator || r->is == kind::command) initiator = static_cast<int>(offset / noc_offset::initiator_stride);
    return r;
  }
  return find(of_interface, offset);
}

}  // namespace

noc_register noc_register_kind(uint32_t offset) {
  int initiator;
  const row* r = find(offset, initiator);
  return r ? r->is : noc_register::none;
}

std::string noc_register_name(uint32_t offset) {
  int initiator;
  const row* r = find(offset, initiator);
  if (!r) return {};
  if (initiator >= 0) return std::string(r->name) + " of initiator " + std::to_string(initiator);
  return r->count == 1 ? r->name : r->name + std::to_string(((offset & ~3u) - r->offset) / 4);
}

}  // namespace tensix
