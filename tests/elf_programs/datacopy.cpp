// SPDX-License-Identifier: Apache-2.0
// out = in0, tile by tile: L1 -> SrcA -> Dst -> L1.
#include "examples/elf/math_blocks.h"
#include "examples/elf/packer.h"
#include "examples/elf/unpacker.h"

extern "C" void unpack() {
  input_buffer in(buffer_in0, arguments().ring_tiles);
  configure_unpackers(face_datums);
  mop tile;  // four faces into SrcA; the matrix unit waits for SrcB as well, which gets zeros
  using namespace insn::UNPACR_NOP;
  tile.outer = 4;
  tile.start = unpacr(0, next_face);
  tile.op = word_of(opcode::UNPACR_NOP) | unpacker_select.place(1) | set_dvalid.place(1) | unpack_pop.place(1);
  tile.set();
  sync();
  unpacker u;
  const uint32_t most = block_tiles();
  for (uint32_t left = output_tiles(), block; left != 0; left -= block) {
    block = smaller(left, most);
    in.wait_front(block);
    for (uint32_t t = 0; t < block; ++t) {
      const uint32_t from = in.pop_front();
      u.begin(from, from);
      ttinsn<word::clear_adc_zw(both_unpackers)>();
      ttinsn<word::mop>();
      u.end();
      u.free_block(in);
    }
    u.end_block(in);
  }
  u.free_block(in);
}

extern "C" void math() {
  configure_math();
  address_modifier next_rows;
  next_rows.a = next_rows.dst = 8;
  set(2, next_rows);
  mop tile;  // four faces of two times eight rows
  tile.outer = 4;
  tile.inner = 2;
  tile.op = word_of(opcode::MOVA2D) | insn::MOVA2D::instr_mod.place(2) | insn::MOVA2D::addr_mode.place(2);
  tile.end0 = setrwc(clear_a | clear_b, rwc_ab);
  tile.set();
  start_math();
  math_blocks m;
  const uint32_t most = block_tiles();
  for (uint32_t left = output_tiles(), block; left != 0; left -= block) {
    block = smaller(left, most);
    m.begin_block();
    for (uint32_t t = 0; t < block; ++t) {
      m.select_tile(t);
      ttinsn<word::mop>();
      ttinsn<setrwc(0, rwc_dst)>();
    }
    m.end_block();
  }
}

extern "C" void pack() {
  output_buffer out(buffer_out, arguments().ring_tiles);
  configure_packer();
  packer p;
  const uint32_t most = block_tiles();
  for (uint32_t left = output_tiles(), block; left != 0; left -= block) {
    block = smaller(left, most);
    out.wait_back(block);
    p.begin_block();
    for (uint32_t t = 0; t < block; ++t) {
      p.pack_tile(t, out.next_back());
      p.publish(out);
    }
    p.end_block();
  }
  p.publish(out);
}
