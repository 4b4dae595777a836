// SPDX-License-Identifier: Apache-2.0
// What a kernel is run on, from the command line: configuration, kernel options, operands. No SystemC object is made.
#pragma once
#include <string>
#include <vector>

#include "app/options/options.h"
#include "platform/parameters.h"
#include "workload/kernels/kernel_function.h"
#include "workload/tensors/test_operand.h"

namespace tensix {

parameters configuration_of(const configuration_options& options);
kernel_options kernel_of(const run_options& options, const parameters& p);

struct operands {
  tensor a, b, bias;  // of files; bias: or what the kernel makes itself
  std::vector<operand> list;
};

// Reads the operands that come from files, whose shape the kernel follows; throws if shapes do not fit or are too large.
void load_operands(const run_options& options, kernel_options& k, operands& in);
// The others are test data of the seed; then the list is complete.
void generate_operands(const run_options& options, const kernel_options& k, operands& in);

std::string shape_text(uint32_t rows, uint32_t columns);
std::string shape_text(const kernel_options& k);  // of the output, and the inner dimension

}  // namespace tensix
