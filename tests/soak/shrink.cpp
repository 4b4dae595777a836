// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/shrink.h"

#include <algorithm>
#include <map>

namespace tensix::soak {
namespace {

// What may be left out, as places in a program: each list of places goes as a whole.
struct place {
  unsigned core;
  size_t directive;
};
using cut_list = std::vector<std::vector<place>>;

cut_list directives_of(const program& p, bool in_groups) {
  cut_list all;
  std::map<unsigned, size_t> of_group;
  for (unsigned core = 0; core < stream_cores; ++core)
    for (size_t i = 0; i < p.core[core].size(); ++i) {
      const unsigned group = p.core[core][i].group;
      if (group == 0 || !in_groups) all.push_back({{core, i}});
      else if (const auto known = of_group.find(group); known != of_group.end()) all[known->second].push_back({core, i});
      else {
        of_group[group] = all.size();
        all.push_back({{core, i}});
      }
    }
  return all;
}

program without_directives(const program& p, const cut_list& all, size_t from, size_t to) {
  std::vector<bool> gone[stream_cores];
  for (unsigned core = 0; core < stream_cores; ++core) gone[core].resize(p.core[core].size());
  for (size_t i = from; i < to; ++i)
    for (const place& at : all[i]) gone[at.core][at.directive] = true;
  program rest;
  rest.seed = p.seed;
  rest.memory = p.memory;
  for (unsigned core = 0; core < stream_cores; ++core)
    for (size_t i = 0; i < p.core[core].size(); ++i)
      if (!gone[core][i]) rest.core[core].push_back(p.core[core][i]);
  return rest;
}

struct word_place {
  unsigned core;
  size_t directive, word;
};

std::vector<word_place> words_of(const program& p) {
  std::vector<word_place> all;
  for (unsigned core = 0; core < stream_cores; ++core)
    for (size_t i = 0; i < p.core[core].size(); ++i)
      for (size_t w = 0; w < p.core[core][i].words.size(); ++w) all.push_back({core, i, w});
  return all;
}

program without_words(program p, const std::vector<word_place>& all, size_t from, size_t to) {
  for (size_t i = to; i-- > from;) {  // from the back: places before stay right
    auto& words = p.core[all[i].core][all[i].directive].words;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(all[i].word));
  }
  for (auto& core : p.core)
    core.erase(std::remove_if(core.begin(), core.end(),
                              [](const directive& d) { return d.kind == step::kind_t::push && d.words.empty(); }),
               core.end());
  return p;
}

program without_memory(program p, size_t from, size_t to) {
  p.memory.erase(p.memory.begin() + static_cast<std::ptrdiff_t>(from), p.memory.begin() + static_cast<std::ptrdiff_t>(to));
  return p;
}

// The same contents in pieces small enough to be left out one by one.
void split_memory(program& p) {
  constexpr size_t words_a_piece = 8;
  std::vector<memory_fill> pieces;
  for (const memory_fill& m : p.memory)
    for (size_t i = 0; i < m.words.size(); i += words_a_piece) {
      const size_t end = std::min(i + words_a_piece, m.words.size());
      pieces.push_back(
          {m.address + static_cast<uint32_t>(4 * i),
           {m.words.begin() + static_cast<std::ptrdiff_t>(i), m.words.begin() + static_cast<std::ptrdiff_t>(end)}});
    }
  p.memory = std::move(pieces);
}

struct shrinker {
  program best;
  const std::function<bool(const program&)>& fails;
  unsigned tries_left;

  bool take(program candidate) {
    if (tries_left == 0) return false;
    --tries_left;
    if (!fails(candidate)) return false;
    best = std::move(candidate);
    return true;
  }
  // Halves, quarters, ... of `count()` things, until not even one alone can go. `without(from, to)` of the present best.
  template <class Count, class Without>
  bool leave_out(Count count, Without without) {
    bool any = false;
    for (size_t share = std::max<size_t>(1, count() / 2);; share = std::max<size_t>(1, share / 2)) {
      bool gone = false;
      // From the end: what comes late needs what comes early.
      for (size_t to = count(); to > 0 && tries_left > 0;) {
        const size_t from = to > share ? to - share : 0;
        gone |= take(without(from, to));
        to = std::min(from, count());
      }
      any |= gone;
      if (tries_left == 0 || (share == 1 && !gone)) return any;
    }
  }
};

}  // namespace

program shrink(program p, const std::function<bool(const program&)>& fails, cuts allowed, unsigned most_tries) {
  split_memory(p);
  shrinker s{std::move(p), fails, most_tries};
  for (bool smaller = true; smaller && s.tries_left > 0;) {
    smaller = false;
    for (const bool in_groups : {true, false}) {  // most of what matters goes with the groups, and quickly
      if (!in_groups && allowed == cuts::groups) break;
      smaller |= s.leave_out(
          [&] { return directives_of(s.best, in_groups).size(); },
          [&](size_t from, size_t to) { return without_directives(s.best, directives_of(s.best, in_groups), from, to); });
    }
    if (allowed == cuts::everything)
      smaller |= s.leave_out([&] { return words_of(s.best).size(); },
                             [&](size_t from, size_t to) { return without_words(s.best, words_of(s.best), from, to); });
    smaller |= s.leave_out([&] { return s.best.memory.size(); },
                           [&](size_t from, size_t to) { return without_memory(s.best, from, to); });
  }
  return s.best;
}

size_t instructions_pushed(const program& p) { return words_of(p).size(); }

}  // namespace tensix::soak
