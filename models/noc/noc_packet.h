// SPDX-License-Identifier: Apache-2.0
// What travels on a network on chip: one packet a request or an answer. No SystemC.
// Source: ISA documentation, NoC (packets, virtual channels), MemoryMap (CTRL, LEN_BE, PACKET_TAG).
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace tensix {

inline constexpr uint32_t noc_flit_bytes = 64, most_packet_bytes = 16384;

// A place in the grid of routers, counted as NoC 0 does: x to the right, y down.
struct noc_coordinate {
  uint8_t x = 0, y = 0;
  bool operator==(const noc_coordinate& o) const { return x == o.x && y == o.y; }
  bool operator!=(const noc_coordinate& o) const { return !(*this == o); }
};

enum class noc_packet_kind : uint8_t { read, write, atomic, read_answer, write_answer, atomic_answer };
constexpr bool is_answer(noc_packet_kind k) { return k >= noc_packet_kind::read_answer; }

struct noc_packet {
  noc_packet_kind kind = noc_packet_kind::read;
  uint8_t noc = 0;          // 0, 1
  noc_coordinate from, to;  // NIUs; of a multicast `to` and `to_end` are corners, start and end, of its rectangle
  noc_coordinate to_end;
  bool multicast = false, include_source = false, y_major = false, path_reserve = false, linked = false;
  uint64_t address = 0;         // 36 bits, in the map of the target; of an answer with data: where they go
  uint32_t bytes = 0;           // of data: of a read those asked for
  noc_coordinate answer_to;     // of a request: who gets the answer
  uint64_t answer_address = 0;  // of a read or atomic: where its data go there
  uint8_t virtual_channel = 0;  // of NoC's four: class x 2 + buddy, as software numbers it
  bool static_channel = false;
  bool marked = true;         // of a write or atomic: an answer is wanted
  bool inline_data = false;   // a write whose data stood in the command
  bool byte_enables = false;  // only bytes with their bit in `enabled`; `address` and the source are multiples of 16
  uint64_t enabled = 0;       // bit n: byte n from `address` on
  uint16_t atomic = 0;        // LEN_BE of an atomic: operation and operands
  uint32_t atomic_data = 0;   // AT_DATA
  uint8_t initiator = 0, transaction = 0;
  uint32_t first_left = 0, last_left = 0;  // events: its first, last flit leaves; if causes are recorded
  std::vector<uint8_t> data;               // of a write or an answer, as it lies at `address`
  // Flits that the data touch; those of a read are of its answer. Bytes with a bit of their own travel in one.
  uint32_t data_flits() const {
    if (byte_enables || inline_data) return 1;
    const uint64_t at = kind == noc_packet_kind::read ? answer_address : address;
    return static_cast<uint32_t>((at % noc_flit_bytes + bytes + noc_flit_bytes - 1) / noc_flit_bytes);
  }
  // Of the packet on a link: a header, and the flits of its data.
  uint32_t flits() const {
    const bool has_data = kind == noc_packet_kind::read_answer || (kind == noc_packet_kind::write && !inline_data);
    return has_data ? 1 + data_flits() : 1;
  }
};

}  // namespace tensix
