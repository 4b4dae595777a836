// SPDX-License-Identifier: Apache-2.0
// reduce: rows (axis w), columns (axis h) or all (axis hw) of the operand to their sum, largest or mean. A face in SrcA is pooled
// along its rows into one row of Dst, times the scalers in the first row of a face of the second operand, which the kernel makes
// itself; the tiles that make an output tile add up there. Along w the unpacker turns the faces round, and what comes out is
// turned to a column; along both what comes out is turned and pooled once more. No SystemC.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "workload/kernels/address_modifiers.h"
#include "workload/kernels/math_program_function.h"
#include "workload/kernels/unpack_program_function.h"

namespace tensix {
namespace {

enum reduce_op : uint32_t { op_sum, op_max, op_avg };
enum reduce_axis : uint32_t { axis_w, axis_h, axis_hw };

// Tiles of the operand that make one of the output.
uint64_t tiles_to_one(const kernel_options& o) {
  const tile_grid in(o.m, o.n);
  return o.axis == axis_hw ? in.tiles() : o.axis == axis_w ? in.tile_cols : in.tile_rows;
}

class reduce_unpack final : public unpack_program {
 public:
  explicit reduce_unpack(const kernel& k) : unpack_program(k, face_datums) {}

 private:
  void program_mop(step_builder& b) override {
    b.push(word::set_adc_x(2, row_datums));
    mop_program m;
    m.outer = 4;
    m.op = unpacr(p_, 0, next_face_in, true);
    m.op1 = unpacr(p_, 1, next_face_in, true);
    b.mop(m);
  }
  // A tile of the operand, and the scalers again, which stay in L1.
  void step(step_builder& b) override {
    const auto& in = k_.inputs();
    wait_for_tiles(b, {1, used_[1] ? 0u : 1u});
    if (!only_counts()) {
      use_context(b, configured_address(in[0].slot_address(used_[0])), configured_address(in[1].slot_address(0)));
      b.push(word::clear_adc_zw(both_unpackers));
      b.push(word::mop);
      release_context(b);
    }
    ++used_[0];
    used_[1] = 1;
    if (++tile_ == p_.tiles_of_block(block_) * p_.kt) {
      tile_ = 0;
      ++block_;
    }
    step_done(b);
  }
  uint64_t tile_ = 0;
};

class reduce_math final : public math_program {
 public:
  explicit reduce_math(const kernel& k) : math_program(k), max_(k.options().operation == op_max), axis_(k.options().axis) {}

 private:
  void program_mop(step_builder& s) override;
  void step(step_builder& s) override;
  uint32_t pooling(uint32_t modifier, uint32_t row, uint32_t clear = 0) const;
  static void to_column(step_builder& s);
  void to_datum(step_builder& s) const;

  static constexpr unsigned stay = 0, rows8 = 2, next_phase = 3;  // address modifiers
  // Where faces are pooled to before the last pooling: not to the row in which that adds to what is there.
  static constexpr uint32_t first_pooled_row = 4;
  const bool max_;
  const uint32_t axis_;
  uint32_t tile_ = 0, part_ = 0;  // of the block; of the operand's tiles that make it
};

uint32_t reduce_math::pooling(uint32_t modifier, uint32_t row, uint32_t clear) const {
  using namespace insn::GAPOOL;  // GMPOOL has the same fields
  constexpr uint32_t rows_of_16 = 1;
  return word_of(max_ ? opcode::GMPOOL : opcode::GAPOOL) | pool_addr_mode.place(modifier) | instr_mod19.place(rows_of_16) |
         dst.place(row) | clear_dvalid.place(clear);
}

void reduce_math::program_mop(step_builder& s) {
  address_modifier again, phase, next_rows;
  again.fidelity_clear = true;
  phase.fidelity = 1;
  next_rows.b = next_rows.dst = 8;
  set(s, stay, again);
  set(s, next_phase, phase);
  set(s, rows8, next_rows);
  mop_program m;
  const uint32_t row = axis_ == axis_hw ? first_pooled_row : 0;
  if (!p_.computes) {
    m.outer = 4;
    m.op = pooling(stay, row, clear_a | clear_b);
    return s.mop(m);
  }
  m.inner = p_.phases;
  m.op = pooling(next_phase, row);
  m.last = m.last_outer = pooling(stay, row);
  s.mop(m);
}

// A row of Dst to row 16 of SrcB.
constexpr uint32_t to_srcb(uint32_t row) {
  using namespace insn::MOVD2B;
  return word_of(opcode::MOVD2B) | src.place(16) | dst.place(row);
}

// Row 0 of what is selected, through SrcB, to its column 0; the packer leaves the rest of row 0 out.
void reduce_math::to_column(step_builder& s) {
  const uint32_t srcb_rows8 =
      word_of(opcode::SETRWC) | insn::SETRWC::rwc_cr.place(2) | insn::SETRWC::rwc_b.place(8) | insn::SETRWC::bit_mask.place(2);
  const uint32_t add = word_of(opcode::ELWADD) | insn::ELWADD::addr_mode.place(rows8);
  s.push(setrwc(0, rwc_ab));
  s.push(to_srcb(0));
  s.push(word_of(opcode::TRNSPSRCB));
  s.push(to_srcb(0));
  s.push(srcb_rows8);
  s.push(srcb_rows8);
  s.push(word_of(opcode::ZEROSRC) | insn::ZEROSRC::src_mask.place(1) | insn::ZEROSRC::write_mode.place(1));
  s.push(add);
  s.push(add);
}

// The row of what has been pooled, through SrcB and turned to a column, to SrcA, and pooled to datum 0.
void reduce_math::to_datum(step_builder& s) const {
  const uint32_t wait_for_moved = word_of(opcode::GATESRCRST) | 3;  // to SrcA and SrcB
  const auto to_srca = [](uint32_t row) {                           // four rows
    using namespace insn::MOVB2A;
    return word_of(opcode::MOVB2A) | srcb.place(16 + row) | srca.place(row) | instr_mod.place(2) | addr_mode.place(stay);
  };
  s.push(setrwc(0, rwc_ab));
  s.push(to_srcb(first_pooled_row));
  s.push(wait_for_moved);
  s.push(word_of(opcode::TRNSPSRCB));
  s.push(wait_for_moved);
  for (const uint32_t row : {0u, 4u, 8u, 12u}) s.push(to_srca(row));
  s.push(wait_for_moved);
  for (uint32_t phase = 1; phase < p_.phases; ++phase) s.push(pooling(next_phase, 0));
  s.push(pooling(stay, 0));
}

// A tile of the operand.
void reduce_math::step(step_builder& s) {
  if (tile_ == 0 && part_ == 0) begin_block(s);
  const uint32_t next_face = setrwc(clear_a | clear_b, 0), done = setrwc(clear_a | clear_b, rwc_all);
  const uint32_t rows_on = word_of(opcode::INCRWC) | insn::INCRWC::rwc_d.place(8);
  if (!p_.computes) {
    s.push(word::mop);
  } else if (axis_ == axis_hw) {
    select_tile(s, tile_);
    for (unsigned face = 0; face < 4; ++face) {
      s.push(word::mop);
      if (face < 3) s.push(next_face);
    }
    if (part_ + 1 == p_.kt) to_datum(s);
    s.push(done);
  } else if (axis_ == axis_w) {  // faces 0 and 1 make rows 0..15, the others rows 16..31
    for (const uint32_t half : {0u, 32u}) {
      select_rows(s, 64 * tile_ + half);
      s.push(word::mop);
      s.push(next_face);
      s.push(word::mop);
      if (part_ + 1 == p_.kt) to_column(s);
      s.push(done);
    }
  } else {  // faces 0 and 2 make columns 0..15, the others columns 16..31
    select_tile(s, tile_);
    for (unsigned half = 0; half < 2; ++half) {
      s.push(word::mop);
      s.push(next_face);
      s.push(rows_on);
      s.push(rows_on);
      s.push(word::mop);
      s.push(done);
    }
  }
  if (++part_ < p_.kt) return;
  part_ = 0;
  if (++tile_ < p_.tiles_of_block(block_)) return;
  tile_ = 0;
  end_block(s);
}

class reduce_kernel final : public kernel_description {
 public:
  constexpr reduce_kernel()
      : kernel_description({"reduce", "sum, maximum or mean of each row (Mx1), each column (1xN) or all (1x1) of the operand",
                            1, false, false, false, fidelity_loop::face}) {}

  std::vector<std::string> op_names() const override { return {"sum", "max", "avg"}; }
  std::vector<std::string> axis_names() const override { return {"w", "h", "hw"}; }
  tile_grid output_grid(const kernel_options& o) const override {
    return {o.axis == axis_w ? o.m : 1, o.axis == axis_h ? o.n : 1};
  }
  bool has_constant() const override { return true; }
  tensor constant(const kernel_options& o) const override;
  tile_grid operand(const kernel_options& o, unsigned i) const override {
    return i == 0 ? tile_grid(o.m, o.n) : tile_grid(tile_dim, tile_dim);
  }
  void check(const kernel_options& o) const override;
  void cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const override;
  buffer_layout layout(const kernel_options& o, const kernel_plan& plan, unsigned i) const override;
  std::unique_ptr<step_source> unpack_program(const kernel& k) const override { return std::make_unique<reduce_unpack>(k); }
  std::unique_ptr<step_source> math_program(const kernel& k) const override { return std::make_unique<reduce_math>(k); }
  uint64_t operations(const kernel_options& o) const override { return static_cast<uint64_t>(o.m) * o.n; }
  matrix_work work(const kernel& k) const override;
  void expected(const kernel_options& o, const std::vector<const operand_tiles*>& operands, uint32_t row, uint32_t tile_col,
                uint32_t rows, double* out) const override;
};

// Rows and columns of the operand that make one datum.
uint32_t reduced_rows(const kernel_options& o) { return o.axis == axis_w ? 1 : o.m; }
uint32_t reduced_cols(const kernel_options& o) { return o.axis == axis_h ? 1 : o.n; }
double reduced_datums(const kernel_options& o) { return static_cast<double>(reduced_rows(o)) * reduced_cols(o); }

// The first row of each face. Along both axes there are two poolings, each of which multiplies by it.
tensor reduce_kernel::constant(const kernel_options& o) const {
  tensor t(tile_dim, tile_dim);
  const double mean = o.axis == axis_hw ? 1 / std::sqrt(reduced_datums(o)) : 1 / reduced_datums(o);
  const float scaler = o.operation == op_avg ? static_cast<float>(mean) : 1.0f;
  for (const uint32_t row : {0u, face_dim})
    for (uint32_t c = 0; c < tile_dim; ++c) t.at(row, c) = scaler;
  return t;
}

void reduce_kernel::check(const kernel_options& o) const {
  if (is_integer(o.format))
    throw std::invalid_argument(std::string("reduce of ") + tensix::name(o.format) +
                                ": the scalers are floats; use bf16, fp16 or fp32");
  if (o.loop != fidelity_loop::usual && o.loop != fidelity_loop::face)
    throw std::invalid_argument(std::string("reduce with the fidelity loop around the ") + tensix::name(o.loop) +
                                ": GAPOOL takes a face at a time; use the loop face");
  const bool five_bits = o.format == tile_format::fp16 || o.format == tile_format::fp8 || o.format == tile_format::fp8_e4m3;
  if (five_bits && o.fp32_dest && o.axis != axis_h)
    throw std::invalid_argument(std::string("reduce of ") + tensix::name(o.format) + " along " + axis_names()[o.axis] +
                                " with a 32-bit Dst: what is turned to a column comes back to SrcB as BF16, beside SrcA's "
                                "FP16; leave --fp32-dest out, or use bf16, fp32 or tf32");
  const auto whole_tiles = [&o](uint32_t length, bool reduced) {
    if (o.operation == op_max && reduced && length % tile_dim != 0)
      throw std::invalid_argument("reduce max along " + std::to_string(length) +
                                  " datums: the zeros of the last tile would take part; use a multiple of 32");
  };
  whole_tiles(o.n, o.axis != axis_h);
  whole_tiles(o.m, o.axis != axis_w);
}

void reduce_kernel::cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const {
  if (tiles_to_one(o) > most_tiles) refuse_too_many_tiles();
  plan.kt = static_cast<uint32_t>(tiles_to_one(o));
  plan.transpose = o.axis == axis_w;
  if (o.operation == op_max) plan.phases = 1;
  // Of a face the packer takes the first datum of each row, the first row, or the first datum of that.
  plan.edge_datums = o.axis == axis_h ? 0xffff : 1;
  plan.edge_rows = o.axis == axis_w ? 0x55555555 : 1;
  plan.block_tiles = limit;
  plan.batch_steps = std::min(plan.kt, 8u);
  if (o.buffer_tiles) plan.batch_steps = std::max(1u, std::min(plan.batch_steps, o.buffer_tiles / 2));
  plan.blocks = (plan.tiles + plan.block_tiles - 1) / plan.block_tiles;
  if (plan.tiles > most_tiles / plan.kt) refuse_too_many_tiles();
}

buffer_layout reduce_kernel::layout(const kernel_options& o, const kernel_plan& plan, unsigned i) const {
  const tile_grid out = output_grid(o);
  if (i == 1) return {operand(o, 1), {}};
  if (i > 1) return {out, {{plan.tiles, 1, 1, 1, 1}, {1, 0, 0, 0, 0}}};
  const uint64_t cols = operand(o, 0).tile_cols;
  if (o.axis != axis_h) return {operand(o, 0), {{plan.kt, plan.tiles, 1, 1, 1}, {1, cols, 0, 0, 0}}};
  return {operand(o, 0), {{plan.kt, plan.tiles, 1, 1, 1}, {cols, 1, 0, 0, 0}}};
}

matrix_work reduce_kernel::work(const kernel& k) const {
  const double faces = 4 * static_cast<double>(k.plan().tiles) * k.plan().kt;
  return {"datums", static_cast<double>(k.options().m) * k.options().n, 2 * matrix_datums / k.plan().phases,
          faces * k.plan().phases};
}

void reduce_kernel::expected(const kernel_options& o, const std::vector<const operand_tiles*>& operands, uint32_t row,
                             uint32_t tile_col, uint32_t rows, double* out) const {
  std::fill_n(out, rows * tile_dim, 0.0);
  const bool by_row = o.axis == axis_w, by_column = o.axis == axis_h;
  if (!by_row && row % tile_dim != 0) return;
  const uint32_t tile_cols = tile_grid(o.m, o.n).tile_cols;
  float tile[tile_datums];
  // What lies beyond the operand is zero, and where that would matter (max) nothing does.
  for (uint64_t part = 0; part < tiles_to_one(o); ++part) {
    const auto tile_row = static_cast<uint32_t>(by_column ? part : part / tile_cols);
    const auto column = static_cast<uint32_t>(by_column ? tile_col : part % tile_cols);
    const uint32_t count = by_row ? rows : tile_dim;
    operands[0]->rows(by_row ? row : tile_row * tile_dim, column, count, tile);
    for (uint32_t r = 0; r < count; ++r)
      for (uint32_t c = 0; c < tile_dim; ++c) {
        double& result = out[by_row ? r * tile_dim : by_column ? c : 0];
        const double x = tile[r * tile_dim + c];
        const bool first = part == 0 && (by_row || r == 0) && (by_column || c == 0);
        if (o.operation != op_max) result += x;
        else result = first ? x : std::max(result, x);
      }
  }
  if (o.operation == op_avg)
    for (uint32_t i = 0; i < rows * tile_dim; ++i) out[i] /= reduced_datums(o);
}

}  // namespace

const kernel_description& kernels::reduce() {
  static const reduce_kernel kernel;
  return kernel;
}

}  // namespace tensix
