// SPDX-License-Identifier: Apache-2.0
// Functions that move data, for B and NC (docs/dataflow-api.md). A compute kernel has the part of them that it has, too.
#pragma once
#if defined(TENSIX_MOVE)
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "api/compile_time_args.h"
#include "api/dataflow/barriers.h"
#include "api/dataflow/reads.h"
#include "api/dataflow/semaphores.h"
#include "api/dataflow/writes.h"
#include "api/debug/assert.h"
#include "api/debug/dprint.h"
#include "api/debug/waypoint.h"
#include "api/tensor/tensor_accessor.h"
#include "core_config.h"
#include "dev_mem_map.h"
#include "hostdevcommon/common_values.hpp"
#include "hostdevcommon/kernel_structs.h"
#include "internal/circular_buffer_interface.h"
#include "internal/mod_div_lib.h"
#include "tensix/core_functions.h"
#include "tensix/run_time_arguments.h"
#include "tools/profiler/kernel_profiler.hpp"

using tt::CBIndex;
using uint = unsigned int;
using ckernel::load_blocking;
using ckernel::reg_read;
using ckernel::reg_write;
using std::ptrdiff_t;
using std::size_t;

// Whether an address is one of L1, and not of a register.
constexpr bool is_l1_address(uint64_t addr) { return static_cast<uint32_t>(addr) < NOC_REG_SPACE_START_ADDR; }
// Turns the core's cache of L1 on or off; it is off when a kernel begins.
template <bool enable>
inline void set_l1_data_cache() {
  constexpr uint32_t no_data_cache = 1 << 3;
  if constexpr (enable) asm volatile(".option push\n.option arch, +zicsr\ncsrc 0x7c0, %0\n.option pop" ::"r"(no_data_cache));
  else asm volatile(".option push\n.option arch, +zicsr\nfence\ncsrs 0x7c0, %0\n.option pop" ::"r"(no_data_cache) : "memory");
}
#else
#include "api/compute/common.h"
#endif
