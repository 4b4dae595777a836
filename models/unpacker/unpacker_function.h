// SPDX-License-Identifier: Apache-2.0
// What an unpacker computes: L1 bytes to SrcA, SrcB or Dst. Layer 1 (no time).
// Source: ISA documentation, UNPACR_Regular, UNPACR_FlushCache, UNPACR_IncrementContextCounter, UNPACR_NOP_*.
//
// An UNPACR is accepted (`accept`: configuration and counters are sampled, ADCs and context counter advance), fetches its
// bytes (the module decides how long that takes; `reads` says which), then `execute` converts and writes them and `finish`
// hands the bank over. Without time the three are called one after the other.
#pragma once
#include <boost/container/static_vector.hpp>
#include <cstdint>

#include "models/contracts/fetch_speed.h"
#include "models/contracts/side_effects.h"
#include "models/formats/data_format.h"
#include "models/formats/unpack_formats.h"
#include "models/registers/tensix_state.h"

namespace tensix {

// `rows` pieces of `row_bytes` bytes, `row_stride` bytes apart, starting at byte address `address` (need not be aligned).
struct l1_extent {
  uint32_t address = 0, row_bytes = 0, row_stride = 0, rows = 1;
};

struct unpack_job {
  enum class kind_t : uint8_t {
    regular,
    flush_cache,
    increment_context_counter,
    nop,
    nop_clear,
    nop_set_dvalid,
    nop_setreg,
    nop_overlay_clear
  };
  kind_t kind = kind_t::regular;
  uint32_t word = 0;
  uint8_t which = 0;  // unpacker 0 or 1
  uint8_t thread = 0;
  uint8_t context = 0;  // of its configuration

  // For the module: what is fetched and how.
  boost::container::static_vector<l1_extent, 4> data_reads;      // data section, in order
  boost::container::static_vector<l1_extent, 2> exponent_reads;  // shared exponents of block formats: whole aligned 16 bytes
  fetch_speed fastest = fetch_speed::x1;      // that the mode allows (compressed, tilize, upsample, BFP2, ...)
  fetch_speed speed = fetch_speed::x1;        // Throttle_mode's, within that
  bool throttle_undefined = false;            // Throttle_mode is 3 where it is to choose (`speed` is as with 2)
  bool compressed = false;                    // longer address phase
  uint32_t at_once_from = 0, at_once_to = 0;  // bytes of L1 among which acceptance itself has read; to 0: none
  bool to_dst = false;                        // writes Dst instead of SrcA
  bool waits_for_bank = true;          // needs the Src bank to belong to the unpackers before it writes (and to-Dst as well)
  bool waits_for_matrix_bank = false;  // if so: that bank is the one that the matrix unit is at, not the one it writes
  bool flips_src = false;              // hands the bank to the matrix unit when done
  dst_block_set dst_writes;            // blocks of Dst it writes, if to_dst

  // THCON_SECx_REG1_ovrd_default_throttle_mode: silicon uses Throttle_mode only if set, else its own default per format.
  bool throttle_overridden = false;

  // For execute() and finish(): everything sampled at acceptance. (Belongs to unpacker_function.)
  // Addresses may lie outside L1 (diagnosed; such bytes read as zero), hence signed and wide.
  struct sampled {
    data_format in_format = data_format::bf16, out_format = data_format::bf16;
    unpack_conversion conversion = unpack_conversion::bf16;
    uint8_t datum_bits = 16;
    int64_t datum_address = 0;                 // bits: the first datum in L1
    int64_t delta_address = 0;                 // bits: its count of following zeroes, if compressed
    int64_t exponent_address = 0;              // sixteenths of a byte: its shared exponent
    uint32_t datums = 0;                       // datums to read; compressed data may end earlier through `emit_limit`
    uint32_t row_width = 16;                   // datums after which the address advances to the next row and wraps
    uint32_t row_stride = 0;                   // bytes
    uint32_t limit_bytes = 0, fifo_bytes = 0;  // circular buffer: an address above the limit goes back by fifo_bytes
    uint32_t drop = 0, emit_limit = ~0u;       // of decompressed datums: skip so many, then write so many
    uint32_t out_address = 0;                  // datum index in SrcA, SrcB or Dst; 64 is SrcA / Dst row 0
    uint8_t forced_exponent = 0, column_shift = 0, upsample_zeroes = 0;
    bool has_exponent = false, force_exponent = false, compressed = false, transpose = false, zeroes = false;
    bool upsample_interleave = false, discontiguous = false, wide = false;
    bool ovrd_with_addr = false, row_update = false, remap_addrs = false, swizzle_32b = false;
    uint8_t src_row_base = 0;
    uint32_t last_row = 0;  // out_address / 16 of the last datum
    bool both_banks = false;
    uint32_t clear_value = 0;  // as src_bank holds it
    uint32_t setreg_address = 0, setreg_value = 0;
    bool setreg_writes = false;  // false: only the accumulator changed
    uint8_t clear_stream = 0;    // nop_overlay_clear
    uint16_t clear_count = 0;
  } s;
};

class unpacker_function : public unpacker_registers_if {
 public:
  unpacker_function(tensix_state& state, unsigned which) : state_(state), which_(which) {}

  // Samples everything `word` (UNPACR or UNPACR_NOP for this unpacker) needs; reports undefined combinations by name.
  void accept(uint32_t word, unsigned thread, unpack_job& job);
  // Does the bank this job waits for belong to the unpackers?
  bool bank_ready(const unpack_job& job) const;
  // Converts and writes all datums. `bank_ready` must hold if job.waits_for_bank.
  void execute(const unpack_job& job);
  // Before execute: the rows of its Src bank that an UNPACR will write, a bit each.
  uint64_t rows_written(const unpack_job& job) const;
  // After execute: FlipSrc / dvalid, SrcRow update. Returns which bank was handed to the matrix unit, if any.
  src_changes finish(const unpack_job& job);
  void reset_context_counter(unsigned thread) override { context_counter_[thread] = 0; }

  // UNPACR_NOP with a register write: base addresses come from TDMA-RISC (0 and 1 as `value` has them, see the source).
  uint32_t setreg_base[4] = {};
  void set_register_address(uint32_t value) override;
  uint32_t register_write_accumulator() const override { return setreg_accumulator_; }  // 17 bits, read through TDMA-RISC
  coprocessor_bus_if* bus = nullptr;  // UNPACR_NOP writes registers, and frees messages of a NoC overlay stream

 private:
  using sampled = unpack_job::sampled;

  void accept_regular(uint32_t word, unsigned thread, unpack_job& job);
  void accept_nop(uint32_t word, unsigned thread, unpack_job& job);
  void sample_input(const struct unpack_setting& setting, unpack_job& job);
  void sample_output(const struct unpack_setting& setting, unpack_job& job);
  void describe_reads(unpack_job& job);
  uint32_t execute_block(const unpack_job& job, bool& fine);
  void execute_nop(const unpack_job& job);
  void execute_rows(const unpack_job& job);
  void execute_datums(const unpack_job& job);
  void reads_at_once(unpack_job& job, int64_t address, uint32_t bytes) const;
  uint16_t row_start(unpack_job& job, int64_t address) const;
  const char* unit_name() const { return which_ ? "unpacker1" : "unpacker0"; }
  void undefined(const unpack_job& job, const char* what, uint64_t value) const;
  uint8_t wrapped_context(const uint32_t* config, unsigned counter) const;
  src_register& target() { return which_ ? state_.srcb : state_.srca; }
  const src_register& target() const { return which_ ? state_.srcb : state_.srca; }

  tensix_state& state_;
  unsigned which_;
  uint8_t context_counter_[thread_count] = {};
  uint32_t setreg_accumulator_ = 0;
};

}  // namespace tensix
