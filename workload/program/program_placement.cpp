// SPDX-License-Identifier: Apache-2.0
#include "workload/program/program_placement.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "models/noc/noc_grid_function.h"
#include "support/text/text_columns.h"

namespace tensix {
namespace {

constexpr uint32_t buffer_alignment =
    64;  // the larger one: data go from DRAM to L1 between addresses alike in their lowest six bits

std::string kib(uint64_t bytes) { return grouped((bytes + 1023) / 1024) + " KiB"; }
uint64_t aligned(uint64_t bytes) { return (bytes + buffer_alignment - 1) / buffer_alignment * buffer_alignment; }

std::string takes(const tensor_buffer& b, const buffer_pages& pages) {
  return "  " + b.name + " " + kib(pages.bytes_of_bank()) + ": " + std::to_string(pages.pages()) + " pages of " +
         std::to_string(pages.aligned_bytes()) + " bytes" +
         (pages.banks() > 1 ? " in " + std::to_string(pages.banks()) + " banks" : std::string()) + "\n";
}

std::string takes(const program_buffer& c) {
  return "  " + c.name() + " " + kib(c.bytes()) + ": " + std::to_string(c.pages) + " pages of " +
         std::to_string(c.bytes_of_page()) + " bytes (" + buffer_format_name(c.format) + ")\n";
}

void dram_addresses(const device_program& program, const std::vector<buffer_pages>& pages, std::vector<uint32_t>& addresses) {
  uint64_t next = placed_program::dram_begin;
  std::string all;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const tensor_buffer& b = program.buffers[i];
    if (b.where != tensor_buffer::memory::dram) continue;
    addresses[i] = static_cast<uint32_t>(next);
    next += aligned(pages[i].bytes_of_bank());
    all += takes(b, pages[i]);
    if (next > placed_program::dram_bank_bytes)
      throw std::runtime_error(program.file + ": the buffers do not fit into DRAM: " + kib(next) +
                               " of each bank are wanted, a bank has " + kib(placed_program::dram_bank_bytes) + "\n" +
                               all.substr(0, all.size() - 1));
  }
}

// Of circular buffers that lie on nothing: each behind what was there before it on any of its cores.
struct circular_places {
  std::vector<uint64_t> addresses;  // in the program's order
  uint64_t end;
};
circular_places places_of(const device_program& program) {
  const uint64_t begin = program_layout::programs_address + uint64_t{tile_program::cores} * program.program_bytes;
  std::map<logical_core, uint64_t> next;
  circular_places places = {{}, begin};
  for (const placed_circular_buffer& c : program.circular_buffers) {
    uint64_t at = begin;
    const logical_cores cores = c.cores.cores();
    for (const logical_core core : cores) at = std::max(at, next[core]);
    places.addresses.push_back(at);
    if (!c.on.empty()) continue;
    for (const logical_core core : cores) next[core] = at + c.buffer.bytes();
    places.end = std::max(places.end, at + c.buffer.bytes());
  }
  return places;
}

// Returns where the lowest begins.
uint32_t l1_addresses(const device_program& program, const std::vector<buffer_pages>& pages, uint32_t l1_bytes,
                      std::vector<uint32_t>& addresses) {
  const uint64_t fixed = program_layout::programs_address + uint64_t{tile_program::cores} * program.program_bytes;
  const uint64_t circular = aligned(places_of(program).end - fixed);
  uint64_t buffers = 0;
  std::string all = "  programs, arguments, semaphores " + kib(fixed) + " (program_kib)\n";
  for (const placed_circular_buffer& c : program.circular_buffers)
    if (c.on.empty()) all += takes(c.buffer);
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const tensor_buffer& b = program.buffers[i];
    if (b.where != tensor_buffer::memory::l1) continue;
    buffers += aligned(pages[i].bytes_of_bank());
    addresses[i] = static_cast<uint32_t>(l1_bytes - std::min<uint64_t>(buffers, l1_bytes));
    all += takes(b, pages[i]);
  }
  if (fixed + circular + buffers > l1_bytes)
    throw std::runtime_error(program.file + ": the program does not fit into L1: " + kib(fixed + circular + buffers) +
                             " are wanted, L1 has " + kib(l1_bytes) +
                             "; give circular buffers fewer pages, or put buffers into DRAM\n" + all.substr(0, all.size() - 1));
  return static_cast<uint32_t>(l1_bytes - buffers);
}

// What arguments stand for.
class argument_words {
 public:
  argument_words(const device_program& program, const std::vector<buffer_pages>& pages, const std::vector<uint32_t>& addresses)
      : program_(program), pages_(pages), addresses_(addresses) {}

  // Of the core at this place among those of the kernel. Each has as many arguments as the one with most, as in TT-Metalium: the
  // kernel is compiled once.
  template <class Kernel>
  Kernel kernel(const kernel_part<Kernel>& part, size_t core) const {
    Kernel k = part.kernel;
    const kernel_arguments& a = part.arguments;
    const own_core own = {part.cores.cores()[core], static_cast<uint32_t>(core)};
    size_t most = 0;
    for (const program_arguments& list : a.run_time) most = std::max(most, list.size());
    k.arguments = of(a.run_time_of(core), own);
    k.arguments.resize(most);
    k.common_arguments = of(a.common, own);
    k.compile_time_arguments = of(a.compile_time, own);
    for (const auto& [name, value] : a.named) k.named_arguments.emplace_back(name, of(value, own).front());
    return k;
  }

 private:
  const device_program& program_;
  const std::vector<buffer_pages>& pages_;
  const std::vector<uint32_t>& addresses_;

  // The core that gets the words, and its place among those of the kernel.
  struct own_core {
    logical_core core;
    uint32_t index;
  };

  std::vector<uint32_t> of(const program_arguments& arguments, const own_core& own) const {
    std::vector<uint32_t> words;
    for (const program_argument& a : arguments)
      for (const uint32_t word : of(a, own)) words.push_back(word);
    return words;
  }
  std::vector<uint32_t> of(const program_argument& a, const own_core& own) const {
    if (a.property.empty()) return {a.word};
    if (a.name.empty()) return {a.property == "index" ? own.index : of_core(a.core.value_or(own.core), a.property)};
    for (const named_semaphore& s : program_.semaphores)
      if (s.name == a.name) return {a.property == "id" ? s.id : program_layout::semaphore(s.id)};
    const auto at = static_cast<size_t>(program_.buffer(a.name) - program_.buffers.data());
    const buffer_pages& pages = pages_[at];
    if (a.property == "accessor") return pages.accessor();
    if (a.property == "pages") return {static_cast<uint32_t>(pages.pages())};
    if (a.property == "page_bytes") return {pages.page_bytes()};
    if (a.property == "aligned_page_bytes") return {pages.aligned_bytes()};
    return {addresses_[at]};
  }
  static uint32_t of_core(logical_core core, const std::string& property) {
    if (property == "x") return core.x;
    if (property == "y") return core.y;
    const noc_coordinate place = translated_place(core);
    return property == "noc_x" ? place.x : place.y;
  }
};

// The circular buffers of a core; those that lie on others get the addresses of these.
std::vector<program_buffer> circular_buffers_of(const device_program& program, const std::vector<uint32_t>& addresses,
                                                const circular_places& places, logical_core core) {
  std::vector<program_buffer> all;
  const auto add = [&](bool on_others) {
    for (size_t i = 0; i < program.circular_buffers.size(); ++i) {
      const placed_circular_buffer& c = program.circular_buffers[i];
      if (c.on.empty() == on_others || !c.cores.contains(core)) continue;
      all.push_back(c.buffer);
      if (!on_others) all.back().least = static_cast<uint32_t>(places.addresses[i]);
      else if (const tensor_buffer* b = program.buffer(c.on))
        all.back().address = addresses[static_cast<size_t>(b - program.buffers.data())];
      else all.back().address = std::find_if(all.begin(), all.end(), [&](const auto& o) { return o.name() == c.on; })->least;
    }
  };
  add(false);
  add(true);
  return all;
}

// Words that are the same on all cores, whatever lies where: what a core does not have is 0.
std::vector<uint32_t> semaphores_of(const device_program& program, logical_core core) {
  std::vector<uint32_t> words;
  for (const named_semaphore& s : program.semaphores) {
    words.resize(std::max<size_t>(words.size(), s.id + 1));
    if (s.cores.contains(core)) words[s.id] = s.value;
  }
  return words;
}

template <class Kernel>
std::optional<size_t> place_in(const kernel_part<Kernel>& part, logical_core core) {
  const logical_cores cores = part.cores.cores();
  const auto at = std::find(cores.begin(), cores.end(), core);
  return at == cores.end() ? std::nullopt : std::optional(static_cast<size_t>(at - cores.begin()));
}

}  // namespace

uint32_t placed_program::end() const {
  uint32_t end = 0;
  for (const core_program& t : tiles) end = std::max(end, t.layout.end);
  return end;
}

size_t placed_program::place_of(logical_core core) const {
  return static_cast<size_t>(std::find(cores.begin(), cores.end(), core) - cores.begin());
}

placed_program placed(const device_program& program, uint32_t l1_bytes) {
  placed_program all;
  for (const tensor_buffer& b : program.buffers) all.pages.emplace_back(b);
  all.addresses.resize(program.buffers.size());
  all.cores = program.all_cores();
  all.l1_bytes = l1_bytes;
  dram_addresses(program, all.pages, all.addresses);
  all.l1_end = l1_addresses(program, all.pages, l1_bytes, all.addresses);
  const circular_places places = places_of(program);
  const argument_words words(program, all.pages, all.addresses);
  bank_table l1;
  for (const logical_core core : all.cores) {
    const noc_coordinate at = translated_place(core);
    l1.banks.push_back({{at.x, at.x}, {at.y, at.y}, 0});
  }
  for (const logical_core core : all.cores) {
    tile_program tile;
    tile.place = program_place::of_tile(core.x, core.y);
    tile.place.l1 = l1;
    tile.program_bytes = program.program_bytes;
    tile.semaphores = semaphores_of(program, core);
    tile.buffers = circular_buffers_of(program, all.addresses, places, core);
    for (const data_mover& m : program.movers)
      if (const auto at = place_in(m, core)) tile.movers.push_back(words.kernel(m, *at));
    for (const compute_part& c : program.computes)
      if (const auto at = place_in(c, core)) tile.compute = words.kernel(c, *at);
    const program_layout layout(tile, l1_bytes);
    all.tiles.push_back({std::move(tile), layout});
  }
  return all;
}

}  // namespace tensix
