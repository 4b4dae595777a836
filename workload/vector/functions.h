// SPDX-License-Identifier: Apache-2.0
// The vector unit's functions by name. How accurate they are: docs/vector-functions.md.
#pragma once
#include "workload/vector/arithmetic.h"
#include "workload/vector/bessel.h"
#include "workload/vector/error_function.h"
#include "workload/vector/exponential.h"
#include "workload/vector/fast.h"
#include "workload/vector/gamma.h"
#include "workload/vector/hyperbolic.h"
#include "workload/vector/inverse_hyperbolic.h"
#include "workload/vector/inverse_trigonometry.h"
#include "workload/vector/logarithm.h"
#include "workload/vector/piecewise.h"
#include "workload/vector/power.h"
#include "workload/vector/reciprocal.h"
#include "workload/vector/remainder.h"
#include "workload/vector/roots.h"
#include "workload/vector/trigonometry.h"

namespace tensix::vector {

// The first 14 are those of the built-in kernel "unary".
enum class function : uint32_t {
  // clang-format off
  abs, square, relu, neg, recip, sqrt, rsqrt, exp, log, sigmoid, tanh, gelu, sin, cos,
  identity, sign, signbit, logical_not, isinf, isposinf, isneginf, isnan, isfinite, heaviside, threshold, clamp, relu_max, relu_min,
  leaky_relu, softshrink, hardsigmoid, hardmish, rotate90, tiled_prod, exp_scaled,
  exp2, expm1, elu, celu, selu, xielu, sinh, cosh, silu, softplus, logsigmoid,
  log_with_base, log1p, asinh, acosh, atanh, power, cbrt, rpow, rpow_negative,
  tan, atan, asin, acos, erf, erfc, erfinv, i0, i1,
  floor, ceil, trunc, frac, round, stochastic_round, fmod, remainder, rdiv, rdiv_trunc, rdiv_floor, lgamma_stirling,
  count
  // clang-format on
};
inline constexpr uint32_t built_in_function_count = 14, function_count = static_cast<uint32_t>(function::count);

// The approximate variant, or nothing where there is none.
constexpr program fast_program_of(function f) {
  switch (f) {
    case function::sqrt: return fast::root(false);
    case function::rsqrt: return fast::root(true);
    case function::exp: return fast::exponential();
    case function::exp_scaled: return fast::exponential(exponential::bits_log2_e, true);
    case function::log: return fast::logarithm();
    case function::sigmoid: return fast::sigmoid();
    case function::tanh: return fast::hyperbolic_tangent();
    case function::gelu: return fast::gelu();
    default: return {};
  }
}

constexpr program program_of(function f, width w) {
  switch (f) {
    case function::abs: return absolute();
    case function::square: return square(w);
    case function::relu: return relu();
    case function::neg: return negative();
    case function::recip: return reciprocal(w);
    case function::sqrt: return square_root(w);
    case function::rsqrt: return reciprocal_square_root(w);
    case function::exp: return exponential_function(w);
    case function::log: return logarithm(w);
    case function::sigmoid: return sigmoid(w);
    case function::tanh: return hyperbolic_tangent(w);
    case function::gelu: return gelu(w);
    case function::sin: return sine(w);
    case function::cos: return cosine(w);
    case function::identity: return identity();
    case function::sign: return sign();
    case function::signbit: return sign_bit();
    case function::logical_not: return logical_not();
    case function::isinf: return is_number(kind_of_number::infinite);
    case function::isposinf: return is_number(kind_of_number::positive_infinite);
    case function::isneginf: return is_number(kind_of_number::negative_infinite);
    case function::isnan: return is_number(kind_of_number::no_number);
    case function::isfinite: return is_number(kind_of_number::finite);
    case function::heaviside: return heaviside(w);
    case function::threshold: return threshold(w);
    case function::clamp: return clamp(w);
    case function::relu_max: return relu_up_to(w);
    case function::relu_min: return relu_from(w);
    case function::leaky_relu: return leaky_relu(w);
    case function::softshrink: return soft_shrink(w);
    case function::hardsigmoid: return hard_sigmoid(w);
    case function::hardmish: return hard_mish(w);
    case function::rotate90: return rotate_90();
    case function::tiled_prod: return running_product(w);
    case function::exp_scaled: return scaled_exponential(w);
    case function::exp2: return power_of_two(w);
    case function::expm1: return exponential_less_one(w);
    case function::elu: return exponential_unit(linear_unit::elu, w);
    case function::celu: return exponential_unit(linear_unit::celu, w);
    case function::selu: return exponential_unit(linear_unit::selu, w);
    case function::xielu: return integral_of_elu(w);
    case function::sinh: return hyperbolic(false, w);
    case function::cosh: return hyperbolic(true, w);
    case function::silu: return silu(w);
    case function::softplus: return soft_plus(w);
    case function::logsigmoid: return log_sigmoid(w);
    case function::log_with_base: return scaled_logarithm(w);
    case function::log1p: return logarithm_of_one_more(w);
    case function::asinh: return inverse_sinh(w);
    case function::acosh: return inverse_cosh(w);
    case function::atanh: return inverse_tanh(w);
    case function::power: return power(w);
    case function::cbrt: return cube_root(w);
    case function::rpow: return power_of_number(false, w);
    case function::rpow_negative: return power_of_number(true, w);
    case function::tan: return tangent(w);
    case function::atan: return inverse_tangent(w);
    case function::asin: return inverse_sine(false, w);
    case function::acos: return inverse_sine(true, w);
    case function::erf: return error_function(false, w);
    case function::erfc: return error_function(true, w);
    case function::erfinv: return inverse_error_function(w);
    case function::i0: return bessel_i0(w);
    case function::i1: return bessel_i1(w);
    case function::floor: return rounded(rounding_way::down, w);
    case function::ceil: return rounded(rounding_way::up, w);
    case function::trunc: return rounded(rounding_way::to_zero, w);
    case function::frac: return behind_point(w);
    case function::round: return round_decimals(w);
    case function::stochastic_round: return round_by_chance();
    case function::fmod: return remainder(false, w);
    case function::remainder: return remainder(true, w);
    case function::rdiv: return number_over_x(quotient_rounding::none, w);
    case function::rdiv_trunc: return number_over_x(quotient_rounding::to_zero, w);
    case function::rdiv_floor: return number_over_x(quotient_rounding::down, w);
    case function::lgamma_stirling: return log_gamma(w);
    case function::count: break;
  }
  return {};
}

}  // namespace tensix::vector
