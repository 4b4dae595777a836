// SPDX-License-Identifier: Apache-2.0
// --stop-at: a place where the run is to stop, as the command line has it. No SystemC.
#pragma once
#include <cstdint>
#include <string>

#include "models/contracts/cores.h"

namespace tensix {

// [CORE:]WHAT (docs/debug.md).
struct stop_place {
  enum class kind : uint8_t { cycle, word, line, instruction, function } what;
  std::string text;      // as given
  unsigned core;         // or thread; core_count: any
  uint64_t number;       // the cycle, the word's address, the line, the instruction word
  std::string name;      // file, function, instruction
  bool exactly = false;  // instruction: this word, not any of the name
};
// Throws usage_error. A name that is an instruction's is taken for it.
stop_place parse_stop_place(const std::string& text);

}  // namespace tensix
