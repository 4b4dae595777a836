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
  return hexadecimal ? put_digits(to, value, leading_zeroes(value)) : put_decimal(to, value);
}

// The last eight digits of a number, the first in the lowest byte: halves, quarters, and digits of all at once.
uint64_t decimal_digits(uint32_t value) {
  constexpr uint64_t ascii = 0x3030303030303030;
  if (value < 10) return uint64_t{value} << 56 | ascii;
  const uint64_t halves = value / 10000 % 10000 | uint64_t{value % 10000} << 32;
  const uint64_t high = halves * 5243 >> 19 & 0x7f0000007f;  // / 100
  const uint64_t quarters = high | (halves - 100 * high) << 16;
  const uint64_t tens = quarters * 103 >> 10 & 0x000f000f000f000f;  // / 10
  return (tens | (quarters - 10 * tens) << 8) + ascii;
}

char* put_front(char* to, unsigned stream) {
  return put_text(put_text(put_text(to, "{\"s\":\""), stream_name(stream)), "\",\"n\":");
}
char* put_cycle(char* to, uint64_t cycle) { return put_decimal(put_text(to, ",\"c\":"), cycle); }
constexpr std::string_view crc_key = ",\"crc\":\"0x";

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
// Behind its key, with the end of the line.
char* put_crc(char* to, uint32_t crc) {
  return put_text(put_digits(to, crc, leading_zeroes(crc)), "\"}\n");
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
          longest + std::max(crc_key.size(), sizeof keys_of(group_of(i)).of->text) > sizeof s.rest.text ||
          keys_of(group_of(i)).of[0].size < sizeof s.digits)
        throw std::logic_error("events.def: lines of " + stream_name(i) + " are too long");
      s.head.size = s.front = static_cast<uint8_t>(put_front(s.head.text, i) - s.head.text);
      s.bytes = static_cast<uint16_t>(event_bytes(i));
      const uint32_t none[most_event_numbers] = {};
      set_numbers(s, i, none);
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
  if (cycle / 10 == cycle_ / 10 && cycle_text_.size > 0) {
    cycle_text_.text[cycle_text_.size - 1] = static_cast<char>('0' + cycle % 10);
  } else {
    cycle_text_.size = static_cast<uint8_t>(put_cycle(cycle_text_.text, cycle) - cycle_text_.text);
  }
  cycle_ = cycle;
}

// Where others than those that stand in `rest` are.
uint32_t event_line_writer::differing(const stream_text& s, const uint32_t* numbers) {
  uint32_t bits = 0;
  for (unsigned f = 0; f < most_event_numbers; ++f) bits |= (s.numbers[f] ^ numbers[f]) & s.compared[f];
  return bits;
}

void event_line_writer::set_numbers(stream_text& s, unsigned stream, const uint32_t* numbers) {
  const field_keys& keys = keys_of(group_of(stream));
  for (unsigned f = 0; f < keys.count; ++f)
    if ((s.numbers[f] ^ numbers[f]) & s.compared[f]) s.changes = static_cast<uint8_t>(f);
  std::copy_n(numbers, most_event_numbers, s.numbers);
  std::fill_n(s.compared, most_event_numbers, ~uint32_t{0});
  s.compared[s.changes] = 0;
  s.hexadecimal = keys.of[s.changes].hexadecimal;
  char* to = s.rest.text;
  unsigned digits = 0;
  for (unsigned f = 0; f < keys.count; ++f) {
    std::memcpy(to, keys.of[f].text, sizeof keys.of[f].text);
    char* const number = to += keys.of[f].size;
    to = put_number(to, numbers[f], keys.of[f].hexadecimal);
    if (f == s.changes) {
      digits = static_cast<unsigned>(to - number);
      s.number_end = static_cast<uint8_t>(to - s.rest.text);
    }
    if (keys.of[f].hexadecimal) *to++ = '"';
  }
  s.numbers_end = static_cast<uint8_t>(to - s.rest.text);
  s.rest.size = static_cast<uint8_t>(put_text(to, crc_key) - s.rest.text);
  set_digits(s, digits);
}

// The number that changes has so many. Of more than eight, those in front are not written over.
void event_line_writer::set_digits(stream_text& s, unsigned digits) {
  const uint64_t base = s.hexadecimal ? 16 : 10;
  uint64_t first = 1;
  for (unsigned i = 1; i < digits; ++i) first *= base;
  s.lowest = digits > 8 ? s.numbers[s.changes] : digits == 1 ? 0 : static_cast<uint32_t>(first);
  s.most = digits > 8 ? 0 : static_cast<uint32_t>(first * base - 1 - s.lowest);
  s.digits = digits >= 8 ? ~uint64_t{0} : ~(~uint64_t{0} >> 8 * digits);
  std::memcpy(&s.others, s.rest.text + s.number_end - 8, 8);
  s.others &= ~s.digits;
}

void event_line_writer::put_eight(char* to, uint32_t number, const stream_text& s) {
  const uint64_t digits = s.hexadecimal ? hexadecimal_digits(number) : decimal_digits(number);
  const uint64_t eight = (digits & s.digits) | s.others;
  std::memcpy(to, &eight, sizeof eight);
}

char* event_line_writer::put(char* to, const char* end, const event_batch& b, size_t& i, event_data how) {
  const told_event *next = b.events.data() + i, *const last = b.events.data() + b.events.size();
  how = std::min(how, b.has);
  for (; next != last; ++next) {
    stream_text& s = streams_[next->stream];
    const ordered_event& e = *next->event;
    if (static_cast<size_t>(end - to) < longest_event_line(s.bytes)) break;
    if (next->ordinal - s.tens >= 10) set_tens(s, next->ordinal);
    if (e.cycle != cycle_) set_cycle(e.cycle);
    if (differing(s, e.numbers) || e.numbers[s.changes] - s.lowest > s.most) set_numbers(s, next->stream, e.numbers);

    to = put_piece<48>(to, s.head);
    *to++ = static_cast<char>('0' + (next->ordinal - s.tens));
    to = put_piece<16>(to, cycle_text_);
    char* const rest = to;
    put_piece<80>(to, s.rest);
    put_eight(rest + s.number_end - 8, e.numbers[s.changes], s);
    to = rest + s.numbers_end;
    if (s.bytes == 0 || how == event_data::none) to = put_text(to, "}\n");
    else if (how == event_data::full) to = put_text(put_data(to, e.data, s.bytes), "\n");
    else to = put_crc(rest + s.rest.size, b.has == event_data::crc ? e.crc : crc_of(e.data, s.bytes));
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
  else if (e.has == event_data::crc) to = put_crc(put_text(to, crc_key), e.crc) - 1;
  else if (how == event_data::full) to = put_data(to, e.data.data(), e.data.size());
  else to = put_crc(put_text(to, crc_key), crc_of(e.data.data(), e.data.size())) - 1;
  text.resize(static_cast<size_t>(to - text.data()));
  return text;
}

}  // namespace tensix
