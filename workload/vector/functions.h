// The vector unit's functions by name. How accurate they are: docs/vector-functions.md.
#pragma once
#include "workload/vector/arithmetic.h"
#include "workload/vector/exponential.h"
#include "workload/vector/fast.h"
#include "workload/vector/logarithm.h"
#include "workload/vector/reciprocal.h"
#include "workload/vector/roots.h"
#include "workload/vector/trigonometry.h"

namespace tensix::vector {

enum class function : uint32_t { abs, square, relu, neg, recip, sqrt, rsqrt, exp, log, sigmoid, tanh, gelu, sin, cos };
inline constexpr uint32_t function_count = 14;

// The approximate variant, or nothing where there is none.
constexpr program fast_program_of(function f) {
  switch (f) {
    case function::sqrt: return fast::root(false);
    case function::rsqrt: return fast::root(true);
    case function::exp: return fast::exponential();
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
  }
  return {};
}

}  // namespace tensix::vector
