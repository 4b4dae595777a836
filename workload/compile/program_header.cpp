#include "workload/compile/program_header.h"

#include <algorithm>
#include <sstream>

namespace tensix {
namespace {

// The device's code of a format: the hardware's, and 16 for those that a bit elsewhere tells from their likes.
uint32_t code_of(tile_format f) {
  const bool marked = f == tile_format::fp8_e4m3 || f == tile_format::uint8 || f == tile_format::uint32;
  return static_cast<uint32_t>(hardware_format(f)) | (marked ? 16u : 0u);
}

// A row of the table: address, bytes of a tile, capacity, format, address of the counters, given.
std::string row_of(const device_kernel& kernel, const device_layout& layout, unsigned index) {
  const auto at = std::find_if(kernel.buffers.begin(), kernel.buffers.end(), [&](const auto& b) { return b.index == index; });
  if (at == kernel.buffers.end()) return "{}";
  std::ostringstream row;
  row << "{0x" << std::hex << layout.buffers[static_cast<size_t>(at - kernel.buffers.begin())] << std::dec << ", "
      << tile_bytes(at->format) << ", " << at->capacity << ", " << code_of(at->format) << ", 0x" << std::hex
      << device_layout::counters(index) << ", true}";
  return row.str();
}

}  // namespace

std::string program_header(const device_kernel& kernel, const device_layout& layout) {
  std::ostringstream out;
  out << "#pragma once\n#include \"tensix/buffer_table.h\"\n"
      << "#define TENSIX_FP32_DEST " << kernel.fp32_dest << "\n"
      << "#define TENSIX_DST_FULL_SYNC " << (kernel.sync == dst_sync::full) << "\n"
      << "#define TENSIX_FIDELITY " << static_cast<int>(kernel.fidelity) - 1 << "\n"
      << "#define TENSIX_CHECKED " << kernel.checked << "\n"
      << "#define TENSIX_DPRINT " << kernel.prints << "\n"
      << "namespace tensix_program {\ninline constexpr tensix::device::buffer buffers[" << circular_buffers << "] = {\n";
  for (unsigned i = 0; i < circular_buffers; ++i) out << "  " << row_of(kernel, layout, i) << ",\n";
  out << "};\n";
  // An array has at least one element; `compile_time_arguments` are the real ones.
  const auto& values = kernel.compile_time_arguments;
  out << "inline constexpr uint32_t compile_time_arguments = " << values.size()
      << ";\ninline constexpr uint32_t compile_time_args[" << std::max<size_t>(values.size(), 1) << "] = {";
  for (size_t i = 0; i < values.size(); ++i) out << (i ? ", " : "") << values[i] << "u";
  out << "};\n"
      << "inline constexpr uint32_t arguments_address = " << device_layout::arguments_address
      << ", arguments = " << kernel.arguments.size() << ";\n"
      << "inline constexpr uint32_t common_arguments_address = " << device_layout::common_arguments_address
      << ", common_arguments = " << kernel.common_arguments.size() << ";\n"
      << "inline constexpr uint32_t print_rings = " << device_layout::print_rings_address
      << ", print_counters = " << device_layout::print_counters_address << ";\n"
      << "struct named_argument {\n  const char* name;\n  uint32_t value;\n};\n"
      << "inline constexpr named_argument named_arguments[] = {";
  for (const auto& [name, value] : kernel.named_arguments) out << "{\"" << name << "\", " << value << "u}, ";
  out << "{\"\", 0}};\n"  // at least one
      << "inline constexpr uint32_t fault_address = " << device_layout::faults_address
      << ", warnings_address = " << device_layout::warnings_address << ";\n}\n";
  return out.str();
}

}  // namespace tensix
