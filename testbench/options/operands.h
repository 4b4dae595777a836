// What a kernel is run on, from the command line: configuration, kernel options, operands. No SystemC object is made.
#pragma once
#include <string>
#include <vector>

#include "platform/parameters.h"
#include "testbench/kernels/kernel_function.h"
#include "testbench/options/options.h"
#include "testbench/tensors/operand.h"

namespace tensix {

parameters configuration_of(const command_line& options);
kernel_options kernel_of(const command_line& options, const parameters& p);

// The largest tensor taken: one that comes from a file must fit a workstation's memory.
inline constexpr uint64_t most_tensor_elements = 1ull << 28;
// Test data, as far as possible such that the format holds them exactly: then the error shown is the computation's.
operand test_operand(uint32_t rows, uint32_t cols, uint64_t seed, tile_format format, value_range range = value_range::any);

struct operands {
  tensor a, b, bias;  // of files; bias: or what the kernel makes itself
  std::vector<operand> list;
};

// Reads the operands that come from files, whose shape the kernel follows; throws if shapes do not fit or are too large.
void load_operands(const command_line& options, kernel_options& k, operands& in);
// The others are test data of the seed; then the list is complete.
void generate_operands(const command_line& options, const kernel_options& k, operands& in);

std::string shape_text(uint32_t rows, uint32_t columns);
std::string shape_text(const kernel_options& k);  // of the output, and the inner dimension

}  // namespace tensix
