// SPDX-License-Identifier: Apache-2.0
// Who else has most of a path that is as long, or nearly so.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "observe/why/critical_path.h"
#include "observe/why/path_piece.h"
#include "observe/why/path_uses.h"

namespace tensix {

class path_ties {
 public:
  // A piece from event `from` to event `to`, both on the path.
  void add(const path_piece& piece, size_t from, size_t to);
  // Of all that was added. Who has a path alone ties with nobody.
  std::vector<path_tie> found() const;

 private:
  std::vector<std::string> holders_;                        // by number
  by_use<uint8_t> holder_{};                                // of each use, if it is known: number + 1
  std::map<unsigned, std::pair<uint64_t, uint64_t>> ties_;  // by holder: cycles that it has on its longest path, and its loss
  uint64_t cycles_ = 0;                                     // of the pieces that these are of
  // Scratch.
  std::tuple<std::vector<int32_t>, std::vector<int64_t>> ways_;
  std::vector<uint64_t> slack_;  // by event of the piece: find_slack

  void number_holders(const path_piece& piece, size_t from, size_t to, const by_use<uint64_t>& of_use);
  void find_slack(const path_piece& piece, size_t from, size_t to, uint64_t most);
  template <class Weight>
  void longest_of(const path_piece& piece, size_t from, size_t to, uint64_t most_slack, const std::vector<unsigned>& tied,
                  const by_use<uint8_t>& lane);
};

}  // namespace tensix
