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

// A place in a text that is kept, and the same in its copy.
struct both {
  char *kept, *copy;
  both operator+(size_t n) const { return {kept + n, copy + n}; }
  void put(char c) const { *kept = *copy = c; }
  void put(const char* from, size_t bytes) const {
    std::memcpy(kept, from, bytes);
    std::memcpy(copy, from, bytes);
  }
  void put_pair(uint32_t value) const { tensix::put_pair(kept, value), tensix::put_pair(copy, value); }
};
// The lowest `size` bytes, 1 to 8, of `digits` to a place in a longer text.
void overwrite(both to, uint64_t digits, unsigned size) {
  uint64_t there;
  std::memcpy(&there, to.kept, 8);
  const uint64_t mask = ~uint64_t{0} >> (64 - 8 * size);
  there = (there & ~mask) | (digits & mask);
  to.put(reinterpret_cast<const char*>(&there), 8);
}

// Long enough for most lines; without a call.
constexpr size_t usual_size = 112;
void copy_usual(char* to, const char* from) {
  struct piece {
    char bytes[16];
  };
  for (size_t i = 0; i < usual_size; i += sizeof(piece)) {
    piece p;
    std::memcpy(&p, from + i, sizeof p);
    std::memcpy(to + i, &p, sizeof p);
  }
}

// {"s":"NAME","n":ORDINAL,"c":CYCLE,"KEY":NUMBER... `placed(i, from, to)` is told where numbers stand: 0 ordinal, 1 cycle, 2...
template <class Event, class Placed>
char* put_numbers(char* to, const Event& e, uint64_t ordinal, unsigned known, const Placed& placed) {
  const auto number = [&](unsigned i, uint64_t value, bool hexadecimal) {
    char* const from = to;
    to = hexadecimal ? put_hexadecimal(to, value) : put_decimal(to, value);
    placed(i, from, to);
  };
  to = put_text(put_text(put_text(to, "{\"s\":\""), stream_name(e.stream)), "\",\"n\":");
  number(0, ordinal, false);
  to = put_text(to, ",\"c\":");
  number(1, e.cycle, false);
  const auto& fields = streams_of(group_of(e.stream)).fields;
  for (unsigned f = 0; f < fields.size(); ++f) {
    if (!(known >> f & 1)) continue;
    to = put_text(put_text(put_text(to, ",\""), fields[f].name), fields[f].hexadecimal ? "\":\"0x" : "\":");
    number(2 + f, e.numbers[f], fields[f].hexadecimal);
    if (fields[f].hexadecimal) *to++ = '"';
  }
  return to;
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

// In place. False: the number is longer or shorter than the one that was there.
bool change(both at, unsigned size, bool hexadecimal, uint32_t before, uint32_t number) {
  if (hexadecimal) {
    if ((before ^ number) >> 16 == 0 && number >> 12 && size >= 4) {  // as long as before: the next address
      (at + (size - 4)).put_pair(number >> 8), (at + (size - 2)).put_pair(number);
      return true;
    }
    const unsigned zeroes = leading_zeroes(number);
    if (8 - zeroes != size) return false;
    overwrite(at, hexadecimal_digits(number) >> 8 * zeroes, size);
    return true;
  }
  if (number < 10) {
    at.put(static_cast<char>('0' + number));
    return size == 1;
  }
  if (number < 100) {
    at.put(static_cast<char>('0' + number / 10));
    (at + 1).put(static_cast<char>('0' + number % 10));
    return size == 2;
  }
  char now[20];
  const auto now_size = static_cast<unsigned>(put_decimal(now, number) - now);
  if (now_size == size) at.put(now, size);
  return now_size == size;
}

}  // namespace

const std::vector<event_line_writer::stream_text>& event_line_writer::fresh() {
  static const auto all = [] {
    std::vector<stream_text> t(event_stream_count);
    for (unsigned i = 0; i < event_stream_count; ++i) {
      size_t longest = stream_name(i).size() + std::strlen(R"({"s":"","n":,"c":)") + 2 * 20;
      const auto& fields = streams_of(group_of(i)).fields;
      for (size_t f = 0; f < fields.size(); ++f) {
        t[i].field[f].hexadecimal = fields[f].hexadecimal;
        longest += std::strlen(fields[f].name) + std::strlen(R"(,"":"0x")") + 20;
      }
      if (longest + 8 > longest_text) throw std::logic_error("events.def: lines of " + stream_name(i) + " are too long");
    }
    return t;
  }();
  return all;
}

event_line_writer::event_line_writer() : streams_(fresh()) {}

// The whole text anew.
void event_line_writer::set(stream_text& s, const event_record& e, uint64_t ordinal) {
  const auto placed = [&](unsigned i, const char* from, const char* to) {
    digits& d = i == 0 ? s.ordinal_digits : i == 1 ? s.cycle_digits : s.field[i - 2];
    d.at = static_cast<uint16_t>(from - s.text);
    d.size = static_cast<uint8_t>(to - from);
  };
  s.size = static_cast<uint32_t>(put_numbers(s.text, e, ordinal, 0xff, placed) - s.text);
  s.ordinal = ordinal;
  s.cycle = e.cycle;
  std::copy_n(e.numbers, most_event_numbers, s.numbers);
}

// In place, and in `line`, a copy, if the line before was the one before in its stream and all numbers are as long as they were.
// Otherwise false, and the text is of no use.
inline bool event_line_writer::change(stream_text& s, char* line, const event_record& e, uint64_t ordinal) {
  if (s.ordinal + 1 != ordinal) return false;
  s.ordinal = ordinal;
  const both text{s.text, line};
  size_t last = s.ordinal_digits.at + s.ordinal_digits.size - 1u;
  for (; s.text[last] == '9'; --last) (text + last).put('0');
  if (s.text[last] == ':') return false;  // in front of the first
  (text + last).put(static_cast<char>(s.text[last] + 1));
  if (s.cycle != e.cycle && !change_cycle(s, line, e.cycle)) return false;
#pragma GCC unroll 8
  for (unsigned f = 0; f < most_event_numbers; ++f) {
    if (s.numbers[f] == e.numbers[f]) continue;
    const digits& d = s.field[f];
    if (!tensix::change(text + d.at, d.size, d.hexadecimal, s.numbers[f], e.numbers[f])) return false;
    s.numbers[f] = e.numbers[f];
  }
  return true;
}

inline bool event_line_writer::change_cycle(stream_text& s, char* line, uint64_t cycle) {
  if (cycle_ != cycle) {
    cycle_ = cycle;
    char text[20];
    cycle_size_ = static_cast<uint8_t>(put_decimal(text, cycle) - text);
    std::memcpy(&cycle_digits_, text, 8);
  }
  if (cycle_size_ != s.cycle_digits.size) return false;
  s.cycle = cycle;
  const both at = both{s.text, line} + s.cycle_digits.at;
  if (cycle_size_ <= 8) overwrite(at, cycle_digits_, cycle_size_);
  else put_decimal(at.kept, cycle), put_decimal(at.copy, cycle);
  return true;
}

char* event_line_writer::put(char* to, const char* end, const event_batch& b, size_t& i, event_data how) {
  const told_event *next = b.events.data() + i, *const last = b.events.data() + b.events.size();
  how = std::min(how, b.has);
  for (; next != last; ++next) {
    const event_record& e = *next->record;
    if (static_cast<size_t>(end - to) < longest_event_line(e.bytes)) break;
    stream_text& s = streams_[e.stream];
    copy_usual(to, s.text);
    if (!change(s, to, e, next->ordinal)) {
      set(s, e, next->ordinal);
      copy_usual(to, s.text);
    }
    if (s.size > usual_size) std::memcpy(to + usual_size, s.text + usual_size, s.size - usual_size);
    to += s.size;
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
  char* to = put_numbers(text.data(), e, e.ordinal, e.known, [](unsigned, const char*, const char*) {});
  if (e.has == event_data::none || how == event_data::none) *to++ = '}';
  else if (e.has == event_data::crc) to = put_crc(to, e.crc);
  else if (how == event_data::full) to = put_data(to, e.data.data(), e.data.size());
  else to = put_crc(to, crc_of(e.data.data(), e.data.size()));
  text.resize(static_cast<size_t>(to - text.data()));
  return text;
}

}  // namespace tensix
