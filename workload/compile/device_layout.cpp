// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/device_layout.h"

#include <stdexcept>
#include <vector>

#include "workload/kernels/kernel_description.h"

namespace tensix {
namespace {

std::string kib(uint64_t bytes) { return std::to_string((bytes + 1023) / 1024) + " KiB"; }

}  // namespace

device_layout::device_layout(const device_kernel& kernel, uint32_t l1_bytes) : program_bytes(kernel.program_bytes) {
  const auto fit = [](const std::vector<uint32_t>& arguments, const char* option) {
    if (arguments.size() > most_arguments)
      throw std::runtime_error(option + (": " + std::to_string(arguments.size())) + " arguments; there is room for " +
                               std::to_string(most_arguments));
  };
  fit(kernel.arguments, "--arg");
  fit(kernel.common_arguments, "--common-arg");
  uint64_t next = programs_address + uint64_t{programs} * program_bytes;
  std::string takes = "  programs, arguments, counters " + kib(next) + " (--program-kib)\n";
  for (const device_buffer& b : kernel.buffers) {
    const uint64_t bytes = uint64_t{b.capacity} * tile_bytes(b.format);
    buffers.push_back(static_cast<uint32_t>(next));
    takes += "  " + b.name() + " " + kib(bytes) + ": " + std::to_string(b.capacity) + " tiles of " +
             std::to_string(tile_bytes(b.format)) + " bytes (" + buffer_format_name(b.format) +
             (b.sharded ? ", sharded: the whole tensor)\n" : ", capacity=" + std::to_string(b.capacity) + ")\n");
    next += bytes;
  }
  if (next > l1_bytes)
    throw std::runtime_error("the circular buffers do not fit into L1: " + kib(next) + " are wanted, L1 has " + kib(l1_bytes) +
                             "; give some of them a smaller capacity, or a smaller shard\n" +
                             takes.substr(0, takes.size() - 1));
  end = static_cast<uint32_t>(next);
}

const std::vector<std::string>& buffer_format_names() {
  static const std::vector<std::string> all = {"bf16",     "fp16", "fp32",  "bfp8",     "bfp4",  "bfp2",  "tf32",   "fp8",
                                               "fp8_e4m3", "int8", "int32", "int32_sm", "int16", "uint8", "uint16", "uint32"};
  return all;
}

const char* buffer_format_name(tile_format format) { return format == tile_format::int32 ? "int32_sm" : name(format); }

tile_format parse_buffer_format(const std::string& text) {
  for (unsigned f = 0; f <= static_cast<unsigned>(tile_format::uint32); ++f)
    if (text == buffer_format_name(static_cast<tile_format>(f))) return static_cast<tile_format>(f);
  std::string known;
  for (const std::string& f : buffer_format_names())
    known += (known.empty() ? "" : f == buffer_format_names().back() ? " and " : ", ") + f;
  throw std::invalid_argument("unknown format '" + text + "' (" + known + " are known)");
}

tile_order order_of(const device_buffer& b, const tile_grid& shape) {
  tile_order order;
  if (b.order.empty()) {
    if (b.by_columns) return {{shape.tile_rows, shape.tile_cols, 1, 1, 1}, {shape.tile_cols, 1, 0, 0, 0}};
    order.count[0] = shape.tiles();
    order.stride[0] = 1;
    return order;
  }
  uint64_t last = 0;
  double all = 1;
  for (size_t i = 0; i < b.order.size(); ++i) {  // innermost first
    const auto& [count, step] = b.order[b.order.size() - 1 - i];
    order.count[i] = count;
    order.stride[i] = step;
    last += uint64_t{count - 1} * step;
    all *= count;
  }
  const std::string name = "buffer " + b.name() + ", order: ",
                    has = "the tensor has " + std::to_string(shape.tiles()) + " tiles";
  if (last >= shape.tiles())
    throw std::invalid_argument(name + "its last tile is number " + std::to_string(last) + ", counted from 0, but " + has);
  if (all > most_tiles)
    throw std::invalid_argument(name + "more than 2^32 - 1 tiles, which the buffer's counters do not count");
  if (b.input()) return order;
  std::vector<bool> filled(shape.tiles());
  bool once = order.total() == shape.tiles();
  for (uint64_t i = 0; once && i < shape.tiles(); ++i) {
    once = !filled[order.tile_at(i)];
    filled[order.tile_at(i)] = true;
  }
  if (!once)
    throw std::invalid_argument(name + "an output's goes to each tile once; this has " + std::to_string(order.total()) +
                                " tiles, and " + has);
  return order;
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
  plan.order = order_of(b, shape);
  return plan;
}

}  // namespace tensix
