// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/program_header.h"

#include <algorithm>
#include <sstream>

#include "workload/compile/program_layout.h"

namespace tensix {
namespace {

// The device's code of a format: the hardware's, and 16 for those that a bit elsewhere tells from their likes.
uint32_t code_of(tile_format f) {
  const bool marked = f == tile_format::fp8_e4m3 || f == tile_format::uint8 || f == tile_format::uint32;
  return static_cast<uint32_t>(hardware_format(f)) | (marked ? 16u : 0u);
}

std::string hexadecimal(uint32_t value) {
  std::ostringstream text;
  text << "0x" << std::hex << value;
  return text.str();
}

struct memory_words {
  uint32_t arguments, common_arguments, faults, warnings, print_rings, print_counters;
};
struct argument_lists {
  const std::vector<uint32_t>&given, &common, &compile_time;
  const std::vector<std::pair<std::string, uint32_t>>& named;
};
template <class Kernel>
argument_lists arguments_of(const Kernel& k) {
  return {k.arguments, k.common_arguments, k.compile_time_arguments, k.named_arguments};
}

struct header_writer {
  std::ostringstream out;

  void begin() { out << "#pragma once\n#include \"tensix/buffer_table.h\"\n#include \"tensix/program_memory.h\"\n"; }
  void define(const std::string& name, const std::string& value) { out << "#define " << name << " " << value << "\n"; }
  void define(const std::string& name, int64_t value) { define(name, std::to_string(value)); }
  void modes(bool fp32_dest, bool full_sync, math_fidelity fidelity, bool checked, bool prints, bool zones) {
    define("TENSIX_FP32_DEST", fp32_dest);
    define("TENSIX_DST_FULL_SYNC", full_sync);
    define("TENSIX_FIDELITY", static_cast<int>(fidelity) - 1);
    define("TENSIX_CHECKED", checked);
    define("TENSIX_DPRINT", prints);
    define("TENSIX_ZONES", zones);
  }
  // Rows of the table: address, bytes of a page, capacity, format, counters, given, units of a tile of the format.
  void begin_buffers() {
    out << "namespace tensix_program {\ninline constexpr tensix::device::buffer buffers[" << circular_buffers << "] = {\n";
  }
  void buffer(uint32_t address, uint32_t page_bytes, uint32_t capacity, tile_format format, uint32_t counters) {
    out << "  {" << hexadecimal(address) << ", " << page_bytes << ", " << capacity << ", " << code_of(format) << ", "
        << hexadecimal(counters) << ", true";
    if (page_bytes != tile_bytes(format)) out << ", " << tile_bytes(format) / 16;
    out << "},\n";
  }
  void no_buffer() { out << "  {},\n"; }
  void arguments(const argument_lists& lists, const memory_words& at) {
    out << "};\n";
    // An array has at least one element; `compile_time_arguments` are the real ones.
    const auto& values = lists.compile_time;
    out << "inline constexpr uint32_t compile_time_arguments = " << values.size()
        << ";\ninline constexpr uint32_t compile_time_args[" << std::max<size_t>(values.size(), 1) << "] = {";
    for (size_t i = 0; i < values.size(); ++i) out << (i ? ", " : "") << values[i] << "u";
    out << "};\n"
        << "inline constexpr uint32_t arguments_address = " << at.arguments << ", arguments = " << lists.given.size() << ";\n"
        << "inline constexpr uint32_t common_arguments_address = " << at.common_arguments
        << ", common_arguments = " << lists.common.size() << ";\n"
        << "inline constexpr uint32_t print_rings = " << at.print_rings << ", print_counters = " << at.print_counters << ";\n"
        << "struct named_argument {\n  const char* name;\n  uint32_t value;\n};\n"
        << "inline constexpr named_argument named_arguments[] = {";
    for (const auto& [name, value] : lists.named) out << "{\"" << name << "\", " << value << "u}, ";
    out << "{\"\", 0}};\n"  // at least one
        << "inline constexpr uint32_t fault_address = " << at.faults << ", warnings_address = " << at.warnings << ";\n";
  }
  std::string end() {
    out << "}\n";
    return out.str();
  }
};

// {{(y << 6 | x) of each bank on network 0}, {on network 1}}.
std::string places_of(const bank_table& table) {
  std::string text = "{";
  for (unsigned noc = 0; noc < 2; ++noc) {
    text += noc ? "}, {" : "{";
    for (const auto& bank : table.banks) text += std::to_string(bank.y[noc] << 6 | bank.x[noc]) + ", ";
  }
  return text + "}}";
}
std::string offsets_of(const bank_table& table) {
  std::string text = "{";
  for (const auto& bank : table.banks) text += std::to_string(bank.offset) + ", ";
  return text + "}";
}

void write_place(header_writer& header, const program_place& place) {
  header.define("TENSIX_PLACE_ADDRESS", program_layout::place_address);
  header.define("NUM_DRAM_BANKS", static_cast<int64_t>(place.dram.banks.size()));
  header.define("TENSIX_DRAM_PLACES", places_of(place.dram));
  header.define("TENSIX_DRAM_OFFSETS", offsets_of(place.dram));
  header.define("NUM_L1_BANKS", static_cast<int64_t>(place.l1.banks.size()));
  header.define("TENSIX_L1_PLACES", places_of(place.l1));
  header.define("TENSIX_L1_OFFSETS", offsets_of(place.l1));
  header.define("TENSIX_ZEROS_ADDRESS", program_layout::zeros_address);
  header.define("TENSIX_ZEROS_BYTES", program_layout::zeros_bytes);
}

template <class Buffer>
const Buffer* buffer_of(const std::vector<Buffer>& buffers, unsigned index) {
  const auto at = std::find_if(buffers.begin(), buffers.end(), [&](const auto& b) { return b.index == index; });
  return at == buffers.end() ? nullptr : &*at;
}

}  // namespace

std::string program_header(const device_kernel& kernel, const device_layout& layout) {
  header_writer header;
  header.begin();
  header.modes(kernel.fp32_dest, kernel.sync == dst_sync::full, kernel.fidelity, kernel.checked, kernel.prints, kernel.zones);
  header.begin_buffers();
  for (unsigned i = 0; i < circular_buffers; ++i) {
    const device_buffer* b = buffer_of(kernel.buffers, i);
    if (!b) header.no_buffer();
    else
      header.buffer(layout.buffers[static_cast<size_t>(b - kernel.buffers.data())], tile_bytes(b->format), b->capacity,
                    b->format, device_layout::counters(i));
  }
  header.arguments(arguments_of(kernel), {device_layout::arguments_address, device_layout::common_arguments_address,
                                          device_layout::faults_address, device_layout::warnings_address,
                                          device_layout::print_rings_address, device_layout::print_counters_address});
  return header.end();
}

std::string program_header(const tile_program& program, const program_layout& layout, unsigned core) {
  const bool moves = core >= data_movement_kernel::b;
  const device_kernel none;
  const device_kernel& compute = program.compute ? *program.compute : none;
  header_writer header;
  header.begin();
  header.modes(compute.fp32_dest, compute.sync == dst_sync::full, compute.fidelity, program.checked, program.prints,
               program.zones);
  write_place(header, program.place);
  header.begin_buffers();
  for (unsigned i = 0; i < circular_buffers; ++i) {
    const program_buffer* b = buffer_of(program.buffers, i);
    if (!b) header.no_buffer();
    else
      header.buffer(layout.buffers[static_cast<size_t>(b - program.buffers.data())], b->bytes_of_page(), b->pages, b->format,
                    program_layout::received(i));
  }
  const memory_words at = {program_layout::arguments(core),     program_layout::common_arguments(core),
                           program_layout::faults_address,      program_layout::warnings_address,
                           program_layout::print_rings_address, program_layout::print_counters_address};
  const auto mover = std::find_if(program.movers.begin(), program.movers.end(), [&](const auto& m) { return m.core == core; });
  header.arguments(moves ? arguments_of(*mover) : arguments_of(compute), at);
  header.out << "inline constexpr tensix::device::program_memory memory = {" << program_layout::semaphores_address << ", "
             << program.semaphores.size() << ", " << program_layout::atomic_sink << ", " << program_layout::inline_words
             << "};\n"
             << "inline constexpr bool other_network_in_use = " << (program.movers.size() > 1) << ";\n";
  return header.end();
}

}  // namespace tensix
