// SPDX-License-Identifier: Apache-2.0
// Forms of the public SFPI, on the datums x and y of two tiles (32-bit Dst): functions of one face, called for the faces of a tile by
// _llk_math_eltwise_unary_sfpu_params_. A tile of results each, in the order of this list.
#include "compute_kernel_api.h"

// A form a line.
// clang-format off

#ifdef TRISC_MATH
#define FACE(name, ...)                             \
  inline void name() {                              \
    for (int d = 0; d < 8; d++) {                   \
      sfpi::vFloat x = dst_reg[0], y = dst_reg[32]; \
      __VA_ARGS__                                   \
      dst_reg++;                                    \
    }                                               \
  }
#define VALUE(name, ...) FACE(name, sfpi::vFloat r = __VA_ARGS__; dst_reg[0] = r;)
#define WHERE(name, ...) FACE(name, sfpi::vFloat r = 0.0f; v_if(__VA_ARGS__) { r = 1.0f; } v_endif; dst_reg[0] = r;)
#else
#define VALUE(name, ...)
#define WHERE(name, ...)
#define FACE(name, ...)
#endif

FACE(by_number, x *= 3.0f; x += 0.5f; x -= 0.25f; x++; --x; dst_reg[0] = x;)
VALUE(negated_product, x * -y)
VALUE(sixteen_bits, x * sFloat16b(1.5f) + s2vFloat16a(0x3800))
FACE(constants_assigned, v_if(x < vConst0) { x = vConst1; } v_elseif(x > vConst1) { x = vConstNeg1; } v_else { x = 0.3f; } v_endif; dst_reg[0] = x;)
FACE(number_operands, vFloat a = 1.0f - x; vFloat b = x * y + 1.0f; vFloat c = 2.5f - x * y; dst_reg[0] = a * b - c;)
FACE(constant_operands, vFloat a = y - x * vConst0p8373; vFloat b = x * y - vConst0p8373; vFloat c = vConst0p8373 - y;
     v_if(x > vConst0p8373 && y <= vConst0p8373) { a = b; } v_endif; dst_reg[0] = a * c;)
VALUE(constant_registers, vConst0p8373 * x + int32_to_float(vConstTileId, 0))
FACE(programmed, vConstIntPrgm1 = 7; vConstFloatPrgm2 = sFloat16b(-2.5f); dst_reg[0] = x * vConstFloatPrgm2 + int32_to_float(vConstIntPrgm1, 0);)
WHERE(or_in_and, (x < 0.5f || y > 2.0f) && (y < 1.0f || x >= 3.0f))
WHERE(negated_or, !(x < 0.5f || y > 2.0f) || !(x != y))
FACE(condition_kept, vBool large = x >= 1.0f && y < 2.0f; vFloat r = 3.0f; v_if(!large) { r = -3.0f; } v_endif; v_if(large) { r += x; } v_endif; dst_reg[0] = r;)
FACE(block, v_block {
  v_and(x > 0.0f);
  x = x + 1.0f;
  v_and(y > 0.0f);
  x = -x;
} v_endblock; dst_reg[0] = x;)
#ifdef TRISC_MATH
inline void left_by_return_in(sfpi::vFloat& x, const sfpi::vFloat& y, bool early) {
  v_if(y > 0.0f) {
    x = y;
    if (early) return;
    x = 9.0f;
  }
  v_endif;
}
#endif
FACE(left_by_return, left_by_return_in(x, y, true); x += 1.0f; dst_reg[0] = x;)
WHERE(by_integer, vInt(exexp(x) & 1))
WHERE(integer_with_constant, exexp(x) >= -2 && exexp(x) != 0 && exexp(y) < 3)
WHERE(integer_with_constant_2, exexp(x) <= 1 && exexp(y) > -4)
WHERE(large_constant, reinterpret<vInt>(x) > 0x3f900000 && as<vUInt>(y) == 0x40000000)
FACE(whole_numbers, vInt i = exexp(x); i = i + 5; i -= 3; i = 100 - i; i = -i; i++; i <<= 2; i ^= 0x3; dst_reg[0] = int_to_float(i);)
FACE(shifted_by_lanes, vUInt n = as<vUInt>(exexp(x) & 7); vInt i = vInt(0x1234) << n; dst_reg[0] = int_to_float(i >> 3);)
VALUE(shft_right, int_to_float(shft(exman8(x), -4) + shft(exexp(y), -1)))
VALUE(mantissa, setman(x, exman(y)))
VALUE(mantissa_constant, setman(x, 0x555))
VALUE(copied_fields, copyexp(x, y) + copyman(y, x))
VALUE(signs, setsgn2(x, exsgn(y)) + setsgn(y, 1))
VALUE(powers, ldexp(x, exexp(y)) + ldexp(y, 2))
VALUE(zeros, int_to_float(lz(as<vUInt>(x)) + lz(exman(y), LZMode::IgnoreSign)))
VALUE(smaller_and_larger, max(x, vFloat(0.25f)) - min(x, y))
VALUE(clamped, clamp(x, vFloat(-1.0f), vFloat(1.5f)) + symmetric_clamp(y, 2.0f) + rectified_linear_unit(y))
FACE(pairs, auto p = min_max(x, y, 15); swap(p.first, p.second); dst_reg[0] = p.first * 2.0f - p.second;)
VALUE(unsigned_clamp, int_to_float(vInt(clamp(as<vUInt>(exman(x)), 0x100000u, 0x600000u))))
VALUE(converted, vFloat(convert<vFloat16b>(x * 0.3f, RoundMode::Nearest)) + vFloat(convert<vFloat16a>(y * 0.3f, RoundMode::Nearest)))
VALUE(to_integers, int32_to_float(float_to_uint16(abs(x) * 100.0f, 0), 0) + int32_to_float(float_to_int16(y * 100.0f, 0), 0))
VALUE(to_bytes, int32_to_float(float_to_uint8(x * 40.0f, RoundMode::Nearest), 0) + int32_to_float(float_to_int8(y * 40.0f, 0), 0))
VALUE(descaled, int32_to_float(as<vInt>(int32_to_uint8(vInt(0x5a0), vUInt(4), 0)), 0) + int32_to_float(int32_to_int8(vInt(0x5a0), 5u, 0), 0))
VALUE(through_magnitude, convert<vFloat>(convert<vInt>(convert<vSMag>(exexp(x))), RoundMode::Nearest))
FACE(nearest, auto n = sfpi::round(x * 4.0f); dst_reg[0] = n.first + int_to_float(n.second);)
WHERE(kinds, is_finite(x) && is_pos(x) && is_normal(y))
WHERE(kinds_2, !is_nan(x) && !is_zero(x) && is_neg(y))
VALUE(polynomial_of_6, polynomial(x, 1.0f, -0.5f, 0.25f, y, -0.0625f, 0.03125f))
FACE(three_entries, vUInt a = 0x3800, b = 0x4200; a = a | vUInt(0x3400) << 16; b = b | vUInt(0x3c00) << 16; dst_reg[0] = lut2_sign(x, a, b, b);)
FACE(raw_bits, dst_reg[0].mode<sfpi::DataLayout::I32>() = reinterpret<vInt>(x) + 1; vFloat z = dst_reg[0].mode<sfpi::DataLayout::F32>(); dst_reg[0].mode<sfpi::DataLayout::F32>() = convert<vFloat16b>(z, RoundMode::Zero);)
FACE(by_register_number, l_reg[LRegs::LReg5] = x * y; vFloat z = l_reg[LRegs::LReg5]; dst_reg[0] = z + 1.0f;)
// Explicit words between vFloat: what is alive is not where they write.
FACE(explicit_words, vFloat kept = x + y; TTI_SFPLOAD(p_sfpu::LREG0, InstrModLoadStore::FP32, ADDR_MOD_7, 0);
     TTI_SFPLOAD(p_sfpu::LREG1, InstrModLoadStore::FP32, ADDR_MOD_7, 64);
     TTI_SFPMAD(p_sfpu::LREG0, p_sfpu::LREG1, p_sfpu::LCONST_1, p_sfpu::LREG2, 0); TTI_SFPNOP;
     TT_SFPADDI(0x4000 + (d >> 31), p_sfpu::LREG2, 0); TTI_SFPNOP; vFloat z = l_reg[LRegs::LReg2]; dst_reg[0] = z + kept;)
// Four vectors of eight lanes by four.
FACE(transposed, if (d & 3) { dst_reg++; continue; } vFloat a = dst_reg[0]; vFloat b = dst_reg[1]; vFloat c = dst_reg[2]; vFloat e = dst_reg[3];
     subvec_transp(a, b, c, e); dst_reg[0] = a; dst_reg[1] = b; dst_reg[2] = c; dst_reg[3] = subvec_shflror1(e);)

#ifdef TRISC_MATH
// Every pair of operands: that they compile. Not called.
template <class A, class B>
inline void all(const A& a, const B& b) { vFloat r = a + b; r = a - b; r = a * b; dst_reg[0] = r; v_if (a < b) {r = 1.0f;} v_endif; v_if (a >= b) {r = 1.0f;} v_endif; v_if (a > b) {r = 1.0f;} v_endif; v_if (a <= b) {r = 1.0f;} v_endif; dst_reg[0] = r; }
template <class A>
inline void mad(const A& a) { vFloat x = dst_reg[0]; vFloat r = x * x + a; r = a + x * x; r = x * x - a; r = a - x * x; r = (x * vConstFloatPrgm0) + a; r = (x * vConstFloatPrgm0) - a; r += a; r -= a; r *= a; dst_reg[0] = r; dst_reg[1] = -r * a; dst_reg[2] = a; r = a; }
inline void pairs_of_operands() { vFloat x = dst_reg[0];
 all(x, dst_reg[1]); all(dst_reg[1], x); all(x, 1.0f); all(2.0f, x); all(x, 1.0); all(x, 1); all(x, vConst0p8373); all(x, vConstFloatPrgm1);
 all(x * x, 1.0f); all(x * x, x); all(x, x * x); all(x * x, x * x); all(x + x, x * x); all(x - 1.0f, x); all(x, vConst1); all(vConst0, x); all(abs(x), x); all(-x, x); all(x, -x);
 mad(1.0f); mad(2.0f); mad(1.0); mad(x); mad(vConstFloatPrgm0); mad(vConst0p8373); mad(x * x); mad(dst_reg[1]); mad(vConst1);
 vFloat y = x * x * x + 1.0f - x * 2.0f; y = 2.0f * x * 3.0f; y = 1 - x; y = (x + y) * (x - y) + (1.0f - x) * y; y = x * (y + 1) * -1.0f; dst_reg[3] = y * y - 1.0f;
}

// Two tiles to a third, with a number; three to one; only some faces.
inline void two_to_one(uint32_t in0, uint32_t in1, uint32_t out, float factor) {
  for (uint32_t d = 0; d < 8; d++) {
    sfpi::vFloat a = dst_reg[in0 * 32 + d], b = dst_reg[in1 * 32 + d];
    dst_reg[out * 32 + d] = a - b * factor;
  }
}
inline void three_to_one(uint32_t in0, uint32_t in1, uint32_t in2, uint32_t out) {
  for (uint32_t d = 0; d < 8; d++)
    dst_reg[out * 32 + d] = dst_reg[in0 * 32 + d] * dst_reg[in1 * 32 + d] + dst_reg[in2 * 32 + d];
}
inline void twice(float by) {
  for (int d = 0; d < 4; d++) {
    dst_reg[0] = dst_reg[0] * by;
    dst_reg += 2;
  }
}
// A loop of four words, recorded once and replayed; address modifier 5 moves on.
inline void replayed() {
  lltt::record<lltt::Exec>(0, 4);
  TTI_SFPLOAD(p_sfpu::LREG3, InstrModLoadStore::FP32, ADDR_MOD_7, 0);
  TTI_SFPMUL(p_sfpu::LREG3, p_sfpu::LREG3, p_sfpu::LCONST_0, p_sfpu::LREG3, 0);
  TTI_SFPNOP;
  TTI_SFPSTORE(p_sfpu::LREG3, InstrModLoadStore::FP32, ADDR_MOD_5, 0);
  for (int d = 1; d < 8; d++) lltt::replay(0, 4);
}
inline void prepare(uint32_t increment) {
  addr_mod_t{.srca = {.incr = 0}, .srcb = {.incr = 0}, .dest = {.incr = static_cast<int16_t>(increment)}}.set(ADDR_MOD_5);
}
#endif

static __attribute__((noinline)) void before() {
  tile_regs_acquire();
  copy_tile(tt::CBIndex::c_0, 0, 0);
  copy_tile(tt::CBIndex::c_1, 0, 1);
}
static __attribute__((noinline)) void after(uint32_t tile = 0) {
  tile_regs_commit();
  cb_reserve_back(tt::CBIndex::c_16, 1);
  tile_regs_wait();
  pack_tile(tile, tt::CBIndex::c_16, 0);
  cb_push_back(tt::CBIndex::c_16, 1);
  tile_regs_release();
}
#define APPLY(name)                                                \
  before();                                                        \
  MATH((_llk_math_eltwise_unary_sfpu_params_<false>(name, 0)));    \
  after();

void kernel_main() {
  init_sfpu(tt::CBIndex::c_0, tt::CBIndex::c_16);
  copy_tile_init(tt::CBIndex::c_0);
  cb_wait_front(tt::CBIndex::c_0, 1);
  cb_wait_front(tt::CBIndex::c_1, 1);
  APPLY(by_number)
  APPLY(negated_product)
  APPLY(sixteen_bits)
  APPLY(constants_assigned)
  APPLY(number_operands)
  APPLY(constant_operands)
  APPLY(constant_registers)
  APPLY(programmed)
  APPLY(or_in_and)
  APPLY(negated_or)
  APPLY(condition_kept)
  APPLY(block)
  APPLY(left_by_return)
  APPLY(by_integer)
  APPLY(integer_with_constant)
  APPLY(integer_with_constant_2)
  APPLY(large_constant)
  APPLY(whole_numbers)
  APPLY(shifted_by_lanes)
  APPLY(shft_right)
  APPLY(mantissa)
  APPLY(mantissa_constant)
  APPLY(copied_fields)
  APPLY(signs)
  APPLY(powers)
  APPLY(zeros)
  APPLY(smaller_and_larger)
  APPLY(clamped)
  APPLY(pairs)
  APPLY(unsigned_clamp)
  APPLY(converted)
  APPLY(to_integers)
  APPLY(to_bytes)
  APPLY(descaled)
  APPLY(through_magnitude)
  APPLY(nearest)
  APPLY(kinds)
  APPLY(kinds_2)
  APPLY(polynomial_of_6)
  APPLY(three_entries)
  APPLY(raw_bits)
  APPLY(by_register_number)
  APPLY(explicit_words)
  APPLY(transposed)
  before();
  MATH((_llk_math_eltwise_binary_sfpu_params_<false>(two_to_one, 0, 1, 2, VectorMode::RC, 0.5f)));
  after(2);
  before();
  MATH((_llk_math_eltwise_ternary_sfpu_params_<false>(three_to_one, 0, 1, 0, 1)));
  after(1);
  before();
  MATH((_llk_math_eltwise_unary_sfpu_params_<false>(twice, 0, VectorMode::C, 2.0f)));
  MATH((_llk_math_eltwise_unary_sfpu_params_<true>(twice, 0, static_cast<int>(VectorMode::R), -4.0f)));
  after();
  before();
  MATH((llk_math_eltwise_unary_sfpu_init<SfpuType::square, false>(prepare, 2)));
  MATH((_llk_math_eltwise_unary_sfpu_params_<false>(replayed, 0)));
  after();
  // A modifier and a constant that the API's functions need as well: their init brings them back.
  before();
  MATH((addr_mod_t{.dest = {.incr = 32}}.set(ADDR_MOD_6)));
  exp_tile_init();
  exp_tile(0);
  after();
}
