// SPDX-License-Identifier: Apache-2.0
// The vector unit's functions on the vector unit alone: all inputs of 16 bits, a sample of those of 32.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "catch.h"
#include "device/vector_bench.h"
#include "device/vector_functions_reference.h"
#include "tests/seed.h"
#include "workload/vector/comparison.h"

using namespace tensix;
using vector::function;

namespace {

struct bound {
  function f;
  const char* name;
  uint32_t bf16, fp16, fp32;  // largest distance from the correctly rounded result
  double number[3] = {};      // that the function takes
};
constexpr bound bounds[] = {
#define VECTOR_FUNCTION(name, ...) {function::name, #name, __VA_ARGS__},
#define VECTOR_FUNCTION_OF(name, bf16, fp16, fp32, ...) {function::name, #name, bf16, fp16, fp32, {__VA_ARGS__}},
#include "device/vector_bounds.def"
#undef VECTOR_FUNCTION
#undef VECTOR_FUNCTION_OF
};
struct fast_bound {
  function f;
  const char* name;
  double error;  // in 1 / 10,000
  bool relative;
  double low, high;
};
constexpr fast_bound fast_bounds[] = {
#define VECTOR_FUNCTION(name, ...)
#define VECTOR_FUNCTION_OF(name, ...)
#define FAST_VECTOR_FUNCTION(name, error, relative, low, high) {function::name, #name, error, relative != 0, low, high},
#include "device/vector_bounds.def"
#undef VECTOR_FUNCTION
#undef VECTOR_FUNCTION_OF
#undef FAST_VECTOR_FUNCTION
};

// FP32: results that are smaller than this count as if they were of this size. Sines and cosines: multiples of pi are known to 2^-50.
// Others: what two parts leave that nearly cancel each other.
double smallest(function f) {
  switch (f) {
    case function::sin:
    case function::cos:
    case function::tan: return std::ldexp(1, -8);
    case function::rdiv_trunc:
    case function::rdiv_floor: return std::ldexp(1, 23);  // a whole number where the quotient is one, rounded
    case function::xielu: return 0.5;
    case function::lgamma_stirling: return 1;
    default: return 0;
  }
}

// Remainders of quotients up to 2^12; numbers whose reciprocals are numbers.
bool stated(function f, double x, const double* n) {
  switch (f) {
    case function::fmod:
    case function::remainder: return !std::isfinite(x) || std::fabs(x) <= 4096 * std::fabs(n[0]);
    case function::rdiv:
    case function::rdiv_trunc:
    case function::rdiv_floor: return !std::isfinite(x) || std::fabs(x) < std::ldexp(1, 126);
    case function::lgamma_stirling: return !std::isfinite(x) || std::fabs(x) < std::ldexp(1, 121);  // else near infinity
    default: return true;
  }
}

vector_bench bench_of(const bound& b, dst_format format) {
  uint32_t numbers[3];
  for (unsigned i = 0; i < 3; ++i) numbers[i] = fp32_bits(b.number[i]);
  if (b.f == function::power) numbers[1] = vector::power_function::negative_base_bits(numbers[0]);
  return {format, vector::program_of(b.f, format == dst_format::fp32 ? vector::width::wide : vector::width::narrow), numbers};
}

struct worst_case {
  uint32_t distance = 0, input = 0, got = 0, want = 0;
};

void compare(const bound& b, const format_of_dst& format, vector_bench& bench, const std::vector<uint32_t>& inputs,
             uint32_t limit) {
  const std::vector<uint32_t> got = bench.run(inputs);
  worst_case worst;
  double number[3];
  for (unsigned i = 0; i < 3; ++i) number[i] = static_cast<float>(b.number[i]);
  std::vector<unsigned> how_often(4);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!stated(b.f, format.value(inputs[i]), number)) continue;
    const uint32_t want = format.rounded(reference(b.f, format.value(inputs[i]), number));
    const bool no_number = format.not_a_number(want), same = format.not_a_number(got[i]) == no_number;
    uint32_t d = no_number && same ? 0 : !same && format.format != dst_format::fp16 ? ~0u : format.distance(got[i], want);
    if (format.format == dst_format::fp32 && smallest(b.f) > 0 && !no_number && d > 2) {
      const double size = std::fmax(std::fabs(format.value(want)), smallest(b.f));
      const double places = std::fabs(format.value(got[i]) - format.value(want)) / std::ldexp(1, std::ilogb(size) - 23);
      d = static_cast<uint32_t>(std::ceil(std::fmin(places, 0xffffffffu)));  // of an infinite one that is not: all
    }
    ++how_often[d < 3 ? d : 3];
    if (d > worst.distance) worst = {d, inputs[i], got[i], want};
  }
  char text[200];
  std::snprintf(text, sizeof text, "%s %u: distance %u at 0x%x (%g): 0x%x (%g), not 0x%x (%g); %u/%u/%u/%u", b.name,
                format.bits() + format.exponent_bits(), worst.distance, worst.input, format.value(worst.input), worst.got,
                format.value(worst.got), worst.want, format.value(worst.want), how_often[0], how_often[1], how_often[2],
                how_often[3]);
  if (std::getenv("TENSIX_VECTOR_SHOW")) std::printf("%s\n", text);
  INFO(text);
  CHECK(worst.distance <= limit);
}

}  // namespace

TEST_CASE("all BF16 and FP16 inputs of every function stay within the stated distance") {
  std::vector<uint32_t> inputs(65536);
  for (uint32_t i = 0; i < 65536; ++i) inputs[i] = i;
  for (const bound& b : bounds)
    for (const dst_format f : {dst_format::bf16, dst_format::fp16}) {
      vector_bench bench = bench_of(b, f);
      compare(b, {f}, bench, inputs, f == dst_format::bf16 ? b.bf16 : b.fp16);
    }
}

TEST_CASE("comparisons with a number: as the host compares, of all BF16 and FP16 inputs") {
  using vector::float_comparison;
  const auto want = [](float_comparison c, double x, double y) {
    switch (c) {
      case float_comparison::lt: return x < y;
      case float_comparison::gt: return x > y;
      case float_comparison::le: return x <= y;
      case float_comparison::ge: return x >= y;
      case float_comparison::eq: return x == y;
      case float_comparison::ne: return x != y;
    }
    return false;
  };
  std::vector<uint32_t> inputs(65536);
  for (uint32_t i = 0; i < 65536; ++i) inputs[i] = i;
  const format_of_dst fp32{dst_format::fp32};
  // 0, denormal numbers, the smallest normal one, 1, what no 16 bits hold, large numbers, infinity, NaN; and the same negative.
  for (const uint32_t magnitude :
       {0u, 0x00400000u, 0x00800000u, 0x3f800000u, 0x3dcccccdu, 0x477fe000u, 0x7f7f0000u, 0x7f800000u, 0x7fc00000u})
    for (const uint32_t number : {magnitude, magnitude | 0x80000000u})
      for (const float_comparison c : {float_comparison::lt, float_comparison::gt, float_comparison::le, float_comparison::ge,
                                       float_comparison::eq, float_comparison::ne})
        for (const dst_format f : {dst_format::bf16, dst_format::fp16}) {
          const format_of_dst format{f};
          vector::program p;
          p.tile.constant(vector::l4, vector::comparand(c, number));
          p.step = vector::compare_with_scalar(c);
          const std::vector<uint32_t> got = vector_bench(f, p).run(inputs);
          const uint32_t no = format.rounded(0), yes = format.rounded(1);
          uint32_t wrong = 0, at = 0;
          for (const uint32_t x : inputs)
            if (got[x] != (want(c, format.value(x), fp32.value(number)) ? yes : no)) ++wrong, at = x;
          INFO(static_cast<int>(c) << " with " << fp32.value(number) << " of " << format.value(at) << ": " << got[at]);
          CHECK(wrong == 0);
        }
}

TEST_CASE("approximate variants stay within the stated error in their range") {
  const format_of_dst fp32{dst_format::fp32};
  std::vector<uint32_t> inputs(2 * 65536);
  for (uint32_t i = 0; i < 65536; ++i) inputs[2 * i] = i << 16, inputs[2 * i + 1] = i << 16 | 0xffff;
  for (const fast_bound& b : fast_bounds) {
    vector_bench bench(dst_format::fp32, vector::fast_program_of(b.f));
    const std::vector<uint32_t> got = bench.run(inputs);
    double worst = 0, at = 0;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const double x = fp32.value(inputs[i]);
      if (!(x >= b.low && x <= b.high) || (b.relative && x == 0)) continue;
      const double want = reference(b.f, x == 0 && b.f == function::log ? b.low : x);
      const double error = std::fabs(fp32.value(got[i]) - want) / (b.relative ? std::fabs(want) : 1);
      if (!(error <= worst)) worst = error, at = x;
    }
    INFO(b.name << ": " << worst * 1e4 << " at " << at);
    if (std::getenv("TENSIX_VECTOR_SHOW")) std::printf("%s: %g at %g\n", b.name, worst * 1e4, at);
    CHECK(worst * 1e4 <= b.error);
  }
  for (const bound& b : bounds) {  // and every other function has none
    bool listed = false;
    for (const fast_bound& f : fast_bounds) listed |= f.f == b.f;
    if (b.f != function::exp_scaled)  // which is e^x with a number
      CHECK(listed == (vector::fast_program_of(b.f).step.size != 0));
  }
}

TEST_CASE("a sample of FP32 inputs of every function stays within the stated distance") {
  std::mt19937 random(seeded(17));
  std::vector<uint32_t> inputs(1 << 16);
  for (uint32_t& x : inputs) x = static_cast<uint32_t>(random());
  for (uint32_t i = 0; i < 1 << 15; ++i) {  // half of them of moderate size
    const uint32_t exponent = 127 - 16 + static_cast<uint32_t>(random()) % 24;
    inputs[i] = (inputs[i] & 0x807fffff) | exponent << 23;
  }
  for (const uint32_t special : {0u, 0x3f800000u, 0x7f800000u, 0x7fc00000u, 0x7f7fffffu, 0x00800000u, 0x00400000u})
    inputs.push_back(special), inputs.push_back(special | 0x80000000u);
  while (inputs.size() % 32) inputs.push_back(0x40000000);
  for (const bound& b : bounds) {
    vector_bench bench = bench_of(b, dst_format::fp32);
    compare(b, {dst_format::fp32}, bench, inputs, b.fp32);
  }
}
