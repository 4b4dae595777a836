// SPDX-License-Identifier: Apache-2.0
// Pins of cosim/rtl/sv/tt_dst_if.sv <-> Dst of a tile and the times at which its blocks may be read (models/contracts/
// dst_users.h). For any block, of Verilator or written by hand, that has the interface's signals as members with the prefix dst_.
#pragma once
#include "models/contracts/dst_users.h"
#include "models/registers/dst_register.h"

namespace tensix {

// A read port. `re`, `row` and `w32` are driven by the block; `blocked` is the answer within the cycle, the data are there in the
// next one.
class dst_read_port {
 public:
  dst_read_port(const dst_register& dst, const dst_users& users) : dst_(dst), users_(users) {}

  static dst_block_set blocks_of(unsigned row, bool w32) {
    dst_block_set blocks;
    blocks.add_row(row & (dst_rows - 1));
    if (w32) blocks.add_row((row + dst_block_rows) & (dst_rows - 1));
    return blocks;
  }
  // The first cycle in which the row may be read.
  cycle_t readable_from(unsigned row, bool w32) const { return users_.readable_from(blocks_of(row, w32)); }
  bool blocked(bool re, unsigned row, bool w32, cycle_t cycle) const { return re && readable_from(row, w32) > cycle; }

  // At the edge that ends the cycle of a read: what it has read, to be driven behind the edge.
  template <class Data>
  void read(unsigned row, bool w32, Data& data) const {
    for (unsigned i = 0; i < row_datums; ++i) data[i] = datum(row, i) << (w32 ? 16 : 0) | (w32 ? datum(row + 8, i) : 0u);
  }

 private:
  const dst_register& dst_;
  const dst_users& users_;
  uint32_t datum(unsigned row, unsigned column) const {
    row &= dst_rows - 1;
    return dst_.row_valid[row] ? dst_.bits[row][column] : 0u;
  }
};

// The write port, and the announcements of the writer. At the edge that ends `cycle`:
template <class Pins>
void dst_write_at_edge(const Pins& pins, dst_register& dst, dst_users& users, cycle_t cycle) {
  if (pins.dst_we) {
    const auto row_at = [&](unsigned row) -> uint16_t* {
      row &= dst_rows - 1;
      // What has not been written of a row that was cleared stays zero.
      if (!dst.row_valid[row]) std::fill_n(dst.bits[row], row_datums, uint16_t{0}), dst.row_valid[row] = true;
      return dst.bits[row];
    };
    uint16_t* const high = row_at(pins.dst_wrow);
    uint16_t* const low = pins.dst_ww32 ? row_at(pins.dst_wrow + dst_block_rows) : nullptr;
    for (unsigned i = 0; i < row_datums; ++i) {
      if (!(pins.dst_wmask >> i & 1)) continue;
      high[i] = static_cast<uint16_t>(pins.dst_ww32 ? pins.dst_wdata[i] >> 16 : pins.dst_wdata[i]);
      if (low) low[i] = static_cast<uint16_t>(pins.dst_wdata[i]);
    }
  }
  if (pins.dst_wrote) {
    dst_block_set blocks;
    blocks.add_row(pins.dst_wrote_block * dst_block_rows);
    users.written(blocks, cycle + 1);
  }
}

}  // namespace tensix
