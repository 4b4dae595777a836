// SPDX-License-Identifier: Apache-2.0
#include "app/options/operands.h"

#include <stdexcept>

#include "workload/tensors/npy.h"

namespace tensix {
std::string shape_text(uint32_t rows, uint32_t columns) { return std::to_string(rows) + "x" + std::to_string(columns); }
std::string shape_text(const kernel_options& k) {
  return shape_text(k.m, k.n) + (k.kernel->inner_dimension() ? "x" + std::to_string(k.k) : "");
}

parameters configuration_of(const configuration_options& options) {
  parameters p = load_configuration(options.configuration);
  if (!options.settings.empty()) apply_settings(p, options.settings);
  return p;
}

kernel_options kernel_of(const run_options& options, const parameters& p) {
  kernel_options k = options.kernel;
  k.topology = p.packer.topology;
  k.read_interfaces = p.packer.read_interfaces;
  k.dst_rows = p.dst.rows;
  k.dst_sections = p.dst.sections;
  k.src_banks = p.hand_over.banks;
  k.phases_at_once = p.matrix_unit.phases_at_once;
  k.l1_bytes = p.l1.size_kib * 1024;
  k.l1_banks = p.l1.banks;
  return k;
}

void load_operands(const run_options& options, kernel_options& k, operands& in) {
  const bool inner = k.kernel->inner_dimension();
  const unsigned count = k.kernel->operands();
  if (count < 2 && !options.in1.empty())
    throw std::invalid_argument(std::string(k.kernel->name()) + " has one input: --in1 has no meaning");
  if (!options.in0.empty()) {
    in.a = read_npy(options.in0, is_integer(k.input_format(0)));
    if (options.shape.empty()) {
      k.m = in.a.rows;
      (inner ? k.k : k.n) = in.a.cols;
    }
  }
  if (!options.in1.empty()) {
    in.b = read_npy(options.in1, is_integer(k.input_format(1)));
    if (options.shape.empty() && inner) k.n = in.b.cols;
    if (options.shape.empty() && inner && options.in0.empty()) k.k = in.b.rows;
    if (options.shape.empty() && !inner && options.in0.empty()) k.m = in.b.rows, k.n = in.b.cols;
  }
  const auto check_size = [&](uint64_t rows, uint64_t cols) {
    if (rows * cols > most_tensor_elements || rows > most_tensor_elements || cols > most_tensor_elements)
      throw std::invalid_argument("shape " + shape_text(k) + " is too large: a tensor may have " +
                                  std::to_string(most_tensor_elements) + " elements");
  };
  check_size(k.m, k.n);
  if (!options.in2.empty()) in.bias = read_npy(options.in2);
  for (unsigned i = 0; i < k.inputs(); ++i) {
    const tile_grid shape = k.kernel->operand(k, i);
    check_size(shape.rows, shape.cols);
  }
  const auto expect = [&](unsigned i, const tensor& t, const char* option, const std::string& file) {
    const tile_grid shape = k.kernel->operand(k, i);
    if (!file.empty() && (t.rows != shape.rows || t.cols != shape.cols))
      throw std::invalid_argument(std::string(option) + " '" + file + "' is " + shape_text(t.rows, t.cols) +
                                  ", but this kernel needs " + shape_text(shape.rows, shape.cols));
  };
  expect(0, in.a, "--in0", options.in0);
  if (count > 1) expect(1, in.b, "--in1", options.in1);
  if (k.bias) expect(2, in.bias, "--in2", options.in2);
}

void generate_operands(const run_options& options, const kernel_options& k, operands& in) {
  in.list.clear();
  const std::string* files[] = {&options.in0, &options.in1, &options.in2};
  const tensor* read[] = {&in.a, &in.b, &in.bias};
  const bool constant = k.kernel->has_constant();
  if (constant) in.bias = k.kernel->constant(k);
  for (unsigned i = 0; i < k.inputs(); ++i) {
    const tile_grid shape = k.kernel->operand(k, i);
    if (constant && i == k.kernel->operands()) in.list.emplace_back(in.bias);
    else if (!files[i]->empty()) in.list.emplace_back(*read[i]);
    else in.list.push_back(test_operand(shape.rows, shape.cols, options.seed + i, k.input_format(i), k.kernel->test_range(k)));
  }
}

}  // namespace tensix
