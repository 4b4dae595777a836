// T1: the vector unit on integers of 32 bits in Dst.
#pragma once
#include "tensix/vector_binary.h"
#include "workload/vector/integers.h"

namespace tensix::device {

ALWI void init_vector_integers() {
  if constexpr (computes && !fp32_dst) integers_want_a_32_bit_dst();
}

template <vector::integer_operation op>
struct integer_words {
  static constexpr vector::sequence words() { return vector::integer_binary(op).step; }
};
template <vector::integer_operation op>
struct integer_scalar_words {
  static constexpr vector::sequence words() { return vector::integer_with_scalar(op).step; }
};
struct integer_not_words {
  static constexpr vector::sequence words() { return vector::integer_not().step; }
};
template <class P>
ALWI void run_with_integer(uint32_t tile, uint32_t number) {
  if constexpr (computes && !fp32_dst) integers_want_a_32_bit_dst();
  if constexpr (computes) {
    check_math(true, tile);
    run_scalar_steps<P, false>(tile, number);
  }
}

}  // namespace tensix::device

// Functions of the API: two tiles, the result in `odst` or in the place of the first; a tile and a number, in its place.
#define TENSIX_INTEGER_INIT(name) \
  ALWI void name() { tensix::device::init_vector_integers(); }
#define TENSIX_INTEGERS(name, operation)                                                       \
  ALWI void name(uint32_t idst0, uint32_t idst1, uint32_t odst) {                              \
    called();                                                                                  \
    using words = tensix::device::integer_words<tensix::vector::integer_operation::operation>; \
    tensix::device::run_vector_binary<words>(idst0, idst1, odst);                              \
  }                                                                                            \
  ALWI void name(uint32_t idst0, uint32_t idst1) {                                             \
    called();                                                                                  \
    name(idst0, idst1, idst0);                                                                 \
  }
#define TENSIX_INTEGER(name, operation)                                                               \
  ALWI void name(uint32_t idst, uint32_t number) {                                                    \
    called();                                                                                         \
    using words = tensix::device::integer_scalar_words<tensix::vector::integer_operation::operation>; \
    tensix::device::run_with_integer<words>(idst, number);                                            \
  }
