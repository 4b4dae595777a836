// What T0 does: wait for tiles in the input buffers, unpack them, and say that their bytes have been read. No SystemC.
//
// A step is one use of a configuration context (0 and 1 in turn): a tile of every operand, or for matmul one tile of the
// operand that stays in its Src bank and the whole row (or column) of the sub-block of the other one. The base addresses go
// into the context's words; semaphore 5 keeps at most two contexts in use: posted by the RISC-V core, taken by a SEMGET behind
// the UNPACRs (which sample their configuration when they are accepted). A few steps make a batch. A batch may be overwritten
// only when the unpackers have really read it: STALLWAIT on both, then semaphore 6; the core counts the tiles as consumed when
// it sees that, after it has queued the first step of the next batch, so that the unpackers do not run dry meanwhile.
#include <algorithm>

#include "models/registers/tensix_state.h"
#include "testbench/kernels/kernel_function.h"
#include "testbench/kernels/stream_builder_function.h"

namespace tensix {
namespace {

constexpr uint32_t both = 3;  // SETADC*: unpackers 0 and 1
constexpr uint32_t srca_set_register = tcfg::SRCA_SET_Base.reg;
constexpr unsigned address_gpr = 4, stride_gpr = 6;  // matmul: L1 address of the streamed operand's next tile; its size

// Zeroes the unpacker's bank and hands it over.
uint32_t unpacr_nop_zero(unsigned unpacker) {
  using namespace insn::UNPACR_NOP;
  return word_of(opcode::UNPACR_NOP) | unpacker_select.place(unpacker) | set_dvalid.place(1) | unpack_pop.place(1);
}
// Z of the input side of unpacker 1.
uint32_t set_z_of_unpacker1(uint32_t z) {
  using namespace insn::SETADCZW;
  return word_of(opcode::SETADCZW) | cnt_set_mask.place(2) | bit_mask.place(1) | ch0_x.place(z);
}
constexpr uint32_t next_face_in = 0x01, next_face_in_and_out = 0x11;  // AddrMode: Z of channel 0, of both channels

class unpack_program final : public lazy_source {
 public:
  explicit unpack_program(const kernel& k) : lazy_source(k.options().issue == issue_mode::direct), k_(k), p_(k.plan()) {}

 protected:
  bool refill(step_builder& b) override {
    if (!configured_) {
      configure(b);
      configured_ = true;
      return true;
    }
    if (block_ < p_.blocks) {
      if (k_.options().kernel == kernel_name::matmul) matmul_step(b);
      else tile_step(b);
      return true;
    }
    if (open_) {
      close_batch(b);
      return true;
    }
    if (outstanding_) {
      acknowledge(b);
      return true;
    }
    return false;
  }

 private:
  // Without the unpack stage a bank of zeros is handed over instead, which takes no L1.
  uint32_t unpacr(unsigned unpacker, uint32_t addr_mode, bool dvalid) const {
    using namespace insn::UNPACR;
    if (!p_.unpacks) return dvalid ? unpacr_nop_zero(unpacker) : word::nop;
    return word_of(opcode::UNPACR) | unpack_block_selection.place(unpacker) | insn::UNPACR::addr_mode.place(addr_mode) |
           ovrd_thread_id.place(1) | set_dat_valid.place(dvalid) | last.place(1);
  }
  // Nobody wants banks: tiles are only counted as read.
  bool only_counts() const { return !p_.unpacks && !p_.computes; }
  void configure(step_builder& b);
  void program_mop(step_builder& b);
  void program_matmul_mop(step_builder& b);
  void tile_step(step_builder& b);
  void unpack_tile(step_builder& b);
  void matmul_step(step_builder& b);
  void wait_for_tiles(step_builder& b, const uint32_t (&needed)[2]);
  void use_context(step_builder& b, uint32_t address0, uint32_t address1);
  void release_context(step_builder& b);
  void step_done(step_builder& b);
  void close_batch(step_builder& b);
  void acknowledge(step_builder& b);

  const kernel& k_;
  const kernel_plan& p_;
  bool configured_ = false;
  uint64_t block_ = 0;
  uint32_t tile_ = 0, k_step_ = 0;
  unsigned context_ = 0;
  uint32_t dst_addresses_ = 0;   // of both contexts
  uint64_t used_[2] = {0, 0};    // tiles whose unpacking has been queued
  uint64_t closed_[2] = {0, 0};  // of those, tiles of complete batches
  uint64_t acknowledged_[2] = {0, 0};
  uint32_t steps_in_batch_ = 0;
  bool open_ = false, outstanding_ = false;  // the present batch has steps; the one before has not been acknowledged
};

void unpack_program::configure(step_builder& b) {
  const kernel_options& o = k_.options();
  const uint32_t out_bytes = (p_.src_code & 3) == 0 ? 4 : (p_.src_code & 3) == 1 ? 2 : 1;
  static constexpr uint32_t throttle_codes[] = {2, 0, 1, 2};
  const uint32_t throttle = throttle_codes[static_cast<int>(o.throttle)];
  const bool matmul = o.kernel == kernel_name::matmul;

  b.push(word::seminit(sem::unpack_context, 2));
  b.push(word::seminit(sem::tiles_read, 15));
  b.push(word::clear_adc_xy(both));
  b.push(word::clear_adc_zw(both));
  b.push(word::set_adc_x(both, matmul || p_.whole_tiles ? tile_datums : face_datums));
  b.push(word::setc16(srca_set_register, p_.unpack_to_dst ? 0 : 4));
  b.push(word::setc16(unpack_misc_cfg_register, 0));
  // The override of the default speed shares words with the packers' configuration.
  const uint32_t override_bit = cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.place(1);
  b.push(word::atgetm(0));
  for (uint32_t w :
       {cfg::THCON_SEC0_REG1_ovrd_default_throttle_mode.word, cfg::THCON_SEC1_REG1_ovrd_default_throttle_mode.word})
    b.push(word::rmwcib(0, w, override_bit, o.throttle == unpack_throttle::none ? 0 : override_bit));
  b.push(word::atrelm(0));
  b.gpr(stride_gpr, tile_bytes(o.format) / 16);
  b.sync();

  for (unsigned u = 0; u < 2; ++u) {
    const uint32_t section = u * (cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word);
    const uint32_t descriptor = cfg::THCON_SEC0_REG0_TileDescriptor.word + section;
    // In format, uncompressed, X 256 (a face); Y 1, Z 4.
    b.config(descriptor, p_.in_code | 1u << 4 | face_datums << 16);
    b.config(descriptor + 1, 1u | 4u << 16);
    b.config(descriptor + 2, 0);
    b.config(descriptor + 3, 0);
    b.config(cfg::THCON_SEC0_REG2_Out_data_format.word + section,
             cfg::THCON_SEC0_REG2_Out_data_format.place(p_.src_code) | cfg::THCON_SEC0_REG2_Throttle_mode.place(throttle));
    const uint32_t to_dst = p_.unpack_to_dst && u == 0 ? 3u << cfg::THCON_SEC0_REG2_Unpack_if_sel_cntx0.lo : 0;
    b.config(cfg::THCON_SEC0_REG2_Disable_zero_compress_cntx0.word + section, 0xf000f | to_dst);
  }
  b.config(cfg::THCON_SEC0_REG5_Tile_x_dim_cntx0.word, face_datums | face_datums << 16);
  dst_addresses_ = 64 | 64 << 16;  // the first four rows do not exist
  b.config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, dst_addresses_);
  b.config(cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.word, cfg::UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr.place(1));
  b.config(cfg::UNP0_ADDR_CTRL_ZW_REG_1_Zstride.word, face_datums * out_bytes);
  b.config(cfg::UNP1_ADDR_CTRL_ZW_REG_1_Zstride.word, face_datums * out_bytes);
  if (matmul) program_matmul_mop(b);
  else program_mop(b);
  b.sync();
}

void unpack_program::program_mop(step_builder& b) {
  const uint32_t a = unpacr(0, next_face_in, true), second = unpacr(1, next_face_in, true);
  mop_program m;
  if (p_.unpack_to_dst) {
    m.outer = 4;
    m.op = unpacr(0, next_face_in_and_out, false);
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
        m.outer = 2, m.inner = 2, m.op = second, m.op1 = a, m.end0 = set_z_of_unpacker1(0);
        break;
      case broadcast::column:  // face 0 serves faces 0 and 1, face 2 the others
        m.outer = 2, m.inner = 2, m.start = second, m.op = a, m.end0 = set_z_of_unpacker1(2);
        break;
      case broadcast::scalar: m.outer = 1, m.inner = 4, m.start = second, m.op = a; break;
    }
  }
  b.mop(m);
}

// Template 0: for every tile of the streamed operand REPLAY { UNPACR, base address += tile size }, one copy a context.
void unpack_program::program_matmul_mop(step_builder& b) {
  const unsigned streamed = p_.reuse_in0() ? 0 : 1;  // in1 -> SrcA (unpacker 0), in0 -> SrcB (unpacker 1)
  const uint32_t base = streamed == 0 ? cfg::THCON_SEC0_REG3_Base_address.word : cfg::THCON_SEC1_REG3_Base_address.word;
  constexpr unsigned length = 6;
  b.push(word::replay(0, 2 * length, true));
  for (unsigned context = 0; context < 2; ++context) {
    using namespace insn::ADDDMAREG;
    b.push(unpacr(streamed, 0, true));
    b.push(word_of(opcode::ADDDMAREG) | op_a_reg_index.place(address_gpr) | op_b_reg_index.place(stride_gpr) |
           result_reg_index.place(address_gpr));
    b.push(word::stallwait(block::config, until::scalar_done));
    b.push(word::wrcfg(address_gpr, base + context));
    b.push(word::nop);  // WRCFG takes two cycles
    b.push(word::nop);
  }
  const uint32_t words[8] = {0,         word::nop, word::replay(0, length, false),      word::nop,
                             word::nop, word::nop, word::replay(length, length, false), word::nop};
  for (unsigned i = 0; i < 8; ++i) b.store(riscv_address::mop_config + 4 * (i + 1), words[i]);
}

// `needed`: tiles of each input that the next step takes.
void unpack_program::wait_for_tiles(step_builder& b, const uint32_t (&needed)[2]) {
  const auto& in = k_.inputs();
  for (size_t i = 0; i < 2 && i < in.size(); ++i)
    if (used_[i] + needed[i] - acknowledged_[i] > in[i].capacity && outstanding_) acknowledge(b);
  for (size_t i = 0; i < 2 && i < in.size(); ++i)
    b.poll(in[i].produced, comparison::ge, static_cast<uint32_t>(used_[i] + needed[i]));
}

void unpack_program::use_context(step_builder& b, uint32_t address0, uint32_t address1) {
  b.poll_semaphore(sem::unpack_context, comparison::lt, 2);
  b.config(cfg::THCON_SEC0_REG3_Base_address.word + context_, address0);
  if (p_.two_operands) b.config(cfg::THCON_SEC1_REG3_Base_address.word + context_, address1);
  if (p_.unpack_to_dst) b.config(cfg::THCON_SEC0_REG5_Dest_cntx0_address.word, dst_addresses_);
  b.post_semaphore(sem::unpack_context);
  b.push(word::stallwait(block::unpack, until::riscv_stores_done));
}

void unpack_program::release_context(step_builder& b) {
  b.push(word::semget(sem::unpack_context));
  context_ ^= 1;
  b.push(word::setc16(unpack_misc_cfg_register, context_ | context_ << 8));
}

void unpack_program::close_batch(step_builder& b) {
  b.push(word::stallwait(block::sync, until::unpacker0_done | until::unpacker1_done));
  b.push(word::sempost(sem::tiles_read));
  closed_[0] = used_[0];
  closed_[1] = used_[1];
  steps_in_batch_ = 0;
  open_ = false;
  outstanding_ = true;
}

void unpack_program::acknowledge(step_builder& b) {
  b.poll_semaphore(sem::tiles_read, comparison::ge, 1);
  b.get_semaphore(sem::tiles_read);
  for (unsigned i = 0; i < k_.inputs().size(); ++i) {
    acknowledged_[i] = closed_[i];
    b.store(k_.inputs()[i].consumed, static_cast<uint32_t>(acknowledged_[i]));
  }
  outstanding_ = false;
}

void unpack_program::step_done(step_builder& b) {
  open_ = true;
  ++steps_in_batch_;
  if (outstanding_) acknowledge(b);
  if (steps_in_batch_ == p_.batch_steps) close_batch(b);
}

void unpack_program::tile_step(step_builder& b) {
  static constexpr uint32_t one[2] = {1, 1};
  const auto& in = k_.inputs();
  wait_for_tiles(b, one);
  if (!only_counts()) unpack_tile(b);
  for (unsigned i = 0; i < in.size(); ++i) ++used_[i];
  ++tile_;
  const bool block_ends = tile_ == p_.tiles_of_block(block_);
  if (p_.unpack_to_dst && block_ends && !only_counts()) {
    b.push(word::stallwait(block::sync, until::unpacker0_done));
    b.push(word::sempost(sem::unpacked_to_dst));
  }
  step_done(b);
  if (block_ends) {
    tile_ = 0;
    ++block_;
  }
}

void unpack_program::unpack_tile(step_builder& b) {
  const auto& in = k_.inputs();
  const uint32_t half_row = k_.options().sync == dst_sync::half && (block_ & 1) ? 512 : 0;
  if (p_.unpack_to_dst && tile_ == 0) {  // T1 grants the half of Dst
    b.push(word::semwait(block::unpack | block::sync, sem::dst_granted, until::not_zero));
    b.push(word::semget(sem::dst_granted));
  }
  const uint32_t address0 = configured_address(in[0].slot_address(used_[0]));
  const uint32_t address1 = p_.two_operands ? configured_address(in[1].slot_address(used_[1])) : 0;
  const uint32_t dst = 64 + (half_row + tile_ * 64) * row_datums;
  dst_addresses_ = context_ ? (dst_addresses_ & 0xffff) | dst << 16 : (dst_addresses_ & 0xffff0000) | dst;
  use_context(b, address0, address1);
  b.push(word::clear_adc_zw(both));
  b.push(word::mop);
  release_context(b);
}

// One step along K of a sub-block: rt tiles of in0, ct tiles of in1.
void unpack_program::matmul_step(step_builder& b) {
  const auto& in = k_.inputs();
  const uint32_t needed[2] = {p_.rt, p_.ct};
  wait_for_tiles(b, needed);
  const bool reuse0 = p_.reuse_in0();
  const uint32_t held = reuse0 ? p_.rt : p_.ct, streamed = reuse0 ? p_.ct : p_.rt;
  for (uint32_t t = 0; t < held && !only_counts(); ++t) {
    const uint32_t in0 = configured_address(in[0].slot_address(used_[0] + (reuse0 ? t : 0)));
    const uint32_t in1 = configured_address(in[1].slot_address(used_[1] + (reuse0 ? 0 : t)));
    use_context(b, in1, in0);
    b.gpr(address_gpr, reuse0 ? in1 : in0);
    b.push(unpacr(reuse0 ? 1 : 0, 0, true));
    using namespace insn::MOP;
    b.push(word_of(opcode::MOP) | loop_count.place(streamed - 1) | zmask_lo16_or_loop_count.place(context_ ? 0xffff : 0));
    release_context(b);
  }
  used_[0] += p_.rt;
  used_[1] += p_.ct;
  step_done(b);
  if (++k_step_ == p_.kt) {
    k_step_ = 0;
    ++block_;
  }
}

}  // namespace

std::unique_ptr<step_source> make_unpack_program(const kernel& k) { return std::make_unique<unpack_program>(k); }

}  // namespace tensix
