// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/program.h"

#include <algorithm>
#include <cstdio>

namespace tensix::soak {

namespace {

class program_steps final : public step_source {
 public:
  explicit program_steps(const std::vector<directive>& d) : directives_(d) {}
  bool next(step& out) override {
    if (at_ == directives_.size()) return false;
    const directive& d = directives_[at_++];
    out = step();
    out.kind = d.kind;
    out.how = d.how;
    out.count = static_cast<uint32_t>(d.words.size());
    out.address = d.address, out.address2 = d.address2;
    out.value = d.value, out.mask = d.mask;
    out.cycles = d.cycles;
    out.words = d.words.data();
    out.line = static_cast<int>(at_);
    return true;
  }

 private:
  const std::vector<directive>& directives_;
  size_t at_ = 0;
};

void append(std::string& text, const char* format, uint32_t a, uint32_t b = 0) {
  char piece[64];
  std::snprintf(piece, sizeof piece, format, a, b);
  text += piece;
}

void append(std::string& text, const directive& d) {
  static constexpr const char* operators[] = {"==", "!=", "<", "<=", ">", ">="};
  switch (d.kind) {
    case step::kind_t::push:
      text += " push";
      for (const uint32_t w : d.words) append(text, " 0x%08x", w);
      break;
    case step::kind_t::store: append(text, " st 0x%08x 0x%08x", d.address, d.value); break;
    case step::kind_t::load: append(text, " ld 0x%08x", d.address); break;
    case step::kind_t::copy: append(text, " copy 0x%08x 0x%08x", d.address, d.address2); break;
    case step::kind_t::poll:
      append(text, " poll 0x%08x 0x%08x ", d.address, d.mask);
      text += operators[static_cast<int>(d.how)];
      append(text, " 0x%08x", d.value);
      break;
    case step::kind_t::sync: text += " sync"; break;
    case step::kind_t::mark: text += " mark soak"; break;
    case step::kind_t::delay: text += " delay " + std::to_string(d.cycles); break;
  }
}

}  // namespace

std::unique_ptr<step_source> steps_of(const program& p, unsigned core) { return std::make_unique<program_steps>(p.core[core]); }

std::string stream_text(const program& p) {
  std::string text = "# soak, seed " + std::to_string(p.seed) + "\n";
  for (const memory_fill& m : p.memory) {
    constexpr size_t words_a_line = 8;
    for (size_t i = 0; i < m.words.size(); i += words_a_line) {
      append(text, "l1w 0x%x", m.address + static_cast<uint32_t>(4 * i));
      for (size_t j = i; j < std::min(i + words_a_line, m.words.size()); ++j) append(text, " 0x%08x", m.words[j]);
      text += "\n";
    }
  }
  for (unsigned c = 0; c < stream_cores; ++c)
    for (const directive& d : p.core[c]) {
      if (d.kind == step::kind_t::push && d.words.empty()) continue;
      text += core_name(c);
      append(text, d);
      text += "\n";
    }
  return text;
}

}  // namespace tensix::soak
