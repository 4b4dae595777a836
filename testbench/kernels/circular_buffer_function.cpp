#include "testbench/kernels/circular_buffer_function.h"

#include <cstring>
#include <stdexcept>

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

circular_buffer_feed::circular_buffer_feed(std::vector<circular_buffer_plan> inputs, circular_buffer_plan output,
                                           const std::vector<const tensor*>& tensors, uint8_t* l1)
    : l1_(l1) {
  if (tensors.size() != inputs.size())
    throw std::invalid_argument("the kernel takes " + std::to_string(inputs.size()) + " tensors, " +
                                std::to_string(tensors.size()) + " were given");
  for (size_t n = 0; n < inputs.size(); ++n) {
    const circular_buffer_plan& plan = inputs[n];
    const tensor& t = *tensors[n];
    if (t.rows != plan.grid.rows || t.cols != plan.grid.cols)
      throw std::invalid_argument("input " + std::to_string(n) + " is " + std::to_string(t.rows) + "x" +
                                  std::to_string(t.cols) + ", the kernel takes " + std::to_string(plan.grid.rows) + "x" +
                                  std::to_string(plan.grid.cols));
    buffer b{plan, std::vector<uint8_t>(plan.grid.tiles() * plan.tile_bytes), 0, plan.tiles()};
    for (uint32_t r = 0; r < plan.grid.tile_rows; ++r)
      for (uint32_t c = 0; c < plan.grid.tile_cols; ++c)
        encode_tile(t, r, c, plan.format, &b.tiles[(static_cast<uint64_t>(r) * plan.grid.tile_cols + c) * plan.tile_bytes]);
    in_.push_back(std::move(b));
    set_word(plan.produced, 0);
    set_word(plan.consumed, 0);
  }
  out_ = buffer{output, std::vector<uint8_t>(output.grid.tiles() * output.tile_bytes), 0, output.tiles()};
  set_word(output.produced, 0);
  set_word(output.consumed, 0);
}

uint32_t circular_buffer_feed::word(uint32_t address) const {
  const uint8_t* p = l1_ + address;
  return p[0] | p[1] << 8 | p[2] << 16 | static_cast<uint32_t>(p[3]) << 24;
}

void circular_buffer_feed::set_word(uint32_t address, uint32_t value) {
  for (unsigned b = 0; b < 4; ++b) l1_[address + b] = static_cast<uint8_t>(value >> (8 * b));
}

bool circular_buffer_feed::input_ready(unsigned i) const {
  const buffer& b = in_[i];
  return b.moved < b.total && static_cast<uint32_t>(b.moved) - word(b.plan.consumed) < b.plan.capacity;
}

circular_buffer_feed::transfer circular_buffer_feed::input_transfer(unsigned i) {
  const buffer& b = in_[i];
  return {b.plan.slot_address(b.moved), b.plan.tile_bytes, &b.tiles[b.plan.order.tile_at(b.moved) * b.plan.tile_bytes],
          nullptr};
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
  commit_input(i);
}

bool circular_buffer_feed::output_ready() const {
  return out_.moved < out_.total && word(out_.plan.produced) != static_cast<uint32_t>(out_.moved);
}

circular_buffer_feed::transfer circular_buffer_feed::output_transfer() {
  return {out_.plan.slot_address(out_.moved), out_.plan.tile_bytes, nullptr,
          &out_.tiles[out_.plan.order.tile_at(out_.moved) * out_.plan.tile_bytes]};
}

void circular_buffer_feed::commit_output() {
  ++out_.moved;
  output_bytes_ += out_.plan.tile_bytes;
  set_word(out_.plan.consumed, static_cast<uint32_t>(out_.moved));
}

void circular_buffer_feed::drain() {
  const transfer t = output_transfer();
  std::memcpy(t.destination, l1_ + t.address, t.bytes);
  commit_output();
}

bool circular_buffer_feed::pump() {
  bool moved = false;
  for (unsigned i = 0; i < inputs(); ++i)
    while (input_ready(i)) deliver(i), moved = true;
  while (output_ready()) drain(), moved = true;
  return moved;
}

bool circular_buffer_feed::inputs_done() const {
  for (const buffer& b : in_)
    if (b.moved < b.total) return false;
  return true;
}

bool circular_buffer_feed::done() const { return inputs_done() && outputs_done(); }

void circular_buffer_feed::end_at(const std::vector<uint64_t>& inputs, uint64_t output) {
  for (size_t i = 0; i < in_.size(); ++i) in_[i].total = inputs.at(i);
  out_.total = output;
}

tensor circular_buffer_feed::output() const {
  const tile_grid& g = out_.plan.grid;
  tensor t(g.rows, g.cols);
  for (uint32_t r = 0; r < g.tile_rows; ++r)
    for (uint32_t c = 0; c < g.tile_cols; ++c)
      decode_tile(&out_.tiles[(static_cast<uint64_t>(r) * g.tile_cols + c) * out_.plan.tile_bytes], out_.plan.format, r, c, t);
  return t;
}

}  // namespace tensix
