// SPDX-License-Identifier: Apache-2.0
// Every operation of sfpi.h on the datums x and y of two tiles, a tile of results each, in the order of this list.
#include "compute_kernel_api.h"
#include "sfpi.h"

static uint32_t as_the_program_runs(uint32_t i) {
  asm volatile("" : "+r"(i));
  return i;
}

static __attribute__((noinline)) void before() {
  tile_regs_acquire();
  copy_tile(CBIndex::c_0, 0, 0);
  copy_tile(CBIndex::c_1, 0, 1);
  sfpu_begin(0);
}
static __attribute__((noinline)) void after() {
  sfpu_end();
  tile_regs_commit();
  cb_reserve_back(CBIndex::c_16, 1);
  tile_regs_wait();
  pack_tile(0, CBIndex::c_16, 0);
  cb_push_back(CBIndex::c_16, 1);
  tile_regs_release();
}

#define RESULT(...)                         \
  before();                                 \
  for (int d = 0; d < 32; d++) {            \
    vFloat x = dst_reg[0], y = dst_reg[32]; \
    __VA_ARGS__                             \
    dst_reg++;                              \
  }                                         \
  after();
#define VALUE(...) RESULT(vFloat r = __VA_ARGS__; dst_reg[0] = r;)
#define WHERE(...) RESULT(vFloat r = 0.0f; v_if(__VA_ARGS__) { r = 1.0f; } v_endif; dst_reg[0] = r;)

void kernel_main() {
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  copy_tile_init(CBIndex::c_0);
  cb_wait_front(CBIndex::c_0, 1);
  cb_wait_front(CBIndex::c_1, 1);
  VALUE(x + y)
  VALUE(x - y)
  VALUE(x * y)
  VALUE(x * y + x)
  VALUE(x * y - x)
  VALUE(y - x * y)
  VALUE(x * x + y * y)
  VALUE(x * x - y * y)
  VALUE(-x)
  VALUE(x * 0.3125f + 2.0f)
  VALUE((x + 1.0f) * (y - 1.0f))
  RESULT(x += y; x *= y; x -= 0.5f; dst_reg[0] = x;)
  VALUE(abs(x))
  VALUE(setsgn(x, 1))
  VALUE(copysgn(x, y))
  VALUE(setexp(x, 130))
  VALUE(addexp(x, -3))
  VALUE(int_to_float(exexp(x)))
  VALUE(int_to_float(exman9(x)))
  VALUE(setexp(x, exexp_nodebias(y)))
  VALUE(float_to_bf16(x * 0.3f))
  VALUE(float_to_fp16(x * 0.3f))
  RESULT(vec_min_max(x, y); dst_reg[0] = x;)
  RESULT(x = x * x; y = y * x; vec_min_max(x, y); dst_reg[0] = y;)
  VALUE(int_to_float(exexp(x) + exexp(y)))
  VALUE(int_to_float(exexp(x) - exexp(y)))
  VALUE(int_to_float((exman9(x) & 0xff0000) | 0x12345))
  VALUE(int_to_float(exman9(x) ^ exman9(y)))
  VALUE(int_to_float((~exexp(x) << 4) >> 1))
  VALUE(int_to_float(vInt(vUInt(reinterpret<vUInt>(x) >> 20))))
  VALUE(int_to_float(lane_numbers_twice()))
  WHERE(x < y)
  WHERE(x <= y)
  WHERE(x > y)
  WHERE(x >= y)
  WHERE(x == y)
  WHERE(x != y)
  WHERE(!(x < y))
  WHERE(x > 0.0f && y > 0.0f)
  WHERE(x > 0.0f || y > 0.0f)
  WHERE(!(x > 0.0f && y > 0.0f))
  WHERE(exexp(x) < exexp(y))
  WHERE(exexp(x) >= exexp(y))
  WHERE(exexp(x) > 0)
  WHERE(exexp(x) <= 0)
  WHERE(exexp(x) == exexp(y))
  WHERE(exexp(x) != exexp(y))
  RESULT(vFloat z = dst_reg[as_the_program_runs(32)]; dst_reg[as_the_program_runs(0)] = z + x;)
  VALUE(x * float(as_the_program_runs(3)))
  RESULT(dst_reg[0] = 1.5f;)
  RESULT(dst_reg[0] = dst_reg[32];)
  RESULT(dst_reg[0] = dst_reg[0] + dst_reg[32];)
  RESULT(vInt i = exexp(x); dst_reg[0] = i; vInt j = dst_reg[0]; dst_reg[0] = int_to_float(j);)
  VALUE(lut(x, vUInt(0x1240), vUInt(0xa3ff), vUInt(0x05b1)))
  VALUE(lut_sign(x, vUInt(0x1240), vUInt(0xa3ff), vUInt(0x05b1)))
  VALUE(lut2(x, vFloat(0.5f), vFloat(-1.25f), y, y, vFloat(0.1f), vFloat(3.0f)))
  VALUE(lut2_sign(x, vFloat(0.5f), vFloat(-1.25f), y, y, vFloat(0.1f), vFloat(3.0f)))
  VALUE(
      lut2(x, vUInt(0x3c003800), vUInt(0xbc004200), vUInt(0x34000000), vUInt(0x40003555), vUInt(0xc4000001), vUInt(0x44003800)))
  VALUE(lut2_sign<2>(x, vUInt(0x3c003800), vUInt(0xbc004200), vUInt(0x34000000), vUInt(0x40003555), vUInt(0xc4000001),
                     vUInt(0x44003800)))
  RESULT(vConstFloatPrgm0 = 0.1f; vConstFloatPrgm1 = -2.0f; vConstFloatPrgm2 = 3.0f;
         dst_reg[0] = x * vConstFloatPrgm0 + vConstFloatPrgm2; dst_reg[0] = dst_reg[0] * vConstFloatPrgm1 + y;)
  cb_pop_front(CBIndex::c_0, 1);
  cb_pop_front(CBIndex::c_1, 1);
}
