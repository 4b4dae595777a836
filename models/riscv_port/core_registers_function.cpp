// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_port/core_registers_function.h"

#include "models/memory/address_map.h"

namespace tensix {

namespace {
// DBG_FEATURE_DISABLE: bit 11 makes 16-bit accesses to Dst those of the high halves of 32-bit datums. Bit 3 (L1_ARB_LFSR_EN)
// randomises L1's arbitration, which moves cycles and no data; of the others nothing is public.
constexpr uint32_t feature_disable_dst_wide = 1u << 11, feature_disable_random_l1 = 1u << 3;
constexpr uint32_t soft_reset_cores = 0x47800;  // B, T0, T1, T2, NC

// Registers that hold what was written and change nothing that is modelled.
bool is_storage(uint32_t offset) {
  switch (offset) {
    case tile_control::feature_disable:
    case tile_control::pc_buffer_override:
    case tile_control::config_read_control:
    case tile_control::soft_reset:
    case 0x70:  // clock gating: CG_CTRL_HYST0..2, DEST_CG_CTRL, CG_CTRL_EN, CG_KICK
    case 0x74:
    case 0x7c:
    case 0x240:
    case 0x244:
    case 0x248:
    case 0x224:  // DISABLE_RESET
    case 0x228:  // reset addresses
    case 0x22c:
    case 0x230:
    case 0x234:
    case 0x238:
    case 0x23c: return true;
    default: return false;
  }
}

std::string place(uint32_t offset) {
  const char* name = address_map::tile_control_register(offset);
  return address_map::describe(accessor_brisc, address_map::tile_control_base + offset) +
         (name ? ", which is not modelled" : ", where no register is known");
}
}  // namespace

bool tile_control::peek(uint32_t offset, uint32_t& value) const {
  if (counters.has(offset)) return counters.peek(offset, value);
  if (!is_storage(offset)) return false;
  value = word_[offset / 4];
  return true;
}

uint32_t tile_control::load(tensix_state& state, const char* who, uint32_t offset, uint64_t cycle) {
  switch (offset) {
    case wall_clock_low: high_at_ = static_cast<uint32_t>(cycle >> 32); return static_cast<uint32_t>(cycle);
    case wall_clock_high_now: return static_cast<uint32_t>(cycle >> 32);
    case wall_clock_high: return high_at_;
    case config_read_data: return word_[offset / 4];
    default: break;
  }
  if (counters.has(offset)) return counters.load(state.diagnose, who, offset);
  if (is_storage(offset)) return word_[offset / 4];
  state.diagnose.undefined(who, -1, 0, "load from " + place(offset));
  return 0;
}

void tile_control::store(tensix_state& state, const char* who, uint32_t offset, uint32_t value, uint64_t cycle) {
  switch (offset) {
    case wall_clock_low: high_at_ = static_cast<uint32_t>(cycle >> 32); return;
    case wall_clock_high_now:
    case wall_clock_high: return;  // no effect
    case sticky_bits: return;      // clearing what is not kept; a load of them is diagnosed
    default: break;
  }
  if (counters.has(offset)) return counters.store(state.diagnose, who, offset, value);
  if (!is_storage(offset)) {
    state.diagnose.undefined(who, -1, 0, "store to " + place(offset));
    return;
  }
  if (offset == config_read_control) {  // fetches the word that the cores see at TENSIX_CFG_BASE + 4 x
    const decoded_address d = address_map::decode(accessor_brisc, address_map::config_base + 4 * (value & 0x7ff));
    uint32_t& data = word_[config_read_data / 4];
    switch (d.region) {
      case address_region::config: data = state.config.config[d.index][d.item]; break;
      case address_region::config_dual: data = state.config.config[0][d.item]; break;
      case address_region::thread_config: data = state.config.thread[d.index][d.item]; break;
      default: state.diagnose.undefined(who, -1, 0, "CFGREG_RD_CNTL " + std::to_string(value) + ": no such configuration word");
    }
  }
  if (offset == feature_disable) {
    state.dst.narrow_is_high_half = value & feature_disable_dst_wide;
    if (const uint32_t others = value & ~(feature_disable_dst_wide | feature_disable_random_l1))
      state.diagnose.undefined(
          who, -1, 0,
          "DBG_FEATURE_DISABLE " + std::to_string(others) + ": of these bits nothing is public; known are 3 and 11");
  }
  if (offset == soft_reset && (value & ~soft_reset_cores))
    state.diagnose.undefined(who, -1, 0, "SOFT_RESET_0 " + std::to_string(value) + ": the reset of units is not modelled");
  word_[offset / 4] = value;
  if (listener) listener->control_stored(offset, value);
}

}  // namespace tensix
