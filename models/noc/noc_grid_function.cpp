// SPDX-License-Identifier: Apache-2.0
#include "models/noc/noc_grid_function.h"

#include <algorithm>

namespace tensix {
namespace {

// Columns of Tensix tiles as they lie on the die, which is the order of Ethernet channels, too.
constexpr uint8_t die_order[] = {1, 16, 2, 15, 3, 14, 4, 13, 5, 12, 6, 11, 7, 10};
// y of the three ports of channel c (column 0) and c + 4 (column 9).
constexpr uint8_t dram_y[4][dram_ports] = {{0, 1, 11}, {2, 10, 3}, {9, 4, 8}, {5, 7, 6}};
constexpr uint8_t l2cpu_y[] = {3, 9, 5, 7};
constexpr uint8_t first_tensix_row = 2, pcie_x = 2, other_pcie_x = 11;
// Translated coordinates of what has names of its own.
constexpr uint8_t dram_name_x = 17, dram_name_y = 12, pcie_name_x = 19, pcie_name_y = 24, ethernet_name_x = 20,
                  ethernet_name_y = 25, l2cpu_name_y = 26, security_name_y = 30;

template <class list>
bool holds(const list& all, unsigned value) {
  return std::find(std::begin(all), std::end(all), value) != std::end(all);
}
bool named(noc_coordinate name) { return name != noc_coordinate{}; }

// A step on a ring of `size` routers in one direction, as often as it takes.
unsigned around(unsigned from, unsigned to, unsigned size) { return (to + size - from) % size; }

}  // namespace

noc_grid::noc_grid(const noc_harvesting& harvesting, bool translation) : translation_(translation) {
  place_tiles(harvesting);
  for (unsigned channel = 0; channel < dram_channels; ++channel)
    if (harvesting.dram_channel != channel) banks_.push_back(static_cast<uint8_t>(channel));
  fill_tables(harvesting);
  name_tiles();
  for (unsigned noc = 0; noc < 2; ++noc) {
    for (uint8_t x : {uint8_t{0}, uint8_t{8}, uint8_t{9}}) columns_without_multicast_[noc] |= 1u << noc_mirrored(noc, {x, 0}).x;
    for (uint8_t x : harvesting.tensix_columns) columns_without_multicast_[noc] |= 1u << noc_mirrored(noc, {x, 0}).x;
  }
}

void noc_grid::place_tiles(const noc_harvesting& harvesting) {
  for (auto& column : tiles_) std::fill(std::begin(column), std::end(column), noc_tile::nothing);
  for (uint8_t x = 1; x < noc_columns; ++x) {
    if (!holds(die_order, x)) continue;
    const bool there = !holds(harvesting.tensix_columns, x);
    if (there) tensix_x_.push_back(x);
    for (uint8_t y = first_tensix_row; y < noc_rows && there; ++y) tiles_[x][y] = noc_tile::tensix;
    if (!holds(harvesting.ethernet, x)) tiles_[x][1] = noc_tile::ethernet;
  }
  for (unsigned channel = 0; channel < dram_channels; ++channel)
    for (unsigned port = 0; port < dram_ports && harvesting.dram_channel != channel; ++port) {
      const noc_coordinate c = dram(channel, port);
      tiles_[c.x][c.y] = noc_tile::dram;
    }
  tiles_[harvesting.second_pcie ? other_pcie_x : pcie_x][0] = noc_tile::pcie;
  tiles_[8][0] = tiles_[8][2] = noc_tile::other;  // ARC, security
  for (uint8_t y : l2cpu_y) tiles_[8][y] = noc_tile::other;
}

void noc_grid::fill_tables(const noc_harvesting& harvesting) {
  if (!translation_) return;
  noc_tables& t = tables_[0];
  t.row_mask = 3;  // rows 0 and 1 keep x
  for (uint8_t i = 0; i < noc_columns; ++i) t.x[i] = i;
  for (uint8_t i = 0; i < noc_rows; ++i) t.y[i] = i;
  // Columns that are there first, from the left; the others from the right, as they lie on the die.
  std::vector<uint8_t> places;
  for (uint8_t x = 1; x < noc_columns; ++x)
    if (holds(die_order, x)) places.push_back(x);
  for (size_t i = 0; i < tensix_x_.size(); ++i) t.x[places[i]] = tensix_x_[i];
  size_t last = places.size();
  for (uint8_t x : die_order)
    if (holds(harvesting.tensix_columns, x)) t.x[places[--last]] = x;
  // The column of DRAM with a channel missing is the second, and that channel's row, in both, the last.
  const bool missing_in_first = harvesting.dram_channel && *harvesting.dram_channel < 4;
  t.x[dram_name_x] = missing_in_first ? 9 : 0;
  t.x[dram_name_x + 1] = missing_in_first ? 0 : 9;
  std::vector<unsigned> order = {0, 1, 2, 3};
  if (harvesting.dram_channel) {
    const unsigned row = *harvesting.dram_channel % 4;
    order.erase(order.begin() + row);
    order.push_back(row);
  }
  for (unsigned i = 0; i < 4; ++i) std::copy_n(dram_y[order[i]], dram_ports, &t.y[dram_name_y + dram_ports * i]);
  t.x[pcie_name_x] = harvesting.second_pcie ? other_pcie_x : pcie_x;
  t.y[pcie_name_y] = 0;
  uint8_t* ethernet = &t.x[ethernet_name_x];
  for (uint8_t x : die_order)
    if (!holds(harvesting.ethernet, x) && ethernet != t.x.data() + t.x.size()) *ethernet++ = x;
  t.y[ethernet_name_y] = 1;
  std::copy(std::begin(l2cpu_y), std::end(l2cpu_y), &t.y[l2cpu_name_y]);
  t.y[security_name_y] = 2;

  tables_[1] = t;
  for (auto& x : tables_[1].x) x = static_cast<uint8_t>(noc_columns - 1 - x);
  for (auto& y : tables_[1].y) y = static_cast<uint8_t>(noc_rows - 1 - y);
}

void noc_grid::name_tiles() {
  if (!translation_) return;
  const auto name = [&](unsigned x0, unsigned x1, unsigned y0, unsigned y1) {
    for (unsigned x = x0; x <= x1; ++x)
      for (unsigned y = y0; y <= y1; ++y) {
        const noc_coordinate c{static_cast<uint8_t>(x), static_cast<uint8_t>(y)}, place = noc_translate(tables_[0], c);
        names_[place.x][place.y] = c;
      }
  };
  name(1, 16, first_tensix_row, noc_rows - 1);
  name(dram_name_x, dram_name_x + 1, dram_name_y, dram_name_y + 4 * dram_ports - 1);
  name(pcie_name_x, pcie_name_x, pcie_name_y, pcie_name_y);
  name(ethernet_name_x, 31, ethernet_name_y, ethernet_name_y);
  name(8, 8, l2cpu_name_y, security_name_y);
}

bool noc_grid::place_of(unsigned noc, unsigned x, unsigned y, noc_coordinate& place) const {
  if (x >= 32 || y >= 32) return false;
  noc_coordinate raw{static_cast<uint8_t>(x), static_cast<uint8_t>(y)};
  if (translation_) raw = noc_translate(tables_[noc], raw);
  if (raw.x >= noc_columns || raw.y >= noc_rows) return false;
  place = noc_mirrored(noc, raw);
  return true;
}

noc_tile noc_grid::tile_at(noc_coordinate place) const {
  return place.x < noc_columns && place.y < noc_rows ? tiles_[place.x][place.y] : noc_tile::nothing;
}

uint32_t noc_grid::rows_without_multicast(unsigned noc) const {
  return 1u << noc_mirrored(noc, {0, 0}).y | 1u << noc_mirrored(noc, {0, 1}).y;
}

noc_coordinate noc_grid::translated(unsigned noc, noc_coordinate place) const {
  const noc_coordinate raw = noc_mirrored(noc, place), name = names_[place.x][place.y];
  if (!translation_) return raw;
  if (named(name)) return name;
  // What is left stands in rows 0 and 1, where x is raw, or in column 8, which is its own mirror; y is translated everywhere.
  return {raw.x, place.y};
}

noc_coordinate noc_grid::tensix(unsigned column, unsigned row) const {
  return {tensix_x_[column], static_cast<uint8_t>(first_tensix_row + row)};
}

std::optional<noc_grid::dram_place> noc_grid::dram_at(noc_coordinate place) const {
  if (tile_at(place) != noc_tile::dram) return std::nullopt;
  for (unsigned channel = place.x ? 4 : 0;; ++channel)
    for (unsigned port = 0; port < dram_ports; ++port)
      if (dram(channel, port) == place) return dram_place{static_cast<uint8_t>(channel), static_cast<uint8_t>(port)};
}

noc_coordinate noc_grid::dram(unsigned channel, unsigned port) {
  return {static_cast<uint8_t>(channel < 4 ? 0 : 9), dram_y[channel % 4][port]};
}

unsigned noc_grid::worker_port(unsigned noc, unsigned channel) {
  static constexpr uint8_t ports[2][dram_channels] = {{2, 0, 0, 0, 2, 2, 2, 2}, {1, 1, 1, 1, 1, 1, 1, 1}};
  return ports[noc][channel];
}

unsigned noc_grid::hops(unsigned noc, noc_coordinate from, noc_coordinate to) {
  if (noc == 1) std::swap(from, to);
  return around(from.x, to.x, noc_columns) + around(from.y, to.y, noc_rows);
}

bool noc_grid::in_rectangle(const noc_packet& multicast, noc_coordinate place) {
  const noc_coordinate start = noc_mirrored(multicast.noc, multicast.to), end = noc_mirrored(multicast.noc, multicast.to_end),
                       c = noc_mirrored(multicast.noc, place);
  const auto within = [](unsigned first, unsigned last, unsigned n) {
    return first <= last ? first <= n && n <= last : n <= last || first <= n;
  };
  return within(start.x, end.x, c.x) && within(start.y, end.y, c.y);
}

}  // namespace tensix
