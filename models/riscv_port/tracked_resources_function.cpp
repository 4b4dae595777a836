// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_port/tracked_resources_function.h"

#include <array>

namespace tensix {

namespace {
constexpr std::array<uint8_t, config_words> make_parts() {
  using namespace cfg;
  constexpr uint8_t unpacker0 = config_part::unpacker0, unpacker1 = config_part::unpacker1, rest = config_part::rest;
  std::array<uint8_t, config_words> parts{};
  for (auto& p : parts) p = rest;
  const auto set = [&parts](config_field first, config_field last, uint8_t part) {
    for (unsigned w = first.word; w <= last.word; ++w) parts[w] = part;
  };
  set(UNP0_ADDR_CTRL_XY_REG_0_Xstride, UNP0_ADDR_CTRL_XY_REG_0_Ystride, unpacker0);
  set(UNP0_ADDR_CTRL_ZW_REG_0_Zstride, UNP0_ADDR_CTRL_ZW_REG_0_Wstride, unpacker0 | unpacker1);
  set(UNP1_ADDR_CTRL_XY_REG_0_Xstride, UNP1_ADDR_CTRL_ZW_REG_0_Wstride, unpacker1);
  set(UNP0_ADDR_BASE_REG_0_Base, UNP0_ADDR_BASE_REG_1_Base, unpacker0 | unpacker1 | rest);
  set(UNP0_FORCED_SHARED_EXP_shared_exp, UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr, unpacker0 | unpacker1 | rest);
  set(UNP0_BLOBS_Y_START_CNTX_01_blobs_y_start, UNP0_NOP_REG_CLR_VAL_nop_reg_clr_val, unpacker0);
  set(UNP1_ADDR_CTRL_XY_REG_1_Xstride, UNP1_NOP_REG_CLR_VAL_nop_reg_clr_val, unpacker1);
  // Of the tile descriptors only the first word counts (a hardware bug).
  set(THCON_SEC0_REG0_TileDescriptor, THCON_SEC0_REG0_TileDescriptor, unpacker0);
  set(THCON_SEC0_REG2_Out_data_format, THCON_SEC0_REG5_Tile_x_dim_cntx3, unpacker0);
  set(THCON_SEC0_REG7_Offset_address, THCON_SEC0_REG7_Offset_cntx3_address, unpacker0);
  set(THCON_SEC0_REG10_Unpack_limit_address, THCON_SEC0_REG10_Unpack_limit_address_en, unpacker0);
  set(THCON_SEC1_REG0_TileDescriptor, THCON_SEC1_REG0_TileDescriptor, unpacker1);
  set(THCON_SEC1_REG2_Out_data_format, THCON_SEC1_REG2_Metadata_x_end, unpacker1);
  set(THCON_SEC1_REG3_Base_address, THCON_SEC1_REG3_Base_cntx1_address, unpacker1);
  set(THCON_SEC1_REG7_Offset_address, THCON_SEC1_REG7_Offset_cntx1_address, unpacker1);
  return parts;
}
constexpr std::array<uint8_t, config_words> parts_of_word = make_parts();
}  // namespace

uint8_t config_parts_of_word(unsigned word) { return word < config_words ? parts_of_word[word] : config_part::rest; }

resource_set resources_of_access(const decoded_address& where, const uint16_t* thread_registers) {
  using namespace tcfg;
  if (!TENSIX_TRISC_SYNC_TrackTensixInstructions(thread_registers)) return 0;
  switch (where.region) {
    case address_region::gpr: return TENSIX_TRISC_SYNC_TrackGPR(thread_registers) ? resource::gpr : 0;
    case address_region::tdma_risc: return TENSIX_TRISC_SYNC_TrackTDMARegs(thread_registers) ? resource::tdma : 0;
    case address_region::config:
    case address_region::config_dual:
    case address_region::thread_config: break;
    default: return 0;
  }
  if (!TENSIX_TRISC_SYNC_TrackGlobalCfg(thread_registers)) return 0;
  const bool one_bank = where.region == address_region::config && where.item < first_global_word;
  if (!TENSIX_TRISC_SYNC_EnSubdividedCfgForUnpacr(thread_registers)) {
    if (one_bank) return resource::config(where.index, config_part::all);
    return resource::config(0, config_part::all) | resource::config(1, config_part::all);
  }
  if (one_bank) return resource::config(where.index, config_parts_of_word(where.item));
  uint8_t parts = config_part::rest;
  if (where.region == address_region::thread_config && where.index == 0 && where.item == DEST_TARGET_REG_CFG_MATH_Offset.reg)
    parts = config_part::unpacker0 | config_part::unpacker1;
  return resource::config(0, parts) | resource::config(1, parts);
}

}  // namespace tensix
