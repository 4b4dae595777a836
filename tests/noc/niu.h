// SPDX-License-Identifier: Apache-2.0
// A network interface without a network, as tests of it use one.
#pragma once
#include <memory>
#include <string>
#include <utility>

#include "models/noc/noc_grid_function.h"
#include "models/noc_interface/noc_registers_function.h"

namespace noc_tests {

namespace reg {
constexpr uint32_t targ_lo = 0x00, targ_mid = 0x04, targ_hi = 0x08, ret_lo = 0x0C, ret_mid = 0x10, ret_hi = 0x14, tag = 0x18,
                   ctrl = 0x1C, len = 0x20, len_1 = 0x24, at_data = 0x28, exclude = 0x2C, command = 0x40;
}
// Bits of CTRL.
namespace bit {
constexpr uint32_t read = 0, atomic = 1, write = 2, byte_enables = 1 << 2, inline_data = 1 << 3, marked = 1 << 4,
                   multicast = 1 << 5, linked = 1 << 6, fixed = 1 << 7, reserve = 1 << 8, y_major = 1 << 16,
                   source_too = 1 << 17;
constexpr uint32_t channel(uint32_t vc) { return vc << 13; }
}  // namespace bit

constexpr uint32_t xy(uint32_t x, uint32_t y) { return y << 6 | x; }
constexpr uint32_t rectangle(uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1) { return xy(x0, y0) << 12 | xy(x1, y1); }

struct niu {
  tensix::diagnostics diagnose;
  std::shared_ptr<const tensix::noc_grid> grid;
  tensix::noc_registers registers;

  static tensix::noc_identity identity(const tensix::noc_grid& grid, unsigned noc, tensix::noc_coordinate place,
                                       bool translation) {
    tensix::noc_identity i;
    i.noc = static_cast<uint8_t>(noc);
    i.place = place;
    i.translated = grid.translated(noc, place);
    i.translation = translation;
    return i;
  }
  niu(unsigned noc, tensix::noc_coordinate place, std::shared_ptr<const tensix::noc_grid> chip, bool translation)
      : grid(std::move(chip)), registers(identity(*grid, noc, place, translation), *grid, diagnose) {
    diagnose.policy = tensix::on_undefined::warn;
  }
  explicit niu(unsigned noc = 0, tensix::noc_coordinate place = {1, 2}, bool translation = true,
               const tensix::noc_harvesting& h = {})
      : niu(noc, place, std::make_shared<tensix::noc_grid>(h, translation), translation) {}

  bool store(unsigned initiator, uint32_t offset, uint32_t value) {
    return registers.store("b", 0x800 * initiator + offset, value);
  }
  uint32_t load(unsigned initiator, uint32_t offset) { return registers.load("b", 0x800 * initiator + offset); }
  // A register of the whole interface.
  uint32_t load(uint32_t offset) { return registers.load("b", offset); }
  bool issue(unsigned initiator) { return store(initiator, reg::command, 1); }

  void address(unsigned initiator, uint32_t lo, uint64_t a, uint32_t coordinates) {
    store(initiator, lo, static_cast<uint32_t>(a));
    store(initiator, lo + 4, static_cast<uint32_t>(a >> 32));
    store(initiator, lo + 8, coordinates);
  }
  void read(unsigned initiator, uint32_t from_xy, uint64_t from, uint64_t to, uint32_t bytes, uint32_t more = 0) {
    store(initiator, reg::ctrl, bit::read | more);
    address(initiator, reg::targ_lo, from, from_xy);
    address(initiator, reg::ret_lo, to, xy(1, 2));
    store(initiator, reg::len, bytes);
  }
  void write(unsigned initiator, uint64_t from, uint32_t to_xy, uint64_t to, uint32_t bytes, uint32_t more = bit::marked) {
    store(initiator, reg::ctrl, bit::write | more);
    address(initiator, reg::targ_lo, from, xy(1, 2));
    address(initiator, reg::ret_lo, to, to_xy);
    store(initiator, reg::len, bytes);
  }
  void write_inline(unsigned initiator, uint32_t to_xy, uint64_t to, uint32_t value, uint32_t more = bit::marked) {
    store(initiator, reg::ctrl, bit::write | bit::inline_data | more);
    address(initiator, reg::targ_lo, to, to_xy);
    store(initiator, reg::at_data, value);
  }
  void increment(unsigned initiator, uint32_t to_xy, uint64_t to, uint32_t by, uint32_t more = bit::marked) {
    store(initiator, reg::ctrl, bit::atomic | more);
    address(initiator, reg::targ_lo, to, to_xy);
    address(initiator, reg::ret_lo, 4, xy(1, 2));
    store(initiator, reg::len, 0x1000 | 31 << 2 | (to >> 2 & 3));
    store(initiator, reg::at_data, by);
  }
  std::string only_report() const {
    return diagnose.reports().size() == 1 ? diagnose.reports()[0].text : std::to_string(diagnose.reports().size()) + " reports";
  }
};

}  // namespace noc_tests
