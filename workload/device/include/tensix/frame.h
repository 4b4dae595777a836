// SPDX-License-Identifier: Apache-2.0
// The kernel's function: kernel_main(), or TT-Metalium's older frame: namespace NAMESPACE { void MAIN { ... } }. start.S calls
// tensix_kernel.
#pragma once
#include "tensix/matrix.h"
#include "tensix/packer.h"
#include "tensix/unpacker.h"

#define NAMESPACE tensix_user_kernel
#define MAIN math_main()

void kernel_main() __attribute__((weak));
namespace NAMESPACE {
void MAIN __attribute__((weak));
}
using namespace NAMESPACE;  // a kernel_main() outside uses what stands in it, as in TT-Metalium

namespace tensix::device {

ALWI void end_of_kernel() {
  if (unpacks && inputs.kept) give_all_back();
  if (checked) {
    if (computes) check_at(dst.last, dst.state == 0, misuse::end_without_commit);
    if (packs) {
      check_at(dst.waited, dst.committed >= 0, misuse::wait_without_commit);
      check_at(dst.last, dst.state == 0 && dst.committed == 0, misuse::end_without_release);
      for (uint32_t cb = 0; cb < 32; ++cb) {
        const output_end& out = outputs.of[cb];
        if (out.reserved) warn_at(out.reserved_at, misuse::end_without_push, cb, out.reserved, 0);
      }
    }
  }
}

}  // namespace tensix::device

extern "C" __attribute__((weak, used)) void tensix_kernel() {
  if (kernel_main) kernel_main();
  else NAMESPACE::MAIN;
  tensix::device::end_of_kernel();
}
