// SPDX-License-Identifier: Apache-2.0
#include "models/noc_interface/noc_commands_function.h"

#include "models/noc_interface/noc_command_fields_function.h"
#include "models/noc_interface/noc_sides_function.h"
#include "support/text/hex_text.h"

namespace tensix {
namespace {

class reader {
 public:
  reader(const noc_identity& identity, const noc_translation_if& chip, unsigned initiator, const noc_initiator_words& words,
         noc_command_faults& faults)
      : identity_(identity), chip_(chip), f_{words}, faults_(faults) {
    command_.initiator = static_cast<uint8_t>(initiator);
  }
  noc_command read();

 private:
  const noc_identity& identity_;
  const noc_translation_if& chip_;
  const noc_command_fields f_;
  noc_command_faults& faults_;
  noc_command command_;
  noc_packet packet_;  // of which all are

  bool fail(std::string text) {
    if (faults_.meaningless.empty()) faults_.meaningless = std::move(text);
    return false;
  }
  void odd(std::string text) { faults_.undefined.push_back(std::move(text)); }

  noc_coordinate place(uint32_t x, uint32_t y) const {
    const noc_coordinate raw{static_cast<uint8_t>(x & 63), static_cast<uint8_t>(y & 63)};
    if (identity_.noc == 0) return raw;
    return {static_cast<uint8_t>(identity_.columns - 1 - raw.x), static_cast<uint8_t>(identity_.rows - 1 - raw.y)};
  }
  bool exists(noc_coordinate c) const { return c.x < identity_.columns && c.y < identity_.rows; }
  bool look(uint32_t raw, uint32_t written, noc_coordinate& c, noc_side& s) {
    c = place(raw, raw >> 6);
    s.tile = exists(c) ? chip_.tile_at(c) : noc_tile::nothing;
    if (s.tile != noc_tile::nothing) return true;
    return fail("no tile stands at " + noc_pair(written, written >> 6));
  }
  bool destination(noc_side& there);
  bool options();
  bool memory(const noc_side& s, uint64_t bytes);
  bool lengths(const noc_side& from, const noc_side& to);
  bool atomic(noc_side& there);
  bool inline_write(noc_side& there);
  bool move(noc_side& there);
  void add_packets(uint64_t bytes, const noc_side& source);
};

// Who gets the request: one tile, or a rectangle of Tensix tiles.
bool reader::destination(noc_side& there) {
  const bool by_target = !f_.plain_write();
  const uint32_t raw = by_target ? f_.w.target_raw : f_.w.answer_raw;
  const uint32_t written = f_.at((by_target ? noc_offset::target : noc_offset::answer) + 8);
  there.address = by_target ? f_.target() : f_.answer();
  packet_.multicast = f_.multicast();
  if (!packet_.multicast) return look(raw, written, packet_.to, there);
  packet_.to = place(raw >> 12, raw >> 18);
  packet_.to_end = place(raw, raw >> 6);
  there.tile = noc_tile::tensix;
  if (exists(packet_.to) && exists(packet_.to_end)) return true;
  return fail("the rectangle from " + noc_pair(written >> 12, written >> 18) + " to " + noc_pair(written, written >> 6) +
              " has corners where nothing stands");
}

// Bits of CTRL, PACKET_TAG and BRCST_EXCLUDE.
bool reader::options() {
  const uint32_t control = f_.control(), tag = f_.at(noc_offset::tag);
  packet_.noc = identity_.noc;
  packet_.from = identity_.place;
  packet_.initiator = command_.initiator;
  packet_.transaction = tag >> 10 & 15;
  packet_.marked = f_.marked();
  packet_.linked = control >> 6 & 1;
  packet_.static_channel = control >> 7 & 1;
  packet_.path_reserve = packet_.multicast && (control >> 8 & 1);
  packet_.y_major = packet_.multicast && (control >> 16 & 1);
  packet_.include_source = packet_.multicast && (control >> 17 & 1);
  packet_.virtual_channel = packet_.static_channel ? control >> 13 & 7 : packet_.multicast ? 4 : 0;
  if (f_.type() == noc_type_reserved) return fail("type 3 in CTRL is reserved: 0 reads, 1 is an atomic, 2 writes");
  if (f_.read() && packet_.multicast) return fail("a read cannot be a multicast (CTRL bit 5): it has one source");
  const unsigned channel_class = packet_.virtual_channel / 2;
  if (packet_.multicast != (channel_class == 2) || channel_class == 3)
    odd("static virtual channel " + std::to_string(packet_.virtual_channel) +
        " (CTRL bits 13-15): unicast requests have 0 to 3, multicasts 4 and 5");
  if (!f_.atomic() && control >> 31)
    odd("CTRL bit 31 (accumulate in L1) does not work on silicon: keep it 0, and let the packer accumulate");
  if (control >> 27 & 15) odd("arbitration priorities (CTRL bits 27-30) are not modelled");
  if (packet_.multicast && f_.at(noc_offset::exclude) >> 22 & 1)
    odd("BRCST_EXCLUDE is enabled (bit 22), which is not modelled: all of the rectangle receives");
  if (f_.type() == noc_type_write && tag >> 6 & 1) odd("delivery to the receiver's overlay (PACKET_TAG bit 6) is not modelled");
  if (f_.type() == noc_type_write && !packet_.marked && tag >> 9 & 1)
    odd("the header store of posted writes (PACKET_TAG bit 9) is not modelled: only RET_ADDR is written");
  if (f_.at(noc_offset::security)) odd("SEC_CTRL is not 0: levels of security are not modelled");
  return true;
}

bool reader::memory(const noc_side& s, uint64_t bytes) {
  const std::string fault = noc_memory_fault(s, bytes, identity_.l1_bytes);
  return fault.empty() || fail(fault);
}

bool reader::atomic(noc_side& there) {
  packet_.kind = noc_packet_kind::atomic;
  packet_.atomic = static_cast<uint16_t>(f_.at(noc_offset::length));
  packet_.atomic_data = f_.at(noc_offset::data);
  packet_.address = there.address;
  packet_.bytes = 4;
  if (there.is_outside() || there.tile == noc_tile::other || there.is_register())
    return fail("an atomic works on L1 of Tensix and Ethernet tiles only");
  if (there.address % 4) return fail("an atomic needs the address of a word, a multiple of 4");
  if (!memory(there, 4)) return false;
  if (!packet_.marked) return add_packets(4, {}), true;
  noc_side back;
  back.address = packet_.answer_address = f_.answer();
  if (!look(f_.w.answer_raw, f_.at(noc_offset::answer + 8), packet_.answer_to, back)) return false;
  if (!back.is_l1() || back.address % 4)
    return fail("the old value goes to RET_ADDR, " + hex_text(back.address) + ", which is no word of L1");
  if (!memory(back, 4)) return false;
  add_packets(4, {});
  return true;
}

bool reader::inline_write(noc_side& there) {
  packet_.kind = noc_packet_kind::write;
  packet_.inline_data = true;
  packet_.answer_to = identity_.place;
  packet_.address = there.address;
  packet_.bytes = 4;
  const uint32_t v = f_.at(noc_offset::data);
  for (unsigned i = 0; i < 4; ++i) packet_.data.push_back(static_cast<uint8_t>(v >> 8 * i));
  if (there.is_outside() || there.tile == noc_tile::other)
    return fail("an inline write goes to Tensix and Ethernet tiles only: put the word into L1 and write it from there");
  if (there.address % 4) return fail("an inline write needs the address of a word, a multiple of 4");
  if (!memory(there, 4)) return false;
  if (there.is_l1())
    odd("an inline write to L1 hangs on silicon when the receiver's four ports to L1 are not free at once: "
        "put the word into L1 of this tile and write it from there, as a write of 4 bytes");
  add_packets(4, {});
  return true;
}

bool reader::lengths(const noc_side& from, const noc_side& to) {
  if (f_.byte_enables()) {
    if (!from.is_register()) return true;
    return fail("a write with byte enables takes its data from L1, not from registers");
  }
  const uint64_t n = f_.length();
  if (n == 0) return fail("AT_LEN_BE is 0: a length is 1 or more");
  if (from.is_register() || to.is_register()) {
    if (n != 4) return fail("a register is 4 bytes: AT_LEN_BE must be 4 where either side is one");
    if (from.address % 4 || to.address % 4)
      return fail("a register and what it is moved from or to are words, at multiples of 4");
  }
  if (n > most_packet_bytes && (from.address % noc_flit_bytes || to.address % noc_flit_bytes))
    return fail("more than 16384 bytes are split only if TARG_ADDR_LO and RET_ADDR_LO are multiples of 64");
  return memory(from, n) && memory(to, n);
}

// A read, or a write of what lies in L1.
bool reader::move(noc_side& there) {
  noc_side other;
  other.address = f_.read() ? f_.answer() : f_.target();
  packet_.kind = f_.read() ? noc_packet_kind::read : noc_packet_kind::write;
  const uint32_t raw = f_.read() ? f_.w.answer_raw : f_.w.target_raw;
  const uint32_t written = f_.at((f_.read() ? noc_offset::answer : noc_offset::target) + 8);
  noc_side answered = other;
  if (packet_.marked && !look(raw, written, packet_.answer_to, answered)) return false;
  if (f_.read()) other.tile = answered.tile;  // the data of a write are here, whoever gets its answer
  const noc_side &from = f_.read() ? there : other, &to = f_.read() ? other : there;
  if (!lengths(from, to)) return false;
  if (std::string fault = noc_alignment_fault(from, to); !fault.empty() && !f_.byte_enables()) odd(std::move(fault));
  if (!f_.byte_enables()) {
    packet_.address = there.address;
    packet_.answer_address = f_.read() ? other.address : 0;
    add_packets(f_.length(), from);
    return true;
  }
  if (to.is_register()) {  // the mask means nothing
    if (to.address % 4) return fail("a register is written at a multiple of 4");
    if (!memory(from, 4) || !memory(to, 4)) return false;
    packet_.address = to.address;
    add_packets(4, from);
    return true;
  }
  noc_side source = from, target = to;
  source.address &= ~uint64_t{15};
  target.address &= ~uint64_t{15};
  packet_.byte_enables = true;
  packet_.enabled = f_.length();
  unsigned last = 64;  // bytes to the last that is enabled; one if none is
  while (last > 1 && !(packet_.enabled >> (last - 1) & 1)) --last;
  if (!memory(source, last) || !memory(target, last)) return false;
  packet_.address = target.address;
  add_packets(last, source);
  return true;
}

void reader::add_packets(uint64_t bytes, const noc_side& source) {
  for (uint64_t done = 0; done < bytes || done == 0; done += most_packet_bytes) {
    noc_packet p = packet_;
    p.address += done;
    if (p.kind == noc_packet_kind::read) p.answer_address += done;
    p.bytes = static_cast<uint32_t>(bytes - done < most_packet_bytes ? bytes - done : most_packet_bytes);
    command_.packets.push_back(std::move(p));
    command_.source.push_back(source.address + done);
  }
}

noc_command reader::read() {
  noc_side there;
  packet_.multicast = f_.multicast();
  if (!options() || !destination(there)) return command_;
  if (f_.atomic()) atomic(there);
  else if (f_.inline_data()) inline_write(there);
  else move(there);
  return command_;
}

}  // namespace

noc_command read_noc_command(const noc_identity& identity, const noc_translation_if& chip, unsigned initiator,
                             const noc_initiator_words& words, noc_command_faults& faults) {
  return reader(identity, chip, initiator, words, faults).read();
}

}  // namespace tensix
