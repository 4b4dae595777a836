// SPDX-License-Identifier: Apache-2.0
#include "workload/elf/elf_image.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>

#include "support/files/input_file.h"
#include "support/text/hex_text.h"
#include "support/text/text_columns.h"
#include "workload/elf/dwarf_file.h"

namespace tensix {
namespace {

// What a core can address is smaller; a file that asks for more is broken, and must not be allocated.
constexpr uint64_t most_segment_bytes = 1ull << 24;

struct descriptor {
  int fd = -1;
  ~descriptor() {
    if (fd >= 0) close(fd);
  }
};
struct elf_end {
  void operator()(Elf* e) const { ::elf_end(e); }
};
}  // namespace

std::string demangled(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(abi::__cxa_demangle(symbol, nullptr, nullptr, &status), &std::free);
  return status == 0 && plain ? plain.get() : symbol;
}

std::string base_name(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

elf_image elf_image::load(const std::string& path) {
  const auto bad = [&path](const std::string& what) { return std::runtime_error(path + ": " + what); };
  descriptor file;
  file.fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file.fd < 0) throw bad(std::string("cannot be read: ") + std::strerror(errno));
  struct stat size = {};
  if (fstat(file.fd, &size) == 0 && static_cast<uint64_t>(size.st_size) > most_input_bytes)
    throw bad("has more than " + grouped(most_input_bytes) + " bytes, the most that such a file may have");
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, elf_end> elf(elf_begin(file.fd, ELF_C_READ, nullptr));
  if (!elf || elf_kind(elf.get()) != ELF_K_ELF) throw bad("is not an ELF file; expected a linked 32-bit RISC-V program");
  GElf_Ehdr header;
  if (!gelf_getehdr(elf.get(), &header)) throw bad(std::string("has no ELF header: ") + elf_errmsg(-1));
  if (header.e_ident[EI_CLASS] != ELFCLASS32)
    throw bad("is a 64-bit program; the cores are 32-bit (compile with -march=rv32im)");
  if (header.e_ident[EI_DATA] != ELFDATA2LSB) throw bad("is big-endian; the cores are little-endian");
  if (header.e_machine != EM_RISCV)
    throw bad("is for machine " + std::to_string(header.e_machine) + ", not RISC-V (" + std::to_string(EM_RISCV) + ")");
  if (header.e_type != ET_EXEC)
    throw bad(header.e_type == ET_REL ? "is an object file; link it first" : "is not a statically linked executable");

  // First of all: what libelf has read of single sections before it has the whole file it does not free.
  size_t file_bytes = 0;
  const char* content = elf_rawfile(elf.get(), &file_bytes);

  elf_image image;
  image.path_ = path;
  image.read_sections(elf.get());
  image.entry_ = static_cast<uint32_t>(header.e_entry);
  size_t count = 0;
  if (elf_getphdrnum(elf.get(), &count) != 0) throw bad(std::string("program headers: ") + elf_errmsg(-1));
  bool entry_inside = false;
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr p;
    if (!gelf_getphdr(elf.get(), static_cast<int>(i), &p)) throw bad("program header " + std::to_string(i) + " cannot be read");
    if (p.p_type != PT_LOAD || p.p_memsz == 0) continue;
    const auto& meta = image.profiler_meta_;
    if (meta && p.p_vaddr >= meta->address && p.p_vaddr + p.p_memsz <= uint64_t{meta->address} + meta->bytes) continue;
    const std::string which =
        "segment " + std::to_string(i) + " (" + hex_text(p.p_paddr) + ", " + std::to_string(p.p_memsz) + " bytes)";
    if (p.p_filesz > p.p_memsz) throw bad(which + " has more bytes in the file than in memory");
    if (!content || p.p_offset > file_bytes || p.p_filesz > file_bytes - p.p_offset)
      throw bad(which + " lies beyond the end of the file: truncated?");
    if (p.p_memsz > most_segment_bytes) throw bad(which + " is larger than anything a core can address");
    segment s{static_cast<uint32_t>(p.p_paddr), std::vector<uint8_t>(p.p_filesz), static_cast<uint32_t>(p.p_memsz)};
    std::copy_n(reinterpret_cast<const uint8_t*>(content) + p.p_offset, p.p_filesz, s.bytes.begin());
    image.segments_.push_back(std::move(s));
    entry_inside |= (p.p_flags & PF_X) && header.e_entry >= p.p_vaddr && header.e_entry - p.p_vaddr < p.p_memsz;
  }
  if (image.segments_.empty()) throw bad("has nothing to load (no PT_LOAD program header)");
  if (!entry_inside)
    throw bad("has no entry: " + hex_text(header.e_entry) + " is in no executable segment (ENTRY in the linker script)");
  if (image.entry_ % 4 != 0) throw bad("its entry " + hex_text(header.e_entry) + " is not a multiple of 4");
  image.read_symbols(elf.get());
  image.read_zones(elf.get());
  image.read_lines(file.fd);
  image.read_scopes(file.fd);
  return image;
}

void elf_image::read_sections(void* opaque) {
  Elf* elf = static_cast<Elf*>(opaque);
  size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return;  // no section headers
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf, section))) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || header.sh_size == 0) continue;
    const char* name = elf_strptr(elf, names, header.sh_name);
    const range s{static_cast<uint32_t>(header.sh_addr), static_cast<uint32_t>(header.sh_size)};
    if (name && std::strcmp(name, ".loader_init") == 0) loader_init_ = s;
    if (name && std::strcmp(name, ".profiler_meta") == 0) profiler_meta_ = s;
  }
}

// Of a section with instructions; 0: it is none.
static uint32_t end_of_code(Elf* elf, size_t section) {
  GElf_Shdr header;
  Elf_Scn* const found = section < SHN_LORESERVE ? elf_getscn(elf, section) : nullptr;
  if (!found || !gelf_getshdr(found, &header) || !(header.sh_flags & SHF_EXECINSTR)) return 0;
  return static_cast<uint32_t>(header.sh_addr + header.sh_size);
}

void elf_image::read_symbols(void* opaque) {
  Elf* elf = static_cast<Elf*>(opaque);
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf, section))) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || header.sh_entsize == 0) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    if (!data) continue;
    for (size_t i = 0; i < header.sh_size / header.sh_entsize; ++i) {
      GElf_Sym symbol;
      if (!gelf_getsym(data, static_cast<int>(i), &symbol)) continue;
      const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
      if (!name || !*name) continue;
      const auto first = static_cast<uint32_t>(symbol.st_value);
      if (std::strcmp(name, "__perf_buffer_start") == 0) profiler_buffers_ = first;
      if (GELF_ST_TYPE(symbol.st_info) == STT_NOTYPE && *name != '.' && *name != '$')  // $x: the assembler's own
        if (const uint32_t end = end_of_code(elf, symbol.st_shndx)) labels_.push_back({first, end, name});
      if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC) continue;
      functions_.push_back({first, first + static_cast<uint32_t>(std::max<uint64_t>(symbol.st_size, 4)), demangled(name)});
    }
  }
  for (auto* all : {&functions_, &labels_})
    std::sort(all->begin(), all->end(),
              [](const function& a, const function& b) { return a.first != b.first ? a.first < b.first : a.name < b.name; });
}

void elf_image::read_lines(int fd) {
  const dwarf_file dwarf(dwarf_begin(fd, DWARF_C_READ));
  if (!dwarf) return;  // no debug information: no lines
  std::map<std::string, uint32_t> numbers;
  Dwarf_Off offset = 0, next = 0;
  size_t header_bytes = 0;
  while (dwarf_nextcu(dwarf.get(), offset, &next, &header_bytes, nullptr, nullptr, nullptr) == 0) {
    Dwarf_Die die;
    Dwarf_Lines* rows = nullptr;
    size_t count = 0;
    if (dwarf_offdie(dwarf.get(), offset + header_bytes, &die) && dwarf_getsrclines(&die, &rows, &count) == 0)
      for (size_t i = 0; i < count; ++i) {
        Dwarf_Line* row = dwarf_onesrcline(rows, i);
        Dwarf_Addr address = 0;
        int line = 0;
        bool ends = false;
        if (!row || dwarf_lineaddr(row, &address) != 0) continue;
        dwarf_lineno(row, &line);
        dwarf_lineendsequence(row, &ends);
        const char* file = dwarf_linesrc(row, nullptr, nullptr);
        uint32_t number = no_file;
        if (!ends && file) {
          const auto [at, is_new] = numbers.emplace(file, static_cast<uint32_t>(files_.size()));
          if (is_new) files_.push_back(file);
          number = at->second;
        }
        lines_.push_back({static_cast<uint32_t>(address), number, static_cast<unsigned>(std::max(line, 0))});
      }
    offset = next;
  }
  // Where one sequence ends and another begins, what begins counts.
  std::stable_sort(lines_.begin(), lines_.end(), [](const line_row& a, const line_row& b) {
    return a.first != b.first ? a.first < b.first : (a.file == no_file) > (b.file == no_file);
  });
}

const elf_image::function* elf_image::function_at(uint32_t address) const {
  auto f = std::upper_bound(functions_.begin(), functions_.end(), address,
                            [](uint32_t a, const function& b) { return a < b.first; });
  while (f != functions_.begin()) {
    --f;
    if (address < f->end) return &*f;
    if (f->first + 0x10000 < address) break;
  }
  return nullptr;
}

bool elf_image::has_function(const std::string& name) const {
  return std::any_of(functions_.begin(), functions_.end(), [&](const function& f) { return f.name == name; });
}

elf_image::place elf_image::at(uint32_t address) const {
  place p;
  if (const function* f = function_at(address)) p.function = f->name;
  const auto row =
      std::upper_bound(lines_.begin(), lines_.end(), address, [](uint32_t a, const line_row& b) { return a < b.first; });
  if (row != lines_.begin() && std::prev(row)->file != no_file) {
    p.file = files_[std::prev(row)->file];
    p.line = std::prev(row)->line;
  }
  return p;
}

std::optional<uint32_t> elf_image::word_at(uint32_t address) const {
  for (const segment& s : segments_) {
    if (address < s.address || uint64_t{address} + 4 > uint64_t{s.address} + s.bytes.size()) continue;
    uint32_t word;
    std::memcpy(&word, &s.bytes[address - s.address], 4);
    return word;
  }
  return std::nullopt;
}

std::string elf_image::text_of(uint32_t address) const {
  const place p = at(address);
  const std::vector<uint32_t>& functions = scope_of(address).functions;
  std::string function = functions.size() > 1 ? function_name(functions.back()) : p.function;
  const std::string into = functions.size() > 1 ? ", inlined into " + function_name(functions.front()) : "";
  if (function.empty()) {
    const auto next =
        std::upper_bound(labels_.begin(), labels_.end(), address, [](uint32_t a, const auto& l) { return a < l.first; });
    if (next != labels_.begin() && address < std::prev(next)->end) {
      char offset[16] = "";
      if (address != std::prev(next)->first) std::snprintf(offset, sizeof offset, "+0x%x", address - std::prev(next)->first);
      function = std::prev(next)->name + offset;
    }
  }
  if (p.file.empty()) return function + into;
  const std::string line = base_name(p.file) + ":" + std::to_string(p.line);
  return (function.empty() ? line : function + " (" + line + ")") + into;
}

}  // namespace tensix
