// SPDX-License-Identifier: Apache-2.0
// The vector unit's functions in double precision.
#pragma once
#include "device/vector_reference.h"

namespace tensix {

inline double soft_plus(double x) { return std::isnan(x) ? x : std::fmax(x, 0) + std::log1p(std::exp(-std::fabs(x))); }

// By Newton's method, from the smaller of both ends where it is steep.
inline double inverse_erf(double x) {
  const double m = std::fabs(x), rest = 1 - m;
  if (!(m < 1)) return m == 1 ? std::copysign(INFINITY, x) : NAN;
  if (m < 1e-9) return x * std::sqrt(M_PI) / 2;
  double y = m < 0.9 ? m : std::sqrt(-std::log(rest * 2));
  for (int i = 0; i < 40; ++i) y += (m < 0.5 ? m - std::erf(y) : std::erfc(y) - rest) * std::sqrt(M_PI) / 2 * std::exp(y * y);
  return std::copysign(y, x);
}

inline double reference(vector::function f, double x, const double* n) {
  using vector::function;
  const bool negative = std::signbit(x), nan = std::isnan(x);
  switch (f) {
    case function::abs: return std::fabs(x);
    case function::square: return x * x;
    case function::relu: return negative ? 0 : x;  // a NaN with a sign is less than 0
    case function::neg: return -x;
    case function::recip: return 1 / x;
    case function::sqrt: return std::sqrt(x);
    case function::rsqrt: return x == 0 ? INFINITY : 1 / std::sqrt(x);
    case function::exp: return std::exp(x);
    case function::log: return x == 0 ? -INFINITY : std::log(x);
    case function::sigmoid: return 1 / (1 + std::exp(-x));
    case function::tanh: return std::tanh(x);
    case function::gelu: return std::isinf(x) ? (x > 0 ? x : 0.0) : x * 0.5 * std::erfc(-x / std::sqrt(2.0));
    case function::sin: return std::fabs(x) > 131072 ? NAN : std::sin(x);
    case function::cos: return std::fabs(x) > 131072 ? NAN : std::cos(x);
    case function::identity: return x;
    case function::sign: return nan ? (negative ? -1 : 1) : (x > 0) - (x < 0);
    case function::signbit: return negative;
    case function::logical_not: return x == 0;
    case function::isinf: return std::isinf(x);
    case function::isposinf: return std::isinf(x) && x > 0;
    case function::isneginf: return std::isinf(x) && x < 0;
    case function::isnan: return nan;
    case function::isfinite: return std::isfinite(x);
    case function::heaviside: return nan ? 1 : x < 0 ? 0 : x > 0 ? 1 : n[0];
    case function::threshold: return x <= n[0] ? n[1] : x;
    case function::clamp: return nan ? (negative ? n[0] : n[1]) : std::fmin(std::fmax(x, n[0]), n[1]);
    case function::relu_max: return nan ? (negative ? 0 : n[0]) : std::fmax(std::fmin(x, n[0]), 0);
    case function::relu_min: return nan ? (negative ? n[0] : x) : std::fmax(x, n[0]);
    case function::leaky_relu: return negative ? x * n[0] : x;
    case function::softshrink: return nan ? x : x > n[0] ? x - n[0] : x < -n[0] ? x + n[0] : 0;
    case function::hardsigmoid: return nan ? 1 : std::fmin(std::fmax(x / 6 + 0.5, 0), 1);
    case function::hardmish: return x < -2.8 ? 0 * x : x * std::fmin(x + 2.8f, 5) * 0.2;
    case function::exp_scaled: return std::exp(x * n[0]);
    case function::exp2: return std::exp2(x);
    case function::expm1: return std::expm1(x);
    case function::elu: return negative ? n[0] * std::expm1(x) : x;
    case function::celu: return negative ? n[0] * std::expm1(x * n[1]) : x;
    case function::selu: return n[0] * (negative ? n[1] * std::expm1(x) : x);
    case function::xielu:
      return x / 2 + (x > 0 ? n[0] * x * x : x == -INFINITY ? INFINITY : n[1] * (std::expm1(std::fmin(x, -1e-6f)) - x));
    case function::sinh: return std::sinh(x);
    case function::cosh: return std::cosh(x);
    case function::silu: return x == -INFINITY ? -0.0 : x < 0 ? x * std::exp(x) / (1 + std::exp(x)) : x / (1 + std::exp(-x));
    case function::softplus: return x * n[0] < n[2] ? soft_plus(x * n[0]) * n[1] : x;
    case function::logsigmoid: return -soft_plus(-x);
    case function::log_with_base: return (x == 0 ? -INFINITY : std::log(x)) * n[0];
    case function::log1p: return std::log1p(x);
    case function::asinh: return std::asinh(x);
    case function::acosh: return std::acosh(x);
    case function::atanh: return std::atanh(x);
    case function::power: return nan || (x < 0 && n[0] != std::floor(n[0])) ? NAN : std::pow(x == 0 ? 0 : x, n[0]);
    case function::cbrt: return std::cbrt(x);
    case function::rpow:  // of a negative number to +-2^23 and more: as of an even number
    case function::rpow_negative: return nan ? x : std::pow(std::fabs(x) < 0x1p23 ? n[0] : std::fabs(n[0]), x);
    case function::tan: return std::fabs(x) > 131072 ? NAN : std::tan(x);
    case function::atan: return std::atan(x);
    case function::asin: return std::asin(x);
    case function::acos: return std::acos(x);
    case function::erf: return std::erf(x);
    case function::erfc: return std::erfc(x);
    case function::erfinv: return inverse_erf(x);
    case function::i0: return nan ? x : std::fabs(x) > 95 ? INFINITY : std::cyl_bessel_i(0, std::fabs(x));
    case function::i1:
      return nan || x == 0 ? x : std::copysign(std::fabs(x) > 95 ? INFINITY : std::cyl_bessel_i(1, std::fabs(x)), x);
    case function::floor: return std::floor(x);
    case function::ceil: return std::ceil(x);
    case function::trunc: return std::trunc(x);
    case function::frac: return std::isinf(x) ? NAN : x - std::trunc(x);
    case function::round: return std::nearbyint(static_cast<double>(static_cast<float>(x * n[0]))) * n[1];
    case function::fmod: return std::fmod(x, n[0]);
    case function::remainder: {
      const double r = std::fmod(x, n[0]);
      return r != 0 && (r < 0) != (n[0] < 0) ? r + n[0] : r;
    }
    case function::rdiv: return n[0] / x;
    case function::rdiv_trunc: return std::trunc(n[0] / x);
    case function::rdiv_floor: return std::floor(n[0] / x);
    case function::lgamma_stirling:
      if (std::fabs(x) < 1e-5) return x * (0.5772156649015329 + x * 0.8224670334241132);  // 1 - x would be rounded
      return nan || std::isinf(x) ? std::fabs(x) : std::lgamma(x < 0.5 ? 1 - x : x);
    case function::stochastic_round:
    case function::rotate90:
    case function::tiled_prod:
    case function::count: break;  // not of a single number
  }
  return NAN;
}

}  // namespace tensix
