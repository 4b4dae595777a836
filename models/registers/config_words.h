// SPDX-License-Identifier: Apache-2.0
// Where the fields of the backend configuration lie: all that programs for the RISC-V cores (freestanding C++) need of it as
// well. Layer 1. Source: ISA documentation, BackendConfiguration (Blackhole).
#pragma once
#include <cstdint>

namespace tensix {

inline constexpr unsigned thread_count = 3;
inline constexpr unsigned config_words = 224;        // CFG_STATE_SIZE * 4
inline constexpr unsigned first_thcon_word = 64;     // THCON_* words are those from here to the next (THCON_CFGREG_BASE_ADDR32)
inline constexpr unsigned first_global_word = 180;   // words from here on are one for both banks (GLOBAL_CFGREG_BASE_ADDR32)
inline constexpr unsigned thread_config_words = 68;  // THD_STATE_SIZE

// A field of Config: `width` bits from bit `lo` of word `word`. `f(bank)` reads it from one bank's words; `f.further(n)` is the same
// field n words behind it, of the next of several alike.
struct config_field {
  uint16_t word;
  uint8_t lo, width;
  constexpr uint32_t mask() const { return width == 32 ? ~0u : (1u << width) - 1u; }
  constexpr uint32_t operator()(const uint32_t* bank) const { return (bank[word] >> lo) & mask(); }
  constexpr uint32_t place(uint32_t value) const { return (value & mask()) << lo; }
  constexpr config_field further(unsigned words) const { return {static_cast<uint16_t>(word + words), lo, width}; }
};
// A field of ThreadConfig: `f(registers)` reads it from one thread's registers; `f.section(i)` the same field of the i-th of
// several equal, adjacent registers (ADDR_MOD_AB_SEC0..7 and the like).
struct thread_config_field {
  uint16_t reg;
  uint8_t lo, width;
  constexpr uint32_t operator()(const uint16_t* registers) const { return (registers[reg] >> lo) & ((1u << width) - 1u); }
  constexpr uint16_t place(uint32_t value) const { return static_cast<uint16_t>((value & ((1u << width) - 1u)) << lo); }
  constexpr thread_config_field section(unsigned i) const { return {static_cast<uint16_t>(reg + i), lo, width}; }
};

namespace cfg {  // cfg::THCON_SEC0_REG2_Throttle_mode(bank)
#define CONFIG_FIELD(name, word, lo, width) inline constexpr config_field name{word, lo, width};
#define THREAD_CONFIG_FIELD(name, reg, lo, width)
#include "models/registers/config_fields.def"
#undef CONFIG_FIELD
#undef THREAD_CONFIG_FIELD
}  // namespace cfg
// From a field of a THCON_SEC0 register to that of THCON_SEC1: unpacker 1's, and those of packers 2 and 3.
inline constexpr unsigned thcon_section_words =
    cfg::THCON_SEC1_REG0_TileDescriptor.word - cfg::THCON_SEC0_REG0_TileDescriptor.word;
namespace tcfg {  // tcfg::CFG_STATE_ID_StateID(thread registers)
#define CONFIG_FIELD(name, word, lo, width)
#define THREAD_CONFIG_FIELD(name, reg, lo, width) inline constexpr thread_config_field name{reg, lo, width};
#include "models/registers/config_fields.def"
#undef CONFIG_FIELD
#undef THREAD_CONFIG_FIELD
}  // namespace tcfg
// Words and registers to which a write does more than to store.
inline constexpr unsigned state_reset_word = cfg::STATE_RESET_EN.word, prng_seed_word = cfg::PRNG_SEED_Seed_Val.word;
inline constexpr unsigned unpack_misc_cfg_register = tcfg::UNPACK_MISC_CFG_CfgContextCntReset_0.reg;

}  // namespace tensix
