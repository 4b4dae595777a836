// SPDX-License-Identifier: Apache-2.0
// The grid against tables written down from documents, and against walks from router to router.
#include "models/noc/noc_grid_function.h"

#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "catch.h"

using namespace tensix;

namespace noc_grid_test {
namespace {

using places = std::vector<std::pair<int, int>>;

noc_coordinate at(int x, int y) { return {static_cast<uint8_t>(x), static_cast<uint8_t>(y)}; }

places all_places() {
  places all;
  for (int x = 0; x < 17; ++x)
    for (int y = 0; y < 12; ++y) all.push_back({x, y});
  return all;
}

// blackhole_140_arch.yaml: ports 0, 1, 2 of each channel; worker endpoints on NoC 0 and NoC 1.
struct channel_row {
  places ports;
  std::pair<int, int> worker[2];
};
const std::vector<channel_row>& channels() {
  static const std::vector<channel_row> rows = {
      {{{0, 0}, {0, 1}, {0, 11}}, {{0, 11}, {0, 1}}}, {{{0, 2}, {0, 10}, {0, 3}}, {{0, 2}, {0, 10}}},
      {{{0, 9}, {0, 4}, {0, 8}}, {{0, 9}, {0, 4}}},   {{{0, 5}, {0, 7}, {0, 6}}, {{0, 5}, {0, 7}}},
      {{{9, 0}, {9, 1}, {9, 11}}, {{9, 11}, {9, 1}}}, {{{9, 2}, {9, 10}, {9, 3}}, {{9, 3}, {9, 10}}},
      {{{9, 9}, {9, 4}, {9, 8}}, {{9, 8}, {9, 4}}},   {{{9, 5}, {9, 7}, {9, 6}}, {{9, 6}, {9, 7}}}};
  return rows;
}

// A packet's way, a router at a time: NoC 0 to the right, then down; NoC 1 up, then to the left.
unsigned walked(unsigned noc, std::pair<int, int> from, const std::pair<int, int>& to) {
  unsigned steps = 0;
  const auto x = [&] {
    while (from.first != to.first) from.first = (from.first + (noc ? 16 : 1)) % 17, ++steps;
  };
  const auto y = [&] {
    while (from.second != to.second) from.second = (from.second + (noc ? 11 : 1)) % 12, ++steps;
  };
  if (noc == 0) x(), y();
  else y(), x();
  return steps;
}

// Those between `start` and `end` in the direction in which a NoC flows.
std::set<int> span(unsigned noc, int start, int end, int size) {
  std::set<int> all = {start};
  while (start != end) all.insert(start = (start + (noc ? size - 1 : 1)) % size);
  return all;
}

noc_coordinate found(const noc_grid& grid, unsigned noc, int x, int y) {
  noc_coordinate c{99, 99};
  CHECK(grid.place_of(noc, static_cast<unsigned>(x), static_cast<unsigned>(y), c));
  return c;
}
}  // namespace

TEST_CASE("which tile stands where", "[noc]") {
  const noc_grid grid;
  std::map<noc_tile, int> count;
  for (auto [x, y] : all_places()) {
    ++count[grid.tile_at(at(x, y))];
    const bool tensix = y >= 2 && x != 0 && x != 8 && x != 9;
    CHECK((grid.tile_at(at(x, y)) == noc_tile::tensix) == tensix);
  }
  CHECK(count == std::map<noc_tile, int>{{noc_tile::tensix, 140},
                                         {noc_tile::dram, 24},
                                         {noc_tile::ethernet, 12},
                                         {noc_tile::pcie, 1},
                                         {noc_tile::other, 6},
                                         {noc_tile::nothing, 17 * 12 - 183}});
  CHECK(grid.tile_at(at(2, 0)) == noc_tile::pcie);
  CHECK(grid.tile_at(at(8, 0)) == noc_tile::other);
  CHECK(grid.tile_at(at(17, 3)) == noc_tile::nothing);
  CHECK(grid.tensix_columns() == 14);
  CHECK(grid.tensix(0, 0) == at(1, 2));
  CHECK(grid.tensix(7, 9) == at(10, 11));
}

TEST_CASE("channels of DRAM, their ports, and those of workers", "[noc]") {
  const noc_grid grid;
  CHECK(grid.dram_banks() == 8);
  for (unsigned c = 0; c < 8; ++c) {
    CHECK(grid.dram_channel_of_bank(c) == c);
    for (unsigned p = 0; p < 3; ++p) {
      const auto [x, y] = channels()[c].ports[p];
      CHECK(noc_grid::dram(c, p) == at(x, y));
      REQUIRE(grid.dram_at(at(x, y)));
      CHECK(grid.dram_at(at(x, y))->channel == c);
      CHECK(grid.dram_at(at(x, y))->port == p);
    }
    for (unsigned noc = 0; noc < 2; ++noc) {
      const auto [x, y] = channels()[c].worker[noc];
      CHECK(noc_grid::dram(c, noc_grid::worker_port(noc, c)) == at(x, y));
    }
  }
  CHECK_FALSE(grid.dram_at(at(1, 2)));
}

TEST_CASE("a route is as long as a walk, and a round trip has 0, 12, 17 or 29 links", "[noc]") {
  for (unsigned noc = 0; noc < 2; ++noc)
    for (const auto& from : all_places())
      for (const auto& to : all_places()) {
        const noc_coordinate a = at(from.first, from.second), b = at(to.first, to.second);
        const unsigned there = noc_grid::hops(noc, a, b), back = noc_grid::hops(noc, b, a);
        if (there != walked(noc, from, to)) FAIL("NoC " << noc);
        const unsigned trip = (from.first == to.first ? 0 : 17) + (from.second == to.second ? 0 : 12);
        if (there + back != trip) FAIL("NoC " << noc);
      }
}

TEST_CASE("translated coordinates are the same on both NoCs", "[noc]") {
  const noc_grid grid;
  for (unsigned noc = 0; noc < 2; ++noc) {
    for (int y = 2; y < 12; ++y)
      for (int x : {1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16}) CHECK(found(grid, noc, x, y) == at(x, y));
    for (int b = 0; b < 8; ++b)
      for (int p = 0; p < 3; ++p) {
        const auto [x, y] = channels()[static_cast<size_t>(b)].ports[static_cast<size_t>(p)];
        CHECK(found(grid, noc, b < 4 ? 17 : 18, 12 + 3 * (b % 4) + p) == at(x, y));
      }
    CHECK(found(grid, noc, 19, 24) == at(2, 0));
    CHECK(found(grid, noc, 20, 25) == at(1, 1));
    CHECK(found(grid, noc, 31, 25) == at(10, 1));
    CHECK(found(grid, noc, 8, 0) == at(8, 0));   // ARC
    CHECK(found(grid, noc, 8, 27) == at(8, 9));  // the second of four L2CPU tiles
    CHECK(found(grid, noc, 8, 30) == at(8, 2));  // security
  }
  // In rows 0 and 1 x is raw.
  CHECK(found(grid, 0, 4, 1) == at(4, 1));
  CHECK(found(grid, 1, 4, 1) == at(12, 1));
  noc_coordinate c;
  CHECK_FALSE(grid.place_of(0, 17, 1, c));
}

TEST_CASE("every place has a name, on both NoCs and on products with something fused off", "[noc]") {
  std::vector<noc_harvesting> products(6);
  products[1].tensix_columns = {2, 16};
  products[2].tensix_columns = {1, 7, 10, 13};
  products[2].dram_channel = 1;
  products[3].dram_channel = 7;
  products[4].second_pcie = true;
  products[5].ethernet = {3, 12};
  for (const auto& product : products)
    for (bool translation : {true, false}) {
      const noc_grid grid(product, translation);
      for (unsigned noc = 0; noc < 2; ++noc) {
        std::set<std::pair<int, int>> names;
        for (auto [x, y] : all_places()) {
          const noc_coordinate name = grid.translated(noc, at(x, y));
          CHECK(found(grid, noc, name.x, name.y) == at(x, y));
          names.insert({name.x, name.y});
        }
        CHECK(names.size() == 17 * 12);
      }
    }
}

TEST_CASE("what is fused off has the last translated coordinates", "[noc]") {
  noc_harvesting product;
  product.tensix_columns = {2, 16};
  product.dram_channel = 1;
  const noc_grid grid(product);
  const std::vector<std::pair<int, int>> columns = {{1, 1},   {2, 3},   {3, 4},   {4, 5},   {5, 6},   {6, 7},  {7, 10},
                                                    {10, 11}, {11, 12}, {12, 13}, {13, 14}, {14, 15}, {15, 2}, {16, 16}};
  for (auto [name, x] : columns)
    for (unsigned noc = 0; noc < 2; ++noc) CHECK(found(grid, noc, name, 5) == at(x, 5));
  CHECK(grid.tensix_columns() == 12);
  CHECK(grid.tensix(6, 0) == at(10, 2));
  CHECK(grid.tile_at(at(2, 5)) == noc_tile::nothing);
  // Channel 1 is in column 0, so column 9 comes first; channels 1 and 5 have the last rows.
  CHECK(found(grid, 0, 17, 12) == at(9, 0));
  CHECK(found(grid, 0, 17, 15) == at(9, 9));
  CHECK(found(grid, 1, 17, 22) == at(9, 10));
  CHECK(found(grid, 0, 18, 21) == at(0, 2));
  CHECK(grid.dram_banks() == 7);
  CHECK(grid.dram_channel_of_bank(1) == 2);
  CHECK_FALSE(grid.dram_at(at(0, 10)));
  for (unsigned noc = 0; noc < 2; ++noc)
    for (uint32_t x = 0; x < 17; ++x) {
      const uint32_t of_noc_0 = noc ? 16 - x : x;
      const bool without = of_noc_0 == 0 || of_noc_0 == 2 || of_noc_0 == 8 || of_noc_0 == 9 || of_noc_0 == 16;
      CHECK((grid.columns_without_multicast(noc) >> x & 1) == (without ? 1u : 0u));
    }
  CHECK(grid.rows_without_multicast(0) == 0x003);
  CHECK(grid.rows_without_multicast(1) == 0xC00);
}

TEST_CASE("without translation coordinates are raw of each NoC", "[noc]") {
  const noc_grid grid({}, false);
  for (auto [x, y] : all_places()) {
    CHECK(found(grid, 0, x, y) == at(x, y));
    CHECK(found(grid, 1, x, y) == at(16 - x, 11 - y));
  }
  noc_coordinate c;
  CHECK_FALSE(grid.place_of(0, 17, 0, c));
  CHECK_FALSE(grid.place_of(1, 0, 12, c));
}

TEST_CASE("a rectangle reaches from its start to its end as the NoC flows", "[noc]") {
  const std::vector<std::array<int, 4>> rectangles = {{1, 2, 7, 11}, {7, 11, 1, 2}, {3, 3, 3, 3},
                                                      {15, 4, 2, 9}, {5, 10, 9, 2}, {16, 0, 0, 11}};
  for (unsigned noc = 0; noc < 2; ++noc)
    for (const auto& r : rectangles) {
      noc_packet p;
      p.noc = static_cast<uint8_t>(noc);
      p.multicast = true;
      p.to = at(r[0], r[1]);
      p.to_end = at(r[2], r[3]);
      const auto xs = span(noc, r[0], r[2], 17), ys = span(noc, r[1], r[3], 12);
      for (auto [x, y] : all_places()) CHECK(noc_grid::in_rectangle(p, at(x, y)) == (xs.count(x) && ys.count(y)));
    }
}

}  // namespace noc_grid_test
