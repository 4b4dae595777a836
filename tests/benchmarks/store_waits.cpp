// SPDX-License-Identifier: Apache-2.0
// From valgrind's lackey (--trace-mem=yes), on standard input: loads that read what a store shortly before has written in part only.
// A processor hands a load what one store in flight has written as a whole; else the load waits until the store is in the cache.
// Prints "start ADDRESS", of the program's first instruction, then "ADDRESS COUNT" of each load that waits.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>

namespace {

constexpr uint64_t in_flight = 64;         // instructions behind a store in which a load may meet it
constexpr uint64_t libraries = 0x4000000;  // where valgrind puts the dynamic linker and what it loads: the program lies below

struct store {
  uint64_t begin, end, number;
};

// Whether the youngest store that the load meets has not written all of it.
bool waits(const std::deque<store>& stores, uint64_t begin, uint64_t end) {
  for (auto s = stores.rbegin(); s != stores.rend(); ++s)
    if (s->begin < end && begin < s->end) return begin < s->begin || s->end < end;
  return false;
}

}  // namespace

int main() {
  std::deque<store> stores;
  std::map<uint64_t, uint64_t> found;  // by the load's instruction
  uint64_t number = 0, at = 0, start = 0;
  char line[256];
  while (std::fgets(line, sizeof line, stdin)) {  // "I  0023c790,2", " L 1ffefffe7e,8", " S ...", " M ...": loads and stores
    const bool instruction = line[0] == 'I';
    if (!instruction && line[0] != ' ') continue;
    char* rest = nullptr;
    const uint64_t address = std::strtoull(line + 2, &rest, 16);
    if (*rest != ',') continue;
    const uint64_t end = address + std::strtoull(rest + 1, nullptr, 10);
    if (instruction) {
      at = address, ++number;
      if (start == 0 && at < libraries) start = at;
      while (!stores.empty() && stores.front().number + in_flight < number) stores.pop_front();
      continue;
    }
    if (line[1] != 'S' && waits(stores, address, end)) ++found[at];
    if (line[1] != 'L') stores.push_back({address, end, number});
  }
  std::printf("start %llx\n", static_cast<unsigned long long>(start));
  for (const auto& [address, count] : found)
    std::printf("%llx %llu\n", static_cast<unsigned long long>(address), static_cast<unsigned long long>(count));
}
