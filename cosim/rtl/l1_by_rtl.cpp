// SPDX-License-Identifier: Apache-2.0
#include "cosim/rtl/l1_by_rtl.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "cosim/rtl/hex_word.h"
#include "cosim/rtl/rtl_failure.h"

namespace tensix {
namespace {

// Where the bytes of a beat lie in its payload: byte i of the word is data[offset + i], for i in [from, to).
struct part {
  uint32_t from, to;
  uint32_t offset;  // of the word's byte 0, modulo 2^32
  uint32_t row;     // of the row's byte 0
};
part part_of(const l1_rtl_transfer& t, uint32_t beat) {
  const uint32_t in_row = t.beats_per_row ? beat % t.beats_per_row : beat, row = t.beats_per_row ? beat / t.beats_per_row : 0;
  const uint32_t row_bytes = t.access->row_bytes ? t.access->row_bytes : t.payload->get_data_length();
  const uint32_t skew = static_cast<uint32_t>(t.payload->get_address()) % l1_beat_bytes;
  const uint32_t end = skew + row_bytes;  // of the row, from the beginning of its first word
  const uint32_t from = in_row == 0 ? skew : 0, to = std::min(l1_beat_bytes, end - in_row * l1_beat_bytes);
  return {from, to, row * row_bytes + in_row * l1_beat_bytes - skew, row * row_bytes};
}

}  // namespace

void l1_by_rtl::write_beat(const l1_rtl_transfer& t, uint32_t beat, uint32_t* wdata, uint16_t& wstrb) const {
  if (t.access->data_by_dmi) return;
  const part p = part_of(t, beat);
  const uint8_t* const data = t.payload->get_data_ptr();
  const uint8_t* const enable = t.payload->get_byte_enable_ptr();
  uint8_t word[l1_beat_bytes] = {};
  for (uint32_t i = p.from; i < p.to; ++i) {
    word[i] = data[p.offset + i];
    if (!enable || enable[(p.offset + i - p.row) % t.payload->get_byte_enable_length()])
      wstrb |= static_cast<uint16_t>(1u << i);
  }
  std::memcpy(wdata, word, l1_beat_bytes);
}

void l1_by_rtl::read_beat(const l1_rtl_transfer& t, uint32_t beat, const uint32_t* rdata) const {
  if (t.access->data_by_dmi) return;
  const part p = part_of(t, beat);
  std::memcpy(t.payload->get_data_ptr() + uint32_t(p.offset + p.from), reinterpret_cast<const uint8_t*>(rdata) + p.from,
              p.to - p.from);
}

void l1_by_rtl::lay_beat(const l1_rtl_transfer& t, uint32_t beat, uint8_t* word) {
  const part p = part_of(t, beat);
  std::memcpy(word + p.from, t.payload->get_data_ptr() + uint32_t(p.offset + p.from), p.to - p.from);
}

void l1_by_rtl::other_bytes(l1_rtl_transfer& t, uint32_t beat, cycle_t cycle, const uint8_t* rtl, const uint8_t* right) {
  const std::string text = "transfer " + std::to_string(t.number) + " of " + tensix::name(t.client) + ", beat " +
                           std::to_string(beat) + ", address " + hex_text(t.word_of(beat) * l1_beat_bytes) +
                           (t.write ? ": behind the write RTL holds " : ": RTL reads ") + hex_word(rtl) +
                           (t.write ? ", written was " : ", there is ") + hex_word(right) + " (byte 15 first)";
  if (!wrong_data) throw rtl_failure(std::string(name()) + ": cycle " + std::to_string(cycle) + ": " + text);
  wrong_data(cycle, text);
}

}  // namespace tensix
