// SPDX-License-Identifier: Apache-2.0
#include "platform/noc_parameters.h"

namespace tensix {

namespace {
constexpr unsigned columns = 14;
constexpr uint8_t column(unsigned i) { return static_cast<uint8_t>(i < 7 ? 1 + i : 3 + i); }
}  // namespace

unsigned columns_left(const harvesting_parameters& p) {
  unsigned left = 0;
  for (unsigned i = 0; i < columns; ++i) left += !(p.columns >> i & 1);
  return left;
}

noc_harvesting harvesting_of(const harvesting_parameters& p) {
  noc_harvesting h;
  for (unsigned i = 0; i < columns; ++i)
    if (p.columns >> i & 1) h.tensix_columns.push_back(column(i));
  for (unsigned c = 0; c < dram_channels; ++c)
    if (p.channels >> c & 1) h.dram_channel = c;
  return h;
}

}  // namespace tensix
