// Lines of an event log, written. A tile has hundreds of events, so each is put together from pieces made once, without a
// std::string and without a division where a table does.
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "testbench/events/event.h"

namespace tensix {
namespace {

// A piece of a line: copied whole, counted as long as it is.
struct piece {
  char text[32];
  uint8_t size;
  void set(const std::string& s) {
    if (s.size() > sizeof text) throw std::logic_error("events.def: a name is too long");
    size = static_cast<uint8_t>(s.copy(text, sizeof text));
  }
  char* put(char* to) const {
    std::memcpy(to, text, sizeof text);
    return to + size;
  }
};

struct line_shape {
  piece begin;                    // {"s":"NAME","n":
  piece key[most_event_numbers];  // ,"FIELD":
  bool hexadecimal[most_event_numbers];
  size_t fields;
};

struct shapes {
  line_shape of[event_stream_count];
  shapes() {
    for (unsigned s = 0; s < event_stream_count; ++s) {
      of[s].begin.set("{\"s\":\"" + stream_name(s) + "\",\"n\":");
      const auto& fields = streams_of(group_of(s)).fields;
      of[s].fields = fields.size();
      for (size_t f = 0; f < fields.size(); ++f) {
        of[s].hexadecimal[f] = fields[f].hexadecimal;
        of[s].key[f].set(std::string(",\"") + fields[f].name + (fields[f].hexadecimal ? "\":\"0x" : "\":"));
      }
    }
  }
};

// Two decimal, or hexadecimal, digits of each number.
struct digit_pairs {
  char decimal[100][2], hexadecimal[256][2];
};
constexpr digit_pairs make_pairs() {
  constexpr const char* digits = "0123456789abcdef";
  digit_pairs t{};
  for (int i = 0; i < 100; ++i) t.decimal[i][0] = digits[i / 10], t.decimal[i][1] = digits[i % 10];
  for (int i = 0; i < 256; ++i) t.hexadecimal[i][0] = digits[i / 16], t.hexadecimal[i][1] = digits[i % 16];
  return t;
}
constexpr digit_pairs pairs = make_pairs();

// The most frequent numbers, whole.
constexpr unsigned small_numbers = 1000;
struct small_texts {
  char text[small_numbers][4];
  uint8_t size[small_numbers];
};
constexpr small_texts make_small() {
  small_texts t{};
  for (unsigned i = 0; i < small_numbers; ++i) {
    const char digits[3] = {static_cast<char>('0' + i / 100), static_cast<char>('0' + i / 10 % 10),
                            static_cast<char>('0' + i % 10)};
    const unsigned skip = i < 10 ? 2 : i < 100 ? 1 : 0;
    for (unsigned d = skip; d < 3; ++d) t.text[i][d - skip] = digits[d];
    t.size[i] = static_cast<uint8_t>(3 - skip);
  }
  return t;
}
constexpr small_texts small = make_small();

char* put_decimal(char* to, uint64_t value) {
  if (value < small_numbers) {
    std::memcpy(to, small.text[value], 4);
    return to + small.size[value];
  }
  if (value < small_numbers * small_numbers) {
    to = put_decimal(to, value / small_numbers);
    const uint64_t low = value % small_numbers;
    to[0] = static_cast<char>('0' + low / 100);
    std::memcpy(to + 1, pairs.decimal[low % 100], 2);
    return to + 3;
  }
  constexpr size_t most_digits = 20;
  char digits[2 * most_digits];  // what lies behind the number is copied with it
  char *const end = digits + most_digits, *p = end;
  for (; value >= 100; value /= 100) std::memcpy(p -= 2, pairs.decimal[value % 100], 2);
  if (value >= 10) std::memcpy(p -= 2, pairs.decimal[value], 2);
  else *--p = static_cast<char>('0' + value);
  std::memcpy(to, p, most_digits);
  return to + (end - p);
}

char* put_hexadecimal(char* to, uint64_t value) {
  if (value >> 32) to = put_hexadecimal(to, value >> 32);
  char digits[16] = {};
  for (int i = 0; i < 4; ++i) std::memcpy(digits + 2 * i, pairs.hexadecimal[value >> (24 - 8 * i) & 0xff], 2);
  const auto low = static_cast<uint32_t>(value);
  const size_t zeroes = value >> 32 ? 0 : low ? static_cast<size_t>(__builtin_clz(low)) / 4 : 7;
  std::memcpy(to, digits + zeroes, 8);
  return to + 8 - zeroes;
}

}  // namespace

uint32_t crc_of(const uint8_t* data, size_t bytes) { return static_cast<uint32_t>(crc32_z(0, data, bytes)); }

char* put_line(char* to, const log_event& e, event_data how) {
  static const shapes all;
  const line_shape& shape = all.of[e.stream];
  to = put_decimal(shape.begin.put(to), e.ordinal);
  std::memcpy(to, ",\"c\":", 5);
  to = put_decimal(to + 5, e.cycle);
  for (size_t f = 0; f < shape.fields; ++f) {
    if (!(e.known >> f & 1)) continue;
    to = shape.key[f].put(to);
    if (shape.hexadecimal[f]) {
      to = put_hexadecimal(to, e.numbers[f]);
      *to++ = '"';
    } else {
      to = put_decimal(to, e.numbers[f]);
    }
  }
  if (e.has == event_data::full && how == event_data::full) {
    std::memcpy(to, ",\"d\":\"", 6);
    to += 6;
    for (const uint8_t byte : e.data) {
      std::memcpy(to, pairs.hexadecimal[byte], 2);
      to += 2;
    }
    *to++ = '"';
  } else if (e.has != event_data::none && how != event_data::none) {
    std::memcpy(to, ",\"crc\":\"0x", 10);
    to = put_hexadecimal(to + 10, e.has == event_data::crc ? e.crc : crc_of(e.data.data(), e.data.size()));
    *to++ = '"';
  }
  *to++ = '}';
  return to;
}

std::string line_of(const log_event& e, event_data how) {
  std::string text(longest_event_line(e), 0);
  text.resize(static_cast<size_t>(put_line(text.data(), e, how) - text.data()));
  return text;
}

}  // namespace tensix
