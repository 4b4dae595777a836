// SPDX-License-Identifier: Apache-2.0
#include "app/cli/watched_cores.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "support/files/output_file.h"

namespace tensix {

watched_cores::watched_cores(simulation& sim, const find_image& image) {
  for (const simulation::whole_tile& t : sim.whole_tiles())
    for (unsigned core = 0; core < core_count; ++core)
      if (const elf_image* const program = image(t.tile, core))
        cores_.push_back({&t.tile, &t.cores.core(core), core, program,
                          sim.tile_text(t.tile) + std::string(core_names[core].text).substr(std::string("RISC-V ").size())});
}

void watched_cores::keep_programs(const std::string& folder) const {
  namespace fs = std::filesystem;
  std::string script;
  try {
    fs::create_directories(folder);
    for (const one& c : cores_) {
      std::string file;
      for (const char letter : c.name)
        if (std::isalnum(static_cast<unsigned char>(letter)))
          file += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        else if (letter == ',' || letter == ' ') file += '_';
      const fs::path copy = fs::absolute(fs::path(folder) / (file + ".elf"));
      fs::copy_file(c.image->path(), copy, fs::copy_options::overwrite_existing);
      script += "add-symbol-file \"" + copy.string() + "\"\n";
    }
  } catch (const fs::filesystem_error& e) {
    throw host_error("--keep-elf=" + folder + ": " + e.code().message());
  }
  write_file((fs::path(folder) / "symbols.gdb").string(), "--keep-elf", script);
}

void watched_cores::look(std::function<bool(size_t core, uint32_t pc)> before, std::function<bool(size_t core)> behind) {
  before_ = std::move(before);
  behind_ = std::move(behind);
  for (size_t i = 0; i < cores_.size(); ++i) cores_[i].core->watch(watches_.emplace_back(*this, i));
}

unsigned watched_cores::together(size_t core, uint32_t pc) const {
  const auto& l1 = cores_[core].tile->state().l1;
  const unsigned most = cores_[core].tile->configuration().riscv_core.ttinsn_fusion;
  unsigned n = 0;
  while (n < most && pc + 4 * n + 4 <= l1.size() && (l1[pc + 4 * n] & 3) != 3) ++n;
  return std::max(n, 1u);
}

}  // namespace tensix
