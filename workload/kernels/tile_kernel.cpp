// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/tile_kernel.h"

#include <algorithm>

#include "models/registers/tensix_state.h"
#include "workload/kernels/address_modifiers.h"
#include "workload/kernels/math_program_function.h"
#include "workload/kernels/unpack_program_function.h"

namespace tensix {
namespace {

class tile_unpack final : public unpack_program {
 public:
  explicit tile_unpack(const kernel& k)
      : unpack_program(k, k.plan().whole_tiles || k.plan().tilize ? tile_datums : face_datums) {}

 private:
  void program_mop(step_builder& b) override;
  void step(step_builder& b) override;
  void unpack_tile(step_builder& b);
  uint32_t tile_ = 0;  // of the block
};

void tile_unpack::program_mop(step_builder& b) {
  const uint32_t a = unpacr(p_, 0, next_face_in, true), second = unpacr(p_, 1, next_face_in, true);
  mop_program m;
  if (p_.tilize) {
    m.op = p_.unpack_to_dst ? unpacr(p_, 0, 0, false) : unpacr(p_, 0, 0, true);
    if (!p_.unpack_to_dst) m.op1 = unpacr_nop_zero(1);
  } else if (p_.turns_in_dst()) {
    m.outer = m.inner = 2;
    m.op = unpacr(p_, 0, two_faces_on_in_next_out, false);
    m.end0 = set_z_of(0, 1);
  } else if (p_.unpack_to_dst) {
    m.outer = 4;
    m.op = unpacr(p_, 0, next_face_in_and_out, false);
  } else if (p_.transpose) {  // faces 0 and 2, then 1 and 3
    m.outer = m.inner = 2;
    m.op = unpacr(p_, 0, two_faces_on, true);
    m.op1 = unpacr_nop_zero(1);
    m.end0 = set_z_of(0, 1);
  } else if (!p_.two_operands) {
    m.outer = 4;
    m.start = a;
    m.op = unpacr_nop_zero(1);
  } else if (p_.whole_tiles) {
    m.op = a, m.op1 = second;
  } else {
    switch (k_.options().repeat) {
      case broadcast::none: m.outer = 4, m.op = a, m.op1 = second; break;
      case broadcast::row:  // faces 0 and 1 of the second operand serve both halves of the first
        m.outer = 2, m.inner = 2, m.op = second, m.op1 = a, m.end0 = set_z_of(1, 0);
        break;
      case broadcast::column:  // face 0 serves faces 0 and 1, face 2 the others
        m.outer = 2, m.inner = 2, m.start = second, m.op = a, m.end0 = set_z_of(1, 2);
        break;
      case broadcast::scalar: m.outer = 1, m.inner = 4, m.start = second, m.op = a; break;
    }
  }
  b.mop(m);
}

void tile_unpack::step(step_builder& b) {
  const auto& in = k_.inputs();
  // Of row-major ones all that lie side by side.
  const uint32_t together = std::max(1u, in[0].row_tiles), ahead = static_cast<uint32_t>(used_[0] % together);
  wait_for_tiles(b, {together - ahead, 1});
  if (!only_counts()) unpack_tile(b);
  for (unsigned i = 0; i < in.size(); ++i) ++used_[i];
  ++tile_;
  const bool block_ends = tile_ == p_.tiles_of_block(block_);
  if (p_.unpack_to_dst && block_ends && !only_counts()) {
    b.push(word::stallwait(block::sync, until::unpacker0_done));
    b.push(word::sempost(sem::unpacked_to_dst));
    if (p_.turns_in_dst())  // SrcA and SrcB, for T1 to transpose with
      for (const unsigned unpacker : {0, 1}) b.push(unpacr_nop_zero(unpacker));
  }
  step_done(b);
  if (block_ends) {
    tile_ = 0;
    ++block_;
  }
}

void tile_unpack::unpack_tile(step_builder& b) {
  const auto& in = k_.inputs();
  if (p_.unpack_to_dst && tile_ == 0) {  // T1 grants the half of Dst
    b.push(word::semwait(block::unpack | block::sync, sem::dst_granted, until::not_zero));
    b.push(word::semget(sem::dst_granted));
  }
  uint32_t in0 = in[0].slot_address(used_[0]);
  if (p_.tilize) {
    const auto column = static_cast<uint32_t>(used_[0] % in[0].row_tiles);
    in0 = in[0].slot_address(used_[0] - column) + column * in[0].tile_bytes / tile_dim;
  }
  const uint32_t address0 = configured_address(in0);
  const uint32_t address1 = p_.two_operands ? configured_address(in[1].slot_address(used_[1])) : 0;
  use_dst_row(p_.first_row(block_) + tile_ * 64);
  use_context(b, address0, address1);
  b.push(word::clear_adc_zw(both_unpackers));
  b.push(word::mop);
  release_context(b);
}

class tile_math final : public math_program {
 public:
  tile_math(const kernel& k, const tile_kernel& kind) : math_program(k), kind_(kind) {
    if (p_.computes) vector_ = kind.vector_program(k.options());
  }

 private:
  void program_mop(step_builder& s) override;
  void step(step_builder& s) override;
  void work_on_dst(step_builder& s) override;
  uint32_t units_at_work() const override { return until::math_done | (vector_ ? until::vector_done : 0); }
  void run_vector_unit(step_builder& s);
  void turn_faces(step_builder& s);
  const tile_kernel& kind_;
  std::optional<vector::program> vector_;
};

void push_all(step_builder& s, const vector::sequence& words) {
  for (uint32_t i = 0; i < words.size; ++i) s.push(words.word[i]);
}

void tile_math::program_mop(step_builder& s) {
  kind_.program_math_mop(s, k_);
  if (!vector_) return;
  address_modifier next_step;
  next_step.dst = vector::step_rows;
  set(s, vector::next_step, next_step);
  set(s, vector::stay, {});
  vector::sequence start;
  start.everywhere();
  const bool half_floats = p_.src_code == static_cast<uint32_t>(data_format::fp16);
  if (!k_.options().fp32_dest) start.special_constant(vector::c12, half_floats ? vector::round_to_fp16 : vector::round_to_bf16);
  push_all(s, start);
  push_all(s, vector_->constants);
}

// Of the tile that is selected.
void tile_math::run_vector_unit(step_builder& s) {
  s.push(word::stallwait(block::vector, until::math_done));
  push_all(s, vector_->tile);
  for (uint32_t i = 0; i < vector::tile_steps; ++i) push_all(s, vector_->step);
  s.push(setrwc(0, rwc_dst));
  // The matrix unit and SETC16 come behind what the vector unit still reads and writes.
  s.push(word::stallwait(block::math | block::config, until::vector_done));
}

// Of all tiles of a block, with the banks that T0 gave for it.
void tile_math::turn_faces(step_builder& s) {
  s.push(word::stallwait(block::math, until::srca_given | until::srcb_given));
  for (uint32_t t = 0; p_.computes && t < p_.tiles_of_block(block_); ++t) {
    select_tile(s, t);
    s.push(word::mop);
    s.push(setrwc(0, rwc_dst));
  }
  s.push(setrwc(clear_a | clear_b, rwc_dst));
}

void tile_math::work_on_dst(step_builder& s) {
  if (p_.turns_in_dst()) turn_faces(s);
  for (uint32_t t = 0; vector_ && t < p_.tiles_of_block(block_); ++t) {
    select_tile(s, t);
    run_vector_unit(s);
  }
}

void tile_math::step(step_builder& s) {
  begin_block(s);
  const uint32_t tiles = p_.tiles_of_block(block_);
  const broadcast repeat = k_.options().repeat;
  const uint32_t faces = faces_a_mop(k_);
  for (uint32_t t = 0; t < tiles; ++t) {
    select_tile(s, t);
    for (uint32_t face = faces; face <= 4; face += faces) {
      s.push(word::mop);
      if ((repeat == broadcast::column && face % 2 == 0) || (repeat == broadcast::scalar && face == 4))
        s.push(setrwc(clear_b, 0));
    }
    s.push(setrwc(0, rwc_dst));
    if (vector_) run_vector_unit(s);
  }
  end_block(s);
}

}  // namespace

uint32_t faces_a_mop(const kernel& k) {
  const kernel_plan& p = k.plan();
  return p.whole_tiles ? 4 : p.phases > 1 ? 1 : k.options().repeat == broadcast::column ? 2 : 4;
}

tile_grid tile_kernel::operand(const kernel_options& o, unsigned i) const {
  const bool one_row = o.repeat == broadcast::row || o.repeat == broadcast::scalar;
  const bool one_column = o.repeat == broadcast::column || o.repeat == broadcast::scalar;
  return i == 0 ? tile_grid(o.m, o.n) : tile_grid(one_row ? 1 : o.m, one_column ? 1 : o.n);
}

void tile_kernel::cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const {
  if (plan.tiles > most_tiles) refuse_too_many_tiles();
  plan.block_tiles = limit;
  plan.batch_steps = o.buffer_tiles ? std::max(1u, std::min(limit, o.buffer_tiles / 2)) : limit;
  plan.blocks = (plan.tiles + plan.block_tiles - 1) / plan.block_tiles;
}

buffer_layout tile_kernel::layout(const kernel_options& o, const kernel_plan&, unsigned i) const {
  const tile_grid all(o.m, o.n), grid = i < operands() ? operand(o, i) : all;
  const uint64_t rows = all.tile_rows, cols = all.tile_cols;
  if (i != 1 || i == operands()) return {grid, {{cols, rows, 1, 1, 1}, {1, cols, 0, 0, 0}}};
  const bool one_row = o.repeat == broadcast::row || o.repeat == broadcast::scalar;
  const bool one_column = o.repeat == broadcast::column || o.repeat == broadcast::scalar;
  return {grid, {{cols, rows, 1, 1, 1}, {one_column ? 0u : 1u, one_row ? 0u : one_column ? 1u : cols, 0, 0, 0}}};
}

std::unique_ptr<step_source> tile_kernel::unpack_program(const kernel& k) const { return std::make_unique<tile_unpack>(k); }
std::unique_ptr<step_source> tile_kernel::math_program(const kernel& k) const { return std::make_unique<tile_math>(k, *this); }

void tile_kernel::expected(const kernel_options& o, const std::vector<const operand_tiles*>& operands, uint32_t row,
                           uint32_t tile_col, uint32_t rows, double* out) const {
  float a[tile_datums], b[tile_datums];
  operands[0]->rows(row, tile_col, rows, a);
  if (operands.size() == 1) return combine(a, nullptr, rows * tile_dim, out);
  const bool one_row = o.repeat == broadcast::row || o.repeat == broadcast::scalar;
  const bool one_column = o.repeat == broadcast::column || o.repeat == broadcast::scalar;
  operands[1]->rows(one_row ? 0 : row, one_column ? 0 : tile_col, one_row ? 1 : rows, b);
  if (one_column)
    for (uint32_t r = 0; r < (one_row ? 1 : rows); ++r) std::fill_n(b + r * tile_dim, tile_dim, float{b[r * tile_dim]});
  if (one_row)
    for (uint32_t r = 1; r < rows; ++r) std::copy_n(b, tile_dim, b + r * tile_dim);
  combine(a, b, rows * tile_dim, out);
}

double tile_kernel::instructions(const kernel& k) {
  return tile_datums / matrix_datums * k.plan().phases * static_cast<double>(k.plan().tiles);
}

}  // namespace tensix
