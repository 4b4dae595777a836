#include "testbench/compile/device_tensors.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "testbench/options/operands.h"
#include "testbench/tensors/npy.h"

namespace tensix {

device_tensors::device_tensors(const device_kernel& kernel, uint64_t seed) : kernel_(kernel) {
  for (const device_buffer& b : kernel.buffers) {
    if (b.output()) {
      outputs_.push_back({&b, tile_grid(b.rows, b.cols)});
      kept_.emplace_back(b.out.empty() ? 0 : outputs_.back().shape.tiles() * tile_bytes(b.format));
    }
    if (!b.input()) continue;
    if (b.test_data) {
      tiles_.emplace_back(test_operand(b.rows, b.cols, seed + b.index, b.format), b.format,
                          tile_grid(b.rows, b.cols).tiles());
    } else {
      tensor& t = tensors_.emplace_back(b.file.empty() ? tensor(b.rows, b.cols) : read_npy(b.file));
      if (b.value) std::fill(t.data.begin(), t.data.end(), *b.value);
      tiles_.emplace_back(operand(t), b.format, tile_grid(t.rows, t.cols).tiles());
    }
    inputs_.push_back({&b, tiles_.back().grid()});
  }
}

circular_buffer_feed device_tensors::feed(const device_layout& layout, uint8_t* l1) {
  std::vector<circular_buffer_plan> in, out;
  std::vector<operand_tiles*> operands;
  const auto plan = [&](const passed& p) {
    return plan_of(*p.buffer, layout.buffers[static_cast<size_t>(p.buffer - kernel_.buffers.data())], p.shape);
  };
  for (const passed& p : inputs_) in.push_back(plan(p));
  for (const passed& p : outputs_) out.push_back(plan(p));
  for (operand_tiles& t : tiles_) operands.push_back(&t);
  return {in, out, operands,
          [this](unsigned i, uint64_t tile, const uint8_t* bytes) {
            if (kept_[i].empty()) return;
            const uint64_t size = tile_bytes(outputs_[i].buffer->format);
            std::memcpy(&kept_[i][tile * size], bytes, size);
          },
          l1};
}

void device_tensors::count(const circular_buffer_feed& feed) {
  for (size_t i = 0; i < inputs_.size(); ++i) inputs_[i].tiles = feed.delivered(static_cast<unsigned>(i));
  for (size_t i = 0; i < outputs_.size(); ++i) outputs_[i].tiles = feed.drained(static_cast<unsigned>(i));
}

buffer_shapes device_tensors::shapes() const {
  buffer_shapes all{};
  for (const auto* list : {&inputs_, &outputs_})
    for (const passed& p : *list) all[p.buffer->index] = p.shape;
  return all;
}

void device_tensors::write() const {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const passed& p = outputs_[i];
    if (p.buffer->out.empty()) continue;
    tensor t(p.shape.rows, p.shape.cols);
    for (uint64_t tile = 0; tile < p.shape.tiles(); ++tile)
      decode_tile(&kept_[i][tile * tile_bytes(p.buffer->format)], p.buffer->format,
                  static_cast<uint32_t>(tile / p.shape.tile_cols), static_cast<uint32_t>(tile % p.shape.tile_cols), t);
    write_npy(p.buffer->out, t);
  }
}

}  // namespace tensix
