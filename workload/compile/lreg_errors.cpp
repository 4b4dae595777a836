// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/lreg_errors.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <cstring>
#include <set>

#include "workload/elf/elf_image.h"

namespace tensix {
namespace {

constexpr const char* prefix = "tensix_lregs_ran_out_";

// Of an executable that the linker has just made.
std::set<uint32_t> addresses_of_symbols(const std::string& file) {
  std::set<uint32_t> found;
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  elf_version(EV_CURRENT);
  Elf* elf = elf_begin(descriptor, ELF_C_READ_MMAP, nullptr);
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || header.sh_entsize == 0) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    GElf_Sym symbol;
    for (int i = 0; gelf_getsym(data, i, &symbol); ++i) {
      const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
      if (name && std::strncmp(name, prefix, std::strlen(prefix)) == 0) found.insert(static_cast<uint32_t>(symbol.st_value));
    }
  }
  elf_end(elf);
  if (descriptor >= 0) close(descriptor);
  return found;
}

}  // namespace

std::string lreg_errors(const std::string& elf_file, const std::string& source) {
  const std::set<uint32_t> all = addresses_of_symbols(elf_file);
  if (all.empty()) return {};
  const elf_image program = elf_image::load(elf_file);
  std::string text;
  std::set<std::string> said;
  for (const uint32_t address : all) {
    const std::string line = program.line_in(source, address), place = line.empty() ? program.text_of(address) : line;
    if (said.insert(place).second)
      text += place +
              ": error: LRegs ran out: more than eight vFloat, vInt, vUInt and intermediate results at once, or one is alive "
              "across a call\n";
  }
  return text;
}

}  // namespace tensix
