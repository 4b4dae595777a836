// SPDX-License-Identifier: Apache-2.0
// Bursts between two reads of the wall clock, as tt-sim's benchmarks do them (README.md, NB, NR, DR): everything comes as arguments
// at run time. KIND: 0 to or from one tile (nocbench), 1 reads with strides, from several tiles in turn (nocreadbench), 2 one bank of
// DRAM, page by page (dramratebench), 3 a stream to another tile, and there a look at its last word (blackhole-py, aggregate). WRITE:
// of KIND 2. Left are the two times. Arguments: arguments.h.
#include "arguments.h"
#include "network_interface.h"

namespace ni = network_interface;
uint32_t ni::reads_issued[2], ni::writes_issued[2], ni::acknowledges_due[2];

namespace {

inline uint64_t place(uint32_t column, uint32_t row, uint32_t address) {
  return static_cast<uint64_t>(row) << 42 | static_cast<uint64_t>(column) << 36 | address;
}

}  // namespace

KERNEL {
  ni::begin(NOC);
  const volatile uint32_t* const words = arguments();
  volatile uint32_t* const out = results();
  const uint32_t count = words[0], bytes = words[1], local = words[2];
#if KIND == 0
  const uint32_t direction = words[3], channel = words[4];  // 0 write, 1 read, else both
  const uint64_t write_to = place(words[5], words[6], local), read_from = place(words[5], words[6], local + bytes);
  const uint32_t t0 = ni::clock();
  for (uint32_t i = 0; i < count; ++i) {
    if (direction != 1) ni::write(NOC, local, write_to, bytes, channel);
    if (direction != 0) ni::read(NOC, read_from, local + bytes, bytes);
  }
  if (direction != 1) ni::write_barrier(NOC);
  if (direction != 0) ni::read_barrier(NOC);
  const uint32_t t1 = ni::clock();
#elif KIND == 1
  const uint32_t into_stride = words[3], into_span = words[4], from_stride = words[5], from_span = words[6], sources = words[7];
  uint64_t from[8];
  for (unsigned i = 0; i < 8; ++i) from[i] = place(words[8 + 2 * i], words[9 + 2 * i], 0x80000);
  uint32_t into_offset = 0, from_offset = 0, source = 0;
  const uint32_t t0 = ni::clock();
  for (uint32_t i = 0; i < count; ++i) {
    ni::read(NOC, from[source] + from_offset, local + into_offset, bytes);
    into_offset += into_stride;
    if (into_offset > into_span) into_offset = 0;
    from_offset += from_stride;
    if (from_offset > from_span) from_offset = 0;
    if (++source >= sources) source = 0;
  }
  ni::read_barrier(NOC);
  const uint32_t t1 = ni::clock();
#elif KIND == 3
  const bool sends = words[3];
  volatile uint32_t* const last = reinterpret_cast<volatile uint32_t*>(local + count * bytes - 4);
  *last = sends;
  const uint64_t there = place(words[4], words[5], local);
  const uint32_t t0 = ni::clock();
  if (sends) {
    for (uint32_t i = 0; i < count; ++i) ni::write(NOC, local + i * bytes, there + i * bytes, bytes, 1);
    ni::write_barrier(NOC);
  } else {
    while (*last == 0) asm volatile("fence" ::: "memory");
  }
  const uint32_t t1 = ni::clock();
#else
  const uint64_t dram = place(words[3], words[4], words[5]);
  const uint32_t dram_span = words[6] - bytes, local_span = words[7] - bytes;
  uint32_t dram_offset = 0, local_offset = 0;
  const uint32_t t0 = ni::clock();
  for (uint32_t i = 0; i < count; ++i) {
#if WRITE
    ni::write(NOC, local + local_offset, dram + dram_offset, bytes, 1);
#else
    ni::read(NOC, dram + dram_offset, local + local_offset, bytes);
#endif
    dram_offset += bytes;
    if (dram_offset > dram_span) dram_offset = 0;
    local_offset += bytes;
    if (local_offset > local_span) local_offset = 0;
  }
#if WRITE
  ni::write_barrier(NOC);
#else
  ni::read_barrier(NOC);
#endif
  const uint32_t t1 = ni::clock();
#endif
  out[0] = t0;
  out[1] = t1;
}
