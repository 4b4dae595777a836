// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/program_layout.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "models/noc/noc_grid_function.h"

namespace tensix {
namespace {

std::string in_kib(uint64_t bytes) { return std::to_string((bytes + 1023) / 1024) + " KiB"; }

const char* core_of(unsigned core) { return core == data_movement_kernel::b ? "B" : "NC"; }

void demand(bool good, const std::string& text) {
  if (!good) throw std::runtime_error(text);
}
template <class Kernel>
void check_arguments(const Kernel& k) {
  for (const auto* list : {&k.arguments, &k.common_arguments})
    demand(list->size() <= tile_program::most_arguments, k.source + ": " + std::to_string(list->size()) +
                                                             " arguments; there is room for " +
                                                             std::to_string(tile_program::most_arguments));
}

void check_program(const tile_program& program) {
  std::set<unsigned> indices, cores, networks;
  for (const program_buffer& b : program.buffers) {
    demand(b.index < circular_buffers,
           "circular buffer " + b.name() + ": there are 0 to " + std::to_string(circular_buffers - 1));
    demand(indices.insert(b.index).second, "circular buffer " + b.name() + " is given twice");
    demand(b.pages > 0 && b.pages < 1 << 15, "circular buffer " + b.name() + ": 1 to 32767 pages");
    demand(b.bytes_of_page() % 16 == 0,
           "circular buffer " + b.name() + ": pages of a multiple of 16 bytes, not " + std::to_string(b.bytes_of_page()));
    demand(!b.address || *b.address % 16 == 0, "circular buffer " + b.name() + ": at a multiple of 16 bytes");
  }
  for (const data_movement_kernel& m : program.movers) {
    demand(m.core == data_movement_kernel::b || m.core == data_movement_kernel::nc,
           m.source + ": moves data, so it is for B or NC");
    demand(m.noc < 2, m.source + ": there are networks 0 and 1");
    demand(cores.insert(m.core).second, m.source + ": " + core_of(m.core) + " has a kernel already");
    demand(networks.insert(m.noc).second, m.source + ": network " + std::to_string(m.noc) + " has a kernel already");
    check_arguments(m);
  }
  if (program.compute) check_arguments(*program.compute);
  demand(program.semaphores.size() <= tile_program::most_semaphores,
         "there are " + std::to_string(tile_program::most_semaphores) + " semaphores at most");
}

}  // namespace

program_place program_place::of_tile(unsigned column, unsigned row) {
  const noc_grid grid;
  program_place place;
  place.logical_x = static_cast<uint8_t>(column);
  place.logical_y = static_cast<uint8_t>(row);
  for (unsigned noc = 0; noc < 2; ++noc) {
    const noc_coordinate own = grid.translated(noc, grid.tensix(column, row));
    place.x[noc] = own.x;
    place.y[noc] = own.y;
  }
  for (unsigned bank = 0; bank < grid.dram_banks(); ++bank) {
    const unsigned channel = grid.dram_channel_of_bank(bank);
    bank_table::bank b;
    for (unsigned noc = 0; noc < 2; ++noc) {
      const noc_coordinate c = grid.translated(noc, noc_grid::dram(channel, noc_grid::worker_port(noc, channel)));
      b.x[noc] = c.x;
      b.y[noc] = c.y;
    }
    place.dram.banks.push_back(b);
  }
  bank_table::bank own;
  own.x = place.x;
  own.y = place.y;
  place.l1.banks = {own};
  return place;
}

program_layout::program_layout(const tile_program& program, uint32_t l1_bytes) : program_bytes(program.program_bytes) {
  check_program(program);
  uint64_t next = programs_address + uint64_t{tile_program::cores} * program_bytes;
  std::string takes = "  programs, arguments, semaphores " + in_kib(next) + "\n";
  for (const program_buffer& b : program.buffers) {
    if (!b.address) next = std::max<uint64_t>(next, b.least);
    const uint64_t bytes = uint64_t{b.pages} * b.bytes_of_page(), address = b.address ? *b.address : next;
    buffers.push_back(static_cast<uint32_t>(address));
    demand(!b.address || address + bytes <= l1_bytes, "circular buffer " + b.name() + " leads out of L1");
    if (b.address) continue;
    takes += "  " + b.name() + " " + in_kib(bytes) + ": " + std::to_string(b.pages) + " pages of " +
             std::to_string(b.bytes_of_page()) + " bytes\n";
    next += bytes;
  }
  next = (next + 63) / 64 * 64;
  demand(next <= l1_bytes, "the circular buffers do not fit into L1: " + in_kib(next) + " are wanted, L1 has " +
                               in_kib(l1_bytes) + "; give some of them fewer pages\n" + takes.substr(0, takes.size() - 1));
  end = static_cast<uint32_t>(next);
}

std::vector<initial_words> initial_words_of(const tile_program& program) {
  std::vector<initial_words> all;
  const auto add = [&](uint32_t address, const std::vector<uint32_t>& words, const std::string& what) {
    if (!words.empty()) all.push_back({address, words, what});
  };
  const auto add_arguments = [&](const auto& kernel, unsigned core) {
    add(program_layout::arguments(core), kernel.arguments, "arguments of " + kernel.source);
    add(program_layout::common_arguments(core), kernel.common_arguments, "common arguments of " + kernel.source);
  };
  add(program_layout::place_address, {program.place.logical_x, program.place.logical_y}, "the place of the core");
  if (program.compute) add_arguments(*program.compute, 0);
  for (const data_movement_kernel& m : program.movers) add_arguments(m, m.core);
  for (unsigned id = 0; id < program.semaphores.size(); ++id)
    add(program_layout::semaphore(id), {program.semaphores[id]}, "semaphore " + std::to_string(id));
  return all;
}

}  // namespace tensix
