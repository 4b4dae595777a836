// SPDX-License-Identifier: Apache-2.0
// Searching a space of points for the best: which points to run next. Points are numbers below the product of the coordinates'
// sizes, the last coordinate the fastest. The same seed gives the same points.
#pragma once
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace tensix {

// How good a point is: no violation before any, then the first objective, then the next (smaller is better in all).
struct merit {
  bool done = false;     // it ran to its end
  double violation = 0;  // of constraints, summed
  std::vector<double> objectives;
};
bool better(const merit& a, const merit& b);
// a is as good as b in every number and better in one.
bool dominates(const std::vector<double>& a, const std::vector<double>& b);

class point_search {
 public:
  // Runs points that were not run before; merit_of is known of them afterwards.
  using run_function = std::function<void(const std::vector<uint64_t>& points)>;
  using merit_function = std::function<merit(uint64_t point)>;

  // At most `budget` points are run.
  point_search(std::vector<uint64_t> sizes, uint64_t budget, uint64_t seed, run_function run, merit_function merit_of);
  // Different points, each as likely.
  void random();
  // All values of one coordinate after the other, going on from the best; begins at point 0, and where no coordinate leads to
  // a better point, again at a random one, until the budget is used or the space is known.
  void coordinate();
  const std::set<uint64_t>& points() const { return known_; }

 private:
  const std::vector<uint64_t> sizes_;
  uint64_t size_ = 1;
  const uint64_t budget_;
  std::mt19937_64 random_;
  const run_function run_;
  const merit_function merit_of_;
  std::set<uint64_t> known_;

  uint64_t below(uint64_t n);
  bool left() const { return known_.size() < budget_ && known_.size() < size_; }
  void visit(const std::vector<uint64_t>& points);
  uint64_t descend(uint64_t from);
};

}  // namespace tensix
