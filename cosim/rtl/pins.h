// SPDX-License-Identifier: Apache-2.0
// The pins of a block of RTL, for waves: what draws them looks at `value` at the ends of cycles. Adapters list those that they know,
// blocks with more add theirs: all ports of a module stand there, by their names (the test waves_ports).
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace tensix {

struct pin {
  std::string name;  // as in SystemVerilog: "issue_valid"; of an unpacked array "l1_req[3]"
  unsigned bits;
  const void* value;  // to 8 bits a uint8_t, 16 uint16_t, 32 uint32_t, 64 uint64_t; more: uint32_t words, lowest first
};

// `member` of a top as Verilator has it: an integer, words (more than 64 bits), or an unpacked array of such, in any dimension; a pin
// each. Throws std::logic_error if it is not of so many bits.
template <class Member>
void add_pin(std::vector<pin>& to, const std::string& name, unsigned bits, const Member& member) {
  if constexpr (std::is_integral_v<Member>) {
    const unsigned holds = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
    if (8 * sizeof(Member) != holds || bits > 64)
      throw std::logic_error("pin " + name + ": " + std::to_string(bits) + " bits in a member of " +
                             std::to_string(sizeof(Member)) + " bytes");
    to.push_back({name, bits, &member});
  } else {
    using element = std::remove_cv_t<std::remove_reference_t<decltype(member[0])>>;
    constexpr size_t n = sizeof(Member) / sizeof(element);
    if (std::is_same_v<element, uint32_t> && bits > 64) {
      if (n != (bits + 31) / 32)
        throw std::logic_error("pin " + name + ": " + std::to_string(n) + " words for " + std::to_string(bits) + " bits");
      to.push_back({name, bits, &member[0]});
      return;
    }
    for (size_t i = 0; i < n; ++i) add_pin(to, name + "[" + std::to_string(i) + "]", bits, member[i]);
  }
}

class pins_if {
 public:
  virtual ~pins_if() = default;
  virtual std::vector<pin> pins() { return {}; }
  // They are about to be looked at, at the edge that ends `cycle`: outputs that depend on inputs within it are to be settled.
  virtual void settle_pins(uint64_t /*cycle*/) {}
};

}  // namespace tensix
