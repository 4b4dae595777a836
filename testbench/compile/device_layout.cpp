#include "testbench/compile/device_layout.h"

#include <stdexcept>

namespace tensix {
namespace {

std::string kib(uint64_t bytes) { return std::to_string((bytes + 1023) / 1024) + " KiB"; }

}  // namespace

device_layout::device_layout(const device_kernel& kernel, uint32_t l1_bytes) : program_bytes(kernel.program_bytes) {
  if (kernel.arguments.size() > most_arguments)
    throw std::runtime_error("--arg: " + std::to_string(kernel.arguments.size()) + " arguments; there is room for " +
                             std::to_string(most_arguments));
  uint64_t next = programs_address + uint64_t{programs} * program_bytes;
  std::string takes = "  programs, arguments, counters " + kib(next) + " (--program-kib)\n";
  for (const device_buffer& b : kernel.buffers) {
    const uint64_t bytes = uint64_t{b.capacity} * tile_bytes(b.format);
    buffers.push_back(static_cast<uint32_t>(next));
    takes += "  " + b.name() + " " + kib(bytes) + ": " + std::to_string(b.capacity) + " tiles of " +
             std::to_string(tile_bytes(b.format)) + " bytes (" + name(b.format) + ", capacity=" + std::to_string(b.capacity) +
             ")\n";
    next += bytes;
  }
  if (next > l1_bytes)
    throw std::runtime_error("the circular buffers do not fit into L1: " + kib(next) + " are wanted, L1 has " + kib(l1_bytes) +
                             "; give some of them a smaller capacity\n" + takes.substr(0, takes.size() - 1));
  end = static_cast<uint32_t>(next);
}

circular_buffer_plan plan_of(const device_buffer& b, uint32_t address, const tile_grid& shape) {
  circular_buffer_plan plan;
  plan.address = address;
  plan.tile_bytes = tile_bytes(b.format);
  plan.capacity = b.capacity;
  plan.produced = device_layout::counters(b.index);
  plan.consumed = plan.produced + device_layout::consumed_offset;
  plan.format = b.format;
  plan.grid = shape;
  plan.order.count[0] = shape.tiles();
  plan.order.stride[0] = 1;
  return plan;
}

}  // namespace tensix
