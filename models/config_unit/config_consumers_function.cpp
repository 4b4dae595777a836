// SPDX-License-Identifier: Apache-2.0
#include "models/config_unit/config_consumers.h"

#include <array>
#include <cstring>

#include "models/isa/isa.h"
#include "models/registers/backend_config.h"

namespace tensix {

namespace {

enum consumer : uint8_t {
  no_unit = 0,
  unpacker0 = 1,
  unpacker1 = 2,
  packers = 4,
  matrix = 8,
  vector = 16,
  mover = 32,
  unpackers = unpacker0 | unpacker1
};

// A word has several fields, of which each unit reads some. The first row that a name begins with counts.
struct row {
  const char* prefix;
  unsigned who;
};
constexpr row rows[] = {
    {"ALU_FORMAT_SPEC_REG0_SrcAUnsigned", unpackers},
    {"ALU_FORMAT_SPEC_REG0_SrcBUnsigned", unpackers},
    {"ALU_FORMAT_SPEC_", matrix | vector | packers},
    {"ALU_ACC_CTRL_", matrix | vector | packers},
    {"ALU_ROUNDING_MODE_", matrix | packers},
    {"STACC_RELU_", packers},
    {"INT_DESCALE_", packers},
    {"DEST_OFFSET_", matrix},
    {"DEST_REGW_BASE_", matrix | vector},
    {"DEST_SP_BASE_", vector},
    {"DEST_ACCESS_CFG_", unpackers | packers | matrix | vector},
    {"SRC_ACCESS_CFG_", matrix},
    {"CG_SRC_PIPELINE_", matrix},
    {"CHICKEN_BITS_sfpu_", vector},
    {"UNP0_", unpacker0},
    {"UNP1_", unpacker1},
    {"PCK", packers},
    {"PACK_", packers},
    {"TILE_ROW_SET_MAPPING_", packers},
    {"TILE_FACE_SET_MAPPING_", packers},
    {"DEST_TARGET_REG_CFG_PACK_", packers},
    // A section each for the two unpackers, two for each of the four packers, one each for the mover's settings.
    {"THCON_SEC0_REG1_Unp_", unpacker0},
    {"THCON_SEC1_REG1_Unp_", unpacker1},
    {"THCON_SEC0_REG1_ovrd_default_throttle_mode", unpacker0},
    {"THCON_SEC1_REG1_ovrd_default_throttle_mode", unpacker1},
    {"THCON_SEC0_REG10_Packer_", packers},
    {"THCON_SEC1_REG10_Packer_", packers},
    {"THCON_SEC0_REG10_", unpacker0},
    {"THCON_SEC1_REG10_", unpacker1},
    {"THCON_SEC0_REG11_", unpacker0},
    {"THCON_SEC1_REG11_", unpacker1},
    {"THCON_SEC0_REG0_", unpacker0},
    {"THCON_SEC1_REG0_", unpacker1},
    {"THCON_SEC0_REG1_", packers},
    {"THCON_SEC1_REG1_", packers},
    {"THCON_SEC0_REG2_", unpacker0},
    {"THCON_SEC1_REG2_", unpacker1},
    {"THCON_SEC0_REG3_", unpacker0},
    {"THCON_SEC1_REG3_", unpacker1},
    {"THCON_SEC0_REG4_", unpacker0},
    {"THCON_SEC1_REG4_", unpacker1},
    {"THCON_SEC0_REG5_", unpacker0},
    {"THCON_SEC1_REG5_", unpacker1},
    {"THCON_SEC0_REG6_", mover},
    {"THCON_SEC1_REG6_", mover},
    {"THCON_SEC0_REG7_", unpacker0},
    {"THCON_SEC1_REG7_", unpacker1},
    {"THCON_SEC0_REG8_", packers},
    {"THCON_SEC1_REG8_", packers},
    {"THCON_SEC0_REG9_", packers},
    {"THCON_SEC1_REG9_", packers},
    // No instruction reads these while it starts: the RISC-V cores' settings, what acts when it is written, what only the
    // configuration unit reads.
    {"DISABLE_RISC_BP_", no_unit},
    {"ECC_SCRUBBER_", no_unit},
    {"RISC_DEST_ACCESS_CTRL_", no_unit},
    {"STATE_RESET_EN", no_unit},
    {"RISCV_IC_INVALIDATE_", no_unit},
    {"PRNG_SEED_", no_unit},
    {"TRISC_END_PC_", no_unit},
    {"BRISC_END_PC_", no_unit},
    {"NOC_RISC_END_PC_", no_unit},
    {"RISC_PREFETCH_CTRL_", no_unit},
    {"SCRATCH_", no_unit},
    {"L1_CACHE_TAG_SEARCH_ACCEL_", no_unit},
};

const row* row_of(const char* name) {
  for (const row& r : rows)
    if (std::strncmp(name, r.prefix, std::strlen(r.prefix)) == 0) return &r;
  return nullptr;
}

// By word, from the names of its fields.
std::array<uint8_t, config_words> consumers_by_word() {
  std::array<uint8_t, config_words> who{};
#define CONFIG_FIELD(name, word, lo, width) \
  if (const row* r = row_of(#name)) who[word] = static_cast<uint8_t>(who[word] | r->who);
#define THREAD_CONFIG_FIELD(name, reg, lo, width)
#include "models/registers/config_fields.def"
#undef CONFIG_FIELD
#undef THREAD_CONFIG_FIELD
  // A tile descriptor is four words with one name.
  for (unsigned i = 1; i < 4; ++i) {
    who[cfg::THCON_SEC0_REG0_TileDescriptor.word + i] = unpacker0;
    who[cfg::THCON_SEC1_REG0_TileDescriptor.word + i] = unpacker1;
  }
  return who;
}

unsigned consumer_of(uint32_t word) {
  switch (unit_of(word)) {
    case unit_id::unpacker: return insn::UNPACR::unpack_block_selection(word) ? unpacker1 : unpacker0;
    case unit_id::packer: return packers;
    case unit_id::matrix_unit: return matrix;
    case unit_id::vector_unit: return vector;
    case unit_id::mover: return mover;
    case unit_id::scalar_unit:
    case unit_id::config_unit:
    case unit_id::sync_unit:
    case unit_id::misc_unit:
    case unit_id::frontend:
    case unit_id::nop:
    case unit_id::none: break;
  }
  return no_unit;
}

}  // namespace

bool consumes(uint32_t word, unsigned index) {
  static const std::array<uint8_t, config_words> who = consumers_by_word();
  return index < config_words && (who[index] & consumer_of(word)) != 0;
}

bool has_known_consumers(const char* field_name) { return row_of(field_name) != nullptr; }

}  // namespace tensix
