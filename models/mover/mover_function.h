// SPDX-License-Identifier: Apache-2.0
// What the mover does: memcpy out of L1 and memset to zero, in aligned 16-byte units. Layer 1 (no time).
// Source: ISA documentation, Mover and XMOV (Wormhole; Blackhole has no pages of its own).
#pragma once
#include <cstdint>
#include <string>

#include "models/contracts/side_effects.h"
#include "models/registers/tensix_state.h"

namespace tensix {

// Transfer_direction. The vendor's names call the second target, and the source of zeroes, "L0".
enum class move_mode : uint8_t { clear_l1 = 0, copy_to_registers = 1, clear_registers = 2, copy_l1 = 3 };

inline constexpr uint32_t move_unit_bytes = 16;
inline constexpr uint32_t instruction_ram_first = 0x40000;  // destinations 0x40000..0x4ffff: RISC-V NC instruction RAM

struct move_job {
  uint32_t destination = 0, source = 0;  // byte addresses, multiples of 16
  uint32_t bytes = 0;                    // a multiple of 16
  move_mode mode = move_mode::clear_l1;
  int8_t thread = -1;  // of the XMOV; -1: from TDMA-RISC
  uint32_t word = 0;   // the XMOV, or TDMA-RISC's command

  bool reads_l1() const { return mode == move_mode::copy_l1 || mode == move_mode::copy_to_registers; }
  bool writes_l1() const { return mode == move_mode::copy_l1 || mode == move_mode::clear_l1; }
  uint32_t units() const { return bytes / move_unit_bytes; }
};

class mover_function {
 public:
  explicit mover_function(tensix_state& state) : state_(state) {}

  // The job of an XMOV, as THCON_SEC0_REG6 of the thread's bank says.
  move_job from_xmov(uint32_t word, unsigned thread) const;
  // The same from fields in units of 16 bytes (TDMA-RISC); `mode`: bits 1:0.
  static move_job from_fields(uint32_t destination, uint32_t source, uint32_t count, uint32_t mode);
  // Reports what is undefined about a job and shortens it to what exists, so that it may be moved.
  void check(move_job& job) const;

  // Where a unit of a job to registers goes. What goes to instruction RAM is discarded: Blackhole's cores execute from L1 only.
  struct target {
    enum class kind_t : uint8_t { config, config_both_banks, instruction_ram, nowhere } kind = kind_t::nowhere;
    uint8_t bank = 0;
    uint32_t index = 0;  // Config word (the first of four), or byte offset in the instruction RAM
  };
  target target_of(const move_job& job, uint32_t unit) const;
  // The 16 bytes of a unit, as four words.
  void read(const move_job& job, uint32_t unit, uint32_t (&words)[4]) const;
  // Performs units [first, first + count) of a checked job to L1 or registers.
  void move(const move_job& job, uint32_t first, uint32_t count) const;
  // A whole job at once.
  void execute(move_job job) const;

  config_writes_if* config = nullptr;  // null: the registers are written alone

 private:
  tensix_state& state_;
  void undefined(const move_job& job, const std::string& text) const;
};

}  // namespace tensix
