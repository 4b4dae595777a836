// out = in0 + in1, element by element: the two operands in SrcA and SrcB, the sum in Dst.
#include "math_blocks.h"
#include "packer.h"
#include "unpacker.h"

extern "C" void unpack() {
  input_buffer in0(buffer_in0, arguments().ring_tiles), in1(buffer_in1, arguments().ring_tiles);
  configure_unpackers(face_datums);
  mop tile;  // four faces of each
  tile.outer = 4;
  tile.op = unpacr(0, next_face);
  tile.op1 = unpacr(1, next_face);
  tile.set();
  sync();
  unpacker u;
  const uint32_t most = block_tiles();
  for (uint32_t left = output_tiles(), block; left != 0; left -= block) {
    block = smaller(left, most);
    in0.wait_front(block);
    in1.wait_front(block);
    for (uint32_t t = 0; t < block; ++t) {
      u.begin(in0.pop_front(), in1.pop_front());
      ttinsn<word::clear_adc_zw(both_unpackers)>();
      ttinsn<word::mop>();
      u.end();
      u.free_block(in0, in1);
    }
    u.end_block(in0, in1);
  }
  u.free_block(in0, in1);
}

extern "C" void math() {
  configure_math();
  address_modifier next_rows;
  next_rows.a = next_rows.b = next_rows.dst = 8;
  set(0, next_rows);
  mop tile;  // four faces of two times eight rows
  tile.outer = 4;
  tile.inner = 2;
  tile.op = word_of(opcode::ELWADD);
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
// SPDX-License-Identifier: Apache-2.0
