// SPDX-License-Identifier: Apache-2.0
// The names of TT-Metalium's build and lower layer: words 0 .. of tile 0 of c_16 are what they say. c_0: a tile.
#include <api/compute/cb_api.h>
#include <hostdevcommon/kernel_structs.h>
#include <tensix.h>
#include <cstdint>
#include <tt-metalium/constants.hpp>

#include "api/compute/common.h"
#include "api/compute/sentinel/compute_kernel_sentinel.h"
#include "api/debug/dprint.h"
#include "api/debug/ring_buffer.h"
#include "internal/mod_div_lib.h"
#include "tools/profiler/kernel_profiler.hpp"

#if !defined(COMPILE_FOR_TRISC) || !defined(ARCH_BLACKHOLE)
#error "the build says what it compiles for"
#endif
static_assert(COMPILE_FOR_TRISC == 0 || COMPILE_FOR_TRISC == 1 || COMPILE_FOR_TRISC == 2);
static_assert(static_cast<uint8_t>(DataFormat::Float16_b) == 5 && static_cast<uint8_t>(DataFormat::UInt32) == 24);
static_assert(uint32_t{tt::CB::c_out0} == tt::CBIndex::c_16 && tt::CB::c_intermed1 == 25 && tt::constants::TILE_HW == 1024);
static_assert(VectorMode::RC == 4 && ThreadId::PackThreadId == 3 && udivsi3_const_divisor<7>(50) == 7);
static_assert(get_named_compile_time_arg_val("in0_block_w") == 12 && get_named_compile_time_arg_val("second") == 0x40000000);
static_assert(kernel_compile_time_args.size() == 2 && get_ct_arg<1>() == 8 && get_compile_time_arg_val(0) == 7);

FORCE_INLINE uint sum_of(const tt_l1_ptr uint32_t* words, size_t n) {
  uint sum = 0;
  for (size_t i = 0; i < n; ++i) sum += words[i];
  return sum;
}

void kernel_main() {
  DeviceZoneScopedN("all");
  WAYPOINT("HERE");
  WATCHER_RING_BUFFER_PUSH(1);
  cb_wait_front(tt::CBIndex::c_0, 1);
  cb_reserve_back(tt::CBIndex::c_16, 1);
  [[maybe_unused]] uint32_t from_t0 = 0, from_t1 = 0;
  UNPACK((mailbox_write(ckernel::ThreadId::PackThreadId, get_local_cb_interface(get_operand_id(0)).fifo_rd_ptr)));
  MATH((mailbox_write(ckernel::ThreadId::PackThreadId, 4321)));
  PACK((from_t0 = mailbox_read(ckernel::ThreadId::UnpackThreadId), from_t1 = mailbox_read(ckernel::ThreadId::MathThreadId)));
  [[maybe_unused]] const uint32_t first_word = read_tile_value(0, 0, 0), address = get_tile_address(0, 0);
  PACK(({
    const LocalCBInterface& out = get_local_cb_interface(16);
    const uint64_t then = read_wall_clock();
    ckernel::wait(100);
    const uint32_t say[] = {static_cast<uint32_t>(MATH_FIDELITY),
                            DST_ACCUM_MODE,
                            static_cast<uint32_t>(DST_SYNC_MODE == DstSync::SyncFull),
                            APPROX,
                            static_cast<uint32_t>(unpack_src_format[0]),
                            pack_tile_size[16],
                            pack_tile_num_faces[16],
                            get_tile_size(0),
                            16 * from_t0 - address,
                            from_t1,
                            first_word,
                            get_common_arg_val<uint32_t>(1),
                            sum_of(reinterpret_cast<uint32_t*>(get_arg_addr(0)), 2),
                            out.fifo_num_pages,
                            out.fifo_limit - out.fifo_wr_ptr - out.fifo_size,
                            16 * out.fifo_page_size,
                            get_absolute_logical_x() + get_relative_logical_y(),
                            read_wall_clock() - then >= 100,
                            mulsi3(6, 7),
                            static_cast<uint32_t>(get_common_arg_val<int>(0) < 0)};
    auto* to = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(out.fifo_wr_ptr << cb_addr_shift);
    for (uint32_t i = 0; i < 1024; ++i) to[i] = i < sizeof say / 4 ? say[i] : 0;
  }));
  cb_push_back(tt::CBIndex::c_16, 1);
  cb_pop_front(tt::CBIndex::c_0, 1);
}
