// SPDX-License-Identifier: Apache-2.0
#include "observe/zones/profiler_buffers.h"

#include <algorithm>

#include "support/text/hex_text.h"

namespace tensix {
namespace {

// As tests/helpers/include/profiler.h of tt-llk has them: a buffer a core, one behind the other; on Blackhole here, if the linker
// script says nothing. An entry is two words: kind (4 bits), number of the zone (16), cycle (44); a value may follow, in two more.
constexpr uint32_t buffers_at = 0x16b000, buffer_words = 0x400;
enum entry_kind : uint32_t { time = 8, time_and_value = 9, zone_begins = 10, zone_ends = 11 };

struct interval {
  uint64_t begin, end;
  uint32_t number;
};

// A zone that has not ended has an entry for its begin, or (newer versions write both at the end) none.
std::vector<interval> intervals_of(const std::vector<uint32_t>& words) {
  std::vector<interval> all;
  std::vector<size_t> open;
  for (size_t i = 0; i + 1 < words.size() && words[i] >> 31; i += 2) {
    const uint32_t kind = words[i] >> 28, number = words[i] >> 12 & 0xffff;
    const uint64_t cycle = uint64_t{words[i] & 0xfff} << 32 | words[i + 1];
    if (kind == time_and_value) i += 2;
    if (kind == zone_begins) {
      open.push_back(all.size());
      all.push_back({cycle, UINT64_MAX, number});
    }
    if (kind != zone_ends) continue;
    const auto begun = std::find_if(open.rbegin(), open.rend(), [&](size_t z) { return all[z].number == number; });
    if (begun == open.rend()) continue;
    all[*begun].end = cycle;
    open.erase(std::next(begun).base());
  }
  return all;
}

}  // namespace

std::string unknown_zone(uint32_t number) { return "zone " + hex_text(number) + " of a file that is not there"; }

std::vector<buffered_mark> profiler_marks(const elf_image& program, unsigned core, const uint8_t* l1, size_t l1_bytes) {
  const uint64_t first = uint64_t{program.profiler_buffers().value_or(buffers_at)} + uint64_t{core} * buffer_words * 4;
  if (program.profiler_zones().empty() || core > 2 || first + uint64_t{buffer_words} * 4 > l1_bytes) return {};
  std::vector<uint32_t> words(buffer_words);
  for (size_t i = 0; i < words.size() * 4; ++i) words[i / 4] |= uint32_t{l1[first + i]} << i % 4 * 8;

  const auto zone = [&](uint32_t number) -> elf_image::zone_mark {
    const elf_image::zone_mark* const known = program.zone_called(number);
    return known ? *known : elf_image::zone_mark{number, elf_image::zone_mark::begins, unknown_zone(number), "", 0};
  };
  std::vector<interval> all = intervals_of(words);
  std::stable_sort(all.begin(), all.end(),
                   [](const interval& a, const interval& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::vector<buffered_mark> marks;
  std::vector<interval> around;
  const auto leave = [&](uint64_t until) {
    for (; !around.empty() && around.back().end <= until; around.pop_back())
      marks.push_back({around.back().end, {around.back().number, elf_image::zone_mark::ends, "", "", 0}});
  };
  for (const interval& z : all) {
    leave(z.begin);
    if (z.end < z.begin || (!around.empty() && z.end > around.back().end)) continue;  // no such zones are written
    marks.push_back({z.begin, zone(z.number)});
    around.push_back(z);
  }
  leave(UINT64_MAX - 1);
  return marks;
}

}  // namespace tensix
