// SPDX-License-Identifier: Apache-2.0
// Pages of buffers: where each lies, against rules written anew; what is put into memory is read back, in every format.
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "catch.h"
#include "workload/program/buffer_pages.h"

using namespace tensix;

namespace {

tensor_buffer buffer_of(uint32_t rows, uint32_t cols, tile_format format = tile_format::bf16) {
  tensor_buffer b;
  b.shape = {rows, cols};
  b.format = format;
  b.page_bytes = tile_bytes(format);
  b.cores = {{0, 0}};
  return b;
}

constexpr auto l1 = tensor_buffer::memory::l1;

// Whole numbers that every format holds, but for block floats and the smallest ones.
tensor numbers(uint32_t rows, uint32_t cols, bool integers, uint32_t most) {
  tensor t(rows, cols);
  t.integers = integers;
  for (size_t i = 0; i < t.data.size(); ++i) {
    const auto value = static_cast<uint32_t>((i * 7 + i / 29) % (most + 1));
    t.data[i] = static_cast<float>(value);
    if (integers) std::memcpy(&t.data[i], &value, sizeof value);
  }
  return t;
}

}  // namespace

TEST_CASE("pages: interleaved in DRAM, page p in bank p mod 8") {
  tensor_buffer b = buffer_of(3 * 32, 7 * 32);  // 21 tiles
  b.page_bytes = 2048;
  const buffer_pages tiles(b);
  CHECK(tiles.pages() == 21);
  CHECK(tiles.banks() == 8);
  CHECK(tiles.bytes_of_bank() == 3 * 2048);
  for (uint64_t p = 0; p < 21; ++p) {
    CHECK(tiles.place_of(p).bank == p % 8);
    CHECK(tiles.place_of(p).offset == p / 8 * 2048);
  }
  CHECK(tiles.accessor() == std::vector<uint32_t>{2});
}

TEST_CASE("pages: rows are aligned to 64 bytes in DRAM, to 16 in L1") {
  tensor_buffer b = buffer_of(10, 13);
  b.row_major = true;
  b.page_bytes = 26;
  CHECK(buffer_pages(b).aligned_bytes() == 64);
  CHECK(buffer_pages(b).place_of(9).offset == 64);
  b.where = l1;
  const buffer_pages rows(b);
  CHECK(rows.aligned_bytes() == 32);
  CHECK(rows.banks() == 1);
  CHECK(rows.place_of(9).offset == 9 * 32);
  CHECK(rows.accessor() == std::vector<uint32_t>{0});
}

TEST_CASE("pages: shards of tiles go to the banks in turn, each padded to its shape") {
  tensor_buffer b = buffer_of(5 * 32, 7 * 32);
  b.sharded = {2 * 32, 3 * 32, 4};  // 3 x 3 shards of 2 x 3 tiles
  const buffer_pages pages(b);
  CHECK(pages.pages() == 35);
  CHECK(pages.bytes_of_bank() == 3 * 6 * 2048);  // nine shards, bank 0 has three
  std::set<std::pair<unsigned, uint64_t>> taken;
  for (unsigned r = 0; r < 5; ++r)
    for (unsigned c = 0; c < 7; ++c) {
      const auto place = pages.place_of(r * 7 + c);
      const unsigned shard = r / 2 * 3 + c / 3;
      CHECK(place.bank == shard % 4);
      CHECK(place.offset == (shard / 4 * 6 + r % 2 * 3 + c % 3) * 2048);
      CHECK(taken.emplace(place.bank, place.offset).second);
    }
  CHECK(pages.accessor() == std::vector<uint32_t>{3, 2, 4, 5, 7, 2, 3, 0x01000000, 0x03000200});
  b.sharded = {2 * 32, 7 * 32, 3};  // whole rows of tiles: one dimension
  CHECK(buffer_pages(b).accessor() == std::vector<uint32_t>{3, 1, 3, 35, 14, 0x01000000, 0x0200});
  b.where = l1;
  b.sharded->banks = 1;
  CHECK(buffer_pages(b).accessor() == std::vector<uint32_t>{1, 1, 1, 35, 14, 0x0102});
}

TEST_CASE("pages: of a row-major shard a page is its part of a row") {
  tensor_buffer b = buffer_of(6, 48);
  b.row_major = true;
  b.sharded = {4, 16, 8};
  b.page_bytes = 32;
  const buffer_pages pages(b);
  CHECK(pages.pages() == 18);
  CHECK(pages.place_of(4 * 3 + 2).bank == 5);  // row 4, third part: shard 3 + 2
  CHECK(pages.place_of(5 * 3 + 2).offset == 64);
}

TEST_CASE("pages: what is written is read back, in tiles and in rows") {
  for (unsigned f = 0; f <= static_cast<unsigned>(tile_format::uint32); ++f) {
    const auto format = static_cast<tile_format>(f);
    const bool coarse = format == tile_format::bfp4 || format == tile_format::bfp2 || format == tile_format::fp8 ||
                        format == tile_format::fp8_e4m3;
    for (const auto& [rows, cols] : {std::pair(64u, 96u), std::pair(33u, 45u), std::pair(1u, 1u)}) {
      INFO(name(format) << " " << rows << "x" << cols);
      const tensor t = numbers(rows, cols, is_integer(format), coarse ? 1 : 63);
      const auto tiles = page_bytes_of(t, format, false);
      CHECK(tiles.size() == tile_grid(rows, cols).tiles() * tile_bytes(format));
      CHECK(tensor_of_pages(tiles, format, false, rows, cols).data == t.data);
      if (!datum_bytes(format)) continue;
      const auto bytes = page_bytes_of(t, format, true);
      CHECK(bytes.size() == uint64_t{rows} * cols * datum_bytes(format));
      CHECK(tensor_of_pages(bytes, format, true, rows, cols).data == t.data);
    }
  }
}

TEST_CASE("pages: rows are in the order of the array, little-endian") {
  const tensor t = numbers(40, 50, true, 65535);
  const auto bytes = page_bytes_of(t, tile_format::uint16, true);
  bool same = bytes.size() == 4000;
  for (size_t i = 0; same && i < 2000; ++i) {
    uint32_t value;
    std::memcpy(&value, &t.data[i], sizeof value);
    same = bytes[2 * i] == (value & 255) && bytes[2 * i + 1] == value >> 8;
  }
  CHECK(same);
}
