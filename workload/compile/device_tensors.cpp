// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/device_tensors.h"

#include <algorithm>
#include <boost/crc.hpp>
#include <cstring>
#include <stdexcept>

#include "workload/compile/device_prints.h"
#include "workload/kernels/kernel_description.h"
#include "workload/tensors/npy.h"
#include "workload/tensors/tensor_source.h"
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

// The tensor whose tiles are the buffer's.
tensor values_of(const device_buffer& b, uint64_t seed) {
  if (!b.file.empty() && !b.row_major) check_matrices(b.file);
  return values_of({b.file, b.test_data, b.value}, b.format, buffer_format_name(b.format), b.rows, b.cols, seed + b.index);
}

void set_word(uint8_t* l1, uint32_t address, uint32_t value) {
  for (unsigned b = 0; b < 4; ++b) l1[address + b] = static_cast<uint8_t>(value >> (8 * b));
}

}  // namespace

device_kernel with_shards(device_kernel kernel) {
  for (device_buffer& b : kernel.buffers) {
    if (!b.sharded) continue;
    tile_grid shape(b.rows, b.cols);
    if (!b.file.empty()) {
      const std::vector<uint64_t> dims = npy_shape(b.file);
      uint64_t rows = 1;
      for (size_t d = 0; d + 1 < dims.size(); ++d) rows *= dims[d];
      shape = tile_grid(static_cast<uint32_t>(rows), static_cast<uint32_t>(dims.empty() ? 1 : dims.back()));
    }
    const uint64_t tiles = order_of(b, shape).total();
    if (tiles > most_tiles) throw std::invalid_argument("buffer " + b.name() + ": the tensor is too large for a shard");
    b.capacity = static_cast<uint32_t>(tiles);
  }
  return kernel;
}

device_tensors::device_tensors(const device_kernel& kernel, uint64_t seed) : kernel_(kernel) {
  for (const device_buffer& b : kernel.buffers) {
    if (b.output()) {
      const tile_grid shape(b.rows, b.cols);
      outputs_.push_back({&b, shape, order_of(b, shape).total()});
      kept_.emplace_back(b.out.empty() ? 0 : outputs_.back().shape.tiles() * tile_bytes(b.format));
      came_.emplace_back(outputs_.back().shape.tiles());
    }
    if (!b.input()) continue;
    if (b.test_data && !b.row_major) {  // made when they are wanted; the last ones are kept
      const tile_grid shape(b.rows, b.cols);
      inputs_.push_back({&b, shape, order_of(b, shape).total()});
      constexpr uint32_t kept = 64;
      tiles_.emplace_back(test_operand(b.rows, b.cols, seed + b.index, b.format), b.format, std::max(kept, 2 * b.capacity));
      continue;
    }
    tensor& t = tensors_.emplace_back(values_of(b, seed));
    const tile_grid shape(t.rows, t.cols);
    inputs_.push_back({&b, shape, order_of(b, shape).total()});
    if (b.row_major) t = row_of_tiles(t);
    tiles_.emplace_back(operand(t), b.format, inputs_.back().shape.tiles());
  }
}

circular_buffer_plan device_tensors::plan(const passed& p, const device_layout& layout) const {
  const tile_grid row(tile_dim, static_cast<uint32_t>(p.shape.tiles()) * tile_dim);
  return plan_of(*p.buffer, layout.buffers[static_cast<size_t>(p.buffer - kernel_.buffers.data())],
                 p.buffer->row_major ? row : p.shape);
}

circular_buffer_feed device_tensors::feed(const device_layout& layout, uint8_t* l1, printed_function printed) {
  std::vector<circular_buffer_plan> in, out;
  std::vector<operand_tiles*> operands;
  std::vector<size_t> fed_outputs;  // which of outputs_ they are
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const circular_buffer_plan p = plan(inputs_[i], layout);
    if (!inputs_[i].buffer->sharded) {
      in.push_back(p);
      operands.push_back(&tiles_[i]);
      continue;
    }
    for (uint64_t tile = 0; tile < p.tiles(); ++tile)
      std::memcpy(l1 + p.slot_address(tile), tiles_[i].bytes(p.order.tile_at(tile)), p.tile_bytes);
    set_word(l1, p.produced, static_cast<uint32_t>(p.tiles()));
    set_word(l1, p.consumed, 0);
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const circular_buffer_plan p = plan(outputs_[i], layout);
    if (!outputs_[i].buffer->sharded) {
      out.push_back(p);
      fed_outputs.push_back(i);
      continue;
    }
    set_word(l1, p.produced, 0);
    set_word(l1, p.consumed, 0);
  }
  const print_source prints{device_layout::print_rings_address, device_layout::print_counters_address, layout.end, {}};
  for (unsigned core = 0; core < device_layout::programs && kernel_.prints; ++core)
    out.push_back(device_prints::ring(prints, core));
  return {in, out, operands,
          [this, fed_outputs, printed](unsigned fed, uint64_t tile, const uint8_t* bytes) {
            if (fed >= fed_outputs.size()) {
              if (printed) printed(fed - static_cast<unsigned>(fed_outputs.size()), bytes);
              return;
            }
            const size_t i = fed_outputs[fed];
            if (kept_[i].empty()) return;
            const uint64_t size = tile_bytes(outputs_[i].buffer->format);
            std::memcpy(&kept_[i][tile * size], bytes, size);
            came_[i][tile] = true;
          },
          l1};
}

void device_tensors::count(const circular_buffer_feed& feed) {
  unsigned in = 0, out = 0;
  for (passed& p : inputs_) p.tiles = p.buffer->sharded ? p.wanted : feed.delivered(in++);
  for (passed& p : outputs_)
    if (!p.buffer->sharded) p.tiles = feed.drained(out++);
}

void device_tensors::take_shards(const device_layout& layout, const uint8_t* l1) {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    passed& p = outputs_[i];
    if (!p.buffer->sharded) continue;
    const circular_buffer_plan where = plan(p, layout);
    p.tiles = std::min(counts_of(p.buffer->index, l1).first, p.wanted);
    for (uint64_t t = 0; t < p.tiles && !kept_[i].empty(); ++t) {
      const uint64_t tile = where.order.tile_at(t);
      std::memcpy(&kept_[i][tile * where.tile_bytes], l1 + where.slot_address(t), where.tile_bytes);
      came_[i][tile] = true;
    }
  }
}

std::vector<uint32_t> device_tensors::shard_crcs(const passed& output, const device_layout& layout, const uint8_t* l1) const {
  const circular_buffer_plan where = plan(output, layout);
  std::vector<uint32_t> crcs(std::min(counts_of(output.buffer->index, l1).first, output.wanted));
  for (uint64_t t = 0; t < crcs.size(); ++t) {
    boost::crc_32_type crc;
    crc.process_bytes(l1 + where.slot_address(t), where.tile_bytes);
    crcs[t] = crc.checksum();
  }
  return crcs;
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
    std::fill(t.data.begin(), t.data.end(), missing_in_array(p.buffer->format));
    for (uint64_t tile = 0; tile < tiles; ++tile)
      if (came_[i][tile])
        decode_tile(&kept_[i][tile * tile_bytes(p.buffer->format)], p.buffer->format, static_cast<uint32_t>(tile / across),
                    static_cast<uint32_t>(tile % across), t);
    write_npy(p.buffer->out, p.buffer->row_major ? from_row_of_tiles(t, p.shape) : t, npy_type(p.buffer->format));
  }
}

}  // namespace tensix
