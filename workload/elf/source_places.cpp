// SPDX-License-Identifier: Apache-2.0
#include "workload/elf/source_places.h"

#include <algorithm>
#include <utility>

namespace tensix {
namespace {

// "add_tiles" of "void ckernel::add_tiles<true>(unsigned long)".
std::string plain_name(const std::string& function) {
  const std::string brief = brief_function(function);
  return brief.find("operator") == std::string::npos ? brief.substr(0, brief.find('<')) : brief;
}

}  // namespace

std::string text_of(const source_place& p) {
  if (p.file.empty()) return p.call;
  return base_name(p.file) + ":" + std::to_string(p.line) + (p.call.empty() ? "" : " " + p.call);
}

own_file files_outside(const std::vector<std::string>& folders, bool headers) {
  return [=](const std::string& file) {
    const auto in = [&](const std::string& folder) { return file.compare(0, folder.size(), folder) == 0; };
    if (file.empty() || std::any_of(folders.begin(), folders.end(), in)) return false;
    if (headers) return true;
    const std::string end = file.substr(std::min(file.size(), file.rfind('.')));
    return end == ".cpp" || end == ".cc" || end == ".cxx" || end == ".c";
  };
}

source_places::source_places(const elf_image* program, own_file own) : program_(program), own_(std::move(own)) {}

uint32_t source_places::at(uint32_t pc) {
  if (!program_) return before_source;
  if (last_ && instructions_[last_].pc == pc) return here_;
  follow(pc);
  instruction& i = instruction_at(pc);
  ++i.times;
  if (!last_ || instructions_[last_].place != i.place) times_[i.place] = std::max(times_[i.place], ++i.entered);
  last_ = static_cast<uint32_t>(&i - instructions_.data());
  if (i.place > behind_source) begun_ = true;
  return here_ = i.place == before_source && begun_ ? behind_source : i.place;
}

// What has come before was a call or a return.
void source_places::follow(uint32_t pc) {
  const instruction before = instructions_[last_];
  if (before.does == effect::calls && contexts_[context_].depth < deepest) {
    const auto [to, is_new] = contexts_[context_].called.emplace(before.pc, static_cast<uint32_t>(contexts_.size()));
    const unsigned depth = contexts_[context_].depth + 1;
    if (is_new) contexts_.push_back({context_, before.pc + 4, {}, {}, depth});
    context_ = to->second;
  } else if (before.does == effect::returns) {
    uint32_t c = context_;
    while (c && contexts_[c].returns_to != pc) c = contexts_[c].parent;
    if (c) context_ = contexts_[c].parent;
  }
}

source_places::instruction& source_places::instruction_at(uint32_t pc) {
  context& here = contexts_[context_];
  const uint32_t word = pc / 4;
  auto& known = here.instruction_of_word;
  if (known.empty()) here.first_word = word;
  if (word < here.first_word) {
    known.insert(known.begin(), here.first_word - word, 0);
    here.first_word = word;
  }
  const size_t at = word - here.first_word;
  if (at >= known.size()) known.resize(at + at / 2 + 1);
  if (!known[at]) {
    known[at] = static_cast<uint32_t>(instructions_.size());
    // jal and jalr that keep where they come from in ra or t0 call; jalr by one of these without keeping it returns.
    const uint32_t code = program_->word_at(pc).value_or(0), opcode = code & 0x7f, rd = code >> 7 & 31, rs1 = code >> 15 & 31;
    const auto links = [](uint32_t r) { return r == 1 || r == 5; };
    effect does = effect::none;
    if ((opcode == 0x6f || opcode == 0x67) && links(rd)) does = effect::calls;
    else if (opcode == 0x67 && rd == 0 && links(rs1)) does = effect::returns;
    instructions_.push_back({pc, place_of(pc), does});
  }
  return instructions_[known[at]];
}

uint32_t source_places::place_of(uint32_t pc) {
  std::string callee;
  for (uint32_t c = context_;; c = contexts_[c].parent) {
    const std::vector<elf_image::place> frames = program_->frames(pc);
    for (auto f = frames.rbegin(); f != frames.rend(); ++f) {
      if (own_(f->file)) {
        const auto [at, is_new] =
            numbers_.emplace(std::make_tuple(f->file, f->line, plain_name(callee)), static_cast<uint32_t>(places_.size()));
        if (is_new) {
          places_.push_back({f->file, f->line, plain_name(callee)});
          times_.push_back(0);
        }
        return at->second;
      }
      callee = f->function;
    }
    if (c == 0) return before_source;
    pc = contexts_[c].returns_to - 4;
  }
}

}  // namespace tensix
