// SPDX-License-Identifier: Apache-2.0
// What went wrong, as texts that a caller of the library asks for (tensix.h, "Errors"). No SystemC.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "support/text/plain_text.h"

namespace tensix {

struct error_record {
  int code;        // tt_code
  uint64_t cycle;  // in which it was noticed
  std::string text;
};

class error_log {
 public:
  // A program that is wrong in every cycle does not fill the memory: beyond this many, records are counted and not kept.
  static constexpr uint64_t most_kept = 1000;

  void add(int code, uint64_t cycle, const std::string& text) {
    ++count_;
    last_ = {code, cycle, plain_text(text)};
    if (kept_.size() < most_kept) kept_.push_back(last_);
  }
  uint64_t count() const { return count_; }
  // Null: there is none, or it was not kept.
  const error_record* at(uint64_t index) const { return index < kept_.size() ? &kept_[index] : nullptr; }
  const error_record* last() const { return count_ ? &last_ : nullptr; }

 private:
  uint64_t count_ = 0;
  std::vector<error_record> kept_;
  error_record last_{};
};

}  // namespace tensix
