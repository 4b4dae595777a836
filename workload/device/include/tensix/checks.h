// SPDX-License-Identifier: Apache-2.0
// The checked programs, which run before those that are measured (docs/kernels.md): who called, and what happens on wrong use.
// Unchecked, all of it is nothing.
#pragma once
#include "tensix/fault_record.h"
#include "tensix/words.h"

// Functions that checked programs call: their cycles do not count, and they must not be what is too long.
#if TENSIX_CHECKED
// Calls of the same function stay where they are, each with its own address.
#pragma GCC optimize("no-crossjumping", "no-tree-tail-merge")
#define TENSIX_STEP inline __attribute__((noinline))
#else
#define TENSIX_STEP ALWI
#endif

namespace tensix::device {

// Where the kernel last called a function of the API, as an address of this program: each of them begins with called(). Functions of
// the API are parts of their callers (ALWI), so debug information has the kernel's line for it.
static uint32_t call_site;
ALWI void called() {
  if constexpr (checked) asm volatile("auipc %0, 0" : "=r"(call_site));
}

// The address of the program that this is called at.
ALWI uint32_t here() {
  uint32_t pc;
  asm volatile("auipc %0, 0" : "=r"(pc));
  return pc;
}

// Leaves the record and stops the core.
[[noreturn]] inline __attribute__((noinline, cold)) void fault_at(uint32_t pc, misuse what, uint32_t v0, uint32_t v1,
                                                                  uint32_t v2) {
  const uint32_t record = tensix_program::fault_address + core * sizeof(fault_record);
  const uint32_t words[] = {pc, v0, v1, v2};
  for (uint32_t i = 0; i < 4; ++i) l1(record + 4 + 4 * i) = words[i];
  l1(record) = static_cast<uint32_t>(what);
  asm volatile("fence" ::);
  asm volatile("ebreak" ::);
  __builtin_unreachable();
}
[[noreturn]] ALWI void fault(misuse what, uint32_t v0, uint32_t v1, uint32_t v2) { fault_at(call_site, what, v0, v1, v2); }

// Leaves a record, each once, and goes on: what is wrong, but went well this time.
inline __attribute__((noinline, cold)) void warn_at(uint32_t pc, misuse what, uint32_t v0, uint32_t v1, uint32_t v2) {
  uint32_t record = tensix_program::warnings_address + core * most_warnings * sizeof(fault_record);
  const uint32_t words[] = {static_cast<uint32_t>(what), pc, v0, v1, v2};
  for (uint32_t i = 0; i < most_warnings; ++i, record += sizeof(fault_record)) {
    const uint32_t code = l1(record);
    if (code == words[0] && l1(record + 4) == pc) return;
    if (code != 0) continue;
    for (uint32_t w = 0; w < 5; ++w) l1(record + 4 * w) = words[w];
    return;
  }
}
ALWI void warn(misuse what, uint32_t v0, uint32_t v1, uint32_t v2) { warn_at(call_site, what, v0, v1, v2); }

// `pc`: where to, if not to the present call.
ALWI void check_at(uint32_t pc, bool good, misuse what, uint32_t v0 = 0, uint32_t v1 = 0, uint32_t v2 = 0) {
  if constexpr (checked) {
    if (__builtin_expect(!good, 0)) fault_at(pc, what, v0, v1, v2);
  }
}
ALWI void check(bool good, misuse what, uint32_t v0 = 0, uint32_t v1 = 0, uint32_t v2 = 0) {
  check_at(call_site, good, what, v0, v1, v2);
}

// Wrong use that shipping kernels get away with: wrong only if `fatal`.
ALWI void check_unless_usual(bool good, bool fatal, misuse what) {
  if constexpr (checked) {
    if (__builtin_expect(!good, 0)) (fatal ? fault_at : warn_at)(call_site, what, 0, 0, 0);
  }
}

// Before it polls a circular buffer: what it waits for, for the host to tell if nothing comes. No fault: the code stays 0.
// Inlined on T2: behind a call the compiler would load all that the loop around it has in registers anew. T0, whose loops have
// more in registers than there are, is better off with the call.
ALWI void note_wait(uint32_t cb, uint32_t tiles) {
  const uint32_t record = tensix_program::fault_address + core * sizeof(fault_record);
  const uint32_t words[] = {call_site, cb, tiles};
  for (uint32_t i = 0; i < 3; ++i) l1(record + 4 + 4 * i) = words[i];
}
inline __attribute__((noinline, cold)) void note_wait_by_call(uint32_t cb, uint32_t tiles) { note_wait(cb, tiles); }

}  // namespace tensix::device
