// What the vector unit (SFPU) computes: 32 lanes of 32 bits, 17 LRegs, lane predicates. Layer 1.
// Source: ISA documentation, VectorUnit, LReg and the page of each instruction (Blackhole).
#pragma once
#include <cstdint>

#include "models/registers/tensix_state.h"
#include "models/vector_unit/multiply_add_function.h"

namespace tensix {

class vector_unit_function {
 public:
  explicit vector_unit_function(tensix_state& state);

  // The Dst blocks that `word`, executed now by `thread`, reads (SFPLOAD) or writes (SFPSTORE): physical rows.
  void dst_access(uint32_t word, unsigned thread, dst_block_set& reads, dst_block_set& writes) const;
  // Executes `word`; reports "unsupported" for instructions that are not modelled yet.
  void execute(uint32_t word, unsigned thread);
  // Bit r: LReg r is read / written by `word` (for dependency stalls of two-cycle operations). What the stall logic believes,
  // which the documentation of SFPMAD says is not quite what is read: SFPAND, SFPOR, SFPIADD, SFPSHFT, SFPCONFIG, SFPSWAP,
  // SFPSHFT2.
  static uint32_t lregs_read(uint32_t word);
  static uint32_t lregs_written(uint32_t word);
  // Config word PRNG_SEED was written.
  void seed_prng(uint32_t seed);
  // Bit i: lane i takes part in predicated instructions.
  uint32_t enabled_lanes() const;

  uint32_t lreg[17][lanes] = {};  // LReg 16 holds SFPLOADMACRO results
  uint32_t lane_enabled = ~0u;    // LaneFlags of each lane
  bool use_lane_flags = false;    // UseLaneFlagsForLaneEnable
  uint32_t lane_config[8] = {};   // LaneConfig by column group (lane mod 8)

  // LoadMacroConfig by column group: written by SFPCONFIG and by instructions with VD 12..15, read back by SFPMOV.
  struct load_macro_config {
    uint32_t instruction_template[4] = {}, sequence[4] = {}, misc = 0;
  } load_macro[8];
  uint32_t prng[lanes] = {};
  uint32_t stack_pointer[thread_count] = {};  // RWCs[].Sp, 10 bits

 private:
  struct dst_window;
  dst_window window(uint32_t word, unsigned thread, bool load) const;
  unsigned resolve_format(unsigned mod0, unsigned thread) const;
  // result[i] to LReg `index` in the lanes of `mask`; nothing unless `index` is writable (0..7, 16).
  void write_lanes(unsigned index, uint32_t mask, const uint32_t (&result)[lanes]);

  void load(uint32_t word, unsigned thread);
  void store(uint32_t word, unsigned thread);
  void load_immediate(uint32_t word, unsigned thread);
  void move(uint32_t word);
  void absolute(uint32_t word);
  void multiply_and_add(uint32_t word);
  void approximate(uint32_t word);
  void enable_cc(uint32_t word);
  void configure(uint32_t word);
  bool to_instruction_template(uint32_t word);

  tensix_state& state_;
};

}  // namespace tensix
