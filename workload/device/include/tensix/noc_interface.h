// SPDX-License-Identifier: Apache-2.0
// B, NC: the network interfaces. A command is stores to the registers of an initiator in the order of TT-Metalium's, 1 to CMD_CTRL the
// last; what a core has issued it counts in its own memory, and barriers wait until the interface has counted as much. Each core has
// a network of its own ("dedicated"): initiator 0 for writes, 1 for reads, 2 for small writes, 3 for atomics.
#pragma once
#include "noc/noc_parameters.h"
#include "tensix/checks.h"

inline constexpr uint8_t DM_DEDICATED_NOC = 0, DM_DYNAMIC_NOC = 1, DM_INVALID_NOC = 2;
inline constexpr uint8_t noc_index = NOC_INDEX, noc_mode = NOC_MODE;
static_assert(noc_mode == DM_DEDICATED_NOC, "each kernel has a network of its own here: NOC_MODE=0");
inline constexpr uint32_t write_cmd_buf = 0, read_cmd_buf = 1, write_reg_cmd_buf = 2, write_at_cmd_buf = 3;
// Virtual channels.
inline constexpr uint32_t NOC_UNICAST_WRITE_VC = 1, NOC_MULTICAST_WRITE_VC = 4, NOC_DISPATCH_MULTICAST_WRITE_VC = 5;

// Issued, by network; acked: answers that will come.
inline uint32_t noc_reads_num_issued[NUM_NOCS], noc_nonposted_writes_num_issued[NUM_NOCS], noc_nonposted_writes_acked[NUM_NOCS],
    noc_nonposted_atomics_acked[NUM_NOCS], noc_posted_writes_num_issued[NUM_NOCS];

namespace tensix::device::noc {

// Other than the program's variables, whatever their types are: data are in L1 before the command that sends them.
using word = volatile uint32_t __attribute__((may_alias));

// `name`: NOC_CTRL and the like.
ALWI word& reg(uint32_t noc, uint32_t initiator, uint32_t name) {
  return *reinterpret_cast<word*>(name + (noc << NOC_INSTANCE_OFFSET_BIT) + (initiator << NOC_CMD_BUF_OFFSET_BIT));
}
ALWI uint32_t status(uint32_t noc, uint32_t counter) { return reg(noc, 0, NOC_STATUS(counter)); }
ALWI bool free(uint32_t noc, uint32_t initiator) { return reg(noc, initiator, NOC_CMD_CTRL) == NOC_CTRL_STATUS_READY; }
ALWI void wait_free(uint32_t noc, uint32_t initiator) {
  while (!free(noc, initiator)) {
  }
}
ALWI void send(uint32_t noc, uint32_t initiator) { reg(noc, initiator, NOC_CMD_CTRL) = NOC_CTRL_SEND_REQ; }

// What stands in the middle and the upper word of an address: bits 35:32 and 60 (PCIe); coordinates.
ALWI uint32_t middle(uint64_t address) { return static_cast<uint32_t>(address >> 32) & 0x1000000f; }
ALWI uint32_t place(uint64_t address) { return static_cast<uint32_t>(address >> NOC_ADDR_COORD_SHIFT) & NOC_COORDINATE_MASK; }
ALWI void set_target_place(uint32_t noc, uint32_t initiator, uint64_t address) {
  reg(noc, initiator, NOC_TARG_ADDR_MID) = middle(address);
  reg(noc, initiator, NOC_TARG_ADDR_HI) = place(address);
}
ALWI void set_return_place(uint32_t noc, uint32_t initiator, uint64_t address) {
  reg(noc, initiator, NOC_RET_ADDR_MID) = middle(address);
  reg(noc, initiator, NOC_RET_ADDR_HI) = place(address);
}
ALWI void set_transaction(uint32_t noc, uint32_t initiator, uint32_t id) {
  reg(noc, initiator, NOC_PACKET_TAG) = NOC_PACKET_TAG_TRANSACTION_ID(id);
}

// The control word of reads stays as noc_init has left it.
inline constexpr uint32_t read_control = NOC_CMD_RD | NOC_CMD_RESP_MARKED | NOC_CMD_VC_STATIC;
ALWI void read(uint32_t noc, uint64_t from, uint32_t to, uint32_t bytes) {
  wait_free(noc, read_cmd_buf);
  reg(noc, read_cmd_buf, NOC_RET_ADDR_LO) = to;
  reg(noc, read_cmd_buf, NOC_TARG_ADDR_LO) = static_cast<uint32_t>(from);
  set_target_place(noc, read_cmd_buf, from);
  reg(noc, read_cmd_buf, NOC_AT_LEN_BE) = bytes;
  send(noc, read_cmd_buf);
  noc_reads_num_issued[noc] += 1;
}
// Where, and how long unless `sized`, stands in the registers.
ALWI void read_with_state(uint32_t noc, uint32_t from, uint32_t to, bool count = true, bool sized = false, uint32_t bytes = 0) {
  wait_free(noc, read_cmd_buf);
  reg(noc, read_cmd_buf, NOC_RET_ADDR_LO) = to;
  reg(noc, read_cmd_buf, NOC_TARG_ADDR_LO) = from;
  if (sized) reg(noc, read_cmd_buf, NOC_AT_LEN_BE) = bytes;
  send(noc, read_cmd_buf);
  if (count) noc_reads_num_issued[noc] += 1;
}

// Of a write.
struct write_kind {
  uint32_t channel = NOC_UNICAST_WRITE_VC;
  bool posted = false, multicast = false, linked = false, to_itself = false;
  uint32_t receivers = 1;
  ALWI uint32_t control() const {
    return NOC_CMD_WR | NOC_CMD_VC_STATIC | NOC_CMD_STATIC_VC(channel) | (linked ? NOC_CMD_VC_LINKED : 0) |
           (multicast ? NOC_CMD_PATH_RESERVE | NOC_CMD_BRCST_PACKET : 0) | (to_itself ? NOC_CMD_BRCST_SRC_INCLUDE : 0) |
           (posted ? 0 : NOC_CMD_RESP_MARKED);
  }
  ALWI void count(uint32_t noc) const {
    if (posted) {
      noc_posted_writes_num_issued[noc] += 1;
    } else {
      noc_nonposted_writes_num_issued[noc] += 1;
      noc_nonposted_writes_acked[noc] += receivers;
    }
  }
};
inline constexpr uint32_t no_transaction = 0xffffffff;
ALWI void write(uint32_t noc, uint32_t initiator, const write_kind& kind, uint32_t from, uint64_t to, uint32_t bytes,
                uint32_t transaction = no_transaction) {
  wait_free(noc, initiator);
  if (transaction != no_transaction) set_transaction(noc, initiator, transaction);
  reg(noc, initiator, NOC_CTRL) = kind.control();
  reg(noc, initiator, NOC_TARG_ADDR_LO) = from;
  reg(noc, initiator, NOC_RET_ADDR_LO) = static_cast<uint32_t>(to);
  set_return_place(noc, initiator, to);
  reg(noc, initiator, NOC_AT_LEN_BE) = bytes;
  send(noc, initiator);
  kind.count(noc);
}
ALWI void set_write_state(uint32_t noc, uint32_t initiator, const write_kind& kind, uint64_t to) {
  wait_free(noc, initiator);
  reg(noc, initiator, NOC_CTRL) = kind.control();
  set_return_place(noc, initiator, to);
}
ALWI void write_with_state(uint32_t noc, uint32_t initiator, const write_kind& kind, uint32_t from, uint32_t to,
                           bool sized = false, uint32_t bytes = 0) {
  wait_free(noc, initiator);
  reg(noc, initiator, NOC_TARG_ADDR_LO) = from;
  reg(noc, initiator, NOC_RET_ADDR_LO) = to;
  if (sized) reg(noc, initiator, NOC_AT_LEN_BE) = bytes;
  send(noc, initiator);
  kind.count(noc);
}

// `piece(offset, bytes)` for each packet of what may be longer than one.
template <class Piece>
ALWI void in_packets(uint32_t bytes, Piece piece) {
  uint32_t offset = 0;
  for (; bytes > NOC_MAX_BURST_SIZE; bytes -= NOC_MAX_BURST_SIZE, offset += NOC_MAX_BURST_SIZE)
    piece(offset, NOC_MAX_BURST_SIZE);
  piece(offset, bytes);
}
ALWI void write_any_length(uint32_t noc, uint32_t initiator, const write_kind& kind, uint32_t from, uint64_t to, uint32_t bytes,
                           uint32_t transaction = no_transaction) {
  in_packets(bytes, [=](uint32_t offset, uint32_t length) {
    write(noc, initiator, kind, from + offset, to + offset, length, transaction);
  });
}

// Adds to a word of L1; on this chip always with an answer, as marked.
ALWI void increment(uint32_t noc, uint64_t address, uint32_t value, uint32_t channel) {
  constexpr uint32_t whole_word = NOC_AT_INS(NOC_AT_INS_INCR_GET) | NOC_AT_WRAP(31);
  wait_free(noc, write_at_cmd_buf);
  reg(noc, write_at_cmd_buf, NOC_TARG_ADDR_LO) = static_cast<uint32_t>(address);
  set_target_place(noc, write_at_cmd_buf, address);
  reg(noc, write_at_cmd_buf, NOC_CTRL) = NOC_CMD_VC_STATIC | NOC_CMD_STATIC_VC(channel) | NOC_CMD_RESP_MARKED | NOC_CMD_AT;
  reg(noc, write_at_cmd_buf, NOC_AT_LEN_BE) = whole_word | NOC_AT_IND_32(static_cast<uint32_t>(address) >> 2 & 3);
  reg(noc, write_at_cmd_buf, NOC_AT_DATA) = value;
  send(noc, write_at_cmd_buf);
  noc_nonposted_atomics_acked[noc] += 1;
}

// Whether everything that was issued has come that far.
ALWI bool reads_done(uint32_t noc) { return status(noc, NIU_MST_RD_RESP_RECEIVED) == noc_reads_num_issued[noc]; }
ALWI bool writes_sent(uint32_t noc) {
  return status(noc, NIU_MST_NONPOSTED_WR_REQ_SENT) == noc_nonposted_writes_num_issued[noc];
}
ALWI bool posted_writes_sent(uint32_t noc) {
  return status(noc, NIU_MST_POSTED_WR_REQ_SENT) == noc_posted_writes_num_issued[noc];
}
ALWI bool writes_done(uint32_t noc) { return status(noc, NIU_MST_WR_ACK_RECEIVED) == noc_nonposted_writes_acked[noc]; }
ALWI bool atomics_done(uint32_t noc) { return status(noc, NIU_MST_ATOMIC_RESP_RECEIVED) == noc_nonposted_atomics_acked[noc]; }

}  // namespace tensix::device::noc
