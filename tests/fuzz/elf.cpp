// SPDX-License-Identifier: Apache-2.0
// Compiled programs: what is accepted can be loaded, and any address of it be asked for its function and line.
#include "workload/elf/elf_programs.h"

#include <vector>

#include "models/memory/address_map.h"
#include "tests/fuzz/fuzz.h"

using namespace tensix;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr uint32_t l1_bytes = 1536 * 1024;
  const fuzz::memory_file file(fuzz::text_of(data, size));
  fuzz::accepted<std::runtime_error>(file.path(), [&] {
    elf_programs programs(l1_bytes);
    programs.add_program(0, file.path());
    static std::vector<uint8_t> l1(l1_bytes);
    programs.load(l1.data(), [](unsigned core, uint32_t offset, const std::vector<uint8_t>& bytes) {
      fuzz::expect(core == 0 && uint64_t{offset} + bytes.size() <= 1u << 20, "data outside the data RAM");
    });
    const elf_image& image = *programs.program(0);
    for (const auto& segment : image.segments())
      for (const uint32_t at :
           {segment.address, segment.address + segment.memory_bytes / 2, segment.address + segment.memory_bytes}) {
        programs.place(0, at);
        for (const uint32_t function : image.scope_of(at).functions) brief_function(image.function_name(function));
      }
  });
  return 0;
}
