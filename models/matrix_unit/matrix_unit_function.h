// SPDX-License-Identifier: Apache-2.0
// What the matrix unit (FPU) computes: whole rows of SrcA, SrcB and Dst, bit for bit, in integer arithmetic. Layer 1.
// Source: ISA documentation, MatrixUnit and the page of each instruction; arithmetic as in docs/sources.md.
#pragma once
#include <cstdint>
#include <functional>

#include "models/contracts/side_effects.h"
#include "models/isa/instruction_words.h"
#include "models/matrix_unit/matrix_unit_table_function.h"
#include "models/registers/prng.h"
#include "models/registers/tensix_state.h"

namespace tensix {

struct row_kernels;
enum class elementwise_op : uint8_t;
struct float_mode;
struct dst_row;

class matrix_unit_function : public prng_if {
 public:
  explicit matrix_unit_function(tensix_state& state);

  // Which banks must belong to the matrix unit before `word` may start: bit 0 SrcA, bit 1 SrcB.
  static unsigned needs_src(uint32_t word) { return mask_of(matrix_operands_of(word).waits); }
  // The blocks of Dst that `word` would read (stall on them) and write, with the thread's present counters. ZEROACC, which
  // touches valid bits only, has none.
  void dst_access(uint32_t word, unsigned thread, dst_block_set& reads, dst_block_set& writes) const {
    const dst_reach reach = reach_in_dst(word, thread);
    for (unsigned w = 0; w < dst_block_set::words; ++w)
      reads.word[w] |= reach.reads.word[w], writes.word[w] |= reach.writes.word[w];
  }
  // Rows of Dst that an arithmetic instruction computes.
  unsigned rows_computed(uint32_t word, unsigned thread) const { return find_dst_range(context_of(word, thread)).rows; }
  // The blocks of Dst in which `word`, a ZEROACC, makes rows valid.
  dst_block_set blocks_marked(uint32_t word, unsigned thread) const;
  struct block_range {  // logical rows of Dst
    unsigned first, rows, step;
    bool wide;  // 32-bit datums
  };
  struct dst_reach {
    block_range rows;
    dst_block_set reads, writes;
  };
  // The same, and the rows it works on; `execute` takes them as they are if nothing has changed in between.
  dst_reach reach_in_dst(uint32_t word, unsigned thread) const;
  // The rows of SrcA's bank in use that `word` would read, modulo 64, with the thread's present counter.
  struct row_range {
    unsigned first, count;
  };
  row_range srca_read(uint32_t word, unsigned thread) const;
  row_range srcb_read(uint32_t word, unsigned thread) const;
  // How an instruction that computes would take SrcA's datums, with the thread's present configuration.
  enum class data_style : uint8_t { bf16, fp16, tf32, int8 };  // bf16 and tf32 differ in mantissa only
  data_style data_of(uint32_t word, unsigned thread) const;
  // Executes `word`; banks given up get allowed_client = unpackers.
  src_changes execute(uint32_t word, unsigned thread) { return execute(word, thread, nullptr); }
  src_changes execute(uint32_t word, unsigned thread, const dst_reach& reach) { return execute(word, thread, &reach.rows); }

  // The instruction set used for rows. `automatic` is the fastest that this machine has; all give the same bits.
  enum class instruction_set : uint8_t { automatic, plain, avx2, avx512 };
  // False, and no change, if this machine or build does not have it.
  bool use(instruction_set set);
  const char* instruction_set_name() const;

  // Config word PRNG_SEED was written.
  void seed_prng(uint32_t seed) override { random_.seed(seed); }

  packer_signals_if* packers = nullptr;  // CLREXPHIST resets their histograms

 private:
  // What one instruction works with: its row of the table and the configuration of its thread, looked up once.
  struct context {
    uint32_t word;
    unsigned thread;
    const uint32_t* config;
    const uint16_t* thread_config;
    rwc_thread& rwc;
    const matrix_operands& uses;
    const block_range* known;  // what dst_range is; null: not yet
  };
  struct style {
    data_style data;
    bool wide_dst;  // Dst in 32-bit mode
  };
  struct move_style {  // what MOVA2D and MOVB2D make of a datum
    bool narrow_exponent;
    bool wide_dst;
  };

  src_changes execute(uint32_t word, unsigned thread, const block_range* known);
  context context_of(uint32_t word, unsigned thread, const block_range* known = nullptr) const;
  unsigned srca_format(const context& c, const src_bank& implied_by) const;
  unsigned srcb_format(const context& c, const src_bank& implied_by) const;
  style arithmetic_style(const context& c) const;
  move_style style_of_move(const context& c, const src_bank& source) const;
  float_mode arithmetic_mode(const context& c, style s, unsigned phase);
  void check_modes(const context& c);
  static unsigned fidelity_phase(const context& c);
  unsigned dst_start(const context& c, uint32_t dst) const;
  block_range dst_range(const context& c) const { return c.known ? *c.known : find_dst_range(c); }
  block_range find_dst_range(const context& c) const;
  void open_dst(const context& c, block_range range, dst_row* rows, bool for_writing);
  void refuse(const context& c, const char* what, uint32_t value);
  void refuse_unpredictable(const context& c);
  void not_supported(const context& c, const char* why);

  bool give_back(unsigned which);
  src_changes flip(const context& c, unsigned which);
  // What the table names as executing an instruction. All return what they do to the banks, as execute().
  template <class F>
  void for_phases(const context& c, dst_row* rows, unsigned count, F&& f);
  src_changes multiply(const context& c, instruction_field addr_mode);
  src_changes elementwise(const context& c, elementwise_op op);
  src_changes max_pool(const context& c);
  src_changes add_nothing(const context& c, instruction_field addr_mode);
  src_changes only_flip(const context& c);
  src_changes move_src_to_dst(const context& c);
  src_changes move_dst_to_src(const context& c);
  src_changes move_b_to_a(const context& c);
  src_changes shift_a(const context& c);
  src_changes shift_b(const context& c);
  src_changes transpose_b();
  template <class F>
  static void for_zeroed_block(const context& c, F&& f);
  src_changes zero_dst(const context& c);
  src_changes zero_src(const context& c);
  src_changes set_counters(const context& c);
  src_changes increment_counters(const context& c);
  src_changes clear_valid(const context& c);
  src_changes clear_histograms();
  src_changes unexplained(const context& c);

  tensix_state& state_;
  const row_kernels* kernels_;
  random_words random_;         // for stochastic rounding
  unsigned last_srca_row_ = 0;  // SHIFTXA reads from the block that the last instruction with a SrcA address used
};

}  // namespace tensix
