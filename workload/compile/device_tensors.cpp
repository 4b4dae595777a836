#include "workload/compile/device_tensors.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "workload/tensors/npy.h"
#include "workload/tensors/test_operand.h"

namespace tensix {
namespace {

// Between a tensor and the row of tiles whose bytes are those of its datums row by row (padded with zeros to whole tiles):
// calls move(row, column of the tensor, row, column of the row of tiles).
template <class Move>
void each_datum(const tile_grid& shape, Move move) {
  const uint64_t width = uint64_t{shape.tile_cols} * tile_dim;
  for (uint32_t r = 0; r < tile_dim; ++r)
    for (uint32_t c = 0; c < tile_dim; ++c)
      for (uint64_t tile = 0; tile < shape.tiles(); ++tile) {
        const uint64_t datum = tile * tile_datums + datum_index(r, c);
        const auto row = static_cast<uint32_t>(datum / width), column = static_cast<uint32_t>(datum % width);
        if (row < shape.rows && column < shape.cols) move(row, column, r, static_cast<uint32_t>(tile) * tile_dim + c);
      }
}

tensor row_of_tiles(const tensor& t) {
  const tile_grid shape(t.rows, t.cols);
  tensor row(tile_dim, static_cast<uint32_t>(shape.tiles()) * tile_dim);
  row.integers = t.integers;
  each_datum(shape, [&](uint32_t r, uint32_t c, uint32_t to_r, uint32_t to_c) { row.at(to_r, to_c) = t.at(r, c); });
  return row;
}

tensor from_row_of_tiles(const tensor& row, const tile_grid& shape) {
  tensor t(shape.rows, shape.cols);
  t.integers = row.integers;
  each_datum(shape, [&](uint32_t r, uint32_t c, uint32_t from_r, uint32_t from_c) { t.at(r, c) = row.at(from_r, from_c); });
  return t;
}

tensor whole(const operand& o) {
  tensor t(o.rows(), o.cols());
  float piece[tile_dim];
  for (uint32_t r = 0; r < t.rows; ++r)
    for (uint32_t c = 0; c < t.cols; c += tile_dim) {
      o.piece(r, c / tile_dim, piece);
      std::copy_n(piece, std::min(tile_dim, t.cols - c), &t.at(r, c));
    }
  return t;
}

// The tensor whose tiles are the buffer's.
tensor values_of(const device_buffer& b, uint64_t seed) {
  if (!b.file.empty()) return read_npy(b.file, is_integer(b.format));
  if (b.test_data) return whole(test_operand(b.rows, b.cols, seed + b.index, b.format));
  tensor t(b.rows, b.cols);
  t.integers = is_integer(b.format);
  float value = static_cast<float>(*b.value);
  if (t.integers) {
    const int32_t integer = nearest_integer(*b.value);
    std::memcpy(&value, &integer, sizeof value);
  }
  std::fill(t.data.begin(), t.data.end(), value);
  return t;
}

}  // namespace

device_tensors::device_tensors(const device_kernel& kernel, uint64_t seed) : kernel_(kernel) {
  for (const device_buffer& b : kernel.buffers) {
    if (b.output()) {
      const tile_grid shape(b.rows, b.cols);
      outputs_.push_back({&b, shape, order_of(b, shape).total()});
      kept_.emplace_back(b.out.empty() ? 0 : outputs_.back().shape.tiles() * tile_bytes(b.format));
      came_.emplace_back(outputs_.back().shape.tiles());
    }
    if (!b.input()) continue;
    tensor& t = tensors_.emplace_back(values_of(b, seed));
    const tile_grid shape(t.rows, t.cols);
    inputs_.push_back({&b, shape, order_of(b, shape).total()});
    if (b.row_major) t = row_of_tiles(t);
    tiles_.emplace_back(operand(t), b.format, inputs_.back().shape.tiles());
  }
}

circular_buffer_feed device_tensors::feed(const device_layout& layout, uint8_t* l1) {
  std::vector<circular_buffer_plan> in, out;
  std::vector<operand_tiles*> operands;
  const auto plan = [&](const passed& p) {
    const tile_grid row(tile_dim, static_cast<uint32_t>(p.shape.tiles()) * tile_dim);
    return plan_of(*p.buffer, layout.buffers[static_cast<size_t>(p.buffer - kernel_.buffers.data())],
                   p.buffer->row_major ? row : p.shape);
  };
  for (const passed& p : inputs_) in.push_back(plan(p));
  for (const passed& p : outputs_) out.push_back(plan(p));
  for (operand_tiles& t : tiles_) operands.push_back(&t);
  return {in, out, operands,
          [this](unsigned i, uint64_t tile, const uint8_t* bytes) {
            if (kept_[i].empty()) return;
            const uint64_t size = tile_bytes(outputs_[i].buffer->format);
            std::memcpy(&kept_[i][tile * size], bytes, size);
            came_[i][tile] = true;
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

buffer_tiles device_tensors::wanted() const {
  buffer_tiles all{};
  for (const auto* list : {&inputs_, &outputs_})
    for (const passed& p : *list) all[p.buffer->index] = p.wanted;
  return all;
}

void device_tensors::write() const {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const passed& p = outputs_[i];
    if (p.buffer->out.empty()) continue;
    const uint64_t tiles = p.shape.tiles();
    const auto across = static_cast<uint32_t>(p.buffer->row_major ? tiles : p.shape.tile_cols);
    tensor t = p.buffer->row_major ? tensor(tile_dim, across * tile_dim) : tensor(p.shape.rows, p.shape.cols);
    t.integers = is_integer(p.buffer->format);
    std::fill(t.data.begin(), t.data.end(), missing_datum(p.buffer->format));
    for (uint64_t tile = 0; tile < tiles; ++tile)
      if (came_[i][tile])
        decode_tile(&kept_[i][tile * tile_bytes(p.buffer->format)], p.buffer->format, static_cast<uint32_t>(tile / across),
                    static_cast<uint32_t>(tile % across), t);
    write_npy(p.buffer->out, p.buffer->row_major ? from_row_of_tiles(t, p.shape) : t);
  }
}

}  // namespace tensix
