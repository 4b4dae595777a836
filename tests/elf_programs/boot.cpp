// SPDX-License-Identifier: Apache-2.0
// B: gives the circular buffers their first state, lets T0..T2 go, and is the producer of their inputs and the consumer of
// their output, as the data movement kernels of a real program are. The tensors stand for what is outside the tile: either the
// buffers are the tensors, and B only counts; or the buffers are small rings, and B has every tile copied by the mover.
#include "examples/elf/layout.h"

static volatile uint32_t& at(uint32_t address) { return *reinterpret_cast<volatile uint32_t*>(address); }

// Tile control registers, and the mover's behind TDMA-RISC.
static constexpr uint32_t soft_reset = 0xFFB121B0, reset_pc = 0xFFB12228, reset_pc_override = 0xFFB12234;
static constexpr uint32_t held_nc = 1 << 18;  // nothing is there for it to run
static constexpr uint32_t mover_from = 0xFFB11000, mover_to = 0xFFB11004, mover_size = 0xFFB11008, mover_direction = 0xFFB1100C,
                          mover_command = 0xFFB11010, mover_status = 0xFFB11014;
static constexpr uint32_t l1_to_l1 = 3, copy_command = 0x40, mover_busy = 1 << 0, queue_empty = 1 << 3;

extern "C" const char program_t0[], program_t1[], program_t2[];  // core.ld

static void fence() { asm volatile("fence" ::: "memory"); }

static void release_t0_to_t2() {
  fence();  // what they read is in L1
  at(reset_pc) = reinterpret_cast<uint32_t>(program_t0);
  at(reset_pc + 4) = reinterpret_cast<uint32_t>(program_t1);
  at(reset_pc + 8) = reinterpret_cast<uint32_t>(program_t2);
  at(reset_pc_override) = 7;
  at(soft_reset) = held_nc;
}

static void copy_tile(uint32_t to, uint32_t from) {
  at(mover_from) = from / 16;
  at(mover_to) = to / 16;
  at(mover_size) = tile_bytes / 16;
  at(mover_direction) = l1_to_l1;
  at(mover_command) = copy_command;
  fence();  // a load would overtake the command
  while ((at(mover_status) & (mover_busy | queue_empty)) != queue_empty) {
  }
}

static uint32_t fresh(const volatile uint32_t& word) {
  fence();
  return word;
}

// One buffer's outer end: tiles of the tensor that have passed.
struct outer_end {
  uint32_t buffer, tiles, ring, done = 0;
  uint32_t tensor_tile() const { return tensor_address(buffer) + done * tile_bytes; }
  uint32_t slot() const { return ring_address(buffer) + done % ring * tile_bytes; }
};

static void fill(outer_end& s) {
  if (s.done == s.tiles || (s.ring && s.done - fresh(counters(s.buffer).consumed) == s.ring)) return;
  if (s.ring) copy_tile(s.slot(), s.tensor_tile()), ++s.done;
  else s.done = s.tiles;
  counters(s.buffer).produced = s.done;
}

static void empty(outer_end& s) {
  const uint32_t produced = fresh(counters(s.buffer).produced);
  if (s.done == produced) return;
  if (s.ring) copy_tile(s.tensor_tile(), s.slot()), ++s.done;
  else s.done = produced;
  counters(s.buffer).consumed = s.done;
}

static void serve(uint32_t in0_tiles, uint32_t in1_tiles, uint32_t ring) {
  for (uint32_t b = 0; b < buffers; ++b) counters(b).produced = counters(b).consumed = 0;
  release_t0_to_t2();
  outer_end in0{buffer_in0, in0_tiles, ring}, in1{buffer_in1, in1_tiles, ring}, out{buffer_out, output_tiles(), ring};
  while (out.done != out.tiles) {
    fill(in0);
    fill(in1);
    empty(out);
  }
}

extern "C" void boot_datacopy() { serve(output_tiles(), 0, arguments().ring_tiles); }
extern "C" void boot_add() { serve(output_tiles(), output_tiles(), arguments().ring_tiles); }
extern "C" void boot_matmul() { serve(arguments().rows * arguments().inner, arguments().inner * arguments().columns, 0); }
