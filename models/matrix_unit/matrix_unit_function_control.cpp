// SPDX-License-Identifier: Apache-2.0
// ZEROACC, ZEROSRC, SETRWC, INCRWC, CLEARDVALID, CLREXPHIST.
#include <cstring>

#include "models/isa/isa.h"
#include "models/matrix_unit/matrix_unit_function.h"

namespace tensix {
namespace {
unsigned page_of(const tensix_state& state, unsigned thread) {
  return state.dst.page(tcfg::DEST_TARGET_REG_CFG_MATH_Offset(state.thread_config(thread)));
}
}  // namespace

// Calls f(physical row of its page) for the 16 rows of a ZEROACC with clear_mode 1. Blocks are counted from the half of Dst that
// the thread computes in unless a field says otherwise. Silicon takes for that half's row the thread's offset in rows plus the
// number of the block.
template <class F>
void matrix_unit_function::for_zeroed_block(const context& c, F&& f) {
  const bool wide = insn::ZEROACC::use_32_bit_mode(c.word);
  unsigned block = insn::ZEROACC::where(c.word) & 0xff;
  const unsigned offset = tcfg::DEST_TARGET_REG_CFG_MATH_Offset(c.thread_config) + c.rwc.dst + block;
  if (!cfg::DEST_ACCESS_CFG_zeroacc_absolute_tile_mode(c.config)) {
    if (wide && (offset & 768)) block += 16;
    if (!wide && (offset & 512)) block += 32;
  }
  if (block >= (wide ? 32u : 64u)) return;
  for (unsigned row = block * 16; row < (block + 1) * 16; ++row)
    f(wide ? dst_register::adj32(row, c.config) : dst_register::adj16(row, c.config));
}

dst_block_set matrix_unit_function::blocks_marked(uint32_t word, unsigned thread) const {
  dst_block_set blocks;
  if (insn::ZEROACC::clear_zero_flags(word) && insn::ZEROACC::clear_mode(word) == 1)
    for_zeroed_block(context_of(word, thread),
                     [&, page = page_of(state_, thread)](unsigned row) { blocks.add_row(page | row); });
  return blocks;
}

src_changes matrix_unit_function::zero_dst(const context& c) {
  using namespace insn::ZEROACC;
  bool* valid = state_.dst.row_valid;
  const uint32_t mode = clear_mode(c.word);
  const bool mark = clear_zero_flags(c.word);  // the reverse: rows become valid with whatever they hold
  if (mark && mode >= 2) refuse(c, "clear_zero_flags is undefined with clear_mode ", mode);
  switch (mode) {
    case 0: {
      const unsigned row = dst_start(c, where(c.word));
      const bool row_is_wide = cfg::ALU_ACC_CTRL_Fp32_enabled(c.config) || cfg::ALU_ACC_CTRL_INT8_math_enabled(c.config);
      valid[row_is_wide ? dst_register::adj32(row, c.config) : dst_register::adj16(row, c.config)] = false;
      break;
    }
    case 1: for_zeroed_block(c, [&, page = page_of(state_, c.thread)](unsigned row) { valid[page | row] = mark; }); break;
    case 2: std::memset(valid + where(c.word) * (dst_rows / 2) % state_.dst.rows, mark, dst_rows / 2); break;
    case 3: std::memset(valid, mark, state_.dst.rows); break;
  }
  if (mode <= 1) c.rwc.apply_addr_mod(c.thread_config, addr_mode(c.word));
  return {};
}

src_changes matrix_unit_function::zero_src(const context& c) {
  using namespace insn::ZEROSRC;
  const auto clear = [&](src_register& src, uint32_t value) {
    for (unsigned i = 0; i < src.banks; ++i) {
      const unsigned single = write_mode(c.word) ? src.matrix_bank : src.unpack_bank;
      if (!bank_mask(c.word) && i != single) continue;
      if (src.banks != 2) src.bank[i].fill(~0ull);  // for note_stale
      else src.bank[i].write_over(~0ull);
      for (auto& row : src.bank[i].row)
        for (uint32_t& datum : row) datum = value;
    }
  };
  if (src_mask(c.word) & 1) clear(state_.srca, zero_val(c.word) ? 0x7ffff : 0);
  if (src_mask(c.word) & 2) clear(state_.srcb, 0);
  return {};
}

src_changes matrix_unit_function::set_counters(const context& c) {
  using namespace insn::SETRWC;
  rwc_thread& r = c.rwc;
  const uint32_t which = bit_mask(c.word), relative = rwc_cr(c.word);
  if (which & 1) r.srca = r.srca_cr = (rwc_a(c.word) + ((relative & 1) ? r.srca_cr : 0)) & 63;
  if (which & 2) r.srcb = r.srcb_cr = (rwc_b(c.word) + ((relative & 2) ? r.srcb_cr : 0)) & 63;
  if ((which & 4) || (relative & 8))
    r.dst = r.dst_cr = (rwc_d(c.word) + ((relative & 8) ? r.dst : (relative & 4) ? r.dst_cr : 0)) & 1023;
  if (which & 8) r.fidelity_phase = 0;
  return flip(c, clear_ab_vld(c.word));
}

src_changes matrix_unit_function::increment_counters(const context& c) {
  using namespace insn::INCRWC;
  const auto advance = [](uint32_t& counter, uint32_t& carriage, bool relative, uint32_t by, uint32_t mask) {
    if (relative) counter = carriage = (carriage + by) & mask;
    else counter = (counter + by) & mask;
  };
  const uint32_t relative = rwc_cr(c.word);
  advance(c.rwc.srca, c.rwc.srca_cr, relative & 1, rwc_a(c.word), 63);
  advance(c.rwc.srcb, c.rwc.srcb_cr, relative & 2, rwc_b(c.word), 63);
  advance(c.rwc.dst, c.rwc.dst_cr, relative & 4, rwc_d(c.word), 1023);
  return {};
}

src_changes matrix_unit_function::clear_valid(const context& c) {
  using namespace insn::CLEARDVALID;
  src_changes changes;
  const bool all = reset(c.word) & 1, keep_reading = reset(c.word) & 2;
  for (unsigned which = 0; which < 2; ++which) {
    src_register& src = which ? state_.srcb : state_.srca;
    if (all) {
      for (unsigned bank = 0; bank < src.banks; ++bank) {
        if (src.bank[bank].allowed_client == src_client::matrix_unit) changes.given_up |= src_bank_bit(which, bank);
        src.bank[bank].allowed_client = src_client::unpackers;
        src.bank[bank].format = 0;  // the implied one
      }
      changes.went_on |= src.matrix_bank != 0;
      src.matrix_bank = src.unpack_bank = 0;
    } else if ((cleardvalid(c.word) >> which) & 1) {
      if (give_back(which)) changes.given_up |= src_bank_bit(which, src.matrix_bank);
      if (keep_reading) continue;
      src.matrix_bank = src.next(src.matrix_bank);
      changes.went_on = true;
    }
  }
  return changes;
}

src_changes matrix_unit_function::clear_histograms() {
  if (packers) packers->reset_exponent_histograms();
  return {};
}

}  // namespace tensix
