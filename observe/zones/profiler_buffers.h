// SPDX-License-Identifier: Apache-2.0
// Zones that programs built with tt-llk's own profiler (LLK_PROFILER) have written into their buffers in L1: a host would read
// them there, with times of the wall clock, which counts the model's cycles. No SystemC.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "workload/elf/elf_image.h"

namespace tensix {

struct buffered_mark {
  uint64_t cycle;
  elf_image::zone_mark mark;  // `address`: its number in the buffer
};

std::string unknown_zone(uint32_t number);

// What lies in the buffer of `core` (T0 to T2) at the end of a run, in the order of time, each zone within those around it;
// nothing: the program is not so built.
std::vector<buffered_mark> profiler_marks(const elf_image& program, unsigned core, const uint8_t* l1, size_t l1_bytes);

}  // namespace tensix
