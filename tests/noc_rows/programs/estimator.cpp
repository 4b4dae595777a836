// SPDX-License-Identifier: Apache-2.0
// The kernels of TT-Metalium's tests for its NoC estimator (README.md, EST): TRANSFERS transfers of BYTES bytes in a zone of its
// profiler, by each core that runs it. WRITE: 0 read, 1 write. STATEFUL. NOC. FROM: 0 another tile, at PLACE; 1 a page of one bank of
// DRAM, again and again; 2 a page a bank; 3 MANY tiles, whose places stand in the arguments, TRANSFERS transfers each; 4 a multicast to
// MANY receivers in the rectangle PLACE, with FLAGS; 5 the same, all but the last one linked. Of 1 and 2 several cores
// meet before. Left are the first cycle of the zone and the last. Arguments: arguments.h.
#include "arguments.h"
#include "network_interface.h"

namespace ni = network_interface;
uint32_t ni::reads_issued[2], ni::writes_issued[2], ni::acknowledges_due[2];

namespace {

constexpr uint32_t local = LOCAL, dram = 0x100000, banks = 8;
constexpr uint64_t place(uint32_t column, uint32_t row, uint32_t address) {
  return static_cast<uint64_t>(row) << 42 | static_cast<uint64_t>(column) << 36 | address;
}

}  // namespace

// The profiler's state, and tables of banks: in the data RAM, known to all.
uint32_t stamps, zones_open;
volatile uint32_t* stamp_buffer;
constexpr uint32_t most_stamps = 512;
uint16_t bank_place[2][banks];
int32_t bank_offset[banks];

namespace {

// A time stamp: two words of L1, with the high half of the clock first.
inline void stamp(uint32_t what) {
  volatile uint32_t* const clock = reinterpret_cast<volatile uint32_t*>(0xffb121f0);
  stamp_buffer[stamps] = 0x80000000 | what << 12 | (clock[1] & 0xfff);
  stamp_buffer[stamps + 1] = clock[0];
}
struct zone {
  bool begun = false;
  inline __attribute__((always_inline)) zone() {
    if (__builtin_expect(stamps < most_stamps - zones_open, true)) {
      zones_open += 2;
      stamp(0x12345);
      stamps += 2;
      begun = true;
    }
  }
  inline __attribute__((always_inline)) ~zone() {
    if (!__builtin_expect(begun, true) || !__builtin_expect(stamps < most_stamps, true)) return;
    stamp(0x22345);
    stamps += 2;
    zones_open -= 2;
  }
};

inline __attribute__((always_inline)) void transfers([[maybe_unused]] const uint32_t* given) {
#if FROM == 0
#if WRITE
  constexpr uint64_t there = place(PLACE % 64, PLACE / 64, local);
#else
  const uint64_t there = place(given[0], given[1], local);
#endif
  const zone measured;
#if STATEFUL && WRITE
  ni::write_set_state(NOC, there, 1);
  for (uint32_t i = 0; i < TRANSFERS; ++i) ni::write_with_state(NOC, local, local, BYTES);
#elif STATEFUL
  ni::read_set_state(NOC, there);
  for (uint32_t i = 0; i < TRANSFERS; ++i) ni::read_with_state(NOC, local, local, BYTES);
#elif WRITE
  for (uint32_t i = 0; i < TRANSFERS; ++i) ni::write(NOC, local, there, BYTES, 0);
#else
  for (uint32_t i = 0; i < TRANSFERS; ++i) ni::read(NOC, there, local, BYTES);
#endif
#elif FROM == 3
  const zone measured;
  for (uint32_t tile = 0; tile < MANY; ++tile) {
#if WRITE
    const uint64_t there = place(given[tile] >> 16, given[tile] & 0xffff, local);
#else
    const uint64_t there = place(given[2 * tile], given[2 * tile + 1], local);
#endif
#if STATEFUL && WRITE
    ni::write_set_state(NOC, there, 1);
    for (uint32_t i = 0; i < TRANSFERS; ++i) ni::write_with_state(NOC, local, local, BYTES);
#elif STATEFUL
    ni::read_set_state(NOC, there);
    for (uint32_t i = 0; i < TRANSFERS; ++i) ni::read_with_state(NOC, local, local, BYTES);
#elif WRITE
    for (uint32_t i = 0; i < TRANSFERS; ++i) ni::write(NOC, local, there, BYTES, 0);
#else
    for (uint32_t i = 0; i < TRANSFERS; ++i) ni::read(NOC, there, local, BYTES);
#endif
  }
#elif FROM >= 4
  constexpr uint64_t there = static_cast<uint64_t>(PLACE) << 36 | local;
  constexpr uint32_t linked = FROM == 5 ? TRANSFERS - 1 : 0;
  const zone measured;
  for (uint32_t i = 0; i < linked; ++i) ni::multicast(NOC, local, there, BYTES, MANY, FLAGS | ni::linked);
  for (uint32_t i = linked; i < TRANSFERS; ++i) ni::multicast(NOC, local, there, BYTES, MANY, FLAGS);
#else
  const uint32_t buffer = given[2], own = given[3], first = given[4];
  constexpr uint32_t page_bytes = (BYTES + 63) / 64 * 64;
  const zone measured;
  for (uint32_t i = 0; i < TRANSFERS; ++i) {
    const uint32_t page = FROM == 1 ? first : (first + i) % banks, bank = page % banks;
    const uint64_t there = place(0, 0, page / banks * page_bytes + buffer + bank_offset[bank]) |
                           static_cast<uint64_t>(bank_place[NOC][bank]) << 36;
#if WRITE
    ni::write(NOC, own, there, BYTES, 1);
#else
    ni::read(NOC, there, own, BYTES);
#endif
  }
#endif
#if WRITE
  ni::write_barrier(NOC);
#else
  ni::read_barrier(NOC);
#endif
}

}  // namespace

KERNEL {
  const volatile uint32_t* const words = arguments();
  stamp_buffer = results() + 16;
#if FROM == 3
  const uint32_t* const given = const_cast<const uint32_t*>(words);
#else
  for (unsigned b = 0; b < banks; ++b) bank_place[NOC][b] = static_cast<uint16_t>(words[5 + b]);
  const uint32_t given[5] = {words[0], words[1], dram, local, words[4]};
#endif
  ni::begin(NOC);
#if (FROM == 1 || FROM == 2) && defined(KERNELS)
  ni::meet(NOC, place(words[2] % 64, words[2] / 64, words[0]), LOCAL - 64, words[3]);
#endif
  transfers(given);
  results()[0] = stamp_buffer[1];
  results()[1] = stamp_buffer[3];
}
