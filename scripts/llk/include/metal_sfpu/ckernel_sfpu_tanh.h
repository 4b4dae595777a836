// SPDX-License-Identifier: Apache-2.0
// In the place of tt-metal's, if it is not there.
#pragma once

namespace ckernel::sfpu {
template <auto... how> [[gnu::error("needs tt-metal's vector functions")]] void tanh_init();
template <auto... how> [[gnu::error("needs tt-metal's vector functions")]] void calculate_tanh();
}  // namespace ckernel::sfpu
