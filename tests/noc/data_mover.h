// SPDX-License-Identifier: Apache-2.0
// A core that moves data as TT-Metalium's headers do: registers in their order, counts of what it has issued, and a network that does
// all at once.
#pragma once
#include <array>
#include <utility>
#include <vector>

#include "catch.h"
#include "tests/noc/niu.h"

namespace noc_tests {

constexpr uint32_t unicast = bit::fixed | bit::channel(1), largest = 16384, atomic_return = 4, stream_register = 0xFFB4A028;

class data_mover {
 public:
  niu n;
  unsigned noc;
  std::vector<tensix::noc_packet> sent;  // all, in order

  explicit data_mover(unsigned which) : n(which), noc(which) {
    const uint32_t own = n.load(0x148) & 0xFFF;
    for (unsigned i : {0u, 2u}) set(i, {{reg::targ_mid, 0}, {reg::targ_hi, own}});
    set(3, {{reg::ret_lo, atomic_return}, {reg::ret_mid, 0}, {reg::ret_hi, own}});
    set(1, {{reg::ctrl, bit::read | bit::marked | unicast}, {reg::ret_mid, 0}, {reg::ret_hi, own}});
    const uint32_t status[] = {2, 10, 1, 0, 11};
    for (unsigned k = 0; k < 5; ++k) issued_[k] = n.registers.counter(status[k]);
  }

  // Addresses as kernels make them: 36 bits, above them x, y.
  static uint64_t at(uint32_t x, uint32_t y, uint64_t address) { return uint64_t{xy(x, y)} << 36 | address; }
  // Start and end, exchanged by who uses NoC 1.
  uint64_t multicast(uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1, uint32_t address) const {
    return uint64_t{noc ? rectangle(x1, y1, x0, y0) : rectangle(x0, y0, x1, y1)} << 36 | address;
  }

  void set(unsigned i, const std::vector<std::pair<uint32_t, uint32_t>>& stores) {
    REQUIRE(n.load(i, reg::command) == 0);
    for (auto [offset, value] : stores) n.store(i, offset, value);
  }
  void target(unsigned i, uint64_t a) { set(i, {{reg::targ_lo, lo(a)}, {reg::targ_mid, mid(a)}, {reg::targ_hi, hi(a)}}); }
  void destination(unsigned i, uint64_t a) { set(i, {{reg::ret_lo, lo(a)}, {reg::ret_mid, mid(a)}, {reg::ret_hi, hi(a)}}); }
  static uint32_t lo(uint64_t a) { return static_cast<uint32_t>(a); }
  static uint32_t mid(uint64_t a) { return static_cast<uint32_t>(a >> 32) & 0x1000000F; }
  static uint32_t hi(uint64_t a) { return static_cast<uint32_t>(a >> 36) & 0xFFFFFF; }

  void read(unsigned i, uint64_t from, uint32_t to, uint32_t bytes) {
    set(i, {{reg::ret_lo, to}});
    target(i, from);
    set(i, {{reg::len, bytes}});
    send(i);
  }
  void read_any(unsigned i, uint64_t from, uint32_t to, uint32_t bytes) {
    for (; bytes > largest; bytes -= largest, from += largest, to += largest) read(i, from, to, largest);
    read(i, from, to, bytes);
  }
  void write(unsigned i, uint32_t from, uint64_t to, uint32_t bytes, uint32_t ctrl, unsigned receivers = 1) {
    set(i, {{reg::ctrl, bit::write | ctrl}, {reg::targ_lo, from}});
    destination(i, to);
    set(i, {{reg::len, bytes}});
    send(i, receivers);
  }
  void write_any(unsigned i, uint32_t from, uint64_t to, uint32_t bytes, uint32_t ctrl, unsigned receivers = 1) {
    for (; bytes > largest; bytes -= largest, from += largest, to += largest) write(i, from, to, largest, ctrl, receivers);
    write(i, from, to, bytes, ctrl, receivers);
  }
  void write_inline(unsigned i, uint64_t to, uint32_t value, uint32_t ctrl, unsigned receivers = 1) {
    set(i, {{reg::at_data, value}, {reg::ctrl, bit::write | bit::inline_data | ctrl}});
    target(i, to);
    set(i, {{reg::len, 0xFu << (to % 64 % 32)}});
    send(i, receivers);
  }
  void increment(unsigned i, uint64_t word, uint32_t by, uint32_t wrap, uint32_t ctrl = 0) {
    target(i, word);
    set(i, {{reg::ctrl, bit::atomic | bit::marked | unicast | ctrl},
            {reg::len, 0x1000 | wrap << 2 | (lo(word) >> 2 & 3)},
            {reg::at_data, by}});
    send(i);
  }

  // Writes 1 to CMD_CTRL; everything then happens, to as many receivers as the multicast has.
  void send(unsigned i, unsigned receivers = 1) {
    REQUIRE(n.load(i, reg::command) == 0);
    if (!n.issue(i)) FAIL(n.diagnose.reports().back().text);
    const tensix::noc_command c = n.registers.take();
    REQUIRE(c.packets.size() == 1);
    const tensix::noc_packet& p = c.packets[0];
    sent.push_back(p);
    n.registers.happened(tensix::noc_step::channel_given, p);
    n.registers.accepted(i);
    n.registers.happened(tensix::noc_step::leaves, p);
    if (p.kind == tensix::noc_packet_kind::write) n.registers.happened(tensix::noc_step::source_read, p);
    for (unsigned k = 0; k < receivers && p.marked; ++k) n.registers.happened(tensix::noc_step::answered, p);
    switch (p.kind) {
      case tensix::noc_packet_kind::read: ++issued_[0]; break;
      case tensix::noc_packet_kind::write:
        ++issued_[p.marked ? 1 : 4];
        if (p.marked) issued_[2] += receivers;
        break;
      default: issued_[3] += receivers;
    }
  }

  // The barriers of all kinds, and nothing to report.
  void done() {
    const uint32_t status[] = {0x208, 0x228, 0x204, 0x200, 0x22C};
    for (unsigned k = 0; k < 5; ++k) CHECK(n.load(status[k]) == issued_[k]);
    for (const auto& r : n.diagnose.reports()) FAIL_CHECK(r.text);
  }

 private:
  std::array<uint32_t, 5> issued_{};  // reads, marked writes, their acknowledges, atomics, posted writes
};

}  // namespace noc_tests
