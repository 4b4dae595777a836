// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tensix {

// "1a2b3c4d5e6f", with "-dirty" behind it if files differed from it; empty: not known.
const char* program_commit();

}  // namespace tensix
