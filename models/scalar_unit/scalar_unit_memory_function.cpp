// SPDX-License-Identifier: Apache-2.0
// The scalar unit's indirect loads and stores, and its atomic operations on L1.
#include <algorithm>

#include "models/scalar_unit/scalar_unit_function.h"
#include "models/scalar_unit/scalar_unit_table_function.h"
#include "support/text/hex_text.h"

namespace tensix {

namespace {
constexpr uint32_t mmio_mask = 0x000ffffcu;

// Memory is little-endian, as is every host we support; spelled out so that nothing depends on it.
uint32_t read_le(const uint8_t* p, unsigned bytes) {
  uint32_t v = 0;
  for (unsigned i = 0; i < bytes; ++i) v |= uint32_t{p[i]} << (8 * i);
  return v;
}
void write_le(uint8_t* p, uint32_t v, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) p[i] = static_cast<uint8_t>(v >> (8 * i));
}
// Size field of LOADIND and STOREIND: 16, 4, 2 or 1 bytes.
constexpr unsigned size_bytes[4] = {16, 4, 2, 1};
}  // namespace

uint32_t scalar_unit_function::step_offset(uint32_t word, unsigned thread) {
  constexpr unsigned steps[4] = {0, 2, 4, 16};
  const unsigned index = insn::LOADIND::offset_index(word);
  const uint32_t was = half(thread, index);
  set_half(thread, index, was + steps[insn::LOADIND::auto_inc_spec(word)]);
  return was;
}

void scalar_unit_function::load_indirect(uint32_t word, unsigned thread) {
  const unsigned size = insn::LOADIND::size_sel(word), bytes = size_bytes[size], data = insn::LOADIND::data_reg_index(word);
  const uint32_t base = state_.gpr[thread][insn::LOADIND::addr_reg_index(word)] * 16;
  const uint32_t address = (base + step_offset(word, thread)) & ~(bytes - 1);
  const uint8_t* p = l1(word, thread, address, bytes);
  if (!p) return;
  uint32_t value[4] = {read_le(p, std::min(bytes, 4u))};
  for (unsigned i = 1; i < bytes / 4; ++i) value[i] = read_le(p + 4 * i, 4);
  if (size == 0) loaded(thread, gpr_group(data).first, 4, value);
  else loaded(thread, data, 1, value, size == 1 ? 0 : ~((1u << (8 * bytes)) - 1));
}

bool scalar_unit_function::store_indirect(uint32_t word, unsigned thread) {
  if (!insn::STOREIND::mem_hier_sel(word) && !insn::STOREIND::size_sel(word)) return store_to_src(word, thread);
  const unsigned data = insn::STOREIND::data_reg_index(word);
  uint32_t* gpr = state_.gpr[thread];
  const uint32_t address_register = gpr[insn::STOREIND::addr_reg_index(word)];
  if (!insn::STOREIND::mem_hier_sel(word)) {
    // Here the store comes before the offset moves, which matters when the data register holds the offset.
    const uint32_t address = address_register + (half(thread, insn::STOREIND::offset_index(word)) >> 4);
    store_mmio(word, thread, mmio_base + (address & mmio_mask), gpr[data]);
    step_offset(word, thread);
    return true;
  }
  const unsigned size = storeind_size(word), bytes = size_bytes[size];
  const uint32_t address = (address_register * 16 + step_offset(word, thread)) & ~(bytes - 1);
  uint8_t* p = l1(word, thread, address, bytes);
  if (!p) return true;
  if (size == 0)
    for (unsigned i = 0; i < 4; ++i) write_le(p + 4 * i, gpr[gpr_group(data).first + i], 4);
  else write_le(p, gpr[data], bytes);
  wrote_l1(p, bytes);
  return true;
}

// Four BF16 datums from two GPRs to four columns of one SrcA or SrcB row: of each GPR the low half is in Dst's order (sign,
// mantissa, exponent), the high half in IEEE order.
bool scalar_unit_function::store_to_src(uint32_t word, unsigned thread) {
  const bool to_b = insn::STOREIND::reg_size_sel(word);
  src_register& src = to_b ? state_.srcb : state_.srca;
  src_bank& bank = src.filling();
  if (bank.allowed_client != src_client::unpackers) return false;
  const uint32_t* gpr = &state_.gpr[thread][gpr_group(insn::STOREIND::data_reg_index(word)).first];
  uint32_t datum[4];
  for (unsigned i = 0; i < 2; ++i) {
    datum[2 * i] = uint32_t{dst_decode_bf16(static_cast<uint16_t>(gpr[i]))} << 3;
    datum[2 * i + 1] = (gpr[i] >> 16) << 3;
  }
  const uint32_t start = state_.gpr[thread][insn::STOREIND::addr_reg_index(word)];
  const uint32_t address = (start + (step_offset(word, thread) >> 4)) & 0xfffff;
  int row = static_cast<int>((address & 0xffff) >> 2);
  bool valid = (address & 0xf0000) == 0;
  if (to_b) {
    valid = valid && row < 16;
    row += static_cast<int>(src.src_row[thread]);
  } else {
    row -= 4;  // the unpacker's first four rows of addresses do not exist in SrcA
    if (valid && row < 0) return true;
    if (tcfg::SRCA_SET_SetOvrdWithAddr(state_.thread_config(thread))) {
      valid = valid && row < static_cast<int>(src_rows);
    } else {
      valid = valid && row < 16;
      row += static_cast<int>(src.src_row[thread]);
    }
  }
  if (!valid) {
    undefined(word, thread, "STOREIND: address " + hex_text(address) + " is not in Src" + (to_b ? "B" : "A"));
    return true;
  }
  bank.fill(src_row_set(static_cast<unsigned>(row), 1));
  std::copy(datum, datum + 4, bank.row[static_cast<unsigned>(row) % src_rows] + (address & 3) * 4);
  return true;
}

uint8_t* scalar_unit_function::atomic_line(uint32_t word, unsigned thread, unsigned offset, unsigned bytes) {
  return l1(word, thread, state_.gpr[thread][insn::ATSWAP::addr_reg_index(word)] * 16 + offset, bytes);
}

void scalar_unit_function::increment_and_get(uint32_t word, unsigned thread) {
  using namespace insn::ATINCGET;
  uint8_t* p = atomic_line(word, thread, 4 * sel32b(word), 4);
  if (!p) return;
  const uint32_t was = read_le(p, 4), by = state_.gpr[thread][data_reg_index(word)];
  const uint32_t mask = static_cast<uint32_t>((uint64_t{2} << wrap_val(word)) - 1);
  write_le(p, ((was + by) & mask) | (was & ~mask), 4);
  wrote_l1(p, 4);
  loaded(thread, data_reg_index(word), 1, &was);
}

bool scalar_unit_function::increment_pointer(uint32_t word, unsigned thread) {
  using namespace insn::ATINCGETPTR;
  uint8_t* p = atomic_line(word, thread, 0, 16);
  if (!p) return true;
  const unsigned which = sel32b(word), width = wrap_val(word);
  const uint32_t mask = (1u << width) - 1;
  const uint32_t step = no_incr(word) ? 0 : 1u << incr_val(word);
  const uint32_t filled = read_le(p + 4, 4) - read_le(p, 4);
  if (which & 1) {
    const uint32_t capacity = width ? 1u << (width - 1) : 0x8000;
    if (filled != 0 && filled % capacity == 0) return false;  // full
  } else if (filled == 0) {
    return false;  // empty
  }
  const uint32_t was = read_le(p + 4 * which, 4);
  write_le(p + 4 * which, ((was + step) & mask) | (was & ~mask), 4);
  wrote_l1(p, 16);
  loaded(thread, data_reg_index(word), 1, &was);
  return true;
}

void scalar_unit_function::swap(uint32_t word, unsigned thread) {
  using namespace insn::ATSWAP;
  uint8_t* p = atomic_line(word, thread, 0, 16);
  if (!p) return;
  const uint32_t* gpr = state_.gpr[thread];
  const unsigned data = data_reg_index(word);
  uint32_t value[4] = {};
  if (atswap_single_data_reg(word)) value[data & 3] = gpr[data];
  else std::copy(gpr + gpr_group(data).first, gpr + gpr_group(data).first + 4, value);
  for (unsigned i = 0; i < 8; ++i)
    if (swap_mask(word) >> i & 1) write_le(p + 2 * i, value[i >> 1] >> (16 * (i & 1)), 2);
  wrote_l1(p, 16);
}

bool scalar_unit_function::compare_and_swap(uint32_t word, unsigned thread) {
  using namespace insn::ATCAS;
  uint8_t* p = atomic_line(word, thread, 4 * sel32b(word), 4);
  if (!p) return true;
  if (read_le(p, 4) != cmp_val(word)) return false;
  write_le(p, swap_val(word) & 15, 4);
  wrote_l1(p, 4);
  return true;
}

}  // namespace tensix
