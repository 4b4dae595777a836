// One line of a JSON lines file: an object of texts and numbers (decimal, or "0x..." in quotes), read without allocation. What
// it does not need stays unread: a nested value is kept as text.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tensix {

class flat_json {
 public:
  // Keeps views of `line`. `where` stands in front of messages. Throws event_line_error.
  flat_json(std::string_view line, const std::string& where);

  size_t members() const { return count_; }
  bool has(std::string_view key) const { return find(key) != nullptr; }
  std::string_view text(std::string_view key) const;  // of a string without escapes
  std::string_view raw(std::string_view key) const;   // as it stands there
  uint64_t number(std::string_view key) const;
  [[noreturn]] void fail(const std::string& what) const;

 private:
  struct member {
    std::string_view key, value;
    bool quoted;
  };
  static constexpr size_t most_members = 16;
  const std::string_view line_;
  const std::string& where_;
  std::array<member, most_members> member_;
  size_t count_ = 0, at_ = 0;

  const member* find(std::string_view key) const;
  const member& get(std::string_view key) const;
  void skip_space();
  void expect(char c);
  std::string_view quoted();
  std::string_view nested();
};

}  // namespace tensix
