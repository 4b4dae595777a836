// What the configuration unit computes: SETC16, WRCFG, RDCFG, RMWCIB, CFGSHIFTMASK, STREAMWRCFG. Layer 1.
// Source: ISA documentation, ConfigurationUnit (Blackhole) and the page of each instruction.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "models/registers/tensix_state.h"

namespace tensix {

class config_unit_function {
 public:
  explicit config_unit_function(tensix_state& state) : state_(state) {}
  // Executes `word` at once.
  void execute(uint32_t word, unsigned thread);
  // The two ends of WRCFG, RDCFG and STREAMWRCFG, which the pipeline keeps apart: what is read (nothing if that was diagnosed;
  // one word, or the four of a WRCFG of 128 bits), and the write of that.
  using words = std::array<uint32_t, 4>;
  std::optional<words> read_source(uint32_t word, unsigned thread);
  void write_result(uint32_t word, unsigned thread, const words& v);
  // One 32-bit write to Config as from a RISC-V core or the mover, with its side effects.
  void write(unsigned bank, unsigned word_index, uint32_t value, bool from_rmwcib = false);

  std::function<uint32_t(unsigned stream, unsigned reg)> stream_register;         // NoC overlay, for STREAMWRCFG
  std::function<void(uint32_t seed)> seed_prng;                                   // PRNG_SEED written
  std::function<void(unsigned unpacker, unsigned thread)> reset_context_counter;  // UNPACK_MISC_CFG CntReset written

 private:
  tensix_state& state_;
  bool exists(uint32_t word, unsigned thread, uint32_t index);
};

}  // namespace tensix
