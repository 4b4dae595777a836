// SPDX-License-Identifier: Apache-2.0
// Processes that simulate one chip together, each some of its tiles: "ranks", as MPI calls them (docs/ranks.md). What they say to each
// other; all of them call the same functions in the same order. No SystemC.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tensix {

class ranks_if {
 public:
  virtual ~ranks_if() = default;
  virtual unsigned number() const = 0;  // of this one; 0: the one that reports
  virtual unsigned count() const = 0;
  // What each rank says, by number. Valid until the next call. Does not return if a rank has ended.
  const std::vector<std::string_view>& exchange(std::string_view mine) {
    const std::vector<std::string_view>& all = exchanged(mine);
    ++exchanges;
    for (const std::string_view bytes : all) heard_bytes += bytes.size();
    return all;
  }
  uint64_t exchanges = 0, heard_bytes = 0;  // so far, with its own

  bool reports() const { return number() == 0; }
  // How far all have come together.
  enum class progress : uint8_t { starting, running, failed } progress = progress::starting;
  // The rank of one of so many things: ranks have stretches of them, of equal lengths as far as that goes.
  unsigned rank_of(size_t thing, size_t things) const { return static_cast<unsigned>(thing * count() / things); }
  uint64_t least(uint64_t mine) {
    uint64_t least = mine;
    for (const std::string_view bytes : exchange({reinterpret_cast<const char*>(&mine), sizeof mine})) {
      uint64_t other;
      std::memcpy(&other, bytes.data(), sizeof other);
      least = other < least ? other : least;
    }
    return least;
  }
  uint64_t most(uint64_t mine) { return ~least(~mine); }
  bool any(bool mine) { return most(mine) != 0; }
  bool all(bool mine) { return least(mine) != 0; }
  // The texts of all, one behind the other.
  std::string text(const std::string& mine) {
    std::string all;
    for (const std::string_view bytes : exchange(mine)) all += bytes;
    return all;
  }

 private:
  virtual const std::vector<std::string_view>& exchanged(std::string_view mine) = 0;
};

// Values and texts as bytes, for ranks: all are the same program.
class rank_writer {
 public:
  std::string bytes;
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view s) {
    put<uint64_t>(s.size());
    bytes += s;
  }
};

class rank_reader {
 public:
  explicit rank_reader(std::string_view bytes) : left_(bytes) {}
  bool any() const { return !left_.empty(); }
  std::string_view rest() const { return left_; }
  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  void copy(uint8_t* to, size_t bytes) {
    std::memcpy(to, left_.data(), bytes);
    left_.remove_prefix(bytes);
  }
  std::string_view text() {
    const auto size = static_cast<size_t>(get<uint64_t>());
    const std::string_view s = left_.substr(0, size);
    left_.remove_prefix(size);
    return s;
  }

 private:
  std::string_view left_;
};

}  // namespace tensix
