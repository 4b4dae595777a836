#include "testbench/options/operands.h"

#include <stdexcept>

#include "testbench/tensors/npy.h"

namespace tensix {
namespace {

// The largest tensor taken: what the double-precision reference and the tiles of it need must fit a workstation's memory.
constexpr uint64_t most_elements = 1ull << 28;

// Test data that the input format holds exactly, so that the error shown is the computation's.
unsigned significant_bits(tile_format format) {
  switch (format) {
    case tile_format::fp32: return 24;
    case tile_format::fp16: return 11;
    case tile_format::bfp8: return 7;
    default: return 8;
  }
}

// Rows and columns of the second operand.
std::pair<uint32_t, uint32_t> second_operand(const kernel_options& k) {
  if (k.kernel == kernel_name::matmul) return {k.k, k.n};
  return {k.repeat == broadcast::row || k.repeat == broadcast::scalar ? 1 : k.m,
          k.repeat == broadcast::column || k.repeat == broadcast::scalar ? 1 : k.n};
}

}  // namespace

std::string shape_text(uint32_t rows, uint32_t columns) { return std::to_string(rows) + "x" + std::to_string(columns); }

parameters configuration_of(const command_line& options) {
  parameters p = load_configuration(options.configuration);
  apply_settings(p, options.settings);
  return p;
}

kernel_options kernel_of(const command_line& options, const parameters& p) {
  kernel_options k = options.kernel;
  k.topology = p.packer.topology;
  k.read_interfaces = p.packer.read_interfaces;
  k.l1_bytes = p.l1.size_kib * 1024;
  return k;
}

void load_operands(const command_line& options, kernel_options& k, operands& in) {
  const bool two = k.kernel != kernel_name::datacopy, matmul = k.kernel == kernel_name::matmul;
  if (!two && !options.in1.empty()) throw std::invalid_argument("datacopy has one input: --in1 has no meaning");
  if (!options.in0.empty()) {
    in.a = read_npy(options.in0);
    if (options.shape.empty()) {
      k.m = in.a.rows;
      (matmul ? k.k : k.n) = in.a.cols;
    }
  }
  if (!options.in1.empty()) {
    in.b = read_npy(options.in1);
    if (options.shape.empty() && matmul) k.n = in.b.cols;
    if (options.shape.empty() && matmul && options.in0.empty()) k.k = in.b.rows;
    if (options.shape.empty() && !matmul && options.in0.empty()) k.m = in.b.rows, k.n = in.b.cols;
  }
  const auto [rows_b, columns_b] = second_operand(k);
  std::string given = shape_text(k.m, k.n);
  if (matmul) given += "x" + std::to_string(k.k);
  const auto check_size = [&](uint64_t rows, uint64_t cols) {
    if (rows * cols > most_elements || rows > most_elements || cols > most_elements)
      throw std::invalid_argument("shape " + given + " is too large: a tensor may have " + std::to_string(most_elements) +
                                  " elements");
  };
  check_size(k.m, k.n);
  check_size(k.m, matmul ? k.k : k.n);
  check_size(rows_b, columns_b);
  const auto expect = [](const tensor& t, uint32_t rows, uint32_t columns, const char* which, const std::string& file) {
    if (t.rows != rows || t.cols != columns)
      throw std::invalid_argument(std::string(which) + " '" + file + "' is " + shape_text(t.rows, t.cols) +
                                  ", but this kernel needs " + shape_text(rows, columns));
  };
  if (!options.in0.empty()) expect(in.a, k.m, matmul ? k.k : k.n, "--in0", options.in0);
  if (!options.in1.empty()) expect(in.b, rows_b, columns_b, "--in1", options.in1);
}

void generate_operands(const command_line& options, const kernel_options& k, operands& in) {
  const bool two = k.kernel != kernel_name::datacopy;
  const uint32_t columns = k.kernel == kernel_name::matmul ? k.k : k.n;
  const auto [rows_b, columns_b] = second_operand(k);
  if (options.in0.empty()) in.a = make_test_tensor(k.m, columns, options.seed, significant_bits(k.format));
  if (two && options.in1.empty()) in.b = make_test_tensor(rows_b, columns_b, options.seed + 1, significant_bits(k.format));
  in.list = {&in.a};
  if (two) in.list.push_back(&in.b);
}

}  // namespace tensix
