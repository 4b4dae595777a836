// SPDX-License-Identifier: Apache-2.0
// The pages of a buffer: where each lies in the banks, and the bytes in them. Source: TT-Metalium's interleaved and sharded buffers (pages
// are aligned to 64 bytes in DRAM, 16 in L1; shards are given to the banks in turn, each padded to its whole shape). No SystemC.
#pragma once
#include <cstdint>
#include <vector>

#include "models/noc/noc_translation_function.h"
#include "workload/program/device_program.h"

namespace tensix {

inline constexpr unsigned dram_banks = 8;
inline constexpr uint32_t dram_alignment = 64, l1_alignment = 16;

class buffer_pages {
 public:
  explicit buffer_pages(const tensor_buffer& buffer);

  // The same everywhere: what stands in a bank begins at the buffer's address plus `offset`.
  struct place {
    unsigned bank;
    uint64_t offset;
  };
  place place_of(uint64_t page) const;
  uint64_t pages() const { return uint64_t{page_rows_} * page_cols_; }
  uint32_t page_bytes() const { return page_bytes_; }
  uint32_t aligned_bytes() const { return aligned_; }                 // from a page of a bank to the next one
  unsigned banks() const { return banks_; }                           // among which it is spread
  uint64_t bytes_of_bank() const { return slots_ * aligned_; }        // room that it takes in each bank
  logical_core core_of(unsigned bank) const { return cores_[bank]; }  // of a buffer in L1
  // The words that TT-Metalium's host gives for TensorAccessorArgs of the buffer, all of them at compile time.
  std::vector<uint32_t> accessor() const;

 private:
  bool dram_, sharded_;
  uint32_t page_bytes_, aligned_;
  unsigned banks_;
  logical_cores cores_;
  uint32_t page_rows_, page_cols_;    // of the tensor, in pages; interleaved: one row
  uint32_t shard_rows_, shard_cols_;  // in pages
  uint64_t slots_;                    // pages in each bank, with those that pad
};

// All pages after one another. Padding of tiles is zeros; values are as encode_tile has them.
std::vector<uint8_t> page_bytes_of(const tensor& t, tile_format format, bool row_major);
// Back. `bytes`: as many as page_bytes_of gives for rows x cols.
tensor tensor_of_pages(const std::vector<uint8_t>& bytes, tile_format format, bool row_major, uint32_t rows, uint32_t cols);
// How programs call a core, on both networks.
noc_coordinate translated_place(logical_core core);
// Of a row-major tensor; 0: a format that only tiles have (datums share exponents).
uint32_t datum_bytes(tile_format format);

}  // namespace tensix
