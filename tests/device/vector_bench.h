// SPDX-License-Identifier: Apache-2.0
// A vector unit without a tile that executes a program for 32 datums after the other.
#pragma once
#include <vector>

#include "device/vector_reference.h"
#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

class vector_bench {
 public:
  vector_bench(dst_format format, const vector::program& p, const uint32_t (&numbers)[3] = {}) : format_(format), program_(p) {
    uint32_t* config = state_.config.config[0];
    config[cfg::ALU_FORMAT_SPEC_REG1_SrcB.word] |= cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(format == dst_format::fp16 ? 1 : 5);
    config[cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled.word] |= cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled.place(format == dst_format::fp32);
    run(vector::start(format == dst_format::fp32   ? 0
                      : format == dst_format::bf16 ? vector::round_to_bf16
                                                   : vector::round_to_fp16));
    run(p.constants);
    for (uint32_t i = 0; i < p.numbers; ++i) run(vector::load_number(p.number_place[i], numbers[i]));
    run(p.tile);
  }
  // The results for `inputs`, a multiple of 32 of them; `second`: those of a second tile, 64 rows behind.
  std::vector<uint32_t> run(const std::vector<uint32_t>& inputs, const std::vector<uint32_t>& second = {}) {
    std::vector<uint32_t> results(inputs.size());
    for (size_t i = 0; i < inputs.size(); i += 32) {
      for (unsigned l = 0; l < 32; ++l) put(l / 8, l % 8 * 2, inputs[i + l]);
      for (unsigned l = 0; l < 32 && !second.empty(); ++l) put(64 + l / 8, l % 8 * 2, second[i + l]);
      run(program_.step);
      for (unsigned l = 0; l < 32; ++l) results[i + l] = get(l / 8, l % 8 * 2);
    }
    return results;
  }
  const tensix_state& state() const { return state_; }

 private:
  void run(const vector::sequence& s) {
    for (uint32_t i = 0; i < s.size; ++i) unit_.execute(s.word[i], 0);
  }
  void put(unsigned row, unsigned column, uint32_t x) {
    state_.dst.row_valid[row] = true;
    if (format_ == dst_format::fp32) {
      const uint32_t word = dst_encode_fp32(x), upper = dst_register::adj32(row, state_.bank(0));
      state_.dst.row_valid[upper] = true;
      state_.dst.bits[upper][column] = static_cast<uint16_t>(word >> 16);
      state_.dst.bits[upper + 8][column] = static_cast<uint16_t>(word);
    } else {
      const auto half = static_cast<uint16_t>(x);
      state_.dst.bits[row][column] = format_ == dst_format::fp16 ? dst_encode_fp16(half) : dst_encode_bf16(half);
    }
  }
  uint32_t get(unsigned row, unsigned column) const {
    if (format_ == dst_format::fp32) {
      const uint32_t upper = dst_register::adj32(row, state_.bank(0));
      return dst_decode_fp32(uint32_t{state_.dst.bits[upper][column]} << 16 | state_.dst.bits[upper + 8][column]);
    }
    const uint16_t half = state_.dst.bits[row][column];
    return format_ == dst_format::fp16 ? dst_decode_fp16(half) : dst_decode_bf16(half);
  }

  dst_format format_;
  const vector::program program_;
  tensix_state state_{4096};
  vector_unit_function unit_{state_};
};

}  // namespace tensix
