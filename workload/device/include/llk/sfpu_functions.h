// ckernel::sfpu: functions of vFloat that kernels' own code calls, under their public names. The algorithms are this project's own.
#pragma once
#include "llk/sfpu_params.h"

namespace ckernel::sfpu {

// The bits of a number of the core.
class Converter {
 public:
  static float as_float(uint32_t bits) { return __builtin_bit_cast(float, bits); }
};

// An LReg by its number from 32 or 16 bits; LReg 11 to 14 by way of LReg 0; lanes as they are without any setting.
ALWI void _sfpu_load_imm32_(uint32_t dest, uint32_t value) {
  if constexpr (tensix::device::computes) TT_SFPLOADI(dest, 10, value & 0xffff), TT_SFPLOADI(dest, 8, value >> 16);
}
ALWI void _sfpu_load_imm16_(uint32_t dest, uint32_t value) {
  if constexpr (tensix::device::computes) TT_SFPLOADI(dest, 2, value);
}
ALWI void _sfpu_load_config32_(uint32_t dest, uint32_t upper16, uint32_t lower16) {
  if constexpr (tensix::device::computes) {
    TT_SFPLOADI(0, 10, lower16), TT_SFPLOADI(0, 8, upper16);
    TT_SFPCONFIG(0, dest, 0);
  }
}
ALWI void _init_sfpu_config_reg() {
  if constexpr (tensix::device::computes) TTI_SFPCONFIG(0, 15, 1);
}

// 1 / x by SFPARECIP, within 0.6 %, and `max_iter` (0 to 2) steps of Newton's: of 8 bits, then of all. 1 / 0 is infinite, and 1 / infinity
// is 0, as without a step: what comes of those is no number, which is greater than 0.
template <int max_iter = 2>
ALWI sfpi::vFloat _sfpu_reciprocal_(const sfpi::vFloat x) {
  static_assert(max_iter >= 0 && max_iter <= 2, "0, 1 or 2 steps");
  sfpi::vFloat y = sfpi::approx_recip(x);
  if constexpr (max_iter > 0) {
    const sfpi::vFloat two = 2.0f;
    sfpi::vFloat less = x * y - two;  // -(2 - x y)
    if constexpr (max_iter == 1) {
      v_if(less < 0.0f) { y = y * -less; }
      v_endif;
    } else {
      const sfpi::vFloat better = y * -less;
      v_if(less < 0.0f) {
        less = x * better - two;
        y = better * -less;
      }
      v_endif;
    }
  }
  return y;
}
// 1 / |x| from the exponent and `max_iter` steps from a straight line, without SFPARECIP: as for machines that have none. The sign of x is
// the caller's affair. 1 / 0 is no infinity.
template <int max_iter = 3>
ALWI sfpi::vFloat _reciprocal_compat_(const sfpi::vFloat x) {
  const sfpi::vFloat m = sfpi::setexp(sfpi::setsgn(x, 1), 126);  // -m, from 1/2 to 1
  sfpi::vFloat y = 1.442695f;
  const sfpi::vFloat two = 2.0f;
  for (int step = 0; step < max_iter; ++step) {
    const sfpi::vFloat rest = m * y + two;
    y = y * rest;
  }
  sfpi::vInt e = sfpi::exexp(y) - sfpi::exexp(x);
  e = e + 126;
  v_if(e < 0) {
    y = 0.0f;
    e = 0;
  }
  v_endif;
  return sfpi::setexp(y, e);
}

}  // namespace ckernel::sfpu

// The forms in which the public library's headers apply a function of ckernel::sfpu, by whether it has parameters.
#define SFPU_UNARY_KERNEL_INIT(OP, APPROXIMATE) llk_math_eltwise_unary_sfpu_init<SfpuType::OP, APPROXIMATE>()
#define SFPU_INIT_KERNEL_CALL(OP, INIT_CB, APPROXIMATE) \
  llk_math_eltwise_unary_sfpu_init<SfpuType::OP, APPROXIMATE>(INIT_CB<APPROXIMATE>)
#define SFPU_ONE_PARAM_KERNEL_INIT(OP, INIT_CB, APPROXIMATE, ...) \
  llk_math_eltwise_unary_sfpu_init<SfpuType::OP, APPROXIMATE>(INIT_CB<APPROXIMATE>, __VA_ARGS__)
#define SFPU_TWO_PARAM_KERNEL_INIT SFPU_ONE_PARAM_KERNEL_INIT
#define SFPU_UNARY_NO_PARAM_KERNEL_FN(FN, MODE, APPROXIMATE, DST_IDX) \
  _llk_math_eltwise_unary_sfpu_params_<APPROXIMATE>(ckernel::sfpu::FN<APPROXIMATE>, DST_IDX, static_cast<int>(VectorMode::MODE))
#define SFPU_UNARY_ONE_PARAM_KERNEL_FN(FN, MODE, APPROXIMATE, DST_IDX, ...)                  \
  _llk_math_eltwise_unary_sfpu_params_<APPROXIMATE>(ckernel::sfpu::FN<APPROXIMATE>, DST_IDX, \
                                                    static_cast<int>(VectorMode::MODE), __VA_ARGS__)
#define SFPU_UNARY_TWO_PARAM_KERNEL_FN SFPU_UNARY_ONE_PARAM_KERNEL_FN
#define SFPU_UNARY_THREE_PARAM_KERNEL_FN SFPU_UNARY_ONE_PARAM_KERNEL_FN
#define SFPU_ONE_PARAM_KERNEL(FN, APPROXIMATE, DST_IDX, VECTOR_MODE) \
  _llk_math_eltwise_unary_sfpu_params_<APPROXIMATE>(ckernel::sfpu::FN<APPROXIMATE>, DST_IDX, VECTOR_MODE)
#define SFPU_TWO_PARAM_KERNEL(FN, APPROXIMATE, T2, DST_IDX, VECTOR_MODE) \
  _llk_math_eltwise_unary_sfpu_params_<APPROXIMATE>(ckernel::sfpu::FN<APPROXIMATE, T2>, DST_IDX, VECTOR_MODE)
