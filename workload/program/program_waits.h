// SPDX-License-Identifier: Apache-2.0
// Who waits for what, in the terms of a program: circular buffers, semaphores, barriers. No SystemC.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "workload/compile/device_faults.h"
#include "workload/program/program_placement.h"

namespace tensix {

// A core that goes round in a loop which reads this word.
struct waiting_core {
  unsigned core;
  uint32_t polled;                          // address
  std::string line;                         // of its kernel, "reader.cpp:12"; empty: not known
  std::optional<checked_words::wait> wait;  // what a checked program has said that it waits for
};
// "reader (NC) waits for room in c_0 (reader.cpp:12): ..."; empty: the word is none of these. `load`: a word as a debugger reads it.
std::string wait_text(const device_program& program, const tile_program& tile, const waiting_core& waits,
                      const std::function<uint32_t(uint32_t address)>& load);

// The call that polls this register of a network interface: "noc_async_read_barrier (NoC 1)"; empty: none does.
std::string barrier_at(uint32_t address);

// "reader (NC)", "T0"
std::string core_name(const tile_program& tile, unsigned core);
// The source of what runs there; empty: nothing does.
std::string source_of(const tile_program& tile, unsigned core);
// Pages ever put into circular buffer `index`, and taken out of it: the lower 16 bits, which is what programs compare.
std::pair<uint32_t, uint32_t> page_counts(unsigned index, const std::function<uint32_t(uint32_t address)>& load);

}  // namespace tensix
