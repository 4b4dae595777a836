// SPDX-License-Identifier: Apache-2.0
#include "observe/events/event_line.h"

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
void put_eight(char* to, uint64_t eight) { std::memcpy(to, &eight, sizeof eight); }

// Of two numbers at once, by the vector types of GCC and Clang, which any processor executes.
struct digits_of_two {
  uint64_t first, second;
};
digits_of_two hexadecimal_digits(uint32_t first, uint32_t second) {
  using bytes = int8_t __attribute__((vector_size(16)));
  using words = uint16_t __attribute__((vector_size(16)));
  using halves = uint64_t __attribute__((vector_size(16)));
  const halves both = {__builtin_bswap32(first) | uint64_t{__builtin_bswap32(second)} << 32};
  const auto high = reinterpret_cast<bytes>(reinterpret_cast<words>(both) >> 4), low = reinterpret_cast<bytes>(both);
  const bytes digits = __builtin_shufflevector(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23) & 15;
  const auto text = reinterpret_cast<halves>(digits + '0' + ((digits > 9) & ('a' - '0' - 10)));
  return {text[0], text[1]};
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
char* put_crc(char* to, uint32_t crc, uint64_t digits) {
  const unsigned leave_out = leading_zeroes(crc);
  put_eight(to, digits >> 8 * leave_out);
  return put_text(to + 8 - leave_out, "\"}\n");
}
char* put_crc(char* to, uint32_t crc) { return put_crc(put_text(to, crc_key), crc, hexadecimal_digits(crc)) - 1; }

}  // namespace

const event_line_writer::texts& event_line_writer::fresh() {
  static const auto all = [] {
    texts t{std::vector<stream_text>(event_stream_count), std::vector<shape>(event_stream_count * shapes_a_stream)};
    for (unsigned i = 0; i < event_stream_count; ++i) {
      stream_text& s = t.streams[i];
      const field_keys& keys = keys_of(group_of(i));
      size_t longest = 0;
      for (const field_key& k : keys.of) longest += k.size + (k.hexadecimal ? 9 : 10);  // with the quote behind it
      if (stream_name(i).size() + std::strlen(R"({"s":"","n":)") + 19 > sizeof s.head.text ||
          longest + std::max(crc_key.size(), sizeof keys.of->text) > sizeof shape::text.text ||
          keys.of->size < sizeof shape::digits)
        throw std::logic_error("events.def: lines of " + stream_name(i) + " are too long");
      s.head.size = s.front = static_cast<uint8_t>(put_front(s.head.text, i) - s.head.text);
      s.bytes = static_cast<uint16_t>(event_bytes(i));
      const uint32_t none[most_event_numbers] = {};
      for (unsigned p = 0; p < shapes_a_stream; ++p) set_numbers(t.shapes[i * shapes_a_stream + p], i, none);
    }
    return t;
  }();
  return all;
}

event_line_writer::event_line_writer() : texts_(fresh()) { set_cycle(0); }

void event_line_writer::set_tens(stream_text& s, uint64_t ordinal) {
  char* to = s.head.text + s.front;
  if (ordinal >= 10) to = put_decimal(to, ordinal / 10);
  s.head.size = static_cast<uint8_t>(to - s.head.text);
  s.tens = ordinal - ordinal % 10;
}

void event_line_writer::set_cycle(uint64_t cycle) {
  if (cycle / 10 == cycle_ / 10 && cycle_text_.size > 0)
    cycle_text_.text[cycle_text_.size - 1] = static_cast<char>('0' + cycle % 10);
  else cycle_text_.size = static_cast<uint8_t>(put_cycle(cycle_text_.text, cycle) - cycle_text_.text);
  cycle_ = cycle;
}

void event_line_writer::set_numbers(shape& p, unsigned stream, const uint32_t* numbers) {
  const field_keys& keys = keys_of(group_of(stream));
  if (p.numbers[p.changes] == numbers[p.changes])
    for (unsigned f = 0; f < keys.count; ++f)
      if (p.numbers[f] != numbers[f]) p.changes = static_cast<uint8_t>(f);
  std::copy_n(numbers, most_event_numbers, p.numbers);
  std::fill_n(p.compared, most_event_numbers, ~uint32_t{0});
  p.compared[p.changes] = 0;
  p.hexadecimal = keys.of[p.changes].hexadecimal;
  char* to = p.text.text;
  unsigned digits = 0;
  for (unsigned f = 0; f < keys.count; ++f) {
    std::memcpy(to, keys.of[f].text, sizeof keys.of[f].text);
    char* const number = to += keys.of[f].size;
    to = put_number(to, numbers[f], keys.of[f].hexadecimal);
    if (f == p.changes) {
      digits = static_cast<unsigned>(to - number);
      p.number_end = static_cast<uint8_t>(to - p.text.text);
    }
    if (keys.of[f].hexadecimal) *to++ = '"';
  }
  p.numbers_end = static_cast<uint8_t>(to - p.text.text);
  p.text.size = static_cast<uint8_t>(put_text(to, crc_key) - p.text.text);
  set_digits(p, digits);
}

// The number that changes has so many. Of more than eight, those in front are not written over.
void event_line_writer::set_digits(shape& p, unsigned digits) {
  const uint64_t base = p.hexadecimal ? 16 : 10;
  uint64_t first = 1;
  for (unsigned i = 1; i < digits; ++i) first *= base;
  p.lowest = digits > 8 ? p.numbers[p.changes] : digits == 1 ? 0 : static_cast<uint32_t>(first);
  p.most = digits > 8 ? 0 : static_cast<uint32_t>(first * base - 1 - p.lowest);
  p.digits = digits >= 8 ? ~uint64_t{0} : ~(~uint64_t{0} >> 8 * digits);
  std::memcpy(&p.others, p.text.text + p.number_end - 8, 8);
  p.others &= ~p.digits;
}

inline bool event_line_writer::shape::is_of(const ordered_event& e) const {
  static_assert(offsetof(ordered_event, crc) == offsetof(ordered_event, numbers) + sizeof e.numbers);  // not compared
  uint64_t bits = 0;
  for (unsigned f = 0; f < most_event_numbers; f += 2) {  // two at once
    uint64_t has, shows, matters;
    std::memcpy(&has, reinterpret_cast<const char*>(&e) + offsetof(ordered_event, numbers) + f * sizeof *numbers, sizeof has);
    std::memcpy(&shows, &numbers[f], sizeof shows);
    std::memcpy(&matters, &compared[f], sizeof matters);
    bits |= (has ^ shows) & matters;
  }
  return bits == 0 && e.numbers[changes] - lowest <= most;
}

// The stream's other one, or that becomes it.
void event_line_writer::find_shape(stream_text& s, const told_event& e) {
  static_assert(shapes_a_stream == 2);
  s.shape ^= 1;
  shape& other = texts_.shapes[e.stream * shapes_a_stream + s.shape];
  if (!other.is_of(*e.event)) set_numbers(other, e.stream, e.event->numbers);
}

template <event_data how>
char* event_line_writer::put_each(char* to, const told_event* first, const told_event* last) {
  for (const told_event* next = first; next != last; ++next) {
    const ordered_event& e = *next->event;
    stream_text& s = texts_.streams[next->stream];
    if (next->ordinal - s.tens >= 10) set_tens(s, next->ordinal);
    if (e.cycle != cycle_) set_cycle(e.cycle);
    const shape* p = &texts_.shapes[next->stream * shapes_a_stream + s.shape];
    if (!p->is_of(e)) {
      find_shape(s, *next);
      p = &texts_.shapes[next->stream * shapes_a_stream + s.shape];
    }
    const uint32_t number = e.numbers[p->changes];
    uint32_t crc = e.crc;
    if (how == event_data::crc && e.data) crc = crc_of(e.data, s.bytes);
    const digits_of_two digits = hexadecimal_digits(number, crc);

    to = put_piece<48>(to, s.head);
    *to++ = static_cast<char>('0' + (next->ordinal - s.tens));
    char* const numbers = put_piece<16>(to, cycle_text_);
    put_piece<80>(numbers, p->text);
    put_eight(numbers + p->number_end - 8, ((p->hexadecimal ? digits.first : decimal_digits(number)) & p->digits) | p->others);
    to = numbers + p->numbers_end;
    if (how == event_data::none || s.bytes == 0) to = put_text(to, "}\n");
    else if (how == event_data::full) to = put_text(put_data(to, e.data, s.bytes), "\n");
    else to = put_crc(numbers + p->text.size, crc, digits.second);
  }
  return to;
}

char* event_line_writer::put_lines_of(event_data how, char* to, const told_event* first, const told_event* last) {
  if (how == event_data::none) return put_each<event_data::none>(to, first, last);
  if (how == event_data::crc) return put_each<event_data::crc>(to, first, last);
  return put_each<event_data::full>(to, first, last);
}

char* event_line_writer::put(char* to, const char* end, const event_batch& b, size_t& i, event_data how) {
  how = std::min(how, b.has);
  const size_t longest = longest_event_line(how);
  // So many that there is surely room for; most take less.
  while (i < b.count && static_cast<size_t>(end - to) >= longest) {
    const size_t n = std::min(b.count - i, static_cast<size_t>(end - to) / longest);
    to = put_lines_of(how, to, b.events + i, b.events + i + n);
    i += n;
  }
  return to;
}

std::string line_of(const log_event& e, event_data how) {
  std::string text(longest_event_line(event_data::none) + 2 * e.data.size(), 0);
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
