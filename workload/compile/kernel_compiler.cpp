// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/kernel_compiler.h"

#include "workload/compile/program_header.h"

namespace tensix {
namespace {

device_compiler compiler_of(const device_kernel& kernel, const device_layout& layout) {
  return {compute_sources(kernel, device_layout::programs_address, layout.program_bytes, 0), {program_header(kernel, layout)}};
}

}  // namespace

std::vector<core_source> compute_sources(const device_kernel& kernel, uint32_t address, uint32_t room, unsigned header) {
  static constexpr const char* parts[] = {"UNPACK", "MATH", "PACK"};
  std::vector<core_source> all;
  for (unsigned core = 0; core < 3; ++core) {
    core_source c;
    c.core = core;
    c.source = kernel.source;
    c.header = header;
    for (const char* prefix : {"TENSIX_", "TRISC_", "UCK_CHLKC_"})
      c.options.push_back(std::string("-D") + prefix + parts[core] + "=1");
    c.options.push_back("-DCOMPILE_FOR_TRISC=" + std::to_string(core));
    c.defines = kernel.defines;
    c.include_folders = kernel.include_folders;
    c.given = given_to(kernel.compile_time_arguments, kernel.named_arguments);
    c.address = address + core * room;
    c.room = room;
    all.push_back(c);
  }
  return all;
}

void check_frame(const device_kernel& kernel, const elf_programs& programs) {
  const elf_image& t0 = *programs.program(0);
  if (t0.has_functions() && !t0.has_function("kernel_main()") && !t0.has_function("tensix_user_kernel::math_main()"))
    throw compile_error(kernel.source +
                        ": has no function void kernel_main(), nor namespace NAMESPACE { void MAIN { ... } }\n");
}

elf_programs compiled_programs(const device_kernel& kernel, const device_layout& layout, uint32_t l1_bytes) {
  elf_programs programs(l1_bytes);
  const auto images = compiler_of(kernel, layout).images();
  for (unsigned core = 0; core < images.size(); ++core) programs.add_program(core, images[core]);
  check_frame(kernel, programs);
  return programs;
}

std::vector<std::string> sources_of(const device_kernel& kernel, const device_layout& layout) {
  const std::set<std::string> all = compiler_of(kernel, layout).sources();
  return {all.begin(), all.end()};
}

}  // namespace tensix
