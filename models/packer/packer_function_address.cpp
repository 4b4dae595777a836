// SPDX-License-Identifier: Apache-2.0
// Address generators of the packers: where datums come from and where beats go.
#include <string>

#include "models/isa/isa.h"
#include "models/packer/packer_function.h"

namespace tensix {
namespace {

using namespace cfg;

bool is_setreg(uint32_t word) { return opcode_of(word) == opcode::PACR_SETREG; }

// Packers (independent topology) that a PACR starts.
uint32_t packer_mask(uint32_t word) {
  const uint32_t mask = insn::PACR::read_intf_sel(word);
  return mask ? mask : 1;
}

unsigned which_adc(uint32_t word, unsigned thread) {
  if (!insn::PACR::ovrd_thread_id(word)) return thread;
  const unsigned adc = insn::PACR::addr_cnt_context(word);
  return adc == 3 ? 0 : adc;
}

}  // namespace

inline packer_function::source packer_function::find_source(unsigned packer, const uint32_t* bank, uint32_t word,
                                                            unsigned thread) const {
  source from{};
  from.adc = static_cast<uint8_t>(which_adc(word, thread));
  const adc_set& adc = state_.adc[from.adc].set[adc_packers];
  const adc_channel& in = adc.channel[0];
  const bool flush = insn::PACR::flush(word), l1 = packer == 0 && THCON_SEC0_REG1_Source_interface_selection(bank);
  from.datums = flush ? 0 : adc.channel[1].x - in.x + 1;
  if (flush || insn::PACR::zero_write(word)) {
    from.kind = source::kind_t::nothing;
    return from;
  }
  unsigned shift = 0;  // datums of 1 << shift bytes
  uint32_t x_mask = 15;
  switch (field_of_packer(THCON_SEC0_REG1_In_data_format, packer)(bank) & 3) {
    case 0: shift = 2, x_mask = 3; break;
    case 1: shift = 1, x_mask = 7; break;
    default: break;
  }
  const uint32_t address = PCK0_ADDR_BASE_REG_0_Base(bank) + in.x * (PCK0_ADDR_CTRL_XY_REG_0_Xstride(bank) & 15) +
                           in.y * PCK0_ADDR_CTRL_XY_REG_0_Ystride(bank) + in.z * PCK0_ADDR_CTRL_ZW_REG_0_Zstride(bank) +
                           in.w * PCK0_ADDR_CTRL_ZW_REG_0_Wstride(bank);
  if (l1) {
    from.kind = source::kind_t::l1;
    const uint32_t byte = (THCON_SEC0_REG1_L1_source_addr(bank) << 18) + (address & 0x3ffff);
    from.address = ((byte & ~15u) + ((in.x & x_mask) << shift)) & 0x1fffff;
  } else {
    const uint32_t row = DEST_TARGET_REG_CFG_PACK_SEC0_Offset.further(packer)(bank);
    from.address = ((((address >> shift) & ~x_mask) + (in.x & x_mask) + (row << 4)) & 0x3fff) | state_.dst.page(row) << 4;
  }
  return from;
}

// Bit k: read interface k, that is, Dst row k from the start. Fewer or more than four interfaces are a what-if
// (docs/sources.md): PACR's four bits select one interface each, with eight of them pairs, and none selected means all.
inline uint32_t packer_function::interface_mask(const uint32_t* bank, uint32_t word) const {
  const unsigned interfaces = state_.read_interfaces;
  uint32_t mask = insn::PACR::read_intf_sel(word);
  if (interfaces == 8) mask = 3 * ((mask & 1) | (mask & 2) << 1 | (mask & 4) << 2 | (mask & 8) << 3);
  mask &= (1u << interfaces) - 1;
  if (mask == 0) mask = (1u << interfaces) - 1;
  if (THCON_SEC0_REG1_Auto_set_last_pacr_intf_sel(bank)) {
    // The last PACR of a plane reads what is left of it.
    const packer_state& p = packer_[0];
    const unsigned position = PACK_COUNTERS_SEC0_pack_yz_transposed(bank) ? p.tile_z : p.tile_y;
    const unsigned rows = PACK_COUNTERS_SEC0_pack_reads_per_xy_plane(bank);
    if (rows > position && rows - position < interfaces) mask = (1u << (rows - position)) - 1;
  }
  return mask;
}

unsigned packer_function::physical_row(const uint32_t* bank, bool read_32b, unsigned row) const {
  return read_32b ? dst_register::adj32(row, bank) : state_.dst.row16(row, bank);
}

packer_function::reading packer_function::look(uint32_t word, unsigned thread) const {
  reading what;
  what.word = word;
  what.thread = static_cast<uint8_t>(thread);
  what.setreg = is_setreg(word);
  if (what.setreg) return what;
  const uint32_t* bank = state_.bank(thread);
  const bool read_32b = PCK_DEST_RD_CTRL_Read_32b_data(bank);
  const bool remap = DEST_ACCESS_CFG_remap_addrs(bank), swizzle = DEST_ACCESS_CFG_swizzle_32b(bank);
  const bool as_numbered = !read_32b && !remap && !state_.dst.narrow_is_high_half;
  const auto add = [&](unsigned row, unsigned page) {
    row = row % dst_rows | page;
    const unsigned physical = as_numbered ? row
                              : read_32b  ? dst_register::adj32(row, remap, swizzle)
                                          : state_.dst.row16(row, remap, swizzle);
    what.blocks.add_row(physical);
    if (read_32b) what.blocks.add_row(physical + 8);
    return static_cast<uint16_t>(physical);
  };
  const auto in_dst = [](const source& from) {
    return from.kind == source::kind_t::dst && from.datums != 0 && from.datums <= most_datums;
  };
  if (state_.topology == packer_topology::read_interfaces) {
    const source from = what.from[0] = find_source(0, bank, word, thread);
    what.interfaces = static_cast<uint8_t>(interface_mask(bank, word));
    if (!in_dst(from)) return what;
    const unsigned distance = insn::PACR::dst_access_mode(word) ? 16 : 1;
    unsigned row = from.address >> 4;
    const unsigned page = row & ~(dst_rows - 1);
    if (const unsigned n = state_.read_interfaces;
        as_numbered && distance == 1 && what.interfaces + 1u == 1u << n && row % dst_rows + n <= dst_rows) {
      // Almost always: all of them read neighbours, of which there are not more than a block has rows.
      for (unsigned i = 0; i < most_read_interfaces; ++i) what.row[i] = static_cast<uint16_t>(row + i);
      what.rows = static_cast<uint8_t>(n);
      what.blocks.add_row(row), what.blocks.add_row(row + n - 1);
      return what;
    }
    for (unsigned mask = what.interfaces; mask; mask >>= 1, row += distance)
      if (mask & 1) what.row[what.rows++] = add(row, page);
    return what;
  }
  what.packers = static_cast<uint8_t>(packer_mask(word));
  for (unsigned i = 0; i < 4; ++i) {
    if (!(what.packers >> i & 1)) continue;
    const source from = what.from[i] = find_source(i, bank, word, thread);
    if (!in_dst(from)) continue;
    const unsigned page = from.address >> 4 & ~(dst_rows - 1);
    for (uint32_t row = from.address >> 4; row <= (from.address + from.datums - 1) >> 4; ++row) add(row, page);
  }
  return what;
}

void packer_function::set_addresses(unsigned packer, const settings& s, const uint32_t* bank, unsigned adc) {
  packer_state& p = packer_[packer];
  const auto field = [&](config_field f) { return field_of_packer(f, packer)(bank); };
  // A context's address is where that of an independent packer is; all else is taken from the packer's own words.
  const unsigned addressed = state_.topology == packer_topology::read_interfaces ? p.context : packer;
  uint32_t address =
      field_of_packer(THCON_SEC0_REG1_L1_Dest_addr, addressed)(bank) + !field(THCON_SEC0_REG1_Sub_l1_tile_header_size);
  const adc_channel& out = state_.adc[adc].set[adc_packers].channel[1];
  const uint32_t yzw = PCK0_ADDR_BASE_REG_1_Base(bank) + out.y * PCK0_ADDR_CTRL_XY_REG_1_Ystride(bank) +
                       out.z * PCK0_ADDR_CTRL_ZW_REG_1_Zstride(bank) + out.w * PCK0_ADDR_CTRL_ZW_REG_1_Wstride(bank);
  if (state_.topology == packer_topology::read_interfaces) {
    address += yzw >> 4;  // Blackhole: strides are bytes
  } else {
    if (packer != 0) {
      const uint32_t first = THCON_SEC0_REG1_L1_Dest_addr(bank) + !THCON_SEC0_REG1_Sub_l1_tile_header_size(bank);
      if (first >> 31) address += first;
    }
    address += yzw & ~15u;  // Wormhole: strides are sixteenths of the 16-byte unit, cut
  }
  if (field(THCON_SEC0_REG1_Add_l1_dest_addr_offset)) address += p.l1_dest_addr_offset;
  // Bit 31 is the flag for the other packers, no part of the address.
  static constexpr config_field limit[4] = {THCON_SEC0_REG9_Pack_0_2_limit_address, THCON_SEC0_REG9_Pack_1_3_limit_address,
                                            THCON_SEC1_REG9_Pack_0_2_limit_address, THCON_SEC1_REG9_Pack_1_3_limit_address};
  static constexpr config_field fifo[4] = {THCON_SEC0_REG9_Pack_0_2_fifo_size, THCON_SEC0_REG9_Pack_1_3_fifo_size,
                                           THCON_SEC1_REG9_Pack_0_2_fifo_size, THCON_SEC1_REG9_Pack_1_3_fifo_size};
  if ((address & 0x7fffffff) > limit[packer](bank) * 2 + 1) address -= fifo[packer](bank) * 2;

  const auto place = [](stream& to, uint32_t at) {
    if (!to.needs_new_address) return;
    to.byte_address = (at & 0x1ffff) << 4;
    to.needs_new_address = false;
  };
  if (s.compress) {
    place(p.row_starts, address);
    address += field(THCON_SEC0_REG1_Row_start_section_size);
  }
  if (s.exponent_stream) {
    place(p.exponents, address);
    address += field(THCON_SEC0_REG1_Exp_section_size);
  }
  place(p.data, address);
}

void packer_function::advance_counters(uint32_t word, unsigned thread, const bool* used) {
  using namespace tcfg;
  const uint16_t* t = state_.thread_config(thread);
  const unsigned i = insn::PACR::addr_mode(word);
  const auto f = [&](thread_config_field field) { return field.section(i)(t); };
  const uint32_t y_in = f(ADDR_MOD_PACK_SEC0_YsrcIncr), y_out = f(ADDR_MOD_PACK_SEC0_YdstIncr);
  for (unsigned a = 0; a < thread_count; ++a) {
    if (!used[a]) continue;
    adc_channel &in = state_.adc[a].set[adc_packers].channel[0], &out = state_.adc[a].set[adc_packers].channel[1];
    if (f(ADDR_MOD_PACK_SEC0_YsrcClear)) in.y = in.y_cr = 0;
    else if (f(ADDR_MOD_PACK_SEC0_YsrcCR)) in.y = in.y_cr = (in.y_cr + y_in) & adc_y_mask;
    else in.y = (in.y + y_in) & adc_y_mask;
    if (f(ADDR_MOD_PACK_SEC0_ZsrcClear)) in.z = in.z_cr = 0;
    else in.z = (in.z + f(ADDR_MOD_PACK_SEC0_ZsrcIncr)) & adc_z_mask;
    if (f(ADDR_MOD_PACK_SEC0_YdstClear)) out.y = out.y_cr = 0;
    else if (f(ADDR_MOD_PACK_SEC0_YdstCR)) out.y = out.y_cr = (out.y_cr + y_out) & adc_y_mask;
    else out.y = (out.y + y_out) & adc_y_mask;
    if (f(ADDR_MOD_PACK_SEC0_ZdstClear)) out.z = out.z_cr = 0;
    else out.z = (out.z + f(ADDR_MOD_PACK_SEC0_ZdstIncr)) & adc_z_mask;
  }
}

}  // namespace tensix
