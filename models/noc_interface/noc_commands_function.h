// SPDX-License-Identifier: Apache-2.0
// What a command of a request initiator means: packets, and what is wrong with it. Layer 1.
// Source: ISA documentation, NoC/MemoryMap (request initiators; Blackhole); alignment: tt-metal, noc_parameters.h.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/noc/noc_packet.h"
#include "models/noc/noc_translation_function.h"

namespace tensix {

// Where a NIU stands, and what ARC's firmware has told it before programs begin.
struct noc_identity {
  uint8_t noc = 0;
  noc_coordinate place;       // raw, as NoC 0 counts
  noc_coordinate translated;  // its own, as programs see it; without translation as raw of this NoC
  bool translation = true;
  uint8_t columns = noc_columns, rows = noc_rows;
  uint8_t tile_index = 0;           // ENDPOINT_ID: of Tensix tiles 0..139, in an order that is not documented
  uint32_t l1_bytes = 1536 * 1024;  // of a Tensix tile
};

// A command as it was when 1 was written to CMD_CTRL: the packets of it, in order.
struct noc_command {
  uint8_t initiator = 0;
  std::vector<noc_packet> packets;  // of a write without its data: they lie in L1 from `source` on
  std::vector<uint64_t> source;     // of each packet: local address of the data of a write that is not inline
};

// Registers of an initiator, by offset / 4; TARG_ADDR_HI and RET_ADDR_HI once as written, once translated.
struct noc_initiator_words {
  static constexpr unsigned count = 14;
  std::array<uint32_t, count> word{};
  uint32_t target_raw = 0, answer_raw = 0;
};

// What is wrong with a command. Empty texts: nothing.
struct noc_command_faults {
  std::string meaningless;             // it can do nothing
  std::vector<std::string> undefined;  // it is done as if that were not so
};

// `initiator` and what the command is of, for texts: "NoC 1, initiator 2: write of 64 bytes from 0x1000 to 0x2000 at (1, 2)".
std::string describe_noc_command(const noc_identity& identity, unsigned initiator, const noc_initiator_words& words);

noc_command read_noc_command(const noc_identity& identity, const noc_translation_if& chip, unsigned initiator,
                             const noc_initiator_words& words, noc_command_faults& faults);

// Whether a command's multicast bit gives its target four coordinates, and which of the two that is.
bool noc_command_is_multicast(uint32_t control);
bool noc_command_goes_to_target(uint32_t control);  // else to RET_ADDR: a write that is not inline

}  // namespace tensix
