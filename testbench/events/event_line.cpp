#include "testbench/events/event_line.h"

#include <charconv>
#include <cstring>
#include <stdexcept>

namespace tensix {
namespace {

char* put_text(char* to, const char* text) {
  const size_t n = std::strlen(text);
  std::memcpy(to, text, n);
  return to + n;
}

char* put_decimal(char* to, uint64_t value) { return std::to_chars(to, to + 20, value).ptr; }

// Eight digits, the first in the lowest byte: all at once, half a byte in each byte.
uint64_t hexadecimal_digits(uint32_t value) {
  constexpr uint64_t each = 0x0101010101010101;
  uint64_t x = value;
  x = (x | x << 16) & 0x0000ffff0000ffff;
  x = (x | x << 8) & 0x00ff00ff00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
  const uint64_t letters = (x + 6 * each) >> 4 & each;
  return __builtin_bswap64(x + '0' * each + letters * ('a' - '0' - 10));
}
char* put_digits(char* to, uint32_t value, size_t leave_out) {
  const uint64_t digits = hexadecimal_digits(value) >> 8 * leave_out;
  std::memcpy(to, &digits, 8);
  return to + 8 - leave_out;
}
char* put_hexadecimal(char* to, uint64_t value) {
  const auto high = static_cast<uint32_t>(value >> 32), low = static_cast<uint32_t>(value);
  const auto zeroes = [](uint32_t v) { return static_cast<size_t>(__builtin_clz(v | 1)) / 4; };
  if (high == 0) return put_digits(to, low, zeroes(low));
  return put_digits(put_digits(to, high, zeroes(high)), low, 0);
}

}  // namespace

void event_line_writer::field_text::set(uint64_t n) {
  number = n;
  char* end = hexadecimal ? put_text(put_hexadecimal(text + key_size, n), "\"") : put_decimal(text + key_size, n);
  size = static_cast<uint8_t>(end - text);
}

void event_line_writer::stream_text::set_ordinal(uint64_t n) {
  ordinal = n;
  char* end = put_decimal(begin + name_size, n);
  last_digit = static_cast<uint8_t>(end - begin - 1);
  size = static_cast<uint8_t>(put_text(end, ",\"c\":") - begin);
}

void event_line_writer::stream_text::next_ordinal() {
  ++ordinal;
  char* digit = begin + last_digit;
  for (; *digit == '9'; --digit) *digit = '0';
  if (digit >= begin + name_size) ++*digit;
  else set_ordinal(ordinal);  // one digit more
}

const std::vector<event_line_writer::stream_text>& event_line_writer::fresh() {
  static const auto all = [] {
    std::vector<stream_text> t(event_stream_count);
    for (unsigned i = 0; i < event_stream_count; ++i) {
      const auto piece = [](char* to, const std::string& text, size_t most) {
        if (text.size() > most) throw std::logic_error("events.def: a name is too long: " + text);
        text.copy(to, text.size());
        return static_cast<uint8_t>(text.size());
      };
      constexpr size_t digits = 20, behind = 5;
      t[i].name_size = piece(t[i].begin, "{\"s\":\"" + stream_name(i) + "\",\"n\":", sizeof t[i].begin - digits - behind);
      t[i].set_ordinal(0);
      const auto& fields = streams_of(group_of(i)).fields;
      t[i].fields = static_cast<uint8_t>(fields.size());
      for (size_t f = 0; f < fields.size(); ++f) {
        field_text& field = t[i].field[f];
        const std::string key = std::string(",\"") + fields[f].name + (fields[f].hexadecimal ? "\":\"0x" : "\":");
        field.hexadecimal = fields[f].hexadecimal;
        field.key_size = piece(field.text, key, sizeof field.text - digits);
        field.set(0);
      }
    }
    return t;
  }();
  return all;
}

event_line_writer::event_line_writer() : streams_(fresh()) {}

char* event_line_writer::put(char* to, const log_event& e, event_data how) {
  stream_text& s = streams_[e.stream];
  if (s.ordinal != e.ordinal) s.set_ordinal(e.ordinal);
  std::memcpy(to, s.begin, sizeof s.begin);
  to += s.size;
  s.next_ordinal();
  if (cycle_ != e.cycle) {
    cycle_ = e.cycle;
    cycle_size_ = static_cast<size_t>(put_decimal(cycle_text_, e.cycle) - cycle_text_);
  }
  std::memcpy(to, cycle_text_, sizeof cycle_text_);
  to += cycle_size_;
  field_text* field = s.field;
  for (size_t f = 0; f < s.fields; ++f, ++field) {
    if (!(e.known >> f & 1)) continue;
    if (field->number != e.numbers[f]) field->set(e.numbers[f]);
    std::memcpy(to, field->text, sizeof field->text);
    to += field->size;
  }
  if (e.has == event_data::full && how == event_data::full) {
    to = put_text(to, ",\"d\":\"");
    for (const uint8_t byte : e.data) to = put_digits(to, byte, 6);
    to = put_text(to, "\"}");
  } else if (e.has != event_data::none && how != event_data::none) {
    to = put_text(to, ",\"crc\":\"0x");
    to = put_hexadecimal(to, e.has == event_data::crc ? e.crc : crc_of(e.data.data(), e.data.size()));
    to = put_text(to, "\"}");
  } else {
    *to++ = '}';
  }
  return to;
}

std::string event_line_writer::line(const log_event& e, event_data how) {
  std::string text(longest_event_line(e), 0);
  text.resize(static_cast<size_t>(put(text.data(), e, how) - text.data()));
  return text;
}

std::string line_of(const log_event& e, event_data how) { return event_line_writer().line(e, how); }

}  // namespace tensix
