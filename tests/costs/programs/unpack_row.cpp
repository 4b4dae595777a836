// Rows of a matrix product's unpacking as T0 drives them, one after the other: a tile for SrcB, then two for SrcA by a MOP of two REPLAYs,
// whose UNPACRs are NOPs, so that the core sets the pace. 2 x 2 output tiles take 2 * WIDTH rows. For configuration `blackhole`.
#include "call.h"

namespace {

constexpr uint32_t rounds = 10;
uint32_t context = 0;

inline __attribute__((always_inline)) void row(uint32_t a, uint32_t b) {
  while (semaphore(sem::unpack_context) >= 2) {
  }
  if (context == 0) {
    set_config(cfg::THCON_SEC0_REG3_Base_address.word, a);
    set_config(cfg::THCON_SEC1_REG3_Base_address.word, b);
  } else {
    set_config(cfg::THCON_SEC0_REG3_Base_address.word + 1, a);
    set_config(cfg::THCON_SEC1_REG3_Base_address.word + 1, b);
  }
  post_semaphore(sem::unpack_context);
  ttinsn<word::stallwait(block::unpack, until::riscv_stores_done)>();
  ttinsn<word::nop>();
  ttinsn<word::mop>();
  ttinsn<word::semget(sem::unpack_context)>();
  context = 1 - context;
  if (context == 0) ttinsn<word::setc16(unpack_misc_cfg_register, 0)>();
  else ttinsn<word::setc16(unpack_misc_cfg_register, 1 | 1 << 8)>();
}

}  // namespace

extern "C" void unpack() {
  one_ttinsn_a_cycle();
  ttinsn<word::seminit(sem::unpack_context, 2)>();
  ttinsn<word::replay(0, 2, true)>();
  ttinsn<word::nop>();
  ttinsn<word::nop>();
  mop m;
  m.inner = 2;
  m.op = word::replay(0, 2, false);
  m.set();
  sync();
  const zone<0> z;
#pragma GCC unroll 0
  for (uint32_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (uint32_t i = 0; i < 2 * WIDTH; ++i) row(tile_address(in0, round * WIDTH + i / 2), tile_address(in1, round + i));
  }
}

extern "C" void math() {}
extern "C" void pack() {}
