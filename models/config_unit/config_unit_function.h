// SPDX-License-Identifier: Apache-2.0
// What the configuration unit computes: SETC16, WRCFG, RDCFG, RMWCIB, CFGSHIFTMASK, STREAMWRCFG. Layer 1.
// Source: ISA documentation, ConfigurationUnit (Blackhole) and the page of each instruction.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "models/contracts/side_effects.h"
#include "models/registers/tensix_state.h"

namespace tensix {

class config_unit_function : public config_writes_if {
 public:
  explicit config_unit_function(tensix_state& state) : state_(state) {}
  // Executes `word` at once.
  void execute(uint32_t word, unsigned thread);
  // The parts of an instruction other than SETC16, which the pipeline keeps apart: what it takes from ThreadConfig when it
  // starts; the value that it will write (nothing if that was diagnosed; one word, or the four of a WRCFG of 128 bits); and
  // the write.
  using words = std::array<uint32_t, 4>;
  struct operation {
    uint32_t word = 0;
    uint8_t thread = 0, bank = 0;
    uint8_t stream = 0;  // of the NoC overlay, for STREAMWRCFG
  };
  operation start(uint32_t word, unsigned thread) const;
  std::optional<words> read(const operation& o);
  void write(const operation& o, const words& v);
  void set_thread_config(uint32_t word, unsigned thread);  // SETC16
  // One 32-bit write to Config as from a RISC-V core or the mover, with its side effects.
  void write(unsigned bank, unsigned word_index, uint32_t value, bool from_rmwcib = false);
  void write_config(unsigned bank, unsigned word, uint32_t value) override { write(bank, word, value); }

  coprocessor_bus_if* bus = nullptr;                  // STREAMWRCFG reads the NoC overlay
  std::array<prng_if*, 3> prng{};                     // PRNG_SEED written: of the matrix unit, vector unit, packers
  std::array<unpacker_registers_if*, 2> unpackers{};  // UNPACK_MISC_CFG CntReset written

 private:
  tensix_state& state_;
  bool exists(const operation& o, uint32_t index);
};

}  // namespace tensix
