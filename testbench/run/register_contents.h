// SPDX-License-Identifier: Apache-2.0
// What SrcA, SrcB, Dst and LRegs hold at a moment, as tensors: 2-D, row by row.
#pragma once
#include <optional>

#include "platform/tile.h"
#include "workload/tensors/tensor.h"
#include "workload/tensors/tile_layout.h"

namespace tensix {

class register_contents {
 public:
  // Copies them.
  explicit register_contents(const tensix_state& state, const vector_unit_function& vector_unit);

  // 1024x16 of bf16 or fp16, 512x16 of fp32 or int32 (integers, sign and magnitude in Dst), rows as instructions number them; a
  // row that ZEROACC has cleared is 0. Without a format: what the math thread has configured, int32 for INT8_math_enabled, fp32 for
  // Fp32_enabled, else bf16.
  tensor dst(std::optional<tile_format> format) const;
  // 256x16: 64 rows each of SrcA bank 0 and 1, SrcB bank 0 and 1; numbers in the format that the unpacker gave the bank.
  tensor src() const;
  // 17x32, a row an LReg, a column a lane: their 32 bits, as fp32 or as int32.
  tensor lregs(bool integers) const;

 private:
  const dst_register dst_;
  const src_register srca_, srcb_;
  uint32_t lreg_[17][lanes];
  bool remap_, swizzle_, fp32_, int8_;
};

}  // namespace tensix
