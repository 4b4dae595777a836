// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/noc_stream.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace tensix {
namespace {

std::string text_of(const l1_range& r) {
  char text[40];
  std::snprintf(text, sizeof text, "0x%x..0x%x", r.address, r.address + r.bytes);
  return text;
}

std::string text_of(const std::vector<used_range>& used) {
  std::string text;
  for (const used_range& u : used) text += (text.empty() ? "" : ", ") + u.what + " " + text_of(u.where);
  return text.empty() ? "none" : text;
}

// The largest piece that is not used, in whole words.
l1_range largest_free(std::vector<used_range> used, uint32_t l1_bytes) {
  std::sort(used.begin(), used.end(),
            [](const used_range& a, const used_range& b) { return a.where.address < b.where.address; });
  used.push_back({"", {l1_bytes, 0}});
  l1_range best;
  uint32_t next = 0;
  for (const used_range& u : used) {
    const uint32_t from = (next + noc_stream::word_bytes - 1) / noc_stream::word_bytes * noc_stream::word_bytes;
    if (u.where.address > from && u.where.address - from > best.bytes) best = {from, u.where.address - from};
    next = std::max(next, u.where.address + u.where.bytes);
  }
  best.bytes -= best.bytes % noc_stream::word_bytes;
  return best;
}

}  // namespace

std::string noc_stream::pattern_text() const {
  switch (pattern) {
    case order::linear: return "linear";
    case order::strided: return "stride=" + std::to_string(stride);
    default: return "random, seed=" + std::to_string(seed);
  }
}

void place_noc_streams(std::vector<noc_stream>& streams, const std::vector<used_range>& used, uint32_t l1_bytes) {
  for (noc_stream& s : streams) {
    const auto refuse = [&](const std::string& why) {
      throw std::invalid_argument((s.write ? "--noc-write " : "--noc-read ") + s.text + ": " + why);
    };
    const bool given = s.where.has_value();
    if (!given) s.where = largest_free(used, l1_bytes);
    const l1_range& r = *s.where;
    if (uint64_t{r.address} + r.bytes > l1_bytes)
      refuse(text_of(r) + " is not in L1, which has " + std::to_string(l1_bytes) + " bytes");
    const uint32_t least = s.pattern == noc_stream::order::strided ? noc_stream::word_bytes : s.burst;
    if (r.bytes < least)
      refuse(std::string(given ? "the range " : "the largest free piece of L1, ") + text_of(r) +
             ", has less than a request's " + std::to_string(least) + " bytes; " +
             (given ? "give a larger one" : "say at=FROM..TO, or a smaller burst"));
    if (!s.write) continue;
    for (const used_range& u : used)
      if (r.address < u.where.address + u.where.bytes && u.where.address < r.address + r.bytes)
        refuse("writes would change what is in use: " + text_of(r) + " meets " + u.what + " " + text_of(u.where) +
               "; in use are " + text_of(used));
  }
}

}  // namespace tensix
