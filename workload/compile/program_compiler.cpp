// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/program_compiler.h"

#include <algorithm>
#include <set>

#include "workload/compile/program_header.h"

namespace tensix {
namespace {

core_source source_of(const data_movement_kernel& kernel, const program_layout& layout) {
  const bool b = kernel.core == data_movement_kernel::b;
  core_source c;
  c.core = kernel.core;
  c.source = kernel.source;
  c.options = {"-DTENSIX_MOVE=1", b ? "-DCOMPILE_FOR_BRISC=1" : "-DCOMPILE_FOR_NCRISC=1",
               "-DPROCESSOR_INDEX=" + std::to_string(b ? 0 : 1), "-DNOC_INDEX=" + std::to_string(kernel.noc), "-DNOC_MODE=0"};
  c.defines = kernel.defines;
  c.include_folders = kernel.include_folders;
  c.given = given_to(kernel.compile_time_arguments, kernel.named_arguments);
  c.address = layout.program(kernel.core);
  c.room = layout.program_bytes;
  return c;
}

// What is compiled for all tiles, each once, and which of it the cores of each tile run.
struct compilation {
  std::vector<core_source> sources;
  std::vector<std::string> headers;
  std::vector<std::vector<size_t>> of_tile;  // into sources

  void add(core_source source, const std::string& header) {
    const auto known_header = std::find(headers.begin(), headers.end(), header);
    source.header = static_cast<unsigned>(known_header - headers.begin());
    if (known_header == headers.end()) headers.push_back(header);
    const auto known = std::find(sources.begin(), sources.end(), source);
    of_tile.back().push_back(static_cast<size_t>(known - sources.begin()));
    if (known == sources.end()) sources.push_back(std::move(source));
  }
};

compilation compilation_of(const std::vector<core_program>& tiles) {
  compilation all;
  for (const auto& [program, layout] : tiles) {
    all.of_tile.emplace_back();
    if (program.compute) {
      const std::string header = program_header(program, layout, 0);
      for (core_source& c : compute_sources(*program.compute, layout.program(0), layout.program_bytes, 0))
        all.add(std::move(c), header);
    }
    for (const data_movement_kernel& m : program.movers) all.add(source_of(m, layout), program_header(program, layout, m.core));
  }
  return all;
}

std::vector<uint8_t> bytes_of(const std::vector<uint32_t>& words) {
  std::vector<uint8_t> bytes;
  for (const uint32_t w : words)
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<uint8_t>(w >> shift));
  return bytes;
}

}  // namespace

size_t core_program::place_of(unsigned index) const {
  const auto at = std::find_if(tile.buffers.begin(), tile.buffers.end(), [&](const auto& b) { return b.index == index; });
  return static_cast<size_t>(at - tile.buffers.begin());
}

std::vector<elf_programs> compiled_programs(const std::vector<core_program>& tiles, uint32_t l1_bytes) {
  const compilation work = compilation_of(tiles);
  const auto images = device_compiler(work.sources, work.headers).images();
  std::vector<elf_programs> all;
  for (size_t t = 0; t < tiles.size(); ++t) {
    elf_programs& programs = all.emplace_back(l1_bytes);
    for (const size_t s : work.of_tile[t]) programs.add_program(work.sources[s].core, images[s]);
    if (tiles[t].tile.compute) check_frame(*tiles[t].tile.compute, programs);
    for (const initial_words& w : initial_words_of(tiles[t].tile)) programs.add_data(w.address, bytes_of(w.words), w.what);
  }
  return all;
}

std::vector<std::string> sources_of(const std::vector<core_program>& tiles) {
  const compilation work = compilation_of(tiles);
  const std::set<std::string> all = device_compiler(work.sources, work.headers).sources();
  return {all.begin(), all.end()};
}

}  // namespace tensix
