// SPDX-License-Identifier: Apache-2.0
// What a packer's configuration words mean.
#include <string>

#include "models/isa/isa.h"
#include "models/packer/packer_function.h"

namespace tensix {
namespace {

using namespace cfg;

bool is_integer(data_format f) { return f == data_format::int32 || f == data_format::int16 || f == data_format::int8; }

// Integers from L1 take the width of Out_data_format: the documentation has the widths, but not which setting chooses one.
void widen_from_l1(data_format in, data_format out, early_choice& early, int8_t& shift) {
  if (!is_integer(in) || !is_integer(out) || in == out) return;
  if (in == data_format::int32 && out == data_format::int8) {
    early.undefined = "no conversion of INT32 in L1 to INT8";
    return;
  }
  shift = static_cast<int8_t>(static_cast<int>(datum_bits(out)) - static_cast<int>(datum_bits(in)));
  early.lane = out == data_format::int32 ? pack_lane::int32 : out == data_format::int16 ? pack_lane::int16 : pack_lane::int8;
}

}  // namespace

const packer_function::settings& packer_function::resolve(unsigned packer, const uint32_t* bank, uint32_t word,
                                                          unsigned thread) {
  settings& s = packer_[packer].set;
  if (!s.valid || !s.words.equal(packer, bank)) {
    s.words.keep(packer, bank);
    decode(packer, s, word, thread);
  }
  return s;
}

// From `s.words` alone. Not in `resolve`, whose frame it would fill.
[[gnu::noinline]] void packer_function::decode(unsigned packer, settings& s, uint32_t word, unsigned thread) {
  constexpr auto own = packer_place::own, of_pair = packer_place::of_pair, counters = packer_place::counters;
  const packer_words w = s.words;
  s = settings{};
  s.words = w;
  const auto complain = [&](const std::string& text) {
    state_.diagnose.undefined("packer", static_cast<int>(thread), word, "packer " + std::to_string(packer) + ": " + text);
  };

  s.in = static_cast<data_format>(w.get<THCON_SEC0_REG1_In_data_format, own>());
  s.out = static_cast<data_format>(w.get<THCON_SEC0_REG1_Out_data_format, own>());
  s.intermediate =
      static_cast<data_format>(w.get<ALU_FORMAT_SPEC_REG_Dstacc_override>() ? w.get<ALU_FORMAT_SPEC_REG_Dstacc_val>()
                                                                            : w.get<ALU_FORMAT_SPEC_REG2_Dstacc>());
  s.read_32b = w.get<PCK_DEST_RD_CTRL_Read_32b_data>() != 0;
  s.unsigned_integer = w.get<PCK_DEST_RD_CTRL_Read_unsigned>() != 0;
  s.from_l1 = packer == 0 && w.get<THCON_SEC0_REG1_Source_interface_selection>() != 0;
  const std::string formats = std::string(" (intermediate ") + name(s.intermediate) + ", In_data_format " + name(s.in) +
                              ", Out_data_format " + name(s.out) + ", Read_32b_data " + std::to_string(s.read_32b) + ")";
  if (s.from_l1) {
    // No early conversion: the datums in L1 are what In_data_format says, block formats with exponent zero.
    switch (s.in) {
      case data_format::fp32: s.early.lane = pack_lane::f32; break;
      case data_format::int32: s.early.lane = pack_lane::int32; break;
      case data_format::bf16: s.early.lane = pack_lane::bf16, s.early.mantissa_bits = 7; break;
      case data_format::bfp8: s.early.lane = pack_lane::bf16, s.early.mantissa_bits = 7; break;
      case data_format::fp16: s.early.lane = pack_lane::fp16, s.early.mantissa_bits = 10; break;
      case data_format::bfp8a: s.early.lane = pack_lane::fp16, s.early.mantissa_bits = 7; break;
      case data_format::fp8: s.early.lane = pack_lane::fp16, s.early.mantissa_bits = 2; break;
      case data_format::int16: s.early.lane = pack_lane::int16; break;
      case data_format::int8: s.early.lane = pack_lane::int8; break;
      default: s.early.undefined = "no conversion from L1 of this In_data_format"; break;
    }
    widen_from_l1(s.in, s.out, s.early, s.l1_shift);
  } else {
    s.early = choose_early({s.intermediate, s.in, s.out, s.read_32b, w.get<PCK_DEST_RD_CTRL_Read_int8>() != 0,
                            s.unsigned_integer, w.get<PCK_DEST_RD_CTRL_Round_10b_mant>() != 0});
  }
  const bool e4m3 = w.get<THCON_SEC0_REG1_Pac_LF8_4b_exp, of_pair>() != 0;
  s.late = choose_late(s.early, s.from_l1 && is_integer(s.in) && is_integer(s.out) ? s.out : s.in, s.out, e4m3);
  if (s.early.undefined) complain(s.early.undefined + formats);
  if (s.late.undefined) complain(s.late.undefined + formats);
  s.block = is_block_format(s.out) && s.late.bytes == 2;
  s.five_bit_exponent = s.block && !has_wide_shared_exponent(s.out);
  s.datum_bits = static_cast<uint8_t>(s.block ? datum_bits(s.out) : 8 * s.late.bytes);
  s.exponent_stream = (static_cast<unsigned>(s.out) & 2) != 0;
  s.shared_exponent = w.get<THCON_SEC0_REG1_Dis_shared_exp_assembler, own>() == 0;
  // Which switch belongs to which of the two roundings is documented by name only: the gasket reads Dst.
  s.stochastic_early = !s.from_l1 && w.get<ALU_ROUNDING_MODE_Gasket_srnd_en>() && drops_bits(s.early.conversion);
  s.stochastic_block = s.block && w.get<ALU_ROUNDING_MODE_Packer_srnd_en>();
  if (s.block && !s.shared_exponent) complain("Dis_shared_exp_assembler with a block format leaves exponents undefined");

  switch (static_cast<unsigned>(s.in) & 3) {
    case 0: s.bytes_in = 4, s.x_mask = 3; break;
    case 1: s.bytes_in = 2, s.x_mask = 7; break;
    default: s.bytes_in = 1, s.x_mask = 15; break;
  }

  s.relu_mode = w.get<STACC_RELU_ApplyRelu>() & 3;
  s.relu_threshold = static_cast<uint16_t>(w.get<STACC_RELU_ReluThreshold>());
  if (s.relu_mode >= 2) {
    if (s.relu_threshold & 0x8000) complain("negative ReluThreshold " + std::to_string(s.relu_threshold));
    if (s.early.lane == pack_lane::int32 || s.early.lane == pack_lane::int16 || s.early.lane == pack_lane::int8)
      complain("STACC_RELU_ApplyRelu " + std::to_string(s.relu_mode) + " of integers" + formats);
  }

  s.edge_masks = (w.get<PCK_EDGE_OFFSET_SEC0_mask>() & w.get<PCK_EDGE_OFFSET_SEC1_mask>() & w.get<PCK_EDGE_OFFSET_SEC2_mask>() &
                  w.get<PCK_EDGE_OFFSET_SEC3_mask>()) != 0xffff;

  s.threshold_enabled = w.get<THCON_SEC0_REG1_Exp_threshold_en, own>() != 0;
  s.threshold = static_cast<uint8_t>(w.get<THCON_SEC0_REG1_Exp_threshold, own>());
  if (s.threshold_enabled && s.in == data_format::bfp2a) complain("Exp_threshold_en with In_data_format BFP2a");

  s.downsample = static_cast<uint16_t>(w.get<THCON_SEC0_REG1_Downsample_mask, own>());
  if (s.downsample == 0) s.downsample = 0xffff;

  s.out_fifo = w.get<THCON_SEC0_REG1_Enable_out_fifo, own>();
  if (s.out_fifo && !finished_tiles) complain("Enable_out_fifo, but there is no TDMA-RISC to take the tile's size");
  // Packers 1 and 3 have some flags in other places.
  if ((packer & 1) ? w.get<THCON_SEC0_REG8_pack_dis_y_pos_start_offset, own>()
                   : w.get<THCON_SEC0_REG1_pack_dis_y_pos_start_offset, own>())
    complain("pack_dis_y_pos_start_offset is not documented");

  // What would end a tile by itself, going by the kernel library's remark beside the zeroes it writes.
  if (const uint32_t count = w.get<PACK_COUNTERS_SEC0_pack_per_xy_plane, counters>())
    complain("pack_per_xy_plane " + std::to_string(count) + " is not documented");
  if (const uint32_t count = w.get<PACK_COUNTERS_SEC0_pack_xys_per_tile, counters>())
    complain("pack_xys_per_tile " + std::to_string(count) + " is not documented");
  if (w.get<ALU_ACC_CTRL_Zero_Flag_disabled_dst>()) complain("ALU_ACC_CTRL_Zero_Flag_disabled_dst is not documented");

  // The override's mask shares its bits with pack_start_intf_pos.
  if (w.get<THCON_SEC0_REG1_All_pack_disable_zero_compress_ovrd>()) {
    s.compress = (w.get<THCON_SEC0_REG1_pack_start_intf_pos>() >> packer & 1) == 0;
  } else {
    s.compress = w.get<THCON_SEC0_REG1_Disable_zero_compress, own>() == 0;
    if (packer == 0 && w.get<THCON_SEC0_REG1_pack_start_intf_pos>())
      complain("pack_start_intf_pos " + std::to_string(w.get<THCON_SEC0_REG1_pack_start_intf_pos>()) + " is not documented");
  }

  if (w.get<THCON_SEC0_REG1_Pack_L1_Acc, own>()) {
    using a = pack_beat::action_t;
    switch (s.out) {
      case data_format::fp32:
      case data_format::tf32: s.action = a::add_fp32; break;
      case data_format::fp16: s.action = a::add_fp16; break;
      case data_format::bf16: s.action = a::add_bf16; break;
      case data_format::int32: s.action = a::add_int32; break;
      case data_format::int8: s.action = a::add_int8; break;
      default: complain("Pack_L1_Acc has no addition for this format" + formats); break;
    }
    if (s.compress) complain("Pack_L1_Acc of compressed data");
  }
  if (s.compress && w.get<THCON_SEC0_REG1_Disable_pack_zero_flags, own>())
    complain("Disable_pack_zero_flags with compression is not documented");

  using early = early_conversion;
  s.plain = !s.compress && !s.from_l1 && !s.stochastic_early && s.relu_mode == 0 && !s.threshold_enabled &&
            !s.early.then_fp16 && s.downsample == 0xffff &&
            (s.late.conversion == late_conversion::identity_16 || s.late.conversion == late_conversion::identity_32) &&
            s.early.conversion != early::shift_to_int8 && s.early.conversion != early::shift_to_uint8;
  switch (s.early.conversion) {
    case early::identity_32:
    case early::bf16_flush:
    case early::bf16_identity:
    case early::identity_16: s.raw_exponent = 0xff; break;
    case early::fp16_flush:
    case early::fp16_identity: s.raw_exponent = 0x1f; break;
    default: break;
  }
  s.valid = true;
}

}  // namespace tensix
