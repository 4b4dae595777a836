#include "workload/compile/program_compiler.h"

#include "workload/compile/program_header.h"

namespace tensix {
namespace {

core_source source_of(const data_movement_kernel& kernel, const program_layout& layout, unsigned header) {
  const bool b = kernel.core == data_movement_kernel::b;
  core_source c;
  c.core = kernel.core;
  c.source = kernel.source;
  c.header = header;
  c.options = {"-DTENSIX_MOVE=1", b ? "-DCOMPILE_FOR_BRISC=1" : "-DCOMPILE_FOR_NCRISC=1",
               "-DPROCESSOR_INDEX=" + std::to_string(b ? 0 : 1), "-DNOC_INDEX=" + std::to_string(kernel.noc), "-DNOC_MODE=0"};
  c.defines = kernel.defines;
  c.include_folders = kernel.include_folders;
  c.given = given_to(kernel.compile_time_arguments, kernel.named_arguments);
  c.address = layout.program(kernel.core);
  c.room = layout.program_bytes;
  return c;
}

device_compiler compiler_of(const tile_program& program, const program_layout& layout) {
  std::vector<core_source> cores;
  std::vector<std::string> headers;
  const auto header_for = [&](unsigned core) {
    headers.push_back(program_header(program, layout, core));
    return static_cast<unsigned>(headers.size() - 1);
  };
  if (program.compute) cores = compute_sources(*program.compute, layout.program(0), layout.program_bytes, header_for(0));
  for (const data_movement_kernel& m : program.movers) cores.push_back(source_of(m, layout, header_for(m.core)));
  return {std::move(cores), headers};
}

std::vector<uint8_t> bytes_of(const std::vector<uint32_t>& words) {
  std::vector<uint8_t> bytes;
  for (const uint32_t w : words)
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<uint8_t>(w >> shift));
  return bytes;
}

}  // namespace

elf_programs compiled_programs(const tile_program& program, const program_layout& layout, uint32_t l1_bytes) {
  elf_programs programs = compiler_of(program, layout).programs(l1_bytes);
  if (program.compute) check_frame(*program.compute, programs);
  for (const initial_words& w : initial_words_of(program)) programs.add_data(w.address, bytes_of(w.words), w.what);
  return programs;
}

std::vector<std::string> sources_of(const tile_program& program, const program_layout& layout) {
  const std::set<std::string> all = compiler_of(program, layout).sources();
  return {all.begin(), all.end()};
}

}  // namespace tensix
