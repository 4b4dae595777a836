// SPDX-License-Identifier: Apache-2.0
// Where a program finds its arguments, words of L1, and leaves its results: for `tensix-tlm elf`, where this is all there is, and for
// `tensix-tlm program` (KERNELS), whose first argument is the address of the results. LOCAL: of the data that are moved.
#pragma once
#include <stdint.h>

#ifdef KERNELS
#include "api/dataflow/dataflow_api.h"
#define LOCAL 0x100000
#define KERNEL void kernel_main()
inline volatile uint32_t* arguments() { return reinterpret_cast<volatile uint32_t*>(get_arg_addr(1)); }
inline volatile uint32_t* results() { return reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0)); }
#else
#define LOCAL 0x20000
#define KERNEL extern "C" void kernel()
inline volatile uint32_t* arguments() { return reinterpret_cast<volatile uint32_t*>(0xa000); }
inline volatile uint32_t* results() { return reinterpret_cast<volatile uint32_t*>(0xa400); }
#endif
