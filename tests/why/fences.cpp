// SPDX-License-Identifier: Apache-2.0
// What fences, CSR reads and loads wait for - loads, and the core's own stores - and atomics, for predictions_test.py.
#include "compute_kernel_api.h"
void kernel_main() {
  auto* const word = reinterpret_cast<volatile uint32_t*>(get_tile_address(tt::CBIndex::c_16, 0));
  uint32_t sum = 0, other;
  for (int i = 0; i < 400; i++) {
    sum += *word;
    asm volatile("fence" ::: "memory");
  }
  for (int i = 0; i < 400; i++) {
    other = *word;
    asm volatile(".insn i 0x73, 2, zero, x0, -1024" : : "r"(other) : "memory");  // csrr zero, cycle
    sum += other;
  }
  for (int i = 0; i < 400; i++) {
    asm volatile(".insn r 0x2f, 2, 0, %0, %1, %2" : "=r"(other) : "r"(word), "r"(0) : "memory");  // amoadd.w
    sum += other;
  }
  for (uint32_t i = 0; i < 400; i++) {
    word[4] = i;
    word[8] = i;
    asm volatile("fence" ::: "memory");
  }
  for (uint32_t i = 0; i < 400; i++) {
    word[4] = i;
    sum += word[4];
  }
  *word = sum;
}
