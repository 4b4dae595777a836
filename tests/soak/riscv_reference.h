// SPDX-License-Identifier: Apache-2.0
// The cores once more, without time, written from the RISC-V specification and sharing nothing with models/riscv_core: what a
// riscv_program must leave. Registers and memory are exact; counters and the wall clock read as something.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "tests/soak/riscv_program.h"

namespace tensix::soak {

class riscv_reference {
 public:
  // Accesses that are neither to the window, nor to the core's data RAM, nor messages of the program's own.
  struct outside {
    virtual ~outside() = default;
    virtual uint32_t load(unsigned core, uint32_t address, unsigned bytes) = 0;
    virtual void store(unsigned core, uint32_t address, unsigned bytes, uint32_t value) = 0;
    virtual void push(unsigned core, uint32_t word) = 0;  // .ttinsn
  };
  explicit riscv_reference(const riscv_program& p, outside* rest = nullptr);

  // Until all cores have stopped. Throws std::runtime_error with core and pc: nobody can go on, more than `most` instructions,
  // or something that a legal program does not do (including what `rest` throws).
  void run(uint64_t most = 20'000'000);

  struct core_state {
    bool used = false, stopped = false;
    uint32_t pc = 0, fcsr = 0;
    std::array<uint32_t, 32> x{}, f{};
    std::vector<uint8_t> data_ram;
    uint64_t instructions = 0;
  };
  by_core<core_state> core;
  std::vector<uint8_t> window;  // from p.window.base on

 private:
  const riscv_program& p_;
  outside* const rest_;
  std::deque<uint32_t> box_[stream_cores][stream_cores];  // from, to
  uint32_t semaphore_[8] = {};

  bool step(unsigned i);  // false: it waits
  bool load(unsigned i, uint32_t address, unsigned bytes, uint32_t& value);
  void store(unsigned i, uint32_t address, unsigned bytes, uint32_t value);
  uint8_t* own(unsigned i, uint32_t address, unsigned bytes);
  void csr(unsigned i, uint32_t word);
  [[noreturn]] void wrong(unsigned i, const std::string& what) const;
};

}  // namespace tensix::soak
