#include "workload/program/program_placement.h"

#include <algorithm>
#include <stdexcept>

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

// Returns where the lowest begins.
uint32_t l1_addresses(const device_program& program, const std::vector<buffer_pages>& pages, uint32_t l1_bytes,
                      std::vector<uint32_t>& addresses) {
  const uint64_t fixed = program_layout::programs_address + uint64_t{tile_program::cores} * program.program_bytes;
  uint64_t buffers = 0, circular = 0;
  std::string all = "  programs, arguments, semaphores " + kib(fixed) + " (program_kib)\n";
  for (const placed_circular_buffer& c : program.circular_buffers) {
    if (!c.on.empty()) continue;
    circular += aligned(c.buffer.bytes());
    all += takes(c.buffer);
  }
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
  argument_words(const device_program& program, const std::vector<buffer_pages>& pages, const std::vector<uint32_t>& addresses,
                 const program_place& place)
      : program_(program), pages_(pages), addresses_(addresses), place_(place) {}

  template <class Kernel>
  Kernel kernel(Kernel k, const kernel_arguments& a) const {
    k.arguments = of(a.run_time);
    k.common_arguments = of(a.common);
    k.compile_time_arguments = of(a.compile_time);
    for (const auto& [name, value] : a.named) k.named_arguments.emplace_back(name, of(value).front());
    return k;
  }

 private:
  const device_program& program_;
  const std::vector<buffer_pages>& pages_;
  const std::vector<uint32_t>& addresses_;
  const program_place& place_;

  std::vector<uint32_t> of(const program_arguments& arguments) const {
    std::vector<uint32_t> words;
    for (const program_argument& a : arguments)
      for (const uint32_t word : of(a)) words.push_back(word);
    return words;
  }
  std::vector<uint32_t> of(const program_argument& a) const {
    if (a.name.empty()) return {a.word};
    for (const named_semaphore& s : program_.semaphores)
      if (s.name == a.name) return {a.property == "id" ? s.id : program_layout::semaphore(s.id)};
    const auto at = static_cast<size_t>(program_.buffer(a.name) - program_.buffers.data());
    const buffer_pages& pages = pages_[at];
    if (a.property == "accessor") return pages.accessor(place_.x[0], place_.y[0]);
    if (a.property == "pages") return {static_cast<uint32_t>(pages.pages())};
    if (a.property == "page_bytes") return {pages.page_bytes()};
    if (a.property == "aligned_page_bytes") return {pages.aligned_bytes()};
    return {addresses_[at]};
  }
};

// Those that lie on others get the addresses of these, which the layout of the others has.
void place_circular_buffers(const device_program& program, const std::vector<uint32_t>& addresses, uint32_t l1_bytes,
                            tile_program& tile) {
  for (const placed_circular_buffer& c : program.circular_buffers)
    if (c.on.empty()) tile.buffers.push_back(c.buffer);
  const std::vector<program_buffer> bases = tile.buffers;
  const std::vector<uint32_t> places = program_layout(tile, l1_bytes).buffers;
  const auto address_of = [&](const std::string& name) {
    if (const tensor_buffer* b = program.buffer(name)) return addresses[static_cast<size_t>(b - program.buffers.data())];
    const auto base = std::find_if(bases.begin(), bases.end(), [&](const auto& c) { return c.name() == name; });
    return places[static_cast<size_t>(base - bases.begin())];
  };
  for (const placed_circular_buffer& c : program.circular_buffers)
    if (!c.on.empty()) {
      tile.buffers.push_back(c.buffer);
      tile.buffers.back().address = address_of(c.on);
    }
}

}  // namespace

placed_program placed(const device_program& program, uint32_t l1_bytes, const program_place& place) {
  std::vector<buffer_pages> pages(program.buffers.begin(), program.buffers.end());
  std::vector<uint32_t> addresses(program.buffers.size());
  dram_addresses(program, pages, addresses);
  const uint32_t l1_end = l1_addresses(program, pages, l1_bytes, addresses);
  tile_program tile;
  tile.place = place;
  tile.program_bytes = program.program_bytes;
  for (const named_semaphore& s : program.semaphores) {
    tile.semaphores.resize(std::max<size_t>(tile.semaphores.size(), s.id + 1));
    tile.semaphores[s.id] = s.value;
  }
  const argument_words words(program, pages, addresses, tile.place);
  for (const data_mover& m : program.movers) tile.movers.push_back(words.kernel(m.kernel, m.arguments));
  if (program.compute) tile.compute = words.kernel(program.compute->kernel, program.compute->arguments);
  place_circular_buffers(program, addresses, l1_bytes, tile);
  const program_layout layout(tile, l1_bytes);
  return {std::move(addresses), std::move(pages), std::move(tile), layout, l1_bytes, l1_end};
}

}  // namespace tensix
