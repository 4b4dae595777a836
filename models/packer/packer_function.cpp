// SPDX-License-Identifier: Apache-2.0
// PACR: the whole pipeline from Dst (or L1) to beats, and what it does to counters and status. Here what takes part and in which
// order; addresses: packer_function_address.cpp; a row: packer_function_row.cpp; what is behind it: packer_function_output.cpp.
#include "models/packer/packer_function.h"

#include <string>

#include "models/isa/isa.h"
#include "support/text/hex_text.h"

namespace tensix {
namespace {

using namespace cfg;

constexpr uint32_t beside_concat = 3u << 5;  // the kernel library's field is three bits wide, the documented one is one
constexpr uint32_t undocumented = beside_concat | insn::PACR::cfg_context.place(3) | insn::PACR::ctxt_ctrl.place(3) |
                                  insn::PACR::row_pad_zero.place(7) | insn::PACR::addr_cnt_context.place(3);

// Column bits of a downsample mask that starts at column `first` with its bit `turn`.
constexpr uint32_t kept_columns(uint16_t mask, unsigned first, unsigned turn) {
  const unsigned left = (first - turn) & 15;
  return (uint32_t{mask} << left | uint32_t{mask} >> ((16 - left) & 15)) & 0xffff;
}

}  // namespace

void packer_function::execute(const reading& what, pack_job& job) {
  const uint32_t word = what.word;
  const unsigned thread = what.thread;
  job.begin(word, thread);
  if (what.setreg) return set_register(word, thread, job);
  if ((word & undocumented) || packer_[0].context != 0) check_fields(word, thread);
  if (state_.topology == packer_topology::independent) check_packers(what);
  // RowPadZero, as the instruction's description in the public kernel library has it: bits 1:0 say when (1 always, 2 without
  // Concat, 3 with Last), bit 2 whether each row is padded to 16 datums or all that has been packed.
  const bool last = insn::PACR::last(word);
  const uint32_t pad_when = insn::PACR::row_pad_zero(word) & 3;
  const bool pads = pad_when == 1 || (pad_when == 2 && !insn::PACR::concat(word)) || (pad_when == 3 && last);
  const bool pads_all = pads && (insn::PACR::row_pad_zero(word) & 4);
  pad_rows_ = pads && !pads_all;
  job.flush = last || insn::PACR::flush(word);

  const uint32_t* bank = state_.bank(thread);
  bool used[thread_count] = {};  // ADCs
  for (uint32_t left = what.packers; left; left &= left - 1) {
    const auto i = static_cast<unsigned>(__builtin_ctz(left));
    const settings& s = resolve(i, bank, word, thread);
    used[what.from[i].adc] = true;
    const packer_state& p = packer_[i];
    if (p.data.needs_new_address || (s.exponent_stream && p.exponents.needs_new_address) ||
        (s.compress && p.row_starts.needs_new_address))
      set_addresses(i, s, bank, what.from[i].adc);
    pack_datums(i, s, bank, what, job);
    if (pads && s.compress)
      state_.diagnose.undefined("packer", static_cast<int>(thread), word, "RowPadZero with compression is not documented");
    if (pads_all && !insn::PACR::flush(word)) pad_to_row(i, s, packer_[i].row_fill, job);
    if (s.compress && (job.flush || !insn::PACR::concat(word))) end_compressed_row(i, s, job);
    if (job.flush) flush(i, s, job);
    packer_[i].tile_beats += static_cast<uint32_t>(job.beats[i].size());
    if (last) end_tile(i, s, bank, thread);
    if (job.flush) packer_[i].tile_beats = 0;
  }
  advance_counters(word, thread, used);
}

// Defined are single ones, 0 and 1, 2 and 3, all.
void packer_function::check_packers(const reading& what) {
  constexpr uint32_t defined = 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8 | 1u << 3 | 1u << 12 | 1u << 15;
  if (defined >> what.packers & 1) return;
  state_.diagnose.undefined("packer", what.thread, what.word, "packer mask " + std::to_string(what.packers) + " is undefined");
}

// What it reads, to its output buffers.
void packer_function::pack_datums(unsigned packer, const settings& s, const uint32_t* bank, const reading& what,
                                  pack_job& job) {
  const source& from = what.from[packer];
  job.dst_datum_bytes = s.read_32b ? 4 : 2;
  if (from.datums > most_datums) {
    const adc_set& adc = state_.adc[from.adc].set[adc_packers];
    state_.diagnose.undefined(
        "packer", what.thread, what.word,
        "X range " + std::to_string(adc.channel[0].x) + " to " + std::to_string(adc.channel[1].x) + " of the packers' ADC");
  } else if (from.datums == 0) {
    // Flush only.
  } else if (from.kind == source::kind_t::l1) {
    job.from_l1 = true;
    pack_datums_of_l1(s, from, job);
  } else if (state_.topology == packer_topology::read_interfaces) {
    pack_rows_of_interfaces(s, bank, what, job);
  } else {
    ++job.rows;
    pack_datums_of_packer(packer, s, bank, from, job);
  }
}

void packer_function::end_tile(unsigned packer, const settings& s, const uint32_t* bank, unsigned thread) {
  packer_state& p = packer_[packer];
  p.status.last_tile_size = static_cast<uint16_t>(p.tile_beats);
  p.status.last_thread = static_cast<uint8_t>(thread);
  const config_field header = (packer & 1) ? THCON_SEC0_REG8_Add_tile_header_size : THCON_SEC0_REG1_Add_tile_header_size;
  p.status.accumulated_tile_size[thread] =
      static_cast<uint16_t>(p.status.accumulated_tile_size[thread] + p.tile_beats + field_of_packer(header, packer)(bank));
  if (s.out_fifo && finished_tiles) finished_tiles->push_tile(packer, p.status.last_tile_size, p.status.all_zero_flags);
}

// Fields whose values are not documented.
void packer_function::check_fields(uint32_t word, unsigned thread) {
  using namespace insn::PACR;
  const auto complain = [&](const char* what, uint32_t value) {
    state_.diagnose.undefined("packer", static_cast<int>(thread), word,
                              std::string(what) + " " + std::to_string(value) + " is not documented");
  };
  if (state_.topology == packer_topology::read_interfaces) use_context(word, thread);
  else if (cfg_context(word)) complain("With independent packers CfgContext", cfg_context(word));
  if (ctxt_ctrl(word)) complain("CtxtCtrl", ctxt_ctrl(word));
  if (row_pad_zero(word) == 4) complain("RowPadZero", 4);
  if (word & beside_concat) complain("Concat with bits 6:5,", (word & beside_concat) >> 5);
  if (addr_cnt_context(word) && !ovrd_thread_id(word)) complain("AddrCntContext without OvrdThreadId:", addr_cnt_context(word));
}

// Of CfgContext is public that each of the four has an address in L1 of its own (docs/sources.md), not whether each has output
// buffers of its own.
void packer_function::use_context(uint32_t word, unsigned thread) {
  packer_state& p = packer_[0];
  const auto context = static_cast<uint8_t>(insn::PACR::cfg_context(word));
  if (context != p.context && !p.data.needs_new_address)
    state_.diagnose.undefined(
        "packer", static_cast<int>(thread), word,
        "CfgContext " + std::to_string(context) + " goes on with what PACRs of CfgContext " + std::to_string(p.context) +
            " have packed, without Last or Flush between them: public is that a context has an address in L1 "
            "of its own, not what becomes of a started output");
  p.context = context;
}

void packer_function::pack_rows_of_interfaces(const settings& s, const uint32_t* bank, const reading& what, pack_job& job) {
  packer_state& p = packer_[0];
  const source& from = what.from[0];
  const uint32_t mask = what.interfaces;
  const unsigned interfaces = state_.read_interfaces, start = from.address >> 4, first = from.address & 15;
  const auto complain = [&](const std::string& text) {
    state_.diagnose.undefined("packer", static_cast<int>(job.thread), job.word, text);
  };
  if (insn::PACR::dst_access_mode(job.word)) {
    if (!DEST_ACCESS_CFG_swizzle_32b(bank) || !DEST_ACCESS_CFG_remap_addrs(bank))
      complain("DstAccessMode 1 without DEST_ACCESS_CFG_swizzle_32b and DEST_ACCESS_CFG_remap_addrs");
  } else if ((mask << (start & (interfaces - 1))) >= 1u << interfaces) {
    complain("read interfaces " + std::to_string(mask) + " from Dst row " + std::to_string(start) +
             " leave the aligned group of " + (interfaces == 4 ? "four" : std::to_string(interfaces)) + " rows");
  }
  if (insn::PACR::read_intf_sel(job.word) >> interfaces)
    complain("read interfaces " + std::to_string(insn::PACR::read_intf_sel(job.word)) + ", but there are only " +
             std::to_string(interfaces));
  unsigned count = from.datums;
  if (insn::PACR::zero_write(job.word) && insn::PACR::read_intf_sel(job.word) == 0 && count > row_datums &&
      count % row_datums == 0) {
    // Then, the kernel library says, the X range is that of all datums.
    for (; count > 0; count -= row_datums) {
      row_lanes zeroes = {};
      finish_lanes(0, s, zeroes, s.downsample, job);
    }
    return;
  }
  if (count > 16 - first) {
    complain("X range of " + std::to_string(count) + " datums from column " + std::to_string(first) +
             " does not fit into a row of Dst");
    count = 16 - first;
  }
  const uint32_t select = columns(first, count) & (s.downsample == 0xffff ? 0xffff : kept_columns(s.downsample, first, 0));
  const bool from_dst = from.kind == source::kind_t::dst;
  const bool transposed = PACK_COUNTERS_SEC0_pack_yz_transposed(bank);
  uint8_t& position = transposed ? p.tile_z : p.tile_y;
  const unsigned rows = from_dst ? what.rows : static_cast<unsigned>(__builtin_popcount(mask));
  job.rows = static_cast<uint8_t>(job.rows + rows);
  if (!from_dst) {
    for (unsigned i = 0; i < rows; ++i) {
      row_lanes zeroes = {};
      finish_lanes(0, s, zeroes, select, job);
    }
    return;
  }
  if (s.plain && select == 0xffff && keeps_all_edges(0, s, bank) && !counts_exponents()) {
    job.dst_reads = what.blocks;
    pack_plain_rows(0, s, what.row, rows, job);
  } else {
    for (unsigned i = 0; i < rows; ++i)
      pack_row(0, s, bank, what.row[i], first, count, select, transposed ? p.tile_y : p.tile_y + i,
               transposed ? p.tile_z + i : p.tile_z, job);
  }
  job.datums_in += rows * row_datums;
  // The plane ends only where the position lands exactly on its size.
  position = static_cast<uint8_t>(position + rows);
  if (position == PACK_COUNTERS_SEC0_pack_reads_per_xy_plane(bank)) {
    position = 0;
    ++(transposed ? p.tile_y : p.tile_z);
  }
}

void packer_function::pack_datums_of_packer(unsigned packer, const settings& s, const uint32_t* bank, const source& from,
                                            pack_job& job) {
  packer_state& p = packer_[packer];
  uint32_t address = from.address, left = from.datums;
  unsigned turn = 0;  // of the downsample mask
  const unsigned page = address >> 4 & ~(dst_rows - 1);
  if (from.kind == source::kind_t::nothing) {
    while (left > 0) {
      const unsigned n = left < row_datums ? left : row_datums;
      row_lanes zeroes = {};
      finish_lanes(packer, s, zeroes, columns(0, n) & s.downsample, job);
      left -= n;
    }
    return;
  }
  const unsigned plane = PACK_COUNTERS_SEC0_pack_reads_per_xy_plane.further(packer)(bank);
  const bool transposed = PACK_COUNTERS_SEC0_pack_yz_transposed.further(packer)(bank);
  job.datums_in += left;
  const bool plain = s.plain && keeps_all_edges(packer, s, bank) && !counts_exponents();
  while (left > 0) {
    const unsigned first = address & 15;
    unsigned n = row_datums - first;
    if (n > left) n = left;
    if (n > row_datums - p.tile_x) n = row_datums - p.tile_x;
    const unsigned filled = p.data.fill;
    const auto physical = static_cast<uint16_t>(physical_row(bank, s.read_32b, (address >> 4) % dst_rows | page));
    if (plain && n == row_datums) {
      job.dst_reads.add_row(physical);
      if (s.read_32b) job.dst_reads.add_row(physical + 8u);
      pack_plain_rows(packer, s, &physical, 1, job);
    } else {
      const uint32_t kept = s.downsample == 0xffff ? 0xffff : kept_columns(s.downsample, first, turn);
      pack_row(packer, s, bank, physical, first, n, columns(first, n) & kept, p.tile_y, p.tile_z, job);
    }
    date_beats(packer, s, filled, turn, n, job);
    turn += n;
    address += n;
    left -= n;
    p.tile_x = static_cast<uint8_t>(p.tile_x + n);
    if (p.tile_x < row_datums) continue;
    p.tile_x = 0;
    uint8_t &inner = transposed ? p.tile_z : p.tile_y, &outer = transposed ? p.tile_y : p.tile_z;
    if (++inner == plane) inner = 0, ++outer;
  }
}

void packer_function::pack_datums_of_l1(const settings& s, const source& from, pack_job& job) {
  job.datums_in += from.datums;
  const uint8_t* l1 = state_.l1.data();
  const size_t size = state_.l1.size();
  state_.bring_l1(from.address, from.datums * s.bytes_in);
  uint32_t address = from.address;
  unsigned turn = 0;
  for (uint32_t left = from.datums; left > 0;) {
    const unsigned n = left < row_datums ? left : row_datums;
    row_lanes lanes = {};
    uint16_t* half = lanes.half;
    if (address + size_t{n} * s.bytes_in > size) {
      state_.diagnose.undefined("packer", static_cast<int>(job.thread), job.word,
                                "packer 0 reads L1 beyond its end, at " + hex_text(address));
    } else {
      for (unsigned i = 0; i < n; ++i) {
        const uint8_t* b = l1 + address + i * s.bytes_in;
        const uint32_t x = s.bytes_in == 4   ? b[0] | b[1] << 8 | b[2] << 16 | uint32_t{b[3]} << 24
                           : s.bytes_in == 2 ? b[0] | b[1] << 8u
                                             : uint32_t{b[0]};
        const uint32_t integer = s.l1_shift < 0 ? x >> -s.l1_shift : x << s.l1_shift;
        // One-byte floats: sign and mantissa in their places, exponent zero; E5M2 is a cut FP16.
        if (is_wide_lane(s.early.lane)) lanes.words[i] = integer;
        else if (s.bytes_in == 1 && s.early.lane == pack_lane::bf16)
          half[i] = static_cast<uint16_t>((x & 0x80) << 8 | (x & 0x7f));
        else if (s.in == data_format::bfp8a) half[i] = static_cast<uint16_t>((x & 0x80) << 8 | (x & 0x7f) << 3);
        else if (s.in == data_format::fp8) half[i] = static_cast<uint16_t>(x << 8);
        else half[i] = static_cast<uint16_t>(integer);
      }
    }
    const uint32_t kept = s.downsample == 0xffff ? 0xffff : kept_columns(s.downsample, 0, turn);
    finish_lanes(0, s, lanes, columns(0, n) & kept, job);
    address += n * s.bytes_in;
    turn += n;
    left -= n;
  }
}

}  // namespace tensix
