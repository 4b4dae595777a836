// SPDX-License-Identifier: Apache-2.0
// A built-in kernel with its options: datacopy, element-wise add/sub/mul with broadcasts, matmul. From options to what the
// three TRISCs do and where the circular buffers lie; what differs between kernels is in their descriptions. No SystemC.
//
//   kernel k(options);                                           // throws std::invalid_argument: what, why, what instead
//   circular_buffer_feed feed(k.inputs(), k.output(), {&a, &b}, state.l1.data());
//   auto t0 = k.program(0), t1 = k.program(1), t2 = k.program(2);
//   ... play the programs on a tile whose `topology` is options.topology, with feed.pump() in the background ...
//   accuracy q = compare(feed.output(), k.expected({&a, &b}));
//
// The instruction streams follow real Blackhole kernels: T0 unpacks (two configuration contexts in turn, semaphore 5), T1
// computes into one half of Dst while T2 packs the other (semaphore 1); see unpack_, math_ and pack_program_function.
// Semaphores: 1 math -> pack, 2 unpacked to Dst, 4 block packed, 5 unpack contexts, 6 input tiles read, 7 Dst granted to the
// unpacker.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "workload/kernels/circular_buffer_function.h"
#include "workload/kernels/kernel_description.h"
#include "workload/kernels/kernel_options.h"
#include "workload/streams/program.h"
#include "workload/tensors/tensor.h"

namespace tensix {

class kernel {
 public:
  explicit kernel(const kernel_options& options);

  const kernel_description& description() const { return *options_.kernel; }
  const kernel_options& options() const { return options_; }
  const kernel_plan& plan() const { return plan_; }
  // What the matrix unit must make of the program's fidelity phases (tensix_state::fidelity).
  fidelity_steps phases() const {
    return {static_cast<uint8_t>(options_.phases_at_once), static_cast<uint8_t>(options_.fidelity)};
  }
  const std::vector<circular_buffer_plan>& inputs() const { return inputs_; }
  const circular_buffer_plan& output() const { return output_; }
  // Partial sums on their way from the packer back to the unpacker: nobody else fills or empties it. With options().spills() only.
  const circular_buffer_plan& partials() const { return partials_; }
  // What TRISC `core` (0..2) does; nothing for any other core. Generated as it is played: memory does not grow with the work.
  std::unique_ptr<step_source> program(unsigned core) const;
  // Blocks after which the programs, the slots of all buffers, the batches and the halves of Dst come round again
  // (docs/sampling.md); kernel_blocks.cpp.
  uint64_t period_of_program() const;
  // Tiles of operand `i`, or of the output (operands()), that pass in one block.
  uint64_t block_tiles(unsigned i) const;
  // So many blocks leave the output buffer at once: those of a row of tiles, of a row-major output.
  uint64_t blocks_together() const { return output_.row_tiles ? output_.row_tiles / plan_.block_tiles : 1; }
  // Only so many blocks, the last of which is as large as it was: for programs that are being played too, as long as none has
  // asked for block number blocks - 1 (plan().looked_at).
  void end_after(uint64_t blocks);
  // From now on no slot is used twice: each round of the buffers lies behind the one before, on the same of `banks` banks of L1, so
  // that all tiles can be there from the start (stream_dump.h). False if L1 has not the room; `needed`: bytes of L1.
  bool spread_rounds(uint32_t banks, uint64_t& needed);
  // Multiplications and additions of the whole kernel, without padding; 0 if the math stage does not compute.
  uint64_t operations() const { return plan_.computes ? description().operations(options_) : 0; }
  matrix_work work() const { return description().work(*this); }
  // What must come out of 32 columns: kernel_description::expected(), and what the packer makes of it.
  void expected(const std::vector<const operand_tiles*>& operands, uint32_t row, uint32_t tile_col, uint32_t rows,
                double* out) const;
  // Double-precision result for inputs as they are in L1, that is, after conversion to `format`.
  reference expected(const std::vector<const tensor*>& tensors) const;

 private:
  void choose_loop();
  void check_inner_options() const;
  void choose_formats();
  packed_format packed_as(tile_format f) const;
  void choose_partials();
  static tile_format constant_format(const kernel_options& o);
  void cut_into_blocks();
  void check_placement() const;
  bool place_buffers();  // false: L1 is too small (kernel_placement.cpp)
  kernel_options options_;
  kernel_plan plan_;
  std::vector<circular_buffer_plan> inputs_;
  circular_buffer_plan output_, partials_;
};

// What T2 does, of any kernel; `k` must outlive it.
std::unique_ptr<step_source> make_pack_program(const kernel& k);

}  // namespace tensix
