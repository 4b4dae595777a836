// SPDX-License-Identifier: Apache-2.0
// TDMA-RISC: what the RISC-V cores see at 0xFFB11000. The mover's command queue and the FIFOs of tile metadata are here;
// registers whose state belongs to the packers are handed on. Layer 1 (no time): `load`, `store` and `advance` say "not yet"
// instead of waiting. Source: ISA documentation, TDMA-RISC (Wormhole; Blackhole has no page of its own).
#pragma once
#include <cstdint>
#include <deque>
#include <string>

#include "models/mover/mover_function.h"
#include "models/registers/tdma_registers.h"
#include "models/registers/tensix_state.h"

namespace tensix {

inline constexpr unsigned tdma_core_count = 4;  // T0, T1, T2, B
inline constexpr unsigned tdma_packer_count = 4;

struct tdma_command {
  uint32_t word = 0;
  uint32_t parameter[4] = {};
  uint8_t core = 0;  // who wrote it
  bool compact() const { return word >> 31; }
  bool took_credit = false;
};

// What TDMA-RISC starts and asks for, in the tile.
class tdma_actions_if {
 public:
  virtual ~tdma_actions_if() = default;
  virtual bool mover_busy() const = 0;
  virtual void start_move(const move_job& job) = 0;  // the mover is not busy
  // L1 write command: 4 or 8 bytes at a byte address inside L1, not waited for. False: not now.
  virtual bool write_l1(uint32_t address, unsigned bytes, uint64_t value) = 0;
  virtual bool packer_busy() const = 0;  // as for a STALLWAIT of T2
};

class tdma_risc_function : public tile_metadata_if {
 public:
  static constexpr unsigned queue_entries = 4, parameter_credits = 2;
  static constexpr unsigned metadata_entries = 4;  // assumption: the documentation gives no depth

  explicit tdma_risc_function(tensix_state& state) : state_(state) {}

  // A 32-bit access of core 0..2 (T0..T2) or 3 (B). False: it has to wait (command queue full; metadata FIFO empty).
  bool store(unsigned core, uint32_t offset, uint32_t value);
  bool load(unsigned core, uint32_t offset, uint32_t& value);
  // What `load` would give, without side effects or diagnosis; false: nothing yet, or no such register.
  bool peek(unsigned core, uint32_t offset, uint32_t& value) const;

  // The command processor: executes the oldest command; false: there is none, or it waits for the mover.
  bool advance();
  size_t queued() const { return queue_.size(); }
  bool full() const { return queue_.size() == queue_entries; }

  // A packer has finished a tile with Enable_out_fifo; dropped if the FIFO is full.
  void push_tile(unsigned packer, uint32_t tile_size, uint32_t all_zero_flags) override;

  tdma_actions_if* actions = nullptr;    // to be set before use
  packer_signals_if* packers = nullptr;  // registers of the packers, PACR_SETREG and UNPACR_NOP

 private:
  struct tile_metadata {
    uint32_t size, all_zero_flags;
  };
  tensix_state& state_;
  uint32_t parameters_[4] = {};
  uint32_t mover_base_[tdma_core_count] = {};
  unsigned credits_ = parameter_credits;
  std::deque<tdma_command> queue_;
  std::deque<tile_metadata> metadata_[tdma_packer_count];

  bool enqueue(unsigned core, uint32_t word);
  uint32_t status() const;
  void undefined(const std::string& text) const;
};

}  // namespace tensix
