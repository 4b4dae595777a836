// SPDX-License-Identifier: Apache-2.0
// What T0 does: wait for tiles in the input buffers, unpack them, and say that their bytes have been read. What a step unpacks is
// the kernel's. No SystemC.
//
// A step is one use of a configuration context (0 and 1 in turn): a tile of every operand, or for matmul one tile of the
// operand that stays in its Src bank and the whole row (or column) of the sub-block of the other one. The base addresses go
// into the context's words; semaphore 5 keeps at most two contexts in use: posted by the RISC-V core, taken by a SEMGET behind
// the UNPACRs (which sample their configuration when they are accepted). A few steps make a batch. A batch may be overwritten
// only when the unpackers have really read it: STALLWAIT on both, then semaphore 6; the core counts the tiles as consumed when
// it sees that, after it has queued the first step of the next batch, so that the unpackers do not run dry meanwhile.
#pragma once
#include <array>

#include "workload/kernels/kernel_function.h"
#include "workload/kernels/stream_builder_function.h"

namespace tensix {

// Zeroes the unpacker's bank and hands it over.
uint32_t unpacr_nop_zero(unsigned unpacker);
// Without the unpack stage a bank of zeros is handed over instead, which takes no L1.
uint32_t unpacr(const kernel_plan& p, unsigned unpacker, uint32_t addr_mode, bool dvalid);
// Z of the input side of an unpacker.
uint32_t set_z_of(unsigned unpacker, uint32_t z);
constexpr uint32_t next_face_in = 0x01, two_faces_on = 0x02, next_face_in_and_out = 0x11,
                   two_faces_on_in_next_out = 0x12;  // AddrMode: Z of channel 0, of both channels
constexpr uint32_t both_unpackers = 3;               // SETADC*
// For the matrix product: L1 address of the next tile of the operand that passes, in 16 bytes; a tile's size.
constexpr unsigned unpack_address_gpr = 4, unpack_stride_gpr = 6;

class unpack_program : public lazy_source {
 protected:
  // `datums`: that an UNPACR unpacks, of a face or a tile.
  unpack_program(const kernel& k, uint32_t datums)
      : lazy_source(k.options().issue == issue_mode::direct), k_(k), p_(k.plan()), datums_(datums) {}

  // Programs the MOP of a step; queues a step: waits for its tiles, unpacks them (unless only_counts()), counts them in used_,
  // calls step_done(), and moves block_ on.
  virtual void program_mop(step_builder& b) = 0;
  virtual void step(step_builder& b) = 0;

  // The operand that an unpacker unpacks; bytes from a tile of the passing operand to the next (unpack_stride_gpr).
  virtual unsigned operand_of(unsigned unpacker) const { return unpacker; }
  virtual uint32_t stride_bytes() const { return tile_bytes(k_.options().format); }
  // Nobody wants banks: tiles are only counted as read.
  bool only_counts() const { return !p_.unpacks && !p_.computes; }
  // `needed`: tiles of each input that the next step takes.
  using tile_counts = std::array<uint64_t, 3>;  // of the inputs
  void wait_for_tiles(step_builder& b, const tile_counts& needed);
  void use_context(step_builder& b, uint32_t address0, uint32_t address1);
  void release_context(step_builder& b);
  void step_done(step_builder& b);

  const kernel& k_;
  const kernel_plan& p_;
  uint64_t block_ = 0;
  unsigned context_ = 0;
  uint32_t dst_addresses_ = 0;  // of both contexts, for
  bool to_dst_ = false;         // an unpacker 0 that writes Dst
  // Of the present context: where a tile goes whose first row of Dst is `row`.
  void use_dst_row(uint32_t row);
  // Formats of unpacker 0 while both are at rest: those of the partial sums that come back, or of its operand again.
  void use_partials(step_builder& b, bool partials);
  tile_counts used_{};  // tiles whose unpacking has been queued

 private:
  uint32_t row_units() const;
  bool refill(step_builder& b) final;
  void configure(step_builder& b);
  void close_batch(step_builder& b);
  void acknowledge(step_builder& b);

  const uint32_t datums_;
  bool configured_ = false;
  tile_counts closed_{};  // of the tiles used, those of complete batches
  tile_counts acknowledged_{};
  uint32_t steps_in_batch_ = 0;
  bool open_ = false, outstanding_ = false;  // the present batch has steps; the one before has not been acknowledged
};

}  // namespace tensix
