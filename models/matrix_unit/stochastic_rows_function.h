// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the matrix unit on rows with ALU_ROUNDING_MODE_Fpu_srnd_en: what is added up is exact, and the sum is
// rounded to the width of Dst once, up as often as the dropped bits say. Layer 1, private to models/matrix_unit. Integers only.
#pragma once
#include "models/matrix_unit/row_kernels_function.h"
#include "models/registers/prng.h"

namespace tensix {

// As the functions of the same names in row_kernels. Every datum of Dst takes one word, by rows and columns.
void stochastic_multiply(const float_mode& mode, random_words& random, const src_row* const a[2], const uint32_t* const* b,
                         const dst_row* dst, unsigned rows);
void stochastic_elementwise(elementwise_op op, bool accumulate, const float_mode& mode, random_words& random,
                            const uint32_t* const* a, const uint32_t* const* b, const dst_row* dst, unsigned rows);

}  // namespace tensix
