// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/device_faults.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "workload/compile/device_files.h"
#include "workload/device/include/tensix/fault_record.h"

namespace tensix {
namespace {

using device::fault_record;

struct misuse_row {
  const char *name, *text;
};
constexpr misuse_row rows[] = {
    {"none", ""},
#define TENSIX_MISUSE(name, text) {#name, text},
#include "workload/device/misuse.def"
#undef TENSIX_MISUSE
};

uint32_t word(const uint8_t* l1, uint32_t address) {
  const uint8_t* p = l1 + address;
  return p[0] | p[1] << 8 | p[2] << 16 | static_cast<uint32_t>(p[3]) << 24;
}

fault_record record_at(uint32_t a, const uint8_t* l1) {
  fault_record r{};
  r.code = word(l1, a + offsetof(fault_record, code));
  r.pc = word(l1, a + offsetof(fault_record, pc));
  for (uint32_t i = 0; i < 3; ++i) r.values[i] = word(l1, a + offsetof(fault_record, values) + 4 * i);
  return r;
}

std::string filled(const char* text, const uint32_t (&values)[3]) {
  std::string out;
  for (const char* p = text; *p; ++p) {
    if (*p == '%' && p[1] >= '0' && p[1] <= '2') out += std::to_string(values[*++p - '0']);
    else out += *p;
  }
  return out;
}

const char* core_text(unsigned core) {
  static constexpr const char* names[] = {"T0", "T1", "T2", "B", "NC"};
  return names[core];
}

std::string tiles(uint64_t n) { return std::to_string(n) + (n == 1 ? " tile" : " tiles"); }

// By core: what its program is compiled from; empty: it has none.
using core_sources = std::array<std::string, tile_program::cores>;

checked_words words_of(const core_sources& sources, uint32_t faults, uint32_t warnings, const elf_programs& programs,
                       const uint8_t* l1, const std::string& where = {}) {
  checked_words words;
  std::set<std::string> told;
  const auto say = [&](std::string& text, const fault_record& r, const std::string& kind, const std::string& behind,
                       unsigned core) {
    if (r.code == 0) return;
    std::string what = kind + place_in_source(sources[core], *programs.program(core), r.pc) + ": ";
    if (r.code < std::size(rows)) what += filled(rows[r.code].text, r.values);
    else what += "the fault record of the program has the unknown code " + std::to_string(r.code);
    what += behind;
    if (told.insert(what).second) text += what + " (found by " + where + core_text(core) + ")\n";
  };
  for (unsigned core = 0; core < sources.size(); ++core) {
    if (sources[core].empty()) continue;
    const fault_record r = record_at(faults + core * device_layout::fault_bytes, l1);
    say(words.errors, r, "error: ", "", core);
    for (uint32_t i = 0; i < device::most_warnings; ++i)
      say(words.warnings, record_at(warnings + (core * device::most_warnings + i) * device_layout::fault_bytes, l1),
          "warning: ", "; this time it went well", core);
    if (r.code == 0 && r.pc != 0)
      words.waits[core] = {r.values[0], r.values[1], place_in_source(sources[core], *programs.program(core), r.pc)};
  }
  return words;
}

}  // namespace

std::string place_in_source(const std::string& source, const elf_image& program, uint32_t pc) {
  const std::string line = program.line_outside((device_root() / "workload/device/").string(), pc);
  return line.empty() ? source : line;
}

checked_words words_of_checked(const device_kernel& kernel, const elf_programs& programs, const uint8_t* l1) {
  return words_of({kernel.source, kernel.source, kernel.source, "", ""}, device_layout::faults_address,
                  device_layout::warnings_address, programs, l1);
}

checked_words words_of_checked(const tile_program& program, const elf_programs& programs, const uint8_t* l1,
                               const std::string& where) {
  core_sources sources;
  if (program.compute)
    for (unsigned core = 0; core < data_movement_kernel::b; ++core) sources[core] = program.compute->source;
  for (const data_movement_kernel& m : program.movers) sources[m.core] = m.source;
  return words_of(sources, program_layout::faults_address, program_layout::warnings_address, programs, l1, where);
}

std::string waits_for_buffer(const device_kernel& kernel, const buffer_tiles& given, unsigned core, uint32_t polled,
                             const std::string& place, const std::optional<checked_words::wait>& wait, const uint8_t* l1) {
  for (const device_buffer& b : kernel.buffers) {
    const uint32_t counters = device_layout::counters(b.index);
    const bool wants_tiles = polled == counters, wants_room = polled == counters + device_layout::consumed_offset;
    if (!wants_tiles && !wants_room) continue;
    const uint32_t produced = word(l1, counters), consumed = word(l1, counters + device_layout::consumed_offset);
    const bool says = wait && wait->buffer == b.index && (place.empty() || place == wait->place);
    std::string text = std::string(core_text(core)) + " waits for " + (wants_tiles ? "" : "room for ");
    text += says ? tiles(wait->tiles) : "tiles";
    text += (wants_tiles ? " of " : " in ") + b.name();
    const std::string where = says ? wait->place : place;
    if (!where.empty()) text += " (" + where + ")";
    text += ": " + tiles(produced) + " in all " + (produced == 1 ? "was" : "were") + " put in, " + std::to_string(consumed) +
            " taken out, so it has " + std::to_string(produced - consumed) + " of " + std::to_string(b.capacity);
    const uint64_t all = given[b.index];
    if (wants_tiles && b.input() && produced == all) text += "; that is all of the tensor behind it";
    if (wants_tiles && !b.input()) text += "; it is the kernel itself that puts tiles in (T2)";
    if (wants_room && b.sharded) text += "; it is sharded: its tiles stay where they are";
    else if (wants_room && b.output() && consumed == all) text += "; no more are taken, as it is given with " + tiles(all);
    if (wants_room && !b.output()) text += "; it is the kernel itself that takes tiles out (T0)";
    return text + "\n";
  }
  return {};
}

std::pair<uint64_t, uint64_t> counts_of(unsigned index, const uint8_t* l1) {
  const uint32_t counters = device_layout::counters(index);
  return {word(l1, counters), word(l1, counters + device_layout::consumed_offset)};
}

leftovers tiles_left(const device_kernel& kernel, const buffer_tiles& given, const uint8_t* l1) {
  leftovers left;
  for (const device_buffer& b : kernel.buffers) {
    const auto [produced, consumed] = counts_of(b.index, l1);
    const uint64_t all = given[b.index];
    std::string what;
    bool fails = false;
    if (b.input() && !b.sharded && consumed != all) {
      what = std::to_string(consumed) + " of its " + tiles(all) + " were taken";
    } else if (b.output() && produced < all) {
      what = std::to_string(produced) + " of " + tiles(all) + " came out";
      if (!b.out.empty())
        what += ", " + b.out + " has " + (is_integer(b.format) ? "a value of no meaning" : "NaN") +
                " in the place of the others; give it tiles=" + std::to_string(produced);
      fails = !b.out.empty();
    } else if (b.output() && produced > all) {
      what = tiles(produced - all) + " more came than the " + std::to_string(all) + " it is given with";
    } else if (!b.input() && !b.output() && produced != consumed) {
      what = tiles(produced - consumed) + " of " + std::to_string(produced) + " were left in it";
    }
    if (!what.empty()) left.text += (fails ? "error: " : "warning: ") + b.name() + ": " + what + "\n";
    left.fails |= fails;
  }
  return left;
}

}  // namespace tensix
