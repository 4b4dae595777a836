// SPDX-License-Identifier: Apache-2.0
// Traffic of the NoC beside a kernel: what one stream of reads or writes asks of L1 (docs/noc-traffic.md). No SystemC.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workload/streams/program.h"

namespace tensix {

struct noc_stream {
  enum class order : uint8_t { linear, strided, random };
  static constexpr uint32_t word_bytes = 16, most_lanes = 64;

  bool write = false;
  uint64_t rate_milli = 0;  // bytes in 1000 cycles; 0: none
  uint32_t burst = 256;     // bytes of a request
  order pattern = order::linear;
  uint32_t stride = 0;            // bytes from one word of a request to the next, if strided
  uint64_t seed = 1;              // of random addresses
  std::optional<l1_range> where;  // nothing: the largest free piece of L1
  std::string text;               // as it was given

  // The fewest 16-byte words a cycle with which a whole request keeps the pace; 0: none do.
  uint32_t lanes() const {
    const uint32_t words = burst / word_bytes;
    for (uint32_t n = 1; n <= most_lanes; ++n)
      if (uint64_t{(words + n - 1) / n} * rate_milli <= uint64_t{burst} * 1000) return n;
    return 0;
  }
  std::string pattern_text() const;
  // Words within its range that a strided stream visits, one behind the other.
  uint32_t strided_words() const { return (where->bytes - word_bytes) / stride + 1; }
};

// A range of L1 that a kernel uses, and for what.
struct used_range {
  std::string what;
  l1_range where;
};

// Gives each stream its range: the largest piece of L1 that is not used, if none was given. Throws std::invalid_argument, with
// the option in the message, if a range is not in L1, too small for a request, or one of a write meets a used one.
void place_noc_streams(std::vector<noc_stream>& streams, const std::vector<used_range>& used, uint32_t l1_bytes);

}  // namespace tensix
