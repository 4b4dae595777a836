// SPDX-License-Identifier: Apache-2.0
#include "app/optimise/search.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace tensix {
namespace {
constexpr int most_idle_starts = 1000;  // in a row that lead to no point that is not known
}

bool better(const merit& a, const merit& b) {
  if (a.done != b.done) return a.done;
  if (a.violation != b.violation) return a.violation < b.violation;
  return a.objectives < b.objectives;
}

bool dominates(const std::vector<double>& a, const std::vector<double>& b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] > b[i]) return false;
  return a != b;
}

point_search::point_search(std::vector<uint64_t> sizes, uint64_t budget, uint64_t seed, run_function run,
                           merit_function merit_of)
    : sizes_(std::move(sizes)), budget_(budget), random_(seed), run_(std::move(run)), merit_of_(std::move(merit_of)) {
  for (const uint64_t s : sizes_) {
    if (s == 0 || size_ > std::numeric_limits<uint64_t>::max() / s) throw std::invalid_argument("the space is too large");
    size_ *= s;
  }
}

// Without the library's distributions, which differ between libraries.
uint64_t point_search::below(uint64_t n) {
  const uint64_t limit = std::numeric_limits<uint64_t>::max() - std::numeric_limits<uint64_t>::max() % n;
  for (;;)
    if (const uint64_t r = random_(); r < limit) return r % n;
}

// As many of those that are not known as the budget allows.
void point_search::visit(const std::vector<uint64_t>& points) {
  std::vector<uint64_t> fresh;
  for (const uint64_t p : points)
    if (left() && known_.insert(p).second) fresh.push_back(p);
  if (!fresh.empty()) run_(fresh);
}

void point_search::random() {
  std::vector<uint64_t> points;
  if (budget_ >= size_) {
    for (uint64_t p = 0; p < size_; ++p) points.push_back(p);
  } else if (budget_ > size_ / 2) {  // draw from all that are left
    for (uint64_t p = 0; p < size_; ++p) points.push_back(p);
    for (uint64_t i = 0; i < budget_; ++i) std::swap(points[i], points[i + below(size_ - i)]);
    points.resize(budget_);
  } else {
    for (std::set<uint64_t> seen; points.size() < budget_;)
      if (const uint64_t p = below(size_); seen.insert(p).second) points.push_back(p);
  }
  visit({points.front()});  // by itself: it shows whether its result has all that is asked for
  visit(points);
}

// The point from which no coordinate leads to a better one, as far as the budget goes.
uint64_t point_search::descend(uint64_t from) {
  visit({from});
  uint64_t at = from;
  for (bool moved = true; moved && left();) {
    moved = false;
    uint64_t stride = size_;
    for (const uint64_t size : sizes_) {
      stride /= size;
      const uint64_t digit = at / stride % size, rest = at - digit * stride;
      std::vector<uint64_t> line;
      for (uint64_t d = 0; d < size; ++d) line.push_back(rest + d * stride);
      visit(line);
      for (const uint64_t p : line)
        if (known_.count(p) && better(merit_of_(p), merit_of_(at))) at = p, moved = true;
    }
  }
  return at;
}

void point_search::coordinate() {
  descend(0);
  for (int idle = 0; left() && idle < most_idle_starts;) {
    const size_t before = known_.size();
    descend(below(size_));
    idle = known_.size() == before ? idle + 1 : 0;
  }
}

}  // namespace tensix
