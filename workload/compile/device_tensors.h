// SPDX-License-Identifier: Apache-2.0
// The tensors behind a compiled kernel's circular buffers: inputs read or made, outputs gathered as their tiles come out. No
// SystemC.
#pragma once
#include <deque>
#include <functional>
#include <vector>

#include "workload/compile/device_faults.h"
#include "workload/compile/device_layout.h"
#include "workload/kernels/circular_buffer_function.h"

namespace tensix {

// The same with the capacities of its sharded buffers, which are the tensors'. Throws std::runtime_error for a file that it must read
// for that, std::invalid_argument for a tensor that such a buffer cannot have.
device_kernel with_shards(device_kernel kernel);

class device_tensors {
 public:
  // Reads and makes the inputs. `kernel` must outlive it.
  device_tensors(const device_kernel& kernel, uint64_t seed);

  // Of all but sharded ones, whose inputs are put into L1. `this` outlives it.
  // `printed`: takes what the kernel prints, if it prints; unset: nobody wants it.
  using printed_function = std::function<void(unsigned core, const uint8_t* record)>;
  circular_buffer_feed feed(const device_layout& layout, uint8_t* l1, printed_function printed = {});
  struct passed {
    const device_buffer* buffer;
    tile_grid shape;     // of the tensor behind it
    uint64_t wanted;     // tiles that are to pass
    uint64_t tiles = 0;  // that have passed; set by count()
  };
  const std::vector<passed>& inputs() const { return inputs_; }
  const std::vector<passed>& outputs() const { return outputs_; }
  void count(const circular_buffer_feed& feed);
  // Takes sharded outputs from L1: as many tiles as were put in.
  void take_shards(const device_layout& layout, const uint8_t* l1);
  buffer_shapes shapes() const;
  buffer_tiles wanted() const;
  // The CRC-32 of each tile of a sharded output that lies in L1.
  std::vector<uint32_t> shard_crcs(const passed& output, const device_layout& layout, const uint8_t* l1) const;
  // The outputs that have a file; missing_datum() in the place of tiles that have not come out.
  void write() const;

 private:
  const device_kernel& kernel_;
  std::deque<tensor> tensors_;  // of inputs that lie in memory; row-major ones as the tiles that have the same bytes
  std::vector<passed> inputs_, outputs_;
  std::deque<operand_tiles> tiles_;         // of inputs
  std::vector<std::vector<uint8_t>> kept_;  // of outputs: all tiles, if there is a file
  std::vector<std::vector<bool>> came_;     // which of them have
  circular_buffer_plan plan(const passed& p, const device_layout& layout) const;
};

}  // namespace tensix
