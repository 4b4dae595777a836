// SPDX-License-Identifier: Apache-2.0
// What others see of the packers, and the registers the packers write: SETDMAREG's signals, PACR_SETREG, TDMA-RISC.
#include <cstring>
#include <string>

#include "models/isa/isa.h"
#include "models/packer/packer_function.h"
#include "support/text/hex_text.h"

namespace tensix {
namespace {

using namespace cfg;

namespace at = tdma_register;

}  // namespace

const uint32_t* packer_function::random_lanes() {
  for (uint32_t& r : random_lanes_) r = random_.next();
  return random_lanes_;
}

void packer_function::reset_accumulated_tile_sizes(uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) {
    if (!(value >> (16 + i) & 1)) continue;
    for (uint16_t& size : packer_[i].status.accumulated_tile_size) size = 0;
    packer_[i].l1_dest_addr_offset = static_cast<uint16_t>(value);
  }
}

uint32_t packer_function::tile_size(unsigned packer, unsigned thread) const {
  const packer_status& s = packer_[packer].status;
  return s.last_thread == thread ? s.last_tile_size : 0;
}

std::array<uint32_t, 4> packer_function::signals(unsigned thread, unsigned input, unsigned packers) {
  std::array<uint32_t, 4> v{};
  const uint32_t* bank = state_.bank(thread);
  switch (input) {
    case 0:
      for (unsigned i = 0; i < 4; ++i)
        v[i] = uint32_t{packer_[i].status.accumulated_tile_size[thread]} << 16 | tile_size(i, thread);
      break;
    case 1:
      for (unsigned i = 0; i < 4; ++i) v[i] = packer_[i].status.all_zero_flags;
      break;
    case 2:
    case 3:
    case 4:
    case 5: {  // a tile header
      const unsigned i = input - 2;
      const bool uncompressed = THCON_SEC0_REG1_All_pack_disable_zero_compress_ovrd(bank)
                                    ? THCON_SEC0_REG1_pack_start_intf_pos(bank) >> i & 1
                                    : field_of_packer(THCON_SEC0_REG1_Disable_zero_compress, i)(bank);
      v[0] = (tile_size(i, thread) + 1) & 0xffff;
      v[1] = field_of_packer(THCON_SEC0_REG1_Out_data_format, i)(bank) << 16 | uint32_t{uncompressed} << 20;
      v[2] = packer_[i].status.all_zero_flags;
      break;
    }
    case 6:
    case 7: std::memcpy(v.data(), packer_[packers & 3].status.exponent_histogram + (input - 6) * 16, 16); break;
    case 8:
      for (unsigned i = 0; i < 4; ++i) {
        v[0] |= (packer_[i].status.all_zero_flags & 1) << i;
        if (packers >> i & 1)
          for (uint16_t& size : packer_[i].status.accumulated_tile_size) size = 0;
      }
      break;
    case 9: v[0] = packer_[0].status.max_exponent; break;
    default: break;
  }
  return v;
}

void packer_function::set_register(uint32_t word, unsigned thread, pack_job& job) {
  using namespace insn::PACR_SETREG;
  const uint32_t* bank = state_.bank(thread);
  const bool blackhole = state_.topology == packer_topology::read_interfaces;
  if (blackhole && mode_sel(word)) {
    // Loads one half of the value that later ones write: 16 bits at 18:3, bit 2 the half.
    const unsigned shift = word & 4 ? 16 : 0;
    setreg_data_ = (setreg_data_ & ~(0xffffu << shift)) | (word >> 3 & 0xffff) << shift;
    return;
  }
  job.flush = true;
  const unsigned packers = blackhole ? 1 : 4;
  for (unsigned i = 0; i < packers; ++i) {
    // A packer that has not been configured has nothing to flush either.
    const packer_state& p = packer_[i];
    const bool holds = p.data.fill || p.exponents.fill || p.row_starts.fill || p.group_fill || p.run.row_open || p.run.in_group;
    const settings& s = holds ? resolve(i, bank, word, thread) : p.set;
    if (s.compress) end_compressed_row(i, s, job);
    flush(i, s, job);
  }
  if (!push(word) || !insn::PACR_SETREG::flush(word)) {
    state_.diagnose.undefined("packer", static_cast<int>(thread), word,
                              "PACR_SETREG without both Push and Flush writes nothing");
    return;
  }
  // Blackhole: four base addresses and a value of its own. Before: two, selected by bit 22, and ten bits in the instruction.
  const uint32_t base = setreg_base[blackhole ? addr_sel(word) : mode_sel(word)];
  const uint32_t value10 = wr_data(word);
  const uint32_t high = value10 * setreg_high_scaler[THCON_SEC0_REG1_Out_data_format(bank) & 3];
  const uint32_t value = blackhole ? setreg_data_ : value10 + ((high & 0x1ffff) << 12);
  const uint32_t address = setreg::address(base, stream_id(word));
  if (!setreg::writable(address) || !bus) {
    state_.diagnose.undefined("packer", static_cast<int>(thread), word,
                              "PACR_SETREG to address " + hex_text(address) + ", which cannot be written");
    return;
  }
  job.store = {true, address, value};
}

bool packer_function::tdma_load(uint32_t offset, uint32_t& value) const {
  const unsigned packer = offset / at::packer_stride, thread = offset % at::packer_stride / at::thread_stride;
  const auto accumulator = [&](unsigned i) { return unpackers[i] ? unpackers[i]->register_write_accumulator() : 0; };
  // Which packers are busy is not known here, without time.
  const auto scalers_and_status = [&](unsigned unpacker) {
    uint32_t r = 0;
    for (unsigned i = 0; i < 3; ++i) r |= setreg_high_scaler[i] << (9 * i);
    if (accumulator(unpacker) & 0x10000) r |= 1u << 31;
    return r;
  };
  switch (offset) {
    case at::unpack_setreg_bases: value = tdma_unpack_bases_; return true;
    case at::setreg_scaler3: value = tdma_scaler3_; return true;
    case at::metadata_status: value = tdma_pack_bases_ << 8; return true;
    case at::scalers_and_status: value = scalers_and_status(0); return true;
    case at::packer_stride + at::scalers_and_status: value = scalers_and_status(1); return true;
    default: break;
  }
  if (packer >= packer_count) return false;
  if (offset % at::packer_stride == at::all_zero_flags) {
    value = packer_[packer].status.all_zero_flags;
    return true;
  }
  if (thread >= thread_count) return false;
  switch (offset % at::thread_stride) {
    case at::last_tile_size: value = tile_size(packer, thread); return true;
    case at::accumulated_size: {
      value = accumulator(packer & 1) << 16 | packer_[packer].status.accumulated_tile_size[thread];
      return true;
    }
    default: return false;
  }
}

bool packer_function::tdma_store(uint32_t offset, uint32_t value) {
  switch (offset) {
    case at::unpack_setreg_bases:
      tdma_unpack_bases_ = value & 0xffffff7f;
      for (unpacker_registers_if* u : unpackers)
        if (u) u->set_register_address(value);
      return true;
    case at::setreg_scaler3:
      tdma_scaler3_ = value & 0x01ff007f;
      setreg_high_scaler[3] = value >> 16 & 0x1ff;
      return true;
    case at::pack_setreg_bases:
      tdma_pack_bases_ = value;
      for (unsigned i = 0; i < 2; ++i) setreg_base[i] = setreg::base(value, i);
      return true;
    case at::scalers_and_status:
    case at::packer_stride + at::scalers_and_status:
      for (unsigned i = 0; i < 3; ++i) setreg_high_scaler[i] = value >> (9 * i) & 0x1ff;
      return true;
    default: break;
  }
  if (offset < packer_count * at::packer_stride && offset % at::thread_stride == at::accumulated_size &&
      offset % at::packer_stride / at::thread_stride < thread_count) {
    reset_accumulated_tile_sizes(value);
    return true;
  }
  return false;
}

}  // namespace tensix
