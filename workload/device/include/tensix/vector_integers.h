// SPDX-License-Identifier: Apache-2.0
// T1: the vector unit on integers in Dst.
#pragma once
#include "tensix/vector_binary.h"
#include "tensix_types.h"
#include "workload/vector/integers.h"

namespace tensix::device {

using vector::integer_format, vector::integer_operation;

constexpr bool is_integer(DataFormat f) { return f == DataFormat::Int32 || f == DataFormat::UInt32 || f == DataFormat::UInt16; }
template <DataFormat f>
inline constexpr integer_format integers_of = f == DataFormat::Int32    ? integer_format::int32
                                              : f == DataFormat::UInt32 ? integer_format::uint32
                                                                        : integer_format::uint16;
// Words of 32 bits want a Dst that has them.
template <integer_format f>
ALWI void want_width_of() {
  if constexpr (computes && !fp32_dst && f != integer_format::uint16) integers_want_a_32_bit_dst();
}

template <integer_operation op, integer_format f>
struct integer_words {
  static constexpr vector::sequence words() { return vector::integer_binary(op, f).step; }
};
template <integer_operation op, integer_format f>
struct integer_scalar_words {
  static constexpr vector::sequence words() { return vector::integer_with_scalar(op, f).step; }
};
template <integer_operation op, integer_format f>
struct integer_zero_words {
  static constexpr vector::sequence words() { return vector::integer_with_zero(op, f).step; }
};
template <vector::integer_function f>
struct integer_unary_words {
  static constexpr vector::sequence words() { return vector::integer_unary(f).step; }
};
struct integer_not_words {
  static constexpr vector::sequence words() { return vector::integer_not().step; }
};
struct clamp_integer_words {
  static constexpr vector::sequence words() { return vector::clamp_integer().step; }
};
template <integer_format f>
struct integer_fill_words {
  static constexpr vector::sequence words() { return vector::integer_fill(f).step; }
};

template <integer_operation op, integer_format f>
ALWI void run_integers(uint32_t a, uint32_t b, uint32_t out) {
  want_width_of<f>();
  run_vector_binary<integer_words<op, f>>(a, b, out);
}
// P: 32 datums, with LReg 4.
template <class P, integer_format f = integer_format::int32>
ALWI void run_with_integer(uint32_t tile, uint32_t number) {
  want_width_of<f>();
  if constexpr (computes) {
    check_math(true, tile);
    run_scalar_steps<P, false>(tile, number);
  }
}
template <class P, integer_format f = integer_format::int32>
ALWI void run_on_integers(uint32_t tile) {
  want_width_of<f>();
  if constexpr (computes) {
    check_math(true, tile);
    run_steps<P>(tile);
  }
}
// Not less than `low`, not more than `high`.
ALWI void run_clamp(uint32_t tile, uint32_t low, uint32_t high) {
  want_width_of<integer_format::int32>();
  if constexpr (computes) {
    check_math(true, tile);
    run_steps_with_two<clamp_integer_words>(tile, high, low);
  }
}

}  // namespace tensix::device

// Functions of the API: a tile of int32, in its place.
#define TENSIX_INTEGER_UNARY(name, f)                                                                                \
  ALWI void name(uint32_t idst) {                                                                                    \
    called();                                                                                                        \
    tensix::device::run_on_integers<tensix::device::integer_unary_words<tensix::vector::integer_function::f>>(idst); \
  }
// Two tiles, the result in `odst` or in the place of the first; a tile and a number, in its place.
#define TENSIX_INTEGER_INIT(name) \
  ALWI void name() {}
#define TENSIX_INTEGERS_AS(name, operation, format)                                                                     \
  ALWI void name(uint32_t idst0, uint32_t idst1, uint32_t odst) {                                                       \
    called();                                                                                                           \
    using namespace tensix::device;                                                                                     \
    run_integers<integer_operation::operation, integer_format::format>(idst0, idst1, odst);                             \
  }                                                                                                                     \
  ALWI void name(uint32_t idst0, uint32_t idst1) {                                                                      \
    called();                                                                                                           \
    tensix::device::run_integers<tensix::device::integer_operation::operation, tensix::device::integer_format::format>( \
        idst0, idst1, idst0);                                                                                           \
  }
// name<DataFormat::Int32>, ...<DataFormat::UInt32>, ...<DataFormat::UInt16>.
#define TENSIX_INTEGERS_BY_FORMAT(name, operation)                                                  \
  template <DataFormat data_format>                                                                 \
  ALWI void name(uint32_t idst0, uint32_t idst1, uint32_t odst) {                                   \
    static_assert(tensix::device::is_integer(data_format), "integers are Int32, UInt32 or UInt16"); \
    called();                                                                                       \
    using namespace tensix::device;                                                                 \
    run_integers<integer_operation::operation, integers_of<data_format>>(idst0, idst1, odst);       \
  }
#define TENSIX_INTEGERS(name, operation) TENSIX_INTEGERS_AS(name, operation, int32)
#define TENSIX_INTEGER_AS(name, operation, format)                                                              \
  ALWI void name(uint32_t idst, uint32_t number) {                                                              \
    called();                                                                                                   \
    using namespace tensix::device;                                                                             \
    run_with_integer<integer_scalar_words<integer_operation::operation, integer_format::format>>(idst, number); \
  }
#define TENSIX_INTEGER(name, operation) TENSIX_INTEGER_AS(name, operation, int32)
#define TENSIX_INTEGER_WITH_ZERO(name, operation, format)                                                                    \
  ALWI void name(uint32_t idst) {                                                                                            \
    called();                                                                                                                \
    using namespace tensix::device;                                                                                          \
    run_on_integers<integer_zero_words<integer_operation::operation, integer_format::format>, integer_format::format>(idst); \
  }
