// SPDX-License-Identifier: Apache-2.0
// Command lines, an argument a line: refused with a message, or a run whose kernel can be laid out in L1.
#include <sstream>

#include "app/options/operands.h"
#include "tests/fuzz/fuzz.h"
#include "workload/kernels/kernel_function.h"

using namespace tensix;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<std::string> arguments;
  std::istringstream lines(fuzz::text_of(data, size));
  for (std::string line; std::getline(lines, line);) arguments.push_back(line);
  command_line c;
  if (!fuzz::accepted<usage_error>("", [&] { c = parse_command_line(arguments); })) return 0;
  const auto* const run = std::get_if<run_options>(&c.options);
  if (!run) return 0;
  try {
    static const parameters blackhole = builtin_configuration("blackhole");
    const kernel work(kernel_of(*run, blackhole));
    const auto inside = [&](const circular_buffer_plan& b) {
      fuzz::expect(b.capacity > 0 && b.address + uint64_t{b.capacity} * b.tile_bytes <= blackhole.l1.size_kib * 1024,
                   "a circular buffer that is empty or outside L1");
    };
    for (const auto& b : work.inputs()) inside(b);
    inside(work.output());
  } catch (const std::invalid_argument& e) {
    fuzz::expect(*e.what() != 0, "no message");
  }
  return 0;
}
