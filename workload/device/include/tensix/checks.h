// The checked programs, which run before those that are measured (docs/kernels.md): who called, and what happens on wrong use.
// Unchecked, all of it is nothing.
#pragma once
#include "tensix/fault_record.h"
#include "tensix/tile.h"

namespace tensix::device {

// The last parameter of API functions, never given: `place caller = here()`.
struct place {
  const char* file;
  uint32_t line;
};
ALWI constexpr place here(const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE()) { return {file, line}; }

// Leaves the record and stops the core.
[[noreturn]] inline __attribute__((noinline, cold)) void fault(misuse what, const char* file, uint32_t line, uint32_t v0,
                                                               uint32_t v1, uint32_t v2) {
  const uint32_t record = tensix_program::fault_address + core * sizeof(fault_record);
  const uint32_t words[] = {line, reinterpret_cast<uint32_t>(file), v0, v1, v2};
  for (uint32_t i = 0; i < 5; ++i) l1(record + 4 + 4 * i) = words[i];
  l1(record) = static_cast<uint32_t>(what);
  asm volatile("fence" ::);
  asm volatile("ebreak" ::);
  __builtin_unreachable();
}

// Leaves a record, each once, and goes on: what is wrong, but went well this time.
inline __attribute__((noinline, cold)) void warn(misuse what, const char* file, uint32_t line, uint32_t v0, uint32_t v1,
                                                 uint32_t v2) {
  uint32_t record = tensix_program::warnings_address + core * most_warnings * sizeof(fault_record);
  const uint32_t words[] = {static_cast<uint32_t>(what), line, reinterpret_cast<uint32_t>(file), v0, v1, v2};
  for (uint32_t i = 0; i < most_warnings; ++i, record += sizeof(fault_record)) {
    const uint32_t code = l1(record);
    if (code == words[0] && l1(record + 4) == line && l1(record + 8) == words[2]) return;
    if (code != 0) continue;
    for (uint32_t w = 0; w < 6; ++w) l1(record + 4 * w) = words[w];
    return;
  }
}

ALWI void check(bool good, misuse what, place caller, uint32_t v0 = 0, uint32_t v1 = 0, uint32_t v2 = 0) {
  if constexpr (checked) {
    if (__builtin_expect(!good, 0)) fault(what, caller.file, caller.line, v0, v1, v2);
  }
}

// Before it polls a circular buffer: what it waits for, for the host to tell if nothing comes. No fault: the code stays 0.
// Inlined on T2: behind a call the compiler would load all that the loop around it has in registers anew. T0, whose loops have
// more in registers than there are, is better off with the call.
ALWI void note_wait(const char* file, uint32_t line, uint32_t cb, uint32_t tiles) {
  const uint32_t record = tensix_program::fault_address + core * sizeof(fault_record);
  const uint32_t words[] = {line, reinterpret_cast<uint32_t>(file), cb, tiles};
  for (uint32_t i = 0; i < 4; ++i) l1(record + 4 + 4 * i) = words[i];
}
inline __attribute__((noinline, cold)) void note_wait_by_call(const char* file, uint32_t line, uint32_t cb, uint32_t tiles) {
  note_wait(file, line, cb, tiles);
}

}  // namespace tensix::device
