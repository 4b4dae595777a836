// SPDX-License-Identifier: Apache-2.0
#include "models/noc/noc_translation_function.h"

namespace tensix {

noc_coordinate noc_translate(const noc_tables& t, noc_coordinate c) {
  const unsigned x = c.x & 31, y = c.y & 31;
  const auto dram_column = [&](unsigned column) {
    return (column == 0 && t.dram_in_column_0) || (column == 9 && t.dram_in_column_9);
  };
  noc_coordinate raw = c;
  if (t.column_swap >> y & 1 && dram_column(x ^ 9)) raw.x = static_cast<uint8_t>(x ^ 9);
  else if (!(t.row_mask >> y & 1)) raw.x = t.x[x];
  if (dram_column(x)) raw.y = t.dram[y];
  else if (!(t.column_mask >> x & 1)) raw.y = t.y[y];
  return raw;
}

}  // namespace tensix
