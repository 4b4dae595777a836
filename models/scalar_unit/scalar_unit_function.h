// SPDX-License-Identifier: Apache-2.0
// What the scalar unit (ThCon) computes: GPR arithmetic, loads and stores, SETDMAREG, REG2FLOP. Layer 1.
// Source: ISA documentation, ScalarUnit and the page of each instruction.
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "models/contracts/side_effects.h"
#include "models/registers/tensix_state.h"

namespace tensix {

inline constexpr uint32_t mmio_base = 0xffb00000u;  // what addresses in instructions count from

class scalar_unit_function {
 public:
  explicit scalar_unit_function(tensix_state& state) : state_(state) {}
  // Executes `word` at once (memory accesses included: L1 directly, MMIO through the bus). False: nothing has happened
  // and the instruction has to be tried again later (ATCAS and ATINCGETPTR until memory agrees, STOREIND to a SrcA/SrcB bank
  // that the matrix unit still owns). FLUSHDMA has no effect here: the timed module, which knows the units' progress, waits.
  bool execute(uint32_t word, unsigned thread) { return execute(word, thread, nullptr); }

  // What an instruction brings to GPRs: `count` of a thread from `first` on; in each the bits of `keep` stay.
  struct gpr_result {
    uint32_t value[4] = {};
    uint32_t keep = 0;
    uint8_t thread = 0, first = 0, count = 0;  // count 0: nothing
  };
  // The same, but what LOADIND, LOADREG, ATINCGET, ATINCGETPTR and GPR arithmetic bring goes to `late`, for deliver() when its
  // time has come.
  bool execute(uint32_t word, unsigned thread, gpr_result* late);
  void deliver(const gpr_result& result);
  // GPR arithmetic with its left operand read before; the right one is read now.
  uint32_t left_operand(uint32_t word, unsigned thread) const;
  gpr_result arithmetic(uint32_t word, unsigned thread, uint32_t left);
  // REG2FLOP: the GPRs that it reads, and what it does with their values.
  using four_words = std::array<uint32_t, 4>;
  four_words flop_source(uint32_t word, unsigned thread) const;
  void register_to_flop(uint32_t word, unsigned thread, const four_words& source);
  // Where LOADREG and STOREREG access.
  static uint32_t register_address(uint32_t word);

  coprocessor_bus_if* bus = nullptr;     // register space beyond L1
  packer_signals_if* packers = nullptr;  // SETDMAREG's special form

 private:
  gpr_result* late_ = nullptr;  // during execute()
  void brought(const gpr_result& result);
  void loaded(unsigned thread, unsigned first, unsigned count, const uint32_t* value, uint32_t keep = 0);
  void undefined(uint32_t word, unsigned thread, std::string text);
  bool unsupported(uint32_t word, unsigned thread, const char* what);
  // The `bytes` at `address` of L1, nullptr (reported) if they are not in L1.
  uint8_t* l1(uint32_t word, unsigned thread, uint64_t address, unsigned bytes);
  void wrote_l1(const uint8_t* first, unsigned bytes);
  uint32_t half(unsigned thread, unsigned index) const;
  void set_half(unsigned thread, unsigned index, uint32_t value);
  // Advances the 16-bit offset of LOADIND and STOREIND and returns what it was.
  uint32_t step_offset(uint32_t word, unsigned thread);

  void set_dma_register(uint32_t word, unsigned thread);
  void load_indirect(uint32_t word, unsigned thread);
  bool store_indirect(uint32_t word, unsigned thread);
  bool store_to_src(uint32_t word, unsigned thread);
  uint8_t* atomic_line(uint32_t word, unsigned thread, unsigned offset, unsigned bytes);
  void increment_and_get(uint32_t word, unsigned thread);
  bool increment_pointer(uint32_t word, unsigned thread);
  void swap(uint32_t word, unsigned thread);
  bool compare_and_swap(uint32_t word, unsigned thread);
  void load_register(uint32_t word, unsigned thread);
  void store_register(uint32_t word, unsigned thread);
  void register_to_flop(uint32_t word, unsigned thread);
  void store_mmio(uint32_t word, unsigned thread, uint32_t address, uint32_t value);

  tensix_state& state_;
};

}  // namespace tensix
