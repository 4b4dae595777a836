// The layout of a program, for people.
#include <algorithm>
#include <cstdio>

#include "support/text/text_columns.h"
#include "workload/program/program_placement.h"

namespace tensix {
namespace {

std::string hexadecimal(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string words_text(const std::vector<uint32_t>& words) {
  std::string text;
  for (const uint32_t w : words) text += (text.empty() ? "" : " ") + (w < 65536 ? std::to_string(w) : hexadecimal(w));
  return text;
}

template <class Kernel>
std::string arguments_text(const Kernel& k) {
  std::string text;
  const auto add = [&](const char* what, const std::vector<uint32_t>& words) {
    if (!words.empty()) text += std::string("  ") + what + ": " + words_text(words) + "\n";
  };
  add("args", k.arguments);
  add("common_args", k.common_arguments);
  add("ct_args", k.compile_time_arguments);
  for (const auto& [name, value] : k.named_arguments) add(name.c_str(), {value});
  return text;
}

std::string shape_of(const tensor_buffer& b) {
  std::string text;
  for (const uint64_t n : b.shape) text += (text.empty() ? "" : "x") + std::to_string(n);
  return text;
}

std::string kernels_text(const device_program& program, const placed_program& placed) {
  std::string text;
  for (size_t i = 0; i < placed.tile.movers.size(); ++i) {
    const data_movement_kernel& k = placed.tile.movers[i];
    text += program.movers[i].role + ": " + k.source + " on " + (k.core == data_movement_kernel::b ? "B" : "NC") + ", NoC " +
            std::to_string(k.noc) + "\n" + arguments_text(k);
  }
  if (const auto& k = placed.tile.compute)
    text += "compute: " + k->source + " on T0, T1, T2, " + name(k->fidelity) + (k->fp32_dest ? ", fp32_dest" : "") +
            (k->sync == dst_sync::full ? ", full dst_sync" : "") + "\n" + arguments_text(*k);
  return text;
}

std::string l1_row(const std::string& name, uint64_t from, uint64_t bytes, const std::string& what) {
  return left(name, 12) + right(hexadecimal(from), 10) + right(grouped(bytes), 12) + "  " + what + "\n";
}

std::string l1_text(const device_program& program, const placed_program& placed) {
  std::vector<std::pair<uint64_t, std::string>> rows;
  const uint64_t end = placed.layout.program(tile_program::cores);
  rows.emplace_back(0, l1_row("programs", 0, end, "with arguments and semaphores"));
  for (size_t i = 0; i < placed.tile.buffers.size(); ++i) {
    const program_buffer& c = placed.tile.buffers[i];
    const auto given = std::find_if(program.circular_buffers.begin(), program.circular_buffers.end(),
                                    [&](const auto& g) { return g.buffer.index == c.index; });
    rows.emplace_back(placed.layout.buffers[i],
                      l1_row(c.name(), placed.layout.buffers[i], c.bytes(),
                             std::to_string(c.pages) + " pages of " + grouped(c.bytes_of_page()) + ", " +
                                 buffer_format_name(c.format) + (given->on.empty() ? "" : ", on " + given->on)));
  }
  for (size_t i = 0; i < program.buffers.size(); ++i)
    if (program.buffers[i].where == tensor_buffer::memory::l1)
      rows.emplace_back(placed.addresses[i],
                        l1_row(program.buffers[i].name, placed.addresses[i], placed.pages[i].bytes_of_bank(),
                               grouped(placed.pages[i].pages()) + " pages of " + grouped(placed.pages[i].page_bytes()) + ", " +
                                   buffer_format_name(program.buffers[i].format) + " " + shape_of(program.buffers[i])));
  rows.emplace_back(placed.layout.end, l1_row("free", placed.layout.end, placed.l1_end - placed.layout.end, ""));
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
    text += left(b.name, 12) + right(hexadecimal(placed.addresses[i]), 10) + right(grouped(pages.bytes_of_bank()), 12) + "  " +
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
    text += left(s.name, 12) + right(hexadecimal(program_layout::semaphore(s.id)), 10) + right(std::to_string(s.value), 12) +
            "  id " + std::to_string(s.id) + "\n";
  return text;
}

}  // namespace tensix
