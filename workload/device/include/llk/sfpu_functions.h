// SPDX-License-Identifier: Apache-2.0
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

// c0 + x (c1 + x (...)).
struct PolynomialEvaluator {
  template <class... C>
  static ALWI sfpi::vFloat eval(const sfpi::vFloat& x, const C&... c) {
    return sfpi::polynomial(x, c...);
  }
};

// e^x: 2^n times a polynomial of the rest, n = x / ln 2 rounded; 0 below -87.3, infinite from 88.7 on. `degree` 6: all 24 bits but the last
// one or two; 4: 3e-6 of the result. Five LRegs, that of x with them.
template <int degree>
ALWI sfpi::vFloat exponential(sfpi::vFloat x) {
  using namespace sfpi;
  static_assert(degree == 4 || degree == 6);
  x = min(x, vFloat(88.75f));
  x = max(x, vFloat(-87.5f));
  vInt n;
  {
    const vFloat magic = 12582912.0f;  // 3 * 2^22: whole numbers are the last bits of the sum
    const vFloat sum = x * 1.44269504f + magic;
    n = reinterpret<vInt>(sum) - reinterpret<vInt>(magic);
    const vFloat whole = sum - magic;
    x = x - whole * 0.693359375f;  // ln 2, in two parts
    if constexpr (degree == 6) x = x + whole * 2.12194440e-4f;
    else x = x + whole * 2.1219444e-4f;
  }
  vFloat p;
  if constexpr (degree == 6) p = polynomial(x, 1.0f, 1.0f, 0.49999991f, 0.1666642f, 0.041668225f, 0.008374822f, 0.0013836834f);
  else p = polynomial(x, 0.9999993f, 0.9999634f, 0.5000436f, 0.16790926f, 0.041458555f);
  n = n + exexp(p, ExponentMode::Biased);
  vFloat y = setexp(p, n);
  v_if(n <= 0) { y = 0.0f; }
  v_elseif(n >= 255) { y = sFloat16b(0x7f80); }
  v_endif;
  return y;
}
// e^x within 3.5 %: the bits of x / ln 2 as those of a float. Of x from -87 to 88.
ALWI sfpi::vFloat exponential_approximately(const sfpi::vFloat& x) {
  using namespace sfpi;
  const vFloat bits =
      x * 184.6650f + 12599162.0f;  // 2^7 / ln 2; 3 * 2^22 + 127 * 2^7 less 5.5, by which it is too large on average
  return reinterpret<vFloat>(reinterpret<vInt>(bits) << 16);
}
ALWI sfpi::vFloat _sfpu_exp_(const sfpi::vFloat& x) { return exponential<6>(x); }
ALWI sfpi::vFloat _sfpu_exp_fp32_accurate_(const sfpi::vFloat& x) { return exponential<6>(x); }
template <bool is_fp32_dest_acc_en = false>
ALWI sfpi::vFloat _sfpu_exp_21f_bf16_(const sfpi::vFloat& x) {
  const sfpi::vFloat y = exponential<4>(x);
  if constexpr (is_fp32_dest_acc_en) return y;
  else return sfpi::float_to_bf16(y);
}
template <bool is_fp32_dest_acc_en = false>
ALWI sfpi::vFloat _sfpu_exp_21f_(const sfpi::vFloat& x) {
  return _sfpu_exp_21f_bf16_<is_fp32_dest_acc_en>(x);
}
// e^x, or e^(x times a BF16 number); with APPROXIMATION_MODE within 3.5 %. SKIP_POSITIVE_CHECK: of x below 88 only.
template <bool APPROXIMATION_MODE, bool SCALE_EN, bool SKIP_POSITIVE_CHECK>
ALWI sfpi::vFloat _calculate_exponential_piecewise_(sfpi::vFloat x, uint16_t exp_base_scale_factor) {
  using namespace sfpi;
  if constexpr (SCALE_EN) x = x * sFloat16b(exp_base_scale_factor);
  if constexpr (!APPROXIMATION_MODE) {
    return exponential<6>(x);
  } else {
    vFloat y = exponential_approximately(x);
    v_if(x < -87.0f) { y = 0.0f; }
    v_endif;
    if constexpr (!SKIP_POSITIVE_CHECK) {
      v_if(x >= 88.5f) { y = sFloat16b(0x7f80); }
      v_endif;
    }
    return y;
  }
}

// log(1 + e^x) = max(x, 0) + log(1 + e^-|x|), the latter by a polynomial: within 3e-7. And of beta x, over beta, where beta x is below a
// threshold; beyond it is x.
ALWI sfpi::vFloat softplus(const sfpi::vFloat& x) {
  using namespace sfpi;
  const vFloat u = exponential<6>(setsgn(x, 1));
  const vFloat log_of_more =
      u * polynomial(u, 0.99998116f, -0.49947175f, 0.32824203f, -0.22589752f, 0.13467377f, -0.055144638f, 0.010764351f);
  return max(x, vFloat(0.0f)) + log_of_more;
}
template <bool APPROXIMATION_MODE>
ALWI void calculate_softplus_body(float beta, float beta_reciprocal, float threshold) {
  using namespace sfpi;
  const vFloat x = dst_reg[0] * beta;
  v_if(x < threshold) { dst_reg[0] = softplus(x) * beta_reciprocal; }
  v_endif;
}

}  // namespace ckernel::sfpu

namespace ckernel {

// A tile and a number, given by its bits as FP32: of some of the faces, which add_unary_tile and the like do not offer. As it is stored, not
// rounded to a 16-bit Dst.
enum : int { ADD_UNARY = 0, SUB_UNARY = 1, MUL_UNARY = 2, DIV_UNARY = 3, RSUB_UNARY = 4 };
template <bool APPROXIMATE, int operation, int ITERATIONS = 8>
ALWI void llk_math_eltwise_unary_sfpu_binop_with_scalar(uint32_t dst_index, uint32_t fp32_bits,
                                                        int vector_mode = static_cast<int>(VectorMode::RC)) {
  static_assert(operation >= ADD_UNARY && operation <= RSUB_UNARY, "there are five");
  _llk_math_eltwise_unary_sfpu_params_<APPROXIMATE>(
      [&] {
        const float number = sfpu::Converter::as_float(fp32_bits);
#pragma GCC unroll 8
        for (int i = 0; i < ITERATIONS; ++i) {
          const sfpi::vFloat x = sfpi::dst_reg[0];
          if constexpr (operation == ADD_UNARY) sfpi::dst_reg[0] = x + number;
          else if constexpr (operation == SUB_UNARY) sfpi::dst_reg[0] = x - number;
          else if constexpr (operation == RSUB_UNARY) sfpi::dst_reg[0] = number - x;
          else sfpi::dst_reg[0] = x * sfpi::vFloat(number);  // DIV_UNARY: by what the caller gives as its reciprocal
          sfpi::dst_reg++;
        }
      },
      dst_index, vector_mode);
}

}  // namespace ckernel

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
