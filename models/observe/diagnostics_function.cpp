// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "models/isa/isa.h"
#include "models/observe/diagnostics.h"

namespace tensix {

std::string diagnosis::to_string() const {
  char where[96];
  std::snprintf(where, sizeof where, "cycle %llu", static_cast<unsigned long long>(cycle));
  std::string text_out = std::string(where);
  if (thread >= 0) text_out += ", thread T" + std::to_string(thread);
  text_out += ", " + unit + ": ";
  if (word) {
    std::snprintf(where, sizeof where, "0x%08x ", word);
    text_out += std::string(where) + "(" + disassemble(word) + "): ";
  }
  return text_out + text;
}

void diagnostics::undefined_in(uint64_t cycle, const char* unit, int thread, uint32_t word, std::string text) {
  if (stop_ && stopped) return;
  for (const auto& r : reports_)
    if (r.text == text && r.unit == unit) return;
  reports_.push_back({unit, thread, now_ ? cycle : 0, word, std::move(text)});
  if (told) told(reports_.back());
  if (policy != on_undefined::stop) return;
  stop_ = true;
  if (stopped) stopped();
}

void diagnostics::remark(const char* unit, std::string text) {
  for (const auto& r : remarks_)
    if (r.text == text && r.unit == unit) return;
  remarks_.push_back({unit, -1, now_ ? now_() : 0, 0, std::move(text)});
}

}  // namespace tensix
