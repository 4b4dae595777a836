// SPDX-License-Identifier: Apache-2.0
// matmul: M x K times K x N, a sub-block of the output after the other, each along K. One operand's tile stays in its Src bank while
// the other's tiles pass. No SystemC.
#include <algorithm>
#include <stdexcept>

#include "models/registers/tensix_state.h"
#include "workload/kernels/address_modifiers.h"
#include "workload/kernels/math_program_function.h"
#include "workload/kernels/matmul_math.h"
#include "workload/kernels/unpack_program_function.h"
#include "workload/tensors/host_clones.h"

namespace tensix {
namespace {

class matmul_unpack final : public unpack_program {
 public:
  explicit matmul_unpack(const kernel& k) : unpack_program(k, tile_datums) {}

 private:
  void program_mop(step_builder& b) override;
  void step(step_builder& b) override;
  void unpack_bias(step_builder& b);
  void unpack_partials(step_builder& b);
  unsigned operand_of(unsigned unpacker) const override { return 1 - unpacker; }
  uint32_t stride_bytes() const override { return k_.inputs()[p_.reuse_in0 ? 1 : 0].tile_bytes; }
  uint32_t k_step_ = 0;
  uint64_t partials_ = 0, dst_uses_ = 0;  // tiles of partial sums that have come back; uses of a half of Dst before this one
};

// Template 0: for every tile of the streamed operand REPLAY { UNPACR, base address += tile size }, one copy a context.
void matmul_unpack::program_mop(step_builder& b) {
  const unsigned streamed = p_.reuse_in0 ? 0 : 1;  // in1 -> SrcA (unpacker 0), in0 -> SrcB (unpacker 1)
  const uint32_t base = streamed == 0 ? cfg::THCON_SEC0_REG3_Base_address.word : cfg::THCON_SEC1_REG3_Base_address.word;
  constexpr unsigned length = 6;
  b.push(word::replay(0, 2 * length, true));
  for (unsigned context = 0; context < 2; ++context) {
    using namespace insn::ADDDMAREG;
    b.push(unpacr(p_, streamed, 0, true));
    b.push(word_of(opcode::ADDDMAREG) | op_a_reg_index.place(unpack_address_gpr) | op_b_reg_index.place(unpack_stride_gpr) |
           result_reg_index.place(unpack_address_gpr));
    b.push(word::stallwait(block::config, until::scalar_done));
    b.push(word::wrcfg(unpack_address_gpr, base + context));
    b.push(word::nop);  // WRCFG takes two cycles
    b.push(word::nop);
  }
  const uint32_t words[8] = {0,         word::nop, word::replay(0, length, false),      word::nop,
                             word::nop, word::nop, word::replay(length, length, false), word::nop};
  for (unsigned i = 0; i < 8; ++i) b.store(riscv_address::mop_config + 4 * (i + 1), words[i]);
}

// One step along K of a sub-block: rt tiles of in0, ct tiles of in1.
void matmul_unpack::step(step_builder& b) {
  const auto& in = k_.inputs();
  const kernel_options& o = k_.options();
  if (k_step_ % p_.block_k == 0) {  // another use of Dst
    const bool first = o.spill_all ? dst_uses_ < p_.blocks : k_step_ == 0;
    if (first && o.bias) unpack_bias(b);
    if (!first && o.spills()) unpack_partials(b);
  }
  wait_for_tiles(b, {p_.rt, p_.ct, 0});
  const bool reuse0 = p_.reuse_in0;
  const uint32_t held = reuse0 ? p_.rt : p_.ct, streamed = reuse0 ? p_.ct : p_.rt;
  for (uint32_t t = 0; t < held && !only_counts(); ++t) {
    const uint32_t in0 = configured_address(in[0].slot_address(used_[0] + (reuse0 ? t : 0)));
    const uint32_t in1 = configured_address(in[1].slot_address(used_[1] + (reuse0 ? 0 : t)));
    use_context(b, in1, in0);
    b.gpr(unpack_address_gpr, reuse0 ? in1 : in0);
    b.push(unpacr(p_, reuse0 ? 1 : 0, 0, true));
    using namespace insn::MOP;
    b.push(word_of(opcode::MOP) | loop_count.place(streamed - 1) | zmask_lo16_or_loop_count.place(context_ ? 0xffff : 0));
    release_context(b);
  }
  used_[0] += p_.rt;
  used_[1] += p_.ct;
  step_done(b);
  ++k_step_;
  if (k_step_ % p_.block_k != 0 && k_step_ != p_.kt) return;
  if (o.spill_all || k_step_ == p_.kt) k_step_ = 0;
  block_ = ++dst_uses_ / p_.passes;
}

// To SrcB, with zeros in SrcA: a sum that begins with it.
void matmul_unpack::unpack_bias(step_builder& b) {
  const circular_buffer_plan& bias = k_.inputs()[2];
  wait_for_tiles(b, {0, 0, p_.ct});
  for (uint32_t t = 0; t < p_.ct && !only_counts(); ++t) {
    use_context(b, 0, configured_address(bias.slot_address(used_[2] + t)));
    b.push(unpacr(p_, 1, 0, true));
    b.push(unpacr_nop_zero(0));
    release_context(b);
  }
  used_[2] += p_.ct;
}

// What the packer has spilled, to SrcA (with zeros in SrcB for a 32-bit Dst) or straight to Dst, which T1 grants.
void matmul_unpack::unpack_partials(step_builder& b) {
  const circular_buffer_plan& partials = k_.partials();
  const uint32_t tiles = p_.block_tiles;
  const uint64_t first = partials_;
  partials_ += tiles;
  b.poll(partials.produced, comparison::ge, static_cast<uint32_t>(partials_));
  if (only_counts()) return;
  use_partials(b, true);
  if (to_dst_) {
    b.push(word::semwait(block::unpack | block::sync, sem::dst_granted, until::not_zero));
    b.push(word::semget(sem::dst_granted));
  }
  for (uint32_t t = 0; t < tiles; ++t) {
    use_dst_row(p_.first_row(dst_uses_) + 64 * t);
    use_context(b, configured_address(partials.slot_address(first + t)), 0);
    b.push(unpacr(p_, 0, 0, !to_dst_));
    if (!to_dst_ && k_.options().fp32_dest) b.push(unpacr_nop_zero(1));
    release_context(b);
  }
  if (to_dst_) {
    b.push(word::stallwait(block::sync, until::unpacker0_done));
    b.push(word::sempost(sem::unpacked_to_dst));
  }
  use_partials(b, false);
}

class matmul_math final : public math_program {
 public:
  explicit matmul_math(const kernel& k) : math_program(k) {}

 private:
  void program_mop(step_builder& s) override;
  static constexpr unsigned stays = 6, bias_next_face = 7;  // address modifiers
  void step(step_builder& s) override;
  void add_bias(step_builder& s);
  void take_partials(step_builder& s);
  uint32_t k_step_ = 0;
};

void matmul_math::program_mop(step_builder& s) {
  program_matmul_mop(s, p_);
  if (k_.options().bias || k_.options().spills()) set(s, stays, {});
  if (!k_.options().bias) return;
  address_modifier next_face;
  next_face.b = 16;
  set(s, bias_next_face, next_face);
}

// One step along K of a sub-block.
void matmul_math::step(step_builder& s) {
  const kernel_options& o = k_.options();
  if (k_step_ % p_.block_k == 0) {
    const bool first = o.spill_all ? uses_ < p_.blocks : k_step_ == 0;
    begin_block(s);
    if (first && o.bias) add_bias(s);
    if (!first && o.spills()) take_partials(s);
  }
  const bool reuse0 = p_.reuse_in0;
  const uint32_t held = reuse0 ? p_.rt : p_.ct, streamed = reuse0 ? p_.ct : p_.rt;
  for (uint32_t h = 0; h < held; ++h) {
    for (uint32_t i = 0; i < streamed; ++i) {
      select_tile(s, reuse0 ? h * p_.ct + i : i * p_.ct + h);
      s.push(word::mop);
    }
    s.push(setrwc(reuse0 ? clear_b : clear_a, rwc_all));
  }
  ++k_step_;
  if (k_step_ % p_.block_k != 0 && k_step_ != p_.kt) return;
  end_block(s);
  if (o.spill_all || k_step_ == p_.kt) k_step_ = 0;
}

// The sums of the blocks of K before, to Dst. MOVA2D copies 16 bits only: into a 32-bit Dst goes SrcA + 0.
void matmul_math::take_partials(step_builder& s) {
  if (p_.partials_to_dst) return fill_dst(s, p_.block_tiles, stays);
  constexpr uint32_t srca_rows8 =
      word_of(opcode::SETRWC) | insn::SETRWC::rwc_cr.place(1) | insn::SETRWC::rwc_a.place(8) | insn::SETRWC::bit_mask.place(1);
  const auto add = [](uint32_t dst_row) {
    using namespace insn::ELWADD;
    return word_of(opcode::ELWADD) | dst.place(dst_row) | addr_mode.place(stays);
  };
  const auto move = [](uint32_t row) {
    using namespace insn::MOVA2D;
    return word_of(opcode::MOVA2D) | instr_mod.place(2) | src.place(row) | dst.place(row) | addr_mode.place(stays);
  };
  const bool wide = k_.options().fp32_dest;
  for (uint32_t t = 0; t < p_.block_tiles; ++t) {
    select_tile(s, t);
    for (uint32_t row = 0; row < (p_.computes ? 64 : 8); row += 8) {
      s.push(wide ? add(row) : move(row));
      if (wide && row < 56) s.push(srca_rows8);
    }
    s.push(setrwc(wide ? clear_a | clear_b : clear_a, rwc_all));
  }
}

// The first row of each face of the bias, eight times, to all tiles below: faces 0 and 2 of Dst get face 0, the others face 1.
void matmul_math::add_bias(step_builder& s) {
  const auto add = [](uint32_t dst_row, uint32_t modifier, uint32_t clear) {
    using namespace insn::ELWADD;
    constexpr uint32_t broadcast_row = 2;
    return word_of(opcode::ELWADD) | dst.place(dst_row) | addr_mode.place(modifier) | instr_mod19.place(broadcast_row) |
           clear_dvalid.place(clear);
  };
  for (uint32_t c = 0; c < p_.ct; ++c) {
    if (!p_.computes) {
      s.push(add(0, stays, clear_a | clear_b));
      continue;
    }
    for (uint32_t r = 0; r < p_.rt; ++r) {
      select_tile(s, r * p_.ct + c);
      for (const uint32_t row : {0u, 8u, 32u, 40u}) s.push(add(row, row == 40 ? bias_next_face : stays, 0));
      for (const uint32_t row : {16u, 24u, 48u, 56u}) s.push(add(row, stays, 0));
      s.push(setrwc(r + 1 == p_.rt ? clear_a | clear_b : 0, rwc_all));
    }
  }
}

// out += a * b, a of 32 columns and b of 32x32, of which the first `k` columns and rows count, one at least; the products in their
// order.
TENSIX_HOST_CLONES
void multiply_and_add(const float* a, const float* b, uint32_t rows, uint32_t k, double* __restrict out) {
  constexpr uint32_t together = 16;  // columns: their sums stay in registers
  double wide[tile_datums];          // converted once, not in the innermost loop
  std::copy_n(b, tile_datums, wide);
  for (uint32_t r = 0; r < rows; ++r, out += tile_dim, a += tile_dim)
    for (uint32_t c = 0; c < tile_dim; c += together) {
      double sum[together];  // not begun as a copy, which is made in pieces and waited for when it is loaded whole
      for (uint32_t j = 0; j < together; ++j) sum[j] = out[c + j] + double{a[0]} * wide[c + j];
      for (uint32_t i = 1; i < k; ++i)
        for (uint32_t j = 0; j < together; ++j) sum[j] += double{a[i]} * wide[i * tile_dim + c + j];
      std::copy_n(sum, together, out + c);
    }
}

class matmul_kernel final : public kernel_description {
 public:
  constexpr matmul_kernel()
      : kernel_description({"matmul", "first (MxK) times second (KxN) operand", 2, /*inner_dimension*/ true, false, false,
                            fidelity_loop::tile}) {}

  tile_grid operand(const kernel_options& o, unsigned i) const override {
    return i == 0 ? tile_grid(o.m, o.k) : i == 1 ? tile_grid(o.k, o.n) : tile_grid(1, o.n);
  }
  void check(const kernel_options& o) const override;
  void cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const override;
  buffer_layout layout(const kernel_options& o, const kernel_plan& plan, unsigned i) const override;
  std::unique_ptr<step_source> unpack_program(const kernel& k) const override { return std::make_unique<matmul_unpack>(k); }
  std::unique_ptr<step_source> math_program(const kernel& k) const override { return std::make_unique<matmul_math>(k); }
  uint64_t operations(const kernel_options& o) const override {
    return static_cast<uint64_t>(o.m) * o.n * (2 * static_cast<uint64_t>(o.k) + o.bias);
  }
  matrix_work work(const kernel& k) const override;
  void expected(const kernel_options& o, const std::vector<const operand_tiles*>& operands, uint32_t row, uint32_t tile_col,
                uint32_t rows, double* out) const override;
};

// "1, 2 and 4": what divides `count` and is not more than `most`.
std::string divisors_text(uint32_t count, uint32_t most) {
  std::string text;
  for (uint32_t d = 1; d <= std::min(count, most); ++d)
    if (count % d == 0) text += (text.empty() ? "" : ", ") + std::to_string(d);
  return text;
}

void use_subblock(const kernel_options& o, uint32_t limit, kernel_plan& plan) {
  const tile_grid out(o.m, o.n);
  const uint32_t rows = o.subblock_rows, cols = o.subblock_cols;
  const std::string asked = "sub-block " + std::to_string(rows) + "x" + std::to_string(cols);
  const auto divides = [&](uint32_t side, uint32_t tiles, const char* what) {
    if (tiles % side != 0)
      throw std::invalid_argument(asked + ": the output has " + std::to_string(tiles) + " tile " + what + ", which " +
                                  std::to_string(side) + " does not divide; use " + divisors_text(tiles, limit));
  };
  divides(rows, out.tile_rows, "rows");
  divides(cols, out.tile_cols, "columns");
  if (static_cast<uint64_t>(rows) * cols > limit)
    throw std::invalid_argument(asked + " has " + std::to_string(static_cast<uint64_t>(rows) * cols) + " tiles, but " +
                                (limit < plan.dst_tiles ? "the output buffer" : "a block of Dst") + " holds " +
                                std::to_string(limit) +
                                (limit < plan.dst_tiles     ? " (--l1-tiles)"
                                 : o.sync == dst_sync::half ? "; --dst-sync full doubles that"
                                                            : ""));
  plan.rt = rows, plan.ct = cols;
}

void matmul_kernel::check(const kernel_options& o) const {
  const bool pieces = o.block_k && o.block_k < tiles_along(o.k);
  const std::string k_tiles = std::to_string(tiles_along(o.k)) + " tiles of K";
  if (o.l1_acc && !pieces)
    throw std::invalid_argument("l1-acc: all " + k_tiles +
                                " are summed in Dst, so that nothing is left to add in L1; use a --block-k below " +
                                std::to_string(tiles_along(o.k)));
  if (o.spill_all && !o.spills())
    throw std::invalid_argument("spill-all: no partial sums go to L1 and come back; use a --block-k below " + k_tiles +
                                ", without --l1-acc");
  if (o.spill_all && o.block_k != 0 && tiles_along(o.k) % o.block_k != 0)
    throw std::invalid_argument("spill-all: block-k " + std::to_string(o.block_k) + " does not divide " + k_tiles + "; use " +
                                divisors_text(tiles_along(o.k), tiles_along(o.k) - 1));
  if (!o.l1_acc) return;
  if (is_block_format(hardware_format(o.output_format)) || o.output_format == tile_format::fp8 ||
      o.output_format == tile_format::fp8_e4m3)
    throw std::invalid_argument(std::string("l1-acc with output ") + tensix::name(o.output_format) +
                                ": L1 adds fp32, tf32, fp16, bf16, int32 and int8 only; use --out-format bf16");
  if (o.relu)
    throw std::invalid_argument("relu with l1-acc: the packer's ReLU acts on each block of K before L1 adds it; leave one out");
}

void matmul_kernel::cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const {
  const tile_grid out(o.m, o.n);
  const uint32_t mt = out.tile_rows, nt = out.tile_cols;
  plan.kt = tiles_along(o.k);
  plan.block_k = o.block_k ? std::min(o.block_k, plan.kt) : plan.kt;
  plan.passes = (plan.kt + plan.block_k - 1) / plan.block_k;
  if (o.subblock_rows) use_subblock(o, limit, plan);
  // The largest sub-block whose sides divide the output; of those the squarest (least traffic to L1), wide rather than high.
  for (uint32_t r = 1; r <= std::min(limit, mt) && !o.subblock_rows; ++r)
    for (uint32_t c = 1; c <= std::min(limit / r, nt); ++c) {
      if (mt % r != 0 || nt % c != 0) continue;
      const uint32_t area = r * c, best = plan.rt * plan.ct;
      if (area > best || (area == best && r + c <= plan.rt + plan.ct && c >= r)) plan.rt = r, plan.ct = c;
    }
  plan.reuse_in0 = o.reuse == operand_reuse::chosen ? plan.ct >= plan.rt : o.reuse == operand_reuse::in0;
  const uint32_t side = std::max(plan.rt, plan.ct), capacity = o.buffer_tiles;
  plan.batch_steps = std::min(plan.kt, 4u);
  if (capacity) plan.batch_steps = std::max(1u, std::min(plan.batch_steps, capacity / (2 * side)));
  plan.block_tiles = plan.rt * plan.ct;
  plan.blocks = plan.tiles / plan.block_tiles;
  const double partials = static_cast<double>(plan.tiles) * tile_bytes(plan.partials.format);
  if (o.spill_all && partials > o.l1_bytes)
    throw std::invalid_argument("spill-all: the partial sums of " + std::to_string(plan.tiles) + " tiles take " +
                                std::to_string(static_cast<uint64_t>(partials)) + " bytes, but L1 has " +
                                std::to_string(o.l1_bytes) + "; use a smaller --shape, or leave --spill-all out");
  if (static_cast<double>(plan.blocks) * plan.kt * side > static_cast<double>(most_tiles)) refuse_too_many_tiles();
}

// The tiles of a step lie side by side.
buffer_layout matmul_kernel::layout(const kernel_options& o, const kernel_plan& plan, unsigned i) const {
  const tile_grid out(o.m, o.n);
  const uint64_t cols = out.tile_cols, rt = plan.rt, ct = plan.ct, kt = plan.kt;
  const uint64_t across = cols / ct, down = out.tile_rows / rt;
  // All of K of a sub-block, or a block of it of all sub-blocks, and then the next.
  const uint64_t ks = o.spill_all ? plan.block_k : kt, rounds = kt / ks;
  switch (i) {
    case 0: return {operand(o, 0), {{rt, ks, across, down, rounds}, {kt, 1, 0, rt * kt, ks}}, plan.rt};
    case 1: return {operand(o, 1), {{ct, ks, across, down, rounds}, {1, cols, ct, 0, ks * cols}}, plan.ct};
    case 2:
      if (o.bias) return {operand(o, 2), {{ct, across, down, 1, 1}, {1, ct, 0, 0, 0}}, plan.ct};
      [[fallthrough]];
    default: return {out, {{ct, rt, across, down, 1}, {1, cols, ct, rt * cols, 0}}};
  }
}

void matmul_kernel::expected(const kernel_options& o, const std::vector<const operand_tiles*>& operands, uint32_t row,
                             uint32_t tile_col, uint32_t rows, double* out) const {
  std::fill_n(out, rows * tile_dim, 0.0);
  float a[tile_datums], b[tile_datums];
  if (o.bias) operands[2]->rows(0, tile_col, 1, a);
  for (uint32_t r = 0; r < rows && o.bias; ++r) std::copy_n(a, tile_dim, out + r * tile_dim);
  for (uint32_t kt = 0; kt < tiles_along(o.k); ++kt) {
    operands[0]->rows(row, kt, rows, a);
    operands[1]->rows(kt * tile_dim, tile_col, tile_dim, b);
    multiply_and_add(a, b, rows, std::min(tile_dim, o.k - kt * tile_dim), out);
  }
}

// MVMUL multiplies and adds 16 times for each datum; 32 columns of the inner dimension, 16 at a time.
matrix_work matmul_kernel::work(const kernel& k) const {
  const kernel_plan& p = k.plan();
  const bool reloads = k.options().spills() && !p.partials_to_dst;
  const double copies = k.options().bias + (reloads ? p.passes - 1.0 : 0.0);  // of a tile to Dst
  const double mvmul_operations = 2 * matrix_datums * 16, tile_cycles = tile_datums / matrix_datums * p.phases;
  return {"operations", static_cast<double>(k.operations()), mvmul_operations / p.phases,
          (2 * tile_cycles * p.kt + copies * tile_datums / matrix_datums) * static_cast<double>(p.tiles)};
}

}  // namespace

const kernel_description& kernels::matmul() {
  static const matmul_kernel kernel;
  return kernel;
}

}  // namespace tensix
