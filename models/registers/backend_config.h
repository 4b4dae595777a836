// SPDX-License-Identifier: Apache-2.0
// Backend configuration: both banks of Config, and ThreadConfig of the three threads. Layer 1.
// Source: ISA documentation, BackendConfiguration (Blackhole).
#pragma once
#include <cstdint>

#include "models/registers/config_words.h"

namespace tensix {

struct backend_config {
  uint32_t config[2][config_words] = {};
  uint16_t thread[thread_count][thread_config_words] = {};

  unsigned state_id(unsigned t) const { return tcfg::CFG_STATE_ID_StateID(thread[t]); }
  // The bank that thread t's instructions read.
  const uint32_t* bank(unsigned t) const { return config[state_id(t)]; }

  // One 32-bit write with the hardware's rules: global words go to both banks; any write to STATE_RESET_EN (unless it comes
  // from RMWCIB) clears the bank's non-global words. Returns false for a word that does not exist.
  bool write(unsigned bank_index, unsigned word, uint32_t value, bool from_rmwcib = false) {
    if (word >= config_words) return false;
    if (word >= first_global_word) {
      config[0][word] = config[1][word] = value;
      return true;
    }
    config[bank_index][word] = value;
    if (word == state_reset_word && !from_rmwcib)
      for (unsigned i = 0; i < first_global_word; ++i) config[bank_index][i] = 0;
    return true;
  }
};

}  // namespace tensix
