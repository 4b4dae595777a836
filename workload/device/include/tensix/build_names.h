// SPDX-License-Identifier: Apache-2.0
// What TT-Metalium's build says about the kernel in constants: here it is --fp32-dest, --dst-sync, --fidelity, and the formats and
// sizes of --cb. All buffers hold tiles of 32x32, four faces of 16x16. No code.
#pragma once
#include "llk_defs.h"
#include "tensix/program.h"

inline constexpr bool DST_ACCUM_MODE = tensix::device::fp32_dst;
#define DST_SYNC_MODE (tensix::device::full_sync ? ckernel::DstSync::SyncFull : ckernel::DstSync::SyncHalf)
inline constexpr ckernel::MathFidelity MATH_FIDELITY =
    static_cast<ckernel::MathFidelity>(tensix::device::fidelity_phases == 1 ? 0 : tensix::device::fidelity_phases);
// Whether the vector unit's functions are approximate ones unless they say themselves what they are (ComputeConfig's
// math_approx_mode): --define APPROX_MODE=1.
#ifndef APPROX_MODE
#define APPROX_MODE 0
#endif
inline constexpr bool APPROX = APPROX_MODE;

namespace tensix::device {

// A number for each circular buffer.
template <class T>
struct buffer_numbers {
  T of[32];
  constexpr T operator[](uint32_t cb) const { return of[cb & 31]; }
};
template <class T, class F>
constexpr buffer_numbers<T> for_each_buffer(F number) {
  buffer_numbers<T> all{};
  for (uint32_t cb = 0; cb < 32; ++cb) all.of[cb] = static_cast<T>(number(buffer_of(cb)));
  return all;
}
inline constexpr auto formats_of_buffers = for_each_buffer<int32_t>(
    [](const buffer& b) { return b.given ? static_cast<int32_t>(b.format) : static_cast<int32_t>(DataFormat::Invalid); });
inline constexpr auto bytes_of_tiles = for_each_buffer<uint16_t>([](const buffer& b) { return bytes_of_tile(b); });
inline constexpr auto fours = for_each_buffer<uint8_t>([](const buffer&) { return 4; });
inline constexpr auto twos = for_each_buffer<uint8_t>([](const buffer&) { return 2; });
inline constexpr auto sixteens = for_each_buffer<uint8_t>([](const buffer&) { return 16; });
inline constexpr auto thirtytwos = for_each_buffer<uint8_t>([](const buffer&) { return 32; });
inline constexpr auto zeros = for_each_buffer<uint8_t>([](const buffer&) { return 0; });

}  // namespace tensix::device

// Formats in L1; in the registers they are what the operation makes of them.
inline constexpr auto unpack_src_format = tensix::device::formats_of_buffers,
                      pack_dst_format = tensix::device::formats_of_buffers;
inline constexpr auto unpack_dst_format = tensix::device::formats_of_buffers,
                      pack_src_format = tensix::device::formats_of_buffers;
// In bytes.
inline constexpr auto unpack_tile_size = tensix::device::bytes_of_tiles, pack_tile_size = tensix::device::bytes_of_tiles;
#define TENSIX_BUILD_NUMBERS(name, value) \
  inline constexpr auto unpack_##name = tensix::device::value, pack_##name = tensix::device::value
TENSIX_BUILD_NUMBERS(tile_num_faces, fours);
TENSIX_BUILD_NUMBERS(num_faces_r_dim, twos);
TENSIX_BUILD_NUMBERS(num_faces_c_dim, twos);
TENSIX_BUILD_NUMBERS(tile_face_r_dim, sixteens);
TENSIX_BUILD_NUMBERS(tile_r_dim, thirtytwos);
TENSIX_BUILD_NUMBERS(tile_c_dim, thirtytwos);
TENSIX_BUILD_NUMBERS(partial_face, zeros);
TENSIX_BUILD_NUMBERS(narrow_tile, zeros);
#undef TENSIX_BUILD_NUMBERS
