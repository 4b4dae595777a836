// SPDX-License-Identifier: Apache-2.0
// noc_registers: how commands begin.
#include "models/noc_interface/noc_registers_function.h"

namespace tensix {
namespace {

using namespace noc_offset;

// TARG_ADDR_HI and RET_ADDR_HI.
constexpr uint32_t high[2] = {target + 8, answer + 8};

void advance(std::array<uint32_t, noc_initiator_words::count>& word, uint32_t low, uint64_t bytes) {
  const uint64_t a = (word[low / 4] | uint64_t{word[low / 4 + 1]} << 32) + bytes;
  word[low / 4] = static_cast<uint32_t>(a);
  word[low / 4 + 1] = static_cast<uint32_t>(a >> 32);
}

}  // namespace

void noc_registers::store_initiator(const char* who, uint32_t offset, uint32_t value) {
  initiator& i = initiators_[offset / initiator_stride];
  const uint32_t within = offset % initiator_stride;
  if (within == tag) value &= 0xFFFF;
  uint32_t& word = i.word[within / 4];
  // A command of one packet has been taken with all its words: TT-Metalium stores the next one's length before it looks. Those of
  // several move on in the registers.
  if (i.busy && i.packets > 1 && word != value)
    report(who, "store to " + at(offset) +
                    " while CMD_CTRL is 1: the command may take the old or the new value; wait until it is 0");
  word = value;
  for (unsigned which = 0; which < 2; ++which)
    if (within == high[which]) i.fresh[which] = i.fresh_start[which] = true;
}

// What a coordinate register holds once its coordinates are translated. Those that no store has brought since are so already.
uint32_t noc_registers::raw(const initiator& i, unsigned which, bool start) const {
  uint32_t word = i.word[high[which] / 4];
  if (!(configuration(niu_cfg_0) >> 14 & 1)) return word;
  const auto translate = [&](unsigned shift) {
    const noc_coordinate c{static_cast<uint8_t>(word >> shift & 63), static_cast<uint8_t>(word >> (shift + 6) & 63)};
    const noc_coordinate r = noc_translate(tables_, c);
    word = (word & ~(0xFFFu << shift)) | (r.x | uint32_t{r.y} << 6) << shift;
  };
  if (i.fresh[which]) translate(0);
  if (start && i.fresh_start[which]) translate(12);
  return word;
}

bool noc_registers::command(const char* who, unsigned number) {
  initiator& i = initiators_[number];
  const uint32_t offset = number * initiator_stride + command_control;
  if (i.busy) {
    report(who, "1 to " + at(offset) + " while it is 1: wait until it is 0");
    return false;
  }
  for (unsigned other = 0; other < initiators; ++other)
    if (initiators_[other].busy && initiators_[other].packets > 1)
      report(who, "1 to " + at(offset) + " while initiator " + std::to_string(other) +
                      " splits a command of more than 16384 bytes: wait until its CMD_CTRL is 0");

  const uint32_t bits = i.word[control / 4];
  const bool start = noc_command_is_multicast(bits), by_target = noc_command_goes_to_target(bits);
  noc_initiator_words words;
  words.word = i.word;
  words.target_raw = raw(i, 0, start && by_target);
  words.answer_raw = raw(i, 1, start && !by_target);
  noc_command_faults faults;
  noc_command c = read_noc_command(identity_, translation_, number, words, faults);
  if (!faults.meaningless.empty() || !faults.undefined.empty()) {
    const std::string what = describe_noc_command(identity_, number, words) + ": ";
    if (!faults.meaningless.empty()) {
      report(who, what + faults.meaningless);
      return false;
    }
    for (const auto& text : faults.undefined) report(who, what + text);
  }
  const noc_packet& first = c.packets.front();
  if (linked_) check_transaction(who, describe_noc_command(identity_, number, words), first);
  linked_.reset();
  if (first.linked)
    linked_ = transaction{first.to, first.to_end, first.multicast, first.y_major, first.static_channel, first.virtual_channel};

  counters_.started(first, static_cast<unsigned>(c.packets.size()));
  if (configuration(niu_cfg_0) >> 14 & 1) {
    i.word[high[0] / 4] = words.target_raw;
    i.word[high[1] / 4] = words.answer_raw;
    i.fresh = {};
    if (start) i.fresh_start[by_target ? 0 : 1] = false;
  }
  i.busy = true;
  i.packets = c.packets.size();
  i.moved = 0;
  taken_ = std::move(c);
  return true;
}

// A command behind one with NOC_CMD_VC_LINKED is of its transaction, whatever its initiator.
void noc_registers::check_transaction(const char* who, const std::string& what, const noc_packet& packet) {
  const transaction& before = *linked_;
  if (packet.multicast != before.multicast || packet.to != before.to || packet.y_major != before.y_major ||
      (packet.multicast && packet.to_end != before.to_end))
    report(who, what +
                    ": it follows a linked command (CTRL bit 6) and goes elsewhere, which breaks the NoC: all of a "
                    "transaction go to one tile or rectangle");
  else if (packet.static_channel && before.static_channel && packet.virtual_channel != before.virtual_channel)
    report(who, what + ": it follows a linked command (CTRL bit 6) on virtual channel " +
                    std::to_string(before.virtual_channel) + " and asks for " + std::to_string(packet.virtual_channel) +
                    ", which it never gets");
}

noc_command noc_registers::take() { return std::move(taken_); }

void noc_registers::packet_begins(const noc_command& command, size_t packet) {
  initiator& i = initiators_[command.initiator];
  if (packet <= i.moved) return;
  const uint64_t bytes = (packet - i.moved) * uint64_t{most_packet_bytes};
  advance(i.word, target, bytes);
  advance(i.word, answer, bytes);
  advance(i.word, length, 0 - bytes);
  i.moved = packet;
}

void noc_registers::accepted(unsigned number) { initiators_[number].busy = false; }

}  // namespace tensix
