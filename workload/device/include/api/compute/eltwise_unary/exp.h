// SPDX-License-Identifier: Apache-2.0
// e^x
#pragma once
#include "api/compute/common.h"
#include "tensix/vector_exponential.h"

namespace ckernel {

enum class InputClamping : uint8_t { ClampToNegative = 1, None = 0 };

// Dst tile `idst`, in its place. e^x. Accuracy, special values, cycles: docs/vector-functions.md. The approximate variant is chosen
// by `approx` and `fast_and_approx` together, the same for both calls; then x is multiplied by `scale`, FP32 bits, of the init.
// What else TT-Metalium's variants differ in changes nothing here: none needs a check of positive numbers or a clamp.
template <bool approx = false, bool fast_and_approx = true, uint32_t scale = 0x3F800000,
          InputClamping input_clamping = InputClamping::ClampToNegative>
ALWI void exp_tile_init() {
  tensix::device::init_exponential<approx && fast_and_approx, scale>();
}
// `scale_en`: x is multiplied by `scale`, BF16 bits. `vector_mode`: of all of the tile, its first 16 rows (R) or columns (C), one face
// (None). `iterations`: of a face as many times 32 datums, two of them four rows.
template <bool approx = false, bool fast_and_approx = true, bool scale_en = false, bool skip_positive_check = false,
          InputClamping input_clamping = InputClamping::ClampToNegative, int iterations = 8>
ALWI void exp_tile(uint32_t idst, int vector_mode = (int)VectorMode::RC, uint16_t scale = 0x3f80) {
  called();
  tensix::device::run_exponential<approx && fast_and_approx, scale_en, iterations>(idst, vector_mode, scale);
}
// The same before there was `input_clamping`.
template <bool approx, bool fast_and_approx, bool scale_en, bool skip_positive_check, int iterations>
ALWI void exp_tile(uint32_t idst, int vector_mode = (int)VectorMode::RC, uint16_t scale = 0x3f80) {
  called();
  tensix::device::run_exponential<approx && fast_and_approx, scale_en, iterations>(idst, vector_mode, scale);
}

}  // namespace ckernel
using namespace ckernel;
