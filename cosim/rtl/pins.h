// The pins of a block of RTL, for waves: what draws them looks at `value` at the ends of cycles.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tensix {

struct pin {
  std::string name;  // as in the SystemVerilog interface, without its index: "issue_valid"
  unsigned bits;
  const void* value;  // to 8 bits a uint8_t, 16 uint16_t, 32 uint32_t, 64 uint64_t; more: uint32_t words, lowest first
};

class pins_if {
 public:
  virtual ~pins_if() = default;
  virtual std::vector<pin> pins() { return {}; }
  // They are about to be looked at, at the edge that ends `cycle`: outputs that depend on inputs within it are to be settled.
  virtual void settle_pins(uint64_t /*cycle*/) {}
};

}  // namespace tensix
