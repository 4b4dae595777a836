// SPDX-License-Identifier: Apache-2.0
// The circular buffers of a kernel in L1, and the peer that fills and empties them (what the data-movement cores do on
// silicon). No SystemC: a machine without time calls deliver()/drain(); a module with a bandwidth uses the transfers and
// commits them.
//
// A buffer holds `capacity` tiles at consecutive addresses; tile number i (counted from the start of the run) lies in slot
// i % capacity. The producer counts what it has put in, in the L1 word `produced`, the consumer what it has taken out, in
// `consumed`. Both only count up.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "workload/streams/program.h"
#include "workload/tensors/operand.h"

namespace tensix {

// Which tile of the tensor is the i-th to pass through a buffer: nested loops, innermost first; tile = sum of index * stride.
struct tile_order {
  static constexpr unsigned loops = 5;
  uint64_t count[loops] = {1, 1, 1, 1, 1};
  uint64_t stride[loops] = {0, 0, 0, 0, 0};
  uint64_t total() const;
  uint64_t tile_at(uint64_t i) const;
};

struct circular_buffer_plan {
  uint32_t address = 0;                 // byte address of slot 0, a multiple of 16
  uint32_t tile_bytes = 0;              // of one slot
  uint32_t capacity = 0;                // slots
  uint32_t produced = 0, consumed = 0;  // byte addresses of the counter words
  tile_format format = tile_format::bf16;
  tile_grid grid;  // of the tensor behind it
  tile_order order;
  uint64_t tiles() const { return order.total(); }
  // Throws std::invalid_argument if that is not the shape of the tensor behind buffer `i`.
  void check_shape(size_t i, uint32_t rows, uint32_t cols) const;
  uint32_t row_tiles = 0;  // not 0: so many neighbours lie row by row of datums; a "tile" then is as many bytes of that
  uint32_t together() const { return row_tiles ? row_tiles : 1; }  // tiles that are there only when all of them are
  uint32_t next_round = 0;  // bytes from a round of slots to the next one; 0: the same slots again (kernel::spread_rounds)
  uint32_t slot_address(uint64_t i) const {
    return address + static_cast<uint32_t>(i % capacity) * tile_bytes + static_cast<uint32_t>(i / capacity) * next_round;
  }
};

// The bytes of the next tile of an input, as they lie in its buffer; of a row-major one put together in `scratch`.
const uint8_t* bytes_in_buffer(const circular_buffer_plan& plan, operand_tiles& tiles, uint64_t tile,
                               std::vector<uint8_t>& scratch);

// Fills the input buffers from tensors and empties the output buffers into them, or hands their tiles on. A built-in kernel has
// one output.
class circular_buffer_feed {
 public:
  // `l1`: the bytes of L1, which must outlive the feed and hold every buffer. Counter words are cleared. Tensors are converted
  // to tiles at once. Throws std::invalid_argument if a tensor has not the shape of its plan.
  circular_buffer_feed(std::vector<circular_buffer_plan> inputs, circular_buffer_plan output,
                       const std::vector<const tensor*>& tensors, uint8_t* l1);
  // Keeps nothing: input tiles are asked for when there is room (`operands` must outlive the feed), output tiles are `taken`, by
  // their number in the tensor, as soon as they are out of L1.
  using taken_of_output = std::function<void(unsigned output, uint64_t tile, const uint8_t* bytes)>;
  circular_buffer_feed(std::vector<circular_buffer_plan> inputs, std::vector<circular_buffer_plan> outputs,
                       const std::vector<operand_tiles*>& operands, taken_of_output taken, uint8_t* l1);
  using taken_function = std::function<void(uint64_t tile, const uint8_t* bytes)>;
  circular_buffer_feed(std::vector<circular_buffer_plan> inputs, circular_buffer_plan output,
                       const std::vector<operand_tiles*>& operands, taken_function taken, uint8_t* l1);

  // To be called before bytes of `l1` are read, and after they have been written, where L1 keeps its bytes elsewhere; or unset.
  std::function<void(uint32_t address, uint32_t bytes)> bring, take;

  struct transfer {
    uint32_t address = 0, bytes = 0;  // in L1
    const uint8_t* source = nullptr;  // input: what to write there
    uint8_t* destination = nullptr;   // output: where to put what is read there
  };

  unsigned inputs() const { return static_cast<unsigned>(in_.size()); }
  bool input_ready(unsigned i) const;   // a tile is left and there is room for it
  transfer input_transfer(unsigned i);  // of the next tile; only if input_ready(i)
  void commit_input(unsigned i);        // its bytes are in L1: bumps `produced`
  void deliver(unsigned i);             // all three at once

  unsigned outputs() const { return static_cast<unsigned>(out_.size()); }
  bool output_ready(unsigned i = 0) const;  // the kernel has produced a tile
  transfer output_transfer(unsigned i = 0);
  void commit_output(unsigned i = 0);  // bumps `consumed`
  void drain(unsigned i = 0);

  // One round of everything that is possible now. True if anything moved.
  bool pump();
  bool inputs_done() const;
  bool done() const;  // every input delivered and every output tile taken

  // From now on only so many tiles pass; more than have been moved, or are on their way. Of a feed with one output.
  void end_at(const std::vector<uint64_t>& inputs, uint64_t output);
  bool outputs_done() const;

  uint64_t delivered(unsigned i) const { return in_[i].moved; }
  uint64_t drained(unsigned i = 0) const { return out_[i].moved; }
  uint64_t input_bytes() const { return input_bytes_; }
  uint64_t output_bytes() const { return output_bytes_; }

  // From now on: the CRC-32 of each tile that output `i` has passed, in their order.
  void keep_crcs() { crcs_.resize(out_.size()); }
  const std::vector<uint32_t>& output_crcs(unsigned i) const { return crcs_[i]; }

  // Of a feed that keeps them, which has one output.
  const std::vector<uint8_t>& output_tiles() const { return output_kept_; }  // raw, in tensor tile order
  tensor output() const;                                                     // decoded, without padding
  const circular_buffer_plan& input_plan(unsigned i) const { return in_[i].plan; }
  const circular_buffer_plan& output_plan(unsigned i = 0) const { return out_[i].plan; }

 private:
  struct buffer {
    circular_buffer_plan plan;
    uint64_t moved = 0, total = 0;
    operand_tiles* tiles = nullptr;  // of an input
    std::vector<uint8_t> scratch;    // of a row-major one: a tile; of an output all that lie side by side
  };
  void begin(std::vector<circular_buffer_plan> inputs, const std::vector<circular_buffer_plan>& outputs,
             const std::vector<operand_tiles*>& operands, size_t given);
  uint8_t* kept_place(const buffer& b, uint64_t i);
  uint32_t word(uint32_t address) const;
  void set_word(uint32_t address, uint32_t value);

  std::vector<buffer> in_, out_;
  std::vector<std::unique_ptr<operand_tiles>> own_;  // of tensors
  taken_of_output taken_;
  std::vector<uint8_t> output_kept_;  // all tiles; with `taken` the one that is on its way
  uint8_t* l1_;
  uint64_t input_bytes_ = 0, output_bytes_ = 0;
  std::vector<std::vector<uint32_t>> crcs_;  // by output; empty: nobody wants them
};

}  // namespace tensix
