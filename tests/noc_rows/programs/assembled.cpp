// SPDX-License-Identifier: Apache-2.0
// assembled.S as a kernel of `tensix-tlm program`: ASSEMBLED is the path of what the preprocessor has made of it.
#include "arguments.h"

asm(".include \"" ASSEMBLED "\"\n .text");
extern "C" void kernel();

KERNEL {
  const volatile uint32_t* const words = arguments();
  register uint32_t out asm("a0") = reinterpret_cast<uint32_t>(results());
  register uint32_t own asm("a1") = words[0];
  register uint32_t target asm("a2") = words[1];
  register uint32_t page asm("a3") = words[2];
  asm volatile("call kernel"  // which saves next to nothing
               : "+r"(out), "+r"(own), "+r"(target), "+r"(page)
               :
               : "memory", "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a4", "a5", "a6", "a7", "s1", "s2", "s3", "s4", "s5",
                 "s6", "s7", "s8", "s9", "s10", "s11");
}
