// SPDX-License-Identifier: Apache-2.0
#include "models/noc_interface/noc_registers_function.h"

#include <algorithm>
#include <cstdio>

namespace tensix {
namespace {

using namespace noc_offset;

constexpr uint32_t translation_enable = 1u << 14;
constexpr unsigned table_entry_bits = 5, entries_a_register = 6;

uint32_t packed(const std::array<uint8_t, 32>& table, unsigned which) {
  uint32_t word = 0;
  for (unsigned i = 0; i < entries_a_register && entries_a_register * which + i < table.size(); ++i)
    word |= uint32_t{table[entries_a_register * which + i]} << table_entry_bits * i;
  return word;
}

}  // namespace

noc_registers::noc_registers(const noc_identity& identity, const noc_translation_if& translation, diagnostics& diagnose)
    : identity_(identity), translation_(translation), diagnose_(diagnose) {
  fill_configuration();
  read_tables();
}

// What ARC's firmware leaves behind; bits that it does not write and that no page describes are 0.
void noc_registers::fill_configuration() {
  const unsigned noc = identity_.noc;
  const noc_tables& t = translation_.tables(noc);
  configuration(niu_cfg_0) = 1u << 13 | (identity_.translation ? translation_enable : 0);
  configuration(router_cfg_0) = 0xF00;  // the largest back-off exponent
  configuration(columns_without) = translation_.columns_without_multicast(noc);
  configuration(rows_without) = translation_.rows_without_multicast(noc);
  configuration(logical) = identity_.translated.x | uint32_t{identity_.translated.y} << 6;
  if (!identity_.translation) return;
  for (unsigned i = 0; i < 6; ++i) {
    configuration(x_table + 4 * i) = packed(t.x, i);
    configuration(y_table + 4 * i) = packed(t.y, i);
    configuration(dram_table + 4 * i) = packed(t.dram, i);
  }
  configuration(dram_table + 20) |= (t.dram_in_column_9 ? 1u << 10 : 0) | (t.dram_in_column_0 ? 1u << 11 : 0);
  configuration(column_mask) = t.column_mask;
  configuration(row_mask) = t.row_mask;
  configuration(column_swap) = t.column_swap;
}

void noc_registers::read_tables() {
  noc_tables& t = tables_;
  const auto unpack = [&](std::array<uint8_t, 32>& table, uint32_t first) {
    for (unsigned i = 0; i < table.size(); ++i)
      table[i] = configuration(first + 4 * (i / entries_a_register)) >> table_entry_bits * (i % entries_a_register) & 31;
  };
  unpack(t.x, x_table);
  unpack(t.y, y_table);
  unpack(t.dram, dram_table);
  t.dram_in_column_9 = configuration(dram_table + 20) >> 10 & 1;
  t.dram_in_column_0 = configuration(dram_table + 20) >> 11 & 1;
  t.column_mask = configuration(column_mask);
  t.row_mask = configuration(row_mask);
  t.column_swap = configuration(column_swap);
}

uint32_t noc_registers::node_id() const {
  uint32_t x = identity_.place.x, y = identity_.place.y;
  if (identity_.noc == 1) {
    x = identity_.columns - 1 - x;
    y = identity_.rows - 1 - y;
  }
  // Datelines: the links around the edges.
  const uint32_t last_x = x + 1 == identity_.columns, last_y = y + 1 == identity_.rows, x_first = identity_.noc == 0;
  return x | y << 6 | uint32_t{identity_.columns} << 12 | uint32_t{identity_.rows} << 19 | last_x << 26 | last_y << 27 |
         x_first << 28;
}

uint32_t noc_registers::endpoint_id() const {
  return uint32_t{identity_.tile_index} | 0x0100u << 8 | uint32_t{identity_.noc} << 24;
}

bool noc_registers::receives_multicast() const {
  const uint32_t node = node_id();
  return !(configuration(columns_without) >> (node & 63) & 1) && !(configuration(rows_without) >> (node >> 6 & 63) & 1);
}

// NIU_TRANS_COUNT_RTZ_NUM: the first of those that interrupt.
uint32_t noc_registers::number_of_zero() const {
  const uint32_t pending = counters_.reached_zero() & zero_enable_ & 0xFFFF;
  uint32_t n = 0;
  while (n < 16 && !(pending >> n & 1)) ++n;
  return n == 16 ? 0 : n;
}

std::string noc_registers::at(uint32_t offset) const {
  char address[32];
  std::snprintf(address, sizeof address, " (0x%08x)", 0xFFB20000u + 0x10000u * identity_.noc + offset);
  const std::string name = noc_register_name(offset);
  return "NoC " + std::to_string(identity_.noc) + ": " + (name.empty() ? "no register" : name) + address;
}

uint32_t noc_registers::peek(uint32_t offset) const {
  offset &= ~3u;
  switch (noc_register_kind(offset)) {
    case noc_register::initiator: return initiators_[offset / initiator_stride].word[offset % initiator_stride / 4];
    case noc_register::command: return initiators_[offset / initiator_stride].busy;
    case noc_register::node_id: return node_id();
    case noc_register::endpoint_id: return endpoint_id();
    case noc_register::configuration: return configuration(offset);
    case noc_register::counter: return counters_[(offset - noc_offset::counters) / 4];
    case noc_register::zero_enable: return zero_enable_;
    case noc_register::zero_number: return number_of_zero();
    case noc_register::zero_source: return counters_.reached_zero();
    case noc_register::errors:       // none happen
    case noc_register::fifo_status:  // the FIFO is off
    case noc_register::clear:
    case noc_register::zero_clear:
    case noc_register::unmodelled:
    case noc_register::none: return 0;
  }
  return 0;
}

uint32_t noc_registers::load(const char* who, uint32_t offset) {
  const uint32_t value = peek(offset);
  switch (noc_register_kind(offset)) {
    case noc_register::none: report(who, "load of " + at(offset)); break;
    case noc_register::unmodelled: report(who, "load of " + at(offset) + ", which is not modelled"); break;
    case noc_register::clear: report(who, "load of " + at(offset) + ", which can only be written"); break;
    case noc_register::zero_number:
      if (!(zero_enable_ >> 28 & 1)) counters_.forget_zero(1u << value);
      break;
    default: break;
  }
  return value;
}

bool noc_registers::store(const char* who, uint32_t offset, uint32_t value) {
  offset &= ~3u;
  switch (noc_register_kind(offset)) {
    case noc_register::initiator: store_initiator(who, offset, value); return false;
    case noc_register::command: {
      const unsigned number = offset / initiator_stride;
      if (value & 1) return command(who, number);
      if (initiators_[number].busy) report(who, "0 to " + at(offset) + ": a command cannot be taken back");
      return false;
    }
    case noc_register::clear: counters_.clear_outstanding(value); return false;
    case noc_register::configuration: store_configuration(who, offset, value); return false;
    case noc_register::zero_enable: zero_enable_ = value; return false;
    case noc_register::zero_clear: counters_.forget_zero(value); return false;
    case noc_register::zero_number:
    case noc_register::zero_source: return false;  // documented to do nothing
    case noc_register::node_id:
    case noc_register::endpoint_id:
    case noc_register::errors:
    case noc_register::fifo_status:
    case noc_register::counter: report(who, "store to " + at(offset) + ", which can only be read"); return false;
    case noc_register::unmodelled: report(who, "store to " + at(offset) + ", which is not modelled"); return false;
    case noc_register::none: report(who, "store to " + at(offset)); return false;
  }
  return false;
}

void noc_registers::store_configuration(const char* who, uint32_t offset, uint32_t value) {
  uint32_t& word = configuration(offset);
  if (offset == niu_cfg_0) {
    if (value & ~word & 1u << 12) report(who, at(offset) + ": bit 12 turns off the clock of this tile, which is not modelled");
    if (value & ~word & 1u << 16) report(who, at(offset) + ": bit 16 makes a queue of the initiators, which is not modelled");
  }
  if (offset == memory_shutdown && value) report(who, at(offset) + ": memories cannot be shut down in this model");
  if (offset == debug_reset) return;  // which clears itself, and counts of flits are not modelled
  word = value;
  if (offset >= x_table) read_tables();
}

}  // namespace tensix
