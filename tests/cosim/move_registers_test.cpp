// SPDX-License-Identifier: Apache-2.0
// The pins of tt_dst_if and tt_src_if at a tile's registers: rows read and written at random against registers of plain arrays,
// blocks that may not be read yet, banks handed over, and what is the block's fault.
#include <cstdio>
#include <random>
#include <string>

#include "cosim/rtl/dst_adapter.h"
#include "cosim/rtl/src_adapter.h"
#include "models/registers/tensix_state.h"
#include "tests/cosim/sc_apart.h"

namespace {
using namespace tensix;
using sc_apart::apart;
using sc_apart::expect;

struct dst_write_pins {
  uint8_t dst_we = 0, dst_ww32 = 0, dst_wrote = 0, dst_wrote_block = 0;
  uint16_t dst_wrow = 0, dst_wmask = 0;
  uint32_t dst_wdata[row_datums] = {};
};

void dst() {
  dst_register d;
  dst_users users;
  const dst_read_port port(d, users);
  std::mt19937 random(1);
  static uint16_t expected[dst_rows][row_datums];
  for (unsigned r = 0; r < dst_rows; ++r)
    for (unsigned i = 0; i < row_datums; ++i) expected[r][i] = d.bits[r][i] = static_cast<uint16_t>(random());
  for (unsigned r = 0; r < dst_rows; r += 5) {  // cleared: their bits do not count
    d.row_valid[r] = false;
    for (uint16_t& x : expected[r]) x = 0;
  }
  for (unsigned n = 0; n < 20000; ++n) {
    const bool wide = random() % 2;
    const unsigned group = random() % (dst_rows / 16), row = wide ? 16 * group + random() % 8 : random() % dst_rows;
    if (n % 2) {
      dst_write_pins w;
      w.dst_we = 1, w.dst_ww32 = wide, w.dst_wrow = static_cast<uint16_t>(row), w.dst_wmask = static_cast<uint16_t>(random());
      for (unsigned i = 0; i < row_datums; ++i) {
        w.dst_wdata[i] = static_cast<uint32_t>(random());
        if (!(w.dst_wmask >> i & 1)) continue;
        expected[row][i] = static_cast<uint16_t>(w.dst_wdata[i] >> (wide ? 16 : 0));
        if (wide) expected[row + 8][i] = static_cast<uint16_t>(w.dst_wdata[i]);
      }
      dst_write_at_edge(w, d, users, n);
    } else {
      uint32_t data[row_datums];
      port.read(row, wide, data);
      for (unsigned i = 0; i < row_datums; ++i)
        expect(
            data[i] == (wide ? uint32_t{expected[row][i]} << 16 | expected[row + 8][i] : expected[row][i]),
            "Dst row " + std::to_string(row) + ", datum " + std::to_string(i) + " behind " + std::to_string(n) + " accesses");
    }
    if (sc_apart::errors > 5) return;
  }
  // Announced at the edge that ends cycle 100: readable in 101, not in 100; other blocks always. Of 32 bits, both halves.
  dst_write_pins w;
  w.dst_wrote = 1, w.dst_wrote_block = 3;
  dst_write_at_edge(w, d, users, 100);
  for (unsigned row = 0; row < 48; ++row) {
    const bool of_block = row / 8 == 3, low_half = row / 8 == 2;
    expect(port.blocked(true, row, false, 100) == of_block, "blocked, row " + std::to_string(row));
    expect(port.blocked(true, row, true, 100) == (of_block || low_half), "blocked, 32 bits, row " + std::to_string(row));
    expect(!port.blocked(true, row, true, 101) && !port.blocked(false, row, true, 100), "free, row " + std::to_string(row));
  }
}

struct src_write_pins {
  uint8_t src_we = 0, src_clr = 0, src_bank = 0, src_row = 0, src_give = 0, src_give_bank = 0, src_fmt = 0;
  uint16_t src_mask = 0;
  uint32_t src_data[row_datums] = {}, src_clr_value = 0;
};

void src(unsigned which) {
  tensix_state state;
  hand_over_parameters late;
  late.latency_cycles = 3;
  src_hand_over hand_over("hand_over", late, state);
  src_register& registers = which ? state.srcb : state.srca;
  src_writer writer(which, registers, hand_over);
  const std::string who = which ? "SrcB: " : "SrcA: ";
  std::mt19937 random(2 + which);
  static uint32_t expected[2][src_rows][row_datums];
  for (unsigned n = 0; n < 3000; ++n) {
    src_write_pins w;
    w.src_bank = random() & 1;
    if (n % 50 == 0) {
      w.src_clr = 1, w.src_clr_value = static_cast<uint32_t>(random()) & 0x7ffff;
      for (auto& row : expected[w.src_bank])
        for (uint32_t& x : row) x = w.src_clr_value;
    }
    w.src_we = random() & 1, w.src_row = random() % src_rows, w.src_mask = static_cast<uint16_t>(random());
    for (unsigned i = 0; i < row_datums; ++i) {
      w.src_data[i] = static_cast<uint32_t>(random()) & 0x7ffff;
      if (w.src_we && (w.src_mask >> i & 1)) expected[w.src_bank][w.src_row][i] = w.src_data[i];
    }
    writer.at_edge(w, 10, "test");
  }
  for (unsigned b = 0; b < 2; ++b)
    for (unsigned r = 0; r < src_rows; ++r)
      for (unsigned i = 0; i < row_datums; ++i)
        expect(registers.bank[b].row[r][i] == expected[b][r][i],
               who + "bank " + std::to_string(b) + ", row " + std::to_string(r));
  expect(writer.own(10) == 3 && writer.bank() == 0, who + "both banks are the writer's at first");

  // Given at the edge that ends cycle 20: the reader's three cycles later, and the writer fills the other one.
  src_write_pins give;
  give.src_give = 1, give.src_fmt = 5;
  writer.at_edge(give, 20, "test");
  expect(writer.own(21) == 2 && writer.bank() == 1 && registers.bank[0].format == 5, who + "bank 0 has been given");
  expect(hand_over.usable_from(which, 0, src_client::matrix_unit, 20) == 23, who + "the reader's from cycle 23 on");
  registers.bank[0].allowed_client = src_client::unpackers;  // and back, at the end of cycle 30
  hand_over.changed({src_bank_bit(which, 0), false}, 30, "test");
  expect(writer.own(32) == 2 && writer.own(33) == 3, who + "own rises the latency later, not before");

  writer.at_edge(give, 40, "test");
  src_write_pins bad[3];
  bad[0].src_we = bad[1].src_clr = bad[2].src_give = 1;
  for (const src_write_pins& b : bad) {
    std::string said;
    try {
      writer.at_edge(b, 41, "test");
    } catch (const std::runtime_error& e) {
      said = e.what();
    }
    expect(said.find("bank 0 of Src") != std::string::npos && said.find("cycle 41") != std::string::npos,
           who + "what is not its own: \"" + said + "\"");
  }
}

}  // namespace

int sc_main(int, char**) {
  apart("Dst", dst);
  apart("SrcA", [] { src(0); });
  apart("SrcB", [] { src(1); });
  return sc_apart::errors == 0 ? 0 : 1;
}
