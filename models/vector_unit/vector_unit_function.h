// SPDX-License-Identifier: Apache-2.0
// What the vector unit (SFPU) computes: 32 lanes of 32 bits, 17 LRegs, lane predicates. Layer 1.
// Source: ISA documentation, VectorUnit, LReg and the page of each instruction (Blackhole).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/contracts/side_effects.h"
#include "models/registers/tensix_state.h"
#include "models/vector_unit/multiply_add_function.h"
#include "models/vector_unit/vector_unit_lanes.h"

namespace tensix {

class vector_unit_function : public prng_if {
 public:
  explicit vector_unit_function(tensix_state& state);

  // The Dst blocks that `word`, executed now by `thread`, reads (SFPLOAD) or writes (SFPSTORE): physical rows.
  void dst_access(uint32_t word, unsigned thread, dst_block_set& reads, dst_block_set& writes) const;
  observer* tap() const { return state_.tap; }
  cause_recorder* causes() const { return state_.causes; }

  // Executes `word` in `cycle`, which no earlier call has reached, together with what SFPLOADMACRO scheduled for it.
  void execute(uint32_t word, unsigned thread, uint64_t cycle);
  // For a machine without time: a thread's instructions follow one another, each in the first cycle in which the stall logic
  // lets it pass.
  void execute(uint32_t word, unsigned thread);
  // Without time: the thread has executed an instruction of another unit, a cycle; it waits, until time alone changes nothing.
  void elapse(unsigned thread);
  void drain(unsigned thread);
  // Executes what is scheduled for cycles before `cycle`.
  void advance(uint64_t cycle);
  // The cycle by which all that is scheduled, and time alone brings, has executed.
  uint64_t quiet_from() const;
  // The cycle from which all its results may be read.
  uint64_t results_from() const;
  bool anything_scheduled() const { return scheduled_ != 0; }
  // The cycle after the last store of a thread's SFPLOADMACRO, 0: none yet.
  uint64_t after_scheduled_store(unsigned thread) const { return after_store_[thread]; }
  // Cycles until the result of a multiply-add or an exchange may be read; from one instruction to the next.
  void set_latencies(uint32_t multiply_add, uint32_t exchange, uint32_t issue) {
    multiply_add_latency_ = multiply_add, exchange_latency_ = exchange, issue_cycles_ = issue;
  }

  // Bit r: LReg r is read / written by `word` (for dependency stalls of two-cycle operations). What the stall logic believes,
  // which the documentation of SFPMAD says is not quite what is read: SFPAND, SFPOR, SFPIADD, SFPSHFT, SFPCONFIG, SFPSWAP,
  // SFPSHFT2.
  static uint32_t lregs_read(uint32_t word);
  static uint32_t lregs_written(uint32_t word);
  // Results of two cycles: of the multiply-add sub-unit, and of exchanges, which also keep their sub-unit.
  static bool multiplies(uint32_t word) { return sfpu::sub_unit_of(opcode_of(word)) == sfpu::mad_unit; }
  static bool keeps_second_cycle(uint32_t word) { return sfpu::exchanges(opcode_of(word), sfpu::mod1(word)); }
  // Config word PRNG_SEED was written.
  void seed_prng(uint32_t seed) override;
  // Bit i: lane i takes part in predicated instructions.
  uint32_t enabled_lanes() const;

  uint32_t lreg[17][lanes] = {};  // LReg 16 holds SFPLOADMACRO results
  uint32_t lane_enabled = ~0u;    // LaneFlags of each lane
  bool use_lane_flags = true;     // UseLaneFlagsForLaneEnable; the documentation starts with false, firmware with this
  struct saved_flags {
    uint32_t lane_enabled = 0;
    bool use_lane_flags = false;
  };
  static constexpr unsigned stack_entries = 8;
  saved_flags flag_stack[stack_entries];
  unsigned flag_stack_size = 0;
  uint32_t lane_config[8] = {};  // LaneConfig by column group (lane mod 8)

  // LoadMacroConfig by column group: written by SFPCONFIG and by instructions with VD 12..15, read back by SFPMOV.
  struct load_macro_config {
    uint32_t instruction_template[4] = {}, sequence[4] = {}, misc = 0;
  } load_macro[8];
  uint32_t prng[lanes] = {};
  uint32_t stack_pointer[thread_count] = {};  // RWCs[].Sp, 10 bits

 private:
  using operation = sfpu::operation;
  struct dst_window;
  unsigned dst_address(uint32_t word, unsigned thread, unsigned format, bool load, uint32_t& sp) const;
  dst_window window(unsigned address, unsigned format, bool load, unsigned thread) const;
  unsigned resolve_format(unsigned mod0, unsigned thread) const;
  // result[i] to LReg `index` in the lanes of `mask`; nothing unless `index` is writable (0..7, 16).
  void write_lanes(unsigned index, uint32_t mask, const uint32_t (&result)[lanes]);
  void undefined(const operation& o, const std::string& text) const;
  template <class F>
  void lanewise(const operation& o, F f);                                           // VD = f(VB, VC)
  void set_flags(const operation& o, const uint32_t (&x)[lanes], bool complement);  // LaneFlags = x != 0

  void regular(uint32_t word, unsigned thread);
  bool to_instruction_template(uint32_t word, unsigned destination, unsigned thread);
  void perform(const operation& o);
  void check_index_registers(const operation& o) const;

  // What the table names as executing an instruction, and what that shares.
  void operate(uint32_t word, unsigned thread);
  void no_operation(uint32_t word, unsigned thread);
  void nothing(const operation&) {}
  void only_issued(const operation& o);
  // Dst.
  unsigned load(uint32_t word, unsigned target, unsigned thread);
  void issued_load(uint32_t word, unsigned thread);
  void store(uint32_t word, unsigned thread);
  void store_scheduled(const operation& o);
  void add_blocks(const dst_window& w, dst_block_set& set) const;
  void store_lanes(const operation& o, const dst_window& w, uint32_t mask);
  // Constants, moves and configuration.
  void load_immediate(uint32_t word, unsigned thread);
  void move(const operation& o);
  void configure(const operation& o);
  // Multiply-add.
  void multiply_and_add(const operation& o);
  void add_immediate(const operation& o);
  void multiply_immediate(const operation& o);
  void multiply_24(const operation& o);
  void lookup(const operation& o);
  void write_indirect(const operation& o, bool indirect, const uint32_t (&result)[lanes]);
  // Integers, bits, fields of floating-point numbers.
  void bitwise_and(const operation& o);
  void bitwise_or(const operation& o);
  void bitwise_xor(const operation& o);
  void bitwise_not(const operation& o);
  void bitwise_shift(const operation& o);
  void absolute(const operation& o);
  void add_integers(const operation& o);
  void leading_zeros(const operation& o);
  void divide_by_power_of_2(const operation& o);
  void extract_exponent(const operation& o);
  void extract_mantissa(const operation& o);
  void set_exponent(const operation& o);
  void set_mantissa(const operation& o);
  void set_sign(const operation& o);
  void approximate(const operation& o);
  void cast(const operation& o);
  void round(const operation& o);
  uint32_t next_random(unsigned lane);
  // Across lanes and registers.
  void swap(const operation& o);
  void shuffle(const operation& o);
  void transpose(const operation& o);
  // Predication.
  void set_cc(const operation& o);
  void enable_cc(const operation& o);
  void push_flags(const operation& o);
  void pop_flags(const operation& o);
  void complement_flags(const operation&);
  void compare(const operation& o);

  // SFPLOADMACRO and time.
  struct scheduled_operation {
    operation what;
    bool present = false;
    bool counts_instructions = false;  // its delay counts instructions, not cycles
  };
  // While there is something scheduled, a result of two cycles comes when it does: what reads the LReg before gets what was
  // there, and programs live on that.
  struct late_result {
    uint64_t from;  // the first cycle that reads it
    unsigned lreg;
    uint32_t mask;
    uint32_t value[lanes];
  };
  void perform_late(const operation& o);
  void commit(uint64_t cycle);  // results that `cycle` reads
  void load_macro_instruction(uint32_t word, unsigned thread);
  void schedule(uint32_t word, unsigned thread, unsigned unit, unsigned vd, unsigned address);
  void step(const uint32_t* word, unsigned thread);  // one cycle, with or without a regular instruction
  void check_sub_units(const operation* const (&due)[4], const uint32_t* word, unsigned thread);
  void check_results(const operation& o) const;
  void check_second_cycle(const operation& o) const;
  void check_writes(const operation* const (&due)[4], const uint32_t* word);
  void note_results(const operation& o, bool by_thread);
  uint32_t latency_of(const operation& o) const;
  bool counts_instructions() const;
  template <class F>
  void for_each_by_time(F f) const;  // f(cycle, operation): what is scheduled and executes without another instruction

  tensix_state& state_;
  uint64_t now_ = 0;  // cycle of the last step
  unsigned last_thread_ = 0;
  scheduled_operation schedule_[4][8];  // by sub-unit and delay, beginning with `head_`
  unsigned head_ = 0, scheduled_ = 0;
  bool beside_macro_ = false;
  uint64_t late_from_ = 0;  // not 0: write_lanes() leaves late results
  std::vector<late_result> late_results_;
  uint64_t ready_[17] = {}, all_ready_ = 0;  // cycle from which a result may be read
  uint32_t seen_by_stall_logic_ = 0;         // bit r: `ready_[r]` belongs to an instruction of a thread
  uint64_t exchange_until_ = 0;              // an SFPSWAP has the simple and round sub-units until then
  uint64_t shuffle_until_ = 0;               // likewise the round sub-unit alone
  uint64_t after_store_[thread_count] = {};
  uint64_t issue_from_ = 0;  // without time: SFPNOP only before
  uint32_t multiply_add_latency_ = 2, exchange_latency_ = 2, issue_cycles_ = 1;
};

template <class F>
void vector_unit_function::lanewise(const operation& o, F f) {
  const uint32_t *b = o.lreg[o.vb], *c = o.lreg[o.vc];
  uint32_t result[lanes];
  for (unsigned i = 0; i < lanes; ++i) result[i] = f(b[i], c[i]);
  write_lanes(o.vd, o.enabled, result);
}

}  // namespace tensix
