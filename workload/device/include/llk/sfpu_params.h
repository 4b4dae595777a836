// SPDX-License-Identifier: Apache-2.0
// Functions of one face, applied to the faces of a tile: _llk_math_eltwise_unary_sfpu_params_ and the like, and what goes before them.
// T1 only; elsewhere they do nothing.
#pragma once
#include "llk/instruction_parameters.h"
#include "llk/sfpu_types.h"
#include "sfpi.h"
#include "tensix/instruction_names.h"

namespace tensix::device {

// Which faces `mode` has (VectorMode): R the two upper ones, C the two on the left, RC all four; any other: the function is called once.
// Between calls Dst's row counter moves on to the next face, from where the face before began, wherever dst_reg++ has left it: dst_reg[0]
// is its beginning. At the end it is 0 again.
inline constexpr uint32_t half_face = setrwc(0, rwc_dst) | insn::SETRWC::rwc_cr.place(rwc_dst) | insn::SETRWC::rwc_d.place(8);
template <class F>
ALWI void for_each_face(int mode, const F& function) {
  const uint32_t calls = mode == VectorMode::RC ? 4 : mode == VectorMode::R || mode == VectorMode::C ? 2 : 1;
#pragma GCC unroll 0
  for (uint32_t call = 0; call < calls; ++call) {
    function();
    if (mode != VectorMode::R && mode != VectorMode::C && mode != VectorMode::RC) break;
    ttinsns<half_face, half_face>();
    if (mode == VectorMode::C) ttinsns<half_face, half_face>();
  }
}
// `tile`: where dst_reg[0] of the first face is.
template <class F>
ALWI void apply_to_faces(uint32_t tile, int mode, const F& function) {
  begin_vector(tile);
  if (checked) vector_unit.own = true;
  for_each_face(mode, function);
  ttinsn<setrwc(0, rwc_dst)>();
  end_vector();
  if (checked) vector_unit.own = false;
}

}  // namespace tensix::device

namespace ckernel {

// `sfpu_func(args...)` for the faces of Dst tile `dst_index`.
template <bool APPROXIMATE, typename Callable, typename... Args>
ALWI void _llk_math_eltwise_unary_sfpu_params_(Callable&& sfpu_func, uint32_t dst_index,
                                               int vector_mode = static_cast<int>(VectorMode::RC), Args&&... args) {
  called();
  if constexpr (tensix::device::computes) {
    tensix::device::check_math(true, dst_index);
    tensix::device::apply_to_faces(dst_index, vector_mode, [&] { sfpu_func(args...); });
  }
}
// `sfpu_func(in0, in1, out, args...)`: tiles of the half of Dst that the thread has. dst_reg[0] is a face of its tile 0, so tile t is at
// dst_reg[32 * t].
template <bool APPROXIMATE, typename Callable, typename... Args>
ALWI void _llk_math_eltwise_binary_sfpu_params_(Callable&& sfpu_func, uint32_t dst_index_in0, uint32_t dst_index_in1,
                                                uint32_t dst_index_out, int vector_mode = static_cast<int>(VectorMode::RC),
                                                Args&&... args) {
  called();
  if constexpr (tensix::device::computes) {
    using namespace tensix::device;
    check_math(true, dst_index_in0);
    check_dst_tile(dst_index_in1);
    check_dst_tile(dst_index_out);
    apply_to_faces(0, vector_mode, [&] { sfpu_func(dst_index_in0, dst_index_in1, dst_index_out, args...); });
  }
}
// The same of three: `sfpu_func(in0, in1, in2, out, args...)`.
template <bool APPROXIMATE, typename Callable, typename... Args>
ALWI void _llk_math_eltwise_ternary_sfpu_params_(Callable&& sfpu_func, uint32_t dst_index_in0, uint32_t dst_index_in1,
                                                 uint32_t dst_index_in2, uint32_t dst_index_out,
                                                 int vector_mode = static_cast<int>(VectorMode::RC), Args&&... args) {
  called();
  if constexpr (tensix::device::computes) {
    using namespace tensix::device;
    check_math(true, dst_index_in0);
    check_dst_tile(dst_index_in1);
    check_dst_tile(dst_index_in2);
    check_dst_tile(dst_index_out);
    apply_to_faces(0, vector_mode, [&] { sfpu_func(dst_index_in0, dst_index_in1, dst_index_in2, dst_index_out, args...); });
  }
}

// What goes before: lanes, address modifiers 7 (stays) and 6 (moves on), counters. `op` names the operation; it changes nothing but 6,
// which is 32 for topk_local_sort. Then `init_func(args...)`, if there is one.
template <SfpuType sfpu_op>
ALWI void _llk_math_eltwise_unary_sfpu_init_() {
  if constexpr (tensix::device::computes) {
    using namespace tensix::device;
    issue<start_words<0>>();
    addr_mod_t{}.set(ADDR_MOD_7);
    addr_mod_t next;
    next.dest.incr = sfpu_op == SfpuType::topk_local_sort ? 32 : tensix::vector::step_rows;
    next.set(ADDR_MOD_6);
    if constexpr (sfpu_op != SfpuType::topk_local_sort) vector_unit.disturbed = false;
    ttinsn<tensix::setrwc(0, tensix::rwc_all)>();
  }
}
template <SfpuType sfpu_op>
ALWI void _llk_math_eltwise_binary_sfpu_init_() {
  _llk_math_eltwise_unary_sfpu_init_<sfpu_op>();
}
template <SfpuType sfpu_op>
ALWI void _llk_math_eltwise_ternary_sfpu_init_() {
  _llk_math_eltwise_unary_sfpu_init_<sfpu_op>();
}
ALWI void _llk_math_eltwise_unary_sfpu_uninit_() {}
ALWI void _llk_math_eltwise_binary_sfpu_uninit_() {}
ALWI void _llk_math_eltwise_ternary_sfpu_uninit_() {}
#define TENSIX_SFPU_INIT(name, low)                                     \
  template <SfpuType sfpu_op, bool APPROXIMATE = false>                 \
  ALWI void name() {                                                    \
    low<sfpu_op>();                                                     \
  }                                                                     \
  template <SfpuType sfpu_op, bool APPROXIMATE, class F, class... ARGS> \
  ALWI void name(F&& init_func, ARGS&&... args) {                       \
    low<sfpu_op>();                                                     \
    if constexpr (tensix::device::computes) init_func(args...);         \
  }
TENSIX_SFPU_INIT(llk_math_eltwise_unary_sfpu_init, _llk_math_eltwise_unary_sfpu_init_)
TENSIX_SFPU_INIT(llk_math_eltwise_binary_sfpu_init, _llk_math_eltwise_binary_sfpu_init_)
TENSIX_SFPU_INIT(llk_math_eltwise_ternary_sfpu_init, _llk_math_eltwise_ternary_sfpu_init_)
#undef TENSIX_SFPU_INIT

// The parts, for who goes from face to face on its own.
namespace math {
ALWI void reset_counters(uint32_t setrwc_mask) {
  if constexpr (tensix::device::computes) tensix::device::push(tensix::setrwc(0, setrwc_mask));
}
ALWI void clear_dst_reg_addr() {
  if constexpr (tensix::device::computes) tensix::device::ttinsn<tensix::setrwc(0, tensix::rwc_dst)>();
}
template <uint32_t num_rows = 8>
ALWI void inc_dst_addr() {
  static_assert(num_rows <= 15, "the counter's increment has four bits");
  if constexpr (tensix::device::computes)
    tensix::device::ttinsn<tensix::setrwc(0, tensix::rwc_dst) | tensix::insn::SETRWC::rwc_cr.place(tensix::rwc_dst) |
                           tensix::insn::SETRWC::rwc_d.place(num_rows)>();
}
}  // namespace math
#define TENSIX_SFPU_PARTS(kind)                                             \
  template <auto Dst = 0>                                                   \
  ALWI void _llk_math_eltwise_##kind##_sfpu_start_(uint32_t dst_index) {    \
    called();                                                               \
    if constexpr (tensix::device::computes) {                               \
      tensix::device::check_math(true, dst_index);                          \
      tensix::device::begin_vector(dst_index);                              \
      if (tensix::device::checked) tensix::device::vector_unit.own = true;  \
    }                                                                       \
  }                                                                         \
  ALWI void _llk_math_eltwise_##kind##_sfpu_done_() {                       \
    if constexpr (tensix::device::computes) {                               \
      math::clear_dst_reg_addr();                                           \
      tensix::device::end_vector();                                         \
      if (tensix::device::checked) tensix::device::vector_unit.own = false; \
    }                                                                       \
  }                                                                         \
  ALWI void _llk_math_eltwise_##kind##_sfpu_inc_dst_face_addr_() { math::inc_dst_addr<8>(), math::inc_dst_addr<8>(); }
TENSIX_SFPU_PARTS(unary)
TENSIX_SFPU_PARTS(binary)
TENSIX_SFPU_PARTS(ternary)
#undef TENSIX_SFPU_PARTS

}  // namespace ckernel
using namespace ckernel;
