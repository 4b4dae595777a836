// SPDX-License-Identifier: Apache-2.0
// Zones: windows of a run between two marks that a core passes (docs/zones.md). For kernels by the names of TT-Metalium and
// tt-llk (tools/profiler/kernel_profiler.hpp, profiler.h); needs nothing else, so that programs of `tensix-tlm elf` may include
// it, too.
//
// A mark is one instruction that does nothing, "slti x0, x0, ..." (RISC-V: a HINT, designated for custom use), and an entry in
// the section .tensix_zones, which is not loaded: address of the instruction, what it is, name, file, line, a word each
// (workload/elf/elf_zones.cpp). What begins last ends first.
#pragma once

#if defined(TENSIX_ZONES) && TENSIX_ZONES

namespace tensix::device {
// "R": kept though nothing refers to it, and with it what it refers to (the names).
#define TENSIX_MARK(kind) \
  ".pushsection .tensix_zones, \"R\", @progbits\n.word 771f, " kind ", %0, %1, %2\n.popsection\n771: slti x0, x0, " kind

struct zone_end {
  inline __attribute__((always_inline)) ~zone_end() { asm inline volatile(TENSIX_MARK("0") : : "i"(0), "i"(0), "i"(0)); }
};
}  // namespace tensix::device

// From here to the end of the scope, which has no other. `name`: a literal. A sum: its single times are of no interest.
#define TENSIX_ZONE(name) TENSIX_ZONE_OF_KIND(name, "1")
#define TENSIX_ZONE_SUM(name) TENSIX_ZONE_OF_KIND(name, "2")
#define TENSIX_ZONE_OF_KIND(name, kind)                                                  \
  asm inline volatile(TENSIX_MARK(kind) : : "i"("" name), "i"(__FILE__), "i"(__LINE__)); \
  [[maybe_unused]] const tensix::device::zone_end zone;

#else

#define TENSIX_ZONE(name)
#define TENSIX_ZONE_SUM(name)

#endif
