// SPDX-License-Identifier: Apache-2.0
// What is done at the end of a scope.
#pragma once
#include <utility>

namespace experimental {

template <typename F>
class [[nodiscard]] Lock {
 public:
  constexpr explicit Lock(F release) : release_(std::move(release)) {}
  constexpr ~Lock() { release_(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  F release_;
};

}  // namespace experimental
