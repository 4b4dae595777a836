// SPDX-License-Identifier: Apache-2.0
// Expressions over columns, and the searches of `optimise`.
#include <algorithm>
#include <cmath>
#include <map>

#include "app/optimise/expression.h"
#include "app/optimise/search.h"
#include "catch.h"

using namespace tensix;

namespace {

double of(const std::string& name) {
  static const std::map<std::string, double> values = {{"a", 2}, {"b.c_d", 5}, {"feed-bytes", 7}};
  return values.at(name);
}

void refused(const std::string& text, const std::string& part) {
  try {
    const expression e(text);
    FAIL(text << " is taken");
  } catch (const expression_error& e) {
    CHECK(std::string(e.what()).find(part) != std::string::npos);
  }
}

// What a search visits, in which batches, where only one point is the best.
struct space {
  std::vector<uint64_t> sizes;
  std::function<double(uint64_t)> cost;
  std::vector<std::vector<uint64_t>> batches;

  std::set<uint64_t> search(uint64_t budget, uint64_t seed, bool random) {
    std::map<uint64_t, merit> known;
    batches.clear();
    point_search s(
        sizes, budget, seed,
        [&](const std::vector<uint64_t>& points) {
          batches.push_back(points);
          for (const uint64_t p : points) {
            CHECK(known.count(p) == 0);  // nothing is run twice
            known[p] = {true, 0, {cost(p)}};
          }
        },
        [&](uint64_t p) { return known.at(p); });
    if (random) s.random();
    else s.coordinate();
    CHECK(s.points().size() == known.size());
    CHECK(known.size() <= budget);
    return s.points();
  }
};

}  // namespace

TEST_CASE("Expressions") {
  CHECK(expression("1 + 2 * 3 - 4 / 2").value(of) == 5);
  CHECK(expression("(1 + 2) * -a").value(of) == -6);
  CHECK(expression("a - b.c_d * feed-bytes").value(of) == -33);
  CHECK(expression(" 1.5e3/a ").value(of) == 750);
  CHECK(std::isinf(expression("1 / (a - 2)").value(of)));
  CHECK(expression("b.c_d / a + a").names() == std::vector<std::string>{"a", "b.c_d"});
  refused("", "too early");
  refused("a +", "too early");
  refused("(a", "a ) is missing");
  refused("a b", "too much");
  refused("a % 2", "too much");
  refused("* a", "has no place");
  refused("1e999", "too large");
  refused(std::string(200, '(') + "1" + std::string(200, ')'), "too deep");
}

TEST_CASE("Constraints") {
  CHECK(parse_constraint("a <= 2").violation(of) == 0);
  CHECK(parse_constraint("a < 2").violation(of) > 0);
  CHECK(parse_constraint("2 * a >= b.c_d").violation(of) == Approx(0.2));
  CHECK(parse_constraint("a > 1").violation(of) == 0);
  CHECK_THROWS_AS(parse_constraint("a = 2"), expression_error);
  CHECK_THROWS_AS(parse_constraint("a <= "), expression_error);
}

TEST_CASE("Better: done, then allowed, then the objectives in turn") {
  const merit best{true, 0, {1, 9}}, second{true, 0, {1, 10}}, broken{true, 0.1, {0, 0}}, failed{false, 0, {}};
  CHECK(better(best, second));
  CHECK(better(second, broken));
  CHECK(better(broken, failed));
  CHECK_FALSE(better(best, best));
  CHECK(dominates({1, 2}, {1, 3}));
  CHECK_FALSE(dominates({1, 2}, {1, 2}));
  CHECK_FALSE(dominates({1, 3}, {2, 2}));
}

TEST_CASE("Coordinate search goes along one axis after the other to the best point") {
  // Digits (i, j, k) of sizes 10, 8, 12; the best is (7, 2, 9), and every coordinate leads there by itself.
  space s{{10, 8, 12}, [](uint64_t p) {
            const double i = static_cast<double>(p / 96), j = static_cast<double>(p / 12 % 8), k = static_cast<double>(p % 12);
            return std::fabs(i - 7) + std::fabs(j - 2) + std::fabs(k - 9);
          }};
  const auto points = s.search(28, 1, false);
  CHECK(points.count(7 * 96 + 2 * 12 + 9) == 1);
  CHECK(s.batches.size() == 4);  // the first point, then a line each
  CHECK(s.batches[0] == std::vector<uint64_t>{0});
  CHECK(s.batches[1].size() == 9);
}

TEST_CASE("A search ends when its budget is used or the space is known") {
  space flat{{4, 4}, [](uint64_t) { return 1.0; }};
  CHECK(flat.search(100, 1, false).size() == 16);
  CHECK(flat.search(100, 1, true).size() == 16);
  CHECK(flat.search(5, 1, false).size() == 5);
  CHECK(flat.search(1, 1, true).size() == 1);
  CHECK(flat.search(12, 3, true).size() == 12);
  space large{{1000000, 1000000, 1000}, [](uint64_t p) { return static_cast<double>(p); }};
  CHECK(large.search(50, 1, true).size() == 50);
  CHECK(large.search(50, 1, false).size() == 50);
  CHECK_THROWS_AS(point_search({1ull << 40, 1ull << 40}, 1, 1, {}, {}), std::invalid_argument);
}

TEST_CASE("What is random depends on the seed only, and is spread evenly") {
  space s{{100, 100}, [](uint64_t p) { return static_cast<double>(p); }};
  const auto one = s.search(400, 1, true);
  CHECK(one == s.search(400, 1, true));
  CHECK(one != s.search(400, 2, true));
  CHECK(s.search(300, 1, false) == s.search(300, 1, false));
  std::vector<int> quarters(4);
  for (const uint64_t p : one) ++quarters[p / 2500];
  for (const int q : quarters) CHECK((q > 70 && q < 130));  // 100 expected, deviation below 9
}
