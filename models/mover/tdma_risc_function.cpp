// SPDX-License-Identifier: Apache-2.0
#include "models/mover/tdma_risc_function.h"

#include <cstring>
#include <string>

#include "models/isa/instruction_words.h"
#include "support/text/hex_text.h"

namespace tensix {

namespace {
namespace at = tdma_register;
enum : uint32_t { command_move = 0x40, command_wait = 0x46, command_write_l1 = 0x66, command_nop = 0x89 };
constexpr uint32_t write_l1_always = 0x600, write_l1_64b = 0x100;

// A move in one word: source (behind a base), destination and size in units of 16 bytes.
move_job compact_move(uint32_t word, uint32_t base) {
  constexpr instruction_field source{8, 8}, destination{16, 8}, size{24, 6}, to_l1{30, 1};
  const auto mode = static_cast<uint32_t>(to_l1(word) ? move_mode::copy_l1 : move_mode::copy_to_registers);
  return mover_function::from_fields(destination(word), base + source(word), size(word), mode);
}

}  // namespace

void tdma_risc_function::undefined(const std::string& text) const { state_.diagnose.undefined("tdma_risc", -1, 0, text); }

// ---- Commands ----

bool tdma_risc_function::enqueue(unsigned core, uint32_t word) {
  if (full()) return false;
  tdma_command c;
  c.word = word;
  c.core = static_cast<uint8_t>(core);
  if (!c.compact()) {
    // The hardware ought to wait here and does not.
    if (credits_ == 0) undefined("command " + hex_text(word) + " with parameters while two such commands are already queued");
    else c.took_credit = true, --credits_;
    std::memcpy(c.parameter, parameters_, sizeof c.parameter);
  }
  queue_.push_back(c);
  return true;
}

bool tdma_risc_function::advance() {
  if (queue_.empty()) return false;
  const tdma_command& c = queue_.front();
  const bool busy = actions->mover_busy();
  switch (c.word & 0xff) {
    case command_move: {
      if (busy) return false;
      move_job job = c.compact() ? compact_move(c.word, mover_base_[c.core])
                                 : mover_function::from_fields(c.parameter[1], c.parameter[0], c.parameter[2], c.parameter[3]);
      job.word = c.word;
      actions->start_move(job);
      break;
    }
    case command_wait:
      if (busy) return false;
      break;
    case command_write_l1: {
      const unsigned bytes = c.word & write_l1_64b ? 8 : 4;
      const uint32_t address = c.parameter[0];
      if (c.compact() || (c.word & write_l1_always) != write_l1_always) {
        undefined("L1 write command " + hex_text(c.word) + ": bit 31 must be clear, bits 10:9 set");
      } else if (address % bytes || address >= state_.l1.size() || state_.l1.size() - address < bytes) {
        undefined("L1 write command " + hex_text(c.word) + " of " + std::to_string(bytes) + " bytes to address " +
                  hex_text(address) + ", which is misaligned or outside L1");
      } else {
        const uint64_t value = c.parameter[2] | (bytes == 8 ? uint64_t{c.parameter[3]} << 32 : 0);
        if (!actions->write_l1(address, bytes, value)) return false;
      }
      break;
    }
    case command_nop: break;
    default: undefined("command " + hex_text(c.word) + " does not exist (0x40, 0x46, 0x66, 0x89 do)");
  }
  if (c.took_credit) ++credits_;
  queue_.pop_front();
  return true;
}

// ---- Registers ----

bool tdma_risc_function::store(unsigned core, uint32_t offset, uint32_t value) {
  switch (offset) {
    case at::source:
    case at::destination:
    case at::size:
    case at::direction: parameters_[offset / 4] = value; return true;
    case at::command: return enqueue(core, value);
    case at::status: return true;
    case at::mover_base: mover_base_[core % tdma_core_count] = value; return true;
    default: break;
  }
  if (packers && packers->tdma_store(offset, value)) return true;
  if (const unsigned packer = offset / at::packer_stride; packer < tdma_packer_count) switch (offset % at::packer_stride) {
      case at::tile_zero_flags:
        if (!metadata_[packer].empty()) metadata_[packer].pop_front();
        return true;
      case at::tile_size:
      case at::all_zero_flags: return true;
      default: break;
    }
  uint32_t ignored = 0;
  if (packers && packers->tdma_load(offset, ignored)) return true;  // it can only be read
  undefined("store to register " + hex_text(offset) + ", which does not exist");
  return true;
}

bool tdma_risc_function::peek(unsigned core, uint32_t offset, uint32_t& value) const {
  value = 0;
  switch (offset) {
    case at::source:
    case at::destination:
    case at::size:
    case at::direction:
    case at::command: return true;
    case at::status: value = status(); return true;
    case at::mover_base: value = mover_base_[core % tdma_core_count]; return true;
    default: break;
  }
  const unsigned packer = offset / at::packer_stride;
  if (packer < tdma_packer_count) {
    const auto& fifo = metadata_[packer];
    const uint32_t base = offset % at::packer_stride;
    if (base == at::tile_size || base == at::tile_zero_flags) {
      if (!fifo.empty()) value = base == at::tile_size ? fifo.front().size : fifo.front().all_zero_flags;
      return !fifo.empty();
    }
  }
  if (!packers || !packers->tdma_load(offset, value)) return false;
  if (offset == at::metadata_status) {
    value &= ~0xffu;
    for (unsigned i = 0; i < tdma_packer_count; ++i)
      value |= uint32_t{metadata_[i].empty()} << (2 * i) | uint32_t{metadata_[i].size() == metadata_entries} << (2 * i + 1);
  } else if ((offset == at::scalers_and_status || offset == at::packer_stride + at::scalers_and_status) &&
             actions->packer_busy()) {
    value |= ((1u << tdma_packer_count) - 1) << 27;
  }
  return true;
}

bool tdma_risc_function::load(unsigned core, uint32_t offset, uint32_t& value) {
  const unsigned packer = offset / at::packer_stride;
  const uint32_t base = packer < tdma_packer_count ? offset % at::packer_stride : 0;
  if (peek(core, offset, value)) {
    if (base == at::tile_zero_flags) metadata_[packer].pop_front();
    return true;
  }
  if (base == at::tile_size) return false;
  if (base == at::tile_zero_flags) undefined("metadata taken from the empty FIFO of packer " + std::to_string(packer));
  else undefined("load from register " + hex_text(offset) + ", which does not exist");
  return true;
}

uint32_t tdma_risc_function::status() const {
  const auto left = static_cast<uint32_t>(queue_entries - queue_.size());
  return uint32_t{actions->mover_busy()} | uint32_t{full()} << 2 | uint32_t{queue_.empty()} << 3 |
         uint32_t{credits_ == 0} << 4 | uint32_t{credits_ == parameter_credits} << 5 | left << 8;
}

void tdma_risc_function::push_tile(unsigned packer, uint32_t tile_size, uint32_t all_zero_flags) {
  auto& fifo = metadata_[packer % tdma_packer_count];
  if (fifo.size() < metadata_entries) fifo.push_back({tile_size, all_zero_flags});
}

}  // namespace tensix
