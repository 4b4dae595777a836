// SPDX-License-Identifier: Apache-2.0
// The layout of a program, for people.
#include <algorithm>

#include "support/text/hex_text.h"
#include "support/text/text_columns.h"
#include "workload/program/program_placement.h"

namespace tensix {
namespace {

std::string words_text(const std::vector<uint32_t>& words) {
  std::string text;
  for (const uint32_t w : words) text += (text.empty() ? "" : " ") + (w < 65536 ? std::to_string(w) : hex_text(w));
  return text;
}

std::string line_of(const std::string& what, const std::vector<uint32_t>& words) {
  return words.empty() ? std::string() : "  " + what + ": " + words_text(words) + "\n";
}

// Of each core by itself, unless they are alike.
template <class Kernel>
std::string arguments_text(const std::vector<std::pair<logical_core, const Kernel*>>& cores) {
  const Kernel& k = *cores.front().second;
  const bool alike = std::all_of(cores.begin(), cores.end(), [&](const auto& c) { return c.second->arguments == k.arguments; });
  std::string text;
  if (alike) text += line_of("args", k.arguments);
  else
    for (const auto& [core, kernel] : cores) text += line_of("args of " + core.text(), kernel->arguments);
  text += line_of("common_args", k.common_arguments) + line_of("ct_args", k.compile_time_arguments);
  for (const auto& [name, value] : k.named_arguments) text += line_of(name, {value});
  return text;
}

// Nothing, of a program of one core.
std::string cores_text(const device_program& program, const core_set& cores) {
  return program.all_cores().size() > 1 ? ", on " + cores.text() : std::string();
}

std::string shape_of(const tensor_buffer& b) {
  std::string text;
  for (const uint64_t n : b.shape) text += (text.empty() ? "" : "x") + std::to_string(n);
  return text;
}

const data_movement_kernel* kernel_of(const tile_program& tile, const data_mover& part) {
  return &*std::find_if(tile.movers.begin(), tile.movers.end(), [&](const auto& m) { return m.role == part.kernel.role; });
}
const device_kernel* kernel_of(const tile_program& tile, const compute_part&) { return &*tile.compute; }

template <class Kernel>
std::string arguments_text(const placed_program& placed, const kernel_part<Kernel>& part) {
  std::vector<std::pair<logical_core, const Kernel*>> cores;
  for (const logical_core c : part.cores.cores()) cores.emplace_back(c, kernel_of(placed.tiles[placed.place_of(c)].tile, part));
  return arguments_text(cores);
}

std::string kernels_text(const device_program& program, const placed_program& placed) {
  std::string text;
  for (const data_mover& m : program.movers)
    text += m.label + ": " + m.kernel.source + " on " + (m.kernel.core == data_movement_kernel::b ? "B" : "NC") + ", NoC " +
            std::to_string(m.kernel.noc) + cores_text(program, m.cores) + "\n" + arguments_text(placed, m);
  for (const compute_part& c : program.computes)
    text += c.label + ": " + c.kernel.source + " on T0, T1, T2, " + name(c.kernel.fidelity) +
            (c.kernel.fp32_dest ? ", fp32_dest" : "") + (c.kernel.sync == dst_sync::full ? ", full dst_sync" : "") +
            cores_text(program, c.cores) + "\n" + arguments_text(placed, c);
  return text;
}

std::string l1_row(const std::string& name, uint64_t from, uint64_t bytes, const std::string& what) {
  return left(name, 12) + right(hex_text(from), 10) + right(grouped(bytes), 12) + "  " + what + "\n";
}

std::string l1_text(const device_program& program, const placed_program& placed) {
  std::vector<std::pair<uint64_t, std::string>> rows;
  const uint64_t end = placed.tiles.front().layout.program(tile_program::cores);
  rows.emplace_back(0, l1_row("programs", 0, end, "with arguments and semaphores"));
  for (const bool on_others : {false, true})
    for (const placed_circular_buffer& given : program.circular_buffers) {
      if (given.on.empty() == on_others) continue;
      const core_program& t = placed.tiles[placed.place_of(given.cores.ranges().front().first)];
      const program_buffer& c = given.buffer;
      const uint32_t address = t.layout.buffers[t.place_of(c.index)];
      const bool everywhere = given.cores.cores().size() == placed.cores.size();
      rows.emplace_back(address, l1_row(c.name(), address, c.bytes(),
                                        std::to_string(c.pages) + " pages of " + grouped(c.bytes_of_page()) + ", " +
                                            buffer_format_name(c.format) + (given.on.empty() ? "" : ", on " + given.on) +
                                            (everywhere ? std::string() : cores_text(program, given.cores))));
    }
  for (size_t i = 0; i < program.buffers.size(); ++i)
    if (program.buffers[i].where == tensor_buffer::memory::l1)
      rows.emplace_back(placed.addresses[i],
                        l1_row(program.buffers[i].name, placed.addresses[i], placed.pages[i].bytes_of_bank(),
                               grouped(placed.pages[i].pages()) + " pages of " + grouped(placed.pages[i].page_bytes()) + ", " +
                                   buffer_format_name(program.buffers[i].format) + " " + shape_of(program.buffers[i]) +
                                   (placed.pages[i].banks() > 1 || placed.cores.size() > 1
                                        ? ", on " + std::to_string(placed.pages[i].banks()) + " cores"
                                        : "")));
  rows.emplace_back(placed.end(), l1_row("free", placed.end(), placed.l1_end - placed.end(), ""));
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text = left("L1", 12) + right("address", 10) + right("bytes", 12) + "\n";
  for (auto& [address, row] : rows) text += row.substr(0, row.find_last_not_of(" \n") + 1) + "\n";
  return text;
}

std::string dram_text(const device_program& program, const placed_program& placed) {
  std::string text;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const tensor_buffer& b = program.buffers[i];
    const buffer_pages& pages = placed.pages[i];
    if (b.where != tensor_buffer::memory::dram) continue;
    if (text.empty()) text = "\n" + left("DRAM", 12) + right("address", 10) + right("each bank", 12) + "\n";
    text += left(b.name, 12) + right(hex_text(placed.addresses[i]), 10) + right(grouped(pages.bytes_of_bank()), 12) + "  " +
            grouped(pages.pages()) + " pages of " + grouped(pages.page_bytes()) + " in " + std::to_string(pages.banks()) +
            (pages.banks() == 1 ? " bank, " : " banks, ") + buffer_format_name(b.format) + " " + shape_of(b) +
            (b.row_major ? ", rows" : "") + (b.sharded ? ", sharded" : "") + "\n";
  }
  return text;
}

}  // namespace

std::string text_of(const device_program& program, const placed_program& placed) {
  std::string text =
      program.name + "\n" + kernels_text(program, placed) + "\n" + l1_text(program, placed) + dram_text(program, placed);
  if (!program.semaphores.empty()) text += "\n" + left("semaphore", 12) + right("address", 10) + right("value", 12) + "\n";
  for (const named_semaphore& s : program.semaphores)
    text += left(s.name, 12) + right(hex_text(program_layout::semaphore(s.id)), 10) + right(std::to_string(s.value), 12) +
            "  id " + std::to_string(s.id) +
            (s.cores.cores().size() == placed.cores.size() ? std::string() : cores_text(program, s.cores)) + "\n";
  return text;
}

}  // namespace tensix
