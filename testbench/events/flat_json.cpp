#include "testbench/events/flat_json.h"

#include <charconv>

#include "testbench/events/event.h"

namespace tensix {

flat_json::flat_json(std::string_view line, const std::string& where) : line_(line), where_(where) {
  skip_space();
  if (at_ == line_.size()) fail("an empty line");
  expect('{');
  skip_space();
  while (at_ < line_.size() && line_[at_] != '}') {
    if (count_ > 0) expect(',');
    if (count_ == most_members) fail("more than " + std::to_string(most_members) + " members");
    skip_space();
    member m;
    m.key = quoted();
    if (find(m.key)) fail("\"" + std::string(m.key) + "\" twice");
    skip_space();
    expect(':');
    skip_space();
    m.quoted = at_ < line_.size() && line_[at_] == '"';
    m.value = m.quoted ? quoted() : nested();
    member_[count_++] = m;
    skip_space();
  }
  expect('}');
  skip_space();
  if (at_ != line_.size()) fail("something behind the closing brace");
}

void flat_json::fail(const std::string& what) const { throw event_line_error((where_.empty() ? "" : where_ + ": ") + what); }

const flat_json::member* flat_json::find(std::string_view key) const {
  for (size_t i = 0; i < count_; ++i)
    if (member_[i].key == key) return &member_[i];
  return nullptr;
}
const flat_json::member& flat_json::get(std::string_view key) const {
  const member* m = find(key);
  if (!m) fail("\"" + std::string(key) + "\" is missing");
  return *m;
}

std::string_view flat_json::text(std::string_view key) const {
  const member& m = get(key);
  if (!m.quoted) fail("\"" + std::string(key) + "\" is no text in quotes");
  return m.value;
}
std::string_view flat_json::raw(std::string_view key) const { return get(key).value; }

uint64_t flat_json::number(std::string_view key) const {
  const member& m = get(key);
  const bool hexadecimal = m.quoted && m.value.size() > 2 && m.value[0] == '0' && (m.value[1] == 'x' || m.value[1] == 'X');
  const std::string_view digits = hexadecimal ? m.value.substr(2) : m.value;
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
  if (m.quoted != hexadecimal || error != std::errc() || end != digits.data() + digits.size())
    fail("\"" + std::string(key) + "\" is " + (m.quoted ? "\"" + std::string(m.value) + "\"" : std::string(m.value)) +
         "; expected a number below 2^64, decimal or \"0x...\"");
  return value;
}

void flat_json::skip_space() {
  while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t' || line_[at_] == '\r')) ++at_;
}

void flat_json::expect(char c) {
  if (at_ == line_.size()) fail(std::string("ends where '") + c + "' is expected");
  if (line_[at_] != c)
    fail(std::string("has '") + line_[at_] + "' in column " + std::to_string(at_ + 1) + " where '" + c + "' is expected");
  ++at_;
}

std::string_view flat_json::quoted() {
  expect('"');
  const size_t from = at_;
  while (at_ < line_.size() && line_[at_] != '"') at_ += line_[at_] == '\\' ? 2 : 1;
  if (at_ >= line_.size()) fail("ends within quotes");
  return line_.substr(from, at_++ - from);
}

// A number or a word, or all of an object or a list.
std::string_view flat_json::nested() {
  const size_t from = at_;
  unsigned depth = 0;
  while (at_ < line_.size()) {
    const char c = line_[at_];
    if (c == '"') {
      quoted();
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}' || c == ']' || c == ' ')) break;
    if (c == '{' || c == '[') ++depth;
    ++at_;
    if ((c == '}' || c == ']') && --depth == 0) break;
  }
  if (depth || at_ == from) fail("ends where a value is expected");
  return line_.substr(from, at_ - from);
}

}  // namespace tensix
