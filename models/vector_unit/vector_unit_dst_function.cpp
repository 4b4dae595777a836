// SPDX-License-Identifier: Apache-2.0
// SFPLOAD and SFPSTORE: between LRegs and the even or odd columns of four rows of Dst, with conversion.
#include "models/observe/observer.h"
#include "models/vector_unit/vector_unit_function.h"
#include "models/vector_unit/vector_unit_lanes.h"

namespace tensix {

using namespace sfpu;

struct vector_unit_function::dst_window {
  unsigned format = 0;     // MOD0_FMT_* with SRCB resolved
  bool wide = false;       // the 32-bit view
  bool odd = false;        // odd columns
  unsigned row[4] = {};    // logical
  unsigned upper[4] = {};  // physical; the lower half of a 32-bit datum is eight rows further
};

namespace {
constexpr unsigned lower_half_rows = 8;

// FP16 in Dst's order to FP32; the exponent is only rebiased.
constexpr uint32_t widen_fp16(uint16_t x, bool largest_is_infinity) {
  const uint32_t sign = uint32_t{x} >> 15 << 31, mantissa = (x >> 5) & 0x3ffu, exponent = x & 0x1fu;
  if (largest_is_infinity && exponent == 31 && mantissa == 0x3ff) return sign | 0x7f800000u;
  return sign | (exponent ? (exponent + 112) << 23 : 0) | (mantissa << 13);
}
// FP32 to FP16 in IEEE order: truncated, small ones to zero, too large ones to all ones.
constexpr uint16_t narrow_fp16(uint32_t x) {
  const uint32_t sign = (x >> 16) & 0x8000, exponent = (x >> 23) & 0xff;
  if (exponent <= 112) return static_cast<uint16_t>(sign);
  if (exponent > 112 + 31) return static_cast<uint16_t>(sign | 0x7fff);
  return static_cast<uint16_t>(sign | (exponent - 112) << 10 | ((x >> 13) & 0x3ff));
}
constexpr uint32_t flush_denormal(uint32_t x) { return x & 0x7f800000u ? x : x & 0x80000000u; }

constexpr uint32_t load_16(unsigned format, uint16_t x, uint32_t old, bool largest_is_infinity) {
  const uint32_t sign = uint32_t{x} >> 15 << 31;
  switch (format) {
    case fmt_fp16: return widen_fp16(x, largest_is_infinity);
    case fmt_bf16: return uint32_t{dst_decode_bf16(x)} << 16;
    case fmt_int8: return sign | ((x >> 5) & 0xffu);
    case fmt_int8_comp: return sign | ((x >> 5) & 0x3ffu);
    case fmt_int16: return sign | (x & 0x7fffu);
    case fmt_uint16:
    case fmt_lo16: return x;
    case fmt_hi16: return uint32_t{x} << 16;
    case fmt_lo16_only: return (old & 0xffff0000u) | x;
    case fmt_hi16_only: return uint32_t{x} << 16 | (old & 0xffffu);
    default: return 0;  // ZERO
  }
}
constexpr uint16_t store_16(unsigned format, uint32_t x) {
  switch (format) {
    case fmt_fp16: return dst_encode_fp16(narrow_fp16(x));
    case fmt_bf16: return dst_encode_bf16(static_cast<uint16_t>(flush_denormal(x) >> 16));
    case fmt_int8:
    case fmt_int8_comp: return static_cast<uint16_t>(x >> 31 << 15 | (x & 0x3ff) << 5 | 16);  // "integer 8": exponent 16
    case fmt_int16: return static_cast<uint16_t>(x >> 31 << 15 | (x & 0x7fff));
    case fmt_uint16:
    case fmt_lo16_only: return static_cast<uint16_t>(x);
    case fmt_hi16_only: return static_cast<uint16_t>(x >> 16);
    default: return 0;  // ZERO
  }
}
constexpr uint32_t store_32(unsigned format, uint32_t x) {
  switch (format) {
    case fmt_fp32: return dst_encode_fp32(flush_denormal(x));
    case fmt_hi16: return x;
    case fmt_lo16: return x << 16 | x >> 16;
    default: return dst_encode_fp32(x);
  }
}

template <class F>
void for_lanes_of_row(unsigned r, uint32_t mask, F&& f) {
  mask = mask >> (8 * r) & 0xff;
  if (mask == 0xff) {
    for (unsigned c = 0; c < 8; ++c) f(c);
  } else {
    for (unsigned c = 0; c < 8; ++c)
      if (mask >> c & 1) f(c);
  }
}
}  // namespace

unsigned vector_unit_function::resolve_format(unsigned mod, unsigned thread) const {
  if (mod != fmt_srcb) return mod;
  const uint32_t* config = state_.bank(thread);
  const uint16_t* t = state_.thread_config(thread);
  if (cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled(config)) return fmt_fp32;
  uint32_t srcb = cfg::ALU_FORMAT_SPEC_REG_SrcB_override(config) ? cfg::ALU_FORMAT_SPEC_REG_SrcB_val(config)
                                                                 : cfg::ALU_FORMAT_SPEC_REG1_SrcB(config);
  if (tcfg::SFPU_DEST_FMT_Enable(t)) srcb = tcfg::SFPU_DEST_FMT_Base(t);
  // FP32, TF32, BF16, BFP8, BFP4, INT32, INT16, BFP2: the formats with eight bits of exponent.
  constexpr uint32_t like_bf16 = 1u << 0 | 1u << 4 | 1u << 5 | 1u << 6 | 1u << 7 | 1u << 8 | 1u << 9 | 1u << 15;
  return like_bf16 >> srcb & 1 ? fmt_bf16 : fmt_fp16;
}

// The address in Dst of four rows. `sp`: the stack pointer, moved if the format says so.
unsigned vector_unit_function::dst_address(uint32_t word, unsigned thread, unsigned format, bool is_load, uint32_t& sp) const {
  const uint32_t* config = state_.bank(thread);
  const uint16_t* t = state_.thread_config(thread);
  const uint32_t offset = tcfg::DEST_TARGET_REG_CFG_MATH_Offset(t), address = insn::SFPLOAD::dest_reg_addr(word) + offset;
  const uint32_t dst_offset = state_.rwc[thread].dst + cfg::DEST_REGW_BASE_Base(config);
  const bool stack = format == fmt_int32_all;
  if (is_load && stack && sp != 0) sp = (sp - tcfg::SFPU_STACK_Incr(t)) & 1023;  // a pop moves before it reads
  const uint32_t stack_offset = sp + cfg::DEST_SP_BASE_Base(config);
  if (!is_load && stack) sp = (sp + tcfg::SFPU_STACK_Incr(t)) & 1023;
  return ((address + (stack ? stack_offset + (dst_offset & 3) : dst_offset + (stack_offset & 3))) & 1023) |
         state_.dst.page(offset);
}

vector_unit_function::dst_window vector_unit_function::window(unsigned address, unsigned format, bool is_load,
                                                              unsigned thread) const {
  const uint32_t* config = state_.bank(thread);
  dst_window w;
  w.format = format;
  w.wide = (is_load ? loads_32_bits : stores_32_bits) >> format & 1;
  w.odd = address & 2;
  for (unsigned r = 0; r < 4; ++r) {
    w.row[r] = (address & ~3u) + r;
    w.upper[r] = w.wide ? dst_register::adj32(w.row[r], config) : state_.dst.row16(w.row[r], config);
  }
  return w;
}

void vector_unit_function::dst_access(uint32_t word, unsigned thread, dst_block_set& reads, dst_block_set& writes) const {
  const dst_use use = row_of(opcode_of(word)).dst;
  if (use == dst_use::none) return;
  const bool is_load = use == dst_use::reads;
  const unsigned format = resolve_format(mod0(word), thread);
  uint32_t sp = stack_pointer[thread];
  const unsigned address = dst_address(word, thread, format, is_load, sp);
  const dst_window w = window(address, format, is_load, thread);
  if (is_load && w.format == fmt_zero) return;
  add_blocks(w, is_load ? reads : writes);
}

void vector_unit_function::add_blocks(const dst_window& w, dst_block_set& set) const {
  for (const unsigned r : w.upper) {
    set.add_row(r);
    if (w.wide || state_.dst.narrow_is_high_half) set.add_row(r + lower_half_rows);
  }
}

// Returns the address, which a store of the same SFPLOADMACRO takes over.
unsigned vector_unit_function::load(uint32_t word, unsigned target, unsigned thread) {
  const unsigned format = resolve_format(mod0(word), thread);
  const unsigned address = dst_address(word, thread, format, true, stack_pointer[thread]);
  const dst_window w = window(address, format, true, thread);
  if (target < 8) {
    uint32_t mask = w.format == fmt_int32_all ? ~0u : enabled_lanes();
    uint32_t any = 0;
    for (unsigned c = 0; c < 8; ++c) {
      any |= lane_config[c];
      if (lane_config[c] & block_sfpu_rd_from_dest) mask &= ~(column_lanes << c);
    }
    const dst_register& dst = state_.dst;
    alignas(64) static constexpr uint16_t zeros[row_datums] = {};
    for (unsigned r = 0; r < 4; ++r) {
      uint32_t* out = lreg[target] + 8 * r;
      const bool valid = dst.row_valid[w.upper[r]];
      const uint16_t* upper = valid ? dst.bits[w.upper[r]] : zeros;
      const uint16_t* lower = valid && w.wide ? dst.bits[w.upper[r] + lower_half_rows] : zeros;
      const auto column = [&](unsigned c) { return 2 * c + (w.odd || (any && (lane_config[c] & dest_rd_col_exchange))); };
      if (w.wide) {
        for_lanes_of_row(r, mask,
                         [&](unsigned c) { out[c] = dst_decode_fp32(uint32_t{upper[column(c)]} << 16 | lower[column(c)]); });
      } else if (w.format == fmt_bf16) {
        for_lanes_of_row(r, mask, [&](unsigned c) { out[c] = uint32_t{dst_decode_bf16(upper[column(c)])} << 16; });
      } else {
        for_lanes_of_row(r, mask, [&](unsigned c) {
          out[c] = load_16(w.format, upper[column(c)], out[c], lane_config[c] & enable_fp16a_inf);
        });
      }
      constexpr uint32_t capture = enable_dest_index | capture_default_dest_index;
      if (any && target < 4)
        for_lanes_of_row(r, mask, [&](unsigned c) {
          if ((lane_config[c] & capture) == capture) lreg[target + 4][8 * r + c] = w.row[r] << 4 | column(c);
        });
    }
  }
  state_.rwc[thread].apply_addr_mod(state_.thread_config(thread), insn::SFPLOAD::sfpu_addr_mode(word), false);
  return address;
}

void vector_unit_function::issued_load(uint32_t word, unsigned thread) { load(word, upper_vd(word), thread); }

void vector_unit_function::store(uint32_t word, unsigned thread) {
  operation o = decode(word);
  o.thread = static_cast<uint8_t>(thread);
  o.lreg = lreg;
  o.enabled = enabled_lanes();
  if (now_ < all_ready_) check_results(o);
  const unsigned format = resolve_format(mod0(word), thread);
  const unsigned address = dst_address(word, thread, format, false, stack_pointer[thread]);
  uint32_t mask = format == fmt_int32_all ? ~0u : o.enabled;
  if (o.vd >= 12)
    for (unsigned c = 0; c < 8; ++c)
      if (!(lane_config[c] & disable_backdoor_load)) {
        load_macro[c].instruction_template[o.vd - 12] = word;
        mask &= ~(column_lanes << c);
      }
  store_lanes(o, window(address, format, false, thread), mask);
  state_.rwc[thread].apply_addr_mod(state_.thread_config(thread), insn::SFPSTORE::sfpu_addr_mode(word), false);
}

// The address is that of the SFPLOADMACRO; nothing steps.
void vector_unit_function::store_scheduled(const operation& o) {
  const unsigned format = resolve_format(o.mode, o.thread);
  const dst_window w = window(o.imm, format, false, o.thread);
  store_lanes(o, w, format == fmt_int32_all ? ~0u : o.enabled);
  if (!state_.tap) return;
  dst_block_set written;
  add_blocks(w, written);
  state_.tap->dst_used(dst_accessor::vector_unit, {}, written, now_);
}

void vector_unit_function::store_lanes(const operation& o, const dst_window& w, uint32_t mask) {
  uint32_t any = 0;
  for (unsigned c = 0; c < 8; ++c) {
    any |= lane_config[c];
    if (lane_config[c] & block_dest_wr_from_sfpu) mask &= ~(column_lanes << c);
  }
  dst_register& dst = state_.dst;
  for (unsigned r = 0; r < 4; ++r) {
    if (!(mask >> (8 * r) & 0xff)) continue;
    const uint32_t* in = o.lreg[o.vd] + 8 * r;
    uint16_t* upper = dst.bits[w.upper[r]];
    const auto column = [&](unsigned c) { return 2 * c + (w.odd || (any && (lane_config[c] & dest_wr_col_exchange))); };
    if (w.wide) {
      uint16_t* lower = dst.bits[w.upper[r] + lower_half_rows];
      for_lanes_of_row(r, mask, [&](unsigned c) {
        const uint32_t x = store_32(w.format, in[c]);
        upper[column(c)] = static_cast<uint16_t>(x >> 16);
        lower[column(c)] = static_cast<uint16_t>(x);
      });
    } else {
      for_lanes_of_row(r, mask, [&](unsigned c) { upper[column(c)] = store_16(w.format, in[c]); });
      if (dst.narrow_is_high_half) for_lanes_of_row(r, mask, [&](unsigned c) { dst.wrote16(w.upper[r], column(c), 1); });
    }
    dst.row_valid[w.upper[r]] = true;  // 32-bit datums have their valid bit with the upper half
  }
}

}  // namespace tensix
