// SPDX-License-Identifier: Apache-2.0
// The FIFO between two stages against a list of all words and when they left.
#include "models/frontend/timed_fifo.h"

#include <random>
#include <vector>

#include "catch.h"
#include "tests/seed.h"

using namespace tensix;

TEST_CASE("a timed FIFO knows its words, and when places became free") {
  std::mt19937 random(seeded(31));
  for (const uint32_t entries : {1u, 2u, 3u, 8u, 31u, 32u, 33u}) {
    timed_fifo fifo(entries);
    std::vector<timed_word> words;  // all that ever came
    std::vector<uint64_t> left;     // all that ever left
    uint64_t cycle = 0;
    for (unsigned i = 0; i < 4000; ++i) {
      const uint32_t in = static_cast<uint32_t>(words.size() - left.size());
      REQUIRE(fifo.size() == in);
      REQUIRE(fifo.empty() == (in == 0));
      REQUIRE(fifo.full() == (in == entries));
      for (uint32_t w = 0; w < in; ++w) REQUIRE(fifo[w].pushed == words[left.size() + w].pushed);
      REQUIRE(fifo.stage_before_from() == (left.size() < entries ? 0 : left[left.size() - entries]));
      if (in < entries) REQUIRE(fifo.place_from() == (words.size() < entries ? 0 : left[words.size() - entries]));
      // The first cycle in which at most `most` words are in the FIFO, counting one that comes and those that have not left.
      for (uint32_t most = in + 1; most <= entries; ++most) {
        uint64_t from = 0;
        for (size_t w = 0; w < left.size(); ++w)
          if (words.size() - w >= most) from = left[w];  // with it there would be one too many
        REQUIRE(fifo.room_from(most) == from);
      }
      if (in == 0 || (in < entries && random() % 2)) {
        words.push_back({static_cast<uint32_t>(random()), i, cycle});
        fifo.push(words.back());
      } else {
        cycle += random() % 3;
        left.push_back(cycle);
        fifo.pop(cycle);
      }
    }
  }
}
