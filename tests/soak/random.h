// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same with every compiler and library: splitmix64.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace tensix::soak {

class random_numbers {
 public:
  explicit random_numbers(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  uint32_t word() { return static_cast<uint32_t>(next() >> 32); }
  unsigned below(unsigned n) { return static_cast<unsigned>((uint64_t{word()} * n) >> 32); }
  unsigned between(unsigned first, unsigned last) { return first + below(last - first + 1); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  T pick(std::initializer_list<T> of) {
    return of.begin()[below(static_cast<unsigned>(of.size()))];
  }
  template <class T, size_t n>
  const T& pick(const T (&of)[n]) {
    return of[below(static_cast<unsigned>(n))];
  }

 private:
  uint64_t state_;
};

}  // namespace tensix::soak
