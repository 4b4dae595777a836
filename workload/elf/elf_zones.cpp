// SPDX-License-Identifier: Apache-2.0
// The marks of zones in a program: its section .tensix_zones, which workload/device/include/tensix/zones.h makes, and the names
// that tt-llk's profiler leaves in .profiler_meta.
#include <gelf.h>
#include <libelf.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "workload/elf/elf_image.h"

namespace tensix {
namespace {

// The text that ends with a zero at this address; nothing: there is none.
std::optional<std::string> text_at(Elf* elf, uint32_t address) {
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf, section))) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_PROGBITS || !(header.sh_flags & SHF_ALLOC)) continue;
    if (address < header.sh_addr || address - header.sh_addr >= header.sh_size) continue;
    const Elf_Data* const data = elf_rawdata(section, nullptr);
    if (!data || !data->d_buf) return {};
    const char* const first = static_cast<const char*>(data->d_buf) + (address - header.sh_addr);
    const size_t most = data->d_size - (address - header.sh_addr), length = strnlen(first, most);
    if (length == most) return {};
    return std::string(first, length);
  }
  return {};
}

// "LLK_PROFILER:FILE:LINE:NAME" is what tt-llk's ZONE_SCOPED("NAME") leaves for who reads its buffers (tests/helpers/include/profiler.h
// there); its entries have the text's hash: FNV-1a of 32 bits, the halves of which are combined.
std::optional<elf_image::zone_mark> profiler_zone(const std::string& text) {
  const std::string prefix = "LLK_PROFILER:";
  if (text.compare(0, prefix.size(), prefix) != 0) return {};
  const size_t file_end = text.find(':', prefix.size());
  const size_t line_end = file_end == std::string::npos ? file_end : text.find(':', file_end + 1);
  if (line_end == std::string::npos) return {};
  uint32_t hash = 0x811c9dc5;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x01000193;
  const auto line = static_cast<unsigned>(std::strtoul(text.c_str() + file_end + 1, nullptr, 10));
  return elf_image::zone_mark{(hash ^ hash >> 16) & 0xffff, elf_image::zone_mark::begins, text.substr(line_end + 1),
                              text.substr(prefix.size(), file_end - prefix.size()), line};
}

std::vector<elf_image::zone_mark> profiler_zones_of(const Elf_Data& data) {
  std::vector<elf_image::zone_mark> all;
  const char* const first = static_cast<const char*>(data.d_buf);
  for (size_t at = 0; first && at < data.d_size;) {
    const std::string text(first + at, strnlen(first + at, data.d_size - at));
    if (auto zone = profiler_zone(text)) all.push_back(std::move(*zone));
    at += text.size() + 1;
  }
  return all;
}

}  // namespace

void elf_image::read_zones(void* opaque) {
  Elf* const elf = static_cast<Elf*>(opaque);
  size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return;
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf, section))) {
    GElf_Shdr header;
    const char* const name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : nullptr;
    if (!name) continue;
    if (std::strcmp(name, ".profiler_meta") == 0)
      if (const Elf_Data* const data = elf_rawdata(section, nullptr)) profiler_zones_ = profiler_zones_of(*data);
    if (std::strcmp(name, ".tensix_zones") != 0) continue;
    const auto bad = [&](const std::string& what) {
      return std::runtime_error(path_ + ": section .tensix_zones " + what + "; it is made by tensix/zones.h (docs/zones.md)");
    };
    struct entry {
      uint32_t address, what, name, file, line;
    };
    const Elf_Data* const data = elf_rawdata(section, nullptr);
    if (!data || data->d_size != header.sh_size || data->d_size % sizeof(entry) != 0) throw bad("has no whole entries");
    for (size_t at = 0; at < data->d_size; at += sizeof(entry)) {
      entry e;
      std::memcpy(&e, static_cast<const char*>(data->d_buf) + at, sizeof e);
      const auto where = "entry " + std::to_string(at / sizeof(entry));
      if (e.what > zone_mark::begins_sum) throw bad("has no such mark: " + where + " is of kind " + std::to_string(e.what));
      zone_mark mark{e.address, static_cast<zone_mark::kind>(e.what), "", "", e.line};
      if (mark.what != zone_mark::ends) {
        const auto zone = text_at(elf, e.name), file = text_at(elf, e.file);
        if (!zone || !file) throw bad("has a zone without a name: " + where);
        mark.name = *zone;
        mark.file = *file;
      }
      zone_marks_.push_back(std::move(mark));
    }
  }
  std::stable_sort(zone_marks_.begin(), zone_marks_.end(),
                   [](const zone_mark& a, const zone_mark& b) { return a.address < b.address; });
}

const elf_image::zone_mark* elf_image::zone_mark_at(uint32_t address) const {
  const auto at = std::lower_bound(zone_marks_.begin(), zone_marks_.end(), address,
                                   [](const zone_mark& m, uint32_t a) { return m.address < a; });
  return at != zone_marks_.end() && at->address == address ? &*at : nullptr;
}

const elf_image::zone_mark* elf_image::zone_called(uint32_t address_or_number) const {
  if (const zone_mark* const mark = zone_mark_at(address_or_number)) return mark;
  const auto at = std::find_if(profiler_zones_.begin(), profiler_zones_.end(),
                               [&](const zone_mark& z) { return z.address == address_or_number; });
  return at != profiler_zones_.end() ? &*at : nullptr;
}

}  // namespace tensix
