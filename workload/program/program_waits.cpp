// SPDX-License-Identifier: Apache-2.0
#include "workload/program/program_waits.h"

#include <algorithm>
#include <iterator>

namespace tensix {
namespace {

constexpr uint32_t count_mask = 0xffff, niu_mask = 0xffff0000, niu_0 = 0xffb20000, niu_1 = 0xffb30000;
constexpr uint32_t counters_offset = 0x200, initiator_mask = 0x7ff, command_offset = 0x40;

std::string pages(uint64_t n) { return std::to_string(n) + (n == 1 ? " page" : " pages"); }

std::string buffer_text(const program_buffer& c, bool wants_room, const waiting_core& waits,
                        const std::function<uint32_t(uint32_t)>& load) {
  const auto [put, taken] = page_counts(c.index, load);
  const uint32_t here = (put - taken) & count_mask;
  const bool says = waits.wait && waits.wait->buffer == c.index && (waits.line.empty() || waits.line == waits.wait->place);
  return std::string(wants_room ? "room for " : "") + (says ? pages(waits.wait->tiles) : "pages") +
         (wants_room ? " in " : " of ") + c.name() + "|: " + pages(put) + (put == 1 ? " was" : " were") + " put in, " +
         std::to_string(taken) + " taken out, so it has " + std::to_string(here) + " of " + std::to_string(c.pages);
}

// The counters of a network interface that the dataflow API polls.
struct polled_counter {
  unsigned number;
  const char *what, *call;
};
constexpr polled_counter polled_counters[] = {{0, "answers to its atomics", "noc_async_atomic_barrier"},
                                              {1, "acknowledgements of its writes", "noc_async_write_barrier"},
                                              {2, "the data of its reads", "noc_async_read_barrier"},
                                              {10, "its writes to leave", "noc_async_writes_flushed"},
                                              {11, "its posted writes to leave", "noc_async_posted_writes_flushed"}};

bool of_interface(uint32_t address) { return (address & niu_mask) == niu_0 || (address & niu_mask) == niu_1; }
std::string interface_name(uint32_t address) { return "NoC " + std::to_string((address & niu_mask) == niu_1); }

const polled_counter* counter_at(uint32_t address) {
  if (!of_interface(address)) return nullptr;
  const auto c = std::find_if(std::begin(polled_counters), std::end(polled_counters),
                              [&](const polled_counter& x) { return (address & ~niu_mask) == counters_offset + 4 * x.number; });
  return c == std::end(polled_counters) ? nullptr : c;
}

std::string interface_text(uint32_t address, const std::function<uint32_t(uint32_t)>& load) {
  if (!of_interface(address)) return {};
  if ((address & ~niu_mask & initiator_mask) == command_offset) return interface_name(address) + " to take the next command";
  const polled_counter* const c = counter_at(address);
  return c ? std::string(c->what) + " on " + interface_name(address) + "|: " + std::to_string(load(address)) +
                 " have come so far (" + c->call + ")"
           : std::string();
}

}  // namespace

std::string barrier_at(uint32_t address) {
  const polled_counter* const c = counter_at(address);
  return c ? std::string(c->call) + " (" + interface_name(address) + ")" : std::string();
}

std::pair<uint32_t, uint32_t> page_counts(unsigned index, const std::function<uint32_t(uint32_t)>& load) {
  return {load(program_layout::received(index)) & count_mask, load(program_layout::acknowledged(index)) & count_mask};
}

std::string core_name(const tile_program& tile, unsigned core) {
  static constexpr const char* names[] = {"T0", "T1", "T2", "B", "NC"};
  for (const data_movement_kernel& m : tile.movers)
    if (m.core == core) return m.role + " (" + names[core] + ")";
  return core < data_movement_kernel::b ? std::string("compute (") + names[core] + ")" : names[core];
}

std::string source_of(const tile_program& tile, unsigned core) {
  for (const data_movement_kernel& m : tile.movers)
    if (m.core == core) return m.source;
  return tile.compute && core < data_movement_kernel::b ? tile.compute->source : std::string();
}

std::string wait_text(const device_program& program, const tile_program& tile, const waiting_core& waits,
                      const std::function<uint32_t(uint32_t)>& load) {
  std::string what = interface_text(waits.polled, load);  // up to '|' what it waits for, then what is known of that
  for (const program_buffer& c : tile.buffers) {
    const bool wants_room = waits.polled == program_layout::acknowledged(c.index);
    if (wants_room || waits.polled == program_layout::received(c.index)) what = buffer_text(c, wants_room, waits, load);
  }
  const logical_core here = {tile.place.logical_x, tile.place.logical_y};
  for (const named_semaphore& s : program.semaphores)
    if (s.cores.contains(here) && waits.polled == program_layout::semaphore(s.id))
      what = "semaphore " + s.name + "|: it is " + std::to_string(load(waits.polled));
  if (what.empty()) return {};
  const size_t bar = std::min(what.find('|'), what.size());
  return core_name(tile, waits.core) + " waits for " + what.substr(0, bar) +
         (waits.line.empty() ? "" : " (" + waits.line + ")") + (bar < what.size() ? what.substr(bar + 1) : "") + "\n";
}

}  // namespace tensix
