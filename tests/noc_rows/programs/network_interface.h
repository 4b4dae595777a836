// SPDX-License-Identifier: Apache-2.0
// A network interface by its registers, as TT-Metalium's data movement calls use it: the same stores in the same order, the same
// polls, and the same copies of counters in the data RAM. Places and addresses are one number of 64 bits: row x 2^42 + column x
// 2^36 + address.
#pragma once
#include <stdint.h>

namespace network_interface {

constexpr uint32_t most_bytes = 16384;
enum : uint32_t { write_initiator = 0, read_initiator = 1, atomic_initiator = 3 };
enum : uint32_t {
  target_low = 0x00,
  target_middle = 0x04,
  target_high = 0x08,
  return_low = 0x0c,
  return_middle = 0x10,
  return_high = 0x14,
  control = 0x1c,
  length = 0x20,
  operand = 0x28,
  command = 0x40,
  identity = 0x148
};
enum : uint32_t { atomics_answered = 0x200, writes_acknowledged = 0x204, reads_answered = 0x208 };
enum : uint32_t { read_control = 0x2090, write_control = 0x92 };  // marked, static virtual channel; 1 for reads
enum : uint32_t { multicast_control = 0x81b2, linked = 0x40, source_too = 0x20000 };  // path reserved, virtual channel 4

enum : uint32_t { atomic_control = 0x2091, atomic_increment = 0x107c };  // marked, static virtual channel 1; of 32 bits

// Copies in the data RAM; of reads, of writes, and of the acknowledges that they will have.
extern uint32_t reads_issued[2], writes_issued[2], acknowledges_due[2];

inline void store(unsigned noc, uint32_t initiator, uint32_t offset, uint32_t value) {
  *reinterpret_cast<volatile uint32_t*>(0xffb20000 + (noc << 16) + (initiator << 11) + offset) = value;
}
inline uint32_t load(unsigned noc, uint32_t initiator, uint32_t offset) {
  return *reinterpret_cast<volatile uint32_t*>(0xffb20000 + (noc << 16) + (initiator << 11) + offset);
}
inline void ready(unsigned noc, uint32_t initiator) {
  while (load(noc, initiator, command) != 0) {
  }
}
constexpr uint32_t middle(uint64_t place) { return static_cast<uint32_t>(place >> 32) & 0x1000000f; }
constexpr uint32_t high(uint64_t place) { return static_cast<uint32_t>(place >> 36) & 0xffffff; }

// What firmware writes once: fields that the calls below leave alone; and counters as they are.
inline void begin(unsigned noc) {
  const uint32_t own = load(noc, 0, identity) & 0xfff;
  store(noc, write_initiator, target_middle, 0);
  store(noc, write_initiator, target_high, own);
  store(noc, read_initiator, control, read_control);
  store(noc, read_initiator, return_middle, 0);
  store(noc, read_initiator, return_high, own);
  reads_issued[noc] = load(noc, 0, reads_answered);
  writes_issued[noc] = acknowledges_due[noc] = load(noc, 0, writes_acknowledged);
}

// ---- noc_async_read, noc_async_write

inline __attribute__((always_inline)) void read_packet(unsigned noc, uint64_t from, uint32_t into, uint32_t bytes) {
  ready(noc, read_initiator);
  store(noc, read_initiator, return_low, into);
  store(noc, read_initiator, target_low, static_cast<uint32_t>(from));
  store(noc, read_initiator, target_middle, middle(from));
  store(noc, read_initiator, target_high, high(from));
  store(noc, read_initiator, length, bytes);
  store(noc, read_initiator, command, 1);
  reads_issued[noc] += 1;
}
inline void read(unsigned noc, uint64_t from, uint32_t into, uint32_t bytes) {
  while (bytes > most_bytes) {
    read_packet(noc, from, into, most_bytes);
    from += most_bytes, into += most_bytes, bytes -= most_bytes;
  }
  read_packet(noc, from, into, bytes);
}

inline __attribute__((always_inline)) void write_packet(unsigned noc, uint32_t from, uint64_t into, uint32_t bytes,
                                                        uint32_t channel) {
  ready(noc, write_initiator);
  store(noc, write_initiator, control, write_control | channel << 13);
  store(noc, write_initiator, target_low, from);
  store(noc, write_initiator, return_low, static_cast<uint32_t>(into));
  store(noc, write_initiator, return_middle, middle(into));
  store(noc, write_initiator, return_high, high(into));
  store(noc, write_initiator, length, bytes);
  store(noc, write_initiator, command, 1);
  writes_issued[noc] += 1;
  acknowledges_due[noc] += 1;
}
inline void write(unsigned noc, uint32_t from, uint64_t into, uint32_t bytes, uint32_t channel) {
  while (bytes > most_bytes) {
    write_packet(noc, from, into, most_bytes, channel);
    from += most_bytes, into += most_bytes, bytes -= most_bytes;
  }
  write_packet(noc, from, into, bytes, channel);
}

// ---- noc_async_write_multicast. A rectangle is a place: its end, and 12 bits higher its start

inline __attribute__((always_inline)) void multicast_packet(unsigned noc, uint32_t from, uint64_t into, uint32_t bytes,
                                                            uint32_t receivers, uint32_t flags) {
  ready(noc, write_initiator);
  store(noc, write_initiator, control, multicast_control | flags);
  store(noc, write_initiator, target_low, from);
  store(noc, write_initiator, return_low, static_cast<uint32_t>(into));
  store(noc, write_initiator, return_middle, middle(into));
  store(noc, write_initiator, return_high, high(into));
  store(noc, write_initiator, length, bytes);
  store(noc, write_initiator, command, 1);
  writes_issued[noc] += 1;
  acknowledges_due[noc] += receivers;
}
inline void multicast(unsigned noc, uint32_t from, uint64_t into, uint32_t bytes, uint32_t receivers, uint32_t flags) {
  while (bytes > most_bytes) {
    multicast_packet(noc, from, into, most_bytes, receivers, flags);
    from += most_bytes, into += most_bytes, bytes -= most_bytes;
  }
  multicast_packet(noc, from, into, bytes, receivers, flags);
}

// ---- The forms with state: place, and of writes the channel, stay

inline void read_set_state(unsigned noc, uint64_t from) {
  ready(noc, read_initiator);
  store(noc, read_initiator, target_middle, middle(from));
  store(noc, read_initiator, target_high, high(from));
}
inline __attribute__((always_inline)) void read_with_state(unsigned noc, uint32_t from, uint32_t into, uint32_t bytes) {
  const auto packet = [&](bool with_length) {
    ready(noc, read_initiator);
    store(noc, read_initiator, return_low, into);
    store(noc, read_initiator, target_low, from);
    if (with_length) store(noc, read_initiator, length, bytes);
    store(noc, read_initiator, command, 1);
    reads_issued[noc] += 1;
  };
  if (bytes > most_bytes) {
    store(noc, read_initiator, length, most_bytes);
    for (; bytes > most_bytes; from += most_bytes, into += most_bytes, bytes -= most_bytes) packet(false);
  }
  packet(true);
}

inline void write_set_state(unsigned noc, uint64_t into, uint32_t channel) {
  ready(noc, write_initiator);
  store(noc, write_initiator, control, write_control | channel << 13);
  store(noc, write_initiator, return_middle, middle(into));
  store(noc, write_initiator, return_high, high(into));
}
inline __attribute__((always_inline)) void write_with_state(unsigned noc, uint32_t from, uint32_t into, uint32_t bytes) {
  const auto packet = [&](bool with_length) {
    ready(noc, write_initiator);
    store(noc, write_initiator, target_low, from);
    store(noc, write_initiator, return_low, into);
    if (with_length) store(noc, write_initiator, length, bytes);
    store(noc, write_initiator, command, 1);
    writes_issued[noc] += 1;
    acknowledges_due[noc] += 1;
  };
  if (bytes > most_bytes) {
    store(noc, write_initiator, length, most_bytes);
    for (; bytes > most_bytes; from += most_bytes, into += most_bytes, bytes -= most_bytes) packet(false);
  }
  packet(true);
}

// ---- Barriers

inline void read_barrier(unsigned noc) {
  while (load(noc, 0, reads_answered) != reads_issued[noc]) {
  }
  asm volatile("fence" ::: "memory");
}
inline void write_barrier(unsigned noc) {
  while (load(noc, 0, writes_acknowledged) != acknowledges_due[noc]) {
  }
  asm volatile("fence" ::: "memory");
}

// ---- How all cores begin together: each adds itself to the count at `there` (a word of 16 aligned bytes), and reads it into `scratch`,
// aligned as it, until all `cores` are counted. The first core goes on while the reads of the others are still on their ways.

inline void meet(unsigned noc, uint64_t there, uint32_t scratch, uint32_t cores) {
  const uint32_t due = load(noc, 0, atomics_answered) + 1;
  ready(noc, atomic_initiator);
  store(noc, atomic_initiator, return_low, 4);
  store(noc, atomic_initiator, return_high, load(noc, 0, identity) & 0xfff);
  store(noc, atomic_initiator, target_low, static_cast<uint32_t>(there));
  store(noc, atomic_initiator, target_middle, middle(there));
  store(noc, atomic_initiator, target_high, high(there));
  store(noc, atomic_initiator, control, atomic_control);
  store(noc, atomic_initiator, length, atomic_increment);
  store(noc, atomic_initiator, operand, 1);
  store(noc, atomic_initiator, command, 1);
  while (load(noc, 0, atomics_answered) != due) {
  }
  asm volatile("fence" ::: "memory");
  volatile uint32_t* const seen = reinterpret_cast<volatile uint32_t*>(scratch);
  *seen = 0;
  while (*seen < cores) {
    read(noc, there, scratch, 4);
    read_barrier(noc);
  }
}

inline uint32_t clock() { return *reinterpret_cast<volatile uint32_t*>(0xffb121f0); }

}  // namespace network_interface
