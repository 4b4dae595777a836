// SPDX-License-Identifier: Apache-2.0
#include "support/text/fitted.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace tensix {
namespace {

using lines = std::vector<std::string>;

constexpr size_t fold_indent = 4;

size_t letters(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

size_t longest(const lines& all) {
  size_t most = 0;
  for (const auto& l : all) most = std::max(most, letters(l));
  return most;
}

void drop_blanks(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

// Where cells begin: at the first letter, and behind two blanks or more.
std::vector<size_t> cells(const std::string& line) {
  std::vector<size_t> begins;
  for (size_t i = 0; i < line.size(); ++i)
    if (line[i] != ' ' && (i == 0 || (line[i - 1] == ' ' && (i == 1 || line[i - 2] == ' ' || begins.empty()))))
      begins.push_back(i);
  return begins;
}

// A sentence, or a name and a sentence: further lines begin below the sentence, if that leaves it room.
void break_words(const std::string& line, size_t width, lines& out) {
  const auto begins = cells(line);
  size_t indent = begins.empty() ? 0 : begins.back();
  if (begins.size() < 2 || indent > width / 2) indent = begins.empty() ? 0 : begins.front() + 2;
  std::string rest = line;
  size_t from =
      begins.empty() ? 0 : std::max(begins.size() > 1 && begins.back() <= width / 2 ? begins.back() : begins.front(), indent);
  while (letters(rest) > width) {
    size_t at = rest.rfind(' ', width);
    if (at == std::string::npos || at <= from || rest.find_first_not_of(' ') >= at) at = rest.find(' ', std::max(width, from));
    if (at == std::string::npos) break;  // one long word
    std::string head = rest.substr(0, at);
    drop_blanks(head);
    const size_t next = rest.find_first_not_of(' ', at);
    out.push_back(head);
    if (next == std::string::npos) return;
    rest = std::string(indent, ' ') + rest.substr(next);
    from = indent;
  }
  out.push_back(rest);
}

// Letters that are blank in all lines, but for what stands before the first column.
std::vector<bool> gaps_of(const lines& table) {
  std::vector<bool> blank(longest(table), true);
  for (const auto& l : table)
    for (size_t i = 0; i < l.size() && i < blank.size(); ++i)
      if (l[i] != ' ') blank[i] = false;
  for (size_t i = 0; i < blank.size() && blank[i]; ++i) blank[i] = false;
  return blank;
}

void squeeze(lines& table, size_t width) {
  for (const size_t keep : {2, 1}) {
    const std::vector<bool> blank = gaps_of(table);
    size_t too_much = longest(table) > width ? longest(table) - width : 0;
    std::vector<bool> drop(blank.size(), false);
    for (size_t i = 0, run = 0; i < blank.size(); ++i) {
      run = blank[i] ? run + 1 : 0;
      if (run > keep && too_much > 0) drop[i] = true, --too_much;
    }
    for (auto& l : table) {
      std::string kept;
      for (size_t i = 0; i < l.size(); ++i)
        if (i >= drop.size() || !drop[i]) kept += l[i];
      l = kept;
    }
  }
}

// The columns that fit, then the others below, in every line at the same places.
void fold(const lines& table, size_t width, lines& out) {
  const std::vector<bool> blank = gaps_of(table);
  std::vector<size_t> cuts = {0};
  for (size_t from = 0, room = width; from + room < blank.size(); room = width - fold_indent) {
    size_t cut = from + room;
    while (cut > from && !blank[cut]) --cut;
    if (cut == from) break;
    cuts.push_back(cut + 1);
    from = cut + 1;
  }
  for (const auto& l : table)
    for (size_t i = 0; i < cuts.size(); ++i) {
      if (cuts[i] >= l.size()) break;
      std::string piece = l.substr(cuts[i], i + 1 < cuts.size() ? cuts[i + 1] - cuts[i] : std::string::npos);
      drop_blanks(piece);
      if (i && piece.find_first_not_of(" .") == std::string::npos) continue;  // nobody does anything there
      if (i) piece = std::string(fold_indent, ' ') + piece;
      if (letters(piece) > width) break_words(piece, width, out);
      else out.push_back(piece);
    }
}

// Lines one below the other that have columns are one table.
void fit_table(lines table, size_t width, lines& out) {
  if (longest(table) > width) squeeze(table, width);
  if (longest(table) <= width) out.insert(out.end(), table.begin(), table.end());
  else fold(table, width, out);
}

void fit_block(const lines& block, size_t width, lines& out) {
  constexpr size_t columns = 3;  // fewer are a name and a sentence
  for (size_t i = 0; i < block.size();) {
    size_t end = i;
    while (end < block.size() && cells(block[end]).size() >= columns) ++end;
    if (end > i + 1) {
      fit_table({block.begin() + static_cast<std::ptrdiff_t>(i), block.begin() + static_cast<std::ptrdiff_t>(end)}, width, out);
      i = end;
      continue;
    }
    if (letters(block[i]) > width) break_words(block[i], width, out);
    else out.push_back(block[i]);
    ++i;
  }
}

}  // namespace

std::string fitted(const std::string& text, size_t width) {
  lines block, out;
  std::istringstream in(text);
  const auto flush = [&] {
    if (longest(block) > width) fit_block(block, width, out);
    else out.insert(out.end(), block.begin(), block.end());
    block.clear();
  };
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(' ') != std::string::npos) {
      block.push_back(line);
      continue;
    }
    flush();
    out.push_back(line);
  }
  flush();
  std::string all;
  for (const auto& l : out) all += l + '\n';
  if (!text.empty() && text.back() != '\n' && !all.empty()) all.pop_back();
  return all;
}

}  // namespace tensix
