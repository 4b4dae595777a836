// SPDX-License-Identifier: Apache-2.0
// B, NC: a word that stands in the command. Registers take it so; for L1 it is sent as a write of four bytes from a place of its own,
// as TT-Metalium does on Blackhole, where an inline write to L1 can hang the network.
#pragma once
#include "internal/risc_attribs.h"
#include "tensix/noc_interface.h"

namespace tensix::device::noc {

ALWI uint32_t inline_control(uint32_t channel, bool posted) {
  return NOC_CMD_WR | NOC_CMD_WR_INLINE | NOC_CMD_VC_STATIC | NOC_CMD_STATIC_VC(channel) | (posted ? 0 : NOC_CMD_RESP_MARKED);
}
ALWI uint32_t bytes_enabled(uint64_t address, uint32_t bytes) { return bytes << (address & (NOC_WORD_BYTES - 1)); }

// All but the word itself.
ALWI void set_inline(uint32_t noc, uint32_t initiator, uint64_t to, uint32_t bytes, const write_kind& kind) {
  reg(noc, initiator, NOC_CTRL) = inline_control(kind.channel, kind.posted);
  reg(noc, initiator, NOC_TARG_ADDR_LO) = static_cast<uint32_t>(to);
  set_target_place(noc, initiator, to);
  reg(noc, initiator, NOC_AT_LEN_BE) = bytes_enabled(to, bytes);
}
ALWI void write_inline(uint32_t noc, uint32_t value, uint64_t to, uint32_t bytes, const write_kind& kind) {
  wait_free(noc, write_at_cmd_buf);
  reg(noc, write_at_cmd_buf, NOC_AT_DATA) = value;
  set_inline(noc, write_at_cmd_buf, to, bytes, kind);
  send(noc, write_at_cmd_buf);
  kind.count(noc);
}

// Where in L1 the word stands until it has been sent: at the same place of 16 bytes as where it goes.
ALWI uint32_t inline_word(uint32_t noc, uint64_t to) {
  return tensix_program::memory.inline_words + 32 * (core - 3) + 16 * noc + (static_cast<uint32_t>(to) & 15);
}
// `own_word`: not 0: it stands there, and the caller knows when that is free.
ALWI void write_word(uint32_t noc, uint32_t value, uint64_t to, const write_kind& kind, uint32_t own_word) {
  const uint32_t from = own_word ? own_word : inline_word(noc, to);
  if (!own_word) {
    while (!writes_sent(noc)) {
    }
    while (!posted_writes_sent(noc)) {
    }
  }
  *reinterpret_cast<word*>(from) = value;
  write(noc, write_cmd_buf, kind, from, to, 4);
}

}  // namespace tensix::device::noc
