// SPDX-License-Identifier: Apache-2.0
// The files that page_files.S puts into the executable.
#pragma once
#include <string_view>

namespace tensix::compare_files {

#define TENSIX_COMPARE_FILES(X) \
  X(html)                       \
  X(css)                        \
  X(page_js)

#define X(file) extern "C" const char tensix_compare_##file[], tensix_compare_##file##_end[];
TENSIX_COMPARE_FILES(X)
#undef X

#define X(file)                                                                                               \
  inline std::string_view file() {                                                                            \
    return {tensix_compare_##file, static_cast<size_t>(tensix_compare_##file##_end - tensix_compare_##file)}; \
  }
TENSIX_COMPARE_FILES(X)
#undef X

}  // namespace tensix::compare_files
