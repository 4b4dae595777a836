// SPDX-License-Identifier: Apache-2.0
// What an instruction of a baby RISC-V core does. Layer 1: no time. The caller moves the bytes: `riscv_memory` for plain
// use (step), or the module, which computes addresses and values with the same functions and sends loads on their way.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/riscv_core/riscv_csr_function.h"
#include "models/riscv_core/riscv_instruction.h"

namespace tensix {

struct riscv_state {
  std::array<uint32_t, riscv_register_count> reg{};
  riscv_csrs csr;
};

// simple, multiply, floating, divide, branch, jump: changes registers (and fcsr); returns the next pc.
uint32_t execute_riscv(riscv_state& s, const riscv_instruction& d, uint32_t pc);

// Loads, stores, atomics. Addresses are rounded down to a multiple of the access's size, as the hardware does.
inline uint32_t riscv_address(const riscv_state& s, const riscv_instruction& d) {
  const uint32_t sum = s.reg[d.rs1] + (d.kind == riscv_kind::atomic ? 0 : d.immediate);
  return sum & ~(d.bytes - 1u);
}
// What a load puts into its register; `raw`: the bytes from memory in the low bits.
uint32_t riscv_loaded(riscv_op op, uint32_t raw);
// What an atomic leaves in memory.
uint32_t riscv_atomic(riscv_op op, uint32_t memory, uint32_t operand);
// csrr*. False: `why` says what is wrong.
bool access_riscv_csr(riscv_state& s, const riscv_instruction& d, unsigned core, const riscv_csrs::counted& now,
                      std::string& why);

class riscv_memory {
 public:
  virtual ~riscv_memory() = default;
  virtual uint32_t fetch(uint32_t address) = 0;
  virtual uint32_t load(uint32_t address, unsigned bytes) = 0;  // in the low bits
  virtual void store(uint32_t address, unsigned bytes, uint32_t value) = 0;
  virtual void push(uint32_t tensix_word) = 0;  // .ttinsn
};

enum class riscv_outcome : uint8_t { went_on, stopped, undefined };

// One core without time: decodes each word once, as long as it stays the same.
class riscv_core_function {
 public:
  explicit riscv_core_function(unsigned core) : core_(core), cache_(cache_entries) {}
  riscv_state state;
  uint32_t pc = 0;
  uint64_t instructions = 0;
  std::string why;  // after `undefined`
  riscv_outcome step(riscv_memory& memory);

 private:
  static constexpr uint32_t cache_entries = 4096;
  struct cached {
    uint32_t word = 0;
    riscv_instruction decoded = decode_riscv(0);
  };
  const unsigned core_;
  std::vector<cached> cache_;
};

}  // namespace tensix
