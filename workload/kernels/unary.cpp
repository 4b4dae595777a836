// SPDX-License-Identifier: Apache-2.0
// unary: a function of each datum, by the vector unit, on what has been copied to Dst. No SystemC.
#include <cmath>
#include <stdexcept>

#include "workload/kernels/copy_kernel.h"
#include "workload/vector/functions.h"

namespace tensix {
namespace {

struct unary_operation {
  const char* name;
  vector::function function;
  value_range range;  // of test data
  double (*reference)(double);
};
constexpr unary_operation unary_operations[] = {
    {"exp", vector::function::exp, value_range::any, [](double x) { return std::exp(x); }},
    {"gelu", vector::function::gelu, value_range::any, [](double x) { return x * 0.5 * std::erfc(-x / std::sqrt(2.0)); }},
    {"sqrt", vector::function::sqrt, value_range::not_negative, [](double x) { return std::sqrt(x); }},
    {"recip", vector::function::recip, value_range::not_zero, [](double x) { return 1 / x; }},
    {"relu", vector::function::relu, value_range::any, [](double x) { return x > 0 ? x : 0; }},
    {"abs", vector::function::abs, value_range::any, [](double x) { return std::fabs(x); }},
    {"square", vector::function::square, value_range::any, [](double x) { return x * x; }},
    {"neg", vector::function::neg, value_range::any, [](double x) { return -x; }},
    {"rsqrt", vector::function::rsqrt, value_range::positive, [](double x) { return 1 / std::sqrt(x); }},
    {"log", vector::function::log, value_range::positive, [](double x) { return std::log(x); }},
    {"sigmoid", vector::function::sigmoid, value_range::any, [](double x) { return 1 / (1 + std::exp(-x)); }},
    {"tanh", vector::function::tanh, value_range::any, [](double x) { return std::tanh(x); }},
    {"sin", vector::function::sin, value_range::any, [](double x) { return std::sin(x); }},
    {"cos", vector::function::cos, value_range::any, [](double x) { return std::cos(x); }}};
static_assert(std::size(unary_operations) == vector::built_in_function_count);

class unary_kernel final : public copy_kernel {
 public:
  constexpr unary_kernel()
      : copy_kernel(
            {"unary", "a function of the first operand", 1, false, false, /*straight_to_dst*/ true, fidelity_loop::usual}) {}

  std::vector<std::string> op_names() const override {
    std::vector<std::string> names;
    for (const auto& o : unary_operations) names.emplace_back(o.name);
    return names;
  }
  value_range test_range(const kernel_options& o) const override { return unary_operations[o.operation].range; }
  void check(const kernel_options& o) const override {
    if (is_integer(o.format))
      throw std::invalid_argument(std::string("unary of ") + tensix::name(o.format) +
                                  ": the functions are of floats; use bf16, fp16 or fp32");
  }
  std::optional<vector::program> vector_program(const kernel_options& o) const override {
    return vector::program_of(unary_operations[o.operation].function,
                              o.fp32_dest ? vector::width::wide : vector::width::narrow);
  }
  void expected(const kernel_options& o, const std::vector<const operand_tiles*>& operands, uint32_t row, uint32_t tile_col,
                uint32_t rows, double* out) const override {
    copy_kernel::expected(o, operands, row, tile_col, rows, out);
    for (uint32_t i = 0; i < rows * tile_dim; ++i) out[i] = unary_operations[o.operation].reference(out[i]);
  }
};

}  // namespace

const kernel_description& kernels::unary() {
  static const unary_kernel kernel;
  return kernel;
}

}  // namespace tensix
