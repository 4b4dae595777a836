// SPDX-License-Identifier: Apache-2.0
// Where the configuration of the packers lies, and the words of it that a packer's settings are made from. Layer 1.
#pragma once
#include <array>
#include <cstdint>

#include "models/registers/config_words.h"

namespace tensix {

inline constexpr unsigned packer_count = 4;

// First of the four words that each packer has for itself. They are laid out alike, but for some flags (`_REG8_` of packers 1, 3).
inline constexpr uint16_t packer_config_word[packer_count] = {
    cfg::THCON_SEC0_REG1_Row_start_section_size.word, cfg::THCON_SEC0_REG8_Row_start_section_size.word,
    cfg::THCON_SEC1_REG1_Row_start_section_size.word, cfg::THCON_SEC1_REG8_Row_start_section_size.word};

// A packer's own field, given as packer 0's or 1's.
constexpr config_field field_of_packer(config_field f, unsigned packer) {
  const bool of_packer1 = f.word >= packer_config_word[1] && f.word < packer_config_word[1] + 4;
  return f.further(0u + packer_config_word[packer] - packer_config_word[of_packer1]);
}

// Which word of a packer a field of packer 0 stands for.
enum class packer_place : uint8_t {
  common,   // the same for all packers
  own,      // among the packer's own four
  of_pair,  // in the THCON section of packers 0, 1 or of 2, 3
  counters  // one word a packer, adjacent
};

// The words that a packer's settings are made from, as they were when they were kept. One list (`of_packer0`): settings are out of
// date if a word on it is another, and are made from nothing else; a field whose word is not on it does not compile.
class packer_words {
 public:
  static constexpr unsigned size = 13;

  // The word of the configuration that the i-th one is.
  static constexpr unsigned word_of(unsigned i, unsigned packer) {
    return of_packer0[i].word + further(of_packer0[i].place, packer);
  }

  bool equal(unsigned packer, const uint32_t* bank) const {
    uint32_t differs = 0;
    for (unsigned i = 0; i < size; ++i) differs |= words_[i] ^ bank[index[packer][i]];
    return differs == 0;
  }
  [[gnu::noinline]] void keep(unsigned packer, const uint32_t* bank) {
    for (unsigned i = 0; i < size; ++i) words_[i] = bank[index[packer][i]];
  }
  template <const config_field& field, packer_place place = packer_place::common>
  uint32_t get() const {
    constexpr unsigned i = find(field, place);
    static_assert(i < size, "packer settings are made from a configuration word that is not on their list");
    return config_field{static_cast<uint16_t>(i), field.lo, field.width}(words_);
  }

 private:
  struct entry {
    uint16_t word;
    packer_place place;
  };
  static constexpr entry of_packer0[size] = {
      {cfg::ALU_FORMAT_SPEC_REG_Dstacc_val.word, packer_place::common},
      {cfg::ALU_FORMAT_SPEC_REG2_Dstacc.word, packer_place::common},  // and of the roundings
      {cfg::STACC_RELU_ApplyRelu.word, packer_place::common},
      {cfg::PCK_DEST_RD_CTRL_Read_32b_data.word, packer_place::common},
      {cfg::PCK_EDGE_OFFSET_SEC0_mask.word, packer_place::common},
      {cfg::PCK_EDGE_OFFSET_SEC1_mask.word, packer_place::common},
      {cfg::PCK_EDGE_OFFSET_SEC2_mask.word, packer_place::common},
      {cfg::PCK_EDGE_OFFSET_SEC3_mask.word, packer_place::common},
      {cfg::THCON_SEC0_REG1_All_pack_disable_zero_compress_ovrd.word, packer_place::common},
      {cfg::THCON_SEC0_REG1_In_data_format.word, packer_place::own},
      {cfg::THCON_SEC0_REG1_Downsample_mask.word, packer_place::own},
      {cfg::THCON_SEC0_REG1_Pac_LF8_4b_exp.word, packer_place::of_pair},
      {cfg::PACK_COUNTERS_SEC0_pack_per_xy_plane.word, packer_place::counters},
  };
  static constexpr unsigned further(packer_place place, unsigned packer) {
    switch (place) {
      case packer_place::own: return packer_config_word[packer] - packer_config_word[0];
      case packer_place::of_pair: return packer / 2 * thcon_section_words;
      case packer_place::counters: return packer;
      default: return 0;
    }
  }
  static constexpr unsigned find(config_field f, packer_place place) {
    const unsigned word = place == packer_place::own ? field_of_packer(f, 0).word : f.word;
    unsigned i = 0;
    while (i < size && (of_packer0[i].word != word || of_packer0[i].place != place)) ++i;
    return i;
  }
  static const std::array<std::array<uint16_t, size>, packer_count> index;  // word_of, by packer

  uint32_t words_[size] = {};
};

inline constexpr std::array<std::array<uint16_t, packer_words::size>, packer_count> packer_words::index = [] {
  std::array<std::array<uint16_t, size>, packer_count> all{};
  for (unsigned packer = 0; packer < packer_count; ++packer)
    for (unsigned i = 0; i < size; ++i) all[packer][i] = static_cast<uint16_t>(word_of(i, packer));
  return all;
}();

}  // namespace tensix
