// SPDX-License-Identifier: Apache-2.0
#include "workload/program/buffer_pages.h"

#include <algorithm>
#include <cstring>

#include "models/noc/noc_grid_function.h"

namespace tensix {
namespace {

constexpr uint32_t upwards(uint32_t value, uint32_t to) { return (value + to - 1) / to * to; }
constexpr uint32_t pieces(uint64_t value, uint64_t of) { return static_cast<uint32_t>((value + of - 1) / of); }

uint64_t bytes_of_all(const tensor_buffer& b) {
  if (b.row_major) return uint64_t{b.rows()} * b.cols() * datum_bytes(b.format);
  return tile_grid(b.rows(), b.cols()).tiles() * tile_bytes(b.format);
}

// 1024 datums in their order to and from the tile that has the same bytes.
void to_tile_order(const float* datums, float* values) {
  for (uint32_t r = 0; r < tile_dim; ++r)
    for (uint32_t c = 0; c < tile_dim; ++c) values[r * tile_dim + c] = datums[datum_index(r, c)];
}
void from_tile_order(const float* values, float* datums) {
  for (uint32_t r = 0; r < tile_dim; ++r)
    for (uint32_t c = 0; c < tile_dim; ++c) datums[datum_index(r, c)] = values[r * tile_dim + c];
}

}  // namespace

uint32_t datum_bytes(tile_format format) {
  switch (format) {
    case tile_format::bfp8:
    case tile_format::bfp4:
    case tile_format::bfp2: return 0;
    default: return tile_bytes(format) / tile_datums;
  }
}

noc_coordinate translated_place(logical_core core) {
  static const noc_grid grid;
  return grid.translated(0, grid.tensix(core.x, core.y));
}

buffer_pages::buffer_pages(const tensor_buffer& b)
    : dram_(b.where == tensor_buffer::memory::dram),
      sharded_(b.sharded.has_value()),
      page_bytes_(b.page_bytes),
      aligned_(upwards(b.page_bytes, dram_ ? dram_alignment : l1_alignment)),
      banks_(b.sharded ? b.sharded->banks
             : dram_   ? dram_banks
                       : static_cast<unsigned>(b.cores.size())),
      cores_(b.cores) {
  if (!sharded_) {
    page_rows_ = shard_rows_ = 1;
    page_cols_ = static_cast<uint32_t>(bytes_of_all(b) / page_bytes_);
    shard_cols_ = 1;
    slots_ = pieces(page_cols_, banks_);
    return;
  }
  const uint32_t down = b.row_major ? 1 : tile_dim, across = b.row_major ? b.sharded->cols : tile_dim;
  page_rows_ = pieces(b.rows(), down);
  page_cols_ = pieces(b.cols(), across);
  shard_rows_ = b.sharded->rows / down;
  shard_cols_ = b.sharded->cols / across;
  const uint64_t shards = uint64_t{pieces(page_rows_, shard_rows_)} * pieces(page_cols_, shard_cols_);
  slots_ = uint64_t{pieces(shards, banks_)} * shard_rows_ * shard_cols_;
}

buffer_pages::place buffer_pages::place_of(uint64_t page) const {
  const auto row = static_cast<uint32_t>(page / page_cols_), col = static_cast<uint32_t>(page % page_cols_);
  const uint64_t shard = uint64_t{row / shard_rows_} * pieces(page_cols_, shard_cols_) + col / shard_cols_;
  const uint64_t within = uint64_t{row % shard_rows_} * shard_cols_ + col % shard_cols_;
  return {static_cast<unsigned>(shard % banks_), (shard / banks_ * shard_rows_ * shard_cols_ + within) * aligned_};
}

// 1 sharded, 2 DRAM; of a sharded buffer then rank, banks, shape of tensor and shard in pages, and where each bank is, two a word: of DRAM
// its number as x, of a core its translated place. Dimensions that lie behind one another anyway are one.
std::vector<uint32_t> buffer_pages::accessor() const {
  std::vector<uint32_t> words = {(sharded_ ? 1u : 0u) | (dram_ ? 2u : 0u)};
  if (!sharded_) return words;
  const bool one = shard_cols_ == page_cols_ || (shard_rows_ == 1 && page_cols_ % shard_cols_ == 0);
  words.push_back(one ? 1 : 2);
  words.push_back(banks_);
  if (one) words.insert(words.end(), {page_rows_ * page_cols_, shard_rows_ * shard_cols_});
  else words.insert(words.end(), {page_rows_, page_cols_, shard_rows_, shard_cols_});
  for (unsigned b = 0; b < banks_; b += 2) {
    const auto coordinates = [&](unsigned bank) -> uint32_t {
      if (bank >= banks_) return 0;
      if (dram_) return bank << 8;
      const noc_coordinate place = translated_place(cores_[bank]);
      return static_cast<uint32_t>(place.x << 8 | place.y);
    };
    words.push_back(coordinates(b) | coordinates(b + 1) << 16);
  }
  return words;
}

std::vector<uint8_t> page_bytes_of(const tensor& t, tile_format format, bool row_major) {
  const uint32_t size = tile_bytes(format);
  if (!row_major) {
    const tile_grid grid(t.rows, t.cols);
    std::vector<uint8_t> bytes(grid.tiles() * size);
    for (uint32_t r = 0; r < grid.tile_rows; ++r)
      for (uint32_t c = 0; c < grid.tile_cols; ++c)
        encode_tile(t, r, c, format, &bytes[(uint64_t{r} * grid.tile_cols + c) * size]);
    return bytes;
  }
  const uint64_t all = t.data.size();
  std::vector<uint8_t> bytes(pieces(all, tile_datums) * uint64_t{size});
  for (uint64_t at = 0; at < all; at += tile_datums) {
    float datums[tile_datums] = {}, values[tile_datums];
    std::copy_n(&t.data[at], std::min<uint64_t>(tile_datums, all - at), datums);
    to_tile_order(datums, values);
    uint8_t* const tile = &bytes[at / tile_datums * size];
    if (t.integers) encode_integers(values, format, tile);
    else encode_tile(values, format, tile);
  }
  bytes.resize(all * datum_bytes(format));
  return bytes;
}

tensor tensor_of_pages(const std::vector<uint8_t>& bytes, tile_format format, bool row_major, uint32_t rows, uint32_t cols) {
  tensor t(rows, cols);
  t.integers = is_integer(format);
  const uint32_t size = tile_bytes(format);
  if (!row_major) {
    const tile_grid grid(rows, cols);
    for (uint32_t r = 0; r < grid.tile_rows; ++r)
      for (uint32_t c = 0; c < grid.tile_cols; ++c)
        decode_tile(&bytes[(uint64_t{r} * grid.tile_cols + c) * size], format, r, c, t);
    return t;
  }
  std::vector<uint8_t> tile(size);
  for (uint64_t at = 0; at < t.data.size(); at += tile_datums) {
    const uint64_t count = std::min<uint64_t>(tile_datums, t.data.size() - at);
    std::memcpy(tile.data(), &bytes[at / tile_datums * size], count * datum_bytes(format));
    float values[tile_datums], datums[tile_datums];
    if (t.integers)
      for (uint32_t r = 0; r < tile_dim; ++r) decode_integer_row(tile.data(), format, r, values + r * tile_dim);
    else decode_tile(tile.data(), format, values);
    from_tile_order(values, datums);
    std::copy_n(datums, count, &t.data[at]);
  }
  return t;
}

}  // namespace tensix
