// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/circular_buffer_function.h"

#include <algorithm>
#include <boost/crc.hpp>
#include <cstring>
#include <stdexcept>

#include "workload/kernels/row_major.h"

namespace tensix {

uint64_t tile_order::total() const {
  uint64_t n = 1;
  for (uint64_t c : count) n *= c;
  return n;
}

uint64_t tile_order::tile_at(uint64_t i) const {
  uint64_t tile = 0;
  for (unsigned l = 0; l < loops; ++l) {
    tile += i % count[l] * stride[l];
    i /= count[l];
  }
  return tile;
}

void circular_buffer_plan::check_shape(size_t i, uint32_t rows, uint32_t cols) const {
  if (rows != grid.rows || cols != grid.cols)
    throw std::invalid_argument("input " + std::to_string(i) + " is " + std::to_string(rows) + "x" + std::to_string(cols) +
                                ", the kernel takes " + std::to_string(grid.rows) + "x" + std::to_string(grid.cols));
}

// A piece is a row of a face; the pieces of all tiles lie row by row.
const uint8_t* bytes_in_buffer(const circular_buffer_plan& plan, operand_tiles& tiles, uint64_t tile,
                               std::vector<uint8_t>& scratch) {
  if (plan.row_tiles == 0) return tiles.bytes(tile);
  constexpr uint32_t pieces = tile_datums / face_dim, halves = tile_dim / face_dim;
  const uint32_t page = static_cast<uint32_t>(tile % plan.row_tiles), piece_bytes = plan.tile_bytes / pieces;
  scratch.resize(plan.tile_bytes);
  for (uint32_t i = 0; i < pieces; ++i) {
    const uint32_t piece = page * pieces + i, row = piece / (halves * plan.row_tiles), x = piece % (halves * plan.row_tiles);
    const uint8_t* from = tiles.bytes(tile - page + x / halves);
    std::memcpy(&scratch[i * piece_bytes], from + datum_index(row, x % halves * face_dim) / face_dim * piece_bytes,
                piece_bytes);
  }
  return scratch.data();
}

circular_buffer_feed::circular_buffer_feed(std::vector<circular_buffer_plan> inputs, circular_buffer_plan output,
                                           const std::vector<const tensor*>& tensors, uint8_t* l1)
    : output_kept_(output.grid.tiles() * output.tile_bytes), l1_(l1) {
  std::vector<operand_tiles*> operands;
  for (size_t i = 0; i < std::min(inputs.size(), tensors.size()); ++i) {
    own_.push_back(std::make_unique<operand_tiles>(operand(*tensors[i]), inputs[i].format, inputs[i].grid.tiles()));
    operands.push_back(own_.back().get());
  }
  begin(std::move(inputs), {output}, operands, tensors.size());
  for (const auto& tiles : own_) tiles->encode_all();
}

circular_buffer_feed::circular_buffer_feed(std::vector<circular_buffer_plan> inputs, std::vector<circular_buffer_plan> outputs,
                                           const std::vector<operand_tiles*>& operands, taken_of_output taken, uint8_t* l1)
    : taken_(std::move(taken)), l1_(l1) {
  uint32_t largest = 0;
  for (const circular_buffer_plan& p : outputs) largest = std::max(largest, p.tile_bytes);
  output_kept_.resize(largest);
  begin(std::move(inputs), outputs, operands, operands.size());
}

circular_buffer_feed::circular_buffer_feed(std::vector<circular_buffer_plan> inputs, circular_buffer_plan output,
                                           const std::vector<operand_tiles*>& operands, taken_function taken, uint8_t* l1)
    : circular_buffer_feed(
          std::move(inputs), std::vector<circular_buffer_plan>{output}, operands,
          [taken = std::move(taken)](unsigned, uint64_t tile, const uint8_t* bytes) { taken(tile, bytes); }, l1) {}

void circular_buffer_feed::begin(std::vector<circular_buffer_plan> inputs, const std::vector<circular_buffer_plan>& outputs,
                                 const std::vector<operand_tiles*>& operands, size_t given) {
  if (given != inputs.size())
    throw std::invalid_argument("the kernel takes " + std::to_string(inputs.size()) + " tensors, " + std::to_string(given) +
                                " were given");
  const auto empty = [this](const circular_buffer_plan& plan, operand_tiles* tiles) {
    set_word(plan.produced, 0);
    set_word(plan.consumed, 0);
    return buffer{plan, 0, plan.tiles(), tiles, {}};
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    inputs[i].check_shape(i, operands[i]->grid().rows, operands[i]->grid().cols);
    in_.push_back(empty(inputs[i], operands[i]));
  }
  for (const circular_buffer_plan& p : outputs) {
    out_.push_back(empty(p, nullptr));
    out_.back().scratch.resize(uint64_t{p.row_tiles} * p.tile_bytes);
  }
}

uint32_t circular_buffer_feed::word(uint32_t address) const {
  if (bring) bring(address, 4);
  const uint8_t* p = l1_ + address;
  return p[0] | p[1] << 8 | p[2] << 16 | static_cast<uint32_t>(p[3]) << 24;
}

void circular_buffer_feed::set_word(uint32_t address, uint32_t value) {
  for (unsigned b = 0; b < 4; ++b) l1_[address + b] = static_cast<uint8_t>(value >> (8 * b));
  if (take) take(address, 4);
}

bool circular_buffer_feed::input_ready(unsigned i) const {
  const buffer& b = in_[i];
  return b.moved < b.total && static_cast<uint32_t>(b.moved) - word(b.plan.consumed) < b.plan.capacity;
}

circular_buffer_feed::transfer circular_buffer_feed::input_transfer(unsigned i) {
  buffer& b = in_[i];
  const uint8_t* bytes = bytes_in_buffer(b.plan, *b.tiles, b.plan.order.tile_at(b.moved), b.scratch);
  return {b.plan.slot_address(b.moved), b.plan.tile_bytes, bytes, nullptr};
}

void circular_buffer_feed::commit_input(unsigned i) {
  buffer& b = in_[i];
  ++b.moved;
  input_bytes_ += b.plan.tile_bytes;
  set_word(b.plan.produced, static_cast<uint32_t>(b.moved));
}

void circular_buffer_feed::deliver(unsigned i) {
  const transfer t = input_transfer(i);
  std::memcpy(l1_ + t.address, t.source, t.bytes);
  if (take) take(t.address, t.bytes);
  commit_input(i);
}

bool circular_buffer_feed::output_ready(unsigned i) const {
  const buffer& b = out_[i];
  return b.moved < b.total && word(b.plan.produced) != static_cast<uint32_t>(b.moved);
}

circular_buffer_feed::transfer circular_buffer_feed::output_transfer(unsigned i) {
  buffer& b = out_[i];
  uint8_t* to = b.plan.row_tiles ? &b.scratch[b.moved % b.plan.row_tiles * b.plan.tile_bytes] : kept_place(b, b.moved);
  return {b.plan.slot_address(b.moved), b.plan.tile_bytes, nullptr, to};
}

// Where number `i` that passes is kept; with `taken_` there is one such place.
uint8_t* circular_buffer_feed::kept_place(const buffer& b, uint64_t i) {
  return &output_kept_[taken_ ? 0 : b.plan.order.tile_at(i) * b.plan.tile_bytes];
}

void circular_buffer_feed::commit_output(unsigned i) {
  buffer& b = out_[i];
  ++b.moved;
  const uint32_t together = b.plan.together();
  for (uint64_t t = b.moved % together ? b.moved : b.moved - together; t < b.moved; ++t) {
    if (b.plan.row_tiles) tile_of_rows(b.plan, b.scratch.data(), static_cast<uint32_t>(t % together), kept_place(b, t));
    if (!crcs_.empty()) {
      boost::crc_32_type crc;
      crc.process_bytes(kept_place(b, t), b.plan.tile_bytes);
      crcs_[i].push_back(crc.checksum());
    }
    if (taken_) taken_(i, b.plan.order.tile_at(t), output_kept_.data());
  }
  output_bytes_ += b.plan.tile_bytes;
  set_word(b.plan.consumed, static_cast<uint32_t>(b.moved));
}

void circular_buffer_feed::drain(unsigned i) {
  const transfer t = output_transfer(i);
  if (bring) bring(t.address, t.bytes);
  std::memcpy(t.destination, l1_ + t.address, t.bytes);
  commit_output(i);
}

bool circular_buffer_feed::pump() {
  bool moved = false;
  for (unsigned i = 0; i < inputs(); ++i)
    while (input_ready(i)) deliver(i), moved = true;
  for (unsigned i = 0; i < outputs(); ++i)
    while (output_ready(i)) drain(i), moved = true;
  return moved;
}

bool circular_buffer_feed::inputs_done() const {
  for (const buffer& b : in_)
    if (b.moved < b.total) return false;
  return true;
}

bool circular_buffer_feed::outputs_done() const {
  for (const buffer& b : out_)
    if (b.moved < b.total) return false;
  return true;
}

bool circular_buffer_feed::done() const { return inputs_done() && outputs_done(); }

void circular_buffer_feed::end_at(const std::vector<uint64_t>& inputs, uint64_t output) {
  for (size_t i = 0; i < in_.size(); ++i) in_[i].total = inputs.at(i);
  out_.at(0).total = output;
}

tensor circular_buffer_feed::output() const {
  const circular_buffer_plan& plan = out_.at(0).plan;
  const tile_grid& g = plan.grid;
  tensor t(g.rows, g.cols);
  for (uint32_t r = 0; r < g.tile_rows; ++r)
    for (uint32_t c = 0; c < g.tile_cols; ++c)
      decode_tile(&output_kept_[(static_cast<uint64_t>(r) * g.tile_cols + c) * plan.tile_bytes], plan.format, r, c, t);
  return t;
}

}  // namespace tensix
