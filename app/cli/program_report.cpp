// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program_report.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

#include "app/cli/settings_list.h"
#include "models/contracts/cores.h"
#include "support/text/text_columns.h"
#include "workload/program/program_waits.h"

namespace tensix {
namespace {

uint32_t bytes_of(const elf_image& program, const program_layout& layout, unsigned core) {
  const uint32_t from = layout.program(core), to = from + layout.program_bytes;
  uint32_t bytes = 0;
  for (const auto& s : program.segments())
    if (s.address >= from && s.address < to) bytes = std::max(bytes, s.address + static_cast<uint32_t>(s.bytes.size()) - from);
  return bytes;
}

std::string shape_of(const tensor_buffer& b) {
  std::string text;
  for (const uint64_t n : b.shape) text += (text.empty() ? "" : "x") + std::to_string(n);
  return text;
}

std::string content_of(const tensor_source& s) {
  if (!s.file.empty()) return s.file;
  if (s.test_data) return "test";
  std::ostringstream value;
  if (s.value) value << *s.value;
  return value.str();
}

void describe_buffers(run_report& report, const device_program& program, const placed_program& placed, size_t tile,
                      const word_reader& word) {
  const auto& [parts, layout] = placed.tiles[tile];
  for (size_t i = 0; i < parts.buffers.size(); ++i) {
    const program_buffer& c = parts.buffers[i];
    device_buffer_report r;
    r.index = c.index;
    r.use = "program";
    r.format = buffer_format_name(c.format);
    r.capacity = c.pages;
    r.tile_bytes = c.bytes_of_page();
    r.address = layout.buffers[i];
    std::tie(r.produced, r.consumed) = page_counts(c.index, word);
    for (const placed_circular_buffer& given : program.circular_buffers)
      if (given.buffer.index == c.index && given.cores.contains(placed.cores[tile]) && !given.on.empty())
        r.shape = "on " + given.on;
    report.buffers.push_back(std::move(r));
  }
  std::sort(report.buffers.begin(), report.buffers.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const tensor_buffer& b = program.buffers[i];
    const buffer_pages& pages = placed.pages[i];
    report.memory_buffers.push_back({b.name, b.memory_name(), buffer_format_name(b.format), shape_of(b), content_of(b.content),
                                     b.output, b.row_major, b.sharded.has_value(), pages.pages(), pages.page_bytes(),
                                     pages.banks(), placed.addresses[i]});
  }
}

}  // namespace

void describe_program(run_report& report, const device_program& program, const placed_program& placed, size_t tile,
                      const elf_programs& programs, const word_reader& word) {
  report.kernel = program.name;
  const auto& [parts, layout] = placed.tiles[tile];
  if (parts.compute) report.fidelity = name(parts.compute->fidelity);
  describe_buffers(report, program, placed, tile, word);
  name_polled(report.cores, program, parts);
  for (const tensor_buffer& b : program.buffers) {
    if (b.content.given()) {
      if (report.format.empty()) report.format = buffer_format_name(b.format);
      continue;
    }
    if (b.output.empty() || !report.shape.empty()) continue;
    report.shape = shape_of(b);
    report.output_format = buffer_format_name(b.format);
    if (!b.row_major) report.tiles = tile_grid(b.rows(), b.cols()).tiles();
  }
  for (unsigned core = 0; core < core_count; ++core)
    if (programs.program(core))
      report.programs.push_back(
          {core_names[core].account, layout.program(core), bytes_of(*programs.program(core), layout, core)});
}

void describe_program_options(run_report& report, const program_options& options, const device_program& program,
                              const placed_program& placed, size_t tile) {
  const auto& [parts, layout] = placed.tiles[tile];
  settings_list all(report.settings);
  all.add("seed", options.seed);
  all.add("checked", options.checked);
  all.add("dprint", !options.prints.empty());
  all.add("program_bytes", layout.program_bytes);
  if (placed.cores.size() > 1) all.add("cores", program.cores.text());
  const auto add = [&](const std::string& role, const auto& kernel) {
    all.add(role, {{"source", kernel.source},
                   {"args", kernel.arguments},
                   {"common_args", kernel.common_arguments},
                   {"ct_args", kernel.compile_time_arguments},
                   {"define", kernel.defines}});
  };
  for (const data_movement_kernel& m : parts.movers) add(m.role, m);
  if (!parts.compute) return;
  add("compute", *parts.compute);
  all.add("fp32_dest", parts.compute->fp32_dest);
  all.add("dst_sync", name(parts.compute->sync));
}

void name_polled(std::vector<activity_report>& cores, const device_program& program, const tile_program& tile) {
  const logical_core here = {tile.place.logical_x, tile.place.logical_y};
  for (auto& core : cores)
    for (auto& polled : core.polled) {
      if (const std::string call = barrier_at(polled.address); !call.empty()) {
        polled.name = call;
        if (core.barrier.cycles < polled.cycles) core.barrier = polled;
      }
      for (const program_buffer& c : tile.buffers)
        if (polled.address == program_layout::received(c.index) || polled.address == program_layout::acknowledged(c.index))
          polled.name = c.name() + (polled.address == program_layout::received(c.index) ? " received" : " acknowledged");
      for (const named_semaphore& s : program.semaphores)
        if (polled.address == program_layout::semaphore(s.id) && s.cores.contains(here)) polled.name = "semaphore " + s.name;
    }
}

std::string pages_left(const core_program& tile, const word_reader& word, const std::string& where) {
  std::string text;
  for (const program_buffer& c : tile.tile.buffers) {
    const auto [put, taken] = page_counts(c.index, word);
    const uint32_t here = (put - taken) & 0xffff;
    if (here)
      text += "warning: " + where + c.name() + ": " + std::to_string(here) + " of " + std::to_string(put) +
              (here == 1 ? " pages was" : " pages were") + " left in it\n";
  }
  return text;
}

std::string program_sizes(const placed_program& placed, const std::vector<elf_programs>& programs) {
  std::string text;
  std::set<const elf_image*> told;
  for (size_t t = 0; t < programs.size(); ++t)
    for (unsigned core = 0; core < core_count; ++core)
      if (const elf_image* const image = programs[t].program(core).get(); image && told.insert(image).second) {
        const program_layout& layout = placed.tiles[t].layout;
        text += left(core_name(placed.tiles[t].tile, core), 14) + right(grouped(bytes_of(*image, layout, core)), 8) +
                " bytes of " + grouped(layout.program_bytes) +
                (t == 0 ? std::string() : ", first on " + placed.cores[t].text()) + "\n";
      }
  return text;
}

}  // namespace tensix
