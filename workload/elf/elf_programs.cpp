// SPDX-License-Identifier: Apache-2.0
#include "workload/elf/elf_programs.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "models/memory/address_map.h"
#include "models/riscv_core/riscv_instruction.h"
#include "models/riscv_port/core_registers_function.h"
#include "support/files/input_file.h"
#include "workload/tensors/npy.h"
#include "workload/tensors/tile_layout.h"

namespace tensix {
namespace {

constexpr uint32_t ram_base = address_map::local_ram_base;

std::string range_text(uint64_t address, uint64_t bytes) {
  char text[64];
  std::snprintf(text, sizeof text, "0x%llx..0x%llx", static_cast<unsigned long long>(address),
                static_cast<unsigned long long>(address + bytes - 1));
  return text;
}

bool overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes) { return a < b + b_bytes && b < a + a_bytes; }

// A branch over the next instruction.
bool skips_one(uint32_t word) {
  const riscv_instruction d = decode_riscv(word);
  return d.kind == riscv_kind::branch && d.immediate == 8;
}

[[noreturn]] void refuse_overlap(const std::string& what, uint64_t address, uint64_t bytes, const std::string& other,
                                 uint64_t other_address, uint64_t other_bytes) {
  throw std::runtime_error(what + ": " + range_text(address, bytes) + " overlaps " + range_text(other_address, other_bytes) +
                           " of " + other);
}

}  // namespace

void elf_programs::add_program(unsigned core, const std::string& file) {
  add_program(core, std::make_shared<const elf_image>(elf_image::load(file)));
}

void elf_programs::add_program(unsigned core, std::shared_ptr<const elf_image> program) {
  image_[core] = std::move(program);
  const std::string& file = image_[core]->path();
  const auto& loader_init = image_[core]->loader_init();
  const uint32_t ram_bytes = local_rams::bytes_of(core);
  for (const auto& s : image_[core]->segments()) {
    const uint64_t end = uint64_t{s.address} + s.memory_bytes;
    const auto in_file = static_cast<uint32_t>(s.bytes.size());
    if (end <= l1_bytes_) {
      add_l1(core, s.address, s.bytes, file);
      add_blank({s.address + in_file, s.memory_bytes - in_file, core, file});
    } else if (s.address < ram_base || end > uint64_t{ram_base} + ram_bytes) {
      throw std::runtime_error(file + ": its segment " + range_text(s.address, s.memory_bytes) + " is neither in L1 (" +
                               range_text(0, l1_bytes_) + ") nor in the core's data RAM (" + range_text(ram_base, ram_bytes) +
                               ")");
    } else if (!loader_init) {
      ram_.push_back({core, s.address - ram_base, s.bytes});
    } else {
      if (in_file && s.address - ram_base + in_file > loader_init->bytes)
        throw std::runtime_error(file + ": its segment " + range_text(s.address, in_file) +
                                 " does not fit into its section .loader_init (" + std::to_string(loader_init->bytes) +
                                 " bytes)");
      add_l1(core, loader_init->address + (s.address - ram_base), s.bytes, file + " (.loader_init)");
    }
  }
}

void elf_programs::add_data(uint32_t address, std::vector<uint8_t> bytes, const std::string& what) {
  add_l1(no_core, address, std::move(bytes), what);
}

void elf_programs::add_l1(unsigned core, uint32_t address, std::vector<uint8_t> bytes, const std::string& what) {
  if (bytes.empty()) return;
  if (uint64_t{address} + bytes.size() > l1_bytes_)
    throw std::runtime_error(what + ": " + range_text(address, bytes.size()) + " is not in L1 (" + range_text(0, l1_bytes_) +
                             ")");
  for (const block& b : l1_)
    if (overlap(address, bytes.size(), b.address, b.bytes.size()))
      refuse_overlap(what, address, bytes.size(), b.what, b.address, b.bytes.size());
  if (core != no_core)
    for (const blank& b : blanks_)
      if (b.core != core && overlap(address, bytes.size(), b.address, b.bytes))
        refuse_overlap(what, address, bytes.size(), b.what, b.address, b.bytes);
  l1_.push_back({address, std::move(bytes), core, what});
}

std::vector<std::pair<uint32_t, uint32_t>> elf_programs::ranges_in_l1() const {
  std::vector<std::pair<uint32_t, uint32_t>> all;
  for (const block& b : l1_) all.emplace_back(b.address, static_cast<uint32_t>(b.bytes.size()));
  for (const blank& b : blanks_) all.emplace_back(b.address, b.bytes);
  return all;
}

void elf_programs::add_blank(const blank& b) {
  if (b.bytes == 0) return;
  for (const block& c : l1_)
    if (c.core != b.core && c.core != no_core && overlap(b.address, b.bytes, c.address, c.bytes.size()))
      refuse_overlap(b.what, b.address, b.bytes, c.what, c.address, c.bytes.size());
  blanks_.push_back(b);
}

void elf_programs::load(uint8_t* l1,
                        const std::function<void(unsigned core, uint32_t offset, const std::vector<uint8_t>&)>& ram) const {
  for (const block& b : l1_) std::copy(b.bytes.begin(), b.bytes.end(), l1 + b.address);
  for (const ram_block& r : ram_) ram(r.core, r.offset, r.bytes);
}

std::string elf_programs::place(unsigned core, uint32_t pc) const {
  const std::string text = image_[core] ? image_[core]->text_of(pc) : std::string();
  return text.empty() ? text : "in " + text;
}

bool elf_programs::ends_at(unsigned core, uint32_t pc) const {
  const elf_image* const program = image_[core].get();
  if (!program) return true;
  const elf_image::scope &here = program->scope_of(pc), &entry = program->scope_of(program->entry());
  if (here.functions.size() > 1 || here.functions.front() != entry.functions.front()) return false;
  constexpr uint32_t jump_to_itself = 0x6f;
  if (here.functions.front() != elf_image::unknown_function)
    return here.end == pc + 4 || program->word_at(pc + 4) == jump_to_itself;
  const std::optional<uint32_t> before = program->word_at(pc - 4);
  return !before || !skips_one(*before);
}

core_programs images_of(const elf_programs& programs) {
  core_programs all{};
  for (unsigned i = 0; i < core_count; ++i) all[i] = programs.program(i).get();
  return all;
}

std::vector<uint8_t> memory_file(const std::string& file, const std::string& format) {
  const bool npy = file.size() > 4 && file.compare(file.size() - 4, 4, ".npy") == 0;
  if (!npy) {
    if (!format.empty()) throw std::invalid_argument(file + ": a format (" + format + ") is for .npy files");
    const std::string bytes = read_input_file(file);
    return {bytes.begin(), bytes.end()};
  }
  const tile_format f = parse_tile_format(format.empty() ? "bf16" : format);
  const tensor t = read_npy(file, is_integer(f));
  const tile_grid grid(t.rows, t.cols);
  std::vector<uint8_t> bytes(grid.tiles() * tile_bytes(f));
  for (uint32_t r = 0; r < grid.tile_rows; ++r)
    for (uint32_t c = 0; c < grid.tile_cols; ++c)
      encode_tile(t, r, c, f, &bytes[(uint64_t{r} * grid.tile_cols + c) * tile_bytes(f)]);
  return bytes;
}

}  // namespace tensix
