// SPDX-License-Identifier: Apache-2.0
// TT-Metalium's lower layer: one core's part of what the compute API's functions do, for kernels that call it themselves. Here: formats,
// Dst, circular buffers. On T0 llk_unpack_*, llk_wait_tiles, llk_pop_tiles; on T1 llk_math_*; on T2 llk_pack_*, llk_wait_for_free_tiles,
// llk_push_tiles; what is another core's does nothing.
#pragma once
#include "api/compute/cb_api.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reg_api.h"

enum class p_dim_stride_target { IGNORE, FACE_ROW_MAJOR };

// -- T0
template <bool is_fp32_dest_acc_en, bool disable_src_zero_flag = false>
ALWI void llk_unpack_hw_configure(uint32_t unpA_operand, uint32_t unpB_operand) {
  called();
  using namespace tensix::device;
  if constexpr (unpacks) configure_unpack(unpA_operand, unpB_operand, src_format(unpA_operand, unpB_operand));
}
template <bool is_fp32_dest_acc_en, bool disable_src_zero_flag = false>
ALWI void llk_unpack_hw_configure(uint32_t unpA_operand) {
  called();
  llk_unpack_hw_configure<is_fp32_dest_acc_en>(unpA_operand, unpA_operand);
}
ALWI void llk_wait_tiles(int operand, int32_t num_tiles) {
  called();
  cb_wait_front(static_cast<uint32_t>(operand), static_cast<uint32_t>(num_tiles));
}
ALWI void llk_pop_tiles(int32_t operand, int32_t num_tiles, int32_t block_c_dim = 0) {
  called();
  (void)block_c_dim;
  cb_pop_front(static_cast<uint32_t>(operand), static_cast<uint32_t>(num_tiles));
}
ALWI void llk_unpack_set_srcb_dummy_valid() {
  called();
  using namespace tensix::device;
  if constexpr (unpacks) ttinsns<unpacr_zeros(0), unpacr_zeros(1)>();
}

// -- T1
template <bool is_fp32_dest_acc_en>
ALWI void llk_math_hw_configure(uint32_t srca_operand, uint32_t srcb_operand) {
  called();
  using namespace tensix::device;
  operands = {srca_operand, srcb_operand};
  if constexpr (computes) configure_math(src_format(srca_operand, srcb_operand));
}
// Semaphores of Dst: done when the core is configured.
template <bool is_fp32_dest_acc_en>
ALWI void llk_math_pack_sync_init() {
  called();
}
ALWI void llk_math_wait_for_dest_available() {
  called();
  if constexpr (tensix::device::computes) tile_regs_acquire();
}
template <bool is_fp32_dest_acc_en>
ALWI void llk_math_dest_section_done() {
  called();
  if constexpr (tensix::device::computes) tile_regs_commit();
}

// -- T2
template <bool is_fp32_dest_acc_en, bool untilize = false, bool tilize = false>
ALWI void llk_pack_hw_configure(uint32_t pack_output) {
  called();
  using namespace tensix::device;
  if constexpr (packs) configure_pack(packer.started ? packer.in_dst : kind_of(buffer_of(pack_output).format), pack_output);
}
template <bool is_fp32_dest_acc_en, bool untilize = false>
ALWI void llk_pack_dest_init(uint32_t pack_output = 16) {
  called();
  (void)pack_output;
}
template <bool untilize = false, bool diagonal = false>
ALWI void llk_init_packer_dest_offset_registers(uint32_t pack_output = 16) {
  called();
  (void)pack_output;
}
ALWI void llk_packer_wait_for_math_done() {
  called();
  using namespace tensix::device;
  if constexpr (packs) {
    if (checked) ++dst.committed;  // it is T1's text that commits
    wait_for_dst_half();
  }
}
template <bool is_fp32_dest_acc_en>
ALWI void llk_pack_dest_section_done() {
  called();
  tile_regs_release();
}
template <bool is_fp32_dest_acc_en, bool out_of_order_output = false, bool untilize = false>
ALWI void llk_pack(uint32_t tile_index, uint32_t output, uint32_t output_tile_index = 0) {
  called();
  static_assert(!untilize, "untilize: use pack_untilize_dest");
  pack_tile<out_of_order_output>(tile_index, output, output_tile_index);
}
template <bool is_fp32_dest_acc_en, bool out_of_order_output = false, bool untilize = false>
ALWI void llk_matmul_pack(uint32_t start_tile_index, uint32_t output, uint32_t ntiles, uint32_t output_tile_index = 0) {
  called();
  (void)output_tile_index;
  pack_tile_block(start_tile_index, output, ntiles);
}
template <bool skip_sync = false, bool wait_for_blocks = false, bool brisc_pack = false>
ALWI void llk_wait_for_free_tiles(int32_t operand, int32_t num_tiles) {
  called();
  cb_reserve_back(static_cast<uint32_t>(operand), static_cast<uint32_t>(num_tiles));
}
template <bool push_blocks = false, bool brisc_pack = false>
ALWI void llk_push_tiles(int32_t operand, int32_t num_tiles) {
  called();
  cb_push_back(static_cast<uint32_t>(operand), static_cast<uint32_t>(num_tiles));
}
ALWI void llk_pack_relu_config(uint32_t config) {
  called();
  pack_relu_config(config);
}
ALWI void llk_pack_reconfig_l1_acc(uint32_t enable) {
  called();
  pack_reconfig_l1_acc(enable);
}
template <bool is_fp32_dest_acc_en = tensix::device::fp32_dst, bool is_tile_dim_reconfig_en = false>
ALWI void llk_pack_reconfig_data_format(uint32_t new_output) {
  called();
  pack_reconfig_data_format(new_output);
}
template <bool is_fp32_dest_acc_en = tensix::device::fp32_dst, bool is_tile_dim_reconfig_en = false>
ALWI void llk_pack_reconfig_data_format(uint32_t old_output, uint32_t new_output) {
  called();
  pack_reconfig_data_format(old_output, new_output);
}

// -- Formats, T0's and T1's part.
#define TENSIX_LLK_RECONFIG(core, condition, ...)                                                                         \
  template <bool is_fp32_dest_acc_en = tensix::device::fp32_dst, bool to_from_int8 = false __VA_OPT__(, ) __VA_ARGS__>    \
  ALWI void llk_##core##_reconfig_data_format(uint32_t srca_new_operand, uint32_t srcb_new_operand) {                     \
    called();                                                                                                             \
    if constexpr (tensix::device::condition) reconfig_data_format(srca_new_operand, srcb_new_operand);                    \
  }                                                                                                                       \
  template <bool is_fp32_dest_acc_en = tensix::device::fp32_dst, bool to_from_int8 = false __VA_OPT__(, ) __VA_ARGS__>    \
  ALWI void llk_##core##_reconfig_data_format(uint32_t, uint32_t srca_new_operand, uint32_t, uint32_t srcb_new_operand) { \
    called();                                                                                                             \
    if constexpr (tensix::device::condition) reconfig_data_format(srca_new_operand, srcb_new_operand);                    \
  }                                                                                                                       \
  template <bool is_fp32_dest_acc_en = tensix::device::fp32_dst, bool to_from_int8 = false __VA_OPT__(, ) __VA_ARGS__>    \
  ALWI void llk_##core##_reconfig_data_format_srca(uint32_t srca_new_operand) {                                           \
    called();                                                                                                             \
    if constexpr (tensix::device::condition) reconfig_data_format_srca(srca_new_operand);                                 \
  }                                                                                                                       \
  template <bool is_fp32_dest_acc_en = tensix::device::fp32_dst, bool to_from_int8 = false __VA_OPT__(, ) __VA_ARGS__>    \
  ALWI void llk_##core##_reconfig_data_format_srca(uint32_t, uint32_t srca_new_operand) {                                 \
    called();                                                                                                             \
    if constexpr (tensix::device::condition) reconfig_data_format_srca(srca_new_operand);                                 \
  }                                                                                                                       \
  template <bool is_fp32_dest_acc_en = tensix::device::fp32_dst, bool to_from_int8 = false __VA_OPT__(, ) __VA_ARGS__>    \
  ALWI void llk_##core##_reconfig_data_format_srcb(uint32_t srcb_new_operand) {                                           \
    called();                                                                                                             \
    if constexpr (tensix::device::condition) reconfig_data_format_srcb(srcb_new_operand);                                 \
  }                                                                                                                       \
  template <bool is_fp32_dest_acc_en = tensix::device::fp32_dst, bool to_from_int8 = false __VA_OPT__(, ) __VA_ARGS__>    \
  ALWI void llk_##core##_reconfig_data_format_srcb(uint32_t, uint32_t srcb_new_operand) {                                 \
    called();                                                                                                             \
    if constexpr (tensix::device::condition) reconfig_data_format_srcb(srcb_new_operand);                                 \
  }
TENSIX_LLK_RECONFIG(unpack, unpacks, p_dim_stride_target dim_stride_target = p_dim_stride_target::IGNORE)
TENSIX_LLK_RECONFIG(math, computes)
#undef TENSIX_LLK_RECONFIG
