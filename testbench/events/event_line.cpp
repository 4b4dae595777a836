#include "testbench/events/event_line.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <stdexcept>

namespace tensix {
namespace {

char* put_text(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

char* put_decimal(char* to, uint64_t value) { return std::to_chars(to, to + 20, value).ptr; }

struct digit_pairs {
  uint16_t of[256] = {};  // the first digit in the lower byte
  constexpr digit_pairs() {
    constexpr char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < 256; ++i) of[i] = static_cast<uint16_t>(digits[i / 16] | digits[i % 16] << 8);
  }
};
constexpr digit_pairs pairs;
void put_pair(char* to, uint32_t value) { std::memcpy(to, &pairs.of[value & 0xff], 2); }
// Eight digits, the first in the lowest byte.
uint64_t hexadecimal_digits(uint32_t value) {
  return pairs.of[value >> 24] | uint64_t{pairs.of[value >> 16 & 0xff]} << 16 | uint64_t{pairs.of[value >> 8 & 0xff]} << 32 |
         uint64_t{pairs.of[value & 0xff]} << 48;
}
unsigned leading_zeroes(uint32_t value) { return static_cast<unsigned>(__builtin_clz(value | 1)) / 4; }
char* put_digits(char* to, uint32_t value, unsigned leave_out) {
  const uint64_t digits = hexadecimal_digits(value) >> 8 * leave_out;
  std::memcpy(to, &digits, 8);
  return to + 8 - leave_out;
}
char* put_hexadecimal(char* to, uint64_t value) {
  const auto high = static_cast<uint32_t>(value >> 32), low = static_cast<uint32_t>(value);
  if (high == 0) return put_digits(to, low, leading_zeroes(low));
  return put_digits(put_digits(to, high, leading_zeroes(high)), low, 0);
}

// A kept piece of a line: as much as most have without a call, behind which the line goes on.
template <size_t usual, class Piece>
char* put_piece(char* to, const Piece& p) {
  static_assert(usual <= sizeof p.text);
  std::memcpy(to, p.text, usual);
  if (p.size > usual) std::memcpy(to + usual, p.text + usual, p.size - usual);
  return to + p.size;
}

char* put_number(char* to, uint32_t value, bool hexadecimal) {
  if (hexadecimal) return put_digits(to, value, leading_zeroes(value));
  if (value >= 100) return put_decimal(to, value);
  if (value >= 10) *to++ = static_cast<char>('0' + value / 10);
  *to++ = static_cast<char>('0' + value % 10);
  return to;
}

char* put_front(char* to, unsigned stream) {
  return put_text(put_text(put_text(to, "{\"s\":\""), stream_name(stream)), "\",\"n\":");
}
char* put_cycle(char* to, uint64_t cycle) { return put_decimal(put_text(to, ",\"c\":"), cycle); }

// ,"KEY": in front of each number of a group's streams, with what a hexadecimal one begins with.
struct field_key {
  char text[15];
  uint8_t size;
  bool hexadecimal;
};
struct field_keys {
  field_key of[most_event_numbers];
  unsigned count;
};
const field_keys& keys_of(event_group g) {
  static const auto all = [] {
    std::array<field_keys, event_groups> keys{};
    for (unsigned i = 0; i < event_groups; ++i)
      for (const auto& f : streams_of(static_cast<event_group>(i)).fields) {
        const std::string text = std::string(",\"") + f.name + (f.hexadecimal ? "\":\"0x" : "\":");
        field_key& k = keys[i].of[keys[i].count++];
        if (text.size() > sizeof k.text) throw std::logic_error("events.def: the name of " + text + " is too long");
        text.copy(k.text, text.size());
        k.size = static_cast<uint8_t>(text.size());
        k.hexadecimal = f.hexadecimal;
      }
    return keys;
  }();
  return all[static_cast<size_t>(g)];
}

char* put_data(char* to, const uint8_t* data, size_t bytes) {
  to = put_text(to, ",\"d\":\"");
  for (size_t i = 0; i < bytes; ++i, to += 2) put_pair(to, data[i]);
  return put_text(to, "\"}");
}
char* put_crc(char* to, uint32_t crc) {
  to = put_text(to, ",\"crc\":\"0x");
  return put_text(put_digits(to, crc, leading_zeroes(crc)), "\"}");
}

}  // namespace

const std::vector<event_line_writer::stream_text>& event_line_writer::fresh() {
  static const auto all = [] {
    std::vector<stream_text> t(event_stream_count);
    for (unsigned i = 0; i < event_stream_count; ++i) {
      stream_text& s = t[i];
      size_t longest = 0;
      for (const field_key& k : keys_of(group_of(i)).of)
        longest += k.size + (k.hexadecimal ? 9 : 10);  // with the quote behind it
      if (stream_name(i).size() + std::strlen(R"({"s":"","n":)") + 19 > sizeof s.head.text ||
          longest + sizeof keys_of(group_of(i)).of->text > sizeof s.before.text)
        throw std::logic_error("events.def: lines of " + stream_name(i) + " are too long");
      s.head.size = s.front = static_cast<uint8_t>(put_front(s.head.text, i) - s.head.text);
      event_record none{};
      none.stream = static_cast<uint8_t>(i);
      set_numbers(s, none);
    }
    return t;
  }();
  return all;
}

event_line_writer::event_line_writer() : streams_(fresh()) { set_cycle(0); }

void event_line_writer::set_tens(stream_text& s, uint64_t ordinal) {
  char* to = s.head.text + s.front;
  if (ordinal >= 10) to = put_decimal(to, ordinal / 10);
  s.head.size = static_cast<uint8_t>(to - s.head.text);
  s.tens = ordinal - ordinal % 10;
}

void event_line_writer::set_cycle(uint64_t cycle) {
  cycle_ = cycle;
  cycle_text_.size = static_cast<uint8_t>(put_cycle(cycle_text_.text, cycle) - cycle_text_.text);
}

void event_line_writer::set_numbers(stream_text& s, const event_record& e) {
  const field_keys& keys = keys_of(group_of(e.stream));
  for (unsigned f = 0; f < keys.count; ++f)
    if ((s.numbers[f] ^ e.numbers[f]) & s.compared[f]) s.between = static_cast<uint8_t>(f);
  std::copy_n(e.numbers, most_event_numbers, s.numbers);
  std::fill_n(s.compared, most_event_numbers, ~uint32_t{0});
  s.compared[s.between] = 0;
  s.hexadecimal = keys.of[s.between].hexadecimal;
  char *to = s.before.text, *from = to;
  for (unsigned f = 0; f < keys.count; ++f) {
    to = put_piece<15>(to, keys.of[f]);
    if (f == s.between) {
      s.before.size = static_cast<uint8_t>(to - from);
      to = from = s.behind.text;
    } else {
      to = put_number(to, e.numbers[f], keys.of[f].hexadecimal);
    }
    if (keys.of[f].hexadecimal) *to++ = '"';
  }
  s.behind.size = static_cast<uint8_t>(to - from);
}

char* event_line_writer::put(char* to, const char* end, const event_batch& b, size_t& i, event_data how) {
  const told_event *next = b.events.data() + i, *const last = b.events.data() + b.events.size();
  how = std::min(how, b.has);
  for (; next != last; ++next) {
    const event_record& e = *next->record;
    if (static_cast<size_t>(end - to) < longest_event_line(e.bytes)) break;
    stream_text& s = streams_[e.stream];
    if (next->ordinal - s.tens >= 10) set_tens(s, next->ordinal);
    if (e.cycle != cycle_) set_cycle(e.cycle);
    uint32_t changed = 0;
    for (unsigned f = 0; f < most_event_numbers; ++f) changed |= (s.numbers[f] ^ e.numbers[f]) & s.compared[f];
    if (changed) set_numbers(s, e);

    to = put_piece<48>(to, s.head);
    *to++ = static_cast<char>('0' + (next->ordinal - s.tens));
    to = put_piece<16>(to, cycle_text_);
    to = put_piece<32>(to, s.before);
    to = put_number(to, e.numbers[s.between], s.hexadecimal);
    to = put_piece<48>(to, s.behind);
    if (e.bytes == 0 || how == event_data::none) *to++ = '}';
    else if (how == event_data::full) to = put_data(to, e.data(), e.bytes);
    else to = put_crc(to, b.has == event_data::crc ? next->crc : e.crc());
    *to++ = '\n';
  }
  i = static_cast<size_t>(next - b.events.data());
  return to;
}

std::string line_of(const log_event& e, event_data how) {
  std::string text(longest_event_line(e.data.size()), 0);
  char* to = put_cycle(put_decimal(put_front(text.data(), e.stream), e.ordinal), e.cycle);
  const field_keys& keys = keys_of(group_of(e.stream));
  for (unsigned f = 0; f < keys.count; ++f) {
    if (!(e.known >> f & 1)) continue;
    const bool hexadecimal = keys.of[f].hexadecimal;
    to = put_text(to, {keys.of[f].text, keys.of[f].size});
    to = hexadecimal ? put_hexadecimal(to, e.numbers[f]) : put_decimal(to, e.numbers[f]);
    if (hexadecimal) *to++ = '"';
  }
  if (e.has == event_data::none || how == event_data::none) *to++ = '}';
  else if (e.has == event_data::crc) to = put_crc(to, e.crc);
  else if (how == event_data::full) to = put_data(to, e.data.data(), e.data.size());
  else to = put_crc(to, crc_of(e.data.data(), e.data.size()));
  text.resize(static_cast<size_t>(to - text.data()));
  return text;
}

}  // namespace tensix
