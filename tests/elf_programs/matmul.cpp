// SPDX-License-Identifier: Apache-2.0
// out = in0 x in1. Blocks of output tiles are added up in Dst over the whole inner dimension. For each tile of in0 (in SrcB) a
// row of tiles of in1 passes through SrcA. Tiles are taken by index, so the buffers have to be the tensors.
#include "examples/elf/math_blocks.h"
#include "examples/elf/packer.h"
#include "examples/elf/unpacker.h"

static constexpr uint32_t address_gpr = 4, stride_gpr = 6;  // of in1's next tile; the size of a tile

static kernel_arguments shape() {
  kernel_arguments a = arguments();
  if (a.block_rows == 0) a.block_rows = 1;
  if (a.block_columns == 0) a.block_columns = 1;
  return a;
}

// MOP template 0: for each tile of in1 REPLAY { UNPACR; base address += tile }; bit 0 of the mask chooses the context's copy.
static void set_unpack_mop() {
  constexpr uint32_t base = cfg::THCON_SEC0_REG3_Base_address.word, length = 6;
  using namespace insn::ADDDMAREG;
  constexpr uint32_t advance = word_of(opcode::ADDDMAREG) | op_a_reg_index.place(address_gpr) |
                               op_b_reg_index.place(stride_gpr) | result_reg_index.place(address_gpr);
  ttinsn<word::replay(0, 2 * length, true)>();
  ttinsn<unpacr(0, 0)>();
  ttinsn<advance>();
  ttinsn<word::stallwait(block::config, until::scalar_done)>();
  ttinsn<word::wrcfg(address_gpr, base)>();
  ttinsn<word::nop>();  // WRCFG takes two cycles
  ttinsn<word::nop>();
  ttinsn<unpacr(0, 0)>();
  ttinsn<advance>();
  ttinsn<word::stallwait(block::config, until::scalar_done)>();
  ttinsn<word::wrcfg(address_gpr, base + 1)>();
  ttinsn<word::nop>();
  ttinsn<word::nop>();
  const uint32_t words[8] = {0,         word::nop, word::replay(0, length, false),      word::nop,
                             word::nop, word::nop, word::replay(length, length, false), word::nop};
  for (uint32_t i = 0; i < 8; ++i) at(riscv_address::mop_config + 4 * (i + 1)) = words[i];
}

extern "C" void unpack() {
  const kernel_arguments a = shape();
  input_buffer in0(buffer_in0, 0), in1(buffer_in1, 0);
  configure_unpackers(tile_datums);
  set_gpr(stride_gpr, circular_buffer::tile_units);
  set_unpack_mop();
  sync();
  unpacker u;
  using namespace insn::MOP;
  const uint32_t row_of_in1 = word_of(opcode::MOP) | loop_count.place(a.block_columns - 1);
  in0.wait_front(a.rows * a.inner);
  in1.wait_front(a.inner * a.columns);
  for (uint32_t row = 0; row < a.rows; row += a.block_rows)
    for (uint32_t column = 0; column < a.columns; column += a.block_columns)
      for (uint32_t k = 0; k < a.inner; ++k)
        for (uint32_t r = 0; r < a.block_rows; ++r) {
          const uint32_t first = in1.tile(k * a.columns + column);
          u.begin(first, in0.tile((row + r) * a.inner + k));
          set_gpr(address_gpr, first - 1);
          ttinsn<unpacr(1, 0)>();
          push(row_of_in1 | zmask_lo16_or_loop_count.place(u.context() ? 0xffff : 0));
          u.end();
        }
  in0.pop_front(a.rows * a.inner);
  in1.pop_front(a.inner * a.columns);
  u.end_block(in0, in1);
  u.free_block(in0, in1);
}

// A product of tiles is 16 MVMUL of 8x16 by 16x16: SrcB's faces 0 and 2 with SrcA's 0 and 1 fill the tile of Dst once, 1 and 3
// with 2 and 3 the second time.
template <uint32_t modifier, uint32_t clear = 0>
static void mvmul() {
  using namespace insn::MVMUL;
  ttinsn<word_of(opcode::MVMUL) | addr_mode.place(modifier) | clear_dvalid.place(clear)>();
}
static void set_math_mop(uint32_t phases) {
  address_modifier rows8, next_column, next_row, second_half, again;
  rows8.b = rows8.dst = 8;
  next_column.a = 16, next_column.b_cr = true, next_column.dst = 8;
  next_row.a_cr = true, next_row.b = 32, next_row.b_cr = true, next_row.dst = 8;
  second_half.a = 32, second_half.a_cr = true, second_half.b = 48, second_half.b_cr = true, second_half.dst_cr = true;
  again.a_clear = again.b_clear = again.dst_clear = again.a_cr = again.b_cr = again.dst_cr = true;
  again.fidelity = phases > 1;
  set(0, rows8);
  set(1, next_column);
  set(2, next_row);
  set(4, second_half);
  set(5, again);
  ttinsn<word::replay(16, 16, true)>();
  mvmul<0>(), mvmul<1>(), mvmul<0>(), mvmul<2>(), mvmul<0>(), mvmul<1>(), mvmul<0>(), mvmul<4>();
  mvmul<0>(), mvmul<1>(), mvmul<0>(), mvmul<2>(), mvmul<0>(), mvmul<1>(), mvmul<0>();
  if (phases == 1) mvmul<5, clear_a>();
  else mvmul<5>();
  mop tile;
  tile.inner = phases;
  tile.op = word::replay(16, 16, false);
  if (phases > 1) tile.end0 = setrwc(clear_a, rwc_all);
  tile.set();
}

extern "C" void math() {
  const kernel_arguments a = shape();
  configure_math();
  set_math_mop(a.fidelity + 1);
  start_math();
  math_blocks m;
  const uint32_t block = a.block_rows * a.block_columns;
  for (uint32_t left = output_tiles(); left != 0; left -= block) {
    m.begin_block();
    for (uint32_t k = 0; k < a.inner; ++k)
      for (uint32_t t = 0; t < block;) {
        for (const uint32_t end = t + a.block_columns; t < end; ++t) {
          m.select_tile(t);
          ttinsn<word::mop>();
        }
        ttinsn<setrwc(clear_b, rwc_all)>();
      }
    m.end_block();
  }
}

extern "C" void pack() {
  const kernel_arguments a = shape();
  output_buffer out(buffer_out, 0);
  configure_packer();
  packer p;
  for (uint32_t row = 0; row < a.rows; row += a.block_rows)
    for (uint32_t column = 0; column < a.columns; column += a.block_columns) {
      out.wait_back(a.block_rows * a.block_columns);
      p.begin_block();
      uint32_t t = 0;
      for (uint32_t r = 0; r < a.block_rows; ++r)
        for (uint32_t c = 0; c < a.block_columns; ++c) {
          p.pack_tile(t++, out.tile((row + r) * a.columns + column + c));
          p.publish(out);
        }
      p.end_block();
    }
  p.publish(out);
}
