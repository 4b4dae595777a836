// SPDX-License-Identifier: Apache-2.0
// Cases of one kind: all of them, but one in N under the sanitizers, which meet in one what they meet in all.
#pragma once

namespace tensix_tests {

#if defined(__has_feature) && !defined(TENSIX_TESTS_SANITIZED)
#if __has_feature(address_sanitizer)
#define TENSIX_TESTS_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(TENSIX_TESTS_SANITIZED)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

// How many of a number of cases.
constexpr unsigned alike(unsigned cases, unsigned one_in = 7) { return sanitized ? (cases + one_in - 1) / one_in : cases; }

// Whether the next of them is one. N shares no factor with the loops around, or some of their values never come.
class each_alike {
 public:
  explicit each_alike(unsigned one_in = 7) : one_in_(one_in) {}
  bool left_out() { return sanitized && next_++ % one_in_ != 0; }

 private:
  unsigned one_in_, next_ = 0;
};

}  // namespace tensix_tests
